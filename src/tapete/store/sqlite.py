"""The store on SQLite: one writer thread with group commit, and threads that only read.

The writer drains whatever is queued into one transaction. When a piece of work in it is refused,
the whole is begun again, each piece in a savepoint of its own, so that the refused one is taken
back alone; when the transaction fails, each job gets its own. Nobody is told anything before the
COMMIT is on the disk; then all of a batch are told by one call into the event loop.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from tapete.ledger.accounts import Account, User
from tapete.ledger.transfers import Entry, TopUp
from tapete.store import sqlite_people as people
from tapete.store import sqlite_reads as reads
from tapete.store.port import (
    MOST_PAGE,
    MOST_QUEUED,
    MOST_STEPS,
    Answer,
    Beside,
    Done,
    Failpoint,
    Filter,
    Hand,
    HandLog,
    Line,
    Loaded,
    Member,
    Outcome,
    OutcomeUnknown,
    Posted,
    Purse,
    Refused,
    Seen,
    SessionRow,
    Step,
    StoreCode,
    StoreError,
    TableRow,
    nick_key,
)
from tapete.store.sqlite_ledger import Undo, post
from tapete.store.sqlite_schema import connect, connect_reading, faults, migrate, unset
from tapete.store.sqlite_steps import find_answer, write_step

READERS = 2  # threads that answer questions: one long history must not hold up the rest
CHECKPOINT_PAGES = 4_000  # of 4 KiB: the log is folded into the file about every 16 MiB
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Piece = Callable[[sqlite3.Connection, Work], Any]  # how a piece of work is done


class Job:
    """Pieces of work of one caller, and the future that he waits for."""

    __slots__ = ("future", "loop", "works")

    def __init__(self, works: Sequence[Work], loop: asyncio.AbstractEventLoop) -> None:
        self.works = works
        self.loop = loop
        self.future: asyncio.Future[list[Any]] = loop.create_future()


def nothing(_name: str) -> None:
    """The failpoint of every store that is not being tested."""


class Writer:
    """The one thread that writes."""

    def __init__(self, db: sqlite3.Connection, failpoint: Failpoint) -> None:
        self._db = db
        self._failpoint = failpoint
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job; its future is answered when its batch is on the disk."""
        self._queue.put(job)

    def stop(self) -> None:
        """Write what is queued and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            going, jobs = self._drain()
            if jobs:
                self._write(jobs)

    def _drain(self) -> tuple[bool, list[Job]]:
        """All that waits, up to MOST_STEPS pieces; never waits for more than the first."""
        jobs: list[Job] = []
        pieces = 0
        while pieces < MOST_STEPS and not (jobs and self._queue.empty()):
            job = self._queue.get()
            if job is None:
                return False, jobs
            jobs.append(job)
            pieces += len(job.works)
        return True, jobs

    def _write(self, jobs: list[Job]) -> None:
        """First without savepoints, which cost a third of a step; a refusal, which is rare,
        begins the batch again with them."""
        try:
            answers: list[Any] = self._transaction(jobs, _plain)
        except (Undo, sqlite3.IntegrityError):
            answers = self._carefully(jobs)
        except OutcomeUnknown as unknown:
            answers = [unknown] * len(jobs)
        except Exception:
            answers = [self._carefully([job])[0] for job in jobs]
        _tell(jobs, answers)

    def _carefully(self, jobs: list[Job]) -> list[Any]:
        """Each piece in a savepoint; if that does not help either, each job by itself."""
        try:
            return self._transaction(jobs, _saved)
        except OutcomeUnknown as unknown:
            return [unknown] * len(jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [StoreError(f"not written: {type(error).__name__}")]
            return [self._carefully([job])[0] for job in jobs]

    def _transaction(self, jobs: list[Job], piece: Piece) -> list[list[Any]]:
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            answers = [[piece(db, work) for work in job.works] for job in jobs]
            self._failpoint("before_commit")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        try:
            db.execute("COMMIT")
            self._failpoint("after_commit")
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise OutcomeUnknown(type(error).__name__) from error
        return answers


def _plain(db: sqlite3.Connection, work: Work) -> Any:
    return work(db)


def _saved(db: sqlite3.Connection, work: Work) -> Any:
    db.execute("SAVEPOINT piece")
    try:
        answer = work(db)
    except Undo as undo:
        db.execute("ROLLBACK TO piece")
        answer = undo.refused
    except sqlite3.IntegrityError:
        db.execute("ROLLBACK TO piece")
        answer = Refused(StoreCode.CONSTRAINT)
    db.execute("RELEASE piece")
    return answer


def _tell(jobs: list[Job], answers: list[Any]) -> None:
    """One call per event loop for the whole batch; a loop that has ended hears nothing."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any]]] = {}
    for job, answer in zip(jobs, answers, strict=True):
        loops.setdefault(job.loop, []).append((job, answer))
    for loop, pairs in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, pairs)


