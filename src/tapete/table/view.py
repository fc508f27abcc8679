"""What everybody may know of a table, built up from public facts, and whose hand view is whose.

Nothing here is a table with things taken out: each field is put in by name. User ids and
connections are not among them; a person learns his own seat from the server.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from tapete.game.contract import Game, Offer, Seat, View, Wish
from tapete.table.clocks import enough
from tapete.table.inputs import HandId, User
from tapete.table.seats import IN_HAND, Chair, Life, Line
from tapete.table.table import Status, Table, room

WaitsFor: TypeAlias = Literal[
    "players",  # too few seats are taken
    "ready",  # enough sit, too few are ready
    "pause",  # the next hand, at until_ms
    "turn",  # the asked seats, until until_ms
    "return",  # somebody who lost his connection, until until_ms
    "nothing",  # the table is closed, closing, draining or frozen
]


class ChairView(Struct, frozen=True, omit_defaults=True):
    """A taken seat, or one that its person left in the running hand (life «left»).

    `chips` between hands; in a hand the hand's own view counts. `grace_until_ms` = wall time when
    its grace ends (None while it stands still)."""

    seat: Seat
    nick: str
    life: Life
    line: Line = Line.ON
    house: bool = False
    host: bool = False
    chips: int = 0
    wish: Wish = "play"
    hurried: bool = False
    grace_until_ms: int | None = None


class TableView(Struct, frozen=True, omit_defaults=True):
    """The table as lobby and players see it. All `_ms` are wall time, in milliseconds.

    `waits_for` says what everything waits for, `until_ms` until when (None: no limit), `clock`
    and `clock_ms` the clock's name and whole length, `asks` the seats (of a sealed window all of
    them until it closes). `phase` and `pots` are in the hand's own view.
    """

    id: str
    name: str
    game: str
    version: str
    rules: dict[str, Any]
    currency: str
    practice: bool
    status: Status
    fewest: int
    seats: int
    least: int
    stake: int
    most: int | None = None
    why: str = ""
    chairs: tuple[ChairView, ...] = ()
    session: int = 0
    hand: HandId = ""
    phase: str = ""
    carry: int = 0
    waits_for: WaitsFor = "nothing"
    until_ms: int | None = None
    clock: str = ""
    clock_ms: int = 0
    asks: tuple[Seat, ...] = ()


def public(game: Game, table: Table) -> TableView:
    """Everything of a table that everybody may know."""
    fewest, seats = room(game, table.rules)
    least, most, stake = game.entry(table.rules)
    waits_for, until_ms = _waiting(game, table)
    running, question = table.hand, table.question
    seen = None if running is None else game.view(running.state, None)
    return TableView(
        id=table.id,
        name=table.name,
        game=table.key,
        version=table.version,
        rules=msgspec.to_builtins(table.rules),
        currency=game.info.currency,
        practice=table.practice,
        status=table.status,
        fewest=fewest,
        seats=seats,
        least=least,
        stake=stake,
        most=most,
        why=table.why,
        chairs=tuple(_chair(table, c) for c in table.chairs if c.life is not Life.EMPTY),
        session=table.session,
        hand="" if running is None else running.id,
        phase="" if seen is None else seen.phase,
        carry=table.carry,
        waits_for=waits_for,
        until_ms=until_ms,
        clock="" if question is None else question.clock,
        clock_ms=0 if running is None or question is None else running.clock_ms,
        asks=() if seen is None else seen.asks,
    )


def _chair(table: Table, chair: Chair) -> ChairView:
    running = chair.line is Line.GRACE and table.frozen_ms is None
    return ChairView(
        seat=chair.number,
        nick=chair.nick,
        life=chair.life,
        line=chair.line,
        house=chair.house,
        host=chair.taken and chair.user == table.host,
        chips=chair.chips,
        wish=chair.wish,
        hurried=chair.hurried,
        grace_until_ms=chair.grace_ms + table.skew_ms if running else None,
    )


def _waiting(game: Game, table: Table) -> tuple[WaitsFor, int | None]:
    if table.hand is not None:
        if table.frozen_ms is not None:
            return "return", table.mass_ms
        return "turn", table.hand.due_ms + table.skew_ms
    if table.status is not Status.OPEN:
        return "nothing", None
    if enough(game, table):
        return "pause", table.rest_ms + table.skew_ms
    taken = sum(chair.taken for chair in table.chairs)
    return ("players" if taken < room(game, table.rules)[0] else "ready"), None


# ── whose hand view is whose ─────────────────────────────────────────────────────────────────
def hand_seat(table: Table, user: User) -> Seat | None:
    """The seat whose eyes this user has in the running hand: None = a spectator's. Who left is
    one, whoever sits down meanwhile too."""
    chair = table.seat_of(user)
    if table.hand is None or chair is None or chair.life not in IN_HAND:
        return None
    return chair.number


def view_for(game: Game, table: Table, user: User) -> View | None:
    """The running hand as this user may see it."""
    if table.hand is None:
        return None
    return game.view(table.hand.state, hand_seat(table, user))


def offers_for(game: Game, table: Table, user: User) -> tuple[Offer, ...]:
    """What this user may do in the running hand."""
    seat = hand_seat(table, user)
    if table.hand is None or seat is None:
        return ()
    return game.offers(table.hand.state, seat)


def may_watch(table: Table, user: User) -> bool:
    """Practice tables are open to everybody's eyes; a table of value only to who sits there."""
    return table.practice or table.seat_of(user) is not None
