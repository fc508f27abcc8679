"""Chapters B4–B6: the Banda, the restart, the second botada."""

import pytest

from tapete.games.primera import Rules
from tapete.games.primera.banda import tariff
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

PLAIN = deal("2o3c 4e5b 6o7c")


@pytest.mark.rule("000:50", "000:52", "000:118", "P-B4", "P-B5")
def test_a_sole_voy_gets_all_back_the_passers_pay_and_it_is_dealt_again_for_nothing() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso")
    assert hand.moved(last=True) == [
        "pot:pique>seat:1 5000 DEVOLUCION_PIQUE",
        "seat:2>pot:banda 2000 BANDA",
        "seat:3>pot:banda 2000 BANDA",
    ]
    assert (hand.phase, hand.mano, hand.pots) == ("REPARTO", 2, {"banda": 4_000})
    before = hand.stacks
    hand.play(PLAIN)
    assert (hand.phase, hand.asked, hand.stacks) == ("PIQUE", (2,), before)


@pytest.mark.rule("000:54", "000:55", "P-B4")
@pytest.mark.parametrize(("minimum", "due"), [(5_000, 2_000), (9_500, 2_000), (10_000, 5_000)])
def test_the_tariff_follows_the_configured_minimum(minimum: int, due: int) -> None:
    assert tariff(Rules(pique_minimo=minimum)) == due
    hand = Hand("90k 90k 90k", PLAIN, "p1 voy 50000, p2 paso, p3 paso", pique_minimo=minimum)
    assert hand.pots == {"banda": 2 * due}  # and not La Mano's price


@pytest.mark.rule("000:53", "P-B4")
def test_the_banda_is_never_more_than_he_has() -> None:
    hand = Hand("50k 5300 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso", banda_baja=4_000)
    assert hand.stacks == [50_000, 1_300, 46_000]
    hand.play(PLAIN, "p2 paso, p3 voy 5000, p1 paso, p2 paso")
    assert hand.moved("BANDA")[2:] == ["seat:1>pot:banda 4000", "seat:2>pot:banda 1300"]
    hand.play(PLAIN)  # with nothing left he is not dealt in, and pays nothing more
    assert [bool(p.cards) for p in hand.state.players] == [True, False, True]


@pytest.mark.rule("P-B4")
def test_without_a_voy_there_is_no_banda() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 paso, p2 paso, p3 paso")
    assert (hand.phase, hand.stacks, hand.pots) == ("REPARTO", [50_000] * 3, {})


@pytest.mark.rule("P-B4", "P-B7")
def test_the_bandas_join_the_lowest_level_of_the_pique_that_closes_and_are_raked_with_it() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso")
    hand.play(deal("2o3c 4e5b 6o7c", "2b2c 2e3e"), "p2 voy 5000, p3 voy 5000, p1 paso")
    assert hand.moved("BANDA")[-1] == "pot:banda>pot:pique 4000"
    assert hand.pots == {"pique": 14_000}
    hand.play("p2 voy 10000, p3 paso, p2 ocultar")
    assert hand.moved("PREMIO") == ["pot:pique>house:rake 700", "pot:pique>seat:2 13300"]
    assert hand.stacks == [50_000, 56_300, 43_000]


@pytest.mark.rule("P-B4")
def test_banda_a_voy_pays_the_sole_voy_at_once_and_stands_when_cancelled() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso", banda_a="voy")
    assert hand.stacks == [54_000, 48_000, 48_000]
    hand.play("d cancel")
    assert hand.stacks == [54_000, 48_000, 48_000]


