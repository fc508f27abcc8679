"""The decks of the house, each in one fixed order (suit by suit, ranks from low to high)."""

from __future__ import annotations

from typing import Final

from tapete.cards.card import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    SPANISH_RANKS,
    SPANISH_SUITS,
    Card,
)


def deck(ranks: str, suits: str) -> tuple[Card, ...]:
    """Every rank in every suit, once."""
    return tuple(rank + suit for suit in suits for rank in ranks)


def stripped(lowest: str) -> tuple[Card, ...]:
    """The French deck without the ranks below `lowest`: `7` leaves 32 cards."""
    return deck(FRENCH_RANKS[FRENCH_RANKS.index(lowest) :], FRENCH_SUITS)


SPANISH_28: Final = deck(SPANISH_RANKS[:7], SPANISH_SUITS)  # As to 7: Primera
SPANISH_40: Final = deck(SPANISH_RANKS, SPANISH_SUITS)
FRENCH_52: Final = deck(FRENCH_RANKS, FRENCH_SUITS)

DECKS: Final = {"spanish28": SPANISH_28, "spanish40": SPANISH_40, "french52": FRENCH_52}
