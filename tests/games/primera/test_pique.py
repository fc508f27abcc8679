"""Chapter B1–B3, B7: the price, Voy and Paso, the reopening, the close of the pique."""

import pytest

from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

PLAIN = deal("2o3c 4e5b 6o7c")


@pytest.mark.rule("000:30", "000:43", "000:44", "P-B1")
def test_la_mano_speaks_first_and_only_voy_and_paso_exist() -> None:
    hand = Hand("100k 100k 100k", PLAIN, mano=2)
    assert (hand.phase, hand.asked) == ("PIQUE", (2,))
    assert hand.offers(2) == ["voy", "paso"]
    assert hand.offers(1) == hand.offers(3) == []
    assert hand.refused("p2 resto") == hand.refused("p2 igualar") == "not_offered"
    hand.play("p2 voy 5000")
    assert (hand.asked, hand.offers(3)) == ((3,), ["voy", "paso"])
    hand.play("p3 paso")
    assert hand.asked == (1,)


@pytest.mark.rule("000:45", "P-B1")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("p1 voy 4000", "amount_too_low"),
        ("p1 voy 5200", "amount_off_step"),
        ("p1 voy 100500", "amount_too_high"),
        ("p1 voy", "amount_missing"),
        ("p1 voy 0", "amount_too_low"),
        ("p1 voy -5000", "amount_too_low"),
        ("p1 paso 5000", "amount_unwanted"),
        ("p1 voy 5000 2o", "cards_wrong_count"),
        ("p2 voy 5000", "not_your_turn"),
        ("p1 voy 5000", "accepted"),
        ("p1 voy 37500", "accepted"),
        ("p1 voy 100200", "accepted"),  # exactly all she has
    ],
)
def test_her_price_is_from_the_minimum_to_her_balance_in_steps(line: str, answer: str) -> None:
    assert Hand("100200 100k 100k", PLAIN).refused(line) == answer


@pytest.mark.rule("000:46", "P-B2")
def test_the_others_pay_exactly_the_price_or_go_with_all_they_have() -> None:
    hand = Hand("100k 100k 6k", PLAIN, "p1 voy 8000")
    assert hand.refused("p2 voy 9000") == "amount_too_high"
    assert hand.refused("p2 voy 7500") == "amount_too_low"
    hand.play("p2 voy 8000")
    assert (hand.offer(3, "voy").least, hand.offer(3, "voy").most) == (6_000, 6_000)
    hand.play("p3 voy 6000")
    assert hand.stacks[2] == 0
    assert hand.state.players[2].status == "resto"


@pytest.mark.rule("000:47", "000:48", "000:49", "P-B2")
def test_voy_pays_into_the_pique_and_stays_in_paso_is_out_of_it() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 voy 8000")
    assert hand.moved() == ["seat:1>pot:pique 8000 APORTE_PIQUE"]
    hand.play("p2 paso, p3 voy 8000")
    assert hand.phase == "APUESTA"
    assert hand.pots == {"pique": 16_000}  # apart from the pozo, which does not exist yet
    assert hand.state.pozo == 0
    assert [p.alive for p in hand.state.players] == [True, False, True]
    hand.play("p1 voy 1000")
    assert hand.pots == {"pique": 16_000, "pozo": 1_000}


@pytest.mark.rule("P-A4", "P-B1")
def test_la_mano_who_passes_hands_title_and_price_to_exactly_the_next_to_speak() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 paso")
    assert (hand.mano, hand.asked) == (2, (2,))
    assert hand.offer(2, "voy").most == 100_000
    hand.play("p2 paso")
    assert (hand.mano, hand.asked) == (3, (3,))
    hand.play("p3 voy 20000")
    assert hand.mano == 3


