"""What lies in a table's mailbox, and what a runner reads off an outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from tapete.server import wire
from tapete.server.connection import Connection
from tapete.server.projection import Chain
from tapete.table import effects as fx
from tapete.table.inputs import Input, User

# What the store can only say when a fault of ours is behind it: the table is frozen.
FATAL = frozenset({
    "fence_lost", "balance_differs", "pot_not_empty", "lock_left", "lock_lost", "hand_unknown",
    "hand_open", "key_conflict", "key_used", "constraint",
})  # fmt: skip
TOLD = frozenset({"en_juego", "balance_low", "busy"})  # what a player can do something about


class Command(Struct):
    """A command of a person, and the connections that wait for its answer."""

    at_ms: int
    user: User
    frame: wire.Cmd
    fingerprint: bytes
    waiting: list[Connection]


class Arrival(Struct, frozen=True):
    """A connection that says hello."""

    at_ms: int
    connection: Connection
    hello: wire.Hello


class Fed(Struct, frozen=True):
    """An input of the house itself (a tick, a drop, a house player); `heard` learns the code."""

    input: Input
    heard: Callable[[str], None] | None = None
    tries: int = 0


Job: TypeAlias = Command | Arrival | Fed


def refusal(chain: Chain, user: User) -> str:
    """The code with which the table refused this user's input ("" = it was done)."""
    for effect in chain.effects:
        if isinstance(effect, fx.Refused) and effect.user == user:
            return str(effect.code)
    return ""


def gen_of(chain: Chain, user: User) -> int:
    """The number that the table gave to this user's newest connection (0: none)."""
    for effect in chain.effects:
        if isinstance(effect, fx.Connected) and effect.user == user:
            return effect.gen
    return 0


def kind_of(account: str) -> str:
    """An account as a log may name it: whose it is stays out."""
    kind, _, rest = account.partition(":")
    return kind if kind == "user" else f"{kind}:{rest}" if "seat-stack" not in rest else "stack"


def where_of(error: BaseException) -> str:
    """File and line of a fault, without the values that it met."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (
        f"{trace.tb_frame.f_code.co_filename.rpartition('tapete/')[2]}:{trace.tb_lineno}"
        if (trace)
        else ""
    )
