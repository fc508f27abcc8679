"""The one clock of the server: what time it is, and a call when a time has come.

Everything that waits asks this port, so that a test can play a day in a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, never going back, and timers on them."""

    def now_ms(self) -> int: ...
    def at(self, when_ms: int, call: Callable[[], None]) -> Timer: ...


class SystemClock:
    """Wall time at boot plus what the monotonic clock has counted since: a correction of the
    machine's time moves no deadline."""

    def __init__(self) -> None:
        self._boot_ms = time.time_ns() // 1_000_000
        self._boot_ns = time.monotonic_ns()

    def never_below(self, floor_ms: int) -> None:
        """The log says that it was later already: go on from there."""
        self._boot_ms += max(0, floor_ms - self.now_ms())

    def now_ms(self) -> int:
        return self._boot_ms + (time.monotonic_ns() - self._boot_ns) // 1_000_000

    def at(self, when_ms: int, call: Callable[[], None]) -> Timer:
        return _SystemTimer(self, when_ms, call)


class _SystemTimer:
    """A loop timer that sleeps again when the loop wakes it a little early."""

    def __init__(self, clock: SystemClock, when_ms: int, call: Callable[[], None]) -> None:
        self._clock, self._when_ms, self._call = clock, when_ms, call
        self._arm()

    def _arm(self) -> None:
        wait = max(0, self._when_ms - self._clock.now_ms()) / 1000
        self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        if self._clock.now_ms() < self._when_ms:
            self._arm()
        else:
            self._call()

    def cancel(self) -> None:
        self._handle.cancel()
