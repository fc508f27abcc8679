"""Random inputs at random times: nothing raises, no money is lost, every hand ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tapete.games.primera import GAME as PRIMERA
from tapete.table.effects import HandOver
from tapete.table.inputs import Annul, Close, Drain, Dropped, Expel, HostSet, Play, Sit
from tapete.table.seats import IN_HAND
from tapete.table.table import Status
from tests.table.room import Room
from tests.toy import Toy

USERS = ("ana", "beto", "caro", "dani", "eva", "fito", "casa1", "casa2")
user = st.sampled_from(USERS)
people = st.sampled_from(USERS[:6])


class Evening(RuleBasedStateMachine):
    """A table of Primera or of the toy game in one of its guises, and everybody who passes by."""

    @initialize(
        seed=st.integers(0, 1000),
        bank=st.sampled_from(["wallet", "buyin"]),
        away=st.sampled_from(["leave", "sit_out"]),
        silence=st.sampled_from(["hurry", "leave"]),
        ready=st.sampled_from(["once", "each"]),
        start=st.integers(0, 5),
        primera=st.booleans(),
    )
    def open(self, seed: int, start: int, primera: bool, **traits: Any) -> None:
        purse = 200_000 if primera else 1000
        self.it = Room(PRIMERA if primera else Toy(**traits), seed=seed, purse=purse)
        self.it.wallets = {name: purse >> n for n, name in enumerate(USERS)}  # rich and poor
        self.total = self.it.total
        for name in USERS[:start]:
            self.it.join(name)

    @rule(user=user, seat=st.integers(-1, 6), chips=st.sampled_from([5, 10, 300, 1000, 20_000]))
    def sit(self, user: str, seat: int, chips: int) -> None:
        if self.it.game.info.bank == "buyin":
            chips = min(chips, self.it.wallets[user])  # the server's guard: no more than he has
        house = user.startswith("casa")
        self.it.give(Sit(self.it.now_ms, user, user, chips, seat, house))

    @rule(user=user)
    def join(self, user: str) -> None:
        self.it.join(user, house=user.startswith("casa"))

    @rule(user=user, on=st.booleans())
    def ready(self, user: str, on: bool) -> None:
        self.it.ready(user, on)

    @rule(user=user, wish=st.sampled_from(["play", "wait", "post", "out"]))
    def wish(self, user: str, wish: str) -> None:
        self.it.wish(user, wish)

    @rule(user=user)
    def stand(self, user: str) -> None:
        self.it.stand(user)

    @rule(user=people)
    def attach(self, user: str) -> None:
        self.it.attach(user)

    @rule(user=people, old=st.integers(0, 2))
    def drop(self, user: str, old: int) -> None:
        gen = self.it.gens.get(user, 1) - old
        self.it.give(Dropped(self.it.now_ms, user, gen))

    @rule(seconds=st.sampled_from([0, 0.001, 1, 2.999, 3, 9.999, 20, 59.999, 60, 600]))
    def wait(self, seconds: float) -> None:
        self.it.after(seconds).tick()

    @rule(times=st.integers(1, 5))
    def wake(self, times: int) -> None:
        """The timer fires at the millisecond that it was set to."""
        for _ in range(times):
            if self.it.table.wake_ms is not None:
                self.it.now_ms = max(self.it.now_ms, self.it.table.wake_ms)
                self.it.tick()

    @rule(moves=st.integers(1, 12))
    def play(self, moves: int) -> None:
        if self.it.status in (Status.OPEN, Status.DRAINING):
            self.it.play_on(moves)

    @rule(
        user=user,
        move=st.sampled_from(["repartir", "poner", "igualar", "paso", "voy", "llevo", "x"]),
        amount=st.sampled_from([None, -5, 0, 10, 15, 12, 10**30]),
        cards=st.sampled_from([(), ("Ao",), ("Ao", "Ao"), ("zz",)]),
        turn=st.integers(-1, 3),
    )
    def nonsense(self, user: str, turn: int, **act: Any) -> None:
        hand, question = self.it.table.hand, self.it.table.question
        now = question.turn if question and turn else turn
        name = hand.id if hand else "m-0"
        self.it.give(Play(self.it.now_ms, user, name, now, **act))

    @rule(user=user)
    def expel(self, user: str) -> None:
        self.it.give(Expel(self.it.now_ms, user, "x"))

    @rule(down=st.sampled_from([0, 0.5, 30, 10_000]))
    def crash(self, down: float) -> None:
        self.it.after(down).resume(down)

    @rule(on=st.booleans())
    def drain(self, on: bool) -> None:
        self.it.give(Drain(self.it.now_ms, on))

    @rule()
    def annul(self) -> None:
        self.it.give(Annul(self.it.now_ms, "x"))

    @rule(user=user, rules=st.sampled_from([{}, {"minimo": 20}, {"minimo": "x"}, {"no": 1}]))
    def host_set(self, user: str, rules: dict[str, Any]) -> None:
        self.it.give(HostSet(self.it.now_ms, user, rules))

    @rule(user=st.sampled_from(["", "", "ana"]), often=st.integers(0, 20))
    def close(self, user: str, often: int) -> None:
        if often == 7:
            self.it.give(Close(self.it.now_ms, "x", user))

    @rule(user=user, on=st.booleans())
    def elsewhere(self, user: str, on: bool) -> None:
        """Another table stakes this user's wallet, or lets it go."""
        (self.it.elsewhere.add if on else self.it.elsewhere.discard)(user)

    # ── what always holds ────────────────────────────────────────────────────────────────────
    @invariant()
    def no_money_is_lost(self) -> None:
        assert self.it.total == self.total
        assert min(self.it.wallets.values()) >= 0
        assert all(amount >= 0 for amount in self.it.accounts.values())

    @invariant()
    def nothing_broke(self) -> None:
        assert self.it.status is not Status.FROZEN
        assert not self.it.table.asking()

    @invariant()
    def nobody_sits_twice(self) -> None:
        sitting = [chair.user for chair in self.it.table.chairs if chair.taken]
        assert len(sitting) == len(set(sitting))
        assert "" not in sitting

    @invariant()
    def a_hand_and_its_locks_belong_together(self) -> None:
        hand = self.it.table.hand
        in_hand = {c.number for c in self.it.table.chairs if c.life in IN_HAND}
        assert in_hand == (set(hand.users) if hand else set())
        if self.it.game.info.bank == "wallet":
            assert set(self.it.locks) == (set(hand.users.values()) if hand else set())
        if hand is None:
            pots = [a for name, a in self.it.accounts.items() if name.startswith("pot:")]
            assert not any(pots)
        opened = [effect.hand for effect in self.it.opened()]
        closed = [effect.hand for effect in self.it.all if isinstance(effect, HandOver)]
        assert len(set(opened)) == len(opened)
        assert opened == closed + ([hand.id] if hand else [])

    @invariant()
    def stacks_are_the_books(self) -> None:
        if self.it.game.info.bank != "buyin":
            return
        hand = self.it.table.hand
        for chair in self.it.table.chairs:
            if not chair.taken:
                continue
            dealt = hand is not None and chair.number in hand.users
            stack = hand.purse[chair.number] if hand and dealt else chair.chips
            assert stack == self.it.accounts[f"stack:{chair.user}"]

    @invariant()
    def the_clock_is_ahead(self) -> None:
        wake = self.it.table.wake_ms
        assert wake is None or wake > self.it.table.now_ms
        assert self.it.table.hand is None or wake is not None  # a hand never waits for ever

    def teardown(self) -> None:
        """Left alone, every hand ends by its clocks."""
        if not hasattr(self, "it"):
            return
        self.it.give(Drain(self.it.now_ms, True))
        for _ in range(200):
            if self.it.table.hand is None:
                return
            assert self.it.table.wake_ms is not None
            self.it.now_ms = self.it.table.wake_ms
            self.it.tick()
        raise AssertionError("the hand does not end")


def test_a_random_evening() -> None:
    run_state_machine_as_test(Evening, settings=settings(max_examples=60, stateful_step_count=40))


@pytest.mark.slow
def test_many_random_evenings() -> None:
    run_state_machine_as_test(Evening, settings=settings(max_examples=2000, stateful_step_count=60))
