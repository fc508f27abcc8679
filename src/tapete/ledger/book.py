"""A ledger in memory with the rules of the stored one: for laws, checks and tests.

It is written from the rules and shares no code with a store beyond the form of a request, so that
each can be tested against the other. Nothing is changed by a request that is refused.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from tapete.ledger.accounts import Account, User, may_owe, named, wallet
from tapete.ledger.transfers import (
    GENESIS,
    Deed,
    Entry,
    Holds,
    LedgerCode,
    Lock,
    Refusal,
    TopUp,
    Unlock,
    chained,
    fingerprint,
    problem,
    topped,
)


class Row(Struct, frozen=True):
    """A journal row: its entry, its place in the chain, and each posting's balances after it."""

    number: int
    entry: Entry
    fingerprint: bytes
    hash: bytes
    after: tuple[tuple[int, int], ...]


@dataclass
class Held:
    """A locked wallet: by which hand, with what, and the credits that came from elsewhere."""

    hand: str
    chips: int
    elsewhere: int = 0


@dataclass
class Book:
    """Balances, locks and journal, and the only ways in which they change."""

    balances: dict[Account, int] = field(default_factory=dict)
    currencies: dict[Account, str] = field(default_factory=dict)
    locks: dict[Account, Held] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    keys: dict[str, Row] = field(default_factory=dict)
    count: int = 0
    head: bytes = GENESIS  # the hash of the last row
    keep: bool = True  # remember the rows; a check of a long journal does not

    def post(self, request: Entry | TopUp) -> Row | Refusal:
        """An entry outside every step: the same key again gives the first row again."""
        if isinstance(request, Entry) and request.hand:
            return Refusal(LedgerCode.HAND_OUTSIDE)
        asked = fingerprint(request)
        first = self.keys.get(request.key)
        if first is not None:
            return first if first.fingerprint == asked else Refusal(LedgerCode.KEY_CONFLICT)
        entry = request if isinstance(request, Entry) else self._topped(request)
        return entry if isinstance(entry, Refusal) else self._write(entry, asked)

    def run(self, deeds: Sequence[Deed]) -> Refusal | None:
        """All deeds of a step in their order, or none of them and the first refusal."""
        before = {name: copy.copy(value) for name, value in vars(self).items()}
        before["locks"] = {account: copy.copy(held) for account, held in self.locks.items()}
        for deed in deeds:
            refusal = self._do(deed)
            if refusal is not None:
                self.__dict__.update(before)
                return refusal
        return None

    def total(self, user: User, currency: str) -> int:
        """What a user has in all: wallet and stacks of that currency."""
        mine = [
            account
            for account in self.balances
            if self.currencies[account] == currency
            and (parts := named(account)) is not None
            and parts.user == user
        ]
        return sum(self.balances[account] for account in mine)

    def _do(self, deed: Deed) -> Refusal | None:
        match deed:
            case Entry():
                if deed.key in self.keys:
                    return Refusal(LedgerCode.KEY_USED)
                row = self._write(deed, fingerprint(deed))
                return row if isinstance(row, Refusal) else None
            case Lock():
                return self._lock(deed)
            case Unlock():
                return self._unlock(deed)
            case Holds():
                held = self.balances.get(deed.account, 0)
                wrong = held != deed.balance
                return Refusal(LedgerCode.BALANCE_DIFFERS, deed.account) if wrong else None

    def _lock(self, deed: Lock) -> Refusal | None:
        account = wallet(deed.user, deed.currency)
        if account in self.locks:
            return Refusal(LedgerCode.EN_JUEGO, account)
        if self.balances.get(account, 0) != deed.chips:
            return Refusal(LedgerCode.STAKE_CHANGED, account)
        self.locks[account] = Held(deed.hand, deed.chips)
        return None

    def _unlock(self, deed: Unlock) -> Refusal | None:
        account = wallet(deed.user, deed.currency)
        held = self.locks.get(account)
        if held is None or held.hand != deed.hand:
            return Refusal(LedgerCode.LOCK_LOST, account)
        chips = self.balances.get(account, 0) - held.elsewhere
        if deed.chips is not None and deed.chips != chips:
            return Refusal(LedgerCode.BALANCE_DIFFERS, account)
        del self.locks[account]
        return None

    def _topped(self, request: TopUp) -> Entry | Refusal:
        account = wallet(request.user, request.currency)
        if account in self.locks:
            return Refusal(LedgerCode.EN_JUEGO, account)
        return topped(request, self.total(request.user, request.currency))

    def write(self, entry: Entry, asked: bytes) -> Row | Refusal:
        """Form, currencies, balances, in this order; then the row. Locks are not looked at."""
        refusal = problem(entry) or self._mixed(entry)
        if refusal is not None:
            return refusal
        new: dict[Account, int] = {}
        after = []
        for posting in entry.postings:
            debit, credit = posting.debit, posting.credit
            new[debit] = new.get(debit, self.balances.get(debit, 0)) - posting.amount
            new[credit] = new.get(credit, self.balances.get(credit, 0)) + posting.amount
            if new[debit] < 0 and not may_owe(debit):
                return Refusal(LedgerCode.BALANCE_LOW, debit)
            after.append((new[debit], new[credit]))
        self.balances.update(new)
        self.currencies.update(dict.fromkeys(new, entry.currency))
        for posting in entry.postings:
            held = self.locks.get(posting.credit)
            if held is not None and held.hand != entry.hand:
                held.elsewhere += posting.amount
        self.count += 1
        self.head = chained(self.head, entry, asked)
        row = Row(self.count, entry, asked, self.head, tuple(after))
        if self.keep:
            self.rows.append(row)
            self.keys[entry.key] = row
        return row

    def _write(self, entry: Entry, asked: bytes) -> Row | Refusal:
        refusal = problem(entry) or self._mixed(entry) or self._barred(entry)
        return refusal if refusal is not None else self.write(entry, asked)

    def _mixed(self, entry: Entry) -> Refusal | None:
        for posting in entry.postings:
            for account in (posting.debit, posting.credit):
                if self.currencies.get(account, entry.currency) != entry.currency:
                    return Refusal(LedgerCode.CURRENCY_MIXED, account)
        return None

    def _barred(self, entry: Entry) -> Refusal | None:
        """A locked wallet pays for its hand only, and a hand debits only what it has locked."""
        for posting in entry.postings:
            parts, held = named(posting.debit), self.locks.get(posting.debit)
            if parts is None or parts.kind != "wallet":
                continue
            if held is not None and held.hand != entry.hand:
                return Refusal(LedgerCode.EN_JUEGO, posting.debit)
            if held is None and entry.hand:
                return Refusal(LedgerCode.LOCK_LOST, posting.debit)
        return None
