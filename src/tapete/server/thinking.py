"""Where house players think: in a process of their own, never in the loop.

A thought gets exactly what the seat may know, as values; nothing of the server is there to be
looked at. If the server dies the process ends by itself.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection
from typing import Protocol

from tapete.bots import bot_for
from tapete.game.contract import Act, Event, Info, Offer, View

WORKERS = 1  # one core thinks for all tables: a thought takes milliseconds
MOST_S = 10  # a thought that takes longer is given up; silence answers


class Thinker(Protocol):
    """Who finds a house player's move; `level` = how well (empty: as well as it can)."""

    async def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
        level: str = "",
    ) -> Act: ...
    def close(self) -> None: ...


class Pool:
    """Thinks in another process; it is started when somebody first has to think."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
        level: str = "",
    ) -> Act:
        """The move of the seat that owns `view`."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(WORKERS, context, initializer=_outlive_nobody)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(MOST_S):
            return await loop.run_in_executor(
                self._pool, _think, info, view, offers, tuple(events), seed, level
            )

    def close(self) -> None:
        """Let the process end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _think(
    info: Info,
    view: View,
    offers: tuple[Offer, ...],
    events: tuple[Event, ...],
    seed: int,
    level: str,
) -> Act:
    return bot_for(info, level).think(info, view, offers, events, seed)


def _outlive_nobody() -> None:
    """End with the server, however that ends; a terminal's Ctrl-C is the server's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent.sentinel,), daemon=True).start()


def _wait_for(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)
