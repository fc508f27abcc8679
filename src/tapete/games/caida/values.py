"""The forty cards and the order of their values: 1 to 7, Sota 10, Caballo 11, Rey 12 (002:2)."""

from __future__ import annotations

from typing import Final

from tapete.cards.card import SPANISH_RANKS, Card, rank_of
from tapete.cards.decks import SPANISH_40

RANKS: Final = SPANISH_RANKS
DECK: Final[tuple[Card, ...]] = SPANISH_40
PIPS: Final = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), strict=True))
STEPS: Final = {rank: step for step, rank in enumerate(RANKS)}

SOTA: Final = 10
CABALLO: Final = 11
REY: Final = 12


def value(card: Card) -> int:
    """1..7, 10, 11 or 12: what is compared, summed and sung."""
    return PIPS[rank_of(card)]


def step(card: Card) -> int:
    """The card's place in the run of ten values: 7 and Sota touch, Rey and As do not."""
    return STEPS[rank_of(card)]


def figure_points(points_of: int) -> int:
    """What a value is worth in a caída or a Ronda: 1, but Sota 2, Caballo 3, Rey 4 (002:14, 20)."""
    return {SOTA: 2, CABALLO: 3, REY: 4}.get(points_of, 1)
