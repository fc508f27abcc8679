"""Chapters A1 and D1: the draw of La Mano, two cards from the top, two more from the bottom."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.cards.card import Card, suit_of
from tapete.cards.decks import SPANISH_28
from tapete.chips.order import clockwise
from tapete.game.contract import Seat, Shuffle, Told
from tapete.games.primera.mano import from_mano, name_mano
from tapete.games.primera.money import Out
from tapete.games.primera.state import (
    Fact,
    Phase,
    State,
    having_all,
    living,
    of,
)

OROS = "o"
CARTAS = Fact.CARTAS


def enter(state: State, phase: Phase, out: Out) -> State:
    """A phase begins, for everybody to see."""
    out.append(Told(Fact.FASE, word=phase))
    seen = state.happened
    return replace(state, phase=phase, happened=seen if phase in seen else (*seen, phase))


def wanted(state: State) -> Shuffle:
    """The chance that the hand waits for (P-D5)."""
    if state.phase is Phase.REPOSICION:
        thrown = [card for p in living(state) for card in p.thrown or ()]
        return Shuffle((*state.beside, *thrown), "reposicion")
    if state.phase is Phase.REPARTO:
        return Shuffle(SPANISH_28, "reparto")
    if state.start:
        return Shuffle(SPANISH_28, "sorteo")
    return Shuffle(tuple(p.seat for p in state.players), "asiento")


def draw_begins(state: State, seat: Seat, out: Out) -> State:
    """The seat where the draw begins was itself drawn (P-A1)."""
    out.append(Told(Fact.ASIENTO, seat=seat))
    return replace(state, start=seat)


def draw(state: State, order: tuple[Card, ...], out: Out) -> State:
    """One card each, face up, until the first Oro: its seat is La Mano (000:26, 000:27). All
    cards go back."""
    state = enter(state, Phase.SORTEO, out)
    seats = clockwise([p.seat for p in state.players], state.start)
    for place, card in enumerate(order):
        seat = seats[place % len(seats)]
        out.append(Told(Fact.SORTEADA, seat=seat, cards=(card,)))
        if suit_of(card) == OROS:
            return name_mano(state, seat, "sorteo", out)
    raise AssertionError("seven Oros are in the deck")


def deal_two(state: State, order: tuple[Card, ...], out: Out) -> State:
    """Two cards each, one at a time from the top, from La Mano (P-D1)."""
    state = enter(state, Phase.REPARTO, out)
    seats = from_mano(state, [p.seat for p in living(state)])
    dealt = {}
    for place, seat in enumerate(seats):
        cards = (order[place], order[place + len(seats)])
        dealt[seat] = replace(of(state, seat), cards=cards)
        out.append(Told(CARTAS, seat=seat, cards=cards, only=(seat,)))
    return replace(having_all(state, dealt), deck=order[2 * len(seats) :])


def complete(state: State, out: Out) -> State:
    """Two rounds of one card each from the bottom, from La Mano, to who is alive (000:57–59)."""
    state = enter(state, Phase.COMPLETAR, out)
    seats = from_mano(state, [p.seat for p in living(state)])
    deck, dealt = state.deck, {}
    for place, seat in enumerate(seats, start=1):
        cards = (deck[-place], deck[-place - len(seats)])
        player = of(state, seat)
        dealt[seat] = replace(player, cards=player.cards + cards)
        out.append(Told(CARTAS, seat=seat, cards=cards, only=(seat,)))
    return replace(having_all(state, dealt), deck=deck[: len(deck) - 2 * len(seats)])


def gather(state: State, out: Out) -> State:
    """The cards of all who are out go beside the deck in one step (P-D1)."""
    spent = [p.seat for p in state.players if p.cards and not p.alive]
    return put_beside(state, from_mano(state, spent), out) if spent else state


def put_beside(state: State, seats: tuple[Seat, ...], out: Out) -> State:
    """These players' cards, declared discards too, wait beside the deck."""
    beside, without = state.beside, {}
    for seat in seats:
        player = of(state, seat)
        cards = player.cards + (player.thrown or ())
        out.append(Told(Fact.RECOGE, seat=seat, amount=len(cards)))
        without[seat] = replace(player, cards=(), thrown=None)
        beside += cards
    return replace(having_all(state, without), beside=beside)
