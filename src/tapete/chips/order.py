"""Seat order: clockwise is increasing seat number, wrapping."""

from __future__ import annotations

from collections.abc import Sequence


def clockwise(seats: Sequence[int], first: int) -> tuple[int, ...]:
    """`seats` (increasing) read clockwise, beginning with `first` or the next one after it."""
    for at, seat in enumerate(seats):
        if seat >= first:
            return (*seats[at:], *seats[:at])
    return tuple(seats)
