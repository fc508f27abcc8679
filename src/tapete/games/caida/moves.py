"""What a seat may do (K-S2), and what its silence means (K-S4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tapete.cards.card import Card
from tapete.game.contract import Act, Leave, Offer, Seat
from tapete.games.caida.capture import taken
from tapete.games.caida.money import can_pay
from tapete.games.caida.state import ASC, DESC, Phase, State, of
from tapete.games.caida.turn import falls_on

REPARTIR: Final = "repartir"
JUGAR: Final = "jugar"


class CardOffer(Offer, frozen=True, omit_defaults=True):
    """`jugar` with what each card would do: the cards it `takes`, and which of them `falls`."""

    takes: Mapping[Card, tuple[Card, ...]] = {}
    falls: tuple[Card, ...] = ()


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The legal moves of a seat now; none for who is not asked."""
    if seat != state.asks:
        return ()
    if state.phase is Phase.POR_REPARTIR:
        return _to_deal(state)
    cards = of(state, seat).cards
    takes = {card: run for card in cards if (run := taken(state.table, card))}
    falls = tuple(card for card in cards if falls_on(state, card))
    return (CardOffer(JUGAR, pick=(1, 1), cards=cards, takes=takes, falls=falls),)


def _to_deal(state: State) -> tuple[Offer, ...]:
    """An order is sung at the first deal of a mazo only (K-D2). A partida that somebody cannot pay
    does not begin: nothing is offered (K-M1)."""
    if state.deal > 0:
        return (Offer(REPARTIR),)
    if not state.charged and not can_pay(state):
        return ()
    return (Offer(REPARTIR, options=(ASC, DESC)),)


def silence(state: State, seat: Seat) -> Act | Leave:
    """A silent player plays the first card he still holds; a silent dealer leaves (K-S4)."""
    if state.phase is Phase.JUEGO:
        return Act(seat, state.turn, JUGAR, cards=of(state, seat).cards[:1])
    return Leave(seat)
