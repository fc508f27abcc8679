"""How a partida ends: won, abandoned, cancelled or never begun; always through `finish`."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Event, Over, Seat, Told
from tapete.games.caida.money import refund, settle
from tapete.games.caida.rules import Memory
from tapete.games.caida.state import Fact, Phase, State, Wants, Why, mano


def finish(state: State) -> State:
    """The partida is over, and no chip is left in a pot."""
    assert state.pot == state.reserve == 0
    return replace(state, phase=Phase.FIN, wants=Wants.NOTHING, asks=0)


def win(state: State) -> tuple[State, tuple[Event, ...]]:
    """Somebody has reached the goal or holds Tribilín: the pot is his (K-P5, K-M3). The winner is
    a field of the event, whoever's turn it is."""
    told = Told(Fact.GANA, state.winner, word=state.cause)
    state, paid = settle(state)
    return finish(state), (told, *paid)


def leave(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Whoever leaves ends the partida: before the charge it is free, later it costs him the costo
    (K-M4, 002:29)."""
    told = Told(Fact.ABANDONA if state.charged else Fact.SIN_EFECTO, seat)
    state, paid = refund(state, Why.REINTEGRO, leaver=seat)
    return finish(state), (told, *paid)


def cancel(state: State, why: str) -> tuple[State, tuple[Event, ...]]:
    """A technical cancellation: everybody is refunded, nobody has abandoned (K-M6)."""
    state, paid = refund(state, Why.COMPENSACION)
    return finish(state), (Told(Fact.CANCELADA, word=why), *paid)


def over(state: State) -> Over:
    """The next partida is dealt by the seat after the dealer of the last mazo that was begun, else
    by the same one (K-S3). Who can play it the table asks again."""
    if not state.dealer:
        return Over(None)
    return Over(Memory(mano(state) if state.begun else state.dealer))
