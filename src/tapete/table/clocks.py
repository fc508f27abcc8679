"""Time as data: how long a clock is, what is due, and when.

A deadline is due *at* its millisecond: what comes in at 60.000 finds a grace of 60 s over, what
comes in at 59.999 does not. Deadlines take effect in order of time; at the same millisecond the
order is that of `Kind`, then of the seats. Nothing here depends on when a timer really fired.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from tapete.game.contract import Decide, Game, Seat
from tapete.table.errors import Broken
from tapete.table.seats import Chair, Line
from tapete.table.table import Status, Table, room

TURN = "turno_s"  # the clock of a seat's own turn: only this one hurries and counts silences
GRACE = "gracia_s"
GRACE_TOTAL = "gracia_total_s"
IDLE = "inactividad_s"  # how long a table may rest until its session ends
HURRY_MS = 5_000  # the turn of a seat that let two clocks run out in a row
REST_MS = 3_000  # least time between two hands: to see how it ended, to get up, to be ready
RETRY_MS = 5_000  # when too few wallets are free because others are staked elsewhere
MASS_MS = 60_000  # after the last drop, until a hand without anybody is cancelled
BAR_MS = 24 * 3_600_000  # the longest that an abandonment keeps somebody out


class Kind(IntEnum):
    """What can be due, in the order in which it happens at the same millisecond."""

    MASS = 0
    GRACE = 1
    TURN = 2
    OPEN = 3


class Due(NamedTuple):
    """A deadline: wall milliseconds, kind, seat (0 = none)."""

    at_ms: int
    kind: Kind
    seat: Seat


def length_ms(game: Game, rules: Any, clock: str) -> int:
    """A clock's length: the field of Rules with its name, else the game's figure."""
    seconds: int | None = getattr(rules, clock, game.info.clocks.get(clock))
    if seconds is None:
        raise Broken(f"clock {clock}")
    return seconds * 1000


def table_ms(table: Table, at_ms: int) -> int:
    """Table time at this wall time; it stands still while the table is frozen."""
    return (at_ms if table.frozen_ms is None else table.frozen_ms) - table.skew_ms


def grace_of(game: Game, table: Table, chair: Chair, now_ms: int) -> int:
    """When the grace of a seat that drops now ends: its length, or what is left of the total."""
    grace = length_ms(game, table.rules, GRACE)
    if GRACE_TOTAL in game.info.clocks:
        total = length_ms(game, table.rules, GRACE_TOTAL)
        grace = min(grace, max(total - chair.used_ms, 0))
    return now_ms + grace


def counts(need: Decide) -> bool:
    """Whether a silence here hurries its seat: on a turn of its own. A window that asks several
    seats and a clock of another name (MOSTRAR, the dealer's) neither count nor are shortened."""
    return need.clock == TURN and not need.sealed and len(need.seats) == 1


def question_ms(game: Game, table: Table, need: Decide) -> int:
    """How long the asked seats have."""
    clock = length_ms(game, table.rules, need.clock)
    if counts(need) and table.chair(need.seats[0]).hurried:
        return min(clock, HURRY_MS)
    return clock


def enough(game: Game, table: Table) -> bool:
    """Whether a hand could open but for the time: enough seats want to be dealt in, and all of
    them where the game wants everybody ready for each hand."""
    if table.status is not Status.OPEN or table.hand is not None or table.stalled:
        return False
    taken = [chair for chair in table.chairs if chair.taken]
    sitting = [chair for chair in taken if chair.sitting]
    if game.info.ready == "each" and len(sitting) < len(taken):
        return False
    return len(sitting) >= room(game, table.rules)[0]


def _dues(game: Game, table: Table) -> Iterator[Due]:
    if table.frozen_ms is not None:
        yield Due(table.mass_ms, Kind.MASS, 0)
        return
    skew = table.skew_ms
    for chair in table.chairs:
        if chair.taken and chair.line is Line.GRACE:
            yield Due(chair.grace_ms + skew, Kind.GRACE, chair.number)
    if table.hand is not None and isinstance(table.hand.need, Decide):
        yield Due(table.hand.due_ms + skew, Kind.TURN, 0)
    if enough(game, table):
        yield Due(table.rest_ms + skew, Kind.OPEN, 0)


def next_due(game: Game, table: Table) -> Due | None:
    """The next deadline, or None when only an input can change this table."""
    if table.status in (Status.CLOSED, Status.FROZEN):
        return None
    return min(_dues(game, table), default=None)
