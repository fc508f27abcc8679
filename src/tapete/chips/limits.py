"""How much a raise may be: four limits, each a value with one method.

All figures are totals of the round, as a player names them: «raise to 40».
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from msgspec import Struct


class Spot(NamedTuple):
    """What a limit looks at. `current` = the most that anybody has in; `mine`, `chips` = what
    the seat has in and behind; `raise_by` = the least increment; `unit` = amounts are multiples
    of it; `pot` = all chips in the middle, this round's bets too; `raises` = bets and raises
    made so far; `counted` = the last total that counts as a full bet (fixed limit)."""

    current: int
    mine: int
    chips: int
    raise_by: int = 1
    unit: int = 1
    pot: int = 0
    raises: int = 0
    counted: int = 0


class Bounds(NamedTuple):
    """The least and the most total of a raise."""

    least: int
    most: int


def _bounds(spot: Spot, most: int) -> Bounds | None:
    """A raise of at least `raise_by` up to `most`; all he has when that is less."""
    most = min(most, spot.mine + spot.chips)
    if most <= spot.current:
        return None
    least = -(-(spot.current + spot.raise_by) // spot.unit) * spot.unit
    return Bounds(min(least, most), most)


class NoLimit(Struct, frozen=True, tag="no_limit"):
    """Up to all he has."""

    def bounds(self, spot: Spot) -> Bounds | None:
        """The totals that may be named now, or None when there is no raise."""
        return _bounds(spot, spot.mine + spot.chips)


class PotLimit(Struct, frozen=True, tag="pot_limit"):
    """One action puts in at most the pot as it stands after his own call."""

    def bounds(self, spot: Spot) -> Bounds | None:
        """The totals that may be named now, or None when there is no raise."""
        call = spot.current - spot.mine
        return _bounds(spot, spot.mine + spot.pot + 2 * call)


class FixedLimit(Struct, frozen=True, tag="fixed_limit"):
    """One size, `bet`, and at most `cap` bets and raises in a round."""

    bet: int
    cap: int

    def bounds(self, spot: Spot) -> Bounds | None:
        """The one total that may be named now, or None when there is no raise."""
        total = min(spot.counted + self.bet, spot.mine + spot.chips)
        if spot.raises >= self.cap or total <= spot.current:
            return None
        return Bounds(total, total)


class TableLimit(Struct, frozen=True, tag="table_limit"):
    """Nobody puts more than `limit` into one round; when the least raise would pass it, the
    limit itself is the only raise."""

    limit: int

    def bounds(self, spot: Spot) -> Bounds | None:
        """The totals that may be named now, or None when there is no raise."""
        return _bounds(spot, self.limit)


Limit: TypeAlias = NoLimit | PotLimit | FixedLimit | TableLimit
