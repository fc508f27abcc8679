"""What a viewer may see of a partida: built up from public facts, and his own cards."""

from __future__ import annotations

from typing import Any

from tapete.game.contract import Card, Own, Pot, Seat, SeatView, View
from tapete.games.caida.cantos import canto
from tapete.games.caida.deal import matches
from tapete.games.caida.rules import largest_multiple
from tapete.games.caida.state import CARDS_OF_A_DEAL, Player, State, mano, of
from tapete.games.caida.values import DECK


class CaidaSeat(SeatView, frozen=True, omit_defaults=True):
    """A player as all see him: also his captured cards, counted, and his canto's name."""

    pile: int = 0
    canto: str | None = None


class CaidaView(View, frozen=True, omit_defaults=True, kw_only=True):
    """A partida as one viewer sees it. `role` = the dealer; `board` = the table as it lies."""

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
    times: int = 1  # the most that a loser may have to pay, in costos
    acumulado: int = 0
    cause: str = ""


def view(state: State, seat: Seat | None) -> CaidaView:
    """The partida for the player at `seat`, or for a spectator (None)."""
    asked = (state.asks,) if state.asks else ()
    return CaidaView(
        phase=state.phase,
        turn=state.turn,
        role=state.dealer,
        asks=asked,
        seats=tuple(_seat(player) for player in state.players),
        pots=_pots(state),
        board=state.table,
        deck=len(state.stock),
        beside=len(state.aside),
        winner=state.winner,
        own=_own(state, seat),
        mano=mano(state) if state.dealer else 0,
        mazo=state.mazo,
        deal=state.deal,
        deals=deals_of_a_mazo(len(state.players)),
        sung=state.sung,
        laid=state.laid,
        matched=() if state.wants else matches(state),
        left=state.left,
        meta=state.rules.meta,
        costo=state.rules.costo,
        times=largest_multiple(state.rules),
        acumulado=state.carry,
        cause=state.cause,
    )


def deals_of_a_mazo(players: int) -> int:
    """6, 4 or 3 deals for 2, 3 or 4 players: four table cards and three each (K-D5)."""
    return (len(DECK) - 4) // (CARDS_OF_A_DEAL * players)


def rank(cards: tuple[Card, ...]) -> dict[str, Any]:
    """The canto of three cards and its points; Tribilín has points None (HANDTEXT)."""
    found = canto(cards)
    if found is None:
        return {"canto": None, "points": 0}
    return {"canto": found.name, "points": found.points}


def _seat(player: Player) -> CaidaSeat:
    return CaidaSeat(
        seat=player.seat,
        chips=player.chips,
        backs=len(player.cards),
        score=player.score,
        word=player.word,
        pile=len(player.pile),
        canto=player.canto,
    )


def _pots(state: State) -> tuple[Pot, ...]:
    pots = (Pot("pozo", state.pot), Pot("reserva", state.reserve))
    return tuple(pot for pot in pots if pot.amount)


def _own(state: State, seat: Seat | None) -> Own | None:
    if seat not in [player.seat for player in state.players]:
        return None
    player = of(state, seat)
    known = rank(player.dealt) if player.dealt else {}
    return Own(seat, player.cards, known)
