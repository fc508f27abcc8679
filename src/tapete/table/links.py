"""Connections: who is there, what a lost one costs, and the mass disconnection (000:117).

One live connection per user and table. Every attach gets the next number; what comes from an
older one, its closing above all, is ignored, so that taking over never waits for the old socket.

Mass disconnection. From the moment when no living seat of a hand (of two or more) is connected,
table time stands still: no grace ends, no clock runs out. If somebody living returns within 60 s
of the LAST drop, time goes on from where it stood; if nobody does, the hand is cancelled.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Cancel
from tapete.game.errors import Illegal
from tapete.table import clocks, hand
from tapete.table.draft import Draft
from tapete.table.effects import Connected
from tapete.table.facts import Fact
from tapete.table.inputs import Attached, Dropped, Resumed
from tapete.table.seats import Chair, Line, Wire
from tapete.table.table import Hand, Table

MASS = "desconexion_masiva"


def attach(draft: Draft, attached: Attached) -> None:
    """A connection came up, of somebody seated or watching."""
    table = draft.table
    gen = table.gen + 1
    draft.set(gen=gen, gens=table.gens | {attached.user: gen})
    draft.effects.append(Connected(attached.user, gen))
    chair = table.seat_of(attached.user)
    if chair is None:
        return
    if chair.line is not Line.ON:
        draft.tell(Fact.BACK, chair.number)
    used = chair.used_ms
    if chair.line is Line.GRACE:
        used += draft.now_ms - chair.since_ms
    draft.put(replace(chair.wire(Wire.ATTACH), used_ms=used, grace_ms=0))


def drop(draft: Draft, dropped: Dropped) -> None:
    """A connection went down; an older one than the newest says nothing."""
    table = draft.table
    if table.gens.get(dropped.user) != dropped.gen:
        return
    gens = dict(table.gens)
    del gens[dropped.user]
    draft.set(gens=gens)
    chair = table.seat_of(dropped.user)
    if chair is not None and not chair.house:
        start_grace(draft, chair)


def start_grace(draft: Draft, chair: Chair) -> None:
    """From now on the seat is kept for the length of the grace, to the millisecond."""
    now = draft.now_ms
    grace = clocks.grace_of(draft.game, draft.table, chair, now)
    draft.put(replace(chair.wire(Wire.DROP), grace_ms=grace, since_ms=now, dropped_ms=draft.at_ms))
    draft.tell(Fact.DROPPED, chair.number, amount=grace - now)


def expire(draft: Draft, chair: Chair) -> None:
    """The grace ended: the seat is freed, or sits out where the game keeps absent seats."""
    if draft.game.info.away == "leave":
        hand.get_up(draft, chair.number, "grace")
        return
    draft.put(replace(chair.wire(Wire.EXPIRE), wish="out", grace_ms=0))
    draft.tell(Fact.AWAY, chair.number)


def resume(draft: Draft, resumed: Resumed, down_ms: int) -> None:
    """The node is back: clocks get the downtime, and everybody has dropped just now."""
    table = draft.table
    draft.set(gens={})
    if table.frozen_ms is None:
        draft.set(skew_ms=table.skew_ms + down_ms)
    else:
        draft.set(mass_ms=resumed.at_ms + clocks.MASS_MS)
    for chair in table.chairs:
        if not chair.taken or chair.house:
            continue
        if chair.line is Line.ON:
            start_grace(draft, chair)
        else:
            draft.put(replace(chair, dropped_ms=resumed.at_ms))


# ── mass disconnection ───────────────────────────────────────────────────────────────────────
def watch(draft: Draft) -> None:
    """Stop or restart table time as the living seats come and go."""
    table = draft.table
    lonely = table.hand is not None and _lonely(draft, table, table.hand)
    if lonely and table.frozen_ms is None:
        _freeze(draft)
    elif table.frozen_ms is not None and not lonely:
        draft.set(skew_ms=table.skew_ms + draft.at_ms - table.frozen_ms, frozen_ms=None)
        draft.tell(Fact.THAWED)


def _lonely(draft: Draft, table: Table, running: Hand) -> bool:
    if running.stuck or table.question is None:
        return False
    alive = draft.game.alive(running.state)
    return len(alive) > 1 and not any(table.chair(seat).connected for seat in alive)


def _freeze(draft: Draft) -> None:
    table = draft.table
    alive = draft.game.alive(draft.hand.state)
    drops = [table.chair(seat).dropped_ms for seat in alive if table.chair(seat).taken]
    last = max(drops, default=draft.at_ms)
    draft.set(frozen_ms=draft.at_ms, mass_ms=max(last + clocks.MASS_MS, draft.at_ms))
    draft.tell(Fact.FROZEN, amount=draft.table.mass_ms - draft.at_ms)


def nobody_came(draft: Draft) -> None:
    """Nobody came back in time: the hand is cancelled. Where the game has nothing left to cancel
    it is played to its end by its clocks."""
    try:
        hand.command(draft, Cancel(MASS))
    except Illegal:
        draft.set_hand(stuck=True)
