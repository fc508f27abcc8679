"""Views of a Primera table as a house player receives them."""

from __future__ import annotations

from tapete.game.contract import Info, Level, Own, Pot, SeatView, View
from tests.toy import Toy

INFO: Info = Toy(key="primera").info  # the bot reads no field of it
CHIPS = 100_000


def view(
    phase: str,
    cards: str,
    *,
    opponents: int = 2,
    pique: int = 15_000,
    pozo: int = 0,
    owes: int = 0,
    mano: int = 2,
    shown: str = "",
    board: str = "",
) -> View:
    """Seat 1's view: its cards, that many opponents, the pots, what it owes."""
    held = tuple(cards[i : i + 2] for i in range(0, len(cards), 2))
    open_cards = tuple(shown[i : i + 2] for i in range(0, len(shown), 2))
    seats = [SeatView(1, CHIPS, backs=len(held))]
    seats += [SeatView(n, CHIPS, backs=4) for n in range(2, opponents + 2)]
    if open_cards:
        seats.append(SeatView(opponents + 2, CHIPS, alive=False, cards=open_cards))
    everybody = tuple(range(1, opponents + 2))
    pots = tuple(
        Pot(name, amount, (Level(amount, everybody),))
        for name, amount in (("pique", pique), ("pozo", pozo))
        if amount
    )
    return View(
        phase,
        turn=7,
        role=mano,
        asks=(1,),
        seats=tuple(seats),
        pots=pots,
        board=(board,) if board else (),
        own=Own(1, held, owes=owes),
    )
