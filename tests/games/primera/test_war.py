"""Guerra, Cánticos, Declaración and Guerra de Juego."""

import pytest

from tapete.game.contract import Decide
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
PASO = "p1 paso, p2 paso, p3 paso"
PASAR = "p1 pasar, p2 pasar, p3 pasar"
KEEP = "p1 descartar, p2 descartar, p3 descartar"
DECLARE = "p1 declarar, p2 declarar, p3 declarar"
NONE = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")  # Puntos 40, 47, 54
ONE = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")  # p2 Primera 65


def guerra(cards: str, stacks: str = "50k 50k 50k", window: bool = False) -> Hand:
    return Hand(stacks, cards, VOY, PASO, *([PASAR] if window else []), KEEP)


@pytest.mark.rule("000:63", "000:87", "P-C")
def test_guerra_is_a_round_of_bets_from_la_mano() -> None:
    hand = guerra(NONE)
    assert (hand.phase, hand.asked, hand.offers(1)) == ("GUERRA", (1,), ["voy", "resto", "paso"])
    hand.play("p1 voy 2000")
    assert hand.offers(2) == ["igualar", "voy", "resto", "paso"]


@pytest.mark.rule("000:86", "000:97")
def test_the_cards_of_guerra_are_those_that_are_compared() -> None:
    hand = Hand("50k 50k", deal("2o3o 4e5e", "4c5o 6e2c", "3b4b"), "p1 voy 5000, p2 voy 5000")
    hand.play("p1 paso, p2 paso, p1 descartar 4c, p2 descartar 2c", "d sh 4c2c")
    final = {seat: hand.cards(seat) for seat in (1, 2)}
    assert (hand.phase, final) == ("GUERRA", {1: "2o3o5o3b", 2: "4e5e6e4b"})
    hand.play("p1 voy 2000, p2 igualar, p1 paso, p2 paso, p1 declarar, p2 declarar")
    assert hand.shown() == final
    assert hand.stacks == [43_000, 56_300]


@pytest.mark.rule("000:88", "P-C3")
def test_all_pass_in_guerra_goes_to_the_declaration_without_canticos() -> None:
    hand = guerra(NONE).play(PASO)
    assert hand.phase == "DECLARACION"
    assert "CANTICOS" not in hand.state.happened


@pytest.mark.rule("000:89")
def test_canticos_is_a_second_plain_round_only_after_a_bet_in_guerra() -> None:
    hand = guerra(NONE).play("p1 voy 2000, p2 igualar, p3 igualar")
    assert (hand.phase, hand.asked, hand.offers(1)) == ("CANTICOS", (1,), ["voy", "resto", "paso"])
    hand.play("p1 voy 1000, p2 igualar, p3 paso")
    assert hand.phase == "FIN"  # a bet in Cánticos: showdown
    assert "DECLARACION" not in hand.state.happened


@pytest.mark.rule("000:90", "P-H")
def test_canticos_without_a_bet_asks_all_to_declare_and_then_it_is_public() -> None:
    hand = guerra(ONE, window=True).play("p1 voy 2000, p2 igualar, p3 igualar", PASO)
    need = hand.player.step.need
    assert need == Decide((1, 2, 3), "ventana_s", hand.turn, sealed=True)
    assert hand.phase == "DECLARACION"
    hand.play("p3 declarar, p1 declarar")
    assert hand.told(Fact.JUEGO) == []
    hand.play("p2 declarar")  # all have answered: it ends early
    assert [(e.seat, e.word) for e in hand.told(Fact.JUEGO)] == [
        (1, "sin_juego"), (2, "juego"), (3, "sin_juego"),
    ]  # fmt: skip


@pytest.mark.rule("000:91", "000:135")
def test_the_servers_evaluation_counts_whatever_is_answered() -> None:
    spoken = guerra(ONE, window=True).play(PASO, DECLARE)
    silent = guerra(ONE, window=True).play(PASO, "p1 idle, p2 idle, p3 idle")
    assert spoken.state == silent.state
    hand = guerra(NONE).play(PASO)
    assert hand.offers(1) == ["declarar"]  # there is no other word


@pytest.mark.rule("000:92")
def test_nobody_with_juego_compares_points_in_the_showdown() -> None:
    hand = guerra(NONE).play(PASO, DECLARE)
    assert (hand.phase, set(hand.shown())) == ("FIN", {1, 2, 3})
    assert hand.stacks == [45_000, 45_000, 59_250]
    assert "GUERRA_JUEGO" not in hand.state.happened


