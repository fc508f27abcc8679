"""Opening an SQLite file: settings of a connection, migrations, and the check that all is there.

Migrations are numbered files, forward only, each one transaction, known by its checksum. At boot
the schema in the file is compared, object by object, with what the same migrations make in an
empty database: a trigger, check or index that has gone is found whatever removed it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from tapete.store.port import StoreError

BUSY_MS = 10_000  # how long a connection waits for another one's lock
CACHE_STATEMENTS = 256  # prepared statements kept per connection; there are about 80
REGISTER = """CREATE TABLE IF NOT EXISTS migration (
    number INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL
) STRICT"""
WANTED = {"foreign_keys": 1, "recursive_triggers": 1, "synchronous": 2}


class Migration(Struct, frozen=True):
    """One numbered file: its number, name, text and SHA-256."""

    number: int
    name: str
    text: str
    checksum: str


def migrations() -> tuple[Migration, ...]:
    """All migrations of this program, in order and without a gap."""
    folder = files("tapete.store.migrations").joinpath("sqlite")
    found = []
    for place in sorted(folder.iterdir(), key=lambda p: p.name):
        if place.name.endswith(".sql"):
            text = place.read_text(encoding="utf-8")
            checksum = hashlib.sha256(text.encode()).hexdigest()
            found.append(Migration(int(place.name[:4]), place.name, text, checksum))
    if [m.number for m in found] != list(range(1, len(found) + 1)):
        raise StoreError("migrations are not numbered without a gap")
    return tuple(found)


def connect(path: Path | str) -> sqlite3.Connection:
    """A connection for writing: no implicit transactions, every commit on the disk. Raises
    StoreError when the file is no database."""
    db = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=CACHE_STATEMENTS,
    )
    try:
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA recursive_triggers = ON")
    except sqlite3.DatabaseError as error:
        db.close()
        raise StoreError(str(error)) from error
    return db


def connect_reading(path: Path | str) -> sqlite3.Connection:
    """A connection that cannot write; it needs the file to be there."""
    place = Path(path).absolute().as_uri()
    db = sqlite3.connect(
        f"{place}?mode=ro",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=CACHE_STATEMENTS,
    )
    db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    db.execute("PRAGMA query_only = ON")
    return db


def migrate(db: sqlite3.Connection) -> int:
    """Apply what is missing and return how many were applied. Raises StoreError when the file was
    made by a newer program or by migrations that were changed afterwards."""
    known = migrations()
    db.execute(REGISTER)
    done = db.execute("SELECT number, checksum FROM migration ORDER BY number").fetchall()
    if len(done) > len(known):
        raise StoreError("the data was made by a newer version of the program")
    for (number, checksum), migration in zip(done, known, strict=False):
        if number != migration.number or checksum != migration.checksum:
            raise StoreError(f"migration {migration.name} is not the one that made the data")
    for migration in known[len(done) :]:
        _apply(db, migration)
    return len(known) - len(done)


def _apply(db: sqlite3.Connection, migration: Migration) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements(migration.text):
            db.execute(statement)
        db.execute(
            "INSERT INTO migration VALUES (?, ?, ?)",
            (migration.number, migration.name, migration.checksum),
        )
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements(text: str) -> Iterator[str]:
    """The statements of a script, also those of triggers, which hold semicolons."""
    part = ""
    for line in text.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            yield part
            part = ""
    if any(line.strip() and not line.lstrip().startswith("--") for line in part.splitlines()):
        raise StoreError("a migration ends in the middle of a statement")


def faults(db: sqlite3.Connection) -> list[str]:
    """What differs from the schema that the migrations make: missing, altered, foreign."""
    wanted, there = _wanted(), _objects(db)
    found = [f"{kind} {name} is missing" for kind, name in wanted if (kind, name) not in there]
    found += [
        f"{kind} {name} is not as it was made"
        for (kind, name), text in wanted.items()
        if there.get((kind, name), text) != text
    ]
    return found + [
        f"{kind} {name} is foreign" for kind, name in there if (kind, name) not in wanted
    ]


def unset(db: sqlite3.Connection) -> list[str]:
    """The settings that a writing connection must have and does not."""
    found = [
        f"{name} is not {value}"
        for name, value in WANTED.items()
        if db.execute(f"PRAGMA {name}").fetchone()[0] != value
    ]
    mode = db.execute("PRAGMA journal_mode").fetchone()[0]
    return found if mode == "wal" else [*found, f"journal_mode is {mode}"]


@cache
def _wanted() -> dict[tuple[str, str], str]:
    model = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(model)
        return _objects(model)
    finally:
        model.close()


def _objects(db: sqlite3.Connection) -> dict[tuple[str, str], str]:
    rows = db.execute(
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    )
    return {(kind, name): text for kind, name, text in rows}
