"""Chance: an order drawn without bias from an entropy function that is passed in.

The runner passes the operating system's CSPRNG, tests and simulations a stream of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Entropy: TypeAlias = Callable[[int], bytes]  # n -> n random bytes


def below(bound: int, entropy: Entropy) -> int:
    """A number of 0..bound-1, each equally likely: what does not fit is drawn again."""
    if bound < 1:
        raise ValueError("nothing to draw from")
    bits = (bound - 1).bit_length()
    mask = (1 << bits) - 1
    while bits:
        number = int.from_bytes(entropy((bits + 7) // 8), "big") & mask
        if number < bound:
            return number
    return 0


def shuffled(items: Sequence[T], entropy: Entropy) -> tuple[T, ...]:
    """The items in one of their n! orders, each equally likely (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, entropy)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def drawn(items: Sequence[T], entropy: Entropy) -> tuple[T]:
    """One of the items, each equally likely: the answer to a wanted draw of a seat."""
    return (items[below(len(items), entropy)],)
