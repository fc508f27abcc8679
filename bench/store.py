"""The store alone: durable steps per second of 1, 16 and 64 tables, beside bare one-row commits.

A step is what a bet writes: its sealed input, three events, a journal row with a posting, the
answer to the command. Each table waits for its step before it makes the next one, as a runner
does; so what many tables gain is the shared commit.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench import bare
from tapete.ledger.accounts import PRA, pot, wallet
from tapete.ledger.transfers import Entry, Lock, Posting, grant
from tapete.record.log import EventRow, StepRow
from tapete.store.port import Answer, Done, Opened, Step, TableRow
from tapete.store.sqlite import SqliteStore

TABLES = (1, 16, 64)
INPUT, BODY = b"i" * 256, b"e" * 160  # about what a sealed input and a public event take
HASH = bytes(32)


@dataclass(frozen=True, slots=True)
class Row:
    """Steps per second with so many tables, the slowest hundredth's wait, CPU of a step."""

    tables: int
    per_s: float
    p99_ms: float
    cpu_us: float


def measure(folder: Path, seconds: float) -> list[Row]:
    """One row for each number of tables, each in a file of its own."""
    return [asyncio.run(_run(folder, count, seconds)) for count in TABLES]


async def _run(folder: Path, count: int, seconds: float) -> Row:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        store = SqliteStore(Path(place) / "bench.db")
        for name in map(str, range(count)):
            await _begin(store, name)
        waits: list[float] = []
        cpu, began = time.process_time(), time.perf_counter()
        await asyncio.gather(*[_play(store, str(n), began + seconds, waits) for n in range(count)])
        took, cpu = time.perf_counter() - began, time.process_time() - cpu
        await store.close()
    waits.sort()
    return Row(
        tables=count,
        per_s=len(waits) / took,
        p99_ms=1_000 * waits[int(0.99 * len(waits))],
        cpu_us=1e6 * cpu / len(waits),
    )


async def _begin(store: SqliteStore, name: str) -> None:
    await store.post(grant(name, 0, amount=10**9))
    row = TableRow(table=name, game="primera", currency=PRA, config="{}", created_ms=0)
    await store.add_table(row)
    hand = Opened(hand=f"h{name}", game="primera", version="1", at_ms=0, seats=((1, name),))
    lock = Lock(user=name, currency=PRA, hand=f"h{name}", chips=10**9)
    logged = StepRow(table=name, epoch=1, seq=1, at_ms=0, inputs=INPUT, digest=HASH)
    assert await store.commit([Step(row=logged, ops=(hand, lock))]) == (Done(),)


async def _play(store: SqliteStore, name: str, until: float, waits: list[float]) -> None:
    seq = 1
    while time.perf_counter() < until:
        seq += 1
        step = _step(name, seq)
        began = time.perf_counter()
        (outcome,) = await store.commit([step])
        waits.append(time.perf_counter() - began)
        assert isinstance(outcome, Done)


def _step(name: str, seq: int) -> Step:
    hand = f"h{name}"
    events = tuple(
        EventRow(hand, 3 * seq + n, BODY, HASH[:16], HASH, HASH, 1, (name,) if n == 2 else None)
        for n in range(3)
    )
    bet = Entry(
        key=f"{hand}:{3 * seq}", why="APUESTA", currency=PRA, at_ms=seq, hand=hand,
        postings=(Posting(wallet(name, PRA), pot(name, "pozo"), 500),),
    )  # fmt: skip
    return Step(
        row=StepRow(
            table=name, epoch=1, seq=seq, at_ms=seq, inputs=INPUT, digest=HASH, events=events
        ),
        ops=(bet,),
        answers=(Answer(name, name, f"cmd-{seq}", HASH, "", seq),),
    )


def figures(folder: Path, seconds: float) -> None:
    """Print them; the last column is the ratio to bare commits of the same run."""
    commits = bare.commits_per_s(folder, seconds)
    print(f"\n{'store':42}{'steps/s':>10}{'p99 ms':>10}{'CPU µs':>9}{'x bare':>9}")
    print(f"{'bare sqlite3, one-row commits':42}{commits:10,.0f}{'–':>10}{'–':>9}{1:9.2f}")
    for row in measure(folder, seconds):
        name = f"{row.tables} table{'s' if row.tables > 1 else ''}, whole steps"
        ratio = row.per_s / commits
        print(f"{name:42}{row.per_s:10,.0f}{row.p99_ms:10.1f}{row.cpu_us:9.0f}{ratio:9.2f}")
