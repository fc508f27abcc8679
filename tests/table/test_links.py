"""Connections, graces, and the mass disconnection with its figures."""

from __future__ import annotations

import pytest

from tapete.table.inputs import Play
from tapete.table.seats import Life, Line
from tests.table.room import Room
from tests.table.scripted import CLOCKS, Row, Rules, Scripted, turn

TURN = Row(turn(1))


def room(*users: str, rows: int = 9, **info: object) -> Room:
    """A hand between these users, opened at 0.000; seat 1 is asked, turn after turn."""
    return Room(Scripted(*[TURN] * rows, **info)).deal(*(users or ("ana", "beto", "caro")))


# ── one live connection per user ─────────────────────────────────────────────────────────────
def test_every_attach_raises_the_connection() -> None:
    it = room()
    first = it.gens["ana"]
    it.attach("ana")
    assert it.gens["ana"] > first
    assert it.facts() == []  # nobody else hears of it


def test_the_closing_of_an_older_connection_is_ignored() -> None:
    it = room()
    old = it.gens["ana"]
    it.attach("ana")
    before = it.bytes
    assert it.drop("ana", gen=old) == ""
    assert it.bytes == before
    assert it.table.chair(1).line is Line.ON


@pytest.mark.rule("000:136")
def test_what_comes_from_an_older_connection_is_refused() -> None:
    """A second session takes over; the first one can no longer touch the hand."""
    it = room()
    old = it.gens["ana"]
    it.attach("ana")
    question = it.table.question
    assert question is not None
    assert it.table.hand is not None
    move = Play(it.now_ms, "ana", it.table.hand.id, question.turn, "seguir", gen=old)
    before = it.bytes
    assert it.give(move) == "old_connection"
    assert it.bytes == before
    assert it.sit("ana") == "already_seated"
    assert it.play("ana", "seguir") == ""


def test_a_spectators_connection_touches_no_seat() -> None:
    it = room()
    before = it.table
    it.attach("mirón")
    it.drop("mirón")
    assert it.table.chairs == before.chairs
    assert it.table.gens == before.gens
    assert it.facts() == []


def test_who_sits_down_without_a_connection_has_the_grace_to_come() -> None:
    it = Room(Scripted(TURN))
    it.sit("ana")
    assert it.wake_s == 60
    it.at(60).tick()
    assert it.table.seat_of("ana") is None


# ── the grace ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:131", "000:132")
def test_back_at_59_999_keeps_seat_hand_and_turn() -> None:
    it = room()
    it.at(10).drop("ana")
    it.at(69.999).attach("ana")
    assert it.facts() == ["back"]
    assert it.asked == ["ana"]
    assert it.wake_s == 120  # its clock ran on
    assert it.play("ana", "seguir") == ""


@pytest.mark.rule("000:131", "000:133")
def test_at_60_000_the_seat_is_gone() -> None:
    it = room()
    it.at(10).drop("ana")
    it.at(70).attach("ana")
    assert it.facts()[:3] == ["stood", "host", "fue"]
    assert it.told("stood")[-1].word == "grace"
    assert it.table.seat_of("ana") is None
    assert it.play("ana", "seguir") == "not_seated"


@pytest.mark.rule("000:133")
def test_a_waiting_seat_is_freed_at_60_000_too() -> None:
    it = room()
    it.join("dani", ready=False)
    it.at(10).drop("dani")
    it.at(69.999).tick()
    assert it.user(4) == "dani"
    it.at(70).tick()
    assert it.table.chair(4).life is Life.EMPTY
    assert it.sit("eva", seat=4) == ""


def test_a_house_player_never_drops() -> None:
    it = room("casa", "ana", "beto")
    it.at(5).resume(1)
    assert it.table.chair(1).line is Line.ON
    assert it.table.chair(2).line is Line.GRACE


def test_a_game_may_let_an_absent_seat_sit_out() -> None:
    it = room(away="sit_out")
    it.at(0).drop("ana")
    it.at(60).tick()
    assert it.facts() == ["away"]
    assert it.table.chair(1).line is Line.OFF
    assert it.table.chair(1).wish == "out"
    it.attach("ana")
    assert it.facts() == ["back"]
    assert it.play("ana", "seguir") == ""


def test_the_graces_of_one_hand_have_a_total() -> None:
    """K-M5: 60 s each, 180 s in all; here 60 and 100. The next hand begins anew."""
    it = room(clocks=CLOCKS | {"gracia_total_s": 100})
    for start, end in ((0, 50), (50, 80)):
        it.at(start).drop("beto")
        it.at(end).attach("beto")
    it.drop("beto")
    assert it.wake_s == 100
    it.at(99.999).attach("beto")
    assert it.table.chair(2).used_ms == 99_999
    it.drop("beto")
    it.at(100).tick()
    assert it.table.seat_of("beto") is None


