"""A person's command as an input of the table, with what only the server can know."""

from __future__ import annotations

from typing import Any

from tapete.game.contract import Game
from tapete.server import wire
from tapete.server.codes import ServerCode
from tapete.server.jobs import Command
from tapete.server.options import valid
from tapete.server.parts import Parts
from tapete.table.errors import Code as TableCode
from tapete.table.inputs import Close, HostSet, Input, Play, Ready, Sit, Stand, Wished
from tapete.table.table import Table


async def asked(
    parts: Parts[Any], game: Game, table: Table, job: Command
) -> Input | ServerCode | TableCode:
    """The input, stamped when the command came, under the connection that it came through. At a
    table whose chips are the wallet the balance is read, and a seat claimed (P-A3); the runner
    releases the claim when it has answered."""
    at_ms, user, gen = job.at_ms, job.user, max(c.gen for c in job.waiting)
    wallet = game.info.bank == "wallet"
    match job.frame.do:
        case wire.DoSit(seat=seat, chips=chips):
            if wallet and not parts.room.claim(user, table.id):
                return ServerCode.SEATED_ELSEWHERE
            if wallet:
                chips = (await parts.store.purse(user, game.info.currency)).balance
            nick, left = job.waiting[0].nick, await parts.store.abandons(user)
            return Sit(at_ms, user, nick, chips, seat, gen=gen, abandons=left)
        case wire.DoStand():
            return Stand(at_ms, user, gen)
        case wire.DoReady(on=on):
            held = None
            if wallet and on:
                held = (await parts.store.purse(user, game.info.currency)).balance
            return Ready(at_ms, user, on, held, gen)
        case wire.DoWish(wish=wish):
            return Wished(at_ms, user, wish, gen)
        case wire.DoOptions(rules=rules):
            if not valid(game, rules):
                return TableCode.RULES_WRONG
            return HostSet(at_ms, user, dict(rules), gen)
        case wire.DoClose():
            return Close(at_ms, "host", user, gen)
        case wire.DoAct() as do:
            act = (do.move, do.amount, do.cards, do.option)
            return Play(at_ms, user, do.hand, do.turn, *act, gen)
