"""Questions to SQLite: each is one function over a reading connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tapete.ledger.accounts import Account, User, wallet
from tapete.record.log import FIRST_LINK, EventRow, Hidden, RootRow
from tapete.store.port import (
    MOST_PAGE,
    Beside,
    Filter,
    Hand,
    HandLog,
    Kept,
    Line,
    Loaded,
    Member,
    Purse,
    Seen,
    SessionRow,
    TableRow,
)
from tapete.store.sqlite_ledger import balance_of, total_of
from tapete.store.sqlite_people import MEMBER, ROOM, member_of, table_of

EVENT = "seq, at_ms, hand, number, e.body, salt, leaf, link, shuffles, viewers"
HAND = "name, room, game, version, opened_ms, closed_ms, first_seq, last_seq, cancelled, result"
NET = """SELECT coalesce(sum(CASE WHEN c.owner = ?2 THEN p.amount ELSE -p.amount END), 0)
    FROM journal j JOIN posting p USING (number)
    JOIN account d ON d.name = p.debit JOIN account c ON c.name = p.credit
    WHERE j.hand = ?1 AND j.hand <> '' AND (d.owner = ?2) <> (c.owner = ?2)"""
WALLETS = """SELECT name FROM account WHERE owner = ? AND owner <> '' AND name GLOB 'user:*'
    AND (? = '' OR currency = ?)"""
SIDE = """SELECT p.number, p.part, j.at_ms, j.why, j.currency, {sign}p.amount AS amount,
    p.{side}_after, p.{other}, j.hand FROM posting p JOIN journal j USING (number)
    WHERE p.{side} GLOB 'user:*' AND p.{side} = ?1
    AND (p.number, p.part) < (?2, ?3) AND j.at_ms >= ?4 AND j.at_ms < ?5
    AND (?6 = '' OR j.hand = ?6) AND (?7 = '' OR j.why IN (SELECT value FROM json_each(?7)))
    ORDER BY p.number DESC, p.part DESC LIMIT ?8"""
OUT = SIDE.format(sign="-", side="debit", other="credit")
IN = SIDE.format(sign="", side="credit", other="debit")
BESIDE = """SELECT j.number, j.at_ms, j.why, sum(p.amount)
    FROM journal j JOIN posting p USING (number)
    WHERE j.hand = ?1 AND j.hand <> '' AND j.number > ?2 AND j.number < ?3
    GROUP BY j.number
    HAVING max(p.debit GLOB 'user:*' OR p.credit GLOB 'user:*') = 0"""
FAR = 2**62  # beyond every number and moment


def load(db: sqlite3.Connection, table: str) -> Loaded | None:
    """The row, the last snapshot and what came after it, as of one moment."""
    row = table_row(db, table)
    if row is None:
        return None
    snapshot = db.execute(
        "SELECT seq, body FROM snapshot WHERE room = ? ORDER BY seq DESC LIMIT 1", (table,)
    ).fetchone()
    since = snapshot[0] if snapshot else 0
    link = db.execute(
        "SELECT link FROM event WHERE room = ? ORDER BY seq DESC, part DESC LIMIT 1", (table,)
    ).fetchone()
    hand = db.execute("SELECT name FROM hand WHERE room = ? AND last_seq = 0", (table,)).fetchone()
    return Loaded(
        row=row,
        snapshot=snapshot[1] if snapshot else None,
        snapshot_seq=since,
        steps=_steps(db, table, since, FAR),
        link=link[0] if link else FIRST_LINK,
        open_hand=hand[0] if hand else "",
    )


def table_row(db: sqlite3.Connection, table: str) -> TableRow | None:
    """One table."""
    row = db.execute(f"SELECT {ROOM} FROM room WHERE name = ?", (table,)).fetchone()
    return table_of(row) if row else None


def tables(db: sqlite3.Connection, statuses: Sequence[str]) -> tuple[TableRow, ...]:
    """All tables, or those with one of the statuses."""
    rows = db.execute(f"SELECT {ROOM} FROM room ORDER BY created_ms, name")
    return tuple(t for t in map(table_of, rows) if not statuses or t.status in statuses)


def tail(
    db: sqlite3.Connection, table: str, after_seq: int, viewer: User | None, steps: int
) -> tuple[Seen, ...]:
    """The events of the next steps, as the viewer may have them."""
    rows = db.execute(
        f"SELECT {EVENT} FROM event e JOIN input i USING (room, seq)"
        " WHERE room = ? AND seq > ? AND seq <= ? ORDER BY seq, part",
        (table, after_seq, after_seq + min(steps, MOST_PAGE)),
    )
    return _seen(rows, viewer, whole=False)


def hands(
    db: sqlite3.Connection, user: User, before_ms: int, game: str, limit: int
) -> tuple[Hand, ...]:
    """The user's hands, newest first, with his net result."""
    columns = ", ".join(f"h.{name.strip()}" for name in HAND.split(","))
    rows = db.execute(
        f"SELECT {columns} FROM hand_seat s JOIN hand h ON h.name = s.hand WHERE s.user = ?"
        " AND s.opened_ms < ? AND (? = '' OR h.game = ?) ORDER BY s.opened_ms DESC, h.name DESC"
        " LIMIT ?",
        (user, before_ms or FAR, game, game, min(limit, MOST_PAGE)),
    ).fetchall()
    return tuple(_hand(db, row, user) for row in rows)