@pytest.mark.rule("P-B1")
def test_with_less_than_the_minimum_she_goes_with_all_and_the_price_is_the_minimum() -> None:
    """Possible only after a restart: at the first deal everybody can pay the minimum."""
    hand = Hand("50k 6000 50k", PLAIN, "p1 voy 5000, p2 paso, p3 paso", PLAIN)
    assert (hand.mano, hand.stacks) == (2, [50_000, 4_000, 48_000])
    offer = hand.offer(2, "voy")
    assert (offer.least, offer.most) == (4_000, 4_000)
    hand.play("p2 voy 4000")
    assert (hand.offer(3, "voy").least, hand.offer(3, "voy").most) == (5_000, 5_000)


@pytest.mark.rule("000:51", "P-B3")
def test_the_reopening_asks_only_who_passed_before_there_was_a_price() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 paso, p2 voy 8000, p3 paso")
    assert (hand.phase, hand.mano, hand.asked) == ("REAPERTURA", 2, (1,))
    assert hand.offers(1) == ["voy", "paso"]
    assert hand.refused("p1 voy 9000") == "amount_too_high"
    assert hand.refused("p3 voy 8000") == "not_your_turn"
    hand.play("p1 voy 8000")
    assert (hand.phase, hand.mano) == ("APUESTA", 2)  # the title does not come back


@pytest.mark.rule("P-B3")
def test_the_reopening_goes_clockwise_from_the_voy_also_after_another_voy() -> None:
    hand = Hand("100k 100k 100k 100k", deal("2o3c 4e5b 6o7c 2b3b"), mano=3)
    hand.play("p3 paso, p4 paso, p1 voy 5000, p2 paso")
    assert (hand.phase, hand.asked) == ("REAPERTURA", (3,))
    hand.play("p3 voy 5000")
    assert (hand.phase, hand.asked) == ("REAPERTURA", (4,))
    hand.play("p4 voy 5000")
    assert (hand.phase, hand.pots) == ("APUESTA", {"pique": 15_000})


@pytest.mark.rule("P-B3")
def test_a_second_paso_in_the_reopening_is_final_and_the_cards_stay_until_then() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 paso, p2 voy 8000, p3 paso")
    assert hand.cards(1) == "2o3c"
    hand.play("p1 paso")
    assert (hand.phase, hand.state.reinicios) == ("REPARTO", 1)


@pytest.mark.rule("P-B3")
def test_two_voys_or_a_table_without_it_have_no_reopening() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 paso, p2 voy 8000, p3 voy 8000")
    assert hand.phase == "APUESTA"
    hand = Hand("100k 100k 100k", PLAIN, "p1 paso, p2 voy 8000, p3 paso", reapertura=False)
    assert hand.phase == "REPARTO"


@pytest.mark.rule("P-B7")
def test_at_the_close_the_excess_returns_and_passers_lay_their_cards_beside_the_deck() -> None:
    hand = Hand("100k 6000 7000 100k", deal("2o3c 4e5b 6o7c 2b3b"))
    hand.play("p1 voy 50000, p2 voy 6000, p3 voy 7000, p4 paso")
    assert hand.moved("DEVOLUCION_PIQUE") == ["pot:pique>seat:1 43000"]
    assert hand.pots == {"pique": 20_000}
    assert [(e.seat, e.amount) for e in hand.told(Fact.RECOGE)] == [(4, 2)]
    assert (len(hand.state.beside), hand.cards(4)) == (2, "")


@pytest.mark.rule("P-B7")
def test_a_price_that_nobody_covers_returns_in_part_and_she_plays_on_with_it() -> None:
    hand = Hand("9000 6000", deal("2o3c 4e5b"), "p1 voy 9000")
    assert hand.state.players[0].status == "resto"
    hand.play("p2 voy 6000")
    assert hand.state.players[0].status == "juega"
    assert (hand.stacks, hand.pots) == ([3_000, 0], {"pique": 12_000})


@pytest.mark.rule("000:135")
def test_silence_in_the_pique_is_paso() -> None:
    hand = Hand("100k 100k 100k", PLAIN, "p1 idle")
    assert [(e.seat, e.word) for e in hand.told(Fact.DICE)] == [(1, "paso")]
    hand.play("p2 voy 5000, p3 idle, p1 idle")
    assert [p.word for p in hand.state.players] == ["", "", ""]  # dealt again
    assert hand.state.reinicios == 1
