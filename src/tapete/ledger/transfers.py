"""What can be asked of the ledger, as values: entries, wallet locks, and assertions on balances.

An entry is balanced by construction: each posting takes an amount from one account and gives it
to another. Its `key` makes it happen once; its fingerprint tells a repetition from a conflict.
Amounts are integers of the currency's smallest unit. Time comes in as `at_ms` (UTC).
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec import Struct

from tapete.ledger.accounts import PRA, Account, User, house, named, wallet

MOST_AMOUNT = 10**15  # far above any table, far below what 64 bits can sum
MOST_POSTINGS = 64  # a hand has at most 10 seats and a few pots
MOST_KEY = 120  # characters; a hand's id and a number need less

GRANT = 500_000  # PRA, once, to a new account
REFILL_TO = 20_000  # PRA: who has less in all may be lifted to this once a day
BOGOTA_BEHIND_MS = 5 * 3_600_000  # America/Bogota is UTC-5; Colombia keeps no summer time
DAY_MS = 86_400_000
GENESIS = bytes(32)  # the hash before the first journal row


class LedgerCode(StrEnum):
    """Why the ledger refuses. Nothing of a refused entry or step is kept."""

    EMPTY = "entry_empty"
    KEY_WRONG = "key_wrong"  # empty or too long
    TOO_MANY = "postings_too_many"
    ACCOUNT_WRONG = "account_wrong"  # not a name of ours, or source and target are one
    AMOUNT_WRONG = "amount_wrong"  # not an integer, below 1 or huge
    CURRENCY_MIXED = "currency_mixed"  # an account of another currency
    KEY_CONFLICT = "key_conflict"  # the key stands for another operation
    KEY_USED = "key_used"  # inside a step even an equal one: the step itself is the repetition
    BALANCE_LOW = "balance_low"
    HAND_OUTSIDE = "hand_outside"  # only a step of its table moves the chips of a hand
    EN_JUEGO = "en_juego"  # the wallet is locked by a hand
    LOCK_LOST = "lock_lost"  # a hand's debit of a wallet that it has not locked
    STAKE_CHANGED = "stake_changed"  # the wallet to lock does not hold what was read
    BALANCE_DIFFERS = "balance_differs"  # chips in state and persisted balance disagree
    ENOUGH = "balance_enough"  # a refill is for those who have less


class Posting(Struct, frozen=True, array_like=True):
    """`amount` leaves `debit` and arrives at `credit`."""

    debit: Account
    credit: Account
    amount: int


class Entry(Struct, frozen=True, kw_only=True):
    """One row of the journal with its postings: all of one currency, all or nothing.

    `key` is unique for ever: of a hand `HAND:NUMBER` of its first event; else as its maker says.
    `hand` = the hand that moves the chips: only it may debit the wallets that it has locked.
    """

    key: str
    why: str
    currency: str
    postings: tuple[Posting, ...]
    at_ms: int
    hand: str = ""


class TopUp(Struct, frozen=True, kw_only=True):
    """Lift a user to `to` from the house's emission, when he has less in all (wallet and stacks).

    Refused while a hand has his wallet locked: what lies in a pot is still his to win.
    """

    key: str
    why: str
    user: User
    currency: str
    to: int
    at_ms: int


class Lock(Struct, frozen=True, kw_only=True):
    """A hand takes a wallet, which must be free and hold exactly `chips`: what the game opens
    with. While it lasts, only that hand debits it; credits from elsewhere join at the next."""

    user: User
    currency: str
    hand: str
    chips: int


class Unlock(Struct, frozen=True, kw_only=True):
    """The hand gives the wallet back. `chips` = what the game's state says its owner has: it must
    equal the balance less the credits that came from elsewhere meanwhile (None: not known)."""

    user: User
    currency: str
    hand: str
    chips: int | None = None


class Holds(Struct, frozen=True):
    """The account must hold exactly this now, else the step is refused and the table freezes."""

    account: Account
    balance: int


Deed: TypeAlias = Entry | Lock | Unlock | Holds


class Refusal(Struct, frozen=True):
    """A code and, where it has one, the account that it is about."""

    code: LedgerCode
    account: Account = ""


def problem(entry: Entry) -> Refusal | None:
    """The first guard that an entry fails by its form alone, in this order; None = well formed."""
    if not 0 < len(entry.key) <= MOST_KEY:
        return Refusal(LedgerCode.KEY_WRONG)
    if not entry.postings:
        return Refusal(LedgerCode.EMPTY)
    if len(entry.postings) > MOST_POSTINGS:
        return Refusal(LedgerCode.TOO_MANY)
    for posting in entry.postings:
        if posting.debit == posting.credit:
            return Refusal(LedgerCode.ACCOUNT_WRONG, posting.debit)
        if type(posting.amount) is not int or not 0 < posting.amount <= MOST_AMOUNT:
            return Refusal(LedgerCode.AMOUNT_WRONG, posting.debit)
        for account in (posting.debit, posting.credit):
            parts = named(account)
            if parts is None:
                return Refusal(LedgerCode.ACCOUNT_WRONG, account)
            if parts.currency not in ("", entry.currency):
                return Refusal(LedgerCode.CURRENCY_MIXED, account)
    return None


def fingerprint(request: Entry | TopUp) -> bytes:
    """32 bytes of what is asked for, whenever it is asked: the time is no part of it."""
    if isinstance(request, TopUp):
        asked: tuple[object, ...] = (request.why, request.user, request.currency, request.to)
    else:
        asked = (request.why, request.currency, request.hand, request.postings)
    return hashlib.sha256(b"\x04" + msgspec.json.encode(asked)).digest()


def chained(previous: bytes, entry: Entry, asked: bytes) -> bytes:
    """The hash of a journal row: over the row before it, all it says, and what was asked for."""
    row = msgspec.json.encode(
        (entry.key, entry.why, entry.currency, entry.hand, entry.at_ms, entry.postings)
    )
    return hashlib.sha256(b"\x05" + previous + asked + row).digest()


def topped(request: TopUp, total: int) -> Entry | Refusal:
    """The entry of a refill for somebody who has `total` in all."""
    account = wallet(request.user, request.currency)
    if total >= request.to:
        return Refusal(LedgerCode.ENOUGH, account)
    return Entry(
        key=request.key,
        why=request.why,
        currency=request.currency,
        postings=(Posting(house("emision", request.currency), account, request.to - total),),
        at_ms=request.at_ms,
    )


def grant(user: User, at_ms: int, *, currency: str = PRA, amount: int = GRANT) -> Entry:
    """What a new account receives, once in its life per currency."""
    return Entry(
        key=f"grant:{currency}:{user}",
        why="alta",
        currency=currency,
        postings=(Posting(house("emision", currency), wallet(user, currency), amount),),
        at_ms=at_ms,
    )


def refill(user: User, at_ms: int) -> TopUp:
    """The player's own refill to 20,000 PRA: the day in Bogota is part of its key."""
    day = (at_ms - BOGOTA_BEHIND_MS) // DAY_MS
    return TopUp(
        key=f"refill:{user}:{day}",
        why="recarga",
        user=user,
        currency=PRA,
        to=REFILL_TO,
        at_ms=at_ms,
    )


def house_refill(user: User, to: int, key: str, at_ms: int, currency: str = PRA) -> TopUp:
    """A house player's refill between hands; `key` = the hand or moment that asked for it."""
    return TopUp(
        key=f"house:{user}:{key}",
        why="recarga_casa",
        user=user,
        currency=currency,
        to=to,
        at_ms=at_ms,
    )
