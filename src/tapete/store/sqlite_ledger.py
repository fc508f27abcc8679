"""Money in SQLite: the deeds of the ledger as statements. Runs inside the writer's transaction.

A function raises `Undo` for a refusal; the writer then takes back everything of that step.
The order of the guards is that of `ledger.book`, which shares no code with this.
"""

from __future__ import annotations

import sqlite3

from tapete.ledger.accounts import Account, User, may_owe, named, wallet
from tapete.ledger.transfers import (
    GENESIS,
    Entry,
    Holds,
    LedgerCode,
    Lock,
    Posting,
    Refusal,
    TopUp,
    Unlock,
    chained,
    fingerprint,
    problem,
    topped,
)
from tapete.store.port import Posted, Refused, StoreCode


class Undo(Exception):
    """The work is refused and must leave no trace."""

    def __init__(self, code: StoreCode | LedgerCode, account: Account = "") -> None:
        super().__init__(code.value)
        self.refused = Refused(code, account)


def post(db: sqlite3.Connection, request: Entry | TopUp) -> Posted:
    """An entry outside every step. The same key and fingerprint give the first row again."""
    if isinstance(request, Entry) and request.hand:
        raise Undo(LedgerCode.HAND_OUTSIDE)
    asked = fingerprint(request)
    first = db.execute(
        "SELECT number, fingerprint FROM journal WHERE key = ?", (request.key,)
    ).fetchone()
    if first is not None:
        if first[1] != asked:
            raise Undo(LedgerCode.KEY_CONFLICT)
        return Posted(first[0], entry_of(db, first[0]), repeated=True)
    entry = request if isinstance(request, Entry) else _topped(db, request)
    return Posted(write_entry(db, entry, asked), entry)


def add_entry(db: sqlite3.Connection, entry: Entry) -> None:
    """An entry of a step: its key is new, or the step is not what it says it is."""
    if db.execute("SELECT 1 FROM journal WHERE key = ?", (entry.key,)).fetchone():
        raise Undo(LedgerCode.KEY_USED)
    write_entry(db, entry, fingerprint(entry))


def write_entry(db: sqlite3.Connection, entry: Entry, asked: bytes) -> int:
    """Guards, then the row, its postings and the balances. Returns the row's number."""
    refusal = problem(entry)
    if refusal is not None:
        raise Undo(refusal.code, refusal.account)
    balances = _accounts(db, entry)
    _check_locks(db, entry)
    after = []
    for posting in entry.postings:
        left = balances[posting.debit] - posting.amount
        if left < 0 and not may_owe(posting.debit):
            raise Undo(LedgerCode.BALANCE_LOW, posting.debit)
        balances[posting.debit] = left
        balances[posting.credit] += posting.amount
        after.append((left, balances[posting.credit]))
    last = db.execute("SELECT number, hash FROM journal ORDER BY number DESC LIMIT 1").fetchone()
    number, previous = (last[0] + 1, last[1]) if last else (1, GENESIS)
    db.execute(
        "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number, entry.key, asked, entry.currency, entry.why, entry.hand, entry.at_ms,
            previous, chained(previous, entry, asked),
        ),
    )  # fmt: skip
    db.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, part, entry.currency, p.debit, p.credit, p.amount, *after[part])
            for part, p in enumerate(entry.postings)
        ],
    )
    db.executemany("UPDATE account SET balance = ?2 WHERE name = ?1", list(balances.items()))
    return number


def lock(db: sqlite3.Connection, table: str, asked: Lock) -> None:
    """Take a free wallet that holds exactly what the hand opens with."""
    account = wallet(asked.user, asked.currency)
    if _lock_of(db, asked.user, asked.currency) is not None:
        raise Undo(LedgerCode.EN_JUEGO, account)
    if balance_of(db, account) != asked.chips:
        raise Undo(LedgerCode.STAKE_CHANGED, account)
    db.execute(
        "INSERT INTO wallet_lock (user, currency, hand, room, chips) VALUES (?, ?, ?, ?, ?)",
        (asked.user, asked.currency, asked.hand, table, asked.chips),
    )


