"""What a person may ask for when he makes a table or sets its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.game.contract import Game
from tapete.table.table import new_table

MOST_CHIPS = 10**9  # of any figure of a table: far above what a wallet can hold
MOST_LISTED = 12  # denominations
LONGEST_S = 600  # of any clock
THOUGHT_S = 20  # a clock of so long is somebody's time to decide: never 0, as a pause may be


def valid(game: Game, fields: Mapping[str, Any], house: int = 0) -> bool:
    """Whether these fields make rules of this game: known names, exact types, sane figures, the
    game's own checks, and a seat left for a person beside the house players."""
    kind, info = game.info.rules, game.info
    if set(fields) - set(kind.__struct_fields__):
        return False
    try:
        rules = msgspec.convert(dict(fields), kind, strict=True)
        seats = len(new_table(game, "x", "x", rules).chairs)
        least = game.entry(rules).least
    except (msgspec.ValidationError, ValueError, TypeError):
        return False
    clocks = {name: value for name, value in fields.items() if name in info.clocks}
    return (
        all(int(info.clocks[n] >= THOUGHT_S) <= c <= LONGEST_S for n, c in clocks.items())
        and all(_sane(value) for value in fields.values())
        and info.seats[0] <= seats <= info.seats[1]
        and house < seats
        and 0 <= least <= MOST_CHIPS
    )


def _sane(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return len(value) <= MOST_LISTED and all(_sane(item) for item in value)
    return not isinstance(value, int) or 0 <= value <= MOST_CHIPS
