"""What a step of the table asks its runner to do, as data and in order.

The runner answers `NeedShuffle` and `NeedStakes` (always the last effect of their list) with
another `step` before it commits; the effects of the whole chain are one commit. Then it sends.
`at_ms` is the moment that an effect belongs to: that of the input, or of a deadline before it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from tapete.game.contract import Card, Command, Event, Moved, Seat, Seated
from tapete.game.errors import Code as GameCode
from tapete.table.errors import Code
from tapete.table.inputs import HandId, User


class HandOpened(Struct, frozen=True):
    """A hand begins: all that `Game.open` received, so that it can be replayed. It comes before
    the hand's first Record. `users` = who sits behind each seat, for the whole hand."""

    at_ms: int
    hand: HandId
    version: str
    rules: Any
    seats: tuple[Seated, ...]
    memory: Any
    carry: int
    users: dict[Seat, User]


class Applied(Struct, frozen=True):
    """The game took this command: with `HandOpened`, all that re-executes the hand without its
    table. Private like the inputs (it names discards and shuffles). `idle` = it was a silence."""

    at_ms: int
    hand: HandId
    command: Command
    idle: bool = False


class Record(Struct, frozen=True):
    """Events of the game and facts of the table (`Fact`), numbered from `first` in the hand.

    `hand` is empty between hands; `first` then counts in the table's own sequence. `users` says
    whom a seat in `only` means: of those who were dealt in, also when they have left."""

    at_ms: int
    hand: HandId
    first: int
    events: tuple[Event, ...]
    users: dict[Seat, User]


class Post(Struct, frozen=True):
    """One journal row: consecutive Moved of one game step with one why. Its key is `hand` and
    `number`, that of the first of them (hand empty: a buy-in or cash-out between hands).
    Accounts: those of the game, and `wallet:n` = the wallet behind seat n where chips are bought.
    """

    at_ms: int
    hand: HandId
    number: int
    moves: tuple[Moved, ...]
    users: dict[Seat, User]


class Lock(Struct, frozen=True):
    """The wallet is staked in this hand (bank = wallet)."""

    user: User
    hand: HandId


class Unlock(Struct, frozen=True):
    """The hand is over: the wallet is free."""

    user: User
    hand: HandId


class Wake(Struct, frozen=True):
    """A Tick is wanted at this moment; it replaces the one asked for before (None: no more)."""

    at_ms: int | None


class NeedShuffle(Struct, frozen=True):
    """Answer with `Shuffled`: the items in their new order, or one of them where they are seats.
    `number` counts the shuffles of cards of the hand from 0 (a draw of a seat: -1)."""

    hand: HandId
    number: int
    items: tuple[Card | Seat, ...]
    why: str


class NeedStakes(Struct, frozen=True):
    """Answer with `Staked`: lock what can be locked for `hand` and name the balances."""

    hand: HandId
    users: tuple[User, ...]


class HandOver(Struct, frozen=True):
    """The hand ended; every pot is empty. Snapshot the table with this commit when it has no
    hand (`encode`)."""

    at_ms: int
    hand: HandId
    memory: Any
    cancelled: bool


class Abandoned(Struct, frozen=True):
    """This user left the hand and lost his stake to the next one: it is counted for good."""

    at_ms: int
    user: User
    hand: HandId


class Connected(Struct, frozen=True):
    """The answer to Attached: the newest connection of this user has this number."""

    user: User
    gen: int


class Refused(Struct, frozen=True):
    """The input was refused; nothing changed but what was due before it."""

    user: User
    code: Code | GameCode


class Alarm(Struct, frozen=True):
    """Something that cannot be: the table is frozen. `what` names an account or a law, never a
    card."""

    at_ms: int
    what: str


class Closed(Struct, frozen=True):
    """The table is closed for good: take it off the lobby."""

    at_ms: int
    why: str


Effect: TypeAlias = (
    HandOpened
    | Applied
    | Record
    | Post
    | Lock
    | Unlock
    | Wake
    | NeedShuffle
    | NeedStakes
    | HandOver
    | Abandoned
    | Connected
    | Refused
    | Alarm
    | Closed
)
