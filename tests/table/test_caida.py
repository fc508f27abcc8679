"""Caída at the table: its dealer, clocks, graces, options, abandonments, with real money."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tapete.games.caida import GAME, Rules
from tapete.games.caida.values import DECK
from tapete.table.effects import Abandoned
from tapete.table.inputs import Annul, Close, HostSet, Ready, Sit
from tapete.table.seats import Life
from tapete.table.table import Status
from tests.table.room import Room

PEOPLE = ("ana", "beto", "caro")
QUIET = "Ao2oSo3o4oCo5o6oRo7oAc3cSc"  # three hands without a canto, and a table without a repeat
BOTH = {"doble_tribilin": True, "doble_menos5": True}


def order(front: str) -> list[str]:
    first = [front[i : i + 2] for i in range(0, len(front), 2)]
    return first + [card for card in DECK if card not in first]


def room(*users: str, purse: int = 1_000, **rules: Any) -> Room:
    """A partida of these users waits for its first Repartir; the draw made seat 1 the dealer."""
    it = Room(GAME, Rules(**rules), purse=purse)
    it.stacked = [(1,)]
    return it.deal(*(users or PEOPLE))


def deal(it: Room, sung: str = "desc") -> Room:
    """The dealer presses; three hands in which nobody has a canto."""
    it.stacked = [order(QUIET)]
    assert it.play(it.asked[0], f"repartir {sung}") == ""
    assert it.phase == "JUEGO"
    return it


def won(it: Room) -> Room:
    """A partida to one point: the first deal is its end."""
    it.stacked = []
    assert it.play(it.asked[0], "repartir asc") == ""
    assert it.table.hand is None
    return it


def ready(it: Room, *users: str) -> Room:
    for user in users or PEOPLE:
        assert it.ready(user) == ""
    if it.table.hand is None:
        it.now_ms = max(it.now_ms, it.table.wake_ms or 0)
        it.tick()
    return it


def drawn(it: Room) -> int:
    """How many sessions have begun: each drew its dealer."""
    return len(it.told("session"))


def offered(it: Room) -> list[str]:
    hand = it.table.hand
    assert hand is not None
    (offer,) = GAME.offers(hand.state, it.seat(it.asked[0]))
    return list(offer.cards)


# ── the dealer ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-D1", "002:4", "002:5", "K-S3")
def test_the_dealer_is_drawn_once_and_then_goes_round_with_every_partida() -> None:
    it = room(meta=1)
    dealers = [it.asked[0]]
    for _ in range(3):
        ready(won(it))
        dealers += it.asked
    assert dealers == ["ana", "beto", "caro", "ana"]
    assert drawn(it) == 1


@pytest.mark.rule("K-D1", "002:6")
@pytest.mark.parametrize("change", ["sit", "stand"])
def test_a_change_of_the_seated_players_draws_again(change: str) -> None:
    it = won(room(meta=1))
    if change == "sit":
        it.join("dani")
        ready(it, *PEOPLE)
    else:
        it.stand("caro")
        ready(it, "ana", "beto")
    assert drawn(it) == 2


@pytest.mark.rule("K-D1", "002:6")
def test_a_reconnection_is_no_entry() -> None:
    it = won(room(meta=1))
    it.drop("beto")
    it.after(20).attach("beto")
    ready(it)
    assert drawn(it) == 1
    assert it.asked == ["beto"]


@pytest.mark.rule("K-D1", "002:6")
@pytest.mark.parametrize(
    ("rest", "times", "rules"),
    [(599.999, 1, {}), (600, 2, {}), (59.999, 1, {"inactividad_s": 60}),
     (60, 2, {"inactividad_s": 60})],
)  # fmt: skip
def test_ten_idle_minutes_draw_again(rest: float, times: int, rules: dict[str, int]) -> None:
    it = won(room(meta=1, **rules))
    assert it.ready("ana") == it.ready("beto") == ""
    it.after(rest).ready("caro")
    assert it.table.hand is not None
    assert drawn(it) == times


# ── ready, and what a partida may cost ───────────────────────────────────────────────────────
@pytest.mark.rule("K-M1")
def test_everybody_seated_must_be_ready_for_each_partida() -> None:
    it = won(room(meta=1))
    assert [chair.life for chair in it.table.chairs[:3]] == [Life.WAITING] * 3
    it.ready("ana")
    it.ready("beto")
    it.after(500).tick()
    assert it.table.hand is None
    it.ready("caro")
    assert it.table.hand is not None


@pytest.mark.rule("K-M1")
def test_who_only_wanted_to_wait_plays_all_the_same() -> None:
    it = won(room(meta=1))
    it.wish("beto", "wait")
    ready(it)
    assert GAME.dealt(it.table.hand.state) == (1, 2, 3)  # type: ignore[union-attr]


@pytest.mark.rule("K-M8", "K-M1")
def test_ready_needs_the_most_that_a_partida_may_cost() -> None:
    it = Room(GAME, Rules(costo=100, **BOTH))
    it.join("ana", ready=False)
    assert it.give(Ready(it.now_ms, "ana", True, 399)) == "below_stake"
    assert it.table.chair(1).life is Life.WAITING
    assert it.give(Ready(it.now_ms, "ana", True, 400)) == ""
    it.attach("beto")
    assert it.give(Sit(it.now_ms, "beto", "Beto", 399)) == "below_entry"


@pytest.mark.rule("K-M8", "K-M1")
def test_ready_is_taken_back_from_who_has_less_by_then_and_names_him() -> None:
    it = Room(GAME, Rules(costo=100, **BOTH))
    for user in ("ana", "beto"):
        it.join(user, ready=False)
    it.wallets["beto"] = 399
    it.ready("ana")
    it.ready("beto")
    it.after(3).tick()
    (short,) = it.told("short")
    assert (short.seat, short.amount) == (2, 400)
    assert it.table.hand is None
    assert [chair.life for chair in it.table.chairs[:2]] == [Life.READY, Life.WAITING]
    assert it.wallets == {"ana": 1_000, "beto": 399}
    assert it.moved() == []


# ── the host and the options ─────────────────────────────────────────────────────────────────
def host_set(it: Room, user: str, **rules: object) -> str:
    return it.give(HostSet(it.now_ms, user, dict(rules)))


@pytest.mark.rule("K-M7", "002:26")
def test_the_host_sets_options_between_partidas_and_all_must_be_ready_again() -> None:
    it = room(meta=1)
    assert host_set(it, "ana", costo=100) == "hand_running"
    won(it)
    it.ready("beto")
    assert host_set(it, "beto", costo=100) == "not_host"
    assert host_set(it, "ana", costo=100, doble_menos5=True) == ""
    assert it.table.chair(2).life is Life.WAITING
    assert "options" in it.facts()
    ready(it)
    assert it.table.hand.state.rules == Rules(costo=100, doble_menos5=True)  # type: ignore[union-attr]


@pytest.mark.rule("K-M7")
@pytest.mark.parametrize(
    "wrong", [{"costo": -1}, {"costo": 1.5}, {"costo": True}, {"jugadores": 5}, {"jugadores": 1},
              {"meta": 0}, {"comision_bp": 10_001}, {"turno_s": 4}, {"nada": 1}],
)  # fmt: skip
def test_options_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    it = won(room(meta=1))
    before = it.bytes
    assert host_set(it, "ana", **wrong) == "rules_wrong"
    assert it.bytes == before


@pytest.mark.rule("K-M8")
def test_the_role_of_the_host_passes_in_seat_order() -> None:
    it = won(room(meta=1))
    assert it.table.host == "ana"
    it.stand("ana")
    assert it.table.host == "beto"


# ── clocks ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M5", "K-S4")
def test_sixty_silent_seconds_play_the_first_card() -> None:
    it = deal(room())
    player, card = it.asked[0], offered(it)[0]
    it.at(59.999).tick()
    assert it.asked == [player]
    it.at(60).tick()
    assert it.told("jugada")[-1].cards == (card,)
    assert it.asked != [player]


@pytest.mark.rule("K-M5", "K-S4")
def test_the_second_silence_in_a_row_is_leaving_and_a_move_between_them_is_not() -> None:
    it = deal(room(costo=100))
    for user in ("beto", "caro", "ana"):  # beto lets his clock run out
        assert it.asked == [user]
        if user == "beto":
            it.after(60).tick()
        else:
            it.play(user, f"jugar {offered(it)[0]}")
    it.play("beto", f"jugar {offered(it)[0]}")  # a move of his own
    for user in ("caro", "ana"):
        it.play(user, f"jugar {offered(it)[0]}")
    it.after(60).tick()
    assert it.table.hand is not None
    assert it.table.chair(2).silences == 1
    for user in ("caro", "ana"):
        it.play(user, f"jugar {offered(it)[0]}")
    it.play("ana", "repartir")
    it.after(60).tick()
    assert it.table.hand is None
    assert it.told("stood")[-1].word == "silence"
    assert it.table.seat_of("beto") is None
    assert it.wallets == {"ana": 1_000, "beto": 900, "caro": 1_000}


@pytest.mark.rule("K-M5", "K-D2", "002:7")
def test_a_dealer_silent_for_120_seconds_leaves_and_nothing_is_dealt() -> None:
    it = room(costo=100)
    it.at(119.999).tick()
    assert it.asked == ["ana"]
    it.at(120).tick()
    assert it.table.hand is None
    assert it.told("carta") == []
    assert it.table.seat_of("ana") is None
    assert it.moved() == []


@pytest.mark.rule("K-M5")
def test_sixty_seconds_away_are_leaving() -> None:
    it = deal(room(costo=100))
    it.drop("caro")
    it.at(59.999).attach("caro")
    assert it.table.hand is not None
    it.drop("caro")
    it.play("beto", f"jugar {offered(it)[0]}")
    it.at(119.999).tick()
    assert it.table.hand is None
    assert it.wallets["caro"] == 900


@pytest.mark.rule("K-M5")
def test_all_graces_of_a_partida_together_last_180_seconds() -> None:
    it = deal(room(turno_s=3_600, costo=100))
    for _ in range(3):
        it.drop("caro")
        it.after(59).attach("caro")
        it.after(10)
    it.drop("caro")
    it.after(2.999).tick()
    assert it.table.hand is not None
    it.after(0.001).tick()
    assert it.table.hand is None
    assert it.table.seat_of("caro") is None


# ── leaving ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M4", "002:29")
def test_leaving_costs_the_costo_and_the_next_winner_gets_it() -> None:
    it = deal(room(costo=100, comision_bp=0))
    it.stand("caro")
    assert it.wallets == {"ana": 1_000, "beto": 1_000, "caro": 900}
    assert (it.table.carry, it.accounts["carry"]) == (100, 100)
    it.join("dani", ready=False)
    ready(it, "ana", "beto", "dani")
    it.stacked = [order("RoAoAcRc2c3cRe4o5oSoCo7o6e")]  # the first player holds Tribilín
    it.play(it.asked[0], "repartir asc")
    assert it.table.hand is None
    winner = it.user(it.told("gana")[-1].seat)
    assert it.wallets[winner] == 1_300
    assert sum(it.wallets[u] for u in ("ana", "beto", "dani")) == 3_100
    assert it.table.carry == 0


@pytest.mark.rule("K-M4", "002:29")
def test_two_cancelled_in_a_row_leave_200() -> None:
    it = deal(room("ana", "beto", "caro", "dani", costo=100))
    it.stand("dani")
    deal(ready(it)).stand("caro")
    assert it.table.carry == it.accounts["carry"] == 200
    assert it.wallets == {"ana": 1_000, "beto": 1_000, "caro": 900, "dani": 900}


@pytest.mark.rule("K-M4")
def test_when_all_leave_the_first_loses_and_the_rest_are_refunded() -> None:
    it = deal(room(costo=100))
    for user in ("beto", "ana", "caro"):
        assert it.stand(user) == ""
    assert it.wallets == {"ana": 1_000, "beto": 900, "caro": 1_000}
    assert it.locks == {}


@pytest.mark.rule("K-M4", "002:30")
def test_after_the_victory_leaving_costs_nothing() -> None:
    it = won(room(costo=100, meta=1))
    wallets = dict(it.wallets)
    it.stand("caro")
    assert it.wallets == wallets
    assert it.told("abandoned") == []


@pytest.mark.rule("K-M4", "002:30")
def test_before_the_charge_leaving_costs_nothing() -> None:
    it = room(costo=100)
    it.stand("beto")
    assert it.table.hand is None
    assert it.moved() == []
    assert it.told("abandoned") == []
    it.after(1)
    assert it.sit("beto") == ""


@pytest.mark.rule("K-M8")
def test_who_abandons_stays_out_until_his_acumulado_is_won() -> None:
    it = deal(room(costo=100, meta=10))
    it.stand("caro")
    assert Abandoned(it.now_ms, "caro", "m-1") in it.effects
    it.after(3_600)
    assert it.sit("caro") == "barred"
    assert host_set(it, "ana", costo=100, meta=1) == ""
    won(ready(it, "ana", "beto"))
    assert it.table.carry == 0
    assert it.sit("caro") == ""


@pytest.mark.rule("K-M8")
def test_the_bar_lasts_24_hours_at_most() -> None:
    it = deal(room(costo=100))
    it.stand("caro")
    left = it.now_ms
    it.now_ms = left + 24 * 3_600_000 - 1
    assert it.sit("caro") == "barred"
    it.now_ms = left + 24 * 3_600_000
    assert it.sit("caro") == ""


@pytest.mark.rule("K-M8")
def test_at_costo_0_nothing_moves_and_no_abandonment_is_counted() -> None:
    it = deal(room())
    it.stand("caro")
    assert it.told("abandona")
    assert it.told("abandoned") == []
    assert it.sit("caro") == ""


@pytest.mark.rule("K-M4", "K-M7")
def test_with_an_acumulado_the_costo_is_fixed_and_the_other_options_are_not() -> None:
    it = deal(room(costo=100))
    it.stand("caro")
    before = it.bytes
    assert host_set(it, "ana", costo=50) == "carry_left"
    assert host_set(it, "ana") == "carry_left"  # the default costo is another one too
    assert it.bytes == before
    assert host_set(it, "ana", costo=100, doble_menos5=True) == ""


@pytest.mark.rule("K-M4")
def test_a_table_with_an_acumulado_sleeps_and_anybody_may_wake_it() -> None:
    it = deal(room(costo=100, comision_bp=0, meta=10))
    it.stand("caro")
    assert it.give(Close(it.now_ms, "casa")) == "carry_left"
    it.stand("beto")
    assert it.give(Close(it.now_ms, "host", "ana")) == "carry_left"
    it.stand("ana")
    it.after(40 * 86_400).tick()
    assert it.status is Status.OPEN
    assert it.wake_s is None
    it.join("dani", ready=False)
    it.join("eva", ready=False)
    assert it.table.host == "dani"
    assert it.table.carry == 100
    host_set(it, "dani", costo=100, comision_bp=0, meta=1)
    won(ready(it, "dani", "eva"))
    assert sorted(it.wallets[u] for u in ("dani", "eva")) == [900, 1_200]


# ── the house ends it ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M6", "000:117")
@pytest.mark.parametrize("how", ["annul", "close", "mass"])
def test_a_technical_cancellation_refunds_all_and_nobody_has_abandoned(how: str) -> None:
    it = deal(room(costo=100, **BOTH))
    assert it.wallets == dict.fromkeys(PEOPLE, 600)
    match how:
        case "annul":
            it.give(Annul(it.now_ms, "version"))
        case "close":
            it.give(Close(it.now_ms, "cierre"))
        case "mass":
            for second, user in enumerate(PEOPLE):
                it.at(second).drop(user)
            it.at(62).tick()
    assert it.table.hand is None
    assert it.wallets == dict.fromkeys(PEOPLE, 1_000)
    assert (it.table.carry, it.locks, it.table.bars) == (0, {}, {})
    assert it.told("abandoned") == []


# ── everything at once ───────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M3", "K-M4", "000:123")
@pytest.mark.parametrize("seed", range(4))
def test_no_peso_is_lost_over_partidas_options_and_abandonments(seed: int) -> None:
    """The acumulado goes from partida to partida as it is won or left to grow."""
    chance = Random(seed)
    users = ("ana", "beto", "caro", "dani", "eva")
    it = Room(GAME, Rules(costo=500, **BOTH), seed=seed, purse=400_000)
    for user in users[:4]:
        it.join(user)
    carried: set[int] = set()
    for _ in range(1_500):
        it.play_on(1)
        seated = [chair.user for chair in it.table.chairs if chair.taken]
        if chance.random() < 0.015 and seated:
            it.stand(chance.choice(seated))
        if it.table.hand is None and chance.random() < 0.5:
            it.join(chance.choice(users))
        if it.table.hand is None and chance.random() < 0.3:
            host_set(it, it.table.host, costo=500, doble_menos5=chance.random() < 0.5, meta=6)
        carried.add(it.table.carry)
        assert it.accounts["carry"] == it.table.carry
    assert it.total == sum(400_000 for _ in it.wallets)
    assert len(carried) > 2
    assert {"PREMIO", "ABANDONO", "ACUMULADO"} <= {moved.why for moved in it.moved()}
