"""An evening at the house from one seed: people come, play, err, drop, come back and leave, the
server dies now and then, and time is virtual. Everything must add up at the end."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tapete.game.contract import Game
from tapete.house.credits import ask_refill
from tapete.house.errors import Refusal
from tapete.server import wire
from tapete.server.players import Players
from tests.server.stage import Client, Stage, VirtualClock
from tests.sim.checker import Checker
from tests.sim.frames import blanked
from tests.sim.thinker import Here

DOWN_S = (0.5, 400)  # how long a dead server stays dead
RULES = {"caida": {"costo": 500, "doble_menos5": True, "meta": 8}}
IDLE: tuple[wire.Do, ...] = (
    *(wire.DoReady(False), wire.DoWish("wait"), wire.DoWish("play")) * 6,
    wire.DoStand(),
    wire.DoOptions({"turno_s": 40}),
    wire.DoOptions(RULES["caida"] | {"doble_tribilin": True}),
)
JUNK = ("", "{}", "[1]", '{"type":"cmd"}', '{"type":"ping","n":-1}', "x" * 9000)


class Person:
    """Somebody at one table, who does anything."""

    def __init__(self, evening: Evening, user: str, table: str) -> None:
        self.evening, self.user, self.table = evening, user, table
        self.client: Client | None = None
        self.seen = (0, 0)
        self.digest = sha256()
        self.frames = self.said = 0

    @property
    def asked(self) -> bool:
        """The table waits for him."""
        live = self.client is not None and not self.client.connection.closing
        return live and self.client is not None and bool(self.client.last["offers"])

    async def come(self) -> None:
        self.client = Client(self.evening.stage, self.user)
        await self.client.hello(self.table, *self.seen)

    def gone(self) -> None:
        """Take in what came, check that it has no gap, and forget the connection."""
        if self.client is None:
            return
        last, checker = 0, Checker()
        for at_ms, text in self.client.transport.raw:
            frame = msgspec.json.decode(text)
            self.digest.update(at_ms.to_bytes(8, "big") + blanked(text))
            if frame["type"] in ("snapshot", "step"):
                assert frame["type"] == "snapshot" or frame["seq"] == last + 1
                last, self.seen = frame["seq"], (frame["epoch"], frame["seq"])
                checker.take(frame)
        self.evening.counts["cards proved"] += checker.cards
        self.frames += len(self.client.transport.raw)
        self.client = None

    async def act(self, chance: random.Random) -> None:
        """Whatever comes to his mind."""
        client = self.client
        if client is None or client.connection.closing:
            self.gone()
            await self.come()
            return
        whim = chance.random()
        if whim < 0.02:
            await client.drop()
            self.gone()
        elif whim < 0.03:
            await self._twice(client)
        elif whim < 0.05:
            client.send(chance.choice(JUNK))
            await self.evening.stage.settle()
        else:
            await self._play(client, chance)

    async def _twice(self, client: Client) -> None:
        """A second window takes over."""
        self.evening.counts["second windows"] += 1
        new = Client(self.evening.stage, self.user)
        await new.hello(self.table)
        self.gone()
        self.client = new

    async def _play(self, client: Client, chance: random.Random) -> None:
        frame = client.last
        own = next((s for s in frame["state"]["seats"] if s["seat"] == frame["seat"]), None)
        if own is None:
            do: wire.Do = wire.DoSit(chips=chance.choice((0, 200, 500)))
        elif frame["offers"] and chance.random() < 0.9:
            do = self._move(frame, chance)
        elif not own["ready"]:
            do = wire.DoReady(True)
        else:
            do = chance.choice(IDLE)
        self.said += 1
        code = await client.do(do, cmd_id=f"{self.user}-{self.said}")
        if code == "below_entry":
            with suppress(Refusal):
                await ask_refill(self.evening.stage.store, self.user, self.evening.clock.now)
        kind = type(do).__name__
        self.evening.counts[f"{kind} {code}".strip()] += 1

    def _move(self, frame: dict[str, Any], chance: random.Random) -> wire.Do:
        offer = chance.choice(frame["offers"])
        few, many = offer.get("pick", (0, 0))
        amount = None
        if offer.get("most"):
            amount = chance.choice((offer["least"], offer["least"], offer["most"], -5))
        return wire.DoAct(
            frame["state"]["hand"],
            frame["view"]["turn"] + (chance.random() < 0.02),
            offer["move"],
            amount,
            tuple(chance.sample(offer.get("cards", []), chance.randint(few, many))),
            chance.choice(offer["options"]) if offer.get("options") else None,
        )


class Evening:
    """The house, its people and what happened."""

    def __init__(self, folder: Path, games: dict[str, Game], seed: int) -> None:
        self.folder, self.games = folder, games
        self.chance = random.Random(seed)
        self.clock = VirtualClock()
        self.counts: Counter[str] = Counter()
        self.people: list[Person] = []
        self.lives = 0
        self.stage: Stage
        self.players: Players

    async def open(self) -> None:
        """The server's next life, on the same data."""
        self.lives += 1
        self.clock.timers.clear()
        seed = self.chance.getrandbits(32)
        self.stage = await Stage(self.folder, self.games, seed=seed, clock=self.clock).start()
        self.players = Players(self.stage.room, Here())
        self.stage.helpers.append(self.players)
        await self.players.start()
        await self.stage.settle()

    async def die(self) -> None:
        """All at once: nobody is told, what was not committed never was."""
        for person in self.people:
            person.gone()
        await self.players.stop()
        await self.stage.stop()
        self.clock.now += round(self.chance.uniform(*DOWN_S) * 1000)
        self.counts["deaths"] += 1

    async def fill(self, tables: list[tuple[str, int, int]]) -> None:
        """Tables of (game, people, house players)."""
        for number, (game, people, house) in enumerate(tables):
            table = f"mesa{number}"
            made = await self.stage.room.create(
                game, f"Mesa {number}", RULES.get(game, {}), house=house, table=table
            )
            assert not isinstance(made, str), made
            for at in range(people):
                person = Person(self, f"u{number}x{at}", table)
                await self.stage.member(person.user)
                self.people.append(person)
        await self.stage.settle()

    def _next(self) -> Person:
        """Mostly somebody who is asked; now and then anybody."""
        asked = [p for p in self.people if p.asked]
        return self.chance.choice(asked if asked and self.chance.random() < 0.8 else self.people)

    async def run(self, turns: int, deaths: int) -> str:
        """So many whims; the digest of all that anybody was sent."""
        fatal = set(self.chance.sample(range(1, turns), deaths))
        for turn in range(turns):
            if turn in fatal:
                await self.die()
                await self.open()
            await self._next().act(self.chance)
            await self.stage.advance(self.chance.choice((0, 0.2, 1, 3, 3, 12)))
            if self.chance.random() < 0.005:
                await self.stage.advance(self.chance.uniform(60, 200))
        hands = sum(runner.table.hands for runner in self.stage.room.runners.values())
        self.counts["hands"] = hands
        assert self.stage.room.frozen == 0
        for person in self.people:
            person.gone()
        await self.players.stop()
        await self.stage.stop()
        whole = sha256(b"".join(person.digest.digest() for person in self.people))
        return whole.hexdigest()
