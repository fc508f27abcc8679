"""Sharing a pot: every chip that does not divide has a named owner."""

from __future__ import annotations

from collections.abc import Sequence


def split(net: int, winners: Sequence[int], unit: int = 1) -> tuple[tuple[int, int], ...]:
    """Shares of `net` as (seat, amount), in the order of `winners`.

    The net is shared in whole units; the units left over go one by one to the first winners, and
    what is less than a unit goes to the first of all. A share may be 0.
    """
    assert winners
    assert net >= 0
    if len(winners) == 1:
        return ((winners[0], net),)
    units, residue = divmod(net, unit)
    each, over = divmod(units, len(winners))
    shares = [
        (seat, (each + (place < over)) * unit + (0 if place else residue))
        for place, seat in enumerate(winners)
    ]
    assert sum([share for _, share in shares]) == net
    return tuple(shares)
