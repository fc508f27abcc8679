"""Every frame of the socket, in one place; `web/src/lib/wire.ts` is generated from here.

Frames are JSON texts with a `type`. The client sends `hello` (which table it looks at and what it
has seen), `cmd` and `ping`. The server sends, for every input of a table, ONE `step` to every
viewer with exactly what that viewer may see and the whole View after it; the client derives
nothing, events only drive motion and log. Codes travel, never text. Times are milliseconds of the
server's clock; `now_ms` and `at_ms` let the client find its offset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tapete.game.contract import Event, Offer, View, Wish

FRAME_LIMIT = 8 * 1024  # bytes of one frame from a client; a command needs about 300
SAFE_INT = 2**53 - 1  # the largest integer that a browser keeps exact

Whole = Annotated[int, Meta(ge=0, le=SAFE_INT)]
Amount = Annotated[int, Meta(ge=-SAFE_INT, le=SAFE_INT)]
CmdId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_-]+\Z")]
Name = Annotated[str, Meta(max_length=64)]
SeatNo = Annotated[int, Meta(ge=0, le=32)]


# ── client → server ──────────────────────────────────────────────────────────────────────────
class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside: an unknown field is an error, not a surprise."""


class Hello(Strict, frozen=True, tag="hello"):
    """Look at a table. `epoch` and `seq` are of the newest envelope that the client has (0, 0:
    none); the answer is a `snapshot`."""

    table: Name
    epoch: Whole = 0
    seq: Whole = 0


class DoSit(Strict, frozen=True, tag="sit"):
    """Take a seat (0: any free one) with `chips` as buy-in (0 where the wallet is the stack)."""

    seat: SeatNo = 0
    chips: Whole = 0


class DoStand(Strict, frozen=True, tag="stand"):
    """Get up; in a hand this is leaving it."""


class DoReady(Strict, frozen=True, tag="ready"):
    """Ready for the next hand, or sitting out."""

    on: bool


class DoWish(Strict, frozen=True, tag="wish"):
    """How to come into the next hand, where the game asks."""

    wish: Wish


class DoAct(Strict, frozen=True, tag="act"):
    """A move of the game, as an answer to the question `turn` of hand `hand`."""

    hand: Name
    turn: Whole
    move: Annotated[str, Meta(min_length=1, max_length=32)]
    amount: Amount | None = None
    cards: Annotated[tuple[Annotated[str, Meta(max_length=2)], ...], Meta(max_length=16)] = ()
    option: Annotated[str, Meta(max_length=32)] | None = None


class DoOptions(Strict, frozen=True, tag="options"):
    """The host sets the table's rules between hands: the fields that differ from the game's
    defaults. Everybody has to be ready again."""

    rules: Annotated[Mapping[Annotated[str, Meta(max_length=32)], Any], Meta(max_length=64)]


class DoClose(Strict, frozen=True, tag="close"):
    """The host closes his table; nobody else may sit at it."""


Do: TypeAlias = DoSit | DoStand | DoReady | DoWish | DoAct | DoOptions | DoClose


class Cmd(Strict, frozen=True, tag="cmd"):
    """A command. `cmd_id` is unique per account and table: a repeat gets the first answer."""

    cmd_id: CmdId
    table: Name
    do: Do


class Ping(Strict, frozen=True, tag="ping"):
    """Answered by `pong` with the same `n`."""

    n: Whole = 0


ClientFrame: TypeAlias = Hello | Cmd | Ping


# ── what a table shows to everybody ──────────────────────────────────────────────────────────
class SeatState(Struct, frozen=True):
    """An occupied seat. `chips` = stack or wallet when no hand runs (in a hand the View has the
    current ones); `grace_ends_ms` = when he loses the seat if he does not come back (0: he is
    connected); `hurry` = his clocks are short; `waiting` = not in the running hand; `left` = its
    person left while the hand runs (only the nick is still of use); `host` = sets the table's
    options; `abandons` = how many hands he has abandoned anywhere."""

    seat: int
    nick: str
    house: bool
    chips: int
    ready: bool
    connected: bool
    wish: Wish = "play"
    grace_ends_ms: int = 0
    hurry: bool = False
    waiting: bool = False
    left: bool = False
    host: bool = False
    abandons: int = 0


