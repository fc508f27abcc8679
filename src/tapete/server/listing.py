"""Tables and games as the lobby lists them."""

from __future__ import annotations

import msgspec

from tapete.bots import levels
from tapete.game.contract import Game
from tapete.server import api, public
from tapete.server.runner import Runner


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
        carry=table.carry,
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
        levels=levels(info.key),
    )
