"""What each viewer sees of a partida, built up from public facts; private ones only in `own`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.cards.card import Card
from tapete.game.contract import Own, Pot, Seat, SeatView, View
from tapete.games.caida.cantos import canto
from tapete.games.caida.deal import matches
from tapete.games.caida.rules import POINTS_OF_A_CHAPA, VERSION, largest_multiple
from tapete.games.caida.state import (
    CARDS_OF_A_DEAL,
    CARDS_OF_THE_TABLE,
    Phase,
    Player,
    State,
    Wants,
    mano,
)
from tapete.games.caida.values import DECK


class CaidaSeat(SeatView, frozen=True, omit_defaults=True):
    """A player as all see him. `pile` = captured cards, counted · `canto` = the name of what he
    announced ("": nothing; None: he has not played in this deal) · `chapas` = golden chapas of
    twelve points each."""

    pile: int = 0
    canto: str | None = None
    chapas: int = 0


class CaidaView(View, frozen=True, omit_defaults=True, kw_only=True):
    """`role` = the dealer, `board` = the table as it lies.

    `mazo`, `deal`, `deals` = which mazo of the partida, which deal of the mazo, of how many ·
    `sung` = its order, `laid` = its four table cards as they were dealt, `matched` = the places
    (from 1) that lie as sung · `left` = the card that can fall · `times` = the most that a loser
    may have to pay, in costos · `acumulado` = what joins this pot · `cause` = by what it was won.
    """

    version: str = VERSION
    mano: Seat = 0
    mazo: int = 0
    deal: int = 0
    deals: int = 0
    sung: str = ""
    laid: tuple[Card, ...] = ()
    matched: tuple[int, ...] = ()
    left: Card = ""
    meta: int = 24
    costo: int = 0
    times: int = 1
    acumulado: int = 0
    cause: str = ""


def view(state: State, seat: Seat | None) -> CaidaView:
    """The partida for the player at `seat`, or for a spectator (None)."""
    return CaidaView(
        phase=state.phase,
        turn=state.turn,
        role=state.dealer,
        asks=(state.asks,) if state.asks else (),
        seats=tuple(_seat(state, player) for player in state.players),
        pots=_pots(state),
        board=state.table,
        deck=len(state.stock),
        beside=len(state.aside),
        winner=state.winner,
        own=next((_own(player) for player in state.players if player.seat == seat), None),
        mano=mano(state) if state.dealer else 0,
        mazo=state.mazo,
        deal=state.deal,
        deals=deals_of_a_mazo(len(state.players)) if state.players else 0,
        sung=state.sung,
        laid=state.laid,
        matched=() if state.wants is not Wants.NOTHING else matches(state),
        left=state.left,
        meta=state.rules.meta,
        costo=state.rules.costo,
        times=largest_multiple(state.rules),
        acumulado=state.carry,
        cause=state.cause,
    )


def deals_of_a_mazo(players: int) -> int:
    """6, 4 or 3 deals for 2, 3 or 4 players: four table cards and three each (K-D5)."""
    return (len(DECK) - CARDS_OF_THE_TABLE) // (CARDS_OF_A_DEAL * players)


def rank(cards: tuple[Card, ...]) -> dict[str, Any]:
    """The canto of three cards and its points; Tribilín has points None (HANDTEXT)."""
    found = canto(cards)
    if found is None:
        return {"canto": None, "points": 0}
    return {"canto": found.name, "points": found.points}


def zones(state: State) -> Mapping[str, tuple[Card, ...]]:
    """Where each card lies; only for the laws and for audits."""
    found = {"deck": state.stock, "table": state.table, "aside": state.aside}
    for player in state.players:
        found |= {f"seat:{player.seat}": player.cards, f"pile:{player.seat}": player.pile}
    return found


def _seat(state: State, player: Player) -> CaidaSeat:
    return CaidaSeat(
        seat=player.seat,
        chips=player.chips,
        alive=state.phase is not Phase.FIN,
        backs=len(player.cards),
        score=player.score,
        word=player.word,
        pile=len(player.pile),
        canto=player.canto,
        chapas=player.score // POINTS_OF_A_CHAPA,
    )


def _pots(state: State) -> tuple[Pot, ...]:
    pots = (Pot("pozo", state.pot), Pot("reserva", state.reserve))
    return tuple(pot for pot in pots if pot.amount)


def _own(player: Player) -> Own:
    return Own(player.seat, player.cards, rank(player.dealt) if player.dealt else {})
