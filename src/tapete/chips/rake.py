"""The house's share of a pot."""

from __future__ import annotations

BASIS = 10_000  # rates are in hundredths of a per cent


def rake(gross: int, rate_bp: int, unit: int = 1) -> int:
    """`rate_bp` basis points of `gross`, rounded down to a multiple of `unit`."""
    return gross * rate_bp // BASIS // unit * unit
