"""The money of a hand: its rows and their keys, the table's own count, and books that differ."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.game.contract import Event, Moved, Step, Told
from tapete.table.effects import Abandoned, Applied, HandOver, Post, Record
from tapete.table.money import rows
from tapete.table.table import Status
from tests.table.room import Room
from tests.table.scripted import Row, Scripted, turn
from tests.toy import Toy

TURN = Row(turn(1))


def put(seat: int, amount: int, why: str = "APUESTA", pot: str = "pozo") -> Moved:
    return Moved(f"seat:{seat}", f"pot:{pot}", amount, why)


def take(seat: int, amount: int, why: str = "PREMIO", pot: str = "pozo") -> Moved:
    return Moved(f"pot:{pot}", f"seat:{seat}", amount, why)


# ── numbers and rows ─────────────────────────────────────────────────────────────────────────
def moved(why: str) -> Moved:
    return Moved("seat:1", "pot:p", 1, why)


TOLD = Told("x")
ROWS: list[tuple[list[Event], list[tuple[int, int]]]] = [
    ([], []),
    ([TOLD], []),
    ([moved("A")], [(10, 1)]),
    ([moved("A"), moved("A")], [(10, 2)]),
    ([moved("A"), moved("B")], [(10, 1), (11, 1)]),
    ([moved("A"), TOLD, moved("A")], [(10, 1), (12, 1)]),
    ([TOLD, moved("A"), moved("A"), TOLD, moved("B")], [(11, 2), (14, 1)]),
]


@pytest.mark.parametrize(("events", "expected"), ROWS)
def test_consecutive_moved_with_one_why_are_one_row(
    events: list[Event], expected: list[tuple[int, int]]
) -> None:
    assert [(number, len(row)) for number, row in rows(tuple(events), 10)] == expected


def test_every_row_has_a_key_that_no_other_has() -> None:
    """Hand and number of the first event; the events of a hand are numbered without a gap."""
    it = Room(Toy(), seed=3).deal("ana", "beto", "caro")
    it.play_on(400)
    posts = [effect for effect in it.all if isinstance(effect, Post)]
    keys = [(post.hand, post.number) for post in posts]
    assert len(set(keys)) == len(keys) > 20
    events: dict[tuple[str, int], Event] = {}
    for record in (effect for effect in it.all if isinstance(effect, Record)):
        for number, event in enumerate(record.events, record.first):
            assert (record.hand, number) not in events
            events[record.hand, number] = event
    for hand in {hand for hand, _ in events}:
        numbers = sorted(number for name, number in events if name == hand)
        assert numbers == list(range(len(numbers)))
    for post in posts:
        assert events[post.hand, post.number] == post.moves[0]


def test_two_steps_with_the_same_why_are_two_rows() -> None:
    it = Room(Scripted(Row(turn(1), (put(1, 5),)), Row(turn(1), (put(2, 5),)), Row(None, (
        take(1, 10),
    )))).deal("ana", "beto")  # fmt: skip
    it.at(300).tick()
    posts = [effect for effect in it.all if isinstance(effect, Post) and effect.hand == "m-1"]
    assert [len(post.moves) for post in posts] == [1, 1, 1]
    assert [post.users for post in posts] == [{1: "ana", 2: "beto"}] * 3


def test_only_names_the_users_who_were_dealt_in() -> None:
    """Also when one has left and somebody else sits down: his successor is not meant."""
    secret = Told("secreto", seat=1, only=(1,))
    it = Room(Scripted(TURN, Row(turn(2), (secret,)), TURN)).deal("ana", "beto")
    it.stand("ana")
    it.join("caro")
    records = [e for e in it.all if isinstance(e, Record) and secret in e.events]
    assert [record.users for record in records] == [{1: "ana", 2: "beto"}]


# ── the end ──────────────────────────────────────────────────────────────────────────────────
def test_the_commands_of_a_hand_are_all_that_re_executes_it() -> None:
    it = Room(Toy(), seed=5).deal("ana", "beto", "caro")
    it.play_on(60)
    opened = it.opened()[0]
    state, need, events = it.game.open(opened.rules, opened.seats, opened.memory, opened.carry)
    told = list(events)
    for applied in it.all:
        if isinstance(applied, Applied) and applied.hand == opened.hand:
            state, need, events = it.game.apply(state, applied.command)
            told += events
    over = next(e for e in it.all if isinstance(e, HandOver) and e.hand == opened.hand)
    assert need.memory == over.memory  # type: ignore[union-attr]
    recorded = [
        event
        for record in it.all
        if isinstance(record, Record) and record.hand == opened.hand
        for event in record.events
        if isinstance(event, Moved) or not event.what.startswith("table_")
    ]
    assert recorded == told


WRONG = """
below    a seat with less than nothing
left     a pot that is not empty at the end
shown    chips on the screen that the movements do not make
nobody   money of a seat that was not dealt in
account  an account that does not exist
amount   a movement of nothing
carry    more out of carry than is in it
"""


class Lying(Scripted):
    def view(self, state, seat):  # type: ignore[no-untyped-def]
        view = super().view(state, seat)
        return replace(view, seats=tuple(replace(s, chips=s.chips + 1) for s in view.seats))


@pytest.mark.rule("000:124")
@pytest.mark.parametrize("case", [line.split()[0] for line in WRONG.strip().splitlines()])
def test_books_that_disagree_freeze_the_table(case: str) -> None:
    """Nothing of the step that would be wrong is booked; the table takes nothing any more."""
    lies: dict[str, tuple[Moved, ...]] = {
        "below": (put(1, 1001),),
        "left": (put(1, 10),),
        "shown": (put(1, 10), take(1, 10)),
        "nobody": (put(2, 10), put(3, 10), take(1, 20)),
        "account": (Moved("seat:1", "caja", 10, "X"),),
        "amount": (put(1, 0),),
        "carry": (Moved("carry", "seat:1", 1, "X"),),
    }
    kind = Lying if case == "shown" else Scripted
    game = kind(TURN, Row(None, lies[case]))
    it = Room(game).deal("ana", "beto")
    it.broken = True
    total = it.total
    if case == "nobody":
        it.wallets["x"] = 0
    code = it.play("ana", "seguir")
    assert code == "frozen"
    assert it.table.status is Status.FROZEN
    assert [type(e).__name__ for e in it.effects] == ["Alarm", "Wake", "Refused"]
    assert it.total == total
    assert it.locks.keys() == {"ana", "beto"}
    before = it.bytes
    for answer in (it.stand("ana"), it.sit("caro"), it.attach("ana"), it.play("ana", "seguir")):
        assert answer == "frozen"
    assert it.at(10_000).tick() == ""
    assert it.bytes == before


@pytest.mark.rule("000:124")
def test_what_everybody_sees_is_what_was_moved() -> None:
    it = Room(Toy(), seed=8).deal("ana", "beto", "caro")
    for _ in range(120):
        it.play_on(1)
        hand = it.table.hand
        if hand is not None:
            view = it.game.view(hand.state, None)
            assert {s.seat: s.chips for s in view.seats} == hand.purse
            assert sum(hand.pots.values()) == sum(pot.amount for pot in view.pots)


def test_a_fault_of_a_game_stops_its_own_table() -> None:
    class Faulty(Scripted):
        def apply(self, state, command):  # type: ignore[no-untyped-def]
            raise RuntimeError("a card nobody may read: 7o")

    it = Room(Faulty(TURN)).deal("ana", "beto")
    it.broken = True
    assert it.play("ana", "seguir") == "frozen"
    assert "7o" not in repr(it.effects)


def test_a_silence_that_changes_nothing_stops_the_table() -> None:
    class Endless(Scripted):
        def apply(self, state, command):  # type: ignore[no-untyped-def]
            return Step(state, state.need, ())

    it = Room(Endless(TURN)).deal("ana", "beto")
    it.broken = True
    assert it.at(121).wish("beto", "out") == "frozen"
    assert it.table.status is Status.FROZEN
    assert it.table.chair(2).wish == "play"


def test_a_clock_that_does_not_exist_stops_the_table() -> None:
    it = Room(Scripted(TURN, Row(turn(1, clock="nada_s")))).deal("ana", "beto")
    it.broken = True
    assert it.play("ana", "seguir") == "frozen"
    assert it.wallets == {"ana": 1000, "beto": 1000}


def test_seats_that_the_game_sends_home_get_up() -> None:
    game = Scripted(TURN)
    game.stand = (2,)
    it = Room(game).deal("ana", "beto", "caro")
    it.play("ana", "seguir")
    assert it.table.seat_of("beto") is None
    assert it.told("stood")[-1].word == "game"


def test_credits_from_elsewhere_join_at_the_next_hand() -> None:
    it = Room(Scripted(TURN)).deal("ana", "beto")
    it.wallets["ana"] += 500
    it.play("ana", "seguir")
    it.after(3).tick()
    assert it.opened()[-1].seats[0].chips == 1500


def test_stacks_stay_at_the_table_between_hands() -> None:
    it = Room(Toy(bank="buyin"), seed=2).deal("ana", "beto")
    for _ in range(80):
        it.play_on(1)
    stacks = {c.user: c.chips for c in it.table.chairs if c.taken}
    if it.table.hand is None:
        assert stacks == {u: it.accounts[f"stack:{u}"] for u in stacks}
    assert it.total == 2000


def test_who_leaves_a_hand_goes_home_with_his_stack_when_it_is_over() -> None:
    it = Room(Scripted(TURN, TURN, bank="buyin")).deal("ana", "beto")
    it.stand("ana")
    assert it.wallets["ana"] == 0
    it.at(500).tick()
    assert it.wallets["ana"] == 1000


# ── abandoning ───────────────────────────────────────────────────────────────────────────────
def test_a_leave_that_feeds_carry_bars_until_carry_is_won() -> None:
    game = Scripted(TURN, Row(None, (Moved("carry", "seat:1", 5, "BOLSA"),)))
    game.fine = 5
    it = Room(game).deal("ana", "beto", "caro")
    it.stand("caro")
    assert it.table.carry == 5
    assert Abandoned(it.now_ms, "caro", "m-1") in it.effects
    assert it.told("abandoned")[-1].amount == 5
    it.at(100)
    assert it.sit("caro") == "hand_running"
    table = it.table
    it.at(121).tick()  # ana's silence ends the hand: carry is won
    assert it.table.carry == 0
    assert it.sit("caro") == ""
    assert len([effect for effect in it.all if isinstance(effect, Abandoned)]) == 1
    assert table.bars["caro"] - it.now_ms == pytest.approx(24 * 3_600_000, abs=200_000)


def test_a_bar_ends_after_24_hours_at_the_latest() -> None:
    game = Scripted(TURN)
    game.fine = 5
    it = Room(game).deal("ana", "beto", "caro")
    it.stand("caro")
    it.play("ana", "seguir")
    it.ready("ana", on=False)
    it.at(24 * 3600 - 0.001)
    assert it.sit("caro") == "barred"
    it.at(24 * 3600)
    assert it.sit("caro") == ""