def open_hands(db: sqlite3.Connection) -> tuple[Hand, ...]:
    """What a crash may have left in the middle."""
    rows = db.execute(f"SELECT {HAND} FROM hand WHERE last_seq = 0 ORDER BY room").fetchall()
    return tuple(_hand(db, row, None) for row in rows)


def abandons(db: sqlite3.Connection, user: str) -> int:
    """How many hands the user abandoned."""
    row = db.execute("SELECT count(*) FROM abandonment WHERE user = ?", (user,)).fetchone()
    return int(row[0])


def hand_log(db: sqlite3.Connection, hand: str, viewer: User | None, whole: bool) -> HandLog | None:
    """A hand from its first event to its last."""
    row = db.execute(f"SELECT {HAND}, setup FROM hand WHERE name = ?", (hand,)).fetchone()
    if row is None:
        return None
    head, room = _hand(db, row[:-1], viewer), row[1]
    table = table_row(db, room)
    assert table is not None
    roots = db.execute(
        "SELECT hand, k, n, root, secret FROM root WHERE room = ? AND hand = ? ORDER BY k",
        (room, hand),
    )
    link, events = _events_of(db, room, hand, viewer, whole)
    snapshot = db.execute(
        "SELECT seq, body FROM snapshot WHERE room = ? AND seq < ? ORDER BY seq DESC LIMIT 1",
        (room, head.first_seq),
    ).fetchone()
    since = snapshot[0] if snapshot else 0
    return HandLog(
        hand=head,
        table=table,
        link=link,
        events=events,
        roots=tuple(
            RootRow(name, k, n, root, secret if whole else b"")
            for name, k, n, root, secret in roots
        ),
        setup=row[-1] if whole else b"",
        steps=_steps(db, room, since, head.last_seq or FAR) if whole else (),
        snapshot=snapshot[1] if snapshot and whole else None,
        snapshot_seq=since if whole else 0,
    )


def _events_of(
    db: sqlite3.Connection, room: str, hand: str, viewer: User | None, whole: bool
) -> tuple[bytes, tuple[Seen, ...]]:
    """The link before the hand's first event, and all events of the table from that to its last:
    so the chain closes, whatever the table told in between."""
    place = "SELECT seq, part FROM event WHERE room = ? AND hand = ? ORDER BY number"
    first = db.execute(f"{place} LIMIT 1", (room, hand)).fetchone()
    last = db.execute(f"{place} DESC LIMIT 1", (room, hand)).fetchone()
    if first is None:
        return FIRST_LINK, ()
    before = db.execute(
        "SELECT link FROM event WHERE room = ? AND (seq, part) < (?, ?)"
        " ORDER BY seq DESC, part DESC LIMIT 1",
        (room, *first),
    ).fetchone()
    rows = db.execute(
        f"SELECT {EVENT} FROM event e JOIN input i USING (room, seq) WHERE room = ?"
        " AND seq >= ? AND seq <= ? AND (seq, part) >= (?, ?) AND (seq, part) <= (?, ?)"
        " ORDER BY seq, part",
        (room, first[0], last[0], *first, *last),
    )
    return before[0] if before else FIRST_LINK, _seen(rows, viewer, whole)


def purse(db: sqlite3.Connection, user: User, currency: str) -> Purse:
    """A wallet with its lock, and what its owner has in all."""
    held = db.execute(
        "SELECT hand, room FROM wallet_lock WHERE user = ? AND currency = ?", (user, currency)
    ).fetchone()
    balance = balance_of(db, wallet(user, currency))
    return Purse(balance, total_of(db, user, currency), *(held or ("", "")))


def purses(db: sqlite3.Connection, users: Sequence[User], currency: str) -> dict[User, Purse]:
    """Several wallets at one moment."""
    return {user: purse(db, user, currency) for user in users}


