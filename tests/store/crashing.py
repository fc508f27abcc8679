"""A process that writes as fast as it can until it is killed. It prints what it was told is done.

`python -m tests.store.crashing FILE PLACE NUMBER` kills itself at the NUMBERth time that the
store's writer comes to PLACE; PLACE `never` waits for somebody else to do it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from tapete.ledger.accounts import PRA, wallet
from tapete.ledger.transfers import Lock
from tapete.store.port import Done, Outcome, Step
from tapete.store.sqlite import SqliteStore
from tests.contract.steps import Table, opened, pay, rich, said

TABLES = ("t0", "t1", "t2", "t3")


def hand_of(table: str) -> str:
    return f"h-{table}"


def bet(table: Table) -> Step:
    """The next step of a table: one chip, one event, one answered command."""
    number, hand = table.seq + 1, hand_of(table.name)
    return table.step(
        pay(f"{hand}:{number}", table.name, 1, table.name, hand),
        events=(table.event(b"%d" % number, hand=hand),),
        answers=(said(table.name, f"c{number}", seq=number, table=table.name),),
    )


async def begin(store: SqliteStore, name: str) -> Table:
    """A table with an open hand; its user has the table's name."""
    await rich(store, name)
    table = await Table(name).add(store)
    lock = Lock(user=name, currency=PRA, hand=hand_of(name), chips=500_000)
    start = opened(name, hand=hand_of(name))
    outcomes: tuple[Outcome, ...] = await store.commit([table.step(start, lock)])
    assert outcomes == (Done(),)
    return table


async def main(path: Path, place: str, number: int) -> None:
    left = [number]

    def failpoint(name: str) -> None:
        if armed and name == place:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    armed: list[bool] = []
    store = SqliteStore(path, failpoint=failpoint)
    tables = [await begin(store, name) for name in TABLES]
    armed.append(True)

    async def play(table: Table) -> None:
        while True:
            (outcome,) = await store.commit([bet(table)])
            assert outcome == Done()
            os.write(1, f"{table.name} {table.seq}\n".encode())  # whole or not at all

    await asyncio.gather(*map(play, tables))


def money(name: str) -> str:
    return wallet(name, PRA)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
