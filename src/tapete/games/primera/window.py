"""Chapter L, Validación: the sealed window in which the pique may be claimed or topped up."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Seat, Told
from tapete.games.primera.deal import enter
from tapete.games.primera.mano import from_mano, succession
from tapete.games.primera.money import Out, put, return_excess
from tapete.games.primera.state import (
    RECLAMA,
    Answer,
    Fact,
    Move,
    Phase,
    Player,
    State,
    among,
    having,
    living,
    of,
)

SILENT = Answer(Move.PASAR)  # what an answer that never came counts as (000:79)


def open_window(state: State, out: Out) -> State:
    """Everybody alive is asked at once (000:74). That it opens says «somebody has juego»."""
    out.append(Told(Fact.VENTANA, amount=state.rules.pique_minimo))
    state = enter(state, Phase.VALIDACION, out)
    return replace(state, queue=tuple(p.seat for p in living(state) if p.sits))


def seal(state: State, seat: Seat, move: str, amount: int) -> State:
    """An answer to a sealed window: final, and nobody is told until the window closes."""
    player = replace(of(state, seat), answer=Answer(Move(move), amount))
    queue = tuple([other for other in state.queue if other != seat])
    return replace(state, players=among(state.players, player), queue=queue)


def close_window(state: State, out: Out) -> State:
    """The answers take effect in seat order from La Mano, never in order of arrival: first what
    was matched, then the pique's excess returns, then the claims, all together (P-K, P-A4)."""
    order = from_mano(state, [p.seat for p in state.players if _counts(p)])
    answers = {seat: of(state, seat).answer or SILENT for seat in order}
    for seat, answer in answers.items():
        out.append(Told(Fact.RESUELTA, seat=seat, word=answer.move, amount=answer.amount))
        player = of(state, seat)
        player = replace(player, word=answer.move, amount=answer.amount, said_in=state.phase)
        state = having(state, player)
        if answer.move is Move.IGUALAR:
            state = put(state, of(state, seat), "pique", answer.amount, out)
    state = return_excess(state, out)
    for seat, answer in answers.items():
        if answer.move is Move.LLEVO:
            state = having(state, replace(of(state, seat), status=RECLAMA))
    open_again = tuple(replace(p, answer=None) for p in state.players)
    return succession(replace(state, players=open_again), out)


def _counts(player: Player) -> bool:
    """Alive, or left with an answer that moves something: a sealed answer stands."""
    left = player.answer is not None and player.answer.move is not Move.PASAR
    return player.alive or left
