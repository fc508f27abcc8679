"""Pairs of hands that one viewer must not be able to tell apart, for tests of any layer.

`pairs` draws them without end: two courses of as many commands, wholly alike for `viewer` after
each of them. `moves` = what others did that is called differently, as (here, there):
`("paso", "no_llevo")`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from tapete.game.contract import Game, Seat
from tapete.game.laws import Course, opened
from tapete.game.twins import check_secrecy, twin
from tapete.record.simulate import Tally, play_hand


class Pair(NamedTuple):
    """Two hands and who must not tell them apart."""

    viewer: Seat | None
    here: Course
    there: Course
    moves: frozenset[tuple[str, str]]
    over: bool  # both were played to their end

    def differs(self, one: str, other: str) -> bool:
        """Whether somebody did `one` in one of the hands and `other` in the other."""
        return (one, other) in self.moves or (other, one) in self.moves


def pairs(game: Game, seats: int, seed: int, *, twins: int = 4) -> Iterator[Pair]:
    """Pairs of random hands, the same for the same arguments. `twins` per hand."""
    rng = random.Random(f"pairs:{game.info.key}:{seats}:{seed}")
    number = 0
    while True:
        number += 1
        course = play_hand(game, seats, seed, number, Tally(), thorough=False)
        dealt = game.dealt(opened(game, course.opening).state)
        for _ in range(twins if dealt else 0):
            viewer = rng.choice((None, *dealt))
            whole = rng.random() < 0.7
            other = twin(
                game,
                course,
                viewer,
                reorder=lambda cards: rng.sample(cards, len(cards)),
                choose=rng.choice,
                whole=whole,
            )
            if other.course.commands == course.commands[: len(other.course.commands)]:
                continue
            alike = check_secrecy(game, course, other, viewer)
            here = Course(course.opening, course.commands[:alike])
            there = Course(course.opening, other.course.commands[:alike])
            yield Pair(viewer, here, there, _moves(here, there), alike == len(course.commands))


def _moves(here: Course, there: Course) -> frozenset[tuple[str, str]]:
    both = zip(here.commands, there.commands, strict=True)
    named = ((getattr(a, "move", ""), getattr(b, "move", "")) for a, b in both)
    return frozenset((str(a), str(b)) for a, b in named if a != b)
