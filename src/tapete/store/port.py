"""The port of the store: what the house keeps, and the one way in which it changes.

Every change of a table is a `Step`; `commit` writes it whole or not at all, and nobody hears of a
move before its outcome is `Done`. All values are frozen; times are UTC milliseconds that the
caller gives; the store reads no clock and draws no random number. Ids of users, tables and hands
are opaque strings of letters, digits, `_` and `-`, at most 40, made by the caller.

What an implementation must keep, and tests/contract proves for each of them:
one step = one transaction with its inputs, events, postings, locks, answers and snapshot; a fence
(epoch and seq) on every step; a refused step leaves no trace and does not disturb its neighbours;
journal, postings, inputs and events are append-only; nothing happens twice.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from tapete.ledger.accounts import Account, User
from tapete.ledger.transfers import Deed, Entry, LedgerCode, TopUp
from tapete.record.log import EventRow, Hidden, RootRow, StepRow

MOST_STEPS = 200  # steps in one transaction: bounds how long the first of them waits
MOST_QUEUED = 2_000  # steps that wait for the writer; one more is answered `busy`
MOST_PAGE = 200  # rows of one page of anything


class StoreCode(StrEnum):
    """Why a step or a change was refused, beyond the ledger's own codes."""

    FENCE_LOST = "fence_lost"  # the table's epoch or seq is not what the step expects
    CMD_CONFLICT = "cmd_conflict"  # the cmd_id stands for another command
    HAND_UNKNOWN = "hand_unknown"  # no such open hand at this table
    HAND_OPEN = "hand_open"  # the table has an open hand already
    POT_NOT_EMPTY = "pot_not_empty"  # a hand closes and one of its pots is not zero
    LOCK_LEFT = "lock_left"  # a hand closes and still has a wallet locked
    TABLE_UNKNOWN = "table_unknown"
    TABLE_TAKEN = "table_taken"  # the id is in use
    USER_UNKNOWN = "user_unknown"
    NICK_TAKEN = "nick_taken"
    CONSTRAINT = "constraint"  # the database refused a row that no guard had foreseen
    BUSY = "busy"  # too much waits for the writer; nothing was done


def nick_key(nick: str) -> str:
    """What makes two nicks the same: neither case nor compatible forms of letters count."""
    return unicodedata.normalize("NFKC", nick).casefold()


class StoreError(Exception):
    """The store cannot go on: it was not set up by this program, is damaged, or is in use."""


class OutcomeUnknown(StoreError):
    """The disk failed at the commit itself. Reload the table; never guess, never send."""


# ── a step of a table ────────────────────────────────────────────────────────────────────────
class Answer(Struct, frozen=True):
    """What a command was told: the first answer, for ever. `code` = "" for done, else the refusal;
    `seq` = the step that it made (0: none)."""

    user: User
    table: str
    cmd_id: str
    fingerprint: bytes
    code: str = ""
    seq: int = 0


class Opened(Struct, frozen=True, kw_only=True):
    """A hand begins: its id, game, version of the rules, and who is seated where. `setup` = what
    the game was opened with, as its recorder writes it (sealed or not: the store never reads it).
    """

    hand: str
    game: str
    version: str
    at_ms: int
    seats: tuple[tuple[int, User], ...]
    setup: bytes = b""


class Closed(Struct, frozen=True, kw_only=True):
    """A hand ends, played or cancelled; `result` = its public summary as JSON text. Every pot of
    the table must be zero and none of its wallets locked any more."""

    hand: str
    at_ms: int
    result: str = "{}"
    cancelled: bool = False


class Abandoned(Struct, frozen=True, kw_only=True):
    """A user left an open hand and lost his stake to the next one; at most once in a hand."""

    user: User
    hand: str
    at_ms: int


Op: TypeAlias = Opened | Closed | Abandoned | Deed  # applied in the order in which they stand


class Step(Struct, frozen=True, kw_only=True):
    """What one input did to a table, to be written in one transaction.

    `row` = the two logs' part, whose seq must be one more than the table's and whose epoch must be
    its own; None when only answers are kept (a refusal: the table did not change).
    `status` = the table's new one, None when it stays.
    """

    row: StepRow | None = None
    ops: tuple[Op, ...] = ()
    answers: tuple[Answer, ...] = ()
    status: str | None = None


class Done(Struct, frozen=True):
    """The step is written and on the disk."""


