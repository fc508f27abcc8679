"""What each seat may do now, with its bounds: `apply` accepts this and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete.game.contract import Offer, Seat
from tapete.games.primera.bet import WAR, raise_bounds, running
from tapete.games.primera.llevo import may_claim
from tapete.games.primera.pique import voy_bounds
from tapete.games.primera.ranks import HAND_SIZE
from tapete.games.primera.state import JUEGA, Move, Phase, Player, State, asked, of

Offers = tuple[Offer, ...]

VOY, IGUALAR, ALL_IN = Move.VOY, Move.IGUALAR, Move.RESTO
PASO: Final = Offer(Move.PASO)
LLEVO_OR_NOT: Final = (Offer(Move.LLEVO), Offer(Move.NO_LLEVO))
PASAR: Final = Offer(Move.PASAR)
LLEVO: Final = Offer(Move.LLEVO)
DECLARAR: Final = (Offer(Move.DECLARAR),)
SHOW_OR_HIDE: Final = (Offer(Move.MOSTRAR), Offer(Move.OCULTAR))


def offers(state: State, seat: Seat) -> Offers:
    """The moves of a seat that is asked; none for everybody else. Found once per turn."""
    known = state.known
    if seat not in known:
        due = seat in asked(state)
        known[seat] = OFFERS[state.phase](state, of(state, seat)) if due else ()
    found: Offers = known[seat]
    return found


def _pique(state: State, player: Player) -> Offers:
    """Voy and Paso, nothing else (000:44)."""
    least, most = voy_bounds(state, player)
    return Offer(VOY, least, most, state.rules.ficha), PASO


def _round(state: State, player: Player) -> Offers:
    """To match needs the chips for it, else only the resto remains (P-C). A debt and a juego that
    may claim: Llevo and No Llevo instead of Paso (000:70)."""
    now = running(state)
    paid = now.bets[player.seat]
    owes = now.current - paid
    found = []
    if owes and player.chips >= owes:
        found.append(Offer(IGUALAR, cost=owes))
    bounds = raise_bounds(state, player)
    if bounds:
        found.append(Offer(VOY, bounds.least, bounds.most, state.rules.ficha, paid=paid))
    found.append(Offer(ALL_IN, cost=player.chips))
    if owes and state.phase is not WAR and may_claim(state, player):
        return (*found, *LLEVO_OR_NOT)
    return (*found, PASO)


def _window(state: State, player: Player) -> Offers:
    """Pasar; igualar from the table's least pique up, not for a RESTO; llevo only with juego."""
    found = [PASAR]
    if player.status is JUEGA:
        least = min(state.rules.pique_minimo, player.chips)
        found.append(Offer(IGUALAR, least, player.chips, state.rules.ficha))
    if may_claim(state, player):
        found.append(LLEVO)
    return tuple(found)


def _discard(state: State, player: Player) -> Offers:
    """None to four of his own cards (000:82)."""
    return (Offer(Move.DESCARTAR, pick=(0, HAND_SIZE), cards=player.cards),)


def _declaration(state: State, player: Player) -> Offers:
    return DECLARAR


def _show(state: State, player: Player) -> Offers:
    return SHOW_OR_HIDE


def silence(state: State, seat: Seat) -> Move:
    """What it means that the clock ran out (000:79, 000:135): the move that puts nothing in."""
    if state.phase in SILENCE:
        return SILENCE[state.phase]
    offered = offers(state, seat)
    return Move.PASO if PASO in offered else Move.NO_LLEVO


SILENCE: Final = {
    Phase.PIQUE: Move.PASO,
    Phase.REAPERTURA: Move.PASO,
    Phase.VALIDACION: Move.PASAR,
    Phase.DESCARTE: Move.DESCARTAR,
    Phase.DECLARACION: Move.DECLARAR,
    Phase.MOSTRAR: Move.OCULTAR,
}
OFFERS: Final[dict[Phase, Callable[[State, Player], Offers]]] = {
    Phase.PIQUE: _pique,
    Phase.REAPERTURA: _pique,
    Phase.APUESTA: _round,
    Phase.VALIDACION: _window,
    Phase.DESCARTE: _discard,
    Phase.GUERRA: _round,
    Phase.CANTICOS: _round,
    Phase.DECLARACION: _declaration,
    Phase.GUERRA_JUEGO: _round,
    Phase.MOSTRAR: _show,
}
