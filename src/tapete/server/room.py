"""All tables of the server: raised at the start, found by their id, listed in the lobby."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tapete.bots import levels
from tapete.game.contract import Game
from tapete.record.log import RootRow
from tapete.record.seal import Vault
from tapete.record.shuffle import Entropy
from tapete.server import api, public, recovery, wire
from tapete.server.clock import Clock, Timer
from tapete.server.codes import ServerCode
from tapete.server.connection import Connection
from tapete.server.failpoints import nothing
from tapete.server.listing import game_row, row_of
from tapete.server.log import get
from tapete.server.metrics import Metrics
from tapete.server.options import valid
from tapete.server.parts import Parts
from tapete.server.projection import Chain
from tapete.server.recovery import Plan
from tapete.server.runner import Runner
from tapete.server.scribe import Scribe
from tapete.store.port import Done, Loaded, Store, TableRow
from tapete.table import effects as fx
from tapete.table import inputs as given
from tapete.table.errors import Code as TableCode
from tapete.table.inputs import User

MOST_TABLES = 500  # of one server: each costs a few hundred KiB
MOST_OWN = 5  # open tables that one member may have made
BEAT_MS = 1_000
EMPTY_MS = 30 * 60_000  # a member's table without people closes after so long
ANSWER = b'{"type":"answer"'
NAME = (2, 32)  # characters of a table's name

log = get("room")


class Room:
    """The runners by table id; what they ask of each other; what sockets ask of them."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        metrics: Metrics,
        vault: Vault,
        registry: Mapping[str, Game],
        failpoint: Callable[[str], None] = nothing,
    ) -> None:
        self.parts = Parts(store, clock, entropy, metrics, self)
        self.registry, self._vault = registry, vault
        self.runners: dict[str, Runner] = {}
        self.plans: dict[str, Plan] = {}
        self.owners: dict[str, User] = {}
        self.failpoint = failpoint
        self.started_ms = clock.now_ms()
        self.down_ms = 0
        self.watchers: list[Callable[[Runner, Chain | None], None]] = []
        self._claims: dict[User, str] = {}
        self._connections: dict[Connection, bytes] = {}
        self._beat: Timer | None = None
        self._beating: asyncio.Task[None] | None = None
        self._ending: list[asyncio.Task[None]] = []

    # ── start and stop ───────────────────────────────────────────────────────────────────────
    async def start(self) -> None:
        """Raise every table, tell it how long the server was away, and begin to work."""
        store, now_ms = self.parts.store, self.parts.clock.now_ms()
        last_ms = await store.last_beat()
        self.down_ms = max(0, now_ms - last_ms) if last_ms else 0
        for row in await store.tables("open", "draining", "closing", "frozen"):
            await self._raise(row)
        for runner in self.runners.values():
            self._upgrade(runner)
            runner.feed(lambda at_ms: given.Resumed(at_ms, self.down_ms))
            if runner.table.hand and runner.table.version != runner.game.info.version:
                runner.feed(lambda at_ms: given.Annul(at_ms, "version"))  # never mixes two rules
            runner.start()
        self._pulse()

    def _upgrade(self, runner: Runner) -> None:
        """A table without a hand goes over to the rules that this program plays, at the moment of
        its last step: time that passed since then is counted by the inputs that follow."""
        table, version = runner.table, runner.game.info.version
        if table.hand is None and table.version != version:
            runner.feed(lambda _: given.Upgraded(table.now_ms, version))

    async def stop(self) -> None:
        """End after the steps under way. What waits was never promised to anybody."""
        if self._beat is not None:
            self._beat.cancel()
        for connection in list(self._connections):
            connection.close(ServerCode.GOING_DOWN)
        await asyncio.gather(*(runner.stop() for runner in self.runners.values()))

    async def _raise(self, row: TableRow) -> None:
        game = self.registry.get(row.game)
        if game is None:
            log.error("no such game", table=row.table, game=row.game)
            return
        taken = await self.parts.store.acquire(row.table)
        loaded = await self.parts.store.load(row.table)
        if taken is None or loaded is None:
            return
        scribe = Scribe(game, self._vault.of(row.table), self.parts.entropy)
        raised = recovery.raise_table(game, scribe, loaded, await self._roots(loaded))
        runner = Runner(
            self.parts,
            game,
            scribe,
            raised.table,
            raised.audience,
            epoch=taken.epoch,
            seq=taken.seq,
            link=loaded.link,
        )
        runner.quiet = raised.quiet
        if raised.fault:
            runner.freeze(raised.fault)
        self._add(runner, row)

    async def _roots(self, loaded: Loaded) -> tuple[RootRow, ...]:
        """The shuffles of the open hand, with their secrets."""
        if not loaded.open_hand:
            return ()
        log = await self.parts.store.hand_log(loaded.open_hand, None, whole=True)
        return log.roots if log else ()

    def _add(self, runner: Runner, row: TableRow) -> None:
        self.runners[row.table] = runner
        self.plans[row.table] = msgspec.json.decode(row.config, type=Plan)
        self.owners[row.table] = row.owner
        self.parts.metrics.tables.set(len(self.runners))

    async def reload(self, runner: Runner) -> None:
        """A commit whose outcome nobody knows: what the store holds is what happened."""
        loaded = await self.parts.store.load(runner.table.id)
        if loaded is None:
            runner.freeze("gone")
            return
        roots = await self._roots(loaded)
        raised = recovery.raise_table(runner.game, runner.scribe, loaded, roots)
        runner.table, runner.link, runner.seq = raised.table, loaded.link, loaded.row.seq
        raised.audience.viewers = runner.audience.viewers
        runner.audience = raised.audience
        for connection in runner.audience.viewers.values():
            connection.resync()
        if raised.fault:
            runner.freeze(raised.fault)

    def _pulse(self) -> None:
        """A row a second says that the server lives: after a crash it tells since when it did
        not."""
        clock = self.parts.clock
        self._beating = asyncio.get_running_loop().create_task(
            self.parts.store.beat(clock.now_ms())
        )
        self._beat = clock.at(clock.now_ms() + BEAT_MS, self._pulse)
        self._sweep(clock.now_ms())

    def _sweep(self, now_ms: int) -> None:
        """Close the tables that members made and everybody has left for long."""
        for runner in self.runners.values():
            table = runner.table
            made = self.owners[table.id] and not runner.frozen
            people = runner.audience.viewers or any(
                chair.taken and not chair.house for chair in table.chairs
            )
            if made and not people and now_ms - table.now_ms >= EMPTY_MS:
                runner.feed(lambda at_ms: given.Close(at_ms, "vacia"))

    # ── a new table ──────────────────────────────────────────────────────────────────────────
    async def create(
        self,
        key: str,
        name: str,
        rules: Mapping[str, Any],
        *,
        owner: User = "",
        house: int = 0,
        level: str = "",
        table: str = "",
    ) -> Runner | str:
        """A practice table, or the code of what is wrong with it. Its row is written first, so
        that no two tables can have one id."""
        game = self.registry.get(key)
        name = " ".join(name.split())
        if game is None:
            return ServerCode.UNKNOWN_GAME
        if not NAME[0] <= len(name) <= NAME[1] or not name.isprintable():
            return ServerCode.NAME_WRONG
        open_own = sum(o == owner for o in self.owners.values()) if owner else 0
        if len(self.runners) >= MOST_TABLES or open_own >= MOST_OWN:
            return ServerCode.TOO_MANY_TABLES
        if not valid(game, rules, house) or level not in ("", *levels(key)):
            return TableCode.RULES_WRONG
        gather_ms = recovery.GATHER_MS if game.info.ready == "once" else 0
        plan = Plan(
            name,
            rules,
            house=house,
            level=level,
            gather_ms=gather_ms,
            version=game.info.version,
        )
        row = TableRow(
            table=table or secrets.token_hex(4),
            game=key,
            currency=game.info.currency,
            config=msgspec.json.encode(plan).decode(),
            created_ms=self.parts.clock.now_ms(),
            owner=owner,
        )
        if not isinstance(await self.parts.store.add_table(row), Done):
            return ServerCode.BUSY
        await self._raise(row)
        runner = self.runners[row.table]
        runner.start()
        for watcher in self.watchers:
            watcher(runner, None)
        return runner

    # ── what runners ask ─────────────────────────────────────────────────────────────────────
    def claim(self, user: User, table: str) -> bool:
        """At tables whose chips are the wallet one may sit at one only (P-A3); the claim holds
        while a request for a seat is under way."""
        if self._claims.get(user, table) != table:
            return False
        for runner in self.runners.values():
            wallet = runner.game.info.bank == "wallet"
            if wallet and runner.table.id != table and runner.table.seat_of(user):
                return False
        self._claims[user] = table
        return True

    def release(self, user: User, table: str) -> None:
        """The request for a seat has been answered."""
        if self._claims.get(user) == table:
            del self._claims[user]

    def moved(self, runner: Runner, chain: Chain) -> None:
        """A table took a step; whoever watches tables (house players) is told."""
        if any(isinstance(e, fx.Closed) for e in chain.effects):
            self._closed(runner)
        if any(isinstance(e, fx.HandOver) for e in chain.effects):
            self.parts.metrics.hands.labels(runner.game.info.key).inc()
            self._upgrade(runner)
        for watcher in self.watchers:
            watcher(runner, chain)

    def _closed(self, runner: Runner) -> None:
        self.runners.pop(runner.table.id, None)
        self.plans.pop(runner.table.id, None)
        self.owners.pop(runner.table.id, None)
        self.parts.metrics.tables.set(len(self.runners))
        loop = asyncio.get_running_loop()  # it is the runner's own step that says so: later
        loop.call_soon(lambda: self._ending.append(loop.create_task(runner.stop())))

    # ── what sockets ask (the port Desk) ─────────────────────────────────────────────────────
    def enter(self, connection: Connection, token: bytes) -> None:
        """A socket is open; `token` = the login that it came with."""
        self._connections[connection] = token
        self.parts.metrics.connections.set(len(self._connections))

    def hello(self, connection: Connection, frame: wire.Hello) -> None:
        """Show a table to a connection; it leaves the one before."""
        runner = self.runners.get(frame.table)
        if runner is None:
            connection.refuse(ServerCode.UNKNOWN_TABLE)
            return
        if not public.may_watch(runner.table, connection.user):
            connection.refuse(ServerCode.NOT_ALLOWED)
            return
        if connection.table and connection.table != frame.table:
            self._leave(connection)
        connection.table = frame.table
        runner.arrive(connection, frame)

    def command(self, connection: Connection, frame: wire.Cmd) -> None:
        """Pass a command on to its table."""
        runner = self.runners.get(frame.table)
        if runner is None:
            connection.refuse(ServerCode.UNKNOWN_TABLE, frame.cmd_id)
        elif connection.table != frame.table:
            connection.refuse(ServerCode.NOT_ATTACHED, frame.cmd_id)
        else:
            runner.submit(connection, frame)

    def snapshot(self, connection: Connection) -> bytes | None:
        """What a slow reader gets instead of what it missed."""
        runner = self.runners.get(connection.table)
        self.parts.metrics.resyncs.inc()
        if runner is None or runner.audience.viewers.get(connection.user) is not connection:
            return None
        return runner.audience.snapshot(connection, runner.now_ms())

    def sent(self, frame: bytes) -> None:
        """A frame has left; the kill test may end the process after an answer."""
        if frame.startswith(ANSWER):
            self.failpoint("after_answer")

    def gone(self, connection: Connection) -> None:
        """A socket has closed."""
        self._connections.pop(connection, None)
        self.parts.metrics.connections.set(len(self._connections))
        self._leave(connection)

    def _leave(self, connection: Connection) -> None:
        runner = self.runners.get(connection.table)
        if runner is not None and runner.audience.gone(connection):
            runner.dropped(connection.user, connection.gen)
        connection.table = ""

    def sign_out(self, token: bytes) -> None:
        """A login ended: its sockets close."""
        for connection, key in self._connections.items():
            if key == token:
                connection.close(ServerCode.SIGNED_OUT)

    # ── what pages ask ───────────────────────────────────────────────────────────────────────
    @property
    def connected(self) -> int:
        """Sockets that are open."""
        return len(self._connections)

    @property
    def frozen(self) -> int:
        """Tables that an operator must look at."""
        return sum(bool(runner.frozen) for runner in self.runners.values())

    def seats_of(self, user: User) -> tuple[str, ...]:
        """The tables where this user sits."""
        return tuple(t for t, runner in self.runners.items() if runner.table.seat_of(user))

    def name_of(self, table: str) -> str:
        """A table's name, its id when it is closed."""
        runner = self.runners.get(table)
        return table if runner is None else runner.table.name

    def row(self, table: str) -> api.TableRow | None:
        """One table, as the lobby lists it."""
        runner = self.runners.get(table)
        return None if runner is None else row_of(runner)

    def rows(self) -> tuple[api.TableRow, ...]:
        """All tables, oldest first."""
        return tuple(row_of(runner) for runner in self.runners.values())

    def games(self) -> tuple[api.GameRow, ...]:
        """The games of the room with their default rules."""
        return tuple(game_row(game) for game in self.registry.values())
