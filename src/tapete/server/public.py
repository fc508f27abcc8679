"""What everybody may know of a table around its hand, from the table's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from tapete.game.contract import Decide, Game, Seat, View
from tapete.server import wire
from tapete.table import clocks
from tapete.table.inputs import User
from tapete.table.seats import IN_HAND, Chair, Life, Line
from tapete.table.table import Status, Table

Word = Literal["waiting", "playing", "closing", "closed", "frozen"]


def info(game: Game, table: Table) -> wire.TableInfo:
    """What the lobby and a snapshot say of a table for as long as its options stay."""
    least, most, stake = game.entry(table.rules)
    return wire.TableInfo(
        table=table.id,
        name=table.name,
        game=table.key,
        version=table.version,
        currency=game.info.currency,
        bank=game.info.bank,
        practice=table.practice,
        capacity=len(table.chairs),
        least=least,
        most=most,
        stake=stake,
        rules=msgspec.to_builtins(table.rules),
    )


def status(table: Table) -> Word:
    """The table's condition in the client's words."""
    match table.status:
        case Status.CLOSED:
            return "closed"
        case Status.FROZEN:
            return "frozen"
        case Status.CLOSING | Status.DRAINING:
            return "closing"
    return "playing" if table.hand else "waiting"


def may_watch(table: Table, user: User) -> bool:
    """Practice tables are open to everybody's eyes; a table of value only to who sits there."""
    return table.practice or table.seat_of(user) is not None


def people(table: Table, dealt: Mapping[Seat, User]) -> dict[Seat, str]:
    """The nicks of those who were dealt in, as far as they have not given their seat back."""
    return {
        chair.number: chair.nick
        for chair in table.chairs
        if chair.number in dealt and (chair.user == dealt[chair.number] or chair.life is Life.LEFT)
    }


def state(
    game: Game,
    table: Table,
    view: View | None,
    frozen: bool = False,
    nicks: Mapping[Seat, str] | None = None,
) -> wire.TableState:
    """The table around the hand. `view` = what a spectator sees of the running hand; `frozen` =
    its runner has stopped it; `nicks` = who was dealt into the hand on the felt."""
    opens_ms = 0
    if clocks.enough(game, table):
        opens_ms = max(table.rest_ms + table.skew_ms, table.now_ms)
    return wire.TableState(
        status="frozen" if frozen else status(table),
        hand=table.hand.id if table.hand else "",
        hands=table.hands,
        seats=tuple(_seat(table, chair) for chair in table.chairs if chair.life != Life.EMPTY),
        clock=_clock(game, table, view),
        opens_ms=opens_ms,
        cancels_ms=table.mass_ms if table.frozen_ms is not None else 0,
        carry=table.carry,
        people={str(seat): nick for seat, nick in (nicks or {}).items()},
    )


def _seat(table: Table, chair: Chair) -> wire.SeatState:
    grace = chair.line is Line.GRACE
    return wire.SeatState(
        seat=chair.number,
        nick=chair.nick,
        house=chair.house,
        chips=chair.chips,
        ready=chair.life in (Life.READY, Life.PLAYING),
        connected=chair.connected,
        wish=chair.wish,
        grace_ends_ms=_wall(table, chair.grace_ms) if grace else 0,
        hurry=chair.hurried,
        waiting=table.hand is not None and chair.life not in IN_HAND,
        left=chair.life is Life.LEFT,
        host=chair.taken and chair.user == table.host,
        abandons=chair.abandons,
    )


def _wall(table: Table, table_ms: int) -> int:
    """A moment of table time on the wall. While clocks stand it is what would be left."""
    return table_ms + table.skew_ms


def _clock(game: Game, table: Table, view: View | None) -> wire.Clock | None:
    """The running deadline. Of a sealed window the seats are those that the view names: who has
    answered is nobody's business."""
    hand = table.hand
    if hand is None or not isinstance(hand.need, Decide):
        return None
    need = hand.need
    asked = view.asks if need.sealed and view is not None else need.seats
    length = clocks.question_ms(game, table, need)
    ends_ms = _wall(table, hand.due_ms)
    held = table.frozen_ms is not None
    return wire.Clock(need.clock, asked, ends_ms - length, ends_ms, held)
