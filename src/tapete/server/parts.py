"""What all runners of a server share, and what one asks of the room around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from tapete.record.shuffle import Entropy
from tapete.server.clock import Clock
from tapete.server.metrics import Metrics
from tapete.server.projection import Chain
from tapete.store.port import Store
from tapete.table.inputs import User

if TYPE_CHECKING:
    from tapete.server.runner import Runner


class Neighbours(Protocol):
    """What a runner asks of the room around it."""

    def claim(self, user: User, table: str) -> bool: ...
    def release(self, user: User, table: str) -> None: ...
    def moved(self, runner: Runner, chain: Chain) -> None: ...
    async def reload(self, runner: Runner) -> None: ...


class Parts(Struct, frozen=True):
    """What all runners of a server share."""

    store: Store
    clock: Clock
    entropy: Entropy
    metrics: Metrics
    room: Neighbours
