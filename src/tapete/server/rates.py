"""Limits on how often something may happen, counted with the server's clock."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Bucket:
    """`burst` at once, then `per_s` a second. Counted in thousandths, so no rounding is lost."""

    def __init__(self, burst: int, per_s: int, now_ms: int) -> None:
        self._most, self._per_s = burst * 1000, per_s
        self._left, self._seen_ms = self._most, now_ms

    def take(self, now_ms: int) -> bool:
        """Take one if there is one."""
        grown = self._left + (now_ms - self._seen_ms) * self._per_s
        self._left, self._seen_ms = min(self._most, grown), now_ms
        if self._left < 1000:
            return False
        self._left -= 1000
        return True


class Throttle:
    """A bucket per key (an address, a nick) that forgets the oldest keys, so memory is bounded.
    `every_ms` = how long until one more is allowed."""

    def __init__(self, burst: int, every_ms: int, keys: int = 10_000) -> None:
        self._burst, self._every_ms, self._keys = burst, every_ms, keys
        self._due: OrderedDict[Hashable, int] = OrderedDict()

    def take(self, key: Hashable, now_ms: int) -> bool:
        """Whether one more is allowed for `key` now; if so it is counted."""
        due = max(self._due.pop(key, 0), now_ms)
        allowed = due - now_ms <= (self._burst - 1) * self._every_ms
        self._due[key] = due + self._every_ms if allowed else due
        if len(self._due) > self._keys:
            self._due.popitem(last=False)
        return allowed
