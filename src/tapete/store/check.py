"""The check of a ledger and its logs: everything that is stored twice is computed again.

It reads one moment of the file, also while a server is running, believes nothing that can be
recomputed, and lists what does not hold. `check(path).ok` is what `tapete ledger check` returns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from tapete.ledger.accounts import named
from tapete.ledger.book import Book
from tapete.ledger.transfers import GENESIS, Entry, Posting, Refusal
from tapete.record.log import FIRST_LINK, leaf_of, link_of
from tapete.store.port import StoreError
from tapete.store.sqlite_schema import connect_reading, faults

MOST_FINDINGS = 200  # of one kind; a ledger with more is not repaired by reading a list

ROWS = """SELECT j.number, j.key, j.fingerprint, j.currency, j.why, j.hand, j.at_ms, j.previous,
    j.hash, p.debit, p.credit, p.amount, p.debit_after, p.credit_after, p.currency
    FROM journal j LEFT JOIN posting p USING (number) ORDER BY j.number, p.part"""
SIDES = """WITH side (hand, account, amount) AS (
        SELECT hand, credit, amount FROM journal JOIN posting USING (number)
        UNION ALL SELECT hand, debit, -amount FROM journal JOIN posting USING (number))"""
QUESTIONS = {
    "a closed hand left chips in": f"""{SIDES}
        SELECT hand || ' ' || account FROM side JOIN hand h ON h.name = side.hand
        WHERE h.last_seq > 0 AND account GLOB 'table:*:pot:*'
        GROUP BY hand, account HAVING sum(amount) <> 0""",
    "chips in a pot without an open hand": """SELECT name FROM account
        WHERE name GLOB 'table:*:pot:*' AND balance <> 0 AND NOT EXISTS (
            SELECT 1 FROM hand h WHERE h.last_seq = 0
            AND account.name GLOB 'table:' || h.room || ':pot:*')""",
    "a journal row of an unknown hand": """SELECT key FROM journal
        WHERE hand <> '' AND hand NOT IN (SELECT name FROM hand)""",
    "a lock without its open hand": """SELECT l.user || ' ' || l.currency FROM wallet_lock l
        LEFT JOIN hand h ON h.name = l.hand
        WHERE coalesce(h.last_seq, 1) > 0 OR h.room <> l.room""",
    "a locked wallet does not add up": f"""{SIDES}
        SELECT l.user || ' ' || l.currency FROM wallet_lock l
        LEFT JOIN account a ON a.name = 'user:' || l.user || ':' || l.currency
        WHERE coalesce(a.balance, 0) <> l.chips + l.elsewhere + (
            SELECT coalesce(sum(amount), 0) FROM side
            WHERE side.hand = l.hand AND side.account = a.name)""",
    "an input is missing before": """SELECT room || ' ' || seq FROM (
        SELECT room, seq, lag(seq, 1, 0) OVER (PARTITION BY room ORDER BY seq) AS before
        FROM input) WHERE seq <> before + 1""",
    "a table does not stand at its last input": """SELECT name FROM room
        WHERE seq <> (SELECT coalesce(max(seq), 0) FROM input WHERE room = room.name)""",
    "an epoch goes back or ahead at": """SELECT i.room || ' ' || i.seq FROM (
        SELECT room, seq, epoch, lag(epoch, 1, 0) OVER (PARTITION BY room ORDER BY seq) AS before
        FROM input) i JOIN room r ON r.name = i.room
        WHERE i.epoch < i.before OR i.epoch > r.epoch""",
    "an answer tells of a step that is not there": """SELECT a.user || ' ' || a.cmd_id
        FROM answer a LEFT JOIN room r ON r.name = a.room WHERE a.seq > coalesce(r.seq, 0)""",
    "a hand ends before it begins": """SELECT name FROM hand
        WHERE last_seq > 0 AND last_seq < first_seq""",
}


class Finding(Struct, frozen=True):
    """Something that does not hold, and where. Neither a card nor a sealed byte stands in it."""

    what: str
    where: str = ""


class Report(Struct, frozen=True):
    """What was read and what was found."""

    rows: int
    accounts: int
    hands: int
    events: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether everything holds: the exit code 0."""
        return not self.findings


def check(path: Path | str) -> Report:
    """Recompute the store in `path`. Raises StoreError when there is none that can be read."""
    if not Path(path).is_file():
        raise StoreError(f"no such file: {path}")
    db = connect_reading(path)
    try:
        db.execute("BEGIN")
        return _checked(db)
    except sqlite3.DatabaseError as error:
        raise StoreError(str(error)) from error
    finally:
        db.close()


