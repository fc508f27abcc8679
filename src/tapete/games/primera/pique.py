"""Chapter B1–B3, B7: the price, Voy and Paso, the reopening, and how the pique closes."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.chips.limits import Bounds
from tapete.chips.order import clockwise
from tapete.game.contract import Seat, Told
from tapete.games.primera.banda import show_botadas
from tapete.games.primera.deal import enter, gather
from tapete.games.primera.mano import from_mano, succession
from tapete.games.primera.money import Out, join_bandas, put, return_excess
from tapete.games.primera.state import (
    JUEGA,
    RETIRADO,
    Fact,
    Move,
    Phase,
    Player,
    State,
    having,
    of,
)

DICE, VOY, PASO = Fact.DICE, Move.VOY, Move.PASO


def open_pique(state: State, out: Out) -> State:
    """Everybody dealt in speaks once, from La Mano (000:43)."""
    state = enter(state, Phase.PIQUE, out)
    return replace(state, queue=from_mano(state, [p.seat for p in state.players if p.cards]))


def voy_bounds(state: State, player: Player) -> Bounds:
    """What Voy costs: La Mano names her price from the minimum up (P-B1), the others pay exactly
    that; who has less goes with all he has (000:45, 000:46)."""
    if state.price:
        price = min(state.price, player.chips)
        return Bounds(price, price)
    return Bounds(min(state.rules.pique_minimo, player.chips), player.chips)


def say_voy(state: State, seat: Seat, amount: int, out: Out) -> State:
    """Voy: the chips go into the pique and the player stays in (000:47)."""
    out.append(Told(DICE, seat=seat, word=VOY, amount=amount))
    player = of(state, seat)
    player = replace(player, word=VOY, amount=amount, said_in=state.phase, status=JUEGA)
    state = put(state, player, "pique", amount, out)
    price = state.price or max(amount, state.rules.pique_minimo)
    return replace(state, price=price, queue=state.queue[1:])


def say_paso(state: State, seat: Seat, out: Out) -> State:
    """Paso: out of the pique (000:48). Said before there is a price it may be taken back once."""
    out.append(Told(DICE, seat=seat, word=PASO))
    early = state.early if state.price else (*state.early, seat)
    player = of(state, seat)
    player = replace(player, word=PASO, amount=0, said_in=state.phase, status=RETIRADO)
    state = having(state, player)
    return succession(replace(state, early=early, queue=state.queue[1:]), out)


def said_voy(state: State) -> list[Player]:
    """Who said Voy in this deal, also who has left since."""
    return [p for p in state.players if p.word == VOY]


def reopening(state: State) -> tuple[Seat, ...]:
    """Who may still say Voy when all have spoken and exactly one did: those who passed before
    there was a price and sit, clockwise from that Voy (P-B3)."""
    if not state.rules.reapertura or state.phase is Phase.REAPERTURA:
        return ()
    [voy] = said_voy(state)
    early = sorted(seat for seat in state.early if of(state, seat).sits)
    return clockwise(early, voy.seat)


def reopen(state: State, seats: tuple[Seat, ...], out: Out) -> State:
    """Each of them is asked once, also after one before him has said Voy."""
    return replace(enter(state, Phase.REAPERTURA, out), queue=seats)


def close_pique(state: State, out: Out) -> State:
    """The excess returns, the Bandas join, second botadas, who is out lays his cards (P-B7)."""
    state = return_excess(state, out)
    state = join_bandas(state, out)
    state = show_botadas(state, out)
    return gather(state, out)
