"""Practice credits: what a member has, and the daily refill of who has lost them.

The grant of a new account is part of its creation (members.py). Credits have no monetary value.
"""

from __future__ import annotations

from tapete.house.errors import Code, Refusal
from tapete.ledger.accounts import PRA
from tapete.ledger.transfers import REFILL_TO, LedgerCode, house_refill, refill
from tapete.store.port import Posted, Purse, Store

HOUSE_LOW = 200_000  # a house player below this is refilled between hands
HOUSE_TO = 500_000


def may_refill(purse: Purse) -> bool:
    """Whether a refill would give anything. Whether today's was taken, the key of it decides."""
    return purse.total < REFILL_TO and not purse.hand


async def ask_refill(store: Store, user: str, now_ms: int) -> int:
    """Lift him to 20,000 if he is below, once a day in Bogota; the chips that he received."""
    outcome = await store.post(refill(user, now_ms))
    if isinstance(outcome, Posted):
        if outcome.repeated:
            raise Refusal(Code.REFILL_EARLY)
        return sum(p.amount for p in outcome.entry.postings)
    match outcome.code:
        case LedgerCode.ENOUGH:
            raise Refusal(Code.REFILL_UNNEEDED)
        case LedgerCode.EN_JUEGO:
            raise Refusal(Code.FUNDS_LOCKED)
        case _:
            raise Refusal(Code.REFILL_EARLY)


async def refill_house(store: Store, user: str, after: str, now_ms: int) -> None:
    """A house player who runs low is refilled; `after` = the hand after which it was asked."""
    purse = await store.purse(user, PRA)
    if purse.total < HOUSE_LOW and not purse.hand:
        await store.post(house_refill(user, HOUSE_TO, after, now_ms))
