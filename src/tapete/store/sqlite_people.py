"""Members, sessions, tables and the pulse in SQLite: the writes that are no step of a table.

Like steps they run inside the writer's transaction, each in its own savepoint.
"""

from __future__ import annotations

import sqlite3

from tapete.ledger.transfers import Entry
from tapete.store import sqlite_ledger as ledger
from tapete.store.port import Done, Member, SessionRow, StoreCode, TableRow, nick_key
from tapete.store.sqlite_ledger import Undo

MEMBER = "user, nick, created_ms, password, guest, house, terms, terms_ms"
ROOM = "name, game, currency, config, created_ms, owner, status, epoch, seq"


def add_table(db: sqlite3.Connection, row: TableRow) -> Done:
    """The table's row comes first; a late creator with the same id is told."""
    if db.execute("SELECT 1 FROM room WHERE name = ?", (row.table,)).fetchone():
        raise Undo(StoreCode.TABLE_TAKEN)
    db.execute(
        f"INSERT INTO room ({ROOM}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.table, row.game, row.currency, row.config, row.created_ms, row.owner,
            row.status, row.epoch, row.seq,
        ),
    )  # fmt: skip
    return Done()


def acquire(db: sqlite3.Connection, table: str) -> TableRow | None:
    """Raise the epoch: whoever held the table before is fenced from now on."""
    db.execute("UPDATE room SET epoch = epoch + 1 WHERE name = ?", (table,))
    row = db.execute(f"SELECT {ROOM} FROM room WHERE name = ?", (table,)).fetchone()
    return table_of(row) if row else None


def add_member(db: sqlite3.Connection, member: Member, gifts: tuple[Entry, ...]) -> Done:
    """The member, the terms that he accepted, and what he receives."""
    _check_nick(db, member)
    db.execute(
        "INSERT INTO member (user, nick, nick_key, created_ms, password, guest, house, terms,"
        " terms_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            member.user, member.nick, nick_key(member.nick), member.created_ms,
            member.password, member.guest, member.house, member.terms, member.terms_ms,
        ),
    )  # fmt: skip
    if member.terms:
        _note_terms(db, member.user, member.terms, member.terms_ms)
    for gift in gifts:
        ledger.post(db, gift)
    return Done()


def upgrade(db: sqlite3.Connection, member: Member) -> Done:
    """A guest becomes a member under the same id, with all that is his."""
    guest = db.execute("SELECT 1 FROM member WHERE user = ? AND guest = 1", (member.user,))
    if guest.fetchone() is None:
        raise Undo(StoreCode.USER_UNKNOWN)
    _check_nick(db, member)
    db.execute(
        "UPDATE member SET nick = ?, nick_key = ?, password = ?, guest = 0 WHERE user = ?",
        (member.nick, nick_key(member.nick), member.password, member.user),
    )
    accept_terms(db, member.user, member.terms, member.terms_ms)
    return Done()


def set_password(db: sqlite3.Connection, user: str, password: str) -> bool:
    """Replace the hash; False when there is no such user."""
    done = db.execute("UPDATE member SET password = ? WHERE user = ?", (password, user))
    return done.rowcount == 1


def accept_terms(db: sqlite3.Connection, user: str, version: str, at_ms: int) -> bool:
    """The newest acceptance stands at the member, all of them in their own table."""
    done = db.execute(
        "UPDATE member SET terms = ?, terms_ms = ? WHERE user = ?", (version, at_ms, user)
    )
    if done.rowcount != 1:
        return False
    _note_terms(db, user, version, at_ms)
    return True


def add_session(db: sqlite3.Connection, session: SessionRow) -> bool:
    """False when the user does not exist."""
    if not db.execute("SELECT 1 FROM member WHERE user = ?", (session.user,)).fetchone():
        return False
    db.execute(
        "INSERT INTO session VALUES (?, ?, ?, ?)",
        (session.token, session.user, session.created_ms, session.expires_ms),
    )
    return True


def end_session(db: sqlite3.Connection, token: bytes) -> bool:
    """Log out."""
    return db.execute("DELETE FROM session WHERE token = ?", (token,)).rowcount == 1


def end_sessions(db: sqlite3.Connection, user: str) -> int:
    """Log out everywhere; how many logins ended."""
    return db.execute("DELETE FROM session WHERE user = ?", (user,)).rowcount


def forget_sessions(db: sqlite3.Connection, now_ms: int) -> int:
    """Drop what has expired."""
    return db.execute("DELETE FROM session WHERE expires_ms <= ?", (now_ms,)).rowcount


def beat(db: sqlite3.Connection, at_ms: int) -> None:
    """The server is alive at this moment; the pulse never goes back."""
    db.execute(
        "INSERT INTO heartbeat VALUES (1, ?1)"
        " ON CONFLICT (one) DO UPDATE SET at_ms = max(at_ms, ?1)",
        (at_ms,),
    )


def table_of(row: tuple[str, str, str, str, int, str, str, int, int]) -> TableRow:
    """A row of ROOM's columns as a value."""
    return TableRow(
        table=row[0], game=row[1], currency=row[2], config=row[3], created_ms=row[4],
        owner=row[5], status=row[6], epoch=row[7], seq=row[8],
    )  # fmt: skip


def member_of(row: tuple[str, str, int, str, int, int, str, int]) -> Member:
    """A row of MEMBER's columns as a value."""
    return Member(
        user=row[0], nick=row[1], created_ms=row[2], password=row[3], guest=bool(row[4]),
        house=bool(row[5]), terms=row[6], terms_ms=row[7],
    )  # fmt: skip


def _check_nick(db: sqlite3.Connection, member: Member) -> None:
    taken = db.execute("SELECT user FROM member WHERE nick_key = ?", (nick_key(member.nick),))
    owner = taken.fetchone()
    if owner is not None and owner[0] != member.user:
        raise Undo(StoreCode.NICK_TAKEN)


def _note_terms(db: sqlite3.Connection, user: str, version: str, at_ms: int) -> None:
    db.execute(
        "INSERT INTO acceptance VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (user, version, at_ms)
    )
