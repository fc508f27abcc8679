"""The table as a value: everything that its future depends on.

Two times. *Wall* milliseconds come in with the inputs. *Table* time is wall time less `skew_ms`,
and stands still while the table is frozen by a mass disconnection: every clock and every grace is
kept in it, so that stopping and crediting clocks is one subtraction. Fields ending in `_ms` are
table time unless they say wall.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import Decide, Game, Need, Seat
from tapete.table.inputs import HandId, Input, User
from tapete.table.seats import Chair, chair_of


class Status(StrEnum):
    """What a table still does."""

    OPEN = "open"
    DRAINING = "draining"  # no new hands, everything else goes on
    CLOSING = "closing"  # the running hand is the last one
    CLOSED = "closed"
    FROZEN = "frozen"  # the books disagreed


class Hand(Struct, frozen=True):
    """The running hand. `users` = who was dealt in behind each seat, also when he has left.

    `count` = events so far, `shuffles` = of cards so far. `purse` and `pots` = the money of the
    hand as its Moved made it, kept apart from the game's own figures and compared at the end.
    `due_ms` = when the clock of the question runs out, `clock_ms` = its length without hurry.
    `answered` = who acted in the sealed window that is open, or was until now.
    `stuck` = the game has nothing left to cancel, so that a mass disconnection passes over it.
    """

    id: HandId
    state: Any
    need: Need
    users: dict[Seat, User]
    purse: dict[Seat, int]
    pots: dict[str, int] = {}
    count: int = 0
    shuffles: int = 0
    turn: int = -1
    due_ms: int = 0
    clock_ms: int = 0
    cancelled: bool = False
    stuck: bool = False
    answered: tuple[Seat, ...] = ()


class Opening(Struct, frozen=True):
    """A hand that waits for the wallets of those who would be dealt in."""

    hand: HandId
    users: tuple[User, ...]


class Table(Struct, frozen=True):
    """`hands`, `session`, `told`, `gen` count up and never go back. `over_ms` = end of the last
    hand, `rest_ms` = no new hand before, `gather_ms` = how long enough ready seats wait for more
    of them, `pause_ms` = what was shown is looked at until then.
    `frozen_ms` (wall) = since when clocks stand, `mass_ms` (wall) = when the hand is cancelled.
    `bars` = until when (wall) a user may not sit here.
    `broken` = the session ended, the next hand inherits nothing; `played` = hands of the session.
    `stalled` = the game would deal nobody in, until an input changes something.
    `pending` = the input that waits behind a question to the runner; none between steps.
    """

    id: str
    name: str
    key: str
    version: str
    rules: Any
    host: User = ""
    practice: bool = True
    status: Status = Status.OPEN
    why: str = ""
    now_ms: int = 0
    chairs: tuple[Chair, ...] = ()
    gen: int = 0
    gens: dict[User, int] = {}
    hands: int = 0
    told: int = 0
    session: int = 0
    played: int = 0
    memory: Any = None
    broken: bool = False
    stalled: bool = False
    over_ms: int = 0
    rest_ms: int = 0
    gather_ms: int = 0
    pause_ms: int = 0
    skew_ms: int = 0
    frozen_ms: int | None = None
    mass_ms: int = 0
    wake_ms: int | None = None
    carry: int = 0
    bars: dict[User, int] = {}
    hand: Hand | None = None
    opening: Opening | None = None
    pending: Input | None = None

    def chair(self, seat: Seat) -> Chair:
        return self.chairs[seat - 1]

    def seat_of(self, user: User) -> Chair | None:
        """Where this user sits."""
        return chair_of(self.chairs, user)

    @property
    def question(self) -> Decide | None:
        """What the hand asks its seats now."""
        if self.hand is None or not isinstance(self.hand.need, Decide):
            return None
        return self.hand.need

    def asking(self) -> bool:
        """The runner owes an answer (Shuffled or Staked)."""
        return self.opening is not None or (
            self.hand is not None and not isinstance(self.hand.need, Decide)
        )


def room(game: Game, rules: Any) -> tuple[int, int]:
    """The fewest seats that make a hand and the number of seats of the table.

    A game whose Rules have no such field takes the bounds of its `info`."""
    fewest, most = game.info.seats
    most = getattr(rules, "capacidad", getattr(rules, "plazas", getattr(rules, "jugadores", most)))
    return getattr(rules, "min_jugadores", fewest), most


def new_table(
    game: Game,
    table_id: str,
    name: str,
    rules: Any,
    *,
    host: User = "",
    practice: bool = True,
    at_ms: int = 0,
    gather_ms: int = 0,
) -> Table:
    """An empty table of this game."""
    chairs = tuple(Chair(seat) for seat in range(1, room(game, rules)[1] + 1))
    info = game.info
    return Table(
        id=table_id,
        name=name,
        key=info.key,
        version=info.version,
        rules=rules,
        host=host,
        practice=practice,
        chairs=chairs,
        now_ms=at_ms,
        gather_ms=gather_ms,
    )


_ENCODER = msgspec.msgpack.Encoder()  # dicts keep the order in which inputs made them
_DECODER = msgspec.msgpack.Decoder(Table)


def fingerprint(table: Table) -> bytes:
    """The same bytes for the same table, also in the middle of a hand."""
    return _ENCODER.encode(table)


def encode(table: Table) -> bytes:
    """The table between hands, for its snapshot; ValueError while a hand runs."""
    if table.hand is not None or table.pending is not None:
        raise ValueError("a hand is running")
    return _ENCODER.encode(table)


def decode(game: Game, data: bytes) -> Table:
    """The table of a snapshot, with its rules and memory in the game's own types."""
    table = _DECODER.decode(data)
    info = game.info
    memory = None if table.memory is None else msgspec.convert(table.memory, info.memory)
    return replace(table, rules=msgspec.convert(table.rules, info.rules), memory=memory)
