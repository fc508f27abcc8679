"""Leaving in every phase, and what a leaver keeps; cancelling."""

import pytest

from tapete.game.laws import sight
from tapete.games.primera import GAME
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
PASO = "p1 paso, p2 paso, p3 paso"
PASAR = "p1 pasar, p2 pasar, p3 pasar"
KEEP = "p1 descartar, p2 descartar, p3 descartar"
DECLARE = "p1 declarar, p2 declarar, p3 declarar"
NONE = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
ONE = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")  # p2 Primera
JUEGOS = deal("2c4o 2o3o 6c7o", "7e6b 4c5o 3e5b")  # p1 and p3 Primera


@pytest.mark.rule("000:134", "P-B4")
def test_in_the_pique_not_yet_spoken_is_paso_also_out_of_turn() -> None:
    hand = Hand("50k 50k 50k", NONE, "p3 leave, p1 voy 5000")
    assert hand.asked == (2,)
    hand.play("p2 paso")
    assert hand.stacks == [50_000, 48_000, 48_000]  # his word was Paso: the Banda
    hand.play(deal("4e5e 2o3o"))
    assert [bool(p.cards) for p in hand.state.players] == [True, True, False]


@pytest.mark.rule("000:134", "P-B4", "P-B7")
def test_a_voy_who_leaves_counts_and_what_he_put_stays() -> None:
    hand = Hand("50k 50k 50k", NONE, "p1 voy 5000, p2 voy 5000, p1 leave, p3 paso")
    assert (hand.phase, hand.asked) == ("MOSTRAR", (2,))
    assert hand.moved("PREMIO") == ["pot:pique>house:rake 500", "pot:pique>seat:2 9500"]


@pytest.mark.rule("P-B4")
def test_when_nobody_who_said_voy_is_left_it_restarts_at_once_without_banda() -> None:
    hand = Hand("50k 50k 50k 50k", deal("2o3o 4e5e 6c7c 2b3b"), "p1 paso, p2 voy 6000, p2 leave")
    assert (hand.phase, hand.stacks, hand.pots) == ("REPARTO", [50_000] * 4, {})
    hand = Hand("50k 50k 50k 50k", deal("2o3o 4e5e 6c7c 2b3b"))
    hand.play("p1 voy 6000, p2 voy 6000, p1 leave, p2 leave")
    assert (hand.phase, hand.stacks, hand.mano) == ("REPARTO", [50_000] * 4, 3)


@pytest.mark.rule("P-B4")
def test_a_resto_who_leaves_in_the_pique_stays_in_it() -> None:
    hand = Hand("5000 50k 50k", NONE, "p1 voy 5000, p1 leave, p2 voy 5000, p3 paso")
    assert (hand.phase, hand.mano) == ("DESCARTE", 2)  # one with chips: no bets
    assert hand.state.players[0].alive
    assert len(hand.state.players[0].cards) == 4
    hand = Hand("5000 50k 50k", NONE, "p1 voy 5000, p1 leave, p2 paso, p3 paso")
    assert hand.moved("BANDA") == ["seat:2>pot:banda 2000", "seat:3>pot:banda 2000"]


@pytest.mark.rule("P-B3")
def test_who_has_left_has_no_reopening() -> None:
    hand = Hand("50k 50k 50k", NONE, "p1 paso, p2 voy 5000, p1 leave, p3 paso")
    assert (hand.phase, hand.state.reinicios) == ("REPARTO", 1)
    hand = Hand("50k 50k 50k", NONE, "p1 paso, p2 voy 5000, p3 paso, p1 leave")
    assert (hand.phase, hand.state.reinicios) == ("REPARTO", 1)


@pytest.mark.rule("000:29", "000:134", "P-A4")
def test_in_a_round_he_is_out_at_once_and_his_bet_stays_to_be_matched() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, "p1 voy 4000, p1 leave")
    assert (hand.mano, hand.asked, hand.offer(2, "igualar").cost) == (2, (2,), 4_000)
    assert hand.stacks[0] == 41_000
    assert hand.refused("p1 leave") == hand.refused("p1 igualar") == "not_in_hand"


