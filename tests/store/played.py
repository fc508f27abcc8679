"""A store in which something has happened: two tables, a closed hand, an open one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tapete.ledger.accounts import PRA, pot, wallet
from tapete.store.port import Done, Member, Step
from tapete.store.sqlite import SqliteStore
from tests.contract.steps import (
    RAKE,
    Table,
    closed,
    lock,
    move,
    opened,
    pay,
    rich,
    said,
    unlock,
)


async def play(path: Path) -> None:
    """Fill a new store and close it."""
    store = SqliteStore(path)
    await store.add_member(Member(user="ana", nick="Ana", created_ms=1))
    await rich(store, "ana", "beto")
    table = await Table().add(store)
    other = await Table("t2").add(store)
    prize = move(
        "h1:5",
        (pot("t1", "pique"), RAKE, 500),
        (pot("t1", "pique"), wallet("beto", PRA), 9_500),
        hand="h1",
        why="PREMIO",
    )
    steps: list[Step] = [
        table.step(
            opened("ana", "beto"),
            lock("ana", 500_000),
            lock("beto", 500_000),
            events=(table.event(b'{"x":1}'), table.event(b"sealed", only=("ana",))),
        ),
        table.step(pay("h1:3", "ana", 5_000), pay("h1:4", "beto", 5_000), events=(table.event(),)),
        table.step(
            prize,
            unlock("ana", 495_000),
            unlock("beto", 504_500),
            closed(),
            answers=(said("ana", "c1", seq=3),),
            events=(table.event(),),
            snapshot=b"snapshot",
        ),
        other.step(
            opened("ana", hand="h2"),
            lock("ana", 495_000, "h2"),
            pay("h2:1", "ana", 7_000, "t2", "h2"),
            events=(other.event(hand="h2"),),
        ),
    ]
    for step in steps:
        assert await store.commit([step]) == (Done(),)
    await store.close()


def force(path: Path, *statements: str) -> None:
    """Change the file behind the program's back: without triggers, without checks."""
    db = sqlite3.connect(path, isolation_level=None)
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    db.execute("PRAGMA ignore_check_constraints = ON")
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    for _, text in triggers:
        db.execute(text)
    db.close()