class Clock(Struct, frozen=True):
    """The running deadline: which clock, whose, from when to when. `held` = it stands still
    (nobody of the hand is connected) and `ends_ms` only says what would be left."""

    name: str
    seats: tuple[int, ...]
    starts_ms: int
    ends_ms: int
    held: bool = False


class TableState(Struct, frozen=True):
    """The table around the hand. `hand` = id of the running hand (empty: none runs); `opens_ms` =
    when the next hand opens (0: not announced); `cancels_ms` = when a hand without anybody
    connected will be cancelled (0: not so). The View of a hand that is over stays until the next
    one opens; `people` = seat → nick of who was dealt into it, also when he has left since."""

    status: Literal["waiting", "playing", "closing", "closed", "frozen"]
    hand: str
    hands: int
    seats: tuple[SeatState, ...]
    clock: Clock | None = None
    opens_ms: int = 0
    cancels_ms: int = 0
    carry: int = 0
    people: Mapping[str, str] = {}


class TableInfo(Struct, frozen=True):
    """What stays until the host sets other options (a step then carries the new one). `rules` are
    the fields of the game's Rules; `version` is the rules version, the same as on the rules page
    and in each hand's record."""

    table: str
    name: str
    game: str
    version: str
    currency: str
    bank: Literal["wallet", "buyin", "session"]
    practice: bool
    capacity: int
    least: int
    most: int | None
    stake: int
    rules: Mapping[str, Any]


# ── proof (design: PROOF.md) ─────────────────────────────────────────────────────────────────
class Root(Struct, frozen=True):
    """The commitment to shuffle `k` of `hand`: `n` cards under one Merkle root (hex)."""

    hand: str
    k: int
    n: int
    root: str


class Opening(Struct, frozen=True):
    """That `card` lay at position `i` (0 = top) of shuffle `k`; salt and path in hex."""

    hand: str
    k: int
    i: int
    card: str
    salt: str
    path: tuple[str, ...]


# ── server → client ──────────────────────────────────────────────────────────────────────────
class Seen(Struct, frozen=True):
    """An event as this viewer may see it; `number` counts in the hand and may skip."""

    hand: str
    number: int
    at_ms: int
    event: Event


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """The answer to `hello`, and what a slow reader gets instead of what it missed.

    `tail` = `log` is exactly what came after the seq that the client named: append it. Otherwise
    `log` is the recent past and replaces what the client has. `gen` = this connection's number;
    `seat` = the viewer's own seat (0: he watches). Openings and roots are those of every card
    that view and log show.
    """

    table: str
    epoch: int
    seq: int
    gen: int
    now_ms: int
    seat: int
    tail: bool
    info: TableInfo
    state: TableState
    view: View | None
    offers: tuple[Offer, ...]
    log: tuple[Seen, ...]
    roots: tuple[Root, ...]
    openings: tuple[Opening, ...]


class StepFrame(Struct, frozen=True, tag="step"):
    """One input's outcome: what happened (as this viewer may see it) and everything after it.
    `info` = null, or the table's new options."""

    table: str
    epoch: int
    seq: int
    at_ms: int
    seat: int
    events: tuple[Seen, ...]
    state: TableState
    view: View | None
    offers: tuple[Offer, ...]
    roots: tuple[Root, ...]
    openings: tuple[Opening, ...]
    info: TableInfo | None = None


class Answer(Struct, frozen=True, tag="answer"):
    """The outcome of one command: `code` is empty when it was done, at `seq`."""

    cmd_id: str
    code: str = ""
    seq: int = 0


class Closed(Struct, frozen=True, tag="closed"):
    """The server ends this connection and says why; after `replaced` do not reconnect."""

    code: str


class Error(Struct, frozen=True, tag="error"):
    """A frame was refused; the table does not know about it."""

    code: str
    cmd_id: str = ""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `ping`, with the server's clock."""

    n: int
    now_ms: int


ServerFrame: TypeAlias = Snapshot | StepFrame | Answer | Closed | Error | Pong

decode: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
