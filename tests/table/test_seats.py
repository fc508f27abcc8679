"""Sitting down, getting up, being ready: the life of a seat."""

from __future__ import annotations

import pytest

from tapete.table.effects import Lock, Unlock
from tapete.table.errors import Refusal
from tapete.table.inputs import Ready, Sit
from tapete.table.seats import IN_HAND, LIFE, LINE, Chair, Go, Life, Line, Wire
from tests.table.room import Room
from tests.table.scripted import Row, Rules, Scripted, turn
from tests.toy import Toy

# What every step of a seat's life leads to; a dot is a refusal.
LIVES = """
          sit      ready    unready  deal     leave    over
empty     waiting  .        .        .        .        .
waiting   .        ready    waiting  .        empty    .
ready     .        ready    waiting  playing  empty    .
playing   .        playing  last     .        left     ready
last      .        playing  last     .        left     waiting
left      .        .        .        .        .        empty
"""
LINES = """
          attach   drop     expire
on        on       grace    .
grace     on       .        off
off       on       .        .
"""


def table_of(text: str) -> list[tuple[str, str, str]]:
    head, *rows = [line.split() for line in text.strip().splitlines()]
    return [(row[0], step, to) for row in rows for step, to in zip(head, row[1:], strict=True)]


@pytest.mark.parametrize(("state", "step", "to"), table_of(LIVES))
def test_a_seats_life(state: str, step: str, to: str) -> None:
    chair = Chair(1, life=Life(state))
    if to == ".":
        with pytest.raises(Refusal):
            chair.go(Go(step))
    else:
        assert chair.go(Go(step)).life is Life(to)
    assert set(LIFE) == set(Life)


@pytest.mark.parametrize(("state", "step", "to"), table_of(LINES))
def test_a_seats_line(state: str, step: str, to: str) -> None:
    chair = Chair(1, line=Line(state))
    if to == ".":
        with pytest.raises(Refusal):
            chair.wire(Wire(step))
    else:
        assert chair.wire(Wire(step)).line is Line(to)
    assert set(LINE) == set(Line)


def test_a_seat_that_was_left_forgets_its_person() -> None:
    chair = Chair(3, life=Life.PLAYING, user="ana", nick="Ana", chips=5)
    left = chair.go(Go.LEAVE)
    assert (left.user, left.chips, left.nick, left.taken) == ("", 0, "Ana", False)
    assert left.go(Go.OVER) == Chair(3)


def room(**rules: int) -> Room:
    """Four seats, entry 20 to 1000 chips, 10 to be dealt in."""
    return Room(Scripted(Row(turn())), Rules(**rules))


def test_who_sits_takes_the_asked_seat_or_the_first_free_one() -> None:
    it = room()
    for user, seat in (("ana", 3), ("beto", 0), ("caro", 0), ("dani", 0)):
        assert it.join(user, seat=seat, ready=False) == ""
    assert [it.user(seat) for seat in (1, 2, 3, 4)] == ["beto", "caro", "ana", "dani"]
    assert it.facts() == ["seated"]


def test_refusals_of_sitting_down() -> None:
    it = room(capacidad=2)
    it.purse = 20
    it.attach("ana")
    assert it.sit("ana", seat=3) == "no_such_seat"
    assert it.sit("ana", seat=-1) == "no_such_seat"
    it.wallets["ana"] = 19
    assert it.sit("ana") == "below_entry"
    it.wallets["ana"] = 1001
    assert it.sit("ana") == "above_entry"
    it.wallets["ana"] = 1000
    assert it.sit("ana", seat=2) == ""
    assert it.sit("ana", seat=1) == "already_seated"
    assert it.sit("beto", seat=2) == "seat_taken"
    assert it.sit("beto") == ""
    assert it.sit("caro") == "full"
    assert it.sit("caro", seat=1) == "seat_taken"


def test_the_entry_is_asked_on_sitting_only_and_locks_no_chip() -> None:
    """A wallet game moves and locks nothing on sitting; a balance below the entry that covers
    the stake is still dealt in."""
    it = room()
    it.wallets |= {"ana": 20, "beto": 20}
    it.join("ana", ready=False)
    it.join("beto", ready=False)
    assert it.moved() == []
    assert it.locks == {}
    it.wallets["ana"] = 10
    it.ready("ana")
    it.ready("beto")
    assert it.asked == ["ana", "beto"]


@pytest.mark.rule("000:11", "P-A3")
def test_who_sits_down_mid_hand_waits_for_the_next() -> None:
    it = room()
    it.join("ana")
    it.join("beto")
    assert it.join("caro") == ""
    assert it.table.chair(3).life is Life.READY
    assert it.play("caro", "seguir") == "not_in_hand"
    it.play("ana", "seguir")
    it.play("beto", "seguir")
    it.after(3).tick()
    assert it.asked == ["ana", "beto", "caro"]


@pytest.mark.rule("000:134")
def test_leaving_is_immediate_and_gives_nothing_back() -> None:
    """The seat is given up in the same step, what was bet stays, the wallet stays locked until
    the hand is over (a Banda may still be due)."""
    it = Room(Toy()).deal("ana", "beto", "caro")
    it.play(it.asked[0], "repartir")
    first = it.asked[0]
    it.play(first, "poner 50")
    assert it.stand(first) == ""
    assert it.table.seat_of(first) is None
    assert it.wallets[first] == 950
    assert it.facts()[:3] == ["stood", "host", "fue"]


