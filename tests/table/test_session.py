"""What hands share, and when they stop sharing it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.game.contract import Session
from tests.table.room import Room
from tests.table.scripted import Row, Rules, Scripted, turn

TURN = Row(turn(1))


def room(**session: Any) -> Room:
    return Room(Scripted(Row(turn()), session=Session(**session))).deal("ana", "beto", "caro")


def finish(it: Room) -> None:
    """Everybody asked goes on; then the next hand opens."""
    while it.table.hand is not None:
        it.play(it.asked[0], "seguir")
    it.after(3).tick()


def inherited(it: Room) -> int:
    """How many hands the newest hand knows of."""
    memory = it.opened()[-1].memory
    return 0 if memory is None else memory.hands


@pytest.mark.rule("P-A1")
def test_a_session_ends_when_fewer_than_two_seats_stay_occupied() -> None:
    it = room()
    finish(it)
    assert inherited(it) == 1
    it.stand("beto")  # two seats are left
    finish(it)
    assert inherited(it) == 2
    assert it.table.session == 1
    it.stand("caro")
    finish(it)
    it.join("beto")
    assert inherited(it) == 0
    assert it.table.session == 2


@pytest.mark.rule("P-A1")
def test_a_session_survives_that_nobody_is_ready() -> None:
    it = room()
    finish(it)
    for user in ("ana", "beto", "caro"):
        it.ready(user, on=False)
    finish(it)
    it.at(100_000)
    it.ready("ana")
    it.ready("beto")
    assert inherited(it) == 2


def test_an_end_in_the_middle_of_a_hand_counts_although_somebody_sits_down() -> None:
    it = room()
    finish(it)
    it.stand("beto")
    it.stand("caro")
    it.join("dani", seat=4)
    finish(it)
    assert inherited(it) == 0


def test_a_game_whose_seats_must_stay_the_same() -> None:
    """A reconnection is no entry; a newcomer is one, even if he is not dealt in."""
    it = room(same_seats=True)
    finish(it)
    it.drop("ana")
    it.attach("ana")
    finish(it)
    assert inherited(it) == 2
    it.join("dani", ready=False)
    finish(it)
    assert inherited(it) == 0


@pytest.mark.parametrize(("seconds", "knows"), [(599.999, 1), (600, 0)])
def test_a_session_that_was_idle_too_long(seconds: float, knows: int) -> None:
    it = room(idle_s=600)
    while it.table.hand is not None:
        it.play(it.asked[0], "seguir")
    it.ready("ana", on=False)
    it.ready("beto", on=False)
    it.after(seconds)
    it.ready("ana")
    assert inherited(it) == knows


def test_a_session_of_so_many_hands_takes_no_newcomers_and_ends() -> None:
    game = Scripted(TURN, session=Session(hands=True), bank="session")
    it = Room(game, Rules(manos=3)).deal("ana", "beto")
    assert it.sit("caro") == "session_running"
    it.play("ana", "seguir")
    assert it.sit("caro") == "session_running"
    for _ in range(2):
        it.after(3).tick()
        it.play("ana", "seguir")
    assert it.table.hands == 3
    assert [fact.word for fact in it.told("stood")] == ["session", "session"]
    assert it.accounts["house:fichas"] == 0
    assert it.sit("caro") == ""
