"""Chapters L and B8–B10: Llevo Juego, its secrecy, and the contest of the pique."""

import pytest

from tapete.game.laws import sight
from tapete.games.primera import GAME
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
# p1 Puntos, p2 Primera (2c 4o 7e 6b), p3 Puntos
THREE = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")


@pytest.mark.rule("000:70", "P-L")
def test_who_owes_and_has_juego_is_offered_llevo_and_no_llevo_instead_of_paso() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY)
    hand.play("p1 voy 10000")
    assert hand.offers(2) == ["igualar", "voy", "resto", "llevo", "no_llevo"]
    assert hand.refused("p2 paso") == "not_offered"
    hand.play("p2 no_llevo")
    assert hand.offers(3) == ["igualar", "voy", "resto", "paso"]


@pytest.mark.rule("000:70", "P-L")
@pytest.mark.parametrize(
    ("two", "more", "offered"),
    [
        ("2c4c", "7c3c", True),  # Segunda
        ("Ac6c", "7c4o", True),  # Chivo
        ("2c4o", "7e6b", True),  # Primera
        ("7c6c", "5c4o", False),  # Puntos 54, the most that is no juego
    ],
)
def test_each_of_the_three_combinations_opens_the_decision_and_points_do_not(
    two: str, more: str, offered: bool
) -> None:
    hand = Hand("50k 50k", deal(f"2o3o {two}", f"5o4e {more}"), "p1 voy 5000, p2 voy 5000")
    hand.play("p1 voy 10000")
    last = ["llevo", "no_llevo"] if offered else ["paso"]
    assert hand.offers(2) == ["igualar", "voy", "resto", *last]


@pytest.mark.rule("P-L")
def test_nothing_owed_is_no_llevo_decision() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 paso")
    assert hand.offers(2) == ["voy", "resto", "paso"]


@pytest.mark.rule("000:71", "P-L")
def test_without_juego_a_llevo_is_refused_and_nothing_changes() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 voy 10000, p2 igualar")
    state = hand.state
    assert hand.refused("p3 llevo") == hand.refused("p3 no_llevo") == "not_offered"
    assert hand.state is state


@pytest.mark.rule("000:72", "P-B8", "P-B10")
def test_llevo_leaves_the_pozo_and_competes_for_the_pique() -> None:
    hand = Hand("100k 100k 100k", THREE, VOY, "p1 voy 50000, p2 llevo, p3 paso")
    assert hand.moved(last=True) == [
        "pot:pozo>seat:1 50000 DEVOLUCION_NO_IGUALADA",
        "pot:pique>house:rake 750 PREMIO",
        "pot:pique>seat:2 14250 PREMIO",
    ]
    assert (hand.phase, hand.stacks) == ("FIN", [95_000, 109_250, 95_000])
    assert hand.shown() == {2: "2c4o7e6b"}  # p1 need not show


@pytest.mark.rule("000:73", "P-D1")
def test_no_llevo_retires_and_the_cards_go_back_at_the_close_of_the_round() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 voy 10000, p2 no_llevo")
    assert hand.cards(2) == "2c4o7e6b"
    hand.play("p3 igualar")
    assert (hand.cards(2), len(hand.state.beside)) == ("", 4)
    hand.play("p1 descartar, p3 descartar")
    need = hand.player.step.need
    assert set(need.items) == {"2c", "4o", "7e", "6b"}  # type: ignore[union-attr]


@pytest.mark.rule("000:135", "P-L")
def test_silence_of_who_has_juego_is_no_llevo() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 voy 10000, p2 idle")
    [real] = hand.told(Fact.PALABRA)
    assert (real.word, real.only) == ("no_llevo", (2,))


@pytest.mark.rule("000:75", "P-B9", "P-L", "P-H")
@pytest.mark.parametrize("word", ["llevo", "no_llevo"])
def test_the_others_get_the_frames_of_a_paso_until_the_contest(word: str) -> None:
    """The twin: the same table where p2 has no juego (4b for 7e) and says plain paso."""
    plain = deal("2o3o 2c4o 6c7c", "4c5o 4b6b 3e5c")
    real, twin = Hand("50k 50k 50k", THREE, VOY), Hand("50k 50k 50k", plain, VOY)
    for line, other in (("p1 voy 10000",) * 2, (f"p2 {word}", "p2 paso")):
        real.play(line)
        twin.play(other)
        for seat in (1, 3, None):
            assert sight(real.last, seat) == sight(twin.last, seat)
            assert GAME.view(real.state, seat) == GAME.view(twin.state, seat)
    assert [(e.seat, e.word) for e in real.told(Fact.PALABRA)] == [(2, word)]
    assert [(e.seat, e.word) for e in twin.told(Fact.PALABRA)] == [(2, "paso")]
    view = GAME.view(real.state, 1)
    assert (view.seats[1].state, view.seats[1].word, view.seats[1].backs) == ("retirado", "paso", 4)


