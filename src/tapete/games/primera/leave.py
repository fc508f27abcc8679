"""Leaving for good, in every phase: got up, was expelled, or the grace ended (000:29, 000:134).

Who has a decision left is out at once, also out of turn; what he put stays, and a bet stays to
be matched. Who has none left keeps what he can win, and the server answers for him.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from tapete.chips import betting
from tapete.game.contract import Seat, Told
from tapete.games.primera.banda import restart
from tapete.games.primera.bet import ask, running
from tapete.games.primera.deal import put_beside
from tapete.games.primera.discard import throw
from tapete.games.primera.mano import succession
from tapete.games.primera.money import Out
from tapete.games.primera.pique import said_voy
from tapete.games.primera.showdown import reveal
from tapete.games.primera.state import (
    JUEGA,
    RECLAMA,
    RETIRADO,
    Fact,
    Move,
    Phase,
    Player,
    State,
    having,
    living,
    of,
)


def leave(state: State, seat: Seat, out: Out) -> State:
    """The seat is empty from now on, and the title is not hers any more (P-A4)."""
    out.append(Told(Fact.ABANDONA, seat=seat))
    state = having(state, replace(of(state, seat), sits=False))
    return LEAVE[state.phase](state, of(state, seat), out)


def _rivals(state: State, player: Player) -> bool:
    """Whether another player alive still has chips to bet with."""
    return any(p.status is JUEGA and p.seat != player.seat for p in state.players)


def _unasked(state: State, seat: Seat) -> State:
    return replace(state, queue=tuple(other for other in state.queue if other != seat))


def _pique(state: State, player: Player, out: Out) -> State:
    """Not yet spoken: Paso. When nobody is left who said Voy, the pique starts again at once and
    every contribution of this deal returns, without a Banda (P-B4)."""
    if player.status is JUEGA:
        silent = player.seat in state.queue
        if silent:
            player = replace(player, word=Move.PASO, said_in=state.phase)
        state = having(state, replace(player, status=RETIRADO))
    state = succession(_unasked(state, player.seat), out)
    said = said_voy(state)
    if said and not any(p.alive for p in said):
        return restart(state, out)
    return state


def _round(state: State, player: Player, out: Out) -> State:
    """Out if he owes now or has a rival; his bet stays to be matched (P-C3)."""
    now = running(state)
    if player.status is JUEGA and (now.owes(player.seat) or _rivals(state, player)):
        state = having(state, replace(player, status=RETIRADO))
        state = replace(state, round=betting.drop(now, player.seat))
    return ask(succession(state, out), out)


def _window(state: State, player: Player, out: Out) -> State:
    """A sealed answer stands, so nobody can tell it from another: both kinds of seat are seen
    out of the pozo at once. With fewer than two alive the window closes at once."""
    state = _unasked(state, player.seat)
    if player.status is JUEGA and _rivals(state, player):
        claims = player.answer is not None and player.answer.move is Move.LLEVO
        state = having(state, replace(player, status=RECLAMA if claims else RETIRADO))
    state = succession(state, out)
    return state if len(living(state)) > 1 else replace(state, queue=())


def _discard(state: State, player: Player, out: Out) -> State:
    """His cards go beside the deck at once, with what he threw (P-D1); or he keeps his four."""
    if player.status is JUEGA and _rivals(state, player):
        state = having(_unasked(state, player.seat), replace(player, status=RETIRADO))
        state = put_beside(state, (player.seat,), out)
    elif player.seat in state.queue:
        state = throw(state, player.seat, (), out)
    state = succession(state, out)
    return state if len(living(state)) > 1 else replace(state, queue=())


def _declaration(state: State, player: Player, out: Out) -> State:
    """From here on nobody is folded: the server's evaluation counts for him."""
    return succession(_unasked(state, player.seat), out)


def _war(state: State, player: Player, out: Out) -> State:
    """The server checks or declines for him at each turn of his."""
    return ask(succession(state, out), out)


def _show(state: State, player: Player, out: Out) -> State:
    """The last one alive leaves without showing."""
    if player.seat in state.queue:
        return reveal(state, player.seat, Move.OCULTAR, out)
    return state


LEAVE: Final[dict[Phase, Callable[[State, Player, Out], State]]] = {
    Phase.PIQUE: _pique,
    Phase.REAPERTURA: _pique,
    Phase.APUESTA: _round,
    Phase.VALIDACION: _window,
    Phase.DESCARTE: _discard,
    Phase.GUERRA: _round,
    Phase.CANTICOS: _round,
    Phase.DECLARACION: _declaration,
    Phase.GUERRA_JUEGO: _war,
    Phase.MOSTRAR: _show,
}
