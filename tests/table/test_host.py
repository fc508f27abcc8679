"""The host, the options, closing and draining."""

from __future__ import annotations

import pytest

from tapete.game.contract import Moved
from tapete.table.effects import Closed
from tapete.table.inputs import Annul, Close, Drain, HostSet, Upgraded
from tapete.table.seats import Life
from tapete.table.table import Status
from tests.table.room import Room
from tests.table.scripted import Row, Rules, Scripted, turn


def room(*rows: Row) -> Room:
    return Room(Scripted(*(rows or (Row(turn()),))))


def host_set(it: Room, user: str, **rules: object) -> str:
    return it.give(HostSet(it.now_ms, user, dict(rules)))


def close(it: Room, user: str = "") -> str:
    return it.give(Close(it.now_ms, "cierre", user))


def test_the_first_person_to_sit_is_host_and_the_role_passes_in_seat_order() -> None:
    it = room()
    it.join("casa", house=True, ready=False)
    assert it.table.host == ""
    for user in ("ana", "beto", "caro"):
        it.join(user, ready=False)
    assert it.table.host == "ana"
    it.stand("ana")
    assert it.table.host == "beto"
    it.join("ana", seat=2, ready=False)
    it.stand("caro")
    assert it.table.host == "beto"
    it.stand("beto")
    assert it.table.host == "ana"  # never the house player of seat 1
    it.stand("ana")
    assert it.table.host == ""
    it.join("dani", ready=False)
    assert it.table.host == "dani"


def test_options_change_between_hands_by_the_host_and_take_ready_back() -> None:
    it = room()
    it.join("ana", ready=False)
    it.join("beto")
    assert host_set(it, "beto", minimo=30) == "not_host"
    assert host_set(it, "ana", minimo=30, turno_s=60) == ""
    assert it.table.rules == Rules(minimo=30, turno_s=60)
    assert it.facts() == ["options", "waiting"]
    assert it.table.chair(2).life is Life.WAITING
    it.ready("ana")
    it.ready("beto")
    assert host_set(it, "ana", minimo=40) == "hand_running"


@pytest.mark.parametrize(
    "rules",
    [{"minimo": "diez"}, {"minimo": 1.5}, {"nada": 1}, {"capacidad": 1}, {"capacidad": 7}],
)
def test_options_that_no_game_has(rules: dict[str, object]) -> None:
    it = room()
    it.join("ana", ready=False)
    before = it.bytes
    assert host_set(it, "ana", **rules) == "rules_wrong"
    assert it.bytes == before


def test_options_keep_everybody_seated() -> None:
    it = room()
    it.join("ana", ready=False)
    it.join("beto", seat=3, ready=False)
    assert host_set(it, "ana", capacidad=2) == "seat_taken"
    assert host_set(it, "ana", capacidad=3) == ""
    assert len(it.table.chairs) == 3
    assert host_set(it, "ana", capacidad=6) == ""
    assert it.sit("caro", seat=6) == ""


@pytest.mark.rule("000:117")
def test_closing_cancels_the_hand_and_frees_all_seats() -> None:
    it = room()
    it.join("ana")
    it.join("beto")
    assert close(it) == ""
    facts = ["closing", "cancelled", "cancelada", "hand_closed", "stood", "host", "stood", "closed"]
    assert it.facts() == facts
    assert it.status is Status.CLOSED
    assert it.locks == {}
    assert any(isinstance(effect, Closed) for effect in it.effects)
    assert it.sit("caro") == "closed"
    assert close(it) == "closed"


def test_with_nothing_left_to_cancel_it_closes_after_the_hand() -> None:
    it = room(Row(turn(1, clock="mostrar_s"), stuck=True))
    it.join("ana")
    it.join("beto")
    assert close(it) == ""
    assert it.status is Status.CLOSING
    assert it.sit("caro") == "closing"
    assert it.ready("beto") == "closing"
    assert close(it) == "closing"
    it.after(9.999).tick()
    assert it.facts() == []
    it.after(0.001).tick()
    assert it.facts()[-1] == "closed"


@pytest.mark.rule("K-M8")
def test_the_host_closes_a_table_at_which_nobody_else_is() -> None:
    it = room()
    it.join("ana", ready=False)
    it.join("beto", ready=False)
    assert close(it, "beto") == "not_host"
    assert close(it, "ana") == "not_empty"
    it.stand("ana")
    it.attach("ana")
    assert close(it, "ana") == "not_host"  # the role went with the seat
    assert close(it, "beto") == ""
    assert it.status is Status.CLOSED


def test_house_players_keep_no_host_from_closing_but_a_running_hand_does() -> None:
    it = room()
    it.join("casa", house=True)
    it.join("ana")
    assert it.table.hand is not None
    assert close(it, "ana") == "not_empty"
    it.give(Annul(it.now_ms, "version"))
    assert close(it, "ana") == ""


def test_a_table_with_something_in_carry_does_not_close() -> None:
    rows = (
        Row(turn(1)),
        Row(turn(1), (Moved("seat:1", "carry", 5, "BOLSA"),)),
        Row(None),
    )
    it = room(*rows)
    it.join("ana")
    it.join("beto")
    it.play("ana", "seguir")
    assert it.table.carry == 5
    assert close(it) == "carry_left"
    it.play("ana", "seguir")
    assert host_set(it, "ana", costo=7) == "carry_left"
    assert host_set(it, "ana", minimo=7) == ""


def test_the_house_can_cancel_a_hand_and_the_table_goes_on() -> None:
    it = room()
    it.join("ana")
    assert it.give(Annul(it.now_ms, "version")) == "no_hand"
    it.join("beto")
    assert it.give(Annul(it.now_ms, "version")) == ""
    assert it.told("cancelled")[-1].word == "version"
    it.after(3).tick()
    assert it.table.hand is not None
    assert it.table.hand.id == "m-2"


def test_a_draining_table_opens_no_hand() -> None:
    it = room()
    it.join("ana")
    assert it.give(Drain(it.now_ms, False)) == "not_now"
    assert it.give(Drain(it.now_ms, True)) == ""
    it.join("beto")
    assert it.table.hand is None
    assert it.give(Drain(it.now_ms, False)) == ""
    assert it.table.hand is not None


def test_a_table_takes_another_version_of_the_rules_between_hands_only() -> None:
    it = room()
    old = it.table.version
    it.join("ana")
    it.join("beto")
    assert it.give(Upgraded(it.now_ms, "guion/2")) == "hand_running"
    assert it.table.version == old
    it.give(Annul(it.now_ms, "version"))
    assert it.give(Upgraded(it.now_ms, "guion/2")) == ""
    assert it.give(Upgraded(it.now_ms, "guion/2")) == "not_now"
    it.after(3).tick()
    assert it.table.hand is not None
    assert it.opened()[-1].version == "guion/2"
