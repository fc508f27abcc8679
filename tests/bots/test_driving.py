"""House players play whole hands: legally, from their own sight, and to an end."""

from __future__ import annotations

import ast
from collections import Counter
from random import Random
from statistics import median
from time import perf_counter

import pytest
from msgspec.structs import replace

from tapete.bots import Passive, Primera, odds
from tapete.bots.bot import legal
from tapete.bots.primera import KEPT
from tapete.game.contract import Seat
from tapete.games.primera import GAME
from tapete.games.primera.state import State
from tests.bots.driving import thoughts
from tests.shared import ROOT
from tests.toy import Toy


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_plain_player_plays_whole_hands_of_a_game_it_does_not_know(players: int) -> None:
    moves = set()
    for seed in range(30):
        for thought in thoughts(Toy(), Passive(), players=players, chips=20_000, seed=seed):
            assert legal(thought.offers, thought.act)
            moves.add(thought.act.move)
    assert moves >= {"repartir", "poner", "igualar", "paso", "cambiar", "votar"}


@pytest.mark.parametrize("players", range(2, 8))
def test_whole_hands_of_primera_are_played_legally(players: int) -> None:
    phases: Counter[str] = Counter()
    for seed in range(5):
        for thought in thoughts(GAME, Primera(), players=players, chips=200_000, seed=seed):
            assert legal(thought.offers, thought.act)
            phases[thought.view.phase] += 1
    assert phases.keys() >= {"PIQUE", "APUESTA", "DESCARTE", "GUERRA", "DECLARACION"}


@pytest.mark.parametrize("chips", [5_300, 7_500, 21_000])
def test_short_stacks_are_played_legally(chips: int) -> None:
    for seed in range(5):
        for thought in thoughts(GAME, Primera(), players=4, chips=chips, seed=seed):
            assert legal(thought.offers, thought.act)


def test_the_move_is_the_same_whatever_lies_in_the_hidden_cards() -> None:
    compared = 0
    for seed in range(12):
        for thought in thoughts(GAME, Primera(), players=3, chips=200_000, seed=seed):
            other = _dealt_otherwise(thought.state, thought.seat, seed)
            view = GAME.view(other, thought.seat)
            assert view == thought.view
            again = Primera().think(
                GAME.info, view, GAME.offers(other, thought.seat), thought.events, thought.seed
            )
            assert again == thought.act
            compared += other != thought.state
    assert compared > 100


def _dealt_otherwise(state: State, seat: Seat, seed: int) -> State:
    """The state with every card that the seat does not see in another place."""
    hidden = [c for p in state.players if p.seat != seat and not p.face for c in p.cards]
    stub = [card for card in state.deck if card not in state.fondo]
    pool = iter(Random(seed).sample([*hidden, *stub], len(hidden) + len(stub)))
    players = tuple(
        p if p.seat == seat or p.face else replace(p, cards=tuple(next(pool) for _ in p.cards))
        for p in state.players
    )
    deck = tuple(card if card in state.fondo else next(pool) for card in state.deck)
    return replace(state, players=players, deck=deck)


def test_the_words_that_the_player_listens_for_are_words_of_the_game() -> None:
    assert KEPT in GAME.info.facts


def test_a_move_takes_a_few_milliseconds() -> None:
    odds.strengths()  # made once per process
    times = []
    for seed in range(5):
        for thought in thoughts(GAME, Primera(), players=4, chips=200_000, seed=seed):
            began = perf_counter()
            Primera().think(GAME.info, thought.view, thought.offers, thought.events, thought.seed)
            times.append(perf_counter() - began)
    assert median(times) < 0.05


def test_a_house_player_knows_the_contract_the_cards_and_the_ranks_and_nothing_else() -> None:
    allowed = ("tapete.bots", "tapete.game", "tapete.cards", "tapete.games.primera.ranks",
               "tapete.games.caida.values", "tapete.games.caida.view")  # fmt: skip
    found = set()
    for path in (ROOT / "src" / "tapete" / "bots").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    inside = {name for name in found if name.split(".")[0] == "tapete"}
    assert {n for n in inside if not any(f"{n}.".startswith(f"{a}.") for a in allowed)} == set()
    assert found - inside <= {
        "__future__", "bisect", "collections.abc", "functools", "itertools", "random", "typing",
    }  # fmt: skip
