"""The five laws, over every game that is registered and over the toy game."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator

import pytest

from tapete.game.contract import Game
from tapete.record.simulate import Tally, play_hand, simulate
from tests.toy import Toy


def games() -> dict[str, Game]:
    """The registry's games and the toy with its traits the one and the other way."""
    registry: dict[str, Game] = {}
    if importlib.util.find_spec("tapete.games.registry"):
        registry = importlib.import_module("tapete.games.registry").GAMES
    return {**registry, "tanto": Toy(), "tanto-away": Toy(key="tanto-away", away="sit_out")}


def sizes() -> Iterator[object]:
    for key, game in games().items():
        least, most = game.info.seats
        for seats in range(least, most + 1):
            yield pytest.param(game, seats, id=f"{key}-{seats}")


@pytest.mark.parametrize(("game", "seats"), [*sizes()])
def test_no_law_breaks_in_random_play(game: Game, seats: int) -> None:
    tally = simulate(game, hands=120, seats=seats, seed=5, sample=6)
    assert tally.hands == 120
    assert tally.pairs > 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [*sizes()])
def test_no_law_breaks_and_nothing_is_left_out_in_long_play(game: Game, seats: int) -> None:
    tally = simulate(game, hands=20_000, seats=seats, seed=1)
    assert tally.missing(game) == []


def test_a_hand_can_be_played_again_by_its_number() -> None:
    game, number = Toy(), random.Random(3).randint(1, 500)
    courses = [play_hand(game, 4, 9, number, Tally(), thorough=False) for _ in range(2)]
    assert courses[0] == courses[1]
