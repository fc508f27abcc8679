"""The file at boot: migrated once, complete, and in one hand."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tapete.store import sqlite_schema as schema
from tapete.store.port import StoreError
from tapete.store.sqlite import SqliteStore
from tests.store.played import force, play

pytestmark = pytest.mark.asyncio

APPEND_ONLY = ["journal", "posting", "input", "event", "root", "answer"]


async def test_migrations_are_applied_once_and_in_order(tmp_path: Path) -> None:
    db = schema.connect(tmp_path / "t.db")
    count = len(schema.migrations())
    assert (schema.migrate(db), schema.migrate(db)) == (count, 0)
    assert schema.faults(db) == []
    assert schema.unset(db) == []
    db.close()


async def test_a_failing_migration_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = schema.Migration(1, "0001_bad.sql", "CREATE TABLE a (x);\nCREATE TABLE a (x);\n", "c")
    monkeypatch.setattr(schema, "migrations", lambda: (bad,))
    db = schema.connect(tmp_path / "t.db")
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        schema.migrate(db)
    assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'a'").fetchone() == (0,)
    assert db.execute("SELECT count(*) FROM migration").fetchone() == (0,)
    db.close()


async def test_a_changed_or_newer_migration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    await SqliteStore(path).close()
    force(path, "UPDATE migration SET checksum = 'other' WHERE number = 1")
    with pytest.raises(StoreError, match="0001_ledger"):
        SqliteStore(path)
    force(path, "INSERT INTO migration VALUES (99, 'later', 'x')")
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)


OBJECTS = [
    ("DROP TRIGGER journal_no_update", "trigger journal_no_update is missing"),
    ("DROP TRIGGER event_no_delete", "trigger event_no_delete is missing"),
    ("DROP INDEX journal_by_hand", "index journal_by_hand is missing"),
    ("DROP INDEX hand_one_open", "index hand_one_open is missing"),
    ("DROP TABLE heartbeat", "table heartbeat is missing"),
    ("CREATE TABLE other (x)", "table other is foreign"),
    ("CREATE TRIGGER t AFTER INSERT ON journal BEGIN SELECT 1; END", "trigger t is foreign"),
]


@pytest.mark.parametrize(("statement", "fault"), OBJECTS)
async def test_the_boot_finds_what_has_gone(tmp_path: Path, statement: str, fault: str) -> None:
    path = tmp_path / "t.db"
    await SqliteStore(path).close()
    db = sqlite3.connect(path)
    db.execute(statement)
    db.close()
    with pytest.raises(StoreError, match=fault):
        SqliteStore(path)


async def test_the_boot_finds_a_table_rebuilt_without_its_checks(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    await SqliteStore(path).close()
    db = sqlite3.connect(path, isolation_level=None)
    text = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'account'").fetchone()[0]
    start, end = text.index("CONSTRAINT account_not_negative"), text.index("CONSTRAINT account_c")
    db.execute("ALTER TABLE account RENAME TO old")
    db.execute(text[:start] + text[end:])
    db.execute("DROP TABLE old")
    db.close()
    with pytest.raises(StoreError, match="table account is not as it was made"):
        SqliteStore(path)


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.rule("000:116", "000:139")
async def test_what_is_written_stays_even_against_replace(tmp_path: Path, table: str) -> None:
    path = tmp_path / "t.db"
    await play(path)
    db = schema.connect(path)
    if table == "root":
        db.execute("INSERT INTO root VALUES ('t1', 1, 'h1', 0, 1, x'', x'')")
    column = {"journal": "why", "posting": "amount"}.get(table, "seq")
    row = db.execute(f"SELECT * FROM {table}").fetchone()
    marks = ", ".join("?" * len(row))
    for statement, values in (
        (f"UPDATE {table} SET {column} = {column}", ()),
        (f"DELETE FROM {table}", ()),
        (f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row),
        (f"REPLACE INTO {table} VALUES ({marks})", row),
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append_only"):
            db.execute(statement, values)
    db.close()


async def test_the_database_itself_keeps_balances_and_currencies(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    await play(path)
    db = schema.connect(path)
    for statement, why in (
        ("UPDATE account SET balance = -1 WHERE name = 'user:ana:PRA'", "account_not_negative"),
        ("INSERT INTO account VALUES ('user:x:PRA', 'CR', 'x', 0)", "account_currency"),
        ("INSERT INTO posting VALUES (1, 1, 'PRA', 'house:rake:PRA', 'user:ana:PRA', 0, 0, 0)",
         "posting_amount"),
        ("INSERT INTO posting VALUES (1, 1, 'PRA', 'user:ana:PRA', 'user:ana:PRA', 1, 0, 0)",
         "posting_two_sides"),
        ("INSERT INTO posting VALUES (1, 1, 'CR', 'house:rake:PRA', 'user:ana:PRA', 1, 0, 0)",
         "FOREIGN KEY"),
        ("INSERT INTO wallet_lock VALUES ('ana', 'PRA', 'h2', 't2', 1, 0)", "UNIQUE"),
    ):  # fmt: skip
        with pytest.raises(sqlite3.IntegrityError, match=why):
            db.execute(statement)
    db.close()


async def test_only_one_process_holds_the_data(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.db")
    with pytest.raises(StoreError, match="another process"):
        SqliteStore(tmp_path / "t.db")
    await store.close()
    await SqliteStore(tmp_path / "t.db").close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_bytes(b"nothing of ours" * 1000)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(tmp_path / "t.db")


async def test_reading_connections_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    await SqliteStore(path).close()
    db = schema.connect_reading(path)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("INSERT INTO heartbeat VALUES (1, 1)")
    db.close()


async def test_a_script_is_cut_at_its_statements() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a\nBEGIN SELECT 1; SELECT 2; END;\n"
    assert list(schema.statements(f"-- head;\n{trigger}SELECT 3;\n")) == [
        f"-- head;\n{trigger}", "SELECT 3;\n",
    ]  # fmt: skip
    with pytest.raises(StoreError, match="middle of a statement"):
        list(schema.statements("SELECT 1"))
