"""A given hand played through the whole server, and the frames that each viewer got of it.

The hand is a course of the game: its opening becomes wallets and seats, its commands come in as
people's commands, its shuffles come out of the entropy. So two courses that a viewer may not tell
apart can be compared byte by byte, at the frames.
"""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import Act, Cancel, Game, Leave, Shuffle, Shuffled
from tapete.game.laws import Course, played
from tapete.ledger.transfers import grant
from tapete.record.seal import Vault
from tapete.server import wire
from tapete.server.room import Room
from tapete.server.runner import Runner
from tapete.store.port import Member
from tapete.table import inputs as given
from tests.server.stage import START_MS, Client, Stage
from tests.sim.memory import MemoryStore

TABLE = "mesa1"
PACE_S = 0.7  # between two commands
SPECTATOR = "mirón"
HEX = re.compile(rb'"(salt|root)":"[0-9a-f]+"|"path":\[[^\]]*\]')

Frames = list[tuple[int, bytes]]


class Aside(Struct, frozen=True):
    """What the viewer does besides, at the same place in both hands: before command `again` he
    connects anew, before command `wrong` he sends a move that is refused."""

    again: int
    wrong: int


class Scripted:
    """Entropy that makes the shuffles of a course come out as they did; salts are a count."""

    def __init__(self, game: Game, course: Course) -> None:
        self._draws: deque[int] = deque()
        self._count = 0
        for step, command in zip(played(game, course), course.commands, strict=False):
            if isinstance(command, Shuffled):
                assert isinstance(step.need, Shuffle)
                self._draws += _draws(step.need.items, command.order)

    def __call__(self, n: int) -> bytes:
        if n == 1:  # after the end of the course: anything
            return bytes((self._draws.popleft() if self._draws else 0,))
        self._count += 1
        return self._count.to_bytes(n, "big")


def _draws(items: tuple[Any, ...], wanted: tuple[Any, ...]) -> list[int]:
    """The numbers that the shuffle (or the draw of a seat) must draw to give `wanted`."""
    if len(wanted) == 1 and isinstance(wanted[0], int):
        return [items.index(wanted[0])] if len(items) > 1 else []
    order, draws = list(items), []
    for last in range(len(order) - 1, 0, -1):
        other = order.index(wanted[last], 0, last + 1)
        draws.append(other)
        order[last], order[other] = order[other], order[last]
    assert tuple(order) == wanted
    return draws


def fits(game: Game, course: Course) -> bool:
    """Whether a table can play this hand: everybody sits and can pay, and nothing comes between a
    shuffle that is wanted and its answer."""
    stake = game.entry(course.opening.rules).stake
    for step, command in zip(played(game, course), course.commands, strict=False):
        if isinstance(step.need, Shuffle) and not isinstance(command, Shuffled):
            return False
    return all(s.sitting and s.chips >= stake and s.wish == "play" for s in course.opening.seats)


def user_of(seat: int | None) -> str:
    return SPECTATOR if seat is None else f"u{seat}"


async def frames(
    game: Game, course: Course, viewer: int | None, aside: Aside
) -> tuple[list[Frames], list[str]]:
    """What the viewer was sent, in one part before the first command and one for each; and the
    phase of the hand in which each part ends."""
    stage = Stage(Path(), {game.info.key: game}, store=MemoryStore())  # type: ignore[arg-type]
    vault = Vault(bytes(32), bytes)
    stage.room = Room(
        stage.store, stage.clock, Scripted(game, course), stage.metrics, vault, stage.registry
    )
    runner, people = await _seat(stage, game, course, viewer)
    table = _Table(stage, runner, people, viewer)
    parts, phases = [table.take()], [runner.audience.scene.phase]
    for at, command in enumerate(course.commands):
        if isinstance(command, Shuffled):
            parts.append([])
        else:
            await stage.advance(PACE_S)
            await table.aside(at, aside)
            await table.give(command)
            parts.append(table.take())
        phases.append(runner.audience.scene.phase)
    await stage.stop()
    return parts, phases