@pytest.mark.rule("P-L")
def test_a_plain_paso_that_owes_has_its_private_word_too_a_check_has_none() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 paso, p2 voy 1000, p3 paso")
    assert [(e.seat, e.word) for e in hand.told(Fact.PALABRA)] == [(3, "paso")]


@pytest.mark.rule("P-B9")
def test_a_sole_claimant_shows_and_the_contest_stays_eight_seconds() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 voy 10000, p2 llevo, p3 igualar")
    [contest] = hand.told(Fact.DISPUTA)
    assert contest.pause == "disputa_s"
    assert [e.seat for e in hand.told(Fact.LLEVA)] == [2]
    assert hand.shown() == {2: "2c4o7e6b"}
    assert hand.phase == "DESCARTE"  # p1 and p3 go on for the pozo
    assert (hand.pots, hand.cards(2)) == ({"pozo": 20_000}, "")
    view = GAME.view(hand.state, None)
    assert (view.seats[1].cards, view.seats[1].backs) == (("2c", "4o", "7e", "6b"), 0)
    hand.play("p1 descartar, p3 descartar", "d sh 2c4o7e6b")
    assert GAME.view(hand.state, None).seats[1].cards == ()  # back in the deck: nobody's


@pytest.mark.rule("P-B8", "P-F1")
def test_levels_of_the_pique_each_to_the_best_who_reached_it() -> None:
    """A 10,000, B 4,000 resto with Chivo, C 10,000 with Primera 70; B and C claim."""
    cards = deal("2o3o Ae4b 7o6c", "4c5o 6e7e 5b3e")
    hand = Hand("50k 4000 50k", cards, pique_minimo=3_000)
    hand.play("p1 voy 10000, p2 voy 4000, p3 voy 10000, p1 paso, p3 paso")
    assert hand.phase == "VALIDACION"
    hand.play("p1 pasar, p2 llevo, p3 llevo")
    assert [(e.word, e.amount) for e in hand.told(Fact.BOTE)] == [("pique", 12_000)] * 2
    awarded = [(pot.pot, pot.amount, pot.seats) for pot in GAME.view(hand.state, None).awarded]
    assert awarded == [("pique", 12_000, (2, 3)), ("pique", 12_000, (3,))]  # p1 chose the pozo
    assert hand.moved("PREMIO") == [
        "pot:pique>house:rake 600",
        "pot:pique>seat:2 11400",
        "pot:pique>house:rake 600",
        "pot:pique>seat:3 11400",
    ]


@pytest.mark.rule("P-B8")
def test_a_resto_competes_on_the_claimants_levels_and_stays_for_the_pozo() -> None:
    """p3 is all-in with a Segunda: it beats the claim of p2 without a word of his."""
    cards = deal("2o3o 2c4o 6c7c", "4e5o 7e6b 3c5c")
    hand = Hand("50k 50k 9000", cards, VOY, "p1 voy 10000, p2 llevo, p3 resto")
    assert hand.phase == "DESCARTE"
    assert hand.shown() == {2: "2c4o7e6b", 3: "6c7c3c5c"}
    assert hand.moved("PREMIO") == ["pot:pique>house:rake 750", "pot:pique>seat:3 14250"]
    player = hand.state.players[2]
    assert (player.status, player.chips) == ("resto", 14_250)  # a prize does not bring him back
    assert hand.pots == {"pozo": 8_000}


@pytest.mark.rule("P-B8", "P-K")
def test_a_resto_with_nothing_left_to_win_is_out_after_the_contest() -> None:
    hand = Hand("50k 50k 5000", THREE, VOY, "p1 voy 10000, p2 llevo")
    assert [e.seat for e in hand.told(Fact.FUERA)] == [3]
    assert hand.shown() == {2: "2c4o7e6b", 3: "6c7c3e5c"}
    assert hand.phase == "FIN"  # p1 is alone, nothing in the pozo
    order = [str(getattr(e, "what", "") or getattr(e, "why", "")) for e in hand.last]
    assert order.index("DEVOLUCION_NO_IGUALADA") < order.index("disputa") < order.index("PREMIO")
    assert order.index("PREMIO") < order.index("fuera") < order.index("recoge")


