"""House players: marked, with accounts of their own, at practice tables only.

They sit where a table's plan wants them and play while somebody is there to see it: a person
seated or watching. A hand that runs is always played to its end. What they know is what their
seat knows; their move enters the table like anybody's, after a time that depends on nothing but
hand, turn and seat.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Coroutine
from typing import Any

from tapete.game.contract import Act
from tapete.house.credits import refill_house
from tapete.house.members import house_player
from tapete.server.log import get
from tapete.server.projection import Chain
from tapete.server.room import Room
from tapete.server.runner import Runner
from tapete.server.thinking import Thinker
from tapete.store.port import Member
from tapete.table import effects as fx
from tapete.table import inputs as given
from tapete.table.seats import Chair, Life

THINK_MS = (400, 1_100)  # how long a house player seems to think: long enough to be followed
NAMES = (
    "Abigaíl", "Baltazar", "Carmenza", "Dagoberto", "Eduvigis", "Fidelino", "Griselda", "Hermes",
    "Inocencia", "Jacinto", "Leonilde", "Maclovio", "Nepomuceno", "Ofelia", "Porfirio", "Quiteria",
    "Rigoberto", "Saturnina", "Temístocles", "Úrsula", "Venancio", "Wenceslao", "Yolanda", "Zoilo",
)  # fmt: skip

log = get("house")


class Players:
    """Seats the house players, wakes and rests them, and gives their moves."""

    def __init__(self, room: Room, thinker: Thinker) -> None:
        self._room, self._thinker = room, thinker
        self._members: dict[str, Member] = {}
        self._asked: dict[str, set[tuple[str, int, int]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._tending: set[str] = set()
        self._going: set[str] = set()  # on their way to a seat
        room.watchers.append(self.moved)

    async def start(self) -> None:
        """Find the house's accounts and look after every table."""
        for member in await self._room.parts.store.house_players():
            self._members[member.user] = member
        for runner in list(self._room.runners.values()):
            self.moved(runner, None)

    async def stop(self) -> None:
        """Stop thinking."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinker.close()

    @property
    def resting(self) -> bool:
        """No thought is under way, and nobody is on his way to a seat."""
        return not self._tasks

    # ── a table moved ────────────────────────────────────────────────────────────────────────
    def moved(self, runner: Runner, chain: Chain | None) -> None:
        """A step was committed (None: the table is new here)."""
        plan = self._room.plans.get(runner.table.id)
        if plan is None or not plan.house or runner.frozen:
            return
        over = chain is None or any(isinstance(e, fx.HandOver) for e in chain.effects)
        stood = len(house_chairs(runner)) < plan.house
        if (over or stood) and runner.table.hand is None:
            self._tend(runner, plan.house)
        self._wake(runner)
        self._ask(runner)

    def _wake(self, runner: Runner) -> None:
        """Ready while there are people, not ready when they have gone. Where each hand asks
        everybody anew, only between hands, and after the people who sit there."""
        each = runner.game.info.ready == "each"
        if each and runner.table.hand is not None:
            return
        on = people_are_ready(runner) if each else people(runner)
        for chair in house_chairs(runner):
            if on != is_ready(chair):
                self._feed_ready(runner, chair.user, on)

    def _feed_ready(self, runner: Runner, user: str, on: bool) -> None:
        key = (f"ready:{on}", 0, zlib.crc32(user.encode()))
        asked = self._asked.setdefault(runner.table.id, set())
        if key not in asked:
            asked.add(key)
            runner.feed(
                lambda at_ms: given.Ready(at_ms, user, on), heard=lambda _: asked.discard(key)
            )

    # ── seats and chips ──────────────────────────────────────────────────────────────────────
    def _tend(self, runner: Runner, wanted: int) -> None:
        table = runner.table.id
        if table not in self._tending:
            self._tending.add(table)
            self._spawn(self._seat(runner, wanted))

    async def _seat(self, runner: Runner, wanted: int) -> None:
        """Between hands: who runs low is refilled, who is missing is replaced."""
        store, clock = self._room.parts.store, self._room.parts.clock
        try:
            after = f"{runner.table.id}:{runner.seq}"
            seated = [chair.user for chair in house_chairs(runner)]
            for user in seated:
                await refill_house(store, user, after, clock.now_ms())
            for _ in range(wanted - len(seated)):
                member = await self._free()
                try:
                    await refill_house(store, member.user, after, clock.now_ms())
                    purse = await store.purse(member.user, runner.game.info.currency)
                    await self._sit(runner, member, purse.balance)
                finally:
                    self._going.discard(member.user)
        finally:
            self._tending.discard(runner.table.id)
        self._wake(runner)

    async def _sit(self, runner: Runner, member: Member, chips: int) -> None:
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        runner.feed(
            lambda at_ms: given.Sit(at_ms, member.user, member.nick, chips, house=True),
            heard=done.set_result,
        )
        code = await done
        if code:
            log.info("no seat", table=runner.table.id, code=code)

    async def _free(self) -> Member:
        """A house player who sits nowhere and goes nowhere; a new one when all are busy."""
        busy = {c.user for r in self._room.runners.values() for c in house_chairs(r)}
        for user, member in self._members.items():
            if user not in busy | self._going:
                self._going.add(user)
                return member
        number = len(self._members)
        self._going.add(f"casa-{number + 1}")
        name = NAMES[number % len(NAMES)]
        nick = name if number < len(NAMES) else f"{name} {number // len(NAMES) + 1}"
        parts, user = self._room.parts, f"casa-{number + 1}"
        self._members[user] = Member(user=user, nick=nick, created_ms=0, house=True)
        self._members[user] = await house_player(parts.store, user, nick, parts.clock.now_ms())
        return self._members[user]

    # ── moves ────────────────────────────────────────────────────────────────────────────────
    def _ask(self, runner: Runner) -> None:
        """Let those think whom the hand asks; each question once."""
        table = runner.table
        question, hand = table.question, table.hand
        if question is None or hand is None:
            return
        asked = self._asked.setdefault(table.id, set())
        asked -= {k for k in asked if not k[0].startswith("ready") and k[0] != hand.id}
        start_ms = hand.due_ms - hand.clock_ms + table.skew_ms
        for seat in question.seats:
            key = (hand.id, question.turn, seat)
            if table.chair(seat).house and key not in asked:
                asked.add(key)
                when_ms = max(start_ms, runner.now_ms()) + pace_ms(*key)
                self._room.parts.clock.at(
                    when_ms,
                    lambda key=key: self._spawn(self._move(runner, *key)),  # type: ignore[misc]
                )

    async def _move(self, runner: Runner, hand: str, turn: int, seat: int) -> None:
        table, game = runner.table, runner.game
        question = table.question
        if table.hand is None or table.hand.id != hand or question is None:
            return
        if question.turn != turn or seat not in question.seats:
            return
        user, state = table.hand.users[seat], table.hand.state
        offers = game.offers(state, seat)
        events = runner.audience.known(hand, user)
        seed = runner.scribe.coin(f"thought:{hand}:{turn}:{seat}")
        plan, view = self._room.plans.get(table.id), game.view(state, seat)
        level = plan.level if plan else ""
        try:
            act = await self._thinker.think(game.info, view, offers, events, seed, level)
        except Exception as error:
            log.error("no thought", table=table.id, kind=type(error).__name__)
            idle = game.idle(state, seat)
            if not isinstance(idle, Act):
                return
            act = idle
        runner.feed(
            lambda at_ms: given.Play(
                at_ms, user, hand, turn, act.move, act.amount, act.cards, act.option
            ),
            heard=lambda code: _refused(runner, code),
        )

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _refused(runner: Runner, code: str) -> None:
    """A refused thought costs its seat the clock; the table goes on."""
    if code and code != "stale_turn":
        log.warning("thought refused", table=runner.table.id, code=code)


def house_chairs(runner: Runner) -> list[Chair]:
    """The seats of house players."""
    return [chair for chair in runner.table.chairs if chair.taken and chair.house]


def people(runner: Runner) -> bool:
    """Whether a person sits here or looks."""
    table = runner.table
    return bool(table.gens) or any(chair.taken and not chair.house for chair in table.chairs)


def people_are_ready(runner: Runner) -> bool:
    """Whether people sit here and all of them are ready: nobody has to wait for a long hand that
    the house began without him."""
    seated = [chair for chair in runner.table.chairs if chair.taken and not chair.house]
    return bool(seated) and all(is_ready(chair) for chair in seated)


def is_ready(chair: Chair) -> bool:
    """Whether the seat waits for the next hand or plays this one."""
    return chair.life in (Life.READY, Life.PLAYING)


def pace_ms(hand: str, turn: int, seat: int) -> int:
    """How long a house player takes: by hand, turn and seat alone, so that it tells nothing."""
    least, most = THINK_MS
    return least + zlib.crc32(f"pace:{hand}:{turn}:{seat}".encode()) % (most - least)