def _resolve(pairs: list[tuple[Job, Any]]) -> None:
    for job, answer in pairs:
        if job.future.done():
            continue
        if isinstance(answer, Exception):
            job.future.set_exception(answer)
        else:
            job.future.set_result(answer)


class SqliteStore:
    """The port `Store` on one file. Only one process at a time may hold it open."""

    def __init__(self, path: Path | str, *, failpoint: Failpoint = nothing) -> None:
        """Open, migrate and check the file; raises StoreError when that cannot be done."""
        self._path = Path(path)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._guard = _take(self._path)
        try:
            self._db = self._open()
        except BaseException:
            os.close(self._guard)
            raise
        self._writer = Writer(self._db, failpoint)
        self._queued = 0
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._mine = threading.local()
        self._reading: list[sqlite3.Connection] = []

    def _open(self) -> sqlite3.Connection:
        db = connect(self._path)
        try:
            migrate(db)
            wrong = faults(db) + unset(db)
            if wrong:
                raise StoreError("; ".join(wrong))
            db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        except sqlite3.DatabaseError as error:
            db.close()
            raise StoreError(str(error)) from error
        except BaseException:
            db.close()
            raise
        return db

    async def close(self) -> None:
        """Write what is queued, fold the log into the file, and let it go."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.stop()
        self._readers.shutdown()
        for db in (*self._reading, self._db):
            db.close()
        os.close(self._guard)

    async def _do(self, *works: Work) -> list[Any]:
        job = Job(works, asyncio.get_running_loop())
        self._queued += len(works)
        self._writer.put(job)
        try:
            return await job.future
        finally:
            self._queued -= len(works)

    async def _one(self, function: Callable[..., T], *args: Any) -> T:
        def work(db: sqlite3.Connection) -> T:
            return function(db, *args)

        answer: T = (await self._do(work))[0]
        return answer

    async def _ask(self, function: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, function, args)

    def _read(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        """One question sees one moment: all its statements are in one transaction."""
        db: sqlite3.Connection | None = getattr(self._mine, "db", None)
        if db is None:
            db = self._mine.db = connect_reading(self._path)
            self._reading.append(db)
        db.execute("BEGIN")
        try:
            return function(db, *args)
        finally:
            db.execute("COMMIT")

    # ── tables and their log ─────────────────────────────────────────────────────────────────
    async def commit(self, steps: Sequence[Step]) -> tuple[Outcome, ...]:
        for step in steps:
            if step.row is None and (step.ops or step.status is not None):
                raise ValueError("a step without a row can only keep answers")
        if self._queued + len(steps) > MOST_QUEUED:
            return (Refused(StoreCode.BUSY),) * len(steps)
        outcomes: list[Outcome] = []
        for at in range(0, len(steps), MOST_STEPS):
            part = steps[at : at + MOST_STEPS]
            outcomes += await self._do(*[partial(write_step, step=step) for step in part])
        return tuple(outcomes)

    async def add_table(self, row: TableRow) -> Done | Refused:
        return await self._one(people.add_table, row)

    async def tables(self, *statuses: str) -> tuple[TableRow, ...]:
        return await self._ask(reads.tables, statuses)

    async def acquire(self, table: str) -> TableRow | None:
        return await self._one(people.acquire, table)

    async def load(self, table: str) -> Loaded | None:
        return await self._ask(reads.load, table)

    async def answer(self, user: User, table: str, cmd_id: str) -> Answer | None:
        return await self._ask(find_answer, user, table, cmd_id)

    async def tail(
        self, table: str, after_seq: int, viewer: User | None, steps: int = MOST_PAGE
    ) -> tuple[Seen, ...]:
        return await self._ask(reads.tail, table, after_seq, viewer, steps)

    # ── hands ────────────────────────────────────────────────────────────────────────────────
    async def hands(
        self, user: User, *, before_ms: int = 0, game: str = "", limit: int = 50
    ) -> tuple[Hand, ...]:
        return await self._ask(reads.hands, user, before_ms, game, limit)

    async def hand_log(
        self, hand: str, viewer: User | None, *, whole: bool = False
    ) -> HandLog | None:
        return await self._ask(reads.hand_log, hand, viewer, whole)

    async def open_hands(self) -> tuple[Hand, ...]:
        return await self._ask(reads.open_hands)

    async def abandons(self, user: User) -> int:
        return await self._ask(reads.abandons, user)

    # ── money outside tables ─────────────────────────────────────────────────────────────────
    async def post(self, request: Entry | TopUp) -> Posted | Refused:
        return await self._one(post, request)

    async def purse(self, user: User, currency: str) -> Purse:
        return await self._ask(reads.purse, user, currency)

    async def purses(self, users: Sequence[User], currency: str) -> dict[User, Purse]:
        return await self._ask(reads.purses, users, currency)

    async def balances(self, accounts: Sequence[Account]) -> dict[Account, int]:
        return await self._ask(reads.balances, accounts)

    async def history(self, user: User, wanted: Filter) -> tuple[Line, ...]:
        return await self._ask(reads.history, user, wanted)

    async def beside(self, hands: Sequence[str], after: int, before: int) -> tuple[Beside, ...]:
        return await self._ask(reads.beside, hands, after, before)

    # ── members and sessions ─────────────────────────────────────────────────────────────────
    async def add_member(self, member: Member, *gifts: Entry) -> Done | Refused:
        return await self._one(people.add_member, member, gifts)

    async def upgrade(self, member: Member) -> Done | Refused:
        return await self._one(people.upgrade, member)

    async def member(self, user: User) -> Member | None:
        return await self._ask(reads.member, "user", user)

    async def member_by_nick(self, nick: str) -> Member | None:
        return await self._ask(reads.member, "nick_key", nick_key(nick))

    async def house_players(self) -> tuple[Member, ...]:
        return await self._ask(reads.house_players)

    async def set_password(self, user: User, password: str) -> bool:
        return await self._one(people.set_password, user, password)

    async def accept_terms(self, user: User, version: str, at_ms: int) -> bool:
        return await self._one(people.accept_terms, user, version, at_ms)

    async def add_session(self, session: SessionRow) -> bool:
        return await self._one(people.add_session, session)

    async def session(self, token: bytes, now_ms: int) -> tuple[SessionRow, Member] | None:
        return await self._ask(reads.session, token, now_ms)

    async def end_session(self, token: bytes) -> bool:
        return await self._one(people.end_session, token)

    async def end_sessions(self, user: User) -> int:
        return await self._one(people.end_sessions, user)

    async def forget_sessions(self, now_ms: int) -> int:
        return await self._one(people.forget_sessions, now_ms)

    # ── the house's pulse ────────────────────────────────────────────────────────────────────
    async def beat(self, at_ms: int) -> None:
        await self._one(people.beat, at_ms)

    async def last_beat(self) -> int:
        return await self._ask(reads.last_beat)


def _take(path: Path) -> int:
    """The file that says who holds the store; the system lets go of it when the process dies."""
    guard = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(guard)
        raise StoreError("another process holds this data open") from error
    return guard
