"""`check` recomputes everything: what was changed behind the program's back is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.store.check import check
from tapete.store.port import StoreError
from tests.store.played import force, play

pytestmark = pytest.mark.asyncio

# what is done to the file                                              what the check says of it
TAMPERINGS = [
    ("UPDATE posting SET amount = 9400 WHERE number = 5 AND part = 1", "a row is not what was"),
    ("UPDATE posting SET debit_after = 0 WHERE number = 3", "a row tells other balances"),
    ("UPDATE posting SET amount = 0 WHERE number = 3", "a row that cannot be (amount_wrong)"),
    ("UPDATE journal SET why = 'AJUSTE' WHERE number = 3", "a row is not what was written"),
    ("UPDATE journal SET fingerprint = zeroblob(32) WHERE number = 1", "a row is not what was"),
    ("UPDATE journal SET previous = zeroblob(32) WHERE number = 3", "the chain of the journal"),
    ("UPDATE journal SET hash = zeroblob(32) WHERE number = 3", "the chain of the journal"),
    ("DELETE FROM posting WHERE number = 4", "a row that cannot be (entry_empty)"),
    ("DELETE FROM journal WHERE number = 6", "a row refers to nothing"),
    ("UPDATE account SET balance = balance + 1 WHERE name GLOB 'user:ana:*'", "a balance is not"),
    ("UPDATE account SET balance = balance + 1 WHERE name GLOB 'user:*'", "do not sum to zero"),
    ("UPDATE account SET owner = 'beto' WHERE name GLOB 'user:ana:*'", "another owner"),
    ("DELETE FROM account WHERE name GLOB 'house:rake:*'", "an account is missing"),
    ("UPDATE hand SET last_seq = 1 WHERE name = 'h2'", "a closed hand left chips in"),
    ("UPDATE hand SET last_seq = 1 WHERE name = 'h2'", "chips in a pot without an open hand"),
    ("UPDATE hand SET last_seq = 1 WHERE name = 'h2'", "a lock without its open hand"),
    ("UPDATE wallet_lock SET elsewhere = 1", "a locked wallet does not add up"),
    ("UPDATE wallet_lock SET chips = chips - 1", "a locked wallet does not add up"),
    ("UPDATE wallet_lock SET room = 't1'", "a lock without its open hand"),
    ("DELETE FROM input WHERE room = 't1' AND seq = 2", "an input is missing before"),
    ("UPDATE room SET seq = 9 WHERE name = 't1'", "does not stand at its last input"),
    ("UPDATE input SET epoch = 2 WHERE seq = 2", "an epoch goes back or ahead"),
    ("UPDATE answer SET seq = 9", "an answer tells of a step"),
    ("UPDATE hand SET first_seq = 9 WHERE name = 'h1'", "a hand ends before it begins"),
    ("UPDATE event SET body = x'7b7d' WHERE seq = 1 AND part = 0", "an event is not what its leaf"),
    ("UPDATE event SET leaf = zeroblob(32) WHERE part = 1", "the chain of the events breaks"),
    ("DELETE FROM event WHERE part = 1", "the chain of the events breaks"),
    ("DELETE FROM posting", "a balance is not"),
]


async def test_a_store_that_was_played_on_holds(tmp_path: Path) -> None:
    await play(tmp_path / "t.db")
    report = check(tmp_path / "t.db")
    assert report.findings == ()
    assert (report.ok, report.rows, report.accounts, report.hands, report.events) == (
        True, 6, 6, 2, 5,
    )  # fmt: skip


@pytest.mark.parametrize(("statement", "finding"), TAMPERINGS)
@pytest.mark.rule("000:116", "000:139")
async def test_a_change_of_what_was_written_is_found(
    tmp_path: Path, statement: str, finding: str
) -> None:
    await play(tmp_path / "t.db")
    force(tmp_path / "t.db", statement)
    report = check(tmp_path / "t.db")
    assert not report.ok
    assert any(finding in found.what for found in report.findings), report.findings


async def test_a_foreign_object_is_found(tmp_path: Path) -> None:
    await play(tmp_path / "t.db")
    force(tmp_path / "t.db", "CREATE TABLE foreign_table (x)")
    assert [f.where for f in check(tmp_path / "t.db").findings] == [
        "table foreign_table is foreign"
    ]


async def test_what_is_no_store_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        check(tmp_path / "none.db")
    (tmp_path / "t.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="not a database"):
        check(tmp_path / "t.db")
    (tmp_path / "empty.db").write_bytes(b"")
    assert not check(tmp_path / "empty.db").ok
