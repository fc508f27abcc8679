"""The tables that a new house opens with, so that one person can play at once."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tapete.server.room import Room


class First(Struct, frozen=True):
    """A practice table of the first boot; `house` = seats of house players."""

    name: str
    house: int
    rules: dict[str, Any] = {}


FIRST: dict[str, tuple[First, ...]] = {
    "primera": (
        First("El Cafetal", 3),
        First("La Ceiba", 4, {"pique_minimo": 1000, "entrada_minima": 5000}),
        First("Los Llanos", 2, {"pique_minimo": 10000, "entrada_minima": 100000}),
        First("El Zaguán", 0),
    ),
}
ANY = (First("La Primera", 2), First("La Segunda", 0))  # of a game that has none of its own


async def open_first_tables(room: Room) -> None:
    """Open them where there is no table yet: at the first boot, and for a game that is new."""
    have = {runner.table.key for runner in room.runners.values()}
    for key in room.registry:
        if key not in have:
            for first in FIRST.get(key, ANY):
                await room.create(key, first.name, first.rules, house=first.house)