def balances(db: sqlite3.Connection, accounts: Sequence[Account]) -> dict[Account, int]:
    """Persisted balances by account."""
    return {account: balance_of(db, account) for account in accounts}


def history(db: sqlite3.Connection, user: User, wanted: Filter) -> tuple[Line, ...]:
    """Both sides of the user's postings, merged, newest first."""
    limit = max(1, min(wanted.limit, MOST_PAGE))
    before = wanted.before or (FAR, 0)
    whys = msgspec.json.encode(wanted.whys).decode() if wanted.whys else ""
    values = (*before, wanted.since_ms, wanted.until_ms or FAR, wanted.hand, whys, limit)
    rows: list[Any] = []
    for (account,) in db.execute(WALLETS, (user, wanted.currency, wanted.currency)).fetchall():
        if wanted.sign != "in":
            rows += db.execute(OUT, (account, *values)).fetchall()
        if wanted.sign != "out":
            rows += db.execute(IN, (account, *values)).fetchall()
    rows.sort(key=lambda row: row[:2], reverse=True)
    names = ("number", "part", "at_ms", "why", "currency", "amount", "balance", "other", "hand")
    return tuple(Line(**dict(zip(names, row, strict=True))) for row in rows[:limit])


def beside(
    db: sqlite3.Connection, hands: Sequence[str], after: int, before: int
) -> tuple[Beside, ...]:
    """What moved in these hands without touching a wallet, each row as one."""
    found = []
    for hand in hands:
        rows = db.execute(BESIDE, (hand, after, before))
        found += [
            Beside(number=n, at_ms=at, why=why, hand=hand, amount=a) for n, at, why, a in rows
        ]
    return tuple(sorted(found, key=lambda row: row.number))


def member(db: sqlite3.Connection, column: str, value: str) -> Member | None:
    """A member by `user` or by `nick_key`."""
    row = db.execute(f"SELECT {MEMBER} FROM member WHERE {column} = ?", (value,)).fetchone()
    return member_of(row) if row else None


def house_players(db: sqlite3.Connection) -> tuple[Member, ...]:
    """The marked players of the house, in the order in which they came."""
    rows = db.execute(f"SELECT {MEMBER} FROM member WHERE house = 1 ORDER BY created_ms, user")
    return tuple(map(member_of, rows))


def session(db: sqlite3.Connection, token: bytes, now_ms: int) -> tuple[SessionRow, Member] | None:
    """A login that still holds."""
    row = db.execute(
        "SELECT user, created_ms, expires_ms FROM session WHERE token = ? AND expires_ms > ?",
        (token, now_ms),
    ).fetchone()
    if row is None:
        return None
    found = SessionRow(token=token, user=row[0], created_ms=row[1], expires_ms=row[2])
    owner = member(db, "user", found.user)
    return (found, owner) if owner else None


def last_beat(db: sqlite3.Connection) -> int:
    """The newest pulse, 0 before the first."""
    row = db.execute("SELECT at_ms FROM heartbeat").fetchone()
    return int(row[0]) if row else 0


def _steps(db: sqlite3.Connection, table: str, after: int, until: int) -> tuple[Kept, ...]:
    rows = db.execute(
        "SELECT seq, epoch, at_ms, body, digest FROM input"
        " WHERE room = ? AND seq > ? AND seq <= ? ORDER BY seq",
        (table, after, until),
    )
    return tuple(Kept(*row) for row in rows)


def _seen(rows: Iterable[Any], viewer: User | None, whole: bool) -> tuple[Seen, ...]:
    """Users are compared, never seats. Who may not know gets the leaf and nothing of the body."""
    found = []
    for seq, at_ms, hand, number, body, salt, leaf, link, shuffles, viewers in rows:
        only = None if viewers is None else tuple(msgspec.json.decode(viewers, type=list[str]))
        event: EventRow | Hidden
        if whole or only is None or (viewer is not None and viewer in only):
            event = EventRow(hand, number, body, salt, leaf, link, shuffles, only)
        else:
            event = Hidden(hand, number, leaf, link)
        found.append(Seen(seq, at_ms, event))
    return tuple(found)


def _hand(db: sqlite3.Connection, row: Any, user: User | None) -> Hand:
    seats = db.execute("SELECT seat, user FROM hand_seat WHERE hand = ? ORDER BY seat", row[:1])
    net = db.execute(NET, (row[0], user)).fetchone()[0] if user else 0
    return Hand(
        hand=row[0], table=row[1], game=row[2], version=row[3], opened_ms=row[4],
        closed_ms=row[5], first_seq=row[6], last_seq=row[7], cancelled=bool(row[8]),
        result=row[9], seats=tuple(seats), net=net,
    )  # fmt: skip
