"""Pots by levels of contribution: each level can be won only by who put chips into it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Layer(NamedTuple):
    """A level of a pot. `top` = the contribution at which it ends; `seats` = who can win it,
    empty when nobody in the hand put anything into the pot."""

    top: int
    amount: int
    seats: tuple[int, ...]


def layers(
    put: Sequence[tuple[int, int]], alive: Collection[int], floor: int = 0, extra: int = 0
) -> tuple[Layer, ...]:
    """The levels above `floor`, from the lowest up.

    `put` = what each seat contributed in all, also who is out; `alive` = who can still win;
    `extra` joins the lowest level. Neighbours with the same seats are one level, and a level
    that nobody alive reached belongs to the one below.
    """
    found: list[Layer] = []
    low = floor
    for top in sorted({amount for _, amount in put if amount > floor}):
        reached = [seat for seat, amount in put if amount >= top]
        amount = (top - low) * len(reached) + (0 if found else extra)
        seats = tuple([seat for seat in reached if seat in alive])
        low = top
        if found and (not seats or seats == found[-1].seats):
            amount += found[-1].amount
            seats = found.pop().seats
        found.append(Layer(top, amount, seats))
    return tuple(found)
