"""The cantos (K-C): what three dealt cards announce, as one table of data.

The rows stand from the best to the least (K-C1). A row's `key` says which of two equal cantos is
the better one (K-C2); where the keys are equal too, the one nearest to mano is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from tapete.cards.card import Card
from tapete.games.caida.values import RANKS, figure_points, step, value

Key = tuple[int, ...]


class Canto(NamedTuple):
    """A canto in a hand: its name, its points (None: it wins the partida), its weight."""

    name: str
    points: int | None
    weight: Key


class Row(NamedTuple):
    """One line of the table: when it holds, what it pays, how equals compare."""

    name: str
    holds: Callable[[tuple[Card, ...]], bool]
    points: Callable[[tuple[Card, ...]], int | None]
    key: Callable[[tuple[Card, ...]], Key]


def steps(cards: tuple[Card, ...]) -> list[int]:
    """The places of the values in the run of ten, from low to high."""
    return sorted(step(card) for card in cards)


def pair(cards: tuple[Card, ...]) -> int | None:
    """The place of the value that comes twice, or None."""
    return next((s for s, n in Counter(map(step, cards)).items() if n == 2), None)


def loose(cards: tuple[Card, ...]) -> int:
    """The place of the value that comes once beside a pair."""
    return next(s for s, n in Counter(map(step, cards)).items() if n == 1)


def is_tribilin(cards: tuple[Card, ...]) -> bool:
    """Three equal values (002:21)."""
    return len(set(map(step, cards))) == 1


def is_registro(cards: tuple[Card, ...]) -> bool:
    """As, Caballo and Rey."""
    return sorted(map(value, cards)) == [1, 11, 12]


def is_vigia(cards: tuple[Card, ...]) -> bool:
    """A pair and a card that touches it, above or below."""
    doubled = pair(cards)
    return doubled is not None and abs(loose(cards) - doubled) == 1


def is_patria(cards: tuple[Card, ...]) -> bool:
    """Three values in a row."""
    low, middle, high = steps(cards)
    return (middle - low, high - middle) == (1, 1)


def is_flor(cards: tuple[Card, ...]) -> bool:
    """Three cards of one suit."""
    return len({card[1] for card in cards}) == 1


def is_ronda(cards: tuple[Card, ...]) -> bool:
    """A pair."""
    return pair(cards) is not None


def pair_points(cards: tuple[Card, ...]) -> int:
    """1, or 2, 3, 4 for a pair of Sotas, Caballos, Reyes (002:20)."""
    return figure_points(next(value(c) for c in cards if step(c) == pair(cards)))


def high_to_low(cards: tuple[Card, ...]) -> Key:
    """The values from high to low."""
    return tuple(reversed(steps(cards)))


def pair_then_loose(cards: tuple[Card, ...]) -> Key:
    """The pair first, then the card beside it."""
    doubled = pair(cards)
    return (-1 if doubled is None else doubled, loose(cards))


def nothing(cards: tuple[Card, ...]) -> Key:
    """Equals stay equal."""
    return ()


TRIBILIN: Final = "tribilin"

TABLE: Final = (
    Row(TRIBILIN, is_tribilin, lambda cards: None, high_to_low),
    Row("registro", is_registro, lambda cards: 8, nothing),
    Row("vigia", is_vigia, lambda cards: 7, pair_then_loose),
    Row("patria", is_patria, lambda cards: 6, high_to_low),
    Row("flor", is_flor, lambda cards: 5, high_to_low),
    Row("ronda", is_ronda, pair_points, lambda cards: pair_then_loose(cards)[:1]),
)


def canto(cards: tuple[Card, ...]) -> Canto | None:
    """The best canto of the three cards as they were dealt, or None (K-C1)."""
    for place, row in enumerate(TABLE):
        if row.holds(cards):
            return Canto(row.name, row.points(cards), (-place, *row.key(cards)))
    return None


def best(hands: tuple[tuple[Card, ...], ...]) -> int | None:
    """Which of these hands, from mano round, holds the canto that is paid; None: no canto.

    A full tie goes to the one nearest to mano (K-C2): `max` keeps the first of equals.
    """
    sung = [(i, c) for i, cards in enumerate(hands) if (c := canto(cards)) is not None]
    if not sung:
        return None
    return max(sung, key=lambda item: item[1].weight)[0]


def label(cards: tuple[Card, ...]) -> str:
    """How the canto is named when it is paid: `ronda de Rey`, else its name alone (K-C3)."""
    found = canto(cards)
    if found is None:
        return ""
    doubled = pair(cards)
    if found.name != "ronda" or doubled is None:
        return found.name
    return f"ronda {RANKS[doubled]}"
