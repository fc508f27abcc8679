"""SIGKILL to a running server, again and again: nothing acknowledged is lost, nothing happens
twice, the ledger is clean, hands resume.

Three of the four kinds of death happen at a failpoint of the server itself: before a commit,
between commit and answer, after an answer; the rest at a random moment. `make kill` kills 200
times (TAPETE_KILLS), the test suite ten times.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.record.seal import Vault, of_step
from tapete.server.nodekey import node_key
from tapete.store.check import check
from tapete.table.inputs import Input, Play
from tests.sim.rider import Lost, Rider, post

KILLS = int(os.environ.get("TAPETE_KILLS", "10"))
TABLES = ("tanto", "primera", "caida", "tanto", "primera", "caida")
SHOWS = ("showdown_s", "disputa_s", "botada_s", "fondo_s", "mostrar_s")
RULES = {"primera": dict.fromkeys(SHOWS, 1), "caida": {"costo": 500, "doble_menos5": True}}
SEATS = 3
PLACES = ("before_commit", "after_commit", "after_answer", "random")
BORN_S = 20  # a server must listen after so long
LIVES_S = 20  # and reach its failpoint after so long

_inputs = msgspec.msgpack.Decoder(tuple[Input, ...])


class Nursery:
    """The process that forks servers, and the one that lives now."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, data: Path) -> None:
        self._process, self.port, self._data = process, port, data
        self.pid = 0

    @classmethod
    async def open(cls, data: Path) -> Nursery:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.sim.nursery",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return cls(process, probe.getsockname()[1], data)

    async def birth(self, failpoint: str) -> None:
        order = {"port": self.port, "data": str(self._data), "failpoint": failpoint}
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self.pid = int(await self._line())
        async with asyncio.timeout(BORN_S):
            while not await _listens(self.port):  # noqa: ASYNC110
                await asyncio.sleep(0.01)  # another process: there is nothing to wait on

    async def death(self) -> int:
        """Wait for it; the signal that it died of."""
        async with asyncio.timeout(LIVES_S):
            return os.WTERMSIG(int(await self._line()))

    async def _line(self) -> bytes:
        assert self._process.stdout
        line = await self._process.stdout.readline()
        if not line:
            raise AssertionError("the nursery is dead")
        return line

    async def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


class Books:
    """What the dead server's files say, read between two lives."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._vault = Vault(node_key(data), os.urandom)
        self._read: Counter[str] = Counter()  # inputs looked at, by table
        self._plays: set[tuple[str, str, int]] = set()
        self._lives: dict[str, set[int]] = {}  # hand -> epochs in which it was played

    @property
    def resumed(self) -> int:
        """Hands that were played by more than one server."""
        return sum(len(epochs) > 1 for epochs in self._lives.values())

    @property
    def tables(self) -> set[str]:
        """Where somebody made a move."""
        return {hand.rpartition("-")[0] for hand in self._lives}

    @property
    def hands(self) -> int:
        """Hands in which somebody made a move."""
        return len(self._lives)

    def audit(self, riders: list[Rider]) -> None:
        report = check(self._data / "tapete.db")
        assert report.ok, report.findings
        db = sqlite3.connect(f"file:{self._data / 'tapete.db'}?mode=ro", uri=True)
        try:
            for rider in riders:
                self._answers(db, rider)
                self._events(db, rider)
            for table in {rider.table for rider in riders}:
                self._once(db, table)
        finally:
            db.close()

    def _answers(self, db: sqlite3.Connection, rider: Rider) -> None:
        query = "SELECT cmd_id, code, seq FROM answer WHERE user = ? AND room = ?"
        kept = {cmd: (code, seq) for cmd, code, seq in db.execute(query, (rider.user, rider.table))}
        for cmd_id, told in rider.acked.items():
            if kept.get(cmd_id) != told:
                raise Lost(f"{cmd_id} was answered {told}, the store has {kept.get(cmd_id)}")

    def _events(self, db: sqlite3.Connection, rider: Rider) -> None:
        query = "SELECT hand, number, body FROM event WHERE room = ? AND viewers IS NULL"
        kept = {(hand, n): body for hand, n, body in db.execute(query, (rider.table,))}
        for key, event in rider.events.items():
            if not event.get("only") and json.loads(kept.get(key, b"null")) != event:
                raise Lost(f"event {key} was shown and is not in the log")

    def _once(self, db: sqlite3.Connection, table: str) -> None:
        """No question of a hand has two answers of one user."""
        query = "SELECT epoch, seq, body FROM input WHERE room = ? AND seq > ? ORDER BY seq"
        for epoch, seq, sealed in db.execute(query, (table, self._read[table])):
            self._read[table] += 1
            plain = self._vault.of(table).unseal(sealed, of_step(epoch, seq))
            for given in _inputs.decode(plain):
                if isinstance(given, Play):
                    key = (given.user, given.hand, given.turn)
                    if key in self._plays:
                        raise Lost(f"turn {given.turn} of {given.hand} was played twice")
                    self._plays.add(key)
                    self._lives.setdefault(given.hand, set()).add(epoch)


def _failpoint(place: str, chance: random.Random) -> str:
    return "" if place == "random" else f"{place}:{chance.randint(10, 150)}"


async def _people(port: int) -> list[Rider]:
    """Guests at their tables, through the front door."""
    riders = []
    for at, game in enumerate(TABLES):
        table = ""
        for seat in range(SEATS):
            number = at * SEATS + seat
            body = {"nick": f"jinete {number}", "terms": await _terms(port), "fair_play": True}
            session, cookie = await asyncio.to_thread(post, port, "/api/guest", body)
            if not table:
                new = {"game": game, "name": f"mesa {at}", "rules": RULES.get(game, {})}
                row, _ = await asyncio.to_thread(post, port, "/api/tables", new, cookie)
                table = row["table"]
            riders.append(Rider(port, number, table, cookie, session["me"]["user"]))
    return riders


async def _terms(port: int) -> str:
    def read() -> Any:
        import urllib.request

        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/session", timeout=10) as answer:
            return json.loads(answer.read())

    return str((await asyncio.to_thread(read))["terms"])


@pytest.mark.rule("000:116", "000:117", "000:120")
async def test_kill(tmp_path: Path) -> None:
    chance = random.Random(20)
    nursery = await Nursery.open(tmp_path)
    counts: Counter[str] = Counter()
    try:
        await nursery.birth("")
        riders = await _people(nursery.port)
        books = Books(tmp_path)
        os.kill(nursery.pid, signal.SIGKILL)
        assert await nursery.death() == signal.SIGKILL
        for kill in range(KILLS):
            place = PLACES[kill % len(PLACES)]
            await nursery.birth(_failpoint(place, chance))
            rides = [asyncio.create_task(rider.ride()) for rider in riders]
            if place == "random":
                await asyncio.sleep(chance.uniform(0.2, 0.8))
                os.kill(nursery.pid, signal.SIGKILL)
            assert await nursery.death() == signal.SIGKILL
            await asyncio.gather(*rides)
            await asyncio.to_thread(books.audit, riders)
            counts[place] += 1
    finally:
        await nursery.close()
    acked, again = sum(len(r.acked) for r in riders), sum(r.again for r in riders)
    print(
        f"\nkills: {dict(counts)}; {acked} answers, {again} of them asked for again, "
        f"{books.hands} hands, {books.resumed} resumed: none lost, none twice"
    )
    assert min(counts.values()) >= KILLS // len(PLACES)
    assert books.resumed > 0
    assert books.tables == {rider.table for rider in riders}, "somebody moved at every table"
