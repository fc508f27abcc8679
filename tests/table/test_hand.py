"""A hand: its opening, its money, its numbers, its end."""

from __future__ import annotations

from tapete.game.contract import Shuffle
from tapete.table.effects import (
    HandOpened,
    NeedShuffle,
    NeedStakes,
)
from tapete.table.inputs import Play, Ready, Shuffled, Sit, Staked, Tick
from tapete.table.seats import Life
from tapete.table.step import step
from tests.table.room import Room
from tests.table.scripted import Row, Rules, Scripted, turn
from tests.toy import Toy

TURN = Row(turn(1))


# ── the opening ──────────────────────────────────────────────────────────────────────────────
def test_a_hand_has_the_tables_name_and_the_next_number() -> None:
    it = Room(Scripted(TURN), name="cafetal").deal("ana", "beto")
    assert it.opened()[-1].hand == "cafetal-1"
    it.play("ana", "seguir")
    it.after(3).tick()
    assert it.opened()[-1].hand == "cafetal-2"


def test_the_wallets_are_asked_for_in_the_step_that_opens() -> None:
    it = Room(Scripted(TURN)).deal("ana", "beto")
    needs = [effect for effect in it.effects if isinstance(effect, NeedStakes)]
    assert needs == [NeedStakes("m-1", ("ana", "beto"))]


def test_a_wallet_that_is_staked_elsewhere_is_not_dealt_in() -> None:
    it = Room(Scripted(TURN))
    it.elsewhere = {"beto"}
    it.deal("ana", "beto", "caro")
    assert it.opened()[-1].users == {1: "ana", 3: "caro"}
    assert it.facts()[0] == "locked"
    it.play("ana", "seguir")
    it.after(3).tick()
    assert len(it.told("locked")) == 1  # told once
    it.elsewhere = set()
    it.play("ana", "seguir")
    it.after(3).tick()
    assert list(it.opened()[-1].users) == [1, 2, 3]


def test_with_too_few_free_wallets_the_table_tries_again() -> None:
    it = Room(Scripted(TURN))
    it.elsewhere = {"beto"}
    it.join("ana")
    it.join("beto")
    assert it.table.hand is None
    assert it.wake_s == 5
    it.at(5).tick()
    assert it.wake_s == 10
    it.elsewhere = set()
    it.at(10).tick()
    assert it.asked == ["ana"]


def test_below_the_stake_one_stays_seated_is_told_and_not_dealt_in() -> None:
    it = Room(Scripted(TURN))
    it.wallets = {"ana": 50, "beto": 20, "caro": 50}
    for user in it.wallets:
        it.join(user, ready=False)
    it.wallets["beto"] = 9
    for user in ("beto", "ana", "caro"):
        it.ready(user)
    it.after(5).tick()
    assert it.opened()[-1].users == {1: "ana", 3: "caro"}
    assert [(t.seat, t.amount) for t in it.told("short")] == [(2, 10)]
    assert it.table.chair(2).life is Life.WAITING


def test_where_all_must_be_ready_one_short_wallet_stops_the_hand() -> None:
    it = Room(Scripted(TURN, ready="each"))
    for user in ("ana", "beto", "caro"):
        it.join(user, ready=False)
    it.wallets["beto"] = 9
    for user in ("ana", "beto", "caro"):
        it.ready(user)
    it.after(60).tick()
    assert it.table.hand is None
    it.wallets["beto"] = 10
    it.ready("beto")
    assert it.table.hand is not None


def test_a_game_that_deals_nobody_in_makes_no_hand() -> None:
    game = Scripted(TURN)
    game.refuses = True
    it = Room(game)
    it.join("ana")
    it.join("beto")
    assert it.opened() == []
    assert it.table.hands == 0
    assert it.wake_s is None
    assert it.locks == {}
    game.refuses = False
    it.at(100).tick()
    assert it.opened() == []
    it.wish("beto", "wait")  # something changed: the game is asked again
    assert it.asked == ["ana"]


def test_the_opening_carries_what_a_replay_needs() -> None:
    it = Room(Scripted(TURN), Rules(minimo=12)).deal("ana", "beto")
    it.join("caro", ready=False)
    it.play("ana", "seguir")
    it.after(3).tick()
    opened = it.opened()[-1]
    assert [(s.seat, s.sitting, s.chips) for s in opened.seats] == [
        (1, True, 1000),
        (2, True, 1000),
        (3, False, 1000),
    ]
    assert (opened.rules, opened.version) == (Rules(minimo=12), "guion/1")
    assert opened.memory.hands == 1
    assert isinstance(opened, HandOpened)


# ── chance ───────────────────────────────────────────────────────────────────────────────────
def shuffling() -> Room:
    draw = Row(Shuffle((1, 2), "sorteo"))
    deck = Row(Shuffle(("Ao", "2o"), "reparto"))
    return Room(Scripted(draw, deck, TURN, deck, TURN))


def test_shuffles_are_answered_in_the_step_and_numbered_without_the_draws() -> None:
    it = shuffling().deal("ana", "beto")
    it.play("ana", "seguir")
    asked = [e for e in it.all if isinstance(e, NeedShuffle)]
    assert [(e.hand, e.number, e.why) for e in asked] == [
        ("m-1", -1, "sorteo"),
        ("m-1", 0, "reparto"),
        ("m-1", 1, "reparto"),
    ]


def test_while_a_question_is_open_only_its_answer_is_taken() -> None:
    it = shuffling()
    it.join("ana")
    it.attach("beto")
    it.sit("beto")
    table, effects = step(it.game, it.table, Sit(it.now_ms, "caro", "Caro", 500))
    assert not table.asking()
    table, effects = step(it.game, it.table, Ready(it.now_ms, "beto"))
    assert isinstance(effects[-1], NeedStakes)
    for wrong in (Tick(it.now_ms), Shuffled(it.now_ms, (1,)), Sit(it.now_ms, "c", "C", 500)):
        after, refused = step(it.game, table, wrong)
        assert after == table
        assert [e.code for e in refused] == ["waiting"]  # type: ignore[union-attr]
    table, effects = step(it.game, table, Staked(it.now_ms, {"ana": 100, "beto": 100}))
    assert isinstance(effects[-1], NeedShuffle)
    assert table.pending == Tick(it.now_ms)
    assert step(it.game, table, Staked(it.now_ms, {}))[0] == table
    table, effects = step(it.game, table, Shuffled(it.now_ms, (2,)))
    table, effects = step(it.game, table, Shuffled(it.now_ms, ("2o", "Ao")))
    assert table.pending is None
    assert step(it.game, table, Shuffled(it.now_ms, (2,)))[0] == table


def test_an_order_that_was_not_asked_for_changes_nothing() -> None:
    it = Room(Toy())
    it.deal("ana", "beto")
    hand = it.table.hand
    assert hand is not None
    question = it.table.question
    assert question is not None
    move = Play(it.now_ms, it.asked[0], hand.id, question.turn, "repartir")
    table, _ = step(it.game, it.table, move)
    after, effects = step(it.game, table, Shuffled(it.now_ms, ("Ao",) * 14))
    assert after == table
    assert [e.code for e in effects] == ["shuffle_wrong"]  # type: ignore[union-attr]
