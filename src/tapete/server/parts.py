"""What all runners of a server share, and what one asks of the room around it.

`R` is the runner itself, which is above this module and which nothing here has to know.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from tapete.record.shuffle import Entropy
from tapete.server.clock import Clock
from tapete.server.metrics import Metrics
from tapete.server.projection import Chain
from tapete.store.port import Store
from tapete.table.inputs import User

R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)


class Neighbours(Protocol[R_contra]):
    """What a runner asks of the room around it."""

    def claim(self, user: User, table: str) -> bool: ...
    def release(self, user: User, table: str) -> None: ...
    def moved(self, runner: R_contra, chain: Chain) -> None: ...
    async def reload(self, runner: R_contra) -> None: ...


class Parts(Struct, Generic[R], frozen=True):
    """What all runners of a server share."""

    store: Store
    clock: Clock
    entropy: Entropy
    metrics: Metrics
    room: Neighbours[R]