@pytest.mark.rule("P-B4", "P-B5")
def test_cancelled_each_banda_returns_to_its_payer() -> None:
    hand = Hand("50k 50k 3000", PLAIN, mano=1, pique_minimo=3_000)
    hand.play("p1 voy 5000, p2 paso, p3 paso", PLAIN, "p2 voy 5000, d cancel")
    assert (hand.phase, hand.stacks, hand.pots) == ("CANCELADA", [50_000, 50_000, 3_000], {})
    assert sorted(hand.moved("COMPENSACION")) == [
        "pot:banda>seat:2 2000",
        "pot:banda>seat:3 2000",
        "pot:pique>seat:2 5000",
    ]


@pytest.mark.rule("P-B4", "P-B5")
def test_joined_bandas_return_too_while_the_lowest_level_waits() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso", PLAIN)
    hand.play("p2 voy 5000, p3 voy 5000, p1 paso, p2 voy 7000, d cancel")
    assert (hand.phase, hand.stacks) == ("CANCELADA", [50_000] * 3)


@pytest.mark.rule("P-B5")
def test_the_last_restart_allowed_cancels_and_la_mano_rotates() -> None:
    hand = Hand("50k 50k", *[deal("2o3c 4e5b"), "p1 paso, p2 paso"], max_reinicios=2)
    assert (hand.phase, hand.mano) == ("REPARTO", 2)
    hand.play(deal("2o3c 4e5b"), "p2 voy 5000, p1 paso")
    assert (hand.phase, hand.stacks) == ("CANCELADA", [50_000, 50_000])
    assert hand.player.step.need.memory.mano == 3  # type: ignore[union-attr]


@pytest.mark.rule("P-A3", "P-B5")
def test_fewer_than_two_that_can_be_dealt_in_cancels() -> None:
    hand = Hand("50k 5000", deal("2o3c 4e5b"), "p1 voy 5000, p2 paso", banda_baja=5_000)
    assert (hand.phase, hand.stacks) == ("CANCELADA", [50_000, 5_000])
    hand = Hand("50k 50k", deal("2o3c 4e5b"), "p2 leave, p1 voy 5000")
    assert (hand.phase, hand.stacks) == ("CANCELADA", [50_000, 50_000])


@pytest.mark.rule("P-A2", "P-B5")
def test_the_title_rotates_from_the_last_titular_and_the_order_is_refund_banda_count() -> None:
    hand = Hand("50k 50k 50k", PLAIN, "p1 paso, p2 voy 5000, p3 paso, p1 paso")
    assert (hand.state.titular, hand.mano) == (2, 2)  # from titular 1, not from mano 2
    order = [str(getattr(e, "what", "") or getattr(e, "why", "")) for e in hand.last]
    assert order == ["dice", "DEVOLUCION_PIQUE", "banda", "BANDA", "BANDA", "reinicio", "mano"]


@pytest.mark.rule("000:56", "P-B6")
def test_the_second_botada_with_two_cards_of_a_suit_is_shown_to_all() -> None:
    hand = Hand("50k 50k 50k", deal("2o3o 4e5b 6c7c"), "p1 voy 5000, p2 paso, p3 paso")
    assert hand.shown() == {}  # the first one shows nothing, suited or not
    hand.play(deal("4e5e 6o7c 2b3b"), "p2 paso, p3 voy 5000, p1 voy 5000")
    [botada] = hand.told(Fact.BOTADA)
    assert (botada.seat, botada.cards, botada.only) == (2, ("4e", "5e"), ())
    assert botada.pause == "botada_s"


@pytest.mark.rule("P-B6")
def test_several_botadas_wait_once_and_count_in_restarts_too() -> None:
    start = ("p1 paso, p2 paso, p3 paso", deal("2o3o 4e5e 6c7b"))
    hand = Hand("50k 50k 50k", PLAIN, *start, "p2 paso, p3 paso, p1 paso")
    assert [(e.seat, e.pause) for e in hand.told(Fact.BOTADA)] == [(2, "botada_s"), (3, "")]
    hand = Hand("50k 50k 50k", PLAIN, *start, "p2 paso, p3 paso, p1 paso", revelar_botada=False)
    assert hand.shown() == {}