class Repeated(Struct, frozen=True):
    """The command had come before: nothing was done now, this was its answer then."""

    answer: Answer


class Refused(Struct, frozen=True):
    """Nothing of the step was kept. `account` = where the ledger said no."""

    code: StoreCode | LedgerCode
    account: Account = ""


Outcome: TypeAlias = Done | Repeated | Refused


# ── tables ───────────────────────────────────────────────────────────────────────────────────
class TableRow(Struct, frozen=True, kw_only=True):
    """A table as it is listed. `config` = JSON text of game options, rules and name."""

    table: str
    game: str
    currency: str
    config: str
    created_ms: int
    owner: User = ""
    status: str = "open"
    epoch: int = 1
    seq: int = 0


class Kept(Struct, frozen=True):
    """A stored step as a reload needs it: what was put in (sealed) and the state's digest after."""

    seq: int
    epoch: int
    at_ms: int
    inputs: bytes
    digest: bytes


class Loaded(Struct, frozen=True, kw_only=True):
    """A table to be raised again: the last snapshot (sealed; its seq is 0 when there is none), the
    steps after it, the last link of its chain, and the hand that was open."""

    row: TableRow
    snapshot: bytes | None
    snapshot_seq: int
    steps: tuple[Kept, ...]
    link: bytes
    open_hand: str = ""


class Seen(Struct, frozen=True):
    """One event of the log for one viewer: whole (its body may be sealed), or only its leaf."""

    seq: int
    at_ms: int
    event: EventRow | Hidden


# ── hands ────────────────────────────────────────────────────────────────────────────────────
class Hand(Struct, frozen=True, kw_only=True):
    """A hand in a list. `closed_ms` = 0 while it is open; `first_seq`, `last_seq` = its steps (0:
    still open); `net` = what the asking user won or lost in it, from the ledger."""

    hand: str
    table: str
    game: str
    version: str
    opened_ms: int
    closed_ms: int
    first_seq: int
    last_seq: int
    cancelled: bool
    result: str
    seats: tuple[tuple[int, User], ...]
    net: int = 0


class HandLog(Struct, frozen=True, kw_only=True):
    """A hand's log for one viewer, from its first event to its last, with whatever the table told
    in between; `link` = the chain before the first. `setup`, `steps`, `snapshot` (the table before
    it, as step `snapshot_seq` left it) and the secrets of the roots come with `whole` only: the
    audit plays it again from them."""

    hand: Hand
    table: TableRow
    link: bytes
    events: tuple[Seen, ...]
    roots: tuple[RootRow, ...]
    setup: bytes = b""
    steps: tuple[Kept, ...] = ()
    snapshot: bytes | None = None
    snapshot_seq: int = 0


# ── members ──────────────────────────────────────────────────────────────────────────────────
class Member(Struct, frozen=True, kw_only=True):
    """An account of a person, a guest or a house player. `password` = argon2 hash ("" = no login
    by password); `terms` = the version of the terms that was accepted last, and when."""

    user: User
    nick: str
    created_ms: int
    password: str = ""
    guest: bool = False
    house: bool = False
    terms: str = ""
    terms_ms: int = 0


class SessionRow(Struct, frozen=True, kw_only=True):
    """A login. `token` = SHA-256 of the cookie, which itself is stored nowhere."""

    token: bytes
    user: User
    created_ms: int
    expires_ms: int


# ── money ────────────────────────────────────────────────────────────────────────────────────
class Purse(Struct, frozen=True):
    """A wallet: what it holds, the hand that has it locked ("" = free), and at which table; and
    `total` with what lies in the user's stacks."""

    balance: int
    total: int
    hand: str = ""
    table: str = ""


class Posted(Struct, frozen=True):
    """An entry is in the journal. `repeated` = it already was: nothing moved now."""

    number: int
    entry: Entry
    repeated: bool = False


class Line(Struct, frozen=True, kw_only=True):
    """One line of a «Historial de saldo»: `amount` is signed, `balance` is the wallet after it;
    `other` = the account on the other side; `number`, `part` = its place, for paging."""

    number: int
    part: int
    at_ms: int
    why: str
    currency: str
    amount: int
    balance: int
    other: Account
    hand: str = ""


class Beside(Struct, frozen=True, kw_only=True):
    """A row of a hand's money that touched no wallet: from pot to pot, to the house, to or from
    what the table keeps. `amount` = all that moved in it."""

    number: int
    at_ms: int
    why: str
    hand: str
    amount: int


