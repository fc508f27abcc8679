"""Taking cards (K-P1): an equal card, and every consecutive one above it."""

from __future__ import annotations

from tapete.cards.card import Card
from tapete.games.caida.values import step


def taken(table: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """What `card` takes from the table, in the order of the run; empty: it stays (002:13).

    The table never holds two equal values, so a run is one card for each step.
    """
    lying = {step(c): c for c in table}
    run: list[Card] = []
    here = step(card)
    while here in lying:
        run.append(lying[here])
        here += 1
    return tuple(run)
