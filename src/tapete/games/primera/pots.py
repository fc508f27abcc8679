"""Chapter F: levels, rake and shares of the two pots."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from tapete.chips.pots import Layer, layers
from tapete.chips.rake import rake
from tapete.chips.split import split
from tapete.game.contract import Seat, Told
from tapete.games.primera.mano import from_mano
from tapete.games.primera.money import Out, Pot, pay_out
from tapete.games.primera.ranks import evaluate, strength
from tapete.games.primera.state import Awarded, Fact, State, of

NOTHING: Final = (-1, 0)  # is beaten by every hand


def pique_layers(state: State, alive: tuple[Seat, ...]) -> tuple[Layer, ...]:
    """The levels of the pique that wait for their winner; the Bandas lie in the lowest."""
    if not state.pique:
        return ()
    settled, extra = state.settled, state.pique
    put = tuple([(p.seat, p.pique) for p in state.players])
    for _, amount in put:
        if amount > settled:
            extra -= amount - settled
    return _levels(put, alive, settled, extra)


def pozo_layers(state: State, alive: tuple[Seat, ...]) -> tuple[Layer, ...]:
    """The levels of the pozo; none once it has been paid."""
    if not state.pozo:
        return ()
    return _levels(tuple([(p.seat, p.pozo) for p in state.players]), alive, 0, 0)


@lru_cache(maxsize=4_096)
def _levels(
    put: tuple[tuple[Seat, int], ...], alive: tuple[Seat, ...], settled: int, extra: int
) -> tuple[Layer, ...]:
    """A level that nobody alive reached belongs to the one below, also if that was awarded:
    to those alive who put in most. Nobody alive put anything in: to all of them (P-F1)."""
    found = layers(put, alive, settled, extra)
    if not found or found[0].seats or not alive:
        return found
    most = max(amount for seat, amount in put if seat in alive)
    seats = tuple(seat for seat, amount in put if seat in alive and amount == most)
    return (found[0]._replace(seats=seats),)


def best(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The best hands among `seats`, in the order of the split: type, then points, La Mano with
    one more where she competes (000:97–99)."""
    if len(seats) == 1:
        return seats
    fourth, mano = state.rules.chivo_cuarta, state.mano
    top, found = NOTHING, list[Seat]()
    for seat in from_mano(state, seats):
        worth = strength(evaluate(of(state, seat).cards, fourth), seat == mano)
        if worth > top:
            top, found = worth, [seat]
        elif worth == top:
            found.append(seat)
    return tuple(found)


def award(state: State, pot: Pot, gross: int, seats: tuple[Seat, ...], out: Out) -> State:
    """One pot: rake on the gross, once; the net to the best of who competes (000:106, 000:122).
    Shares are whole blocks; the ones left over go from La Mano clockwise (P-F3)."""
    out.append(Told(Fact.BOTE, word=pot, amount=gross))
    state = replace(state, awarded=(*state.awarded, Awarded(pot, gross, seats)))
    due = rake(gross, state.rules.rake_bp, state.rules.bloque)
    shares = split(gross - due, best(state, seats), state.rules.bloque)
    return pay_out(state, pot, due, shares, out)
