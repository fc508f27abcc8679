"""The laws of `step`: pure, deterministic, deaf to ticks, whole or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.game.contract import Session
from tapete.table import Effect, Table, decode, encode, fingerprint, new_table, step
from tapete.table.inputs import Close, Drain, HostSet, Input, Play, Shuffled, Sit, Staked
from tapete.table.table import Status
from tests.table.room import START_MS, Room
from tests.table.scripted import Row, Scripted, turn
from tests.toy import Toy


def evening(seed: int, **traits: Any) -> Room:
    """A long random evening at the toy's table: hands, drops, returns, people coming and going."""
    it = Room(Toy(**traits), seed=seed).deal("ana", "beto", "caro", "casa1")
    people = ("ana", "beto", "caro", "dani", "eva")
    for _ in range(150):
        it.play_on(it.random.randrange(4))
        user = it.random.choice(people)
        it.after(it.random.choice((0, 0.001, 3, 20, 59.999)))
        match it.random.randrange(8):
            case 0:
                it.join(user)
            case 1 if user in it.table.gens:
                it.drop(user)
            case 2:
                it.attach(user)
            case 3 if it.random.random() < 0.2:
                it.stand(user)
            case 4:
                it.tick()
            case 5:
                it.wish(user, it.random.choice(("play", "out", "wait")))
            case 6 if it.random.random() < 0.1:
                it.resume(2)
            case _:
                it.attach(user)
    return it


@pytest.mark.parametrize("seed", range(6))
def test_the_same_inputs_give_the_same_bytes(seed: int) -> None:
    """A re-execution of the inputs gives the same table and the same effects."""
    first = evening(seed)
    assert first.table.hands > 3
    table = new_table(first.game, "m", "Mesa", first.game.info.rules(), at_ms=START_MS)
    again: list[Effect] = []
    for given in first.inputs:
        table, effects = step(first.game, table, given)
        again += effects
    assert fingerprint(table) == first.bytes
    assert again == first.all


@pytest.mark.parametrize("seed", range(4))
def test_more_ticks_change_nothing(seed: int) -> None:
    """Whenever a timer fires, early, often or late, the same happens at the same times."""
    first = evening(seed)
    second = Room(Toy(), seed=seed)
    second.wallets = dict.fromkeys(first.wallets, second.purse)
    for given in first.inputs:
        if isinstance(given, Shuffled | Staked):
            continue
        while second.now_ms < given.at_ms - 1000:
            second.now_ms += second.random.choice((1, 999, 5000, 60_000))
            second.now_ms = min(second.now_ms, given.at_ms - 1)
            second.tick()
        second.now_ms = given.at_ms
        second.give(given)
    assert second.events(second.all) == first.events(first.all)
    assert second.bytes == first.bytes


@pytest.mark.parametrize("seed", range(4))
def test_a_snapshot_between_hands_goes_on_as_the_table_would(seed: int) -> None:
    it = Room(Toy(ready="once"), seed=seed).deal("ana", "beto", "caro")
    snapshot, rest = b"", -1
    for _ in range(60):
        it.play_on(1)
        if it.table.hand is None and it.table.hands > 1 and not snapshot:
            snapshot, rest = encode(it.table), len(it.inputs)
    table: Table = decode(it.game, snapshot)
    assert encode(table) == snapshot
    for given in it.inputs[rest:]:
        table, _ = step(it.game, table, given)
    assert fingerprint(table) == it.bytes


def test_there_is_no_snapshot_in_the_middle_of_a_hand() -> None:
    it = Room(Toy()).deal("ana", "beto")
    with pytest.raises(ValueError, match="a hand is running"):
        encode(it.table)


def refusals(it: Room) -> list[Input]:
    """One of everything that is refused in a hand between ana and beto, while ana is asked."""
    hand, question = it.table.hand, it.table.question
    assert hand is not None
    assert question is not None
    at, turn_ = it.now_ms, question.turn
    return [
        Sit(at, "ana", "Ana", 500),
        Sit(at, "dani", "Dani", 500, seat=1),
        Sit(at, "dani", "Dani", 500, seat=99),
        Sit(at, "dani", "Dani", 1),
        Play(at, "dani", hand.id, turn_, "seguir"),
        Play(at, "caro", hand.id, turn_, "seguir"),
        Play(at, "beto", hand.id, turn_, "seguir"),
        Play(at, "ana", "m-0", turn_, "seguir"),
        Play(at, "ana", hand.id, turn_ - 1, "seguir"),
        Play(at, "ana", hand.id, turn_, "seguir", gen=99),
        HostSet(at, "beto", {}),
        HostSet(at, "ana", {}),
        Close(at, "x", user="ana"),
        Drain(at, False),
    ]


def test_a_refused_input_leaves_the_table_as_it_was() -> None:
    it = Room(Scripted(Row(turn(1)), Row(turn(1)))).deal("ana", "beto")
    it.join("caro")
    codes = []
    it.after(1)
    for given in refusals(it):
        before = it.bytes
        codes.append(it.give(given))
        assert it.bytes == before
        assert len(it.effects) == 1
    assert codes == [
        "already_seated",
        "seat_taken",
        "no_such_seat",
        "below_entry",
        "not_seated",
        "not_in_hand",
        "not_your_turn",
        "stale_hand",
        "stale_turn",
        "old_connection",
        "not_host",
        "hand_running",
        "not_empty",
        "not_now",
    ]


def test_what_was_due_before_a_refused_input_has_happened() -> None:
    it, other = (Room(Scripted(Row(turn(1)), Row(turn(1)))).deal("ana", "beto") for _ in "ab")
    it.at(125)
    assert it.sit("ana") == "already_seated"
    other.at(120).tick()
    assert it.bytes == other.bytes


def test_an_input_that_is_late_happens_now() -> None:
    """Time never goes back: `now` is at least that of the last thing that happened."""
    it = Room(Scripted(Row(turn(1)), session=Session())).deal("ana", "beto")
    it.at(50).wish("ana", "wait")
    it.at(40).wish("ana", "post")
    assert it.table.now_ms == START_MS + 50_000


def test_a_closed_table_wants_no_more_time() -> None:
    it = Room(Scripted(Row(turn(1)))).deal("ana", "beto")
    it.give(Close(it.now_ms, "cierre"))
    assert it.status is Status.CLOSED
    assert it.wake_s is None
    assert it.tick() == ""
