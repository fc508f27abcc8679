"""A runner for tests: a table in virtual time, with wallets, locks and a ledger of its own.

It answers what the table asks (shuffles from a seed, wallets from `wallets`), books every Post,
and fails on an Alarm. Times are seconds as the rules write them: `room.at(59.999)`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tapete.game.contract import Event, Game, Moved, Told
from tapete.table import Effect, Input, Table, fingerprint, new_table, step
from tapete.table.effects import (
    Alarm,
    Connected,
    HandOpened,
    Lock,
    NeedShuffle,
    NeedStakes,
    Post,
    Record,
    Refused,
    Unlock,
    Wake,
)
from tapete.table.inputs import (
    Attached,
    Drain,
    Dropped,
    Expel,
    Play,
    Ready,
    Resumed,
    Shuffled,
    Sit,
    Staked,
    Stand,
    Tick,
    Wished,
)
from tapete.table.table import Status

LATE = ("stale_turn", "stale_hand", "not_seated", "not_in_hand", "not_your_turn")  # clock first
START_MS = 1_700_000_000_000


class Room:
    """One table and what surrounds it."""

    def __init__(
        self, game: Game, rules: Any = None, *, seed: int = 1, purse: int = 1000, name: str = "m"
    ) -> None:
        self.game = game
        rules = game.info.rules() if rules is None else rules
        self.table: Table = new_table(game, name, "Mesa", rules, at_ms=START_MS)
        self.random = random.Random(seed)
        self.chance = random.Random(seed)  # shuffles only: the same for the same hands
        self.purse = purse
        self.wallets: dict[str, int] = {}
        self.accounts: Counter[str] = Counter()
        self.locks: dict[str, str] = {}
        self.elsewhere: set[str] = set()  # wallets that are staked in a hand of another table
        self.gens: dict[str, int] = {}
        self.now_ms = START_MS
        self.inputs: list[Input] = []
        self.effects: list[Effect] = []  # of the last input
        self.all: list[Effect] = []
        self.stacked: list[Sequence[Any]] = []  # orders to be given instead of random ones
        self.broken = False  # an Alarm is expected

    # ── time and inputs ──────────────────────────────────────────────────────────────────────
    def at(self, seconds: float) -> Room:
        """Set the clock (nothing is told to the table until the next input)."""
        self.now_ms = START_MS + round(seconds * 1000)
        return self

    def after(self, seconds: float) -> Room:
        self.now_ms += round(seconds * 1000)
        return self

    def give(self, given: Input) -> str:
        """Let the table take an input to rest; the code of its refusal, or «»."""
        self.effects = []
        queue: Input | None = given
        while queue is not None:
            self.inputs.append(queue)
            self.table, effects = step(self.game, self.table, queue)
            queue = None
            for effect in effects:
                queue = self._take(effect) or queue
            self.effects += effects
        self.all += self.effects
        assert self.table.pending is None or self.broken
        return next((e.code.value for e in self.effects if isinstance(e, Refused)), "")

    def _take(self, effect: Effect) -> Input | None:
        if isinstance(effect, Alarm):
            assert self.broken, effect.what
        elif isinstance(effect, Post):
            self._book(effect)
        elif isinstance(effect, Lock):
            assert effect.user not in self.locks
            self.locks[effect.user] = effect.hand
        elif isinstance(effect, Unlock):
            assert self.locks.pop(effect.user) == effect.hand
        elif isinstance(effect, Connected):
            self.gens[effect.user] = effect.gen
        elif isinstance(effect, NeedShuffle):
            return Shuffled(self.now_ms, self._order(effect.items))
        elif isinstance(effect, NeedStakes):
            refused = tuple(u for u in effect.users if u in self.elsewhere or u in self.locks)
            chips = {u: self.wallets[u] for u in effect.users if u not in refused}
            return Staked(self.now_ms, chips, refused)
        return None

    def _order(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if self.stacked:
            return tuple(self.stacked.pop(0))
        if not isinstance(items[0], str):
            return (self.chance.choice(items),)
        order = list(items)
        self.chance.shuffle(order)
        return tuple(order)

    def _book(self, post: Post) -> None:
        for moved in post.moves:
            for account, amount in ((moved.source, -moved.amount), (moved.target, moved.amount)):
                kind, _, name = account.partition(":")
                user = post.users[int(name)] if kind in ("seat", "wallet") else ""
                if kind == "wallet" or (kind == "seat" and self.game.info.bank == "wallet"):
                    self.wallets[user] += amount
                    assert self.wallets[user] >= 0
                else:
                    self.accounts[f"stack:{user}" if user else account] += amount

    @property
    def total(self) -> int:
        return sum(self.wallets.values()) + sum(self.accounts.values())

    # ── people ───────────────────────────────────────────────────────────────────────────────
    def join(self, user: str, *, seat: int = 0, ready: bool = True, house: bool = False) -> str:
        """Attach, sit down with the whole purse, and be ready."""
        self.wallets.setdefault(user, self.purse)
        if not house and user not in self.table.gens:
            self.attach(user)
        code = self.sit(user, seat=seat, house=house)
        return code or (self.ready(user) if ready else "")

    def deal(self, *users: str) -> Room:
        """Seat all of them (`casa…` = house players) and open a hand among them, now."""
        self.give(Drain(self.now_ms, True))
        for user in users:
            assert self.join(user, house=user.startswith("casa")) == ""
        self.give(Drain(self.now_ms, False))
        assert self.table.hand is not None
        return self

    def sit(self, user: str, *, seat: int = 0, house: bool = False) -> str:
        chips = self.wallets.setdefault(user, self.purse)
        return self.give(Sit(self.now_ms, user, user.title(), chips, seat, house))

    def attach(self, user: str) -> str:
        return self.give(Attached(self.now_ms, user))

    def drop(self, user: str, gen: int = 0) -> str:
        return self.give(Dropped(self.now_ms, user, gen or self.gens[user]))

    def ready(self, user: str, on: bool = True) -> str:
        return self.give(Ready(self.now_ms, user, on))

    def wish(self, user: str, wish: Any) -> str:
        return self.give(Wished(self.now_ms, user, wish))

    def stand(self, user: str) -> str:
        return self.give(Stand(self.now_ms, user))

    def expel(self, user: str) -> str:
        return self.give(Expel(self.now_ms, user, "fraude"))

    def tick(self) -> str:
        return self.give(Tick(self.now_ms))

    def resume(self, down_s: float) -> str:
        return self.give(Resumed(self.now_ms, round(down_s * 1000)))

    def play(self, user: str, words: str, *, hand: str = "", turn: int | None = None) -> str:
        """A move in words: `poner 50`, `votar alta`, `cambiar Ao2o`."""
        move, *rest = words.split()
        amount: int | None = None
        cards: tuple[str, ...] = ()
        option: str | None = None
        for word in rest:
            if word.isdecimal():
                amount = int(word)
            elif re.fullmatch("([A2-7SCR][oceb])+", word):
                cards = tuple(word[i : i + 2] for i in range(0, len(word), 2))
            else:
                option = word
        running = self.table.hand
        hand = hand or (running.id if running else "?")
        if turn is None:
            question = self.table.question
            turn = question.turn if question else 0
        return self.give(Play(self.now_ms, user, hand, turn, move, amount, cards, option))

    def play_on(self, moves: int) -> None:
        """So many random legal moves; between hands everybody gets ready again."""
        for _ in range(moves):
            question, hand = self.table.question, self.table.hand
            if question is None or hand is None:
                for chair in self.table.chairs:
                    if chair.taken:
                        self.ready(chair.user)
                self.now_ms = max(self.now_ms, self.table.wake_ms or 0)
                self.tick()
                continue
            seat = self.random.choice(question.seats)
            offers = self.game.offers(hand.state, seat)
            offer = self.random.choice(offers)
            if offer.move == "resto" and self.random.random() < 0.9:
                offer = offers[0]  # else everybody is soon without chips
            words = [offer.move]
            if offer.most:
                words.append(str(self.random.choice((*[offer.least] * 9, offer.most))))
            if offer.options:
                words.append(self.random.choice(offer.options))
            if offer.cards:
                count = self.random.randint(*offer.pick)
                words += ["".join(self.random.sample(offer.cards, count))] if count else []
            code = self.after(1).play(self.user(seat), " ".join(words))
            assert code in ("", *LATE), code

    # ── what one asks of it ──────────────────────────────────────────────────────────────────
    def seat(self, user: str) -> int:
        chair = self.table.seat_of(user)
        return chair.number if chair else 0

    def user(self, seat: int) -> str:
        return self.table.chair(seat).user

    @property
    def asked(self) -> list[str]:
        """Who is asked now."""
        question = self.table.question
        return [self.user(seat) for seat in question.seats] if question else []

    @property
    def status(self) -> Status:
        return self.table.status

    @property
    def phase(self) -> str:
        hand = self.table.hand
        return self.game.view(hand.state, None).phase if hand else ""

    def events(self, effects: list[Effect] | None = None) -> list[Event]:
        chosen = self.effects if effects is None else effects
        return [event for e in chosen if isinstance(e, Record) for event in e.events]

    def facts(self, effects: list[Effect] | None = None) -> list[str]:
        """The facts of the last input, the table's own without their mark."""
        told = [event for event in self.events(effects) if isinstance(event, Told)]
        return [event.what.removeprefix("table_") for event in told]

    def told(self, what: str) -> list[Told]:
        """Every fact of this name since the beginning."""
        found = [e for e in self.events(self.all) if isinstance(e, Told)]
        return [e for e in found if e.what.removeprefix("table_") == what]

    def moved(self) -> list[Moved]:
        return [event for event in self.events(self.all) if isinstance(event, Moved)]

    @property
    def wake_s(self) -> float | None:
        """When the table wants to be woken, in seconds from the start."""
        wake = self.table.wake_ms
        return None if wake is None else (wake - START_MS) / 1000

    def opened(self) -> list[HandOpened]:
        return [effect for effect in self.all if isinstance(effect, HandOpened)]

    def wakes(self) -> list[int | None]:
        return [effect.at_ms for effect in self.effects if isinstance(effect, Wake)]

    @property
    def bytes(self) -> bytes:
        return fingerprint(self.table)
