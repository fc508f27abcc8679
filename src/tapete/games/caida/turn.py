"""Playing a card (K-P, K-C): canto, capture, caída, mesa limpia, and the end of a deal."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.game.contract import Event, Seat, Told
from tapete.games.caida.cantos import best, canto, label
from tapete.games.caida.capture import taken
from tapete.games.caida.deal import await_dealer
from tapete.games.caida.mazo import close_mazo
from tapete.games.caida.state import (
    Cause,
    Fact,
    State,
    after,
    award,
    from_mano,
    of,
    put,
    until_won,
)
from tapete.games.caida.values import figure_points, step, value

CLEAN_TABLE: Final = 4  # points, 002:16


def play(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """One card, from its canto to whatever it ends; the order of the awards is K-P5."""
    took = taken(state.table, card)
    return until_won(
        state,
        partial(announce, seat=seat),
        partial(lay, seat=seat, card=card, took=took),
        partial(caida, seat=seat, card=card, fell=falls_on(state, card)),
        partial(mesa_limpia, seat=seat, took=took),
        pay_canto,
        close_mazo,
        go_on,
    )


def announce(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """With the first card of a deal the canto's name becomes public, no more (K-C3, 002:19)."""
    player = of(state, seat)
    if player.canto is not None:
        return state, ()
    found = canto(player.dealt)
    name = found.name if found else ""
    state = put(state, replace(player, canto=name))
    return state, (Told(Fact.CANTO, seat, word=name),) if name else ()


def falls_on(state: State, card: Card) -> bool:
    """Is it the value that the play before this one left, in this same deal? (K-P2, 002:14, 15)"""
    return state.left != "" and step(state.left) == step(card)


def lay(
    state: State, seat: Seat, card: Card, took: tuple[Card, ...]
) -> tuple[State, tuple[Event, ...]]:
    """The card goes to the table, or with all that it takes to the player's pile (K-P1)."""
    player = of(state, seat)
    held = tuple(c for c in player.cards if c != card)
    told: tuple[Event, ...] = (Told(Fact.JUGADA, seat, cards=(card,)),)
    if not took:
        state = put(state, replace(player, cards=held, word="deja"))
        table = (*state.table, card)
        assert len(set(map(step, table))) == len(table)  # never two equal values (K-P1)
        return replace(state, table=table, left=card), told
    pile = (*player.pile, card, *took)
    state = put(state, replace(player, cards=held, pile=pile, word="recoge"))
    table = tuple(c for c in state.table if c not in took)
    state = replace(state, table=table, left="", capturer=seat)
    return state, (*told, Told(Fact.RECOGE, seat, len(took), took))


def caida(state: State, seat: Seat, card: Card, fell: bool) -> tuple[State, tuple[Event, ...]]:
    """The rival's card fell: 1 point, Sota 2, Caballo 3, Rey 4."""
    if not fell:
        return state, ()
    points = figure_points(value(card))
    state, told = award(state, seat, points, Cause.CAIDA)
    return state, (Told(Fact.CAIDA, seat, points, (card,)), *told)


def mesa_limpia(
    state: State, seat: Seat, took: tuple[Card, ...]
) -> tuple[State, tuple[Event, ...]]:
    """An emptied table is worth four, never in the last deal of a mazo (K-P3, 002:16)."""
    if not took or state.table or not state.stock:
        return state, ()
    state, told = award(state, seat, CLEAN_TABLE, Cause.MESA_LIMPIA)
    return state, (Told(Fact.MESA_LIMPIA, seat, CLEAN_TABLE), *told)


def deal_is_played(state: State) -> bool:
    """Nobody holds a card any more."""
    return not any(player.cards for player in state.players)


def pay_canto(state: State) -> tuple[State, tuple[Event, ...]]:
    """The deal's best canto is paid when its last card has been played (K-C4, 002:20)."""
    if not deal_is_played(state):
        return state, ()
    players = from_mano(state)
    winner = best(tuple(player.dealt for player in players))
    if winner is None:
        return state, ()
    player = players[winner]
    found = canto(player.dealt)
    points = found.points if found and found.points else 0
    told = Told(Fact.CANTO_PAGADO, player.seat, points, player.dealt, label(player.dealt))
    state, more = award(state, player.seat, points, Cause.CANTO)
    return state, (told, *more)


def go_on(state: State) -> tuple[State, tuple[Event, ...]]:
    """The next seat plays; after the last card of a deal the dealer is awaited."""
    if state.deal == 0:
        return state, ()  # the mazo was closed: its new dealer is awaited already
    if deal_is_played(state):
        return await_dealer(state), ()
    return replace(state, asks=after(state, state.asks), turn=state.turn + 1), ()
