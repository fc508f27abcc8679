"""The tables that a new house opens with, so that one person can play at once."""

from __future__ import annotations

from tapete.bots import first_tables
from tapete.server.room import Room


async def open_first_tables(room: Room) -> None:
    """Open them where there is no table yet: at the first boot, and for a game that is new."""
    have = {runner.table.key for runner in room.runners.values()}
    for key in room.registry:
        if key not in have:
            for first in first_tables(key):
                await room.create(
                    key, first.name, first.rules, house=first.house, level=first.level
                )