@pytest.mark.rule("P-C3")
def test_leaving_out_of_turn_leaves_turn_and_question_as_they_are() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, "p1 voy 4000")
    turn = hand.turn
    hand.play("p3 leave")
    assert (hand.turn, hand.asked) == (turn, (2,))


@pytest.mark.rule("P-L", "P-H")
def test_who_said_llevo_and_leaves_keeps_his_claim_and_nobody_can_tell() -> None:
    stays = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000")
    twin = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000")
    for line, other in (("p2 llevo", "p2 no_llevo"), ("p2 leave", "p2 leave")):
        stays.play(line)
        twin.play(other)
        for seat in (1, 3, None):
            assert sight(stays.last, seat) == sight(twin.last, seat)
            assert GAME.view(stays.state, seat) == GAME.view(twin.state, seat)
    stays.play("p3 igualar")
    assert stays.stacks[1] == 45_000 + 14_250
    assert stays.player.step.need.seats == (1,)  # type: ignore[union-attr]


@pytest.mark.rule("P-C3")
def test_a_resto_who_leaves_keeps_his_pots_and_is_never_asked() -> None:
    hand = Hand("50k 50k 9000", NONE, VOY, "p1 voy 4000, p2 igualar, p3 resto, p3 leave")
    hand.play("p1 descartar, p2 descartar")
    assert hand.told(Fact.DESCARTA)[-1].amount == 0
    hand.play("p1 paso, p2 paso, p1 declarar, p2 declarar")
    assert hand.stacks == [41_000, 41_000, 14_250 + 11_400]
    assert hand.player.step.need.stand == (3,)  # type: ignore[union-attr]


@pytest.mark.rule("P-L")
def test_a_leaver_has_answered_the_window_and_a_sealed_answer_stands() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, PASO, "p1 igualar 6000, p1 leave, p2 pasar")
    assert not hand.state.players[0].alive
    assert hand.pots == {"pique": 15_000}
    hand.play("p3 igualar 5000")
    assert hand.moved("APORTE_PIQUE")[3:] == [
        "seat:3>pot:pique 5000",  # La Mano is p2 now: p3 comes before p1
        "seat:1>pot:pique 6000",
    ]
    assert hand.moved("DEVOLUCION_PIQUE") == ["pot:pique>seat:1 1000"]


@pytest.mark.rule("P-L", "P-H")
def test_who_sealed_llevo_and_leaves_is_seen_out_like_any_other_and_competes() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, PASO, "p2 llevo, p2 leave")
    twin = Hand("50k 50k 50k", ONE, VOY, PASO, "p2 pasar, p2 leave")
    for seat in (1, 3, None):
        assert sight(hand.last, seat) == sight(twin.last, seat)
        assert GAME.view(hand.state, seat) == GAME.view(twin.state, seat)
    hand.play("p1 pasar, p3 pasar")
    assert hand.stacks[1] == 59_250


@pytest.mark.rule("P-L")
def test_with_fewer_than_two_alive_the_window_closes_at_once() -> None:
    hand = Hand("50k 50k", deal("2o3o 2c4o", "4c5o 7e6b"), "p1 voy 5000, p2 voy 5000")
    hand.play("p1 paso, p2 paso, p2 leave")
    assert (hand.phase, hand.asked) == ("MOSTRAR", (1,))
    assert hand.stacks == [54_500, 45_000]


@pytest.mark.rule("P-D1")
def test_in_the_discard_his_cards_go_beside_at_once_with_what_he_threw() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, PASO, "p1 descartar 2o3o, p1 leave")
    assert (len(hand.state.beside), hand.asked) == (4, (2,))
    hand.play("p2 descartar, p3 descartar")
    need = hand.player.step.need
    assert set(need.items) == {"2o", "3o", "4c", "5o"}  # type: ignore[union-attr]
    hand = Hand("50k 50k 50k", NONE, VOY, PASO, "p1 descartar, p2 leave, p3 leave")
    assert hand.phase == "MOSTRAR"


