"""A whole server without a socket or a real clock: room, tables, store, connections as lists.

`Stage` owns a virtual clock; `settle` waits until nothing is under way, `advance` lets time pass
and fires every timer at its own moment. Everything follows from the seed.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tapete.game.contract import Game
from tapete.ledger.transfers import grant
from tapete.record.seal import Vault
from tapete.server import wire
from tapete.server.connection import Connection
from tapete.server.metrics import Metrics
from tapete.server.players import Players
from tapete.server.room import Room
from tapete.server.runner import Runner
from tapete.store.port import Member, Store
from tapete.store.sqlite import SqliteStore

NUMBERS = itertools.count(1)
START_MS = 1_700_000_000_000


class _Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class VirtualClock:
    """Time that passes only when a test says so."""

    def __init__(self, now_ms: int = START_MS) -> None:
        self.now = now_ms
        self._count = 0
        self.timers: list[tuple[int, int, _Timer]] = []

    def now_ms(self) -> int:
        return self.now

    def at(self, when_ms: int, call: Callable[[], None]) -> _Timer:
        timer = _Timer(call)
        self._count += 1
        heapq.heappush(self.timers, (max(when_ms, self.now), self._count, timer))
        return timer

    def next_ms(self) -> int | None:
        while self.timers and self.timers[0][2].call is None:
            heapq.heappop(self.timers)
        return self.timers[0][0] if self.timers else None

    def ring(self) -> None:
        """Fire the first timer, at its moment."""
        when_ms, _, timer = heapq.heappop(self.timers)
        self.now = max(self.now, when_ms)
        if timer.call is not None:
            timer.call()


class ListTransport:
    """Keeps what is sent, with the moment. `stuck` = the reader takes nothing."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.raw: list[tuple[int, bytes]] = []
        self.closed = 0
        self.free = asyncio.Event()
        self.free.set()

    async def send(self, text: bytes) -> None:
        await self.free.wait()
        self.raw.append((self.clock.now, text))

    async def close(self, code: int) -> None:
        self.closed = code


class Client:
    """One connection of a person, with what it has received."""

    def __init__(self, stage: Stage, user: str, nick: str = "") -> None:
        self.stage, self.user = stage, user
        self.transport = ListTransport(stage.clock)
        self.connection = Connection(stage.room, stage.clock, self.transport, user, nick or user)
        stage.room.enter(self.connection, user.encode())
        self.writer = asyncio.get_running_loop().create_task(self.connection.write())
        stage.clients.append(self)

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(text) for _, text in self.transport.raw]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [f for f in self.frames if f["type"] == kind]

    @property
    def last(self) -> dict[str, Any]:
        """The newest envelope: a step or a snapshot."""
        text = next(t for _, t in reversed(self.transport.raw) if t.startswith(b'{"type":"s'))
        return dict(msgspec.json.decode(text))

    async def hello(self, table: str, epoch: int = 0, seq: int = 0) -> dict[str, Any]:
        self.send(wire.Hello(table, epoch, seq))
        await self.stage.settle()
        return dict(msgspec.json.decode(self.transport.raw[-1][1]))

    def send(self, frame: wire.ClientFrame | str) -> None:
        text = frame if isinstance(frame, str) else msgspec.json.encode(frame).decode()
        self.connection.receive(text)

    async def do(self, do: wire.Do, *, cmd_id: str = "", table: str = "") -> str:
        """Send a command and return the code of its answer («» = done)."""
        cmd_id = cmd_id or f"c{next(NUMBERS)}"
        before = len(self.transport.raw)
        self.send(wire.Cmd(cmd_id, table or self.connection.table, do))
        await self.stage.settle()
        new = [msgspec.json.decode(text) for _, text in self.transport.raw[before:]]
        return next(str(f["code"]) for f in reversed(new) if f.get("cmd_id") == cmd_id)

    async def act(self, move: str, amount: int | None = None, **more: Any) -> str:
        last = self.last
        hand, turn = last["state"]["hand"], last["view"]["turn"]
        return await self.do(wire.DoAct(hand, turn, move, amount, **more))

    async def drop(self) -> None:
        self.connection.gone()
        await self.stage.settle()


class Stage:
    """The server of a test."""

    def __init__(
        self,
        folder: Path,
        registry: Mapping[str, Game],
        *,
        seed: int = 1,
        store: Store | None = None,
        clock: VirtualClock | None = None,
        failpoint: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.registry = registry
        self.random = random.Random(seed)
        self.store: Store = store or SqliteStore(folder / "test.db", failpoint=failpoint)
        self.metrics = Metrics()
        vault = Vault(bytes(32), self.random.randbytes)
        self.room = Room(
            self.store, self.clock, self.random.randbytes, self.metrics, vault, registry
        )
        self.clients: list[Client] = []
        self.helpers: list[Players] = []

    async def start(self) -> Stage:
        await self.room.start()
        await self.settle()
        return self

    async def stop(self) -> None:
        await self.room.stop()
        for client in self.clients:
            client.connection.gone()
            client.writer.cancel()
        await asyncio.gather(*(c.writer for c in self.clients), return_exceptions=True)
        await self.store.close()

    async def member(self, user: str) -> None:
        await self.store.add_member(
            Member(user=user, nick=user, created_ms=self.clock.now), grant(user, self.clock.now)
        )

    async def table(self, key: str, rules: Mapping[str, Any] | None = None) -> Runner:
        made = await self.room.create(key, "Mesa", rules or {})
        assert isinstance(made, Runner), made
        await self.settle()
        return made

    async def settle(self) -> None:
        """Until no table has work and every connection has written."""
        for _ in range(100_000):
            await asyncio.sleep(0)
            parts: list[Any] = [*self.room.runners.values(), *self.helpers]
            read = (c.connection.idle or not c.transport.free.is_set() for c in self.clients)
            if all(part.resting for part in parts) and all(read):
                return
        raise AssertionError("the stage does not come to rest")

    async def advance(self, seconds: float) -> None:
        """Let time pass; every timer fires at its own moment and its work is done before the
        next."""
        until = self.clock.now + round(seconds * 1000)
        while (due := self.clock.next_ms()) is not None and due <= until:
            self.clock.ring()
            await self.settle()
        self.clock.now = until
