"""What a Primera hand is worth against cards that one does not see.

A hand is a bit mask over the 28 cards, its strength one integer that compares like the rules do:
type first, then points (`P-E3`); La Mano adds one. Everything is counted over the cards that the
viewer has not seen; where that would be too much, over a fixed number of deals drawn from a seed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from tapete.cards.decks import SPANISH_28
from tapete.game.contract import Card
from tapete.games.primera.ranks import Kind, evaluate, points

DEALS = 300  # opponents' hands drawn per decision: two points of a hundred of error, a few ms
TYPE = 100  # points stay below it, so that a point more never changes the type
JUEGO = Kind.PRIMERA * TYPE  # the weakest hand with juego is above this
BIT = {card: 1 << i for i, card in enumerate(SPANISH_28)}
CARD = {bit: card for card, bit in BIT.items()}
SUITS = tuple(sum(bit for card, bit in BIT.items() if card[1] == suit) for suit in "oceb")


class Field(NamedTuple):
    """The strengths that one opponent may have, sorted."""

    strengths: list[int]

    def beaten(self, strength: int) -> float:
        """The share of the field that `strength` wins from; a tie is half a win."""
        below = bisect_left(self.strengths, strength)
        ties = bisect_right(self.strengths, strength) - below
        return (below + ties / 2) / len(self.strengths)


@cache
def strengths() -> dict[int, int]:
    """Strength of each of the 20,475 hands by its mask; made once per process."""
    return {
        mask(cards): rank.kind * TYPE + rank.points
        for cards in combinations(SPANISH_28, 4)
        for rank in (evaluate(cards),)
    }


def strength(held: int) -> int:
    """The strength of four cards."""
    return strengths()[held]


def mask(cards: Iterable[Card]) -> int:
    """The cards as one mask."""
    return sum(BIT[card] for card in cards)


def unseen(dead: int) -> list[int]:
    """The bits of the cards outside `dead`."""
    return [bit for bit in CARD if not bit & dead]


def has_juego(strength: int) -> bool:
    """Whether the hand is a Segunda, a Chivo or a Primera."""
    return strength >= JUEGO


def juegos(dead: int) -> Field:
    """Exactly the hands with juego that an opponent may hold."""
    return Field(sorted(s for m, s in strengths().items() if has_juego(s) and not m & dead))


def improved(dead: int, chance: Random) -> Field:
    """Hands as opponents hold them after a plain discard, from a fixed number of deals."""
    pool = unseen(dead)
    deals = [chance.sample(pool, 8) for _ in range(DEALS)]
    return Field(sorted(after_discard(sum(deal[:4]), deal[4:]) for deal in deals))


def after_discard(held: int, spare: list[int]) -> int:
    """Strength of a hand after a plain discard, with replacements from the front of `spare`."""
    now = strength(held)
    if has_juego(now):
        return now
    kept = worth_keeping(held)
    return strength(kept + sum(spare[: 4 - kept.bit_count()]))


def worth_keeping(held: int) -> int:
    """What a plain player keeps of a hand without juego: three of a suit, else the best card of
    each of three suits, else both cards of the richer suit."""
    groups = sorted((held & suit for suit in SUITS), key=lambda g: g.bit_count(), reverse=True)
    groups = [group for group in groups if group]
    if groups[0].bit_count() == 3:
        return groups[0]
    if len(groups) == 3:
        return sum(_dearest(group) for group in groups)
    return max(groups, key=_worth_of)


def best_discard(held: int, dead: int, worth: dict[int, float]) -> tuple[int, float]:
    """The mask to keep with the highest mean worth over all replacements, and that worth."""
    pool = unseen(dead)
    table = strengths()
    best, best_worth = held, worth[strength(held)]
    bits = [bit for bit in CARD if bit & held]
    for size in (3, 2, 1, 0):
        draws = [sum(draw) for draw in combinations(pool, 4 - size)]
        for kept in map(sum, combinations(bits, size)):
            mean = sum(worth[table[kept + draw]] for draw in draws) / len(draws)
            if mean > best_worth:
                best, best_worth = kept, mean
    return best, best_worth


def worths(field: Field, opponents: int, bonus: int) -> dict[int, float]:
    """Chance of each possible strength to win against so many opponents of this field."""
    return {s: field.beaten(s + bonus) ** opponents for s in _possible()}


@cache
def _possible() -> tuple[int, ...]:
    return tuple(sorted(set(strengths().values())))


def _dearest(group: int) -> int:
    return max((bit for bit in CARD if bit & group), key=_worth_of)


@cache
def _worth_of(group: int) -> int:
    return points(tuple(card for card, bit in BIT.items() if bit & group))
