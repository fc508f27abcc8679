"""A seat of the table and its life.

A seat has two lives side by side. The first is what its person does with it:

- EMPTY: anybody may sit down.
- WAITING: somebody sits and is not ready (or was made unready: silent, short, new options).
- READY: wants to be dealt in.
- PLAYING: dealt into the running hand, and ready for the next one.
- LAST: dealt into the running hand, not ready for the next one.
- LEFT: its person left while the hand runs. He is gone at once; the seat's number belongs to the
  hand until it is over, so that no newcomer is taken for his predecessor.

The second is the line to its person:

- ON: connected; a house player always is.
- GRACE: the connection dropped; seat, cards and turn are kept until the grace ends.
- OFF: the grace ended and the game lets an absent seat sit out (hold'em).

Every change of either is a step in one of the two tables below; a step that a state does not
have is refused. Where the grace ends and the game says «leave», the seat takes LEAVE.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import Seat, Wish
from tapete.table.errors import Code, Refusal
from tapete.table.inputs import User


class Life(StrEnum):
    """What the person of a seat does with it."""

    EMPTY = "empty"
    WAITING = "waiting"
    READY = "ready"
    PLAYING = "playing"
    LAST = "last"
    LEFT = "left"


class Go(StrEnum):
    """The steps of a seat's life."""

    SIT = "sit"
    READY = "ready"
    UNREADY = "unready"
    DEAL = "deal"
    LEAVE = "leave"
    OVER = "over"


LIFE: dict[Life, dict[Go, Life]] = {
    Life.EMPTY: {Go.SIT: Life.WAITING},
    Life.WAITING: {Go.READY: Life.READY, Go.UNREADY: Life.WAITING, Go.LEAVE: Life.EMPTY},
    Life.READY: {
        Go.READY: Life.READY,
        Go.UNREADY: Life.WAITING,
        Go.DEAL: Life.PLAYING,
        Go.LEAVE: Life.EMPTY,
    },
    Life.PLAYING: {
        Go.READY: Life.PLAYING,
        Go.UNREADY: Life.LAST,
        Go.LEAVE: Life.LEFT,
        Go.OVER: Life.READY,
    },
    Life.LAST: {
        Go.READY: Life.PLAYING,
        Go.UNREADY: Life.LAST,
        Go.LEAVE: Life.LEFT,
        Go.OVER: Life.WAITING,
    },
    Life.LEFT: {Go.OVER: Life.EMPTY},
}


class Line(StrEnum):
    """The connection of the person of a seat."""

    ON = "on"
    GRACE = "grace"
    OFF = "off"


class Wire(StrEnum):
    """The steps of that line."""

    ATTACH = "attach"
    DROP = "drop"
    EXPIRE = "expire"


LINE: dict[Line, dict[Wire, Line]] = {
    Line.ON: {Wire.ATTACH: Line.ON, Wire.DROP: Line.GRACE},
    Line.GRACE: {Wire.ATTACH: Line.ON, Wire.EXPIRE: Line.OFF},
    Line.OFF: {Wire.ATTACH: Line.ON},
}

IN_HAND = (Life.PLAYING, Life.LAST, Life.LEFT)
HURRIED_AFTER = 2  # clocks that run out in a row until a seat is hurried


class Chair(Struct, frozen=True):
    """One seat of the table.

    `chips` = the stack where chips are bought, else the wallet's balance as last told. `silences`
    = clocks that ran out in a row. `grace_ms` = end of the grace in table time (clocks.py),
    `since_ms` = when it began, `used_ms` = what earlier ones took of the total for this hand;
    `dropped_ms` = wall time of the last drop. `locked` = was told that its wallet is staked in
    another hand. `abandons` = hands that its person has abandoned, as told on sitting down.
    """

    number: Seat
    life: Life = Life.EMPTY
    line: Line = Line.ON
    user: User = ""
    nick: str = ""
    house: bool = False
    chips: int = 0
    wish: Wish = "play"
    silences: int = 0
    grace_ms: int = 0
    since_ms: int = 0
    used_ms: int = 0
    dropped_ms: int = 0
    locked: bool = False
    abandons: int = 0

    def go(self, step: Go) -> Chair:
        """The seat one step of its life further; an empty one forgets its person."""
        life = LIFE[self.life].get(step)
        if life is None:
            raise Refusal(Code.NOT_NOW)
        if life is Life.EMPTY:
            return Chair(self.number)
        if life is Life.LEFT:
            return Chair(self.number, life=Life.LEFT, nick=self.nick, house=self.house)
        return replace(self, life=life)

    def wire(self, step: Wire) -> Chair:
        """The seat with its line one step further."""
        line = LINE[self.line].get(step)
        if line is None:
            raise Refusal(Code.NOT_NOW)
        return replace(self, line=line)

    @property
    def taken(self) -> bool:
        """Somebody sits here; a seat that its person left is not taken, and not free either."""
        return self.life not in (Life.EMPTY, Life.LEFT)

    @property
    def connected(self) -> bool:
        return self.taken and self.line is Line.ON

    @property
    def hurried(self) -> bool:
        return self.silences >= HURRIED_AFTER

    @property
    def sitting(self) -> bool:
        """The table's part of being dealt in; the game adds its own."""
        return self.life is Life.READY and self.line is Line.ON and self.wish != "out"


def chair_of(chairs: tuple[Chair, ...], user: User) -> Chair | None:
    """Where this user sits; nobody sits twice."""
    for chair in chairs:
        if chair.user == user and chair.taken:
            return chair
    return None


def clockwise(chairs: tuple[Chair, ...], after: Seat) -> tuple[Chair, ...]:
    """All seats in the order of play, the one after `after` first."""
    return tuple(sorted(chairs, key=lambda chair: (chair.number <= after, chair.number)))
