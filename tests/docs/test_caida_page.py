"""The rules page of Caída: complete, in its own words, and every example is computed."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from tapete.game.contract import Moved
from tapete.games.caida import GAME, Rules
from tapete.games.caida import cantos as table_of_cantos
from tapete.games.caida.capture import taken
from tapete.games.caida.deal import sung_order
from tapete.games.caida.mazo import QUOTA
from tapete.games.caida.money import charge, settle
from tapete.games.caida.state import Cause, Player, State, Why, of
from tapete.games.caida.values import PIPS, value
from tapete.games.caida.view import deals_of_a_mazo
from tapete.server.documents import load
from tests.docs.reading import DOCS, paragraphs, rows, sentences
from tests.docs.test_rules_page import LINK
from tests.shared import ROOT, shared

FILE = DOCS / "rules" / "caida.es.md"
TEXT = FILE.read_text(encoding="utf-8")
PAGE = paragraphs(FILE)
PARAGRAPH = re.compile(r"\bK-[A-Z]\d*\b")
RANKS = {"As": "A", "Sota": "S", "Caballo": "C", "Rey": "R"} | {str(n): str(n) for n in range(2, 8)}
NAMES = "|".join(RANKS)
SUITS = "oceb"


def named(words: str, suits: str = SUITS) -> tuple[str, ...]:
    """`As, 7, 3, Rey` → cards of one suit after the other."""
    found = re.findall(rf"\b(?:{NAMES})\b", words)
    return tuple(RANKS[word] + suits[at % len(suits)] for at, word in enumerate(found))


# ── whole ────────────────────────────────────────────────────────────────────────────────────
def test_every_paragraph_of_the_rules_has_its_anchor() -> None:
    text = shared("rules", "caida.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"^([CDSPM]\d) ", text, re.MULTILINE))
    assert len(wanted) == 5 + 6 + 5 + 5 + 8
    page = load("reglas/caida")
    assert page is not None
    anchors = [section.id for section in page.sections]
    assert sorted(set(anchors)) == sorted(anchors)
    assert {f"K-{paragraph}" for paragraph in wanted} <= set(anchors)
    for other, anchor in LINK.findall(TEXT):
        assert not other
        assert anchor in anchors
    assert page.version == GAME.info.version


def test_a_paragraph_named_anywhere_in_the_house_exists() -> None:
    kinds, folders = {".py", ".ts", ".svelte"}, ("src", "tests", "web/src")
    files = [p for folder in folders for p in (ROOT / folder).rglob("*") if p.suffix in kinds]
    files = [p for p in files if p.name not in ("test_coverage_map.py", "test_caida_page.py")]
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in PARAGRAPH.findall(path.read_text(encoding="utf-8"))
        if name not in PAGE
    }
    assert lost == set()


def test_each_interpretation_is_marked_where_it_acts() -> None:
    for anchor in [a for a in PAGE if a.startswith("I-")]:
        assert f"(#{anchor})" in TEXT


def test_no_sentence_is_copied() -> None:
    theirs = set(sentences(shared("seeds", "002_caida.txt").read_text(encoding="utf-8")))
    assert len(theirs) > 15
    assert sorted(set(sentences(TEXT)) & theirs) == []


def test_the_known_flaw_of_the_abandonment_is_said_openly() -> None:
    assert "defecto conocido" in PAGE["K-M4"]
    assert "abandonar nunca cuesta más que perder" in PAGE["K-M4"]


# ── figures ──────────────────────────────────────────────────────────────────────────────────
def test_every_option_is_on_the_page_with_its_usual_value() -> None:
    said = {row[2].strip("`"): row[1] for row in rows(PAGE["K-M0"])}
    assert set(said) == set(Rules.__struct_fields__)
    rules = Rules()
    for field, cell in said.items():
        default = getattr(rules, field)
        if isinstance(default, bool):
            assert cell == "no"
        elif field == "comision_bp":
            assert cell == f"{default // 100} %"
        else:
            assert re.search(r"\d+", cell)[0] == str(default)  # type: ignore[index]
    assert str(GAME.info.clocks["gracia_total_s"]) in said["gracia_s"]


@pytest.mark.rule("002:20", "002:21")
@pytest.mark.parametrize("row", rows(PAGE["K-C"]), ids=lambda row: row[0].strip("*"))
def test_the_table_of_cantos(row: list[str]) -> None:
    name, points, _, example = row
    cards = re.findall(r"[A2-7SCR][oceb]", example)
    found = table_of_cantos.canto(tuple(cards))
    assert found is not None
    plain = name.strip("*").lower().translate(str.maketrans("áéíóú", "aeiou"))
    assert found.name == plain
    if found.points is None:
        assert points == "gana la partida"
    else:
        assert points.startswith(str(found.points))


def test_the_cantos_stand_from_the_best_to_the_least() -> None:
    names = [row[0].strip("*").lower() for row in rows(PAGE["K-C"])]
    plain = [name.translate(str.maketrans("áéíóú", "aeiou")) for name in names]
    assert plain == [row.name for row in table_of_cantos.TABLE]
    assert "de Sota 2, de Caballo 3, de Rey 4" in PAGE["K-C"]
    for rank, points in (("S", 2), ("C", 3), ("R", 4), ("7", 1)):
        assert table_of_cantos.canto((f"{rank}o", f"{rank}c", "2b")) == (
            "ronda", points, (-5, list(PIPS).index(rank))
        )  # fmt: skip


DEALS = re.findall(
    r"La mesa es ([^:]+?) y se cantó `([\d ]+)`: [^.]*?gana (?:[\d +]+ = )?(\d+)", PAGE["K-D4"]
)


@pytest.mark.parametrize(("table", "sung", "points"), DEALS)
def test_the_examples_of_the_sung_order(table: str, sung: str, points: str) -> None:
    order = {"1 2 3 4": "asc", "4 3 2 1": "desc"}[sung]
    players = (Player(1, 0), Player(2, 0))
    state, _ = sung_order(State(Rules(), players, 0, dealer=2, laid=named(table), sung=order))
    scores = [player.score for player in state.players]
    assert len(DEALS) == 2
    assert scores == ([int(points), 0] if "mano" in _sentence(table) else [0, int(points)])


def _sentence(table: str) -> str:
    text = PAGE["K-D4"]
    return text[text.index(table) :].split(".")[0]


CAPTURES = re.findall(r"En la mesa hay ([^:]+): un (\w+) recoge ([^.]+?)(?:, y la deja|\.)", TEXT)


@pytest.mark.parametrize(("table", "card", "took"), CAPTURES)
def test_the_examples_of_a_capture(table: str, card: str, took: str) -> None:
    assert len(CAPTURES) == 3
    run = taken(named(table, "c"), RANKS[card] + "o")
    assert [value(c) for c in run] == [value(c) for c in named(took)]


def test_quotas_and_deals() -> None:
    text = PAGE["K-P4"]
    assert f"Con dos jugadores el cupo es {QUOTA[2][0]}" in text
    assert f"con tres es {QUOTA[3][0]}, y {QUOTA[3][2]} para el repartidor" in text
    assert f"con cuatro es {QUOTA[4][0]}" in text
    words = {6: "Seis", 4: "cuatro", 3: "tres"}
    two, three, four = (words[deals_of_a_mazo(players)] for players in (2, 3, 4))
    said = f"{two} con dos jugadores, {three} con tres y {four} con cuatro"
    assert PAGE["K-D5"].strip().startswith(said)


@pytest.mark.rule("002:24", "002:28")
def test_the_example_of_the_pot() -> None:
    example = next(p for p in PAGE["K-M3"].split("\n\n") if p.startswith("> **Ejemplo"))
    costo, few, *rest = map(int, re.findall(r"\d+", example))
    scores, pays, (pot, commission, prize) = rest[:3], rest[3:6], rest[6:]
    rules = Rules(costo=costo, doble_menos5=True)
    players = tuple(Player(seat, 10_000) for seat in range(1, 5))
    state, _ = charge(State(rules, players, 0, dealer=4))
    given = (24, *scores)
    players = tuple(replace(p, score=s) for p, s in zip(state.players, given, strict=True))
    state, told = settle(replace(state, players=players, winner=1, cause=Cause.CAIDA))
    assert few == 5
    assert [10_000 - of(state, seat).chips for seat in (2, 3, 4)] == pays
    moved = {e.why: e.amount for e in told if isinstance(e, Moved)}
    assert (moved[Why.COMISION], moved[Why.PREMIO]) == (commission, prize)
    assert pot == commission + prize


def test_every_reason_of_money_and_every_time_is_named() -> None:
    for why in Why:
        assert f"`{why}`" in PAGE["K-M7"]
    words = {60: "Sesenta", 180: "ciento ochenta"}
    assert words[GAME.info.clocks["gracia_s"]] in PAGE["K-M5"]
    assert words[GAME.info.clocks["gracia_total_s"]] in PAGE["K-M5"]
    assert f"{GAME.info.clocks['reparto_s']} segundos" in PAGE["K-S4"]
    assert f"{GAME.info.clocks['inactividad_s']} segundos" in PAGE["K-D1"]