# ── mass disconnection ───────────────────────────────────────────────────────────────────────
MASS = "desconexion_masiva"


def dropped_at_0_1_2() -> Room:
    it = room()
    it.at(0).drop("ana")
    it.at(1).drop("beto")
    it.at(2).drop("caro")
    assert it.facts() == ["dropped", "frozen"]
    assert it.wake_s == 62
    return it


@pytest.mark.rule("000:117")
def test_nobody_back_within_60_s_of_the_last_drop_cancels_the_hand() -> None:
    it = dropped_at_0_1_2()
    it.at(61.999).tick()
    assert it.facts() == []
    it.at(62).tick()
    assert it.facts() == ["cancelled", "cancelada", "hand_closed", "thawed"]
    assert it.told("cancelled")[-1].word == MASS
    assert it.locks == {}


@pytest.mark.rule("000:117")
def test_one_back_at_61_999_and_the_hand_goes_on() -> None:
    """Graces and clocks go on from where they stood at 2.000: 118 s of the turn, 58 s of ana's
    grace, 59 s of beto's."""
    it = dropped_at_0_1_2()
    it.at(61.999).attach("caro")
    assert it.facts() == ["back", "thawed"]
    assert it.wake_s == pytest.approx(61.999 + 58)
    it.at(61.999 + 57.999).attach("ana")
    assert it.wake_s == pytest.approx(61.999 + 59)
    it.attach("beto")
    assert it.wake_s == pytest.approx(61.999 + 118)
    assert it.play("ana", "seguir") == ""


@pytest.mark.rule("000:117")
def test_back_at_62_000_is_too_late() -> None:
    it = dropped_at_0_1_2()
    it.at(62).attach("caro")
    assert it.facts()[0] == "cancelled"


def test_only_a_living_seat_counts_as_somebody() -> None:
    """Neither a spectator, nor who waits for the next hand, nor who left it."""
    it = room()
    it.join("dani")
    it.stand("beto")
    it.at(0).drop("ana")
    it.at(2).drop("caro")
    assert it.facts() == ["dropped", "frozen"]
    it.attach("beto")
    it.attach("mirón")
    assert it.table.frozen_ms is not None
    it.at(62).tick()
    assert it.facts()[0] == "cancelled"


def test_a_house_player_keeps_the_clocks_running() -> None:
    it = room("casa", "ana", "beto")
    it.at(0).drop("ana")
    it.drop("beto")
    assert it.table.frozen_ms is None
    it.at(60).tick()
    assert it.table.seat_of("ana") is None


def test_the_last_connected_one_leaving_freezes_the_hand_too() -> None:
    """The 60 s still count from the last drop."""
    it = room()
    it.at(0).drop("ana")
    it.at(10).drop("beto")
    it.at(30).stand("caro")
    assert "frozen" in it.facts()
    assert it.wake_s == 70


def test_a_lone_survivor_is_no_mass() -> None:
    it = room()
    it.stand("beto")
    it.stand("caro")
    it.drop("ana")
    assert it.table.frozen_ms is None


def test_where_nothing_can_be_cancelled_clocks_go_on() -> None:
    it = Room(Scripted(Row(turn(1), stuck=True)))
    it.join("ana")
    it.join("beto")
    it.drop("ana")
    it.drop("beto")
    it.at(60).tick()
    assert it.facts() == ["thawed"]
    assert it.table.hand is not None
    it.at(180).tick()
    assert it.table.hand is None


@pytest.mark.rule("000:117")
def test_a_failed_node_is_the_same_with_its_recovery_as_the_last_drop() -> None:
    it = room()
    it.at(0).drop("ana")
    it.at(100).resume(95)  # it fell at 5
    assert it.facts() == ["dropped", "dropped", "frozen"]
    assert it.wake_s == 160
    it.at(159.999).attach("caro")
    assert it.wake_s == pytest.approx(159.999 + 55)  # ana's grace had run 5 s
    it = room()
    it.at(100).resume(95)
    it.at(160).tick()
    assert it.facts()[0] == "cancelled"


def test_a_node_that_fails_while_everybody_is_away_starts_the_60_s_again() -> None:
    it = dropped_at_0_1_2()
    it.at(50).resume(40)
    assert it.wake_s == 110
    it.at(80).attach("ana")
    assert it.wake_s == 80 + 59


def test_a_rule_field_sets_the_grace_but_not_the_60_s_of_a_mass() -> None:
    it = Room(Scripted(TURN, clocks=CLOCKS | {"gracia_s": 20}), Rules())
    it.join("ana")
    it.join("beto")
    it.drop("ana")
    assert it.wake_s == 20
    it.drop("beto")
    assert it.wake_s == 60
