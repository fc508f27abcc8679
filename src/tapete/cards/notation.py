"""Reading and writing runs of cards as people type them: `Ao6o7o2c`."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.cards.card import UNSEEN, Card
from tapete.cards.decks import FRENCH_52, SPANISH_40

KNOWN = frozenset((*SPANISH_40, *FRENCH_52, UNSEEN))


class NotCards(ValueError):
    """The text is no run of cards."""


def parse(text: str) -> tuple[Card, ...]:
    """The cards of a text without separators, `??` for an unseen one; NotCards if it is none."""
    if len(text) % 2:
        raise NotCards(f"odd number of characters: {text!r}")
    cards = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    for card in cards:
        if card not in KNOWN:
            raise NotCards(f"no card: {card!r}")
    return cards


def written(cards: Iterable[Card]) -> str:
    """The cards as one run of characters, the inverse of `parse`."""
    return "".join(cards)
