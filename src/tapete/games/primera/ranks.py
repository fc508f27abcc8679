"""Chapter E: what four cards are worth, and how two hands compare."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from tapete.cards.card import SPANISH_SUITS, Card, rank_of, suit_of
from tapete.cards.decks import SPANISH_28

POINTS: Final = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}  # 000:17–25
HAND_SIZE: Final = 4
CHIVO: Final = {"A", "6", "7"}  # three of one suit


class Kind(IntEnum):
    """The four types, the lowest first: the type decides before any points (000:33–42)."""

    PUNTOS = 0
    PRIMERA = 1
    CHIVO = 2
    SEGUNDA = 3


NAMES: Final = tuple(kind.name.lower() for kind in Kind)


class Rank(NamedTuple):
    """A hand's type and points; `uses` = the cards that make it."""

    kind: Kind
    points: int
    uses: tuple[Card, ...]

    @property
    def juego(self) -> bool:
        """Segunda, Chivo or Primera: a combination that can be claimed and declared."""
        return self.kind is not Kind.PUNTOS

    def named(self) -> dict[str, Any]:
        """As `tapete rank` prints it."""
        return {"type": NAMES[self.kind], "points": self.points}


WORTH: Final = {card: POINTS[rank_of(card)] for card in SPANISH_28}


def points(cards: tuple[Card, ...]) -> int:
    """The cards' points added up."""
    return sum([WORTH[card] for card in cards])


@lru_cache(maxsize=65_536)
def evaluate(cards: tuple[Card, ...], fourth: bool = False) -> Rank:
    """The best that four cards make (P-E). `fourth` = a Chivo counts its fourth card too."""
    assert len(cards) == HAND_SIZE
    suits: dict[str, tuple[Card, ...]] = {}
    for card in cards:
        suit = suit_of(card)
        suits[suit] = (*suits.get(suit, ()), card)
    if len(suits) == 1:
        return Rank(Kind.SEGUNDA, points(cards), cards)
    if len(suits) == len(SPANISH_SUITS):
        return Rank(Kind.PRIMERA, points(cards), cards)
    for suited in suits.values():
        if len(suited) == len(CHIVO) and {rank_of(card) for card in suited} == CHIVO:
            uses = cards if fourth else suited
            return Rank(Kind.CHIVO, points(uses), uses)
    most: int = 0
    best: tuple[Card, ...] = ()
    for suit in SPANISH_SUITS:
        if suit in suits and (total := points(suits[suit])) > most:
            most, best = total, suits[suit]
    return Rank(Kind.PUNTOS, most, best)


def strength(rank: Rank, mano: bool) -> tuple[int, int]:
    """What is compared: the type, then the points, of which La Mano has one more (000:98).
    The extra point never changes the type; it may turn a loss by one into a tie."""
    return rank.kind, rank.points + mano
