"""The shuffle: every order exactly as likely as every other, by counting all entropy there is."""

from __future__ import annotations

import itertools
import math
import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.record.shuffle import Entropy, below, drawn, shuffled


class Dry(Exception):
    """The stream is at its end: this number would have been drawn again."""


def stream(numbers: tuple[int, ...]) -> Entropy:
    left: Iterator[int] = iter(numbers)

    def entropy(count: int) -> bytes:
        try:
            return bytes(next(left) for _ in range(count))
        except RuntimeError:
            raise Dry from None

    return entropy


@pytest.mark.parametrize("n", [2, 3, 4])
def test_all_streams_of_entropy_give_each_order_equally_often(n: int) -> None:
    """The lowest bits of a byte decide; so bytes 0..7 stand for all of them."""
    counts: Counter[tuple[int, ...]] = Counter()
    for numbers in itertools.product(range(8), repeat=n - 1):
        try:
            counts[shuffled(range(n), stream(numbers))] += 1
        except Dry:
            continue
    assert len(counts) == math.factorial(n)
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 28, 40, 52, 255, 256])
def test_each_number_below_a_bound_is_drawn_by_as_many_bytes(bound: int) -> None:
    counts: Counter[int] = Counter()
    for byte in range(256):
        try:
            counts[below(bound, stream((byte,)))] += 1
        except Dry:
            continue
    assert sorted(counts) == list(range(bound))
    assert len(set(counts.values())) == 1


def test_a_bound_over_a_byte_takes_two() -> None:
    assert below(300, stream((1, 43))) == 299
    with pytest.raises(Dry):
        below(300, stream((1, 44)))


def test_a_number_that_does_not_fit_is_drawn_again() -> None:
    assert below(3, stream((3, 3, 2))) == 2


def test_nothing_cannot_be_drawn_from() -> None:
    with pytest.raises(ValueError, match="nothing"):
        below(0, os.urandom)


@given(st.lists(st.integers(), unique=True, min_size=1, max_size=60))
def test_a_shuffle_loses_and_doubles_nothing(items: list[int]) -> None:
    assert sorted(shuffled(items, os.urandom)) == sorted(items)
    assert drawn(items, os.urandom)[0] in items
