"""A step of a table in SQLite. Runs inside the writer's transaction, alone in its savepoint."""

from __future__ import annotations

import sqlite3

import msgspec

from tapete.ledger.accounts import named, wallet
from tapete.ledger.transfers import Entry, Holds, LedgerCode, Lock, Unlock
from tapete.record.log import StepRow
from tapete.store import sqlite_ledger as ledger
from tapete.store.port import (
    Abandoned,
    Answer,
    Closed,
    Done,
    Op,
    Opened,
    Outcome,
    Repeated,
    Step,
    StoreCode,
)
from tapete.store.sqlite_ledger import Undo


def write_step(db: sqlite3.Connection, step: Step) -> Outcome:
    """Answers that were given before come first, then the fence, the logs, the money in order."""
    for answer in step.answers:
        first = find_answer(db, answer.user, answer.table, answer.cmd_id)
        if first is not None:
            if first.fingerprint != answer.fingerprint:
                raise Undo(StoreCode.CMD_CONFLICT)
            return Repeated(first)
    if step.row is not None:
        _append(db, step.row)
        for op in step.ops:
            _do(db, step.row, op)
        if step.status is not None:
            db.execute("UPDATE room SET status = ? WHERE name = ?", (step.status, step.row.table))
    for answer in step.answers:
        db.execute(
            "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)",
            (
                answer.user, answer.table, answer.cmd_id, answer.fingerprint, answer.code,
                answer.seq,
            ),
        )  # fmt: skip
    return Done()


def find_answer(db: sqlite3.Connection, user: str, table: str, cmd_id: str) -> Answer | None:
    """The first answer to a command, None when it is new."""
    row = db.execute(
        "SELECT fingerprint, code, seq FROM answer WHERE user = ? AND room = ? AND cmd_id = ?",
        (user, table, cmd_id),
    ).fetchone()
    return Answer(user, table, cmd_id, *row) if row else None


def _append(db: sqlite3.Connection, row: StepRow) -> None:
    """The fence and the two logs."""
    moved = db.execute(
        "UPDATE room SET seq = ?3 WHERE name = ?1 AND epoch = ?2 AND seq = ?3 - 1",
        (row.table, row.epoch, row.seq),
    )
    if moved.rowcount != 1:
        raise Undo(StoreCode.FENCE_LOST)
    db.execute(
        "INSERT INTO input VALUES (?, ?, ?, ?, ?, ?)",
        (row.table, row.seq, row.epoch, row.at_ms, row.inputs, row.digest),
    )
    db.executemany(
        "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                row.table, row.seq, part, e.hand, e.number, e.body, e.salt, e.leaf, e.link,
                e.shuffles, None if e.only is None else msgspec.json.encode(e.only).decode(),
            )
            for part, e in enumerate(row.events)
        ],
    )  # fmt: skip
    for root in row.roots:
        db.execute(
            "INSERT INTO root VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row.table, row.seq, root.hand, root.k, root.n, root.root, root.secret),
        )
    if row.snapshot is not None:
        db.execute("INSERT INTO snapshot VALUES (?, ?, ?)", (row.table, row.seq, row.snapshot))


def _do(db: sqlite3.Connection, row: StepRow, op: Op) -> None:
    match op:
        case Entry():
            _check_place(db, row.table, op)
            ledger.add_entry(db, op)
        case Lock():
            _check_open(db, row.table, op.hand)
            ledger.lock(db, row.table, op)
        case Unlock():
            ledger.unlock(db, op)
        case Holds():
            ledger.holds(db, op)
        case Opened():
            _open_hand(db, row, op)
        case Closed():
            _close_hand(db, row, op)
        case Abandoned():
            _check_open(db, row.table, op.hand)
            db.execute("INSERT INTO abandonment VALUES (?, ?, ?)", (op.user, op.hand, op.at_ms))


def _check_place(db: sqlite3.Connection, table: str, entry: Entry) -> None:
    """A step moves the chips of its own table and open hand only."""
    if entry.hand:
        _check_open(db, table, entry.hand)
    for posting in entry.postings:
        for account in (posting.debit, posting.credit):
            parts = named(account)
            if parts is not None and parts.table not in ("", table):
                raise Undo(LedgerCode.ACCOUNT_WRONG, account)


def _check_open(db: sqlite3.Connection, table: str, hand: str) -> None:
    found = db.execute(
        "SELECT 1 FROM hand WHERE name = ? AND room = ? AND last_seq = 0", (hand, table)
    )
    if found.fetchone() is None:
        raise Undo(StoreCode.HAND_UNKNOWN)


def _open_hand(db: sqlite3.Connection, row: StepRow, op: Opened) -> None:
    busy = db.execute("SELECT 1 FROM hand WHERE room = ? AND last_seq = 0", (row.table,))
    if busy.fetchone() is not None:
        raise Undo(StoreCode.HAND_OPEN)
    db.execute(
        "INSERT INTO hand (name, room, game, version, setup, opened_ms, first_seq)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (op.hand, row.table, op.game, op.version, op.setup, op.at_ms, row.seq),
    )
    db.executemany(
        "INSERT INTO hand_seat (user, opened_ms, hand, seat) VALUES (?, ?, ?, ?)",
        [(user, op.at_ms, op.hand, seat) for seat, user in op.seats],
    )


def _close_hand(db: sqlite3.Connection, row: StepRow, op: Closed) -> None:
    _check_open(db, row.table, op.hand)
    left = db.execute(
        "SELECT user, currency FROM wallet_lock WHERE hand = ? LIMIT 1", (op.hand,)
    ).fetchone()
    if left is not None:
        raise Undo(StoreCode.LOCK_LEFT, wallet(*left))
    # ';' is the character after ':': the range holds exactly the pots of this table
    pot = db.execute(
        "SELECT name FROM account WHERE name > ? AND name < ? AND balance <> 0 LIMIT 1",
        (f"table:{row.table}:pot:", f"table:{row.table}:pot;"),
    ).fetchone()
    if pot is not None:
        raise Undo(StoreCode.POT_NOT_EMPTY, pot[0])
    db.execute(
        "UPDATE hand SET closed_ms = ?, last_seq = ?, cancelled = ?, result = ? WHERE name = ?",
        (op.at_ms, row.seq, op.cancelled, op.result, op.hand),
    )