@pytest.mark.rule("000:93", "P-F5")
def test_one_with_juego_wins_and_must_show() -> None:
    hand = guerra(ONE, window=True).play(PASO, DECLARE)
    assert (hand.phase, hand.stacks) == ("FIN", [45_000, 59_250, 45_000])
    assert hand.shown()[2] == "2c4o7e6b"


@pytest.mark.rule("000:108", "P-F5")
def test_the_only_juego_shows_even_if_nobody_competes_with_it_for_a_pot() -> None:
    """p2 took the pique in the window and nobody bet; p1 finds a Segunda in the discard."""
    cards = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c", "Ao")
    hand = Hand("50k 50k 50k", cards, VOY, PASO, "p1 pasar, p2 llevo, p3 pasar")
    hand.play("p1 descartar 4c, p3 descartar", "d sh 4c2c4o7e6b")
    hand.play("p1 paso, p3 paso, p1 declarar, p3 declarar")
    words = [(e.seat, e.word) for e in hand.told(Fact.JUEGO)]
    assert (words, hand.pots) == ([(1, "juego"), (3, "sin_juego")], {})
    assert hand.shown() == {1: "2o3o5oAo", 2: "2c4o7e6b"}  # p3 need not


@pytest.mark.rule("000:94", "000:95")
def test_two_with_juego_bet_once_more_alone_in_guerra_de_juego() -> None:
    cards = deal("2c4o 2o3o 6c7o", "7e6b 4c5o 3e5b")  # p1 and p3 Primera
    hand = guerra(cards, window=True).play(PASO, DECLARE)
    assert (hand.phase, hand.asked) == ("GUERRA_JUEGO", (1,))
    hand.play("p1 voy 3000")
    assert hand.asked == (3,)
    assert hand.refused("p2 igualar") == "not_your_turn"
    hand.play("p3 igualar")
    assert hand.phase == "FIN"


@pytest.mark.rule("000:95")
def test_it_goes_clockwise_from_la_mano_although_she_is_none_of_them() -> None:
    cards = deal("2o3o 2c4o 6c7o", "4c5o 7e6b 3e5b")
    hand = guerra(cards, window=True).play(PASO, DECLARE)
    assert (hand.mano, hand.asked) == (1, (2,))


@pytest.mark.rule("P-C3")
def test_with_fewer_than_two_who_can_bet_it_closes_by_itself() -> None:
    cards = deal("2c4o 2o3o 6c7o", "7e6b 4c5o 3e5b")
    hand = Hand("50k 50k 5000", cards, VOY, "p1 paso, p2 paso", PASAR, KEEP)
    hand.play("p1 paso, p2 paso", DECLARE)
    assert hand.phase == "FIN"
    assert "GUERRA_JUEGO" not in hand.state.happened


@pytest.mark.rule("000:96", "P-F4")
def test_who_declines_acts_no_more_and_keeps_what_he_covered() -> None:
    """p1 (La Mano) Primera 54, p2 Primera 64, p3 Segunda 57."""
    hand = guerra(deal("2o3c 6o7c Ac2c", "4e5b 2e3b 4c5c"), window=True)
    hand.play("p1 voy 12000, p2 igualar, p3 igualar", PASO, DECLARE)
    hand.play("p1 voy 8000, p2 voy 9000, p3 paso")
    assert hand.state.players[2].alive
    assert hand.asked == (1,)
    hand.play("p1 voy 10000, p2 igualar")  # raised again: p3 is not asked any more
    assert [(e.word, e.amount) for e in hand.told(Fact.BOTE)] == [
        ("pique", 15_000), ("pozo", 36_000), ("pozo", 20_000),
    ]  # fmt: skip
    assert hand.stacks == [23_000, 42_000, 81_450]


@pytest.mark.rule("000:135")
def test_silence_in_guerra_de_juego_checks_or_declines() -> None:
    cards = deal("2c4o 2o3o 6c7o", "7e6b 4c5o 3e5b")
    hand = guerra(cards, window=True).play(PASO, DECLARE, "p1 idle, p3 voy 1000, p1 idle")
    assert hand.phase == "FIN"
    assert hand.shown().keys() == {1, 2, 3}
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == ["pot:pozo>seat:3 1000"]
