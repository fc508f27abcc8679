"""The course of a hand: what follows when a phase has nobody left to ask.

SORTEO (first hand of a session) → REPARTO → PIQUE
PIQUE: two or more Voy → COMPLETAR → APUESTA · one → REAPERTURA, once · else → restart
APUESTA: bets → DESCARTE · all checked and somebody has juego → VALIDACION → DESCARTE
DESCARTE → REPOSICION → CARTA_FONDO → GUERRA
GUERRA: bets → CANTICOS · none → DECLARACION
CANTICOS: bets → SHOWDOWN · none → DECLARACION
DECLARACION: two or more juegos → GUERRA_JUEGO → SHOWDOWN · else → SHOWDOWN → FIN
restart: REPARTO again, or CANCELADA
from the close of the pique on, fewer than two alive: last_alive → MOSTRAR → FIN
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.game.contract import Seat
from tapete.games.primera.banda import restart
from tapete.games.primera.bet import open_round, return_uncalled, running
from tapete.games.primera.deal import complete, deal_two, draw, draw_begins, gather
from tapete.games.primera.declare import close_declaration, declared, open_declaration
from tapete.games.primera.discard import (
    lay_on_top,
    needs_shuffle,
    open_discard,
    replace_cards,
    show_bottom,
)
from tapete.games.primera.llevo import any_juego, contest
from tapete.games.primera.money import Out
from tapete.games.primera.pique import close_pique, open_pique, reopen, reopening, said_voy
from tapete.games.primera.showdown import last_alive, showdown
from tapete.games.primera.state import CHANCE, ENDED, Phase, State, two_alive
from tapete.games.primera.window import close_window, open_window


def run(state: State, out: Out) -> State:
    """Carry the hand on until it waits for somebody, for chance, or is over."""
    while not state.queue and state.phase not in RESTING:
        state = CLOSE[state.phase](state, out)
    return state


def shuffled(state: State, order: tuple[Card | Seat, ...], out: Out) -> State:
    """Chance has answered: the draw, the deal or the replacement goes on."""
    if state.phase is Phase.SORTEO and not state.start:
        return draw_begins(state, int(order[0]), out)
    cards = cast(tuple[Card, ...], order)
    if state.phase is Phase.SORTEO:
        return draw(state, cards, out)
    if state.phase is Phase.REPARTO:
        return open_pique(deal_two(state, cards, out), out)
    return _to_war(lay_on_top(state, cards), out)


def _after_pique(state: State, out: Out) -> State:
    voys = len(said_voy(state))
    if voys == 1 and (seats := reopening(state)):
        return reopen(state, seats, out)
    if voys < 2:
        return restart(state, out)
    state = close_pique(state, out)
    if not two_alive(state):
        return last_alive(state, out)
    return open_round(complete(state, out), Phase.APUESTA, out)


def _settle_round(state: State, out: Out) -> State:
    """Uncalled excess, contest of the pique, cards of who is out: in this order (P-K)."""
    state = contest(return_uncalled(state, out), out)
    return replace(gather(state, out), round=None)


def _after_apuesta(state: State, out: Out) -> State:
    opened = running(state).opened
    state = _settle_round(state, out)
    if not two_alive(state):
        return last_alive(state, out)
    if not opened and (state.rules.ventana_siempre or any_juego(state)):
        return open_window(state, out)
    return open_discard(state, out)


def _after_window(state: State, out: Out) -> State:
    state = gather(contest(close_window(state, out), out), out)
    if not two_alive(state):
        return last_alive(state, out)
    return open_discard(state, out)


def _after_discard(state: State, out: Out) -> State:
    if not two_alive(state):
        return last_alive(state, out)
    if needs_shuffle(state):
        return replace(state, phase=Phase.REPOSICION)
    return _to_war(state, out)


def _to_war(state: State, out: Out) -> State:
    state = show_bottom(replace_cards(state, out), out)
    return open_round(state, Phase.GUERRA, out)


def _after_guerra(state: State, out: Out) -> State:
    opened = running(state).opened
    state = _settle_round(state, out)
    if not two_alive(state):
        return last_alive(state, out)
    return open_round(state, Phase.CANTICOS, out) if opened else open_declaration(state, out)


def _after_canticos(state: State, out: Out) -> State:
    opened = running(state).opened
    state = _settle_round(state, out)
    if not two_alive(state):
        return last_alive(state, out)
    return showdown(state, out) if opened else open_declaration(state, out)


def _after_declaration(state: State, out: Out) -> State:
    state = close_declaration(state, out)
    if len(declared(state)) > 1:
        return open_round(state, Phase.GUERRA_JUEGO, out)
    return showdown(state, out)


def _after_guerra_juego(state: State, out: Out) -> State:
    return showdown(_settle_round(state, out), out)


RESTING: Final = (*CHANCE, *ENDED)
CLOSE: Final[dict[Phase, Callable[[State, Out], State]]] = {
    Phase.PIQUE: _after_pique,
    Phase.REAPERTURA: _after_pique,
    Phase.APUESTA: _after_apuesta,
    Phase.VALIDACION: _after_window,
    Phase.DESCARTE: _after_discard,
    Phase.GUERRA: _after_guerra,
    Phase.CANTICOS: _after_canticos,
    Phase.DECLARACION: _after_declaration,
    Phase.GUERRA_JUEGO: _after_guerra_juego,
}
