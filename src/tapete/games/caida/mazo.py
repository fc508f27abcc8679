"""The end of a mazo (K-P4): what is left, the account of captured cards, the next dealer."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from tapete.game.contract import Event, Told
from tapete.games.caida.deal import pass_the_deal
from tapete.games.caida.state import (
    Cause,
    Fact,
    Player,
    State,
    award,
    from_mano,
    of,
    put,
    until_won,
)

QUOTA: Final = {2: (20, 20), 3: (13, 13, 14), 4: (10, 10, 10, 10)}  # from mano to the dealer


def close_mazo(state: State) -> tuple[State, tuple[Event, ...]]:
    """When stock and hands are empty: leftovers, excedente from mano round, a new mazo."""
    if state.stock or any(player.cards for player in state.players):
        return state, ()
    state, told = leftovers(state)
    players = from_mano(state)
    counts = tuple(Told(Fact.CAPTURADAS, p.seat, len(p.pile)) for p in players)
    quotas = QUOTA[len(players)]
    chapters = [partial(excedente, player=p, quota=q) for p, q in zip(players, quotas, strict=True)]
    state, more = until_won(state, *chapters, pass_the_deal)
    return state, (*told, *counts, *more)


def leftovers(state: State) -> tuple[State, tuple[Event, ...]]:
    """The last capturer of the mazo takes what lies, without points (002:17)."""
    if not state.table:
        return state, ()
    player = of(state, state.capturer)
    told = Told(Fact.SOBRANTES, player.seat, len(state.table), state.table)
    state = put(state, replace(player, pile=player.pile + state.table))
    return replace(state, table=()), (told,)


def excess(captured: int, quota: int) -> int:
    """One point for each captured card above the quota."""
    return max(0, captured - quota)


def excedente(state: State, player: Player, quota: int) -> tuple[State, tuple[Event, ...]]:
    """A player's excedente; the dealer of three may capture one more before it counts."""
    return award(state, player.seat, excess(len(player.pile), quota), Cause.EXCEDENTE)
