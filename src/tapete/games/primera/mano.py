"""Chapter A: who is La Mano, and to whom the title goes."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.chips.order import clockwise
from tapete.game.contract import Seat, Told
from tapete.games.primera.money import Out
from tapete.games.primera.rules import MAX_SEATS, Memory
from tapete.games.primera.state import JUEGA, RESTO, Fact, Phase, State, of


def name_mano(state: State, seat: Seat, word: str, out: Out) -> State:
    """A seat is La Mano of the deal that follows."""
    out.append(Told(Fact.MANO, seat=seat, word=word))
    return replace(state, mano=seat, titular=seat, phase=Phase.REPARTO)


def rotate(state: State, dealt: tuple[Seat, ...], out: Out) -> State:
    """The title moves to the next seat that is dealt in, after the last titular (P-A2)."""
    return name_mano(state, clockwise(dealt, state.titular + 1)[0], "rotacion", out)


def succession(state: State, out: Out) -> State:
    """Who is out or has left hands the title to the next one alive who sits, clockwise; when
    there is none it stays (P-A4). Being all-in does not lose it."""
    mano = of(state, state.mano)
    if mano.sits and (mano.status is JUEGA or mano.status is RESTO):
        return state
    heirs = [p.seat for p in state.players if p.sits and p.alive]
    if not heirs:
        return state
    heir = clockwise(heirs, state.mano + 1)[0]
    out.append(Told(Fact.MANO, seat=heir, word="sucesion"))
    return replace(state, mano=heir)


def from_mano(state: State, seats: tuple[Seat, ...] | list[Seat]) -> tuple[Seat, ...]:
    """Seats in the order in which they speak, receive and are paid."""
    return clockwise(seats, state.mano)


def memory(state: State) -> Memory | None:
    """What the next hand inherits: the seat after the last titular; a hand that never had one
    leaves it to be drawn (P-A1, P-A2)."""
    return Memory(state.titular % MAX_SEATS + 1) if state.titular else None


def before(inherited: Memory | None) -> Seat:
    """The titular that leaves `inherited` to the next hand: where nothing is dealt, the title
    waits."""
    return (inherited.mano - 2) % MAX_SEATS + 1 if inherited else 0
