"""What a house player is, and the one for games that nobody has taught it.

A bot is a pure function of what its seat may know: the view, the offers, the events that the seat
saw, and a seed. The same input gives the same move, whatever lies in the hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from tapete.game.contract import Act, Event, Info, Offer, View, accepted
from tapete.game.errors import Illegal

CHEAP = 10  # a tenth of the chips is the most that the untaught player pays for a move
GOES = 0.6  # how often it pays that much


class Bot(Protocol):
    """A house player of one game."""

    def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
    ) -> Act:
        """The move of the seat that owns `view`; `offers` is not empty."""
        ...


class Passive:
    """Plays any game legally: mostly what is free, sometimes what is cheap."""

    def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
    ) -> Act:
        """A free move, or now and then the cheapest one that pays."""
        chance = Random(seed)
        free = [offer for offer in offers if price(offer) == 0]
        paid = sorted((offer for offer in offers if price(offer) > 0), key=price)
        cheap = [offer for offer in paid if price(offer) * CHEAP <= chips(view)]
        if cheap and (not free or chance.random() < GOES):
            return taken(view, cheap[0], chance)
        return taken(view, (free or paid)[0], chance)


def price(offer: Offer) -> int:
    """What the move puts in at least, in chips."""
    return offer.least - offer.paid if offer.most else offer.cost


def chips(view: View) -> int:
    """What the owner of the view still has before it."""
    seat = view.own.seat if view.own else 0
    return next((s.chips for s in view.seats if s.seat == seat), 0)


def taken(view: View, offer: Offer, chance: Random) -> Act:
    """The smallest form of an offer: least amount, fewest cards, any of its options."""
    amount = offer.least if offer.most else None
    cards = tuple(chance.sample(offer.cards, offer.pick[0])) if offer.pick[0] else ()
    option = chance.choice(offer.options) if offer.options else None
    return act(view, offer.move, amount=amount, cards=cards, option=option)


def act(
    view: View,
    move: str,
    *,
    amount: int | None = None,
    cards: tuple[str, ...] = (),
    option: str | None = None,
) -> Act:
    """An Act of the view's owner that answers the view's turn."""
    return Act(view.own.seat if view.own else 0, view.turn, move, amount, cards, option)


def legal(offers: tuple[Offer, ...], move: Act) -> bool:
    """Whether the move is among the offers, within their bounds."""
    try:
        accepted(offers, move)
    except Illegal:
        return False
    return True
