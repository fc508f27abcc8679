"""Password hashes (argon2id) off the loop, on one thread with a bounded queue.

A hash takes about 120 ms and 19 MiB on purpose; the bound keeps a crowd of logins from taking the
machine. A login of an unknown nick is checked against a hash of nothing, so that neither answer
nor time tells whether a nick exists.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tapete.house.errors import Code, Refusal

T = TypeVar("T")

QUEUE = 16  # two seconds of logins; one more is told that it is crowded


class Passwords:
    """Makes and checks hashes. The parameters are OWASP's for argon2id; tests pass cheaper ones."""

    def __init__(self, memory_kib: int = 19 * 1024, time_cost: int = 2) -> None:
        self._hasher = PasswordHasher(time_cost, memory_kib, parallelism=1)
        self._pool = ThreadPoolExecutor(1, "argon2")
        self._waiting = 0
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """The hash to store."""
        return await self._run(lambda: self._hasher.hash(password))

    async def check(self, stored: str, password: str) -> bool:
        """Whether it is the password. `stored` empty: no such account, as slow as any other."""
        right = await self._run(lambda: self._matches(stored or self._nobody, password))
        return right and bool(stored)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= QUEUE:
            raise Refusal(Code.CROWDED)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the thread end."""
        self._pool.shutdown(wait=False, cancel_futures=True)
