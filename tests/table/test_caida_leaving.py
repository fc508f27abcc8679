"""Leaving a partida: acumulado, bars, sleeping tables, technical cancellation; all pesos kept."""

from __future__ import annotations

from random import Random

import pytest

from tapete.games.caida import GAME, Rules
from tapete.table.effects import Abandoned
from tapete.table.inputs import Annul, Close
from tapete.table.table import Status
from tests.table.partidas import BOTH, PEOPLE, deal, host_set, order, ready, room, won
from tests.table.room import Room


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