def _checked(db: sqlite3.Connection) -> Report:
    findings = [Finding("the schema", fault) for fault in faults(db)]
    if not findings:  # the questions need every table and column
        book = Book(keep=False)
        findings += _file(db)
        findings += list(_journal(db, book))
        findings += list(_accounts(db, book))
        for what, question in QUESTIONS.items():
            rows = db.execute(f"{question} LIMIT {MOST_FINDINGS}")
            findings += [Finding(what, row[0]) for row in rows]
        findings += list(_chains(db))
    return Report(
        rows=_count(db, "journal"),
        accounts=_count(db, "account"),
        hands=_count(db, "hand"),
        events=_count(db, "event"),
        findings=tuple(findings),
    )


def _count(db: sqlite3.Connection, table: str) -> int:
    known = db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) if known else 0


def _file(db: sqlite3.Connection) -> list[Finding]:
    """The file itself: pages, indexes, checks, references."""
    damage = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    torn = [f"{row[0]} {row[1]}" for row in db.execute("PRAGMA foreign_key_check")]
    return [Finding("the file", text) for text in damage] + [
        Finding("a row refers to nothing", text) for text in torn[:MOST_FINDINGS]
    ]


def _journal(db: sqlite3.Connection, book: Book) -> Iterator[Finding]:
    """Every row is written again into an empty book: numbers, hashes and balances must agree."""
    previous, expected = GENESIS, 1
    for number, group in groupby(db.execute(ROWS), key=lambda row: row[0]):
        parts = list(group)
        _, key, asked, currency, why, hand, at_ms, before, kept_hash = parts[0][:9]
        where = f"row {number} ({key})"
        if number != expected:
            yield Finding("journal rows are missing before", where)
        if before != previous:
            yield Finding("the chain of the journal breaks at", where)
        if any(part[14] not in (currency, None) for part in parts):
            yield Finding("a row mixes currencies", where)
        entry = Entry(
            key=key,
            why=why,
            currency=currency,
            postings=tuple(Posting(*part[9:12]) for part in parts if part[9] is not None),
            at_ms=at_ms,
            hand=hand,
        )
        book.head = before
        row = book.write(entry, asked)
        if isinstance(row, Refusal):
            yield Finding(f"a row that cannot be ({row.code})", f"{where} {row.account}")
        else:
            if row.hash != kept_hash:
                yield Finding("a row is not what was written", where)
            if row.after != tuple(part[12:14] for part in parts):
                yield Finding("a row tells other balances than it made", where)
        previous, expected = kept_hash, number + 1


def _accounts(db: sqlite3.Connection, book: Book) -> Iterator[Finding]:
    """The materialised balances against the recomputed ones."""
    kept = {
        row[0]: row[1:] for row in db.execute("SELECT name, balance, currency, owner FROM account")
    }
    for name, (balance, currency, owner) in kept.items():
        parts = named(name)
        if balance != book.balances.get(name, 0):
            made = book.balances.get(name, 0)
            yield Finding("a balance is not the sum of its postings", f"{name} {balance} {made}")
        if currency != book.currencies.get(name, currency):
            yield Finding("an account has another currency", name)
        if parts is None or parts.user != owner:
            yield Finding("an account has another owner", name)
    for name in book.balances.keys() - kept.keys():
        yield Finding("an account is missing", name)
    for currency in set(book.currencies.values()):
        total = sum(kept[n][0] for n in kept if kept[n][1] == currency)
        if total != 0:
            yield Finding("the accounts of a currency do not sum to zero", f"{currency} {total}")


def _chains(db: sqlite3.Connection) -> Iterator[Finding]:
    """The chain of every table's events; a public event must be what its leaf says."""
    rows = db.execute(
        "SELECT room, seq, part, leaf, link, viewers, salt, body FROM event"
        " ORDER BY room, seq, part"
    )
    for room, group in groupby(rows, key=lambda row: row[0]):
        previous = FIRST_LINK
        for _, seq, part, leaf, link, viewers, salt, body in group:
            where = f"{room} {seq}.{part}"
            if link != link_of(previous, leaf):
                yield Finding("the chain of the events breaks at", where)
            if viewers is None and leaf != leaf_of(salt, body):
                yield Finding("an event is not what its leaf says", where)
            previous = link
