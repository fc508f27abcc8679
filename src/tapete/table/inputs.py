"""What can happen to a table, as data.

Every input carries `at_ms`, the moment when it entered the table's mailbox (wall milliseconds,
never below the last one). `step` first applies all that is due at or before that moment, so the
order of 59.999 and 60.000 is decided here and not by the scheduler.

`gen` is the connection that a person's input came through (the effect `Connected` names it). An
input of an older connection is refused; 0 = it came by no connection (house player, REST).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from tapete.game.contract import Card, Seat, Wish

User: TypeAlias = str
HandId: TypeAlias = str


class Sit(Struct, frozen=True, tag="sit", omit_defaults=True):
    """Take a seat (0 = any). `chips`: the wallet's balance where the wallet is the bank, else the
    buy-in. A house player counts as connected; a person should be attached before. `abandons` =
    how many hands he has abandoned anywhere: everybody may see it."""

    at_ms: int
    user: User
    nick: str
    chips: int
    seat: Seat = 0
    house: bool = False
    gen: int = 0
    abandons: int = 0


class Stand(Struct, frozen=True, tag="stand", omit_defaults=True):
    """Get up for good. In a hand it is the game's Leave, at once."""

    at_ms: int
    user: User
    gen: int = 0


class Ready(Struct, frozen=True, tag="ready", omit_defaults=True):
    """Ready for the next hand, or not. `chips` = the wallet's balance if the runner knows it:
    a seat that cannot pay the stake is then refused at once and not only before the deal."""

    at_ms: int
    user: User
    on: bool = True
    chips: int | None = None
    gen: int = 0


class Wished(Struct, frozen=True, tag="wished", omit_defaults=True):
    """How the seat wants to be dealt in from now on: play, wait, post, or out (sit out)."""

    at_ms: int
    user: User
    wish: Wish
    gen: int = 0


class Play(Struct, frozen=True, tag="play", omit_defaults=True):
    """A move in the hand `hand`, answering the question `turn`."""

    at_ms: int
    user: User
    hand: HandId
    turn: int
    move: str
    amount: int | None = None
    cards: tuple[Card, ...] = ()
    option: str | None = None
    gen: int = 0


class Attached(Struct, frozen=True, tag="attached"):
    """A connection of this user (seated or watching) came up; it replaces the one before."""

    at_ms: int
    user: User


class Dropped(Struct, frozen=True, tag="dropped"):
    """The connection `gen` of this user is gone. Ignored when a newer one has taken over."""

    at_ms: int
    user: User
    gen: int


class Expel(Struct, frozen=True, tag="expel"):
    """The house takes the seat away. In a hand it is the game's Leave."""

    at_ms: int
    user: User
    why: str


class Tick(Struct, frozen=True, tag="tick"):
    """Nothing happened but time."""

    at_ms: int


class Shuffled(Struct, frozen=True, tag="shuffled"):
    """The answer to `NeedShuffle`, within the same step of the runner."""

    at_ms: int
    order: tuple[Card | Seat, ...]


class Staked(Struct, frozen=True, tag="staked"):
    """The answer to `NeedStakes`, within the same step of the runner: the balance of every wallet
    that could be locked, and the users whose wallet is locked by another hand."""

    at_ms: int
    chips: dict[User, int]
    refused: tuple[User, ...] = ()


class HostSet(Struct, frozen=True, tag="host_set", omit_defaults=True):
    """The host changes the options between hands: the fields of Rules that differ from the
    game's defaults. Everybody has to be ready again."""

    at_ms: int
    user: User
    rules: dict[str, Any]
    gen: int = 0


class Close(Struct, frozen=True, tag="close", omit_defaults=True):
    """The table closes: by the house (`user` empty), or by the host when nobody else is at it. The
    hand is cancelled, or played out where nothing is left to cancel."""

    at_ms: int
    why: str
    user: User = ""
    gen: int = 0


class Annul(Struct, frozen=True, tag="annul"):
    """The house cancels the hand and the table goes on (an upgrade that cannot wait)."""

    at_ms: int
    why: str


class Drain(Struct, frozen=True, tag="drain"):
    """While on, no new hand opens (an upgrade is coming)."""

    at_ms: int
    on: bool


class Upgraded(Struct, frozen=True, tag="upgraded"):
    """The program plays this version of the rules from now on. Only between hands: a hand never
    changes its version."""

    at_ms: int
    version: str


class Resumed(Struct, frozen=True, tag="resumed"):
    """The node is back after `down_ms`. Clocks get that time back; every connection is gone, and
    for the mass disconnection this moment is the last drop."""

    at_ms: int
    down_ms: int


Input: TypeAlias = (
    Sit
    | Stand
    | Ready
    | Wished
    | Play
    | Attached
    | Dropped
    | Expel
    | Tick
    | Shuffled
    | Staked
    | HostSet
    | Close
    | Annul
    | Drain
    | Upgraded
    | Resumed
)
