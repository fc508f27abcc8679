"""Primera tells nobody what he may not know: pairs of hands over every phase.

The frames that a server sends are compared in tests/server; here it is the game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tapete.game.contract import Game
from tapete.game.laws import played
from tapete.games.registry import GAMES
from tests.pairs import Pair, pairs

PRIMERA: Game = GAMES["primera"]


class Seen:
    """What a run of pairs has met."""

    def __init__(self) -> None:
        self.pairs = self.no_llevo = self.llevo = 0
        self.phases: Counter[str] = Counter()

    def take(self, pair: Pair) -> None:
        self.pairs += 1
        self.no_llevo += pair.over and pair.differs("no_llevo", "paso")
        self.llevo += pair.differs("llevo", "paso")
        for step in played(PRIMERA, pair.here):
            self.phases[PRIMERA.view(step.state, None).phase] += 1

    def never(self) -> list[str]:
        return [phase for phase in PRIMERA.info.phases if not self.phases[phase]]


def several() -> Iterator[Pair]:
    """Pairs at tables of every size, in turn."""
    tables = [pairs(PRIMERA, seats, 1) for seats in range(2, PRIMERA.info.seats[1] + 1)]
    while True:
        for table in tables:
            yield next(table)


def run(least: int, special: int, most: int) -> Seen:
    """Take pairs (each is compared as it is drawn) until there are enough of every kind."""
    seen = Seen()
    for pair in several():
        seen.take(pair)
        enough = seen.pairs >= least and min(seen.no_llevo, seen.llevo) >= special
        if (enough and not seen.never()) or seen.pairs >= most:
            break
    return seen


@pytest.mark.rule("000:15", "000:75", "P-L", "P-H")
def test_hands_that_differ_in_hidden_cards_are_one_hand_to_who_may_not_know() -> None:
    seen = run(200, 10, 2_000)
    assert seen.no_llevo >= 10
    assert seen.llevo >= 10


@pytest.mark.slow
@pytest.mark.rule("000:15", "000:75", "P-L", "P-H")
def test_two_thousand_pairs_over_every_phase() -> None:
    seen = run(2_000, 200, 40_000)
    assert seen.never() == []
    assert seen.no_llevo >= 200
    assert seen.llevo >= 200
