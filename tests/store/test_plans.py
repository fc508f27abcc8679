"""No question and no step reads through a table that grows: each finds its rows by an index."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.ledger.accounts import PRA, wallet
from tapete.ledger.transfers import TopUp, grant
from tapete.store import sqlite_ledger as ledger
from tapete.store import sqlite_people as people
from tapete.store import sqlite_reads as reads
from tapete.store import sqlite_schema as schema
from tapete.store import sqlite_steps as steps
from tapete.store.port import Filter, Member, SessionRow
from tests.contract.steps import (
    Table,
    closed,
    lock,
    opened,
    pay,
    said,
    unlock,
    win,
)
from tests.store.played import play

pytestmark = pytest.mark.asyncio

HEAD = "FROM journal ORDER BY number DESC LIMIT 1"  # the last row, straight from the end
SMALL = (
    "room",
    "member",
    "json_each",
    "heartbeat",
    "h ",
    "hand USING INDEX hand_one_open",
)  # a few hundred rows at most
ANA = Member(user="ana2", nick="Ana2", created_ms=1, terms="1", terms_ms=1)
SESSION = SessionRow(token=b"t" * 32, user="ana", created_ms=1, expires_ms=2)
TOP = TopUp(key="top", why="recarga", user="ana3", currency=PRA, to=9, at_ms=1)

QUESTIONS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (reads.load, ("t1",)),
    (reads.tail, ("t1", 0, "ana", 200)),
    (reads.hands, ("ana", 0, "", 50)),
    (reads.hand_log, ("h1", "ana", True)),
    (reads.open_hands, ()),
    (reads.purse, ("ana", PRA)),
    (reads.balances, ([wallet("ana", PRA)],)),
    (reads.history, ("ana", Filter())),
    (reads.history, ("ana", Filter(whys=("APUESTA",), hand="h1", before=(9, 0)))),
    (reads.beside, (("h1", "h2"), 0, 9)),
    (reads.abandons, ("ana",)),
    (reads.member, ("user", "ana")),
    (reads.member, ("nick_key", "ana")),
    (reads.session, (b"t" * 32, 0)),
    (steps.find_answer, ("ana", "t1", "c1")),
    (people.add_member, (ANA, (grant("ana2", 1),))),
    (people.add_session, (SESSION,)),
    (people.end_session, (b"t" * 32,)),
    (people.end_sessions, ("ana",)),
    (people.forget_sessions, (5,)),
    (people.accept_terms, ("ana", "2", 5)),
    (people.acquire, ("t2",)),
    (people.beat, (5,)),
    (ledger.post, (grant("ana3", 1, amount=1),)),
    (ledger.post, (TOP,)),
]


def scans(db: sqlite3.Connection, work: Callable[[], Any]) -> list[str]:
    """The statements of a piece of work that read a growing table from end to end."""
    seen: list[str] = []
    db.set_trace_callback(seen.append)
    work()
    db.set_trace_callback(None)
    found = []
    for text in seen:
        if text.startswith(("--", "BEGIN", "COMMIT")):
            continue
        for row in db.execute(f"EXPLAIN QUERY PLAN {text}"):
            if "TEMP B-TREE FOR ORDER" in row[3] and "FROM posting" in text:
                found.append(f"{row[3]}: {text}")  # a page would sort the whole history
            place = row[3].removeprefix("SCAN ")
            if place != row[3] and not place.startswith(SMALL) and HEAD not in text:
                found.append(f"{row[3]}: {text}")
    return found


@pytest.mark.parametrize(("function", "values"), QUESTIONS)
async def test_a_question_reads_by_an_index(
    tmp_path: Path, function: Callable[..., Any], values: tuple[Any, ...]
) -> None:
    await play(tmp_path / "t.db")
    db = schema.connect(tmp_path / "t.db")
    assert scans(db, lambda: function(db, *values)) == []
    db.close()


async def test_a_step_reads_by_an_index(tmp_path: Path) -> None:
    await play(tmp_path / "t.db")
    db = schema.connect(tmp_path / "t.db")
    table = Table(seq=3, number=4)
    first = table.step(
        opened("beto", hand="h3"),
        lock("beto", 504_500, "h3"),
        pay("h3:1", "beto", 5, hand="h3"),
        events=(table.event(hand="h3"),),
        answers=(said("beto", "c9", seq=4),),
    )
    last = table.step(
        win("h3:2", "beto", 5, hand="h3"), unlock("beto", 504_500, "h3"), closed("h3")
    )
    for step in (first, last):
        assert scans(db, lambda step=step: steps.write_step(db, step)) == []  # type: ignore[misc]
    db.close()
