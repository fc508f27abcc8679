"""Chapters F4, F5 and J5: the comparison, the last one alive, showing and hiding."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.chips.pots import Layer
from tapete.game.contract import Seat, Told
from tapete.games.primera.deal import enter
from tapete.games.primera.declare import declared
from tapete.games.primera.end import finish
from tapete.games.primera.llevo import show
from tapete.games.primera.mano import succession
from tapete.games.primera.money import Out, Pot
from tapete.games.primera.pots import award, pique_layers, pozo_layers
from tapete.games.primera.state import Fact, Move, Phase, State, living, of


def showdown(state: State, out: Out) -> State:
    """Who competes for a pot with another shows; each pot goes to its best (000:105, 000:106).
    The only one who declared juego shows in any case (000:93)."""
    state = enter(succession(state, out), Phase.SHOWDOWN, out)
    seats = tuple([p.seat for p in living(state)])
    pots = _pots(state, seats)
    shown = {seat for _, layer in pots if len(layer.seats) > 1 for seat in layer.seats}
    juegos = declared(state)
    if len(juegos) == 1:
        shown.update(juegos)
    if shown:
        out.append(Told(Fact.SHOWDOWN, pause="showdown_s"))
        state = show(state, tuple(sorted(shown)), "showdown", out)
    return finish(_pay(state, pots, out), Phase.FIN, out)


def last_alive(state: State, out: Out) -> State:
    """At most one is left: what waits is his, without a showdown. He may show, if a pot was
    awarded to him, he sits and has not shown (000:107)."""
    state = succession(state, out)
    seats = tuple([p.seat for p in living(state)])
    state = _pay(state, _pots(state, seats), out)
    if seats:
        last = of(state, seats[0])
        if last.won and last.sits and not last.shown:
            return replace(enter(state, Phase.MOSTRAR, out), queue=seats)
    return finish(state, Phase.FIN, out)


def _pots(state: State, alive: tuple[Seat, ...]) -> list[tuple[Pot, Layer]]:
    """What is to be awarded: the pique that waits, then the pozo, each from the lowest level."""
    return [
        *[("pique", layer) for layer in pique_layers(state, alive)],
        *[("pozo", layer) for layer in pozo_layers(state, alive)],
    ]


def _pay(state: State, pots: list[tuple[Pot, Layer]], out: Out) -> State:
    for pot, layer in pots:
        state = award(state, pot, layer.amount, layer.seats, out)
    return state


def reveal(state: State, seat: Seat, move: str, out: Out) -> State:
    """Mostrar or ocultar; then the hand is over."""
    if move == Move.MOSTRAR:
        state = show(state, (seat,), "mostrar", out)
    else:
        out.append(Told(Fact.OCULTA, seat=seat))
    return finish(state, Phase.FIN, out)
