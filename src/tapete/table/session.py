"""A session: a run of hands that share a memory (who is mano, what is owed).

It ends when fewer than two seats stay occupied; besides, by the game's `Info.session`, when
somebody sits down or gets up, when no hand ended for a time, or after a number of hands. The next
hand then inherits nothing and draws again. What lies in `carry` is the table's and stays.
"""

from __future__ import annotations

from typing import Any

from tapete.game.contract import Game
from tapete.table import clocks
from tapete.table.draft import Draft
from tapete.table.table import Table

TWO = 2  # seats that make a session, whatever a hand needs


def seats_changed(draft: Draft) -> None:
    """Somebody sat down or got up."""
    taken = sum(chair.taken for chair in draft.table.chairs)
    if taken < TWO or draft.game.info.session.same_seats:
        draft.set(broken=True)


def inherited(game: Game, table: Table, now_ms: int) -> Any:
    """What a hand that opens now inherits: None = it begins a session. A table's rules may say
    otherwise than the game how long it may rest."""
    idle_s = game.info.session.idle_s
    if idle_s is not None:
        idle_s = getattr(table.rules, clocks.IDLE, idle_s)
    if table.broken or (idle_s is not None and now_ms - table.over_ms >= idle_s * 1000):
        return None
    return table.memory


def running(game: Game, table: Table) -> bool:
    """A session of a fixed number of hands has begun: it takes no newcomers."""
    return game.info.session.hands and not table.broken and table.played > 0


def complete(game: Game, table: Table) -> bool:
    """All the hands of such a session are played."""
    if not game.info.session.hands:
        return False
    return bool(table.played >= table.rules.manos)
