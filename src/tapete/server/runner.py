"""One runner per table: a mailbox, the step to rest, and record → post → send.

Everything that happens to a table comes through its mailbox in one order and is stamped when it
enters. The runner takes one job at a time: it steps the table until it asks for nothing, commits
what came of it in one transaction, and only then lets the step be seen. So at most one step of a
table is not committed, and whatever goes wrong before the commit undoes that step alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from msgspec.structs import replace

from tapete.game.contract import Game
from tapete.server import wire
from tapete.server.answers import Answers, tell
from tapete.server.asked import asked
from tapete.server.audience import Audience
from tapete.server.clock import Timer
from tapete.server.codes import ServerCode
from tapete.server.connection import Connection
from tapete.server.jobs import (
    FATAL,
    TOLD,
    Arrival,
    Command,
    Fed,
    Job,
    gen_of,
    kind_of,
    refusal,
    where_of,
)
from tapete.server.log import get
from tapete.server.parts import Parts
from tapete.server.projection import Chain
from tapete.server.rest import changed, rest
from tapete.server.scribe import Page, Scribe
from tapete.store.port import (
    Answer,
    Done,
    OutcomeUnknown,
    Refused,
    Repeated,
    Step,
    StoreCode,
    StoreError,
)
from tapete.table import effects as fx
from tapete.table import inputs as given
from tapete.table.errors import Code as TableCode
from tapete.table.inputs import Input, User
from tapete.table.table import Table

MAILBOX = 256  # commands that wait at one table: seven seats could fill it only in a flood
RETRIES = 3  # of a step of the house itself that the store refused, before it waits
RETRY_MS = 1_000
QUIET_STEPS = 200  # a table without hands is snapshotted after so many steps

log = get("runner")


class Runner:
    """The only writer of one table. `seq` = its last committed step."""

    def __init__(
        self,
        parts: Parts[Runner],
        game: Game,
        scribe: Scribe,
        table: Table,
        audience: Audience,
        *,
        epoch: int,
        seq: int,
        link: bytes,
    ) -> None:
        self.parts, self.game, self.scribe = parts, game, scribe
        self.table, self.audience = table, audience
        self.epoch, self.seq, self.link = epoch, seq, link
        self.frozen = ""  # why nobody may touch it any more
        self.limit = MAILBOX
        self.quiet = 0  # steps since the last snapshot
        self._mailbox: deque[Job] = deque()
        self._commands: dict[tuple[User, str], Command] = {}  # waiting or under way
        self._answers = Answers()
        self._wake = asyncio.Event()
        self._timer: Timer | None = None
        self._last_ms = table.now_ms
        self._task: asyncio.Task[None] | None = None
        self._unknowns = 0  # commits in a row of which nobody knows whether they happened
        self.busy = False

    # ── the mailbox ──────────────────────────────────────────────────────────────────────────
    def now_ms(self) -> int:
        """The stamp of what enters now; it never goes back."""
        self._last_ms = max(self._last_ms, self.parts.clock.now_ms())
        return self._last_ms

    def feed(
        self, make: Callable[[int], Input], heard: Callable[[str], None] | None = None
    ) -> None:
        """An input of the house itself, stamped now. It is never turned away."""
        self._put(Fed(make(self.now_ms()), heard))

    def arrive(self, connection: Connection, hello: wire.Hello) -> None:
        """A connection wants to see this table."""
        self._put(Arrival(self.now_ms(), connection, hello))

    def submit(self, connection: Connection, frame: wire.Cmd) -> None:
        """A command. A copy of one that is under way waits for the same answer; a copy of one
        that was answered gets that answer."""
        key = (connection.user, frame.cmd_id)
        fingerprint = self.scribe.fingerprint(frame.do)
        waiting = self._commands.get(key)
        if waiting is not None:
            if waiting.fingerprint != fingerprint:
                connection.answer(frame.cmd_id, ServerCode.CMD_ID_REUSED, 0)
            else:
                waiting.waiting.append(connection)
            return
        first = self._answers.find(key)
        if first is not None:
            tell(connection, frame.cmd_id, fingerprint, first)
        elif len(self._commands) >= self.limit:
            connection.answer(frame.cmd_id, ServerCode.BUSY, 0)
        else:
            command = Command(self.now_ms(), connection.user, frame, fingerprint, [connection])
            self._commands[key] = command
            self._put(command)

    def _put(self, job: Job) -> None:
        self._mailbox.append(job)
        self._wake.set()

    # ── the loop ─────────────────────────────────────────────────────────────────────────────
    def start(self) -> None:
        """Begin to work; what waits already comes first."""
        self._arm()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End after the step under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def resting(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._mailbox and not self.busy

    async def _run(self) -> None:
        while True:
            while self._mailbox:
                job = self._mailbox.popleft()
                self.busy = True
                try:
                    await self._take(job)
                except OutcomeUnknown:
                    await self._unknown(job)
                except Exception as error:
                    self._failed(job, error)
                finally:
                    self.busy = False
            self._wake.clear()
            await self._wake.wait()

    async def _take(self, job: Job) -> None:
        match job:
            case Command():
                try:
                    await self._command(job)
                finally:
                    if isinstance(job.frame.do, wire.DoSit):
                        self.parts.room.release(job.user, self.table.id)
            case Arrival():
                await self._arrival(job)
            case Fed():
                await self._fed(job)

    # ── a person's command ───────────────────────────────────────────────────────────────────
    async def _command(self, job: Command) -> None:
        made: Input | ServerCode | TableCode = TableCode.FROZEN
        if not self.frozen:
            made = await asked(self.parts, self.game, self.table, job)
        if isinstance(made, ServerCode | TableCode):
            await self._answer_only(job, made)
            return
        chain = await self._rest(made)
        code = refusal(chain, job.user)
        if code == TableCode.OLD_CONNECTION:
            self._commands.pop((job.user, job.frame.cmd_id), None)
            return  # it may come again through the newer one, and is then a first time
        if not changed(chain):
            await self._answer_only(job, code)
            return
        answer = self._first_answer(job, code, self.seq + 1)
        outcome = await self._commit(chain, answer)
        if isinstance(outcome, Refused):
            await self._answer_only(job, self._undone(outcome))
        else:
            self._answered(job, outcome.answer if isinstance(outcome, Repeated) else answer)

    def _first_answer(self, job: Command, code: str, seq: int) -> Answer:
        return Answer(job.user, self.table.id, job.frame.cmd_id, job.fingerprint, code, seq)

    async def _answer_only(self, job: Command, code: str) -> None:
        """A refusal is kept too: an id that failed stays failed."""
        answer = self._first_answer(job, code, 0 if code else self.seq)
        match await self._write(Step(answers=(answer,))):
            case Repeated(answer=first):
                self._answered(job, first)
            case Refused(code=StoreCode.CMD_CONFLICT):
                self._answered(job, replace(answer, code=ServerCode.CMD_ID_REUSED), keep=False)
            case Refused():
                self._answered(job, replace(answer, code=ServerCode.BUSY), keep=False)
            case Done():
                self._answered(job, answer)

    def _answered(self, job: Command, answer: Answer, *, keep: bool = True) -> None:
        self._commands.pop((job.user, job.frame.cmd_id), None)
        if keep:
            self._answers.keep(answer)
        if answer.code:
            self.parts.metrics.refused.labels(answer.code).inc()
        for connection in job.waiting:
            tell(connection, job.frame.cmd_id, job.fingerprint, answer)

    def _failed(self, job: Job, error: Exception) -> None:
        """A fault of ours: this table stops, the others go on."""
        self.freeze(type(error).__name__, error)
        if isinstance(job, Command):
            answer = self._first_answer(job, ServerCode.INTERNAL, 0)
            self._answered(job, answer, keep=False)

    # ── a connection ─────────────────────────────────────────────────────────────────────────
    async def _arrival(self, job: Arrival) -> None:
        """Attach, then show: registered and cut in the same turn of the loop, so that no step
        falls between the snapshot and the first envelope."""
        connection = job.connection
        gen = 0
        if not self.frozen:
            chain = await self._rest(given.Attached(job.at_ms, connection.user))
            gen = gen_of(chain, connection.user)
            if gen:
                outcome = await self._commit(chain)
                if not isinstance(outcome, Done):
                    self._undone(outcome)
                    gen = 0
        self.audience.leave(connection.user, to=connection)
        connection.gen = gen
        if connection.closing:
            self.dropped(connection.user, gen)
            return
        self.audience.join(connection, job.hello, self.seq, self.epoch, self._last_ms)

    def dropped(self, user: User, gen: int) -> None:
        """A connection is gone; the table ignores an older one than it knows."""
        if gen:
            self.feed(lambda at_ms: given.Dropped(at_ms, user, gen))

    # ── the house itself ─────────────────────────────────────────────────────────────────────
    async def _fed(self, job: Fed) -> None:
        code: str = TableCode.FROZEN
        if not self.frozen:
            chain = await self._rest(job.input)
            code = refusal(chain, getattr(job.input, "user", ""))
            if changed(chain):
                outcome = await self._commit(chain)
                if isinstance(outcome, Refused):
                    code = self._undone(outcome)
                    self._again(job)
            else:
                self._arm()
        if job.heard is not None:
            job.heard(code)

    def _again(self, job: Fed) -> None:
        """A wallet changed between reading and locking it: read it again, later more calmly."""
        if job.tries < RETRIES and not self.frozen:
            later = replace(job.input, at_ms=self.now_ms())
            self._mailbox.append(Fed(later, job.heard, job.tries + 1))
        elif not self.frozen:
            self._arm(RETRY_MS)

    def tick(self) -> None:
        """The moment has come that the table asked to be woken at."""
        self.feed(given.Tick)

    def _arm(self, at_least_ms: int = 1) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.table.wake_ms is not None and not self.frozen:
            soonest = self.parts.clock.now_ms() + at_least_ms
            when_ms = self.table.wake_ms if self.table.wake_ms > self._last_ms else soonest
            self._timer = self.parts.clock.at(when_ms, self.tick)

    async def _rest(self, first: Input) -> Chain:
        parts = self.parts
        return await rest(self.game, self.table, first, parts.store, parts.entropy)

    # ── step, commit, show ───────────────────────────────────────────────────────────────────
    async def _commit(self, chain: Chain, *answers: Answer) -> Done | Repeated | Refused:
        """One transaction; afterwards the step is the table, and everybody hears of it."""
        over = any(isinstance(e, fx.HandOver) for e in chain.effects)
        idle = chain.after.hand is None
        page = self.scribe.page(
            chain,
            epoch=self.epoch,
            seq=self.seq + 1,
            link=self.link,
            answers=answers,
            snapshot=idle and (over or self.quiet >= QUIET_STEPS),
        )
        with self.parts.metrics.commit.time():
            outcome = await self._write(page.step)
        if isinstance(outcome, Done):
            self._show(chain, page)
        return outcome

    async def _write(self, step: Step) -> Done | Repeated | Refused:
        """Into the store. That it could not write (a full disk) is a refusal like another one."""
        try:
            (outcome,) = await self.parts.store.commit([step])
        except OutcomeUnknown:
            raise
        except StoreError as error:
            log.error("not written", table=self.table.id, why=str(error))
            outcome = Refused(StoreCode.BUSY)
        self._unknowns = 0
        return outcome

    def _show(self, chain: Chain, page: Page) -> None:
        self.table, self.link = chain.after, page.link
        self.seq += 1
        snapshot = page.step.row is not None and page.step.row.snapshot is not None
        self.quiet = 0 if snapshot else self.quiet + 1
        self.parts.metrics.steps.labels(self.game.info.key).inc()
        for effect in chain.effects:
            if isinstance(effect, fx.Alarm):
                self.freeze(effect.what)
        self.audience.show(chain, page.events, self.seq, self.epoch)
        self._arm()
        self.parts.room.moved(self, chain)

    def _undone(self, outcome: Done | Repeated | Refused) -> str:
        """The store refused the step: nothing of it stays. What can only be a fault of ours
        freezes the table; the account is named in the log."""
        if not isinstance(outcome, Refused):
            return ""
        code = str(outcome.code)
        self.parts.metrics.undone.labels(code).inc()
        log.warning("undone", table=self.table.id, code=code, account=kind_of(outcome.account))
        if code in FATAL:
            self.freeze(code)
        return code if code in TOLD else ServerCode.NOT_COMMITTED

    async def _unknown(self, job: Job) -> None:
        """Nobody knows whether the commit happened: the log does. Read it, then try again what
        may not have been done; a command finds its first answer there."""
        log.error("outcome unknown", table=self.table.id)
        self._unknowns += 1
        try:
            if self._unknowns > RETRIES:
                raise StoreError("the disk fails again and again")
            await self.parts.room.reload(self)
        except Exception as error:
            self._failed(job, error)
            return
        if isinstance(job, Fed) and isinstance(job.input, given.Tick):
            self.tick()
        elif not isinstance(job, Fed):
            self._mailbox.appendleft(job)

    def freeze(self, why: str, error: BaseException | None = None) -> None:
        """Nobody may touch this table until an operator has looked. Money stays where it is."""
        if not self.frozen:
            self.parts.metrics.alarms.inc()
            self.audience.freeze()
        self.frozen = self.frozen or why
        where = where_of(error) if error else ""
        log.error("frozen", table=self.table.id, why=why, where=where)
