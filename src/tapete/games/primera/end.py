"""How a hand ends: played out or cancelled, always through `finish`."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Over, Told
from tapete.games.primera.mano import memory
from tapete.games.primera.money import Out, compensate
from tapete.games.primera.state import Fact, Phase, State


def finish(state: State, phase: Phase, out: Out) -> State:
    """The hand is over and no chip is left in a pot."""
    assert state.pique == state.pozo == state.banda == 0
    if phase is Phase.FIN:
        out.append(Told(Fact.FIN))
    return replace(state, phase=phase, queue=(), round=None)


def cancel(state: State, why: str, out: Out) -> State:
    """The hand is cancelled; what was not awarded returns to its contributors (000:117)."""
    out.append(Told(Fact.CANCELADA, word=why))
    return finish(compensate(state, out), Phase.CANCELADA, out)


def over(state: State) -> Over:
    """What the hand leaves: who is La Mano next, and who must get up (left, or cannot pay)."""
    least = state.rules.pique_minimo
    stand = tuple(p.seat for p in state.players if not p.sits or p.chips < least)
    return Over(memory(state), stand)
