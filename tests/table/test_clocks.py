"""Turn clocks, windows, pauses, hurry: time decided by data."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.game.contract import Told
from tapete.table.clocks import counts
from tapete.table.seats import Life
from tests.table.room import Room
from tests.table.scripted import WINDOW, Row, Rules, Scripted, turn
from tests.toy import Toy

TURN = Row(turn(1))
SHOWN = Told("mostrado", pause="showdown_s")
CONTEST = Told("mostrado", pause="disputa_s")


def room(*rows: Row, rules: Rules | None = None, people: int = 2, **info: object) -> Room:
    """A hand between ana (seat 1), beto (2) and caro (3), opened at 0.000."""
    return Room(Scripted(*rows, **info), rules).deal(*("ana", "beto", "caro")[:people])


@pytest.mark.rule("000:128", "000:135")
@pytest.mark.parametrize(
    ("rules", "seconds"), [(None, 120), (Rules(turno_s=45), 45)], ids=["game", "rules"]
)
def test_a_turn_has_its_seconds_and_then_the_automatic_move(
    rules: Rules | None, seconds: int
) -> None:
    """The figure is the game's; a field of Rules with the clock's name overrides it."""
    it = room(TURN, TURN, rules=rules)
    assert it.wake_s == seconds
    it.at(seconds - 0.001).tick()
    assert it.facts() == []
    it.at(seconds).tick()
    assert it.facts() == ["silent"]
    assert it.wake_s == 2 * seconds


def test_a_move_in_the_last_millisecond_counts_and_one_at_the_deadline_is_stale() -> None:
    it = room(TURN, TURN)
    it.at(119.999)
    first = it.table.question
    assert first is not None
    assert it.play("ana", "seguir") == ""
    it = room(TURN, TURN)
    it.at(120)
    assert it.play("ana", "seguir", turn=first.turn) == "stale_turn"
    assert it.facts() == ["silent"]


@pytest.mark.rule("000:129")
def test_a_sealed_window_ends_for_all_at_once() -> None:
    """30 s for everybody; who answered is told to nobody, and the answers change no deadline."""
    it = room(Row(WINDOW), TURN, people=3)
    assert it.wake_s == 30
    it.at(10).play("beto", "seguir")
    assert it.facts() == []
    assert it.wakes() == []
    it.at(29.999).tick()
    assert it.asked == ["ana", "caro"]
    it.at(30).tick()
    assert it.facts() == []  # not even who was silent
    assert it.asked == ["ana"]
    assert [chair.silences for chair in it.table.chairs[:3]] == [0, 0, 0]


def test_the_window_closes_when_all_have_answered() -> None:
    it = room(Row(WINDOW), TURN)
    it.at(5).play("beto", "seguir")
    it.at(6).play("ana", "seguir")
    assert it.wake_s == 126


def test_a_pause_delays_the_next_deadline_and_forbids_no_move() -> None:
    """Pauses of one step add up: what is shown is looked at one after the other."""
    it = room(TURN, Row(turn(1), (CONTEST, CONTEST)), TURN, TURN)
    it.at(2).play("ana", "seguir")
    assert it.wake_s == 2 + 16 + 120
    it.at(4).play("ana", "seguir")  # a quick one: the pause is not over
    assert it.wake_s == 18 + 120
    it.at(30).play("ana", "seguir")
    assert it.wake_s == 150


@pytest.mark.rule("000:130")
def test_the_showdown_closes_by_itself() -> None:
    """Nobody has to do anything: the next hand opens when the 15 s are over."""
    it = room(TURN, Row(None, (SHOWN,)))
    it.at(2).play("ana", "seguir")
    assert it.table.hand is None
    assert it.wake_s == 17
    it.at(16.999).tick()
    assert it.table.hand is None
    it.at(17).tick()
    assert it.table.hand is not None


def test_between_two_hands_there_are_three_seconds() -> None:
    it = room(TURN)
    it.at(2).play("ana", "seguir")
    assert it.wake_s == 5


def test_coming_and_going_between_hands_delays_nothing() -> None:
    """A countdown that every newcomer starts again would never end."""
    it = room(TURN)
    it.at(2).play("ana", "seguir")
    for tenth in range(21, 50):
        it.at(tenth / 10)
        it.join("dani") if tenth % 2 else it.stand("dani")
        assert it.wake_s == 5
    it.at(5).tick()
    assert it.table.hand is not None


def test_who_is_ready_in_the_millisecond_in_which_a_hand_opens_waits_for_the_next() -> None:
    it = room(TURN)
    it.at(2).play("ana", "seguir")
    it.join("dani", ready=False)
    it.at(5).ready("dani")
    assert it.table.hand is not None
    assert it.table.chair(3).life is Life.READY
    assert "dani" not in it.table.hand.users.values()


# Turn after turn of one seat: what it does, what that takes, and its silences afterwards.
HURRY = """
does   seconds  silences  next
silent 120      1         120
moves  1        0         120
silent 120      1         120
silent 120      2         5
silent 5        3         5
moves  4.999    0         120
silent 120      1         120
"""


def test_after_two_silences_in_a_row_clocks_are_short_until_it_acts() -> None:
    it = room(*[TURN] * 20)
    head, *lines = HURRY.strip().splitlines()
    assert head.split() == ["does", "seconds", "silences", "next"]
    for line in lines:
        does, seconds, silences, then = line.split()
        it.after(float(seconds))
        if does == "moves":
            assert it.play("ana", "seguir") == "", line
        else:
            it.tick()
        assert it.table.chair(1).silences == int(silences), line
        assert it.wake_s == pytest.approx((it.now_ms / 1000 - 1.7e9) + float(then)), line
    assert len(it.told("hurried")) == 1


def test_a_hurried_seat_is_not_dealt_into_the_next_hand() -> None:
    it = room(TURN, TURN, people=3)
    it.at(240).tick()
    assert it.table.hand is None
    assert it.table.chair(1).life is Life.WAITING
    it.at(243).tick()
    assert it.opened()[-1].users == {2: "beto", 3: "caro"}
    it.ready("ana")
    assert it.table.chair(1).silences == 0


def test_who_acts_before_the_end_is_dealt_in() -> None:
    it = room(TURN, TURN, TURN, people=3)
    it.at(244).play("ana", "seguir")
    it.after(3).tick()
    assert list(it.opened()[-1].users) == [1, 2, 3]


def test_only_a_turn_of_ones_own_counts() -> None:
    """Neither a window that asks several seats nor a clock of another name (MOSTRAR)."""
    assert counts(turn(1))
    assert not counts(turn(1, clock="mostrar_s"))
    assert not counts(turn(1, 2))
    assert not counts(WINDOW)
    last_of_a_window = turn(1)
    assert not counts(type(last_of_a_window)((1,), "turno_s", 0, sealed=True))


def test_neither_is_a_window_or_mostrar_shortened() -> None:
    it = room(TURN, TURN, Row(WINDOW), Row(turn(1, clock="mostrar_s")), TURN)
    it.at(240).tick()
    assert it.table.chair(1).hurried
    assert it.wake_s == 270
    it.at(270).tick()
    assert it.wake_s == 280
    it.at(280).tick()
    assert it.table.chair(1).silences == 2
    assert it.wake_s == 285  # the next turn of its own


def test_an_answer_in_a_window_ends_a_hurry_only_when_it_closes() -> None:
    """A hurry is seen by all: it would tell who has answered."""
    it = room(TURN, TURN, Row(WINDOW), TURN)
    it.at(240).tick()
    it.at(250).play("ana", "seguir")
    assert it.table.chair(1).hurried
    it.at(270).tick()
    assert not it.table.chair(1).hurried
    assert it.wake_s == 390


def test_where_silence_is_leaving_the_second_in_a_row_leaves() -> None:
    it = room(TURN, TURN, TURN, people=3, silence="leave")
    it.at(120).tick()
    assert it.table.seat_of("ana") is not None
    it.at(240).tick()
    assert it.table.seat_of("ana") is None
    assert it.told("stood")[-1].word == "silence"


def test_a_game_can_make_the_first_silence_leaving() -> None:
    it = Room(Toy())
    it.join("ana")
    it.join("beto")
    mano = it.asked[0]
    it.after(20).tick()
    assert it.phase == ""
    assert it.table.seat_of(mano) is None


def test_all_that_is_due_happens_at_its_own_time() -> None:
    """One late tick does what punctual ones would have done."""
    late, punctual = room(*[TURN] * 5), room(*[TURN] * 5)
    late.at(1000).tick()
    for ms in range(0, 1_000_001, 500):
        punctual.at(ms / 1000).tick()
    assert late.bytes == punctual.bytes
    assert late.events(late.all) == punctual.events(punctual.all)


def test_a_clock_runs_on_while_its_owner_is_away() -> None:
    it = room(TURN, TURN)
    it.at(100).drop("ana")
    it.at(120).tick()
    assert it.facts() == ["silent"]


def test_downtime_is_credited_to_every_clock() -> None:
    """20 s of the turn were used when the node fell, 30 s before it came back."""
    it = room(TURN, TURN)
    it.at(50).resume(30)
    it.attach("ana")
    assert it.wake_s == 110  # beto's grace
    it.attach("beto")
    assert it.wake_s == 150


def test_what_was_due_before_the_node_fell_has_happened() -> None:
    it = room(TURN, TURN)
    it.at(200).resume(60)  # it fell at 140
    assert it.facts()[0] == "silent"
    it.attach("ana")
    it.attach("beto")
    assert it.wake_s == 300  # the second turn began at 120


def test_enough_ready_seats_wait_a_moment_for_the_others() -> None:
    it = Room(Toy())
    it.table = replace(it.table, gather_ms=3_000)
    for user in ("ana", "beto", "caro"):
        it.join(user, ready=False)
    it.at(10).ready("ana")
    it.at(20).ready("beto")
    it.at(22.999).ready("caro")
    assert it.table.hand is None
    it.at(23).tick()
    assert it.table.hand is not None
    assert set(it.table.hand.users.values()) == {"ana", "beto", "caro"}
