"""The table's own count of the money of a hand.

It is kept from the Moved alone, apart from the figures in the game's state, and both must agree
when the hand is over. Wherever they cannot, `Broken` names the account and the table freezes.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapete.game.contract import Event, Moved, Seat, View
from tapete.table.draft import Draft
from tapete.table.effects import Post
from tapete.table.errors import Broken
from tapete.table.inputs import User

CARRY = "carry"
RAKE = "house:rake"


def rows(events: tuple[Event, ...], first: int) -> Iterator[tuple[int, tuple[Moved, ...]]]:
    """The journal rows of one game step, each with the number of its first event: consecutive
    Moved with one why are one row, and a Told between them parts two."""
    row: list[Moved] = []
    start = first
    for number, event in enumerate(events, first):
        if row and (not isinstance(event, Moved) or event.why != row[0].why):
            yield start, tuple(row)
            row = []
        if isinstance(event, Moved):
            start = start if row else number
            row.append(event)
    if row:
        yield start, tuple(row)


def post(draft: Draft, events: tuple[Event, ...], first: int) -> None:
    """Book the money of one game step: on the journal, and in the table's own count."""
    hand = draft.hand
    purse, pots, carry = dict(hand.purse), dict(hand.pots), draft.table.carry
    for number, row in rows(events, first):
        draft.effects.append(Post(draft.at_ms, hand.id, number, row, hand.users))
        for moved in row:
            if moved.amount <= 0:
                raise Broken(f"amount of {moved.why}")
            for account, amount in ((moved.source, -moved.amount), (moved.target, moved.amount)):
                if account == CARRY:
                    carry += amount
                    _in_order(account, carry)
                elif account == RAKE:
                    _in_order(account, amount)
                else:
                    _book(purse, pots, account, amount)
    draft.set_hand(purse=purse, pots=pots)
    draft.set(carry=carry)


def _book(purse: dict[Seat, int], pots: dict[str, int], account: str, amount: int) -> None:
    kind, _, name = account.partition(":")
    if kind == "seat" and name.isdecimal() and int(name) in purse:
        purse[int(name)] += amount
        _in_order(account, purse[int(name)])
    elif kind == "pot":
        pots[name] = pots.get(name, 0) + amount
        _in_order(account, pots[name])
    else:
        raise Broken(f"account {account}")


def _in_order(account: str, balance: int) -> None:
    if balance < 0:
        raise Broken(f"{account} below zero")


def check_over(draft: Draft, view: View) -> None:
    """At Over every pot is empty, and the chips that everybody sees are those that the Moved
    left. The view must show exactly the seats that were dealt in."""
    hand = draft.hand
    for name, amount in hand.pots.items():
        if amount != 0:
            raise Broken(f"pot:{name} not empty")
    shown = {seat.seat: seat.chips for seat in view.seats}
    for seat, chips in hand.purse.items():
        if shown.get(seat) != chips:
            raise Broken(f"seat:{seat} differs")


# ── chips that are bought ────────────────────────────────────────────────────────────────────
def buy_in(draft: Draft, seat: Seat, user: User, chips: int) -> None:
    """The chips that a newcomer brings, where they leave his wallet (or the bank of a session)."""
    outside = _outside(draft, seat)
    if outside and chips:
        draft.move(Moved(outside, f"seat:{seat}", chips, "COMPRA"), {seat: user})


def cash_out(draft: Draft, seat: Seat, user: User, chips: int) -> None:
    """What a seat goes home with."""
    outside = _outside(draft, seat)
    if outside and chips:
        draft.move(Moved(f"seat:{seat}", outside, chips, "RETIRO"), {seat: user})


def _outside(draft: Draft, seat: Seat) -> str:
    """Where a seat's chips come from and go to; none where the wallet itself is the bank."""
    return {"wallet": "", "buyin": f"wallet:{seat}", "session": "house:fichas"}[
        draft.game.info.bank
    ]