def test_a_seat_that_was_left_is_free_when_the_hand_is_over() -> None:
    it = room()
    for user in ("ana", "beto"):
        it.join(user)
    it.join("caro", seat=4)
    it.play("ana", "seguir")
    it.stand("ana")
    assert it.table.chair(1).life is Life.LEFT
    assert it.locks.keys() == {"ana", "beto"}
    assert it.sit("dani", seat=1) == "seat_taken"
    assert it.sit("ana") == "hand_running"
    it.play("beto", "seguir")
    assert it.locks == {}
    assert it.sit("ana", seat=1) == ""


def test_an_expelled_seat_leaves_the_hand() -> None:
    it = room()
    it.join("ana")
    it.join("beto")
    assert it.expel("ana") == ""
    assert it.facts()[:3] == ["stood", "host", "fue"]
    assert it.told("stood")[-1].word == "expelled"  # the reason is nobody's business
    assert it.table.seat_of("ana") is None
    assert it.expel("ana") == "not_seated"


def test_a_move_of_somebody_who_does_not_sit() -> None:
    it = room()
    it.join("ana")
    it.join("beto")
    for code in (it.play("caro", "seguir"), it.stand("caro"), it.ready("caro")):
        assert code == "not_seated"
    assert it.wish("caro", "out") == "not_seated"


def test_ready_and_not_ready() -> None:
    it = room()
    it.join("ana", ready=False)
    it.join("beto")
    assert it.table.hand is None
    it.ready("beto", on=False)
    it.ready("ana")
    assert it.table.hand is None
    it.ready("beto")
    assert it.table.hand is not None
    it.ready("beto", on=False)  # for the next one
    assert it.table.chair(2).life is Life.LAST
    it.play("ana", "seguir")
    it.play("beto", "seguir")
    it.after(100).tick()
    assert it.table.hand is None
    assert it.table.chair(2).life is Life.WAITING


def test_ready_with_less_than_the_stake() -> None:
    it = room(costo=90)
    it.join("ana", ready=False)
    assert it.give(Ready(it.now_ms, "ana", chips=99)) == "below_stake"
    assert it.give(Ready(it.now_ms, "ana", chips=100)) == ""


def test_sitting_out_costs_nothing_and_ends_with_ready() -> None:
    it = room()
    for user in ("ana", "beto", "caro"):
        it.join(user)
    it.wish("beto", "out")
    it.play("ana", "seguir")
    it.play("beto", "seguir")
    it.after(3).tick()
    assert it.asked == ["ana", "caro"]
    assert it.wallets["beto"] == it.purse
    it.ready("beto")
    it.play("ana", "seguir")
    it.play("caro", "seguir")
    it.after(3).tick()
    assert it.asked == ["ana", "beto", "caro"]


def test_a_wish_reaches_the_game_once() -> None:
    it = room()
    it.join("ana", ready=False)
    it.wish("ana", "post")
    it.ready("ana")
    it.join("beto")
    assert [seat.wish for seat in it.opened()[-1].seats] == ["post", "play"]
    assert it.table.chair(1).wish == "play"


def test_everybody_ready_for_each_hand() -> None:
    it = Room(Scripted(Row(turn()), ready="each"))
    for user in ("ana", "beto", "caro"):
        it.join(user, ready=False)
    it.ready("ana")
    it.ready("beto")
    assert it.table.hand is None  # caro sits and is not ready
    it.ready("caro")
    assert it.asked == ["ana", "beto", "caro"]
    for user in ("ana", "beto", "caro"):
        it.play(user, "seguir")
    it.after(60).tick()
    assert it.table.hand is None
    assert {chair.life for chair in it.table.chairs if chair.taken} == {Life.WAITING}


def test_only_taken_seats_have_a_user() -> None:
    it = Room(Toy())
    for user in ("ana", "beto", "caro"):
        it.join(user)
    it.stand("ana")
    for chair in it.table.chairs:
        assert bool(chair.user) == chair.taken
        assert chair.life not in IN_HAND or it.table.hand is not None


def test_every_one_dealt_in_is_locked_until_the_end() -> None:
    it = room()
    it.join("ana")
    it.join("beto")
    assert [e.user for e in it.effects if isinstance(e, Lock)] == ["ana", "beto"]
    it.play("ana", "seguir")
    it.play("beto", "seguir")
    assert [e.user for e in it.effects if isinstance(e, Unlock)] == ["ana", "beto"]


def test_bought_chips_are_moved_in_and_out() -> None:
    it = Room(Toy(bank="buyin"))
    it.wallets["ana"] = 300
    it.attach("ana")
    assert it.give(Sit(it.now_ms, "ana", "Ana", 200)) == ""
    assert (it.wallets["ana"], it.accounts["stack:ana"]) == (100, 200)
    it.stand("ana")
    assert (it.wallets["ana"], it.accounts["stack:ana"]) == (300, 0)
