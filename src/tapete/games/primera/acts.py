"""From an accepted move to the chapter that plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete.game.contract import Act
from tapete.games.primera.bet import pass_turn, running, stake
from tapete.games.primera.discard import throw
from tapete.games.primera.money import Out
from tapete.games.primera.pique import say_paso, say_voy
from tapete.games.primera.showdown import reveal
from tapete.games.primera.state import Move, Phase, State, of
from tapete.games.primera.window import seal

VOY, IGUALAR, ALL_IN = Move.VOY, Move.IGUALAR, Move.RESTO


def act(state: State, command: Act, out: Out) -> State:
    """Play a move that was offered."""
    return ACTS[state.phase](state, command, out)


def _pique(state: State, command: Act, out: Out) -> State:
    if command.move == VOY:
        return say_voy(state, command.seat, command.amount or 0, out)
    return say_paso(state, command.seat, out)


def _round(state: State, command: Act, out: Out) -> State:
    seat, move, now = command.seat, command.move, running(state)
    if move == VOY:
        total = command.amount or 0
        return stake(state, seat, VOY, total - now.bets[seat], total, out)
    if move == IGUALAR:
        owes = now.owes(seat)
        return stake(state, seat, IGUALAR, owes, owes, out)
    if move == ALL_IN:
        chips = of(state, seat).chips
        return stake(state, seat, ALL_IN, chips, chips, out)
    return pass_turn(state, seat, Move(move), out)


def _sealed(state: State, command: Act, out: Out) -> State:
    return seal(state, command.seat, command.move, command.amount or 0)


def _discard(state: State, command: Act, out: Out) -> State:
    return throw(state, command.seat, command.cards, out)


def _show(state: State, command: Act, out: Out) -> State:
    return reveal(state, command.seat, command.move, out)


ACTS: Final[dict[Phase, Callable[[State, Act, Out], State]]] = {
    Phase.PIQUE: _pique,
    Phase.REAPERTURA: _pique,
    Phase.APUESTA: _round,
    Phase.VALIDACION: _sealed,
    Phase.DESCARTE: _discard,
    Phase.GUERRA: _round,
    Phase.CANTICOS: _round,
    Phase.DECLARACION: _sealed,
    Phase.GUERRA_JUEGO: _round,
    Phase.MOSTRAR: _show,
}
