"""Matches of two house players over the same shuffles, the seats swapped."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from tapete.bots import Bot
from tapete.game.contract import Act, Event, Game, Over, Seated, Shuffle, Shuffled, Told

CHIPS = 100_000


class Score(NamedTuple):
    """How often the first player won, of how many hands."""

    won: float
    hands: int

    @property
    def share(self) -> float:
        return self.won / self.hands

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (Wilson)."""
        n, p, z = self.hands, self.share, 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half


def mirrored(game: Game, one: Bot, other: Bot, memory: Any, pairs: int, first: int = 0) -> Score:
    """Two hands for each number: the same shuffles, each player once in each seat."""
    won = 0
    for number in range(first, first + pairs):
        won += _winner(game, (one, other), memory, number) == 1
        won += _winner(game, (other, one), memory, number) == 2
    return Score(won, 2 * pairs)


def _winner(game: Game, bots: Sequence[Bot], memory: Any, number: int) -> int:
    """The seat that wins the hand of this number."""
    shuffles, thoughts = Random(f"shuffles {number}"), Random(f"thoughts {number}")
    seats = tuple(Seated(seat, True, CHIPS) for seat in range(1, len(bots) + 1))
    state, need, told = game.open(game.info.rules(), seats, memory, 0)
    seen: list[Event] = list(told)
    while not isinstance(need, Over):
        if isinstance(need, Shuffle):
            order = sorted(map(str, need.items))
            shuffles.shuffle(order)
            state, need, told = game.apply(state, Shuffled(tuple(order)))
        else:
            seat = need.seats[0]
            act = _thought(game, bots[seat - 1], state, seat, seen, thoughts.randrange(2**32))
            state, need, told = game.apply(state, act)
        seen += told
    return game.view(state, None).winner


def _thought(game: Game, bot: Bot, state: Any, seat: int, seen: list[Event], seed: int) -> Act:
    events = tuple(e for e in seen if not isinstance(e, Told) or not e.only or seat in e.only)
    return bot.think(game.info, game.view(state, seat), game.offers(state, seat), events, seed)