class Filter(Struct, frozen=True, kw_only=True):
    """What of a history is wanted; empty = everything. `before` = the last line already seen, as
    (number, part): pages go from the newest to the oldest."""

    currency: str = ""
    whys: tuple[str, ...] = ()
    hand: str = ""
    since_ms: int = 0
    until_ms: int = 0
    sign: Literal["", "in", "out"] = ""
    before: tuple[int, int] | None = None
    limit: int = 50


Failpoint: TypeAlias = Callable[[str], None]
"""Called by the writer at named moments, for tests that kill the process there:
`before_commit` (everything written, nothing committed), `after_commit` (durable, nobody has been
answered yet). It does nothing by default."""


class Store(Protocol):
    """The store of a running server. Methods are coroutines; none waits for a table."""

    # tables and their log
    async def commit(self, steps: Sequence[Step]) -> tuple[Outcome, ...]:
        """Write each step whole or refuse it; the outcomes are in the order of the steps.

        Steps of different callers share a transaction (at most MOST_STEPS). A repeated command
        is told first, before the fence. Raises OutcomeUnknown."""

    async def add_table(self, row: TableRow) -> Done | Refused: ...
    async def tables(self, *statuses: str) -> tuple[TableRow, ...]:
        """All tables (or those with one of the statuses), oldest first."""

    async def acquire(self, table: str) -> TableRow | None:
        """Take the table over: its epoch rises, and every step of the former owner is fenced."""

    async def load(self, table: str) -> Loaded | None: ...
    async def answer(self, user: User, table: str, cmd_id: str) -> Answer | None: ...
    async def tail(
        self, table: str, after_seq: int, viewer: User | None, steps: int = MOST_PAGE
    ) -> tuple[Seen, ...]:
        """The events of the next `steps` steps after `after_seq`, in order, as the viewer may have
        them; a step is never cut."""

    # hands
    async def hands(
        self, user: User, *, before_ms: int = 0, game: str = "", limit: int = 50
    ) -> tuple[Hand, ...]:
        """The hands in which the user was dealt in, newest first."""

    async def hand_log(
        self, hand: str, viewer: User | None, *, whole: bool = False
    ) -> HandLog | None: ...
    async def open_hands(self) -> tuple[Hand, ...]: ...
    async def abandons(self, user: User) -> int:
        """How many hands the user abandoned, ever."""

    # money outside tables
    async def post(self, request: Entry | TopUp) -> Posted | Refused:
        """An entry of the house itself: of no hand. The same key and request give the first row
        again, the same key for something else is refused."""

    async def purse(self, user: User, currency: str) -> Purse: ...
    async def purses(self, users: Sequence[User], currency: str) -> dict[User, Purse]: ...
    async def balances(self, accounts: Sequence[Account]) -> dict[Account, int]:
        """The persisted balance of each account; 0 for one that nobody has touched."""

    async def history(self, user: User, wanted: Filter) -> tuple[Line, ...]: ...
    async def beside(self, hands: Sequence[str], after: int, before: int) -> tuple[Beside, ...]:
        """The rows of these hands that touched no wallet, numbered between the two, in order."""

    # members and sessions
    async def add_member(self, member: Member, *gifts: Entry) -> Done | Refused:
        """Write the member and what he receives, in one transaction."""

    async def upgrade(self, member: Member) -> Done | Refused:
        """A guest registers: nick, password and terms of the same user are set, guest falls."""

    async def member(self, user: User) -> Member | None: ...
    async def member_by_nick(self, nick: str) -> Member | None:
        """Case and compatible forms of letters do not count."""

    async def house_players(self) -> tuple[Member, ...]: ...
    async def set_password(self, user: User, password: str) -> bool: ...
    async def accept_terms(self, user: User, version: str, at_ms: int) -> bool: ...
    async def add_session(self, session: SessionRow) -> bool: ...
    async def session(self, token: bytes, now_ms: int) -> tuple[SessionRow, Member] | None:
        """The login behind a token, None when it has expired or never was."""

    async def end_session(self, token: bytes) -> bool: ...
    async def end_sessions(self, user: User) -> int: ...
    async def forget_sessions(self, now_ms: int) -> int:
        """Drop those that have expired."""

    # the house's pulse
    async def beat(self, at_ms: int) -> None: ...
    async def last_beat(self) -> int:
        """When the store last heard of a living server (0: never)."""

    async def close(self) -> None: ...
