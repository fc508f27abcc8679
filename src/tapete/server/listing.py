"""Tables and games as the lobby lists them, and which rules a new table may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.game.contract import Game
from tapete.server import api, public
from tapete.server.runner import Runner
from tapete.table.table import new_table

MOST_CHIPS = 10**9  # of any figure of a table: far above what a wallet can hold
MOST_LISTED = 12  # denominations
LONGEST_S = 600  # of any clock
THOUGHT_S = 20  # a clock of so long is somebody's time to decide: never 0, as a pause may be


def row_of(runner: Runner) -> api.TableRow:
    """A table as the lobby lists it."""
    table, info = runner.table, public.info(runner.game, runner.table)
    taken = [chair for chair in table.chairs if chair.taken]
    people = sum(not chair.house and chair.connected for chair in taken)
    return api.TableRow(
        table=table.id,
        name=table.name,
        game=table.key,
        version=table.version,
        currency=info.currency,
        practice=table.practice,
        capacity=info.capacity,
        taken=len(taken),
        house=sum(chair.house for chair in taken),
        watching=max(0, len(runner.audience.viewers) - people),
        status="frozen" if runner.frozen else public.status(table),
        phase=runner.audience.scene.phase,
        least=info.least,
        most=info.most,
        stake=info.stake,
        rules=info.rules,
    )


def game_row(game: Game) -> api.GameRow:
    """A game, with the default figures of its tables."""
    info = game.info
    return api.GameRow(
        key=info.key,
        version=info.version,
        seats=info.seats,
        decks=info.decks,
        bank=info.bank,
        currency=info.currency,
        phases=info.phases,
        moves=info.moves,
        facts=info.facts,
        role=info.role,
        rules=msgspec.to_builtins(info.rules()),
    )


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