@pytest.mark.rule("P-D")
def test_with_all_others_all_in_he_has_no_decision_left_and_keeps_his_four() -> None:
    hand = Hand("50k 9000 9000", NONE, VOY, "p1 voy 4000, p2 resto, p3 resto, p1 leave")
    assert hand.state.players[0].alive
    assert [(e.seat, e.amount) for e in hand.told(Fact.DESCARTA)] == [(1, 0)]
    hand.play("p2 descartar, p3 descartar, p2 declarar, p3 declarar")
    assert hand.over
    assert set(hand.shown()) == {1, 2, 3}


@pytest.mark.rule("P-F4")
def test_from_the_declaration_on_nobody_is_folded() -> None:
    hand = Hand("50k 50k 50k", JUEGOS, VOY, PASO, PASAR, KEEP, PASO, "p1 leave")
    assert (hand.mano, hand.state.players[0].alive) == (2, True)
    hand.play("p2 declarar, p3 declarar")
    assert hand.phase == "GUERRA_JUEGO"
    hand.play("p3 voy 1000")  # the server declines for p1
    assert hand.over
    assert [(e.seat, e.word) for e in hand.told(Fact.DICE)][-2:] == [(3, "voy"), (1, "paso")]
    assert set(hand.shown()) == {1, 2, 3}


@pytest.mark.rule("P-C3")
def test_leaving_his_turn_in_guerra_de_juego_declines_for_him() -> None:
    hand = Hand("50k 50k 50k", JUEGOS, VOY, PASO, PASAR, KEEP, PASO, DECLARE)
    hand.play("p1 voy 1000, p3 leave")
    assert hand.over
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == ["pot:pozo>seat:1 1000"]


@pytest.mark.rule("P-K")
def test_everybody_leaving_ends_the_hand() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, "p2 leave, p3 leave")
    assert hand.phase == "MOSTRAR"
    hand.play("p1 leave")
    assert (hand.over, hand.player.step.need.stand) == (True, (1, 2, 3))  # type: ignore[union-attr]


# ── cancelling ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:117", "P-G")
@pytest.mark.parametrize(
    "lines",
    [
        (),
        (NONE,),
        (NONE, "p1 voy 8000, p2 voy 8000"),
        (NONE, "p1 voy 5000, p2 paso, p3 paso"),
        (NONE, VOY, "p1 voy 9000, p2 igualar, p3 voy 20000"),
        (NONE, VOY, "p1 voy 9000, p2 igualar, p2 leave"),
        (ONE, VOY, PASO, "p1 igualar 5000, p2 llevo"),
        (ONE, VOY, "p1 voy 9000, p2 llevo"),
        (NONE, VOY, "p1 voy 9000, p2 igualar, p3 paso, p1 descartar 2o"),
        (NONE, VOY, "p1 voy 9000, p2 igualar, p3 paso, p1 descartar 2o, p2 descartar"),
        (JUEGOS, VOY, PASO, PASAR, KEEP, "p1 voy 2000, p2 igualar, p3 igualar, p1 voy 1000"),
        (JUEGOS, VOY, PASO, PASAR, KEEP, PASO, "p1 declarar"),
        (JUEGOS, VOY, PASO, PASAR, KEEP, PASO, DECLARE, "p1 voy 7000"),
    ],
)
def test_cancelled_everything_that_was_not_awarded_returns_once(lines: tuple[str, ...]) -> None:
    hand = Hand("50k 50k 50k", *lines, "d cancel")
    assert (hand.phase, hand.over, hand.stacks, hand.pots) == ("CANCELADA", True, [50_000] * 3, {})
    assert hand.refused("d cancel") == "hand_over"


@pytest.mark.rule("000:117", "P-G", "P-K")
def test_what_was_awarded_stays_awarded() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000, p2 llevo, p3 igualar, d cancel")
    assert hand.stacks == [45_000, 59_250, 45_000]
    assert hand.moved("COMPENSACION") == ["pot:pozo>seat:1 9000", "pot:pozo>seat:3 9000"]


@pytest.mark.rule("P-K")
def test_in_mostrar_there_is_nothing_left_to_cancel() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, "p1 voy 1000, p2 paso, p3 paso")
    assert hand.refused("d cancel") == "nothing_to_cancel"