async def _seat(
    stage: Stage, game: Game, course: Course, viewer: int | None
) -> tuple[Runner, dict[int | None, Client]]:
    """The people of the course with their chips at their seats, and the hand opened."""
    rules = msgspec.to_builtins(course.opening.rules)
    if "entrada_minima" in game.info.rules.__struct_fields__:
        rules |= {"entrada_minima": 0}
    made = await stage.room.create(game.info.key, "Mesa", rules, table=TABLE)
    assert isinstance(made, Runner), made
    people: dict[int | None, Client] = {}
    for seat in course.opening.seats:
        user = user_of(seat.seat)
        member = Member(user=user, nick=user, created_ms=START_MS)
        await stage.store.add_member(member, grant(user, START_MS, amount=seat.chips))
        people[seat.seat] = client = Client(stage, user)
        await client.hello(TABLE)
        assert await client.do(wire.DoSit(seat.seat), cmd_id=f"sit-{seat.seat}") == ""
    if viewer is None:
        people[None] = Client(stage, SPECTATOR)
        await people[None].hello(TABLE)
    table, now_ms = made.table, stage.clock.now
    made.table = replace(
        table,
        memory=course.opening.memory,
        broken=False,
        rest_ms=now_ms + 3000,
        over_ms=now_ms,
        carry=course.opening.carry,
    )
    for seat in course.opening.seats:
        assert await people[seat.seat].do(wire.DoReady(True), cmd_id=f"ready-{seat.seat}") == ""
    await stage.advance(3)
    assert made.table.hand is not None, (made.frozen, made.table.status)
    return made, people


class _Table:
    """One run of a course."""

    def __init__(
        self, stage: Stage, runner: Runner, people: dict[int | None, Client], viewer: int | None
    ) -> None:
        self.stage, self.runner, self.people, self.viewer = stage, runner, people, viewer
        self.read = 0

    def take(self) -> Frames:
        """What came to the viewer since the last call."""
        raw = self.people[self.viewer].transport.raw
        new, self.read = raw[self.read :], len(raw)
        return new

    async def aside(self, at: int, aside: Aside) -> None:
        """The viewer connects anew, or sends what is refused."""
        if at == aside.again:
            before = self.take()
            old = self.people[self.viewer]
            client = Client(self.stage, old.user)
            self.people[self.viewer] = client
            last = old.last
            await client.hello(TABLE, last["epoch"], last["seq"] - 2)
            client.transport.raw[:0] = before + old.transport.raw[self.read :]
            self.read = 0
        if at == aside.wrong:
            hand = self.runner.table.hand
            turn = hand.turn if hand else 0
            client = self.people[self.viewer]
            await client.do(wire.DoAct(f"{TABLE}-1", turn + 7, "voy", 5000), cmd_id="w")

    async def give(self, command: Act | Leave | Cancel) -> None:
        """One command of the course, through the connection of its seat."""
        match command:
            case Act(seat, turn, move, amount, cards, option):
                do = wire.DoAct(f"{TABLE}-1", turn, move, amount, cards, option)
                code = await self.people[seat].do(do, cmd_id=f"{turn}-{len(self.stage.clients)}")
                assert code == "", (command, code)
            case Leave(seat):
                assert await self.people[seat].do(wire.DoStand(), cmd_id=f"stand-{seat}") == ""
            case Cancel(why):
                self.runner.feed(lambda at_ms: given.Annul(at_ms, why))
                await self.stage.settle()


def blanked(text: bytes) -> bytes:
    """A frame with roots, salts and paths of the proof made alike, their lengths kept."""
    return HEX.sub(lambda found: re.sub(rb"[0-9a-f]{32,}", _zeros, found[0]), text)


def _zeros(found: re.Match[bytes]) -> bytes:
    return b"0" * len(found[0])
