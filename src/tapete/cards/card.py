"""What a card is: two characters, rank then suit (`7o` = seven of oros, `Th` = ten of hearts)."""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = str

SPANISH_RANKS: Final = "A234567SCR"  # Sota, Caballo, Rey
SPANISH_SUITS: Final = "oceb"  # oros, copas, espadas, bastos
FRENCH_RANKS: Final = "23456789TJQKA"
FRENCH_SUITS: Final = "cdhs"  # clubs, diamonds, hearts, spades

UNSEEN: Final[Card] = "??"  # stands in a text for a card that its reader never saw


def rank_of(card: Card) -> str:
    """The rank's letter or digit."""
    return card[0]


def suit_of(card: Card) -> str:
    """The suit's letter."""
    return card[1]