@pytest.mark.rule("P-B8", "P-L")
def test_levels_above_the_claims_wait_and_can_be_claimed_in_guerra() -> None:
    """p2 covers 5,000 of p1's and p3's 8,000; his claim takes that level, 6,000 wait."""
    cards = deal("2o3c 2b4o 7b7c", "6b5e 7e6c 5c4c")
    hand = Hand("50k 5000 50k", cards, "p1 voy 8000, p2 voy 5000, p3 voy 8000")
    hand.play("p1 paso, p3 paso")
    assert hand.phase == "VALIDACION"  # p1 Primera 2o3c6b5e, p2 Primera 2b4o7e6c
    hand.play("p1 pasar, p2 llevo, p3 pasar")
    assert (hand.state.settled, hand.pots) == (5_000, {"pique": 6_000})
    hand.play("p1 descartar, p3 descartar", "d sh 2b4o7e6c", "p1 paso, p3 voy 2000")
    assert hand.offers(1) == ["igualar", "voy", "resto", "llevo", "no_llevo"]
    hand.play("p1 llevo")
    assert hand.moved("PREMIO")[-2:] == ["pot:pique>house:rake 300", "pot:pique>seat:1 5700"]
    assert (hand.phase, hand.stacks[2]) == ("FIN", 42_000)


@pytest.mark.rule("P-B8")
def test_with_no_pending_level_of_his_there_is_no_llevo_any_more() -> None:
    hand = Hand("50k 50k 50k", THREE, VOY, "p1 paso, p2 paso, p3 paso")
    assert hand.phase == "VALIDACION"
    hand.play("p1 pasar, p2 llevo, p3 pasar, p1 descartar, p3 descartar 6c7c3e5c")
    hand.play("d sh 2c4o7e6b6c7c3e5c")
    assert hand.pots == {}
    hand.play("p1 voy 1000")
    assert hand.offers(3)[-1] == "paso"  # whatever he holds


# p2 alone has juego; p3 and p4 top the pique up to 10,000 in the window
TOPPED = deal("2o3o 2b4o 7b7c 2e3e", "6o7o 7e6c 5c4c Ac5e")
FOUR = "p1 voy 5000, p2 voy 5000, p3 voy 5000, p4 voy 5000, p1 paso, p2 paso, p3 paso, p4 paso"
KEEP = "p1 descartar, p2 descartar, p3 descartar, p4 descartar"


@pytest.mark.rule("P-B8", "P-F1")
def test_a_level_that_nobody_alive_reached_joins_the_claimed_one_below() -> None:
    hand = Hand("50k 50k 50k 50k", TOPPED)
    hand.play(FOUR, "p3 igualar 5000, p4 igualar 5000, p1 pasar, p2 pasar", KEEP)
    hand.play("p1 voy 1000, p2 llevo, p3 paso, p4 paso")
    assert [(e.word, e.amount) for e in hand.told(Fact.BOTE)] == [("pique", 30_000)]
    assert hand.moved("PREMIO") == ["pot:pique>house:rake 1500", "pot:pique>seat:2 28500"]


@pytest.mark.rule("P-B8", "P-F1")
def test_joined_to_a_level_that_was_awarded_it_goes_to_its_contributors_alive() -> None:
    hand = Hand("50k 50k 50k 50k", TOPPED, FOUR)
    hand.play("p3 igualar 5000, p4 igualar 5000, p1 pasar, p2 llevo")
    assert (hand.state.settled, hand.pots) == (5_000, {"pique": 10_000})
    hand.play("p1 descartar, p3 descartar, p4 descartar", "d sh 2b4o7e6c")
    hand.play("p1 voy 1000, p3 paso, p4 paso")
    assert hand.moved("PREMIO")[-2:] == ["pot:pique>house:rake 500", "pot:pique>seat:1 9500"]


@pytest.mark.rule("P-L")
def test_there_is_no_llevo_in_guerra_de_juego() -> None:
    cards = deal("2o3c 2c4o 6c7c", "7e4b 6e5b 3e5c")
    hand = Hand("50k 50k 50k", cards, VOY, "p1 paso, p2 paso, p3 paso")
    hand.play("p1 pasar, p2 pasar, p3 pasar, p1 descartar, p2 descartar, p3 descartar")
    hand.play("p1 paso, p2 paso, p3 paso, p1 declarar, p2 declarar, p3 declarar")
    assert (hand.phase, hand.asked) == ("GUERRA_JUEGO", (1,))
    hand.play("p1 voy 1000")
    assert hand.offers(2) == ["igualar", "voy", "resto", "paso"]
