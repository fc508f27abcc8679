"""The one writer: what waits shares a transaction, and nobody's trouble is another's."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tapete.record.log import EventRow
from tapete.store import sqlite
from tapete.store.port import MOST_STEPS, Done, Refused, Step, StoreCode, StoreError
from tapete.store.sqlite import SqliteStore
from tests.contract.steps import Table, said

pytestmark = pytest.mark.asyncio


class Gate:
    """A failpoint that counts its places and can hold the writer before a commit."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.open = threading.Event()
        self.open.set()
        self.reached = threading.Event()

    def __call__(self, name: str) -> None:
        self.count[name] += 1
        if name == "before_commit":
            self.reached.set()
            assert self.open.wait(10)


def answer(n: int) -> Step:
    return Step(answers=(said("ana", f"c{n}"),))


async def held(store: SqliteStore, gate: Gate) -> asyncio.Task[Any]:
    """A first commit that the writer has begun and cannot end."""
    gate.open.clear()
    gate.reached.clear()
    first = asyncio.create_task(store.commit([answer(-1)]))
    assert await asyncio.to_thread(gate.reached.wait, 10)
    return first


async def test_what_waits_shares_one_transaction_and_one_call_into_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    loop = asyncio.get_running_loop()
    calls: list[Any] = []
    real = loop.call_soon_threadsafe

    def counted(callback: Any, *args: Any, **named: Any) -> Any:
        calls.append(callback)
        return real(callback, *args, **named)

    first = await held(store, gate)
    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    rest = [asyncio.create_task(store.commit([answer(n)])) for n in range(64)]
    await asyncio.sleep(0)
    gate.open.set()
    assert await first == (Done(),)
    assert await asyncio.gather(*rest) == [(Done(),)] * 64
    assert gate.count == {"before_commit": 2, "after_commit": 2}
    assert len(calls) == 2
    monkeypatch.undo()
    await store.close()


async def test_a_transaction_has_a_bounded_number_of_steps(tmp_path: Path) -> None:
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    first = await held(store, gate)
    rest = [asyncio.create_task(store.commit([answer(n)])) for n in range(MOST_STEPS + 1)]
    await asyncio.sleep(0)
    gate.open.set()
    await asyncio.gather(first, *rest)
    assert gate.count["before_commit"] == 3
    many = await store.commit([answer(1_000 + n) for n in range(2 * MOST_STEPS + 1)])
    assert many == (Done(),) * (2 * MOST_STEPS + 1)
    assert gate.count["before_commit"] == 6
    await store.close()


async def test_a_full_queue_says_busy_and_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MOST_QUEUED", 3)
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    first = await held(store, gate)
    waiting = asyncio.create_task(store.commit([answer(1), answer(2)]))
    await asyncio.sleep(0)
    assert await store.commit([answer(3)]) == (Refused(StoreCode.BUSY),)
    gate.open.set()
    await asyncio.gather(first, waiting)
    assert await store.answer("ana", "t1", "c3") is None
    assert await store.commit([answer(3)]) == (Done(),)
    await store.close()


async def test_who_stops_waiting_does_not_disturb_the_others(tmp_path: Path) -> None:
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    first = await held(store, gate)
    gone = asyncio.create_task(store.commit([answer(1)]))
    other = asyncio.create_task(store.commit([answer(2)]))
    await asyncio.sleep(0)
    gone.cancel()
    gate.open.set()
    assert await first == await other == (Done(),)
    assert await store.answer("ana", "t1", "c1") == said("ana", "c1")  # it was written all the same
    await store.close()


async def test_a_step_that_cannot_be_written_fails_alone(tmp_path: Path) -> None:
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    table, bad = await Table().add(store), await Table("t2").add(store)
    first = await held(store, gate)
    good_step = table.step(events=(table.event(hand=""),))
    nonsense: Any = object()
    bad_step = bad.step(events=(EventRow("", 1, nonsense, b"", b"", b"", 0),))
    good = asyncio.create_task(store.commit([good_step]))
    failing = asyncio.create_task(store.commit([bad_step]))
    await asyncio.sleep(0)
    gate.open.set()
    await first
    assert await good == (Done(),)
    with pytest.raises(StoreError, match="not written"):
        await failing
    found = await store.load("t2")
    assert found is not None
    assert found.row.seq == 0
    await store.close()


async def test_closing_writes_what_is_queued(tmp_path: Path) -> None:
    gate = Gate()
    store = SqliteStore(tmp_path / "t.db", failpoint=gate)
    first = await held(store, gate)
    rest = [asyncio.create_task(store.commit([answer(n)])) for n in range(5)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    gate.open.set()
    await asyncio.gather(first, closing, *rest)
    store = SqliteStore(tmp_path / "t.db")
    for n in range(5):
        assert await store.answer("ana", "t1", f"c{n}") is not None
    await store.close()
