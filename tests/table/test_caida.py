"""Caída at the table: its dealer, ready for each partida, the host, clocks and graces."""

from __future__ import annotations

import pytest

from tapete.games.caida import GAME, Rules
from tapete.table.inputs import Ready, Sit
from tapete.table.seats import Life
from tests.table.partidas import BOTH, PEOPLE, deal, drawn, host_set, offered, ready, room, won
from tests.table.room import Room


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
    assert it.opened()[-1].rules == Rules(costo=100, doble_menos5=True)


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
