"""The hands on the rules page are played by the game, and the prose above them says the truth."""

from __future__ import annotations

import re

import pytest

from tapete.game.contract import Moved, View
from tapete.games.primera import GAME
from tapete.games.primera.rules import Rules
from tapete.record import handtext
from tapete.record.replay import Player, opening_of, replay
from tapete.server import public
from tests.docs.reading import RULES, amounts, paragraphs
from tests.table.room import Room

FENCE = re.compile(r"> (\*\*Ejemplo\.\*\* [^\n]+)\n\n```mano\n(.*?)```", re.DOTALL)
PAGE = paragraphs()
EXAMPLES = [
    pytest.param(anchor, prose, text, id=anchor)
    for anchor, body in PAGE.items()
    for prose, text in FENCE.findall(body)
]


def _played(text: str) -> Player:
    return replay(handtext.read(text), GAME)


def _figures(text: str) -> set[int]:
    """Every amount that the hand shows: movements, journal rows, stacks, pots and levels."""
    hand = handtext.read(text)
    player = Player(GAME, opening_of(hand, GAME))
    found = {*hand.starting_stacks, Rules().pique_minimo, *player.stacks()}
    for action in hand.actions:
        step = player.play(player.command(handtext.read_line(action)))
        found |= {e.amount for e in step.events if isinstance(e, Moved)}
        found |= _pots(GAME.view(step.state, None))
        pots = [e.source for e in step.events if isinstance(e, Moved) and e.why == "PREMIO"]
        for source in set(pots):
            found |= _prizes(step.events, source)
    return found


def _pots(view: View) -> set[int]:
    return {p.amount for p in view.pots} | {level.amount for p in view.pots for level in p.levels}


def _prizes(events: tuple[object, ...], source: str) -> set[int]:
    """What each pot was before the rake: the sums of consecutive prizes from one account."""
    sums, total = set(), 0
    for event in events:
        if isinstance(event, Moved) and event.why == "PREMIO" and event.source == source:
            total += event.amount
            sums.add(total)
        else:
            total = 0
    return sums


@pytest.mark.parametrize(("anchor", "prose", "text"), EXAMPLES)
def test_an_example_is_a_hand_that_the_game_plays(anchor: str, prose: str, text: str) -> None:
    assert _played(text).events
    assert [a for a in amounts(prose) if a not in _figures(text)] == []


def test_there_are_examples_where_the_rules_are_hard() -> None:
    anchors = [param.values[0] for param in EXAMPLES]
    assert {"P-B3", "P-B4", "P-C3", "P-D2", "P-F1", "P-F3", "P-J4", "P-L4"} <= set(anchors)


def test_the_replacements_of_the_example_go_where_it_says() -> None:
    [(_, text)] = FENCE.findall(PAGE["P-D2"])
    state = _played(text).step.state
    ana, beto = (GAME.view(state, seat).own for seat in (1, 2))
    assert ana is not None
    assert beto is not None
    assert {"2e", "5e"} <= set(ana.cards)
    assert "6c" in beto.cards


@pytest.mark.rule("000:5", "000:6")
def test_the_version_in_the_header_is_the_one_that_plays() -> None:
    header = re.search(r"^Versión (\S+)", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert header
    assert header[1] == GAME.info.version
    assert list(PAGE)[-1] == "Avisos del local"


def test_every_figure_of_a_table_is_on_the_page_with_its_usual_value() -> None:
    text = RULES.read_text(encoding="utf-8")
    for field in Rules.__struct_fields__:
        assert f"`{field}`" in text, field
    for field, value in (("pique_minimo", "$5.000"), ("entrada_minima", "$20.000")):
        [line] = [line for line in PAGE["P-M1"].splitlines() if f"`{field}`" in line]
        assert value in line
        assert getattr(Rules(), field) == amounts(value)[0]


@pytest.mark.rule("000:8")
def test_figures_are_in_pesos_and_each_table_has_its_own() -> None:
    """They are written as Colombian pesos; the ledger's currency of practice is `PRA`."""
    assert "pesos colombianos" in PAGE["P-M1"]
    assert GAME.info.currency == "PRA"
    cheap, dear = (Room(GAME, Rules(pique_minimo=n, entrada_minima=4 * n)) for n in (1000, 10_000))
    found = [public.info(GAME, it.table) for it in (cheap, dear)]
    assert [(info.stake, info.least) for info in found] == [(1_000, 4_000), (10_000, 40_000)]


def test_the_clocks_of_the_page_are_those_of_the_game() -> None:
    for field, seconds in GAME.info.clocks.items():
        [line] = [line for line in PAGE["P-M5"].splitlines() if f"`{field}`" in line]
        assert f"| {seconds} |" in line


def test_every_phase_and_move_of_the_game_is_on_the_page() -> None:
    text = RULES.read_text(encoding="utf-8").lower()
    for move in GAME.info.moves:
        assert f"`{move}`" in text, move
    words = {"carta_fondo": "carta del fondo", "guerra_juego": "guerra de juego"}
    for phase in GAME.info.phases:
        if phase not in ("FIN", "CANCELADA"):
            accents = str.maketrans("áéíóú", "aeiou")
            name = words.get(phase.lower(), phase.lower())
            assert name in text.translate(accents), phase
