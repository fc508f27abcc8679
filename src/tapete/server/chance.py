"""The operating system's random numbers, fetched in larger pieces.

A shuffle asks for a byte at a time and every event for a salt; a call into the system for each
would be a tenth of the server's work. Used bytes are dropped. A process that forks must make its
own: a copy would hand out the same bytes twice.
"""

from __future__ import annotations

import os

PIECE = 4_096  # bytes fetched at once


class SystemChance:
    """n -> n bytes of the operating system's CSPRNG."""

    def __init__(self) -> None:
        self._left = b""
        self._at = 0

    def __call__(self, n: int) -> bytes:
        """The next n bytes, which nobody has had."""
        end = self._at + n
        if end > len(self._left):
            self._left, self._at, end = os.urandom(max(PIECE, n)), 0, n
        found = self._left[self._at : end]
        self._at = end
        return found
