"""The practice tables of a new house: which there are, who of the house sits, and how well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class First(NamedTuple):
    """A practice table of the first boot: `house` = seats of house players, `level` = how well
    they play (empty: as well as they can), `rules` = what differs from the game's defaults."""

    name: str
    house: int = 0
    level: str = ""
    rules: Mapping[str, Any] = {}


FIRST: Final[Mapping[str, tuple[First, ...]]] = {
    "primera": (
        First("El Cafetal", 3),
        First("La Ceiba", 4, rules={"pique_minimo": 1_000, "entrada_minima": 5_000}),
        First("Los Llanos", 2, rules={"pique_minimo": 10_000, "entrada_minima": 100_000}),
        First("El Zaguán"),
    ),
    "caida": (
        First("La Escuelita", 1, "greedy", {"jugadores": 2}),
        First("El Samán", 2, "good", {"costo": 2_000, "jugadores": 3}),
        First("El Corredor", 0, rules={"costo": 1_000, "doble_tribilin": True}),
    ),
}
ANY: Final = (First("La Primera", 2), First("La Segunda"))  # of a game that has none of its own


def first_tables(key: str) -> tuple[First, ...]:
    """The tables that a new house opens for this game."""
    return FIRST.get(key, ANY)