def unlock(db: sqlite3.Connection, asked: Unlock) -> None:
    """Give the wallet back; state and persisted balance must agree."""
    account = wallet(asked.user, asked.currency)
    held = _lock_of(db, asked.user, asked.currency)
    if held is None or held[0] != asked.hand:
        raise Undo(LedgerCode.LOCK_LOST, account)
    if asked.chips is not None and asked.chips != balance_of(db, account) - held[1]:
        raise Undo(LedgerCode.BALANCE_DIFFERS, account)
    db.execute(
        "DELETE FROM wallet_lock WHERE user = ? AND currency = ?", (asked.user, asked.currency)
    )


def holds(db: sqlite3.Connection, asked: Holds) -> None:
    """An assertion: the account holds exactly this."""
    if balance_of(db, asked.account) != asked.balance:
        raise Undo(LedgerCode.BALANCE_DIFFERS, asked.account)


def balance_of(db: sqlite3.Connection, account: Account) -> int:
    """The materialised balance; 0 for an account that nobody has touched."""
    row = db.execute("SELECT balance FROM account WHERE name = ?", (account,)).fetchone()
    return row[0] if row else 0


def total_of(db: sqlite3.Connection, user: User, currency: str) -> int:
    """What a user has in all: wallet and stacks."""
    row = db.execute(
        "SELECT coalesce(sum(balance), 0) FROM account WHERE owner = ? AND currency = ?"
        " AND owner <> ''",
        (user, currency),
    ).fetchone()
    return int(row[0])


def entry_of(db: sqlite3.Connection, number: int) -> Entry:
    """A journal row as the entry that it was."""
    key, why, currency, hand, at_ms = db.execute(
        "SELECT key, why, currency, hand, at_ms FROM journal WHERE number = ?", (number,)
    ).fetchone()
    postings = db.execute(
        "SELECT debit, credit, amount FROM posting WHERE number = ? ORDER BY part", (number,)
    )
    return Entry(
        key=key,
        why=why,
        currency=currency,
        postings=tuple(Posting(*row) for row in postings),
        at_ms=at_ms,
        hand=hand,
    )


def _topped(db: sqlite3.Connection, request: TopUp) -> Entry:
    account = wallet(request.user, request.currency)
    if _lock_of(db, request.user, request.currency) is not None:
        raise Undo(LedgerCode.EN_JUEGO, account)
    entry = topped(request, total_of(db, request.user, request.currency))
    if isinstance(entry, Refusal):
        raise Undo(entry.code, entry.account)
    return entry


def _lock_of(db: sqlite3.Connection, user: User, currency: str) -> tuple[str, int] | None:
    row: tuple[str, int] | None = db.execute(
        "SELECT hand, elsewhere FROM wallet_lock WHERE user = ? AND currency = ?",
        (user, currency),
    ).fetchone()
    return row


def _accounts(db: sqlite3.Connection, entry: Entry) -> dict[Account, int]:
    """The balances that the entry touches; an account that nobody has touched yet is opened."""
    balances: dict[Account, int] = {}
    for posting in entry.postings:
        for account in (posting.debit, posting.credit):
            if account in balances:
                continue
            row = db.execute(
                "SELECT balance, currency FROM account WHERE name = ?", (account,)
            ).fetchone()
            if row is None:
                parts = named(account)
                db.execute(
                    "INSERT INTO account (name, currency, owner) VALUES (?, ?, ?)",
                    (account, entry.currency, parts.user if parts else ""),
                )
            elif row[1] != entry.currency:
                raise Undo(LedgerCode.CURRENCY_MIXED, account)
            balances[account] = row[0] if row else 0
    return balances


def _check_locks(db: sqlite3.Connection, entry: Entry) -> None:
    """A locked wallet pays for its hand only, a hand debits only what it has locked; a credit
    from elsewhere is noted, for it joins at the next hand."""
    for posting in entry.postings:
        parts = named(posting.debit)
        if parts is not None and parts.kind == "wallet":
            held = _lock_of(db, parts.user, entry.currency)
            if held is not None and held[0] != entry.hand:
                raise Undo(LedgerCode.EN_JUEGO, posting.debit)
            if held is None and entry.hand:
                raise Undo(LedgerCode.LOCK_LOST, posting.debit)
    for posting in entry.postings:
        parts = named(posting.credit)
        if parts is not None and parts.kind == "wallet":
            db.execute(
                "UPDATE wallet_lock SET elsewhere = elsewhere + ?"
                " WHERE user = ? AND currency = ? AND hand <> ?",
                (posting.amount, parts.user, entry.currency, entry.hand),
            )
