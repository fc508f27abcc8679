"""Chapter C: rounds of bets."""

import pytest

from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

# nobody has juego
CARDS = deal("2o3o 4e5e 6c7c 2b3b", "4c5o 6e2c 3e5c Ab6o")
THREE = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"


def bets(stacks: str, *lines: str) -> Hand:
    return Hand(stacks, THREE, VOY, *lines)


@pytest.mark.rule("000:60", "000:62", "000:63", "P-C3")
def test_a_round_with_four_cards_begins_at_la_mano() -> None:
    hand = bets("50k 50k 50k")
    assert (hand.phase, hand.asked) == ("APUESTA", (1,))
    assert [len(hand.cards(seat)) // 2 for seat in (1, 2, 3)] == [4, 4, 4]
    assert hand.offers(1) == ["voy", "resto", "paso"]
    hand.play("p1 voy 4000")
    assert hand.offers(2) == ["igualar", "voy", "resto", "paso"]


@pytest.mark.rule("000:64", "P-C1")
def test_voy_names_the_total_above_the_highest_bet_in_steps() -> None:
    hand = bets("50k 50k 50k", "p1 voy 4000, p2 voy 9000, p3 igualar")
    offer = hand.offer(1, "voy")
    assert (offer.least, offer.most, offer.step, offer.paid) == (9_500, 45_000, 500, 4_000)
    assert hand.refused("p1 voy 9000") == "amount_too_low"
    assert hand.refused("p1 voy 9700") == "amount_off_step"
    assert hand.refused("p1 voy 45500") == "amount_too_high"
    hand.play("p1 voy 9500")
    assert hand.moved(last=True) == ["seat:1>pot:pozo 5500 APUESTA"]


@pytest.mark.rule("000:66", "P-C")
def test_paso_with_nothing_owed_is_a_check_and_stays() -> None:
    hand = bets("50k 50k 50k", "p1 paso")
    assert hand.state.players[0].status == "juega"
    hand.play("p2 voy 1000, p3 paso")
    assert hand.asked == (1,)


@pytest.mark.rule("000:67", "P-C")
def test_paso_against_a_bet_retires() -> None:
    hand = bets("50k 50k 50k", "p1 voy 1000, p2 paso")
    assert hand.state.players[1].status == "retirado"
    assert hand.refused("p2 igualar") == "not_your_turn"


@pytest.mark.rule("000:68", "P-C")
def test_igualar_covers_only_the_difference_and_needs_the_chips_for_it() -> None:
    hand = bets("50k 50k 8000", "p1 voy 1000, p2 voy 4500")
    assert hand.offers(3) == ["resto", "paso"]
    hand.play("p3 resto, p1 igualar")
    assert hand.moved("APUESTA")[-1] == "seat:1>pot:pozo 3500"


@pytest.mark.rule("P-C")
def test_igualar_with_exactly_the_chips_leaves_him_all_in() -> None:
    hand = bets("50k 50k 8000", "p1 voy 3000, p2 paso, p3 igualar")
    assert hand.state.players[2].status == "resto"


@pytest.mark.rule("000:69", "000:109", "P-C2")
def test_resto_puts_in_everything_below_it_calls_for_less() -> None:
    hand = bets("50k 50k 8000", "p1 voy 4500, p2 igualar, p3 resto")
    assert hand.stacks[2] == 0
    assert (hand.phase, hand.state.players[2].status) == ("DESCARTE", "resto")  # nobody again


@pytest.mark.rule("P-C2")
def test_resto_above_it_by_any_amount_reopens_for_everybody() -> None:
    hand = bets("50k 50k 9700", "p1 voy 4500, p2 igualar, p3 resto")
    assert (hand.asked, hand.offer(1, "igualar").cost) == ((1,), 200)
    assert hand.offer(1, "voy").least == 5_000
    hand.play("p1 igualar")
    assert hand.asked == (2,)


@pytest.mark.rule("P-C3")
def test_after_a_raise_everybody_else_answers_once_more_from_the_raisers_left() -> None:
    hand = Hand("50k 50k 50k 50k", CARDS, VOY, "p4 voy 5000, p1 paso, p2 voy 1000, p3 igualar")
    asked = []
    for line in ("p4 voy 3000", "p1 igualar", "p2 igualar", "p3 igualar"):
        hand.play(line)
        asked.append(hand.asked)
    assert asked == [(1,), (2,), (3,), (1,)]
    assert hand.phase == "DESCARTE"


@pytest.mark.rule("000:65", "000:113", "000:119", "P-C3")
def test_what_nobody_matched_returns_before_the_next_phase_without_rake() -> None:
    hand = bets("100k 25k 50k", "p1 paso, p2 paso, p3 voy 5000, p1 voy 50000, p2 resto, p3 paso")
    assert hand.moved(last=True) == ["pot:pozo>seat:1 30000 DEVOLUCION_NO_IGUALADA"]
    assert hand.pots == {"pique": 15_000, "pozo": 45_000}


@pytest.mark.rule("P-C3")
def test_the_second_contribution_counts_also_when_its_owner_is_out_or_gone() -> None:
    hand = bets("50k 50k 50k", "p1 voy 3000, p2 voy 9000, p3 paso, p1 leave")
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == ["pot:pozo>seat:2 6000"]


@pytest.mark.rule("P-C3")
def test_the_top_bettors_excess_returns_although_he_has_left() -> None:
    hand = bets("50k 50k 50k", "p1 voy 9000, p1 leave, p2 igualar, p3 paso")
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == []  # p2 matched it all
    hand = bets("50k 7000 50k", "p1 voy 9000, p1 leave, p2 resto, p3 paso")
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == ["pot:pozo>seat:1 7000"]


@pytest.mark.rule("P-C3")
def test_a_returned_excess_brings_back_who_was_all_in() -> None:
    hand = bets("20k 9000 50k", "p1 resto, p2 resto, p3 paso")
    assert [p.status for p in hand.state.players] == ["juega", "resto", "retirado"]
    assert hand.stacks == [11_000, 0, 45_000]


@pytest.mark.rule("P-C3")
def test_the_round_closes_at_once_when_one_is_left_with_chips_who_owes_nothing() -> None:
    hand = bets("50k 8000 9000", "p1 paso, p2 resto, p3 resto")
    assert hand.asked == (1,)  # he owes
    hand.play("p1 igualar")
    assert hand.phase == "DESCARTE"


@pytest.mark.rule("P-C3")
def test_rounds_of_one_with_chips_close_by_themselves_but_discard_and_declaration_are_asked() -> (
    None
):
    hand = Hand("5000 5000", deal("2o3o 4e5e", "4c5o 6e2c"), "p1 voy 5000, p2 voy 5000")
    assert (hand.phase, hand.state.happened[-1]) == ("DESCARTE", "DESCARTE")  # no juego: no window
    hand.play("p1 descartar, p2 descartar")
    assert hand.phase == "DECLARACION"
    assert not {"APUESTA", "GUERRA", "CANTICOS"} & set(hand.state.happened)
    hand.play("p1 declarar, p2 declarar")
    assert hand.over


@pytest.mark.rule("P-C3")
def test_all_in_from_the_pique_a_window_can_still_open() -> None:
    hand = Hand("5000 5000", deal("2o7c 4e5e", "3e6b 6e2c"), "p1 voy 5000, p2 voy 5000")
    assert (hand.phase, hand.offers(1), hand.offers(2)) == (
        "VALIDACION",
        ["pasar", "llevo"],
        ["pasar"],
    )


@pytest.mark.rule("000:135", "P-C")
def test_silence_checks_when_it_is_free_else_retires() -> None:
    hand = bets("50k 50k 50k", "p1 idle")
    assert hand.state.players[0].alive
    hand.play("p2 voy 1000, p3 idle")
    assert not hand.state.players[2].alive
    words = [(e.seat, e.word) for e in hand.told(Fact.DICE)][-3:]
    assert words == [(1, "paso"), (2, "voy"), (3, "paso")]


@pytest.mark.rule("000:114", "P-G")
def test_bets_are_taken_the_moment_they_are_accepted() -> None:
    hand = bets("50k 50k 50k", "p1 voy 4000")
    assert (hand.stacks, hand.pots) == ([41_000, 45_000, 45_000], {"pique": 15_000, "pozo": 4_000})


@pytest.mark.rule("P-K")
def test_one_left_ends_the_hand_without_a_showdown() -> None:
    hand = bets("50k 50k 50k", "p1 voy 4000, p2 paso, p3 paso")
    assert (hand.phase, hand.asked) == ("MOSTRAR", (1,))
    assert hand.moved("PREMIO") == ["pot:pique>house:rake 750", "pot:pique>seat:1 14250"]
