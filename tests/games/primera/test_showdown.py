"""Chapters F, J5: levels, rake and split as a hand pays them, who shows, mostrar and ocultar."""

import pytest

from tapete.games.primera import GAME
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
PASO = "p1 paso, p2 paso, p3 paso"
KEEP = "p1 descartar, p2 descartar, p3 descartar"
DECLARE = "p1 declarar, p2 declarar, p3 declarar"


@pytest.mark.rule("000:99", "000:102", "000:104", "000:122", "000:125", "P-E", "P-F3")
@pytest.mark.parametrize(("mano", "stacks"), [(1, [49_750] * 2), (2, [45_000, 54_500])])
def test_segunda_55_of_la_mano_ties_56_and_the_net_is_split_after_the_rake(
    mano: int, stacks: list[int]
) -> None:
    one, other = ("Ao2o", "3o4o"), ("Ac2c", "3c5c")
    first, second = (one, other) if mano == 1 else (other, one)
    hand = Hand("50k 50k", deal(f"{first[0]} {second[0]}", f"{first[1]} {second[1]}"), mano=mano)
    order = (1, 2) if mano == 1 else (2, 1)
    for line in ("voy 5000", "paso", "pasar", "descartar", "paso", "declarar", "paso"):
        hand.play(*[f"p{seat} {line}" for seat in order])
    assert hand.stacks == stacks
    assert hand.shown() == {1: "Ao2o3o4o", 2: "Ac2c3c5c"}


@pytest.mark.rule("000:103", "P-E")
def test_two_equal_segundas_without_la_mano_share_the_pot() -> None:
    hand = Hand("50k 50k 50k", deal("2b3b Ao2o Ac2c", "4e5e 3o4o 3c4c"), VOY)
    hand.play("p1 paso, p2 voy 3000, p3 igualar, p1 paso, p2 descartar, p3 descartar")
    hand.play("d sh 2b3b4e5e, p2 paso, p3 paso, p2 declarar, p3 declarar, p2 paso, p3 paso")
    assert hand.mano == 2  # p1 is out: the title moved, so 55 + 1 wins here
    assert hand.stacks[1] > hand.stacks[2]
    hand = Hand("50k 50k 50k", deal("2b3b Ao2o Ac2c", "4e5e 3o4o 3c4c"), VOY, PASO)
    hand.play("p1 pasar, p2 pasar, p3 pasar", KEEP, PASO, DECLARE, "p2 paso, p3 paso")
    assert hand.mano == 1
    assert hand.stacks == [45_000, 52_150, 52_100]


@pytest.mark.rule("000:31", "P-A4", "P-E")
def test_the_present_mano_has_the_point_not_the_one_who_opened() -> None:
    hand = Hand("50k 50k 50k", deal("2b3b Ao2o Ac2c", "4e5e 3o4o 3c5c"), VOY)
    hand.play("p1 paso, p2 voy 3000, p3 igualar, p1 paso, p2 descartar, p3 descartar")
    hand.play("d sh 2b3b4e5e, p2 paso, p3 paso, p2 declarar, p3 declarar, p2 paso, p3 paso")
    assert hand.mano == 2
    assert hand.stacks == [45_000, 52_000, 51_950]  # 55 + 1 ties 56


@pytest.mark.rule("000:98", "000:100", "000:101", "000:121", "P-E", "P-F3")
def test_the_bonus_turns_a_loss_by_one_into_a_tie_per_pot() -> None:
    """p1 = La Mano Puntos 40, p2 Puntos 41; pozo 45,000: rake 2,250, p1 21,400, p2 21,350."""
    cards = deal("2o3o 2c4c 6e7b", "5o7e 5c6b 3b4e")
    hand = Hand("100k 25k 50k", cards, VOY, "p1 paso, p2 paso, p3 voy 5000, p1 voy 50000, p2 resto")
    hand.play("p3 paso, p1 descartar, p2 descartar, d sh 6e7b3b4e, p1 declarar, p2 declarar")
    assert [(e.word, e.amount) for e in hand.told(Fact.BOTE)] == [
        ("pique", 15_000),
        ("pozo", 45_000),
    ]
    assert hand.moved("PREMIO") == [
        "pot:pique>house:rake 750",
        "pot:pique>seat:1 7150",
        "pot:pique>seat:2 7100",
        "pot:pozo>house:rake 2250",
        "pot:pozo>seat:1 21400",
        "pot:pozo>seat:2 21350",
    ]


@pytest.mark.rule("000:100", "000:110", "000:111", "000:112", "P-F1", "P-F4")
def test_an_all_in_juego_wins_the_levels_he_covered_and_no_more() -> None:
    """p3 Chivo with 10,000; p1 and p2 Puntos with 50,000 each: p3 28,500, p1 76,000 of the pozo."""
    cards = deal("6e7e 2b3c Ao2c", "5e4c 4b3e 6o7o")
    hand = Hand("100k 100k 15k", cards, VOY, "p1 voy 50000, p2 igualar, p3 resto", KEEP)
    assert GAME.view(hand.state, None).pots[1].levels[0].seats == (1, 2, 3)
    assert GAME.view(hand.state, None).pots[1].levels[1].seats == (1, 2)
    hand.play("p1 paso, p2 paso", DECLARE)
    prizes = [line for line in hand.moved("PREMIO") if "pozo>seat" in line]
    assert prizes == ["pot:pozo>seat:3 28500", "pot:pozo>seat:1 76000"]


@pytest.mark.rule("000:110", "P-F1")
def test_chips_of_who_retired_stay_in_the_levels() -> None:
    cards = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
    hand = Hand("50k 9000 50k", cards, VOY, "p1 voy 3000, p2 igualar, p3 igualar", KEEP)
    hand.play("p1 voy 6000, p2 resto, p3 paso")
    assert hand.moved("DEVOLUCION_NO_IGUALADA") == ["pot:pozo>seat:1 5000"]
    [pozo] = [pot for pot in GAME.view(hand.state, None).pots if pot.name == "pozo"]
    assert [(level.amount, level.seats) for level in pozo.levels] == [(11_000, (1, 2))]


@pytest.mark.rule("P-F1")
def test_a_pozo_in_which_nobody_alive_put_anything_goes_to_all_alive() -> None:
    cards = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
    hand = Hand("50k 50k 50k", cards, VOY, PASO, KEEP)
    hand.play("p1 voy 3000, p2 igualar, p1 leave, p2 leave")
    assert hand.moved("PREMIO") == [
        "pot:pique>house:rake 750",
        "pot:pique>seat:3 14250",
        "pot:pozo>house:rake 300",
        "pot:pozo>seat:3 5700",
    ]


@pytest.mark.rule("000:105", "P-F5")
def test_with_two_competing_all_of_them_show() -> None:
    cards = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
    hand = Hand("50k 50k 50k", cards, VOY, PASO, KEEP, PASO, DECLARE)
    assert set(hand.shown()) == {1, 2, 3}
    [fact] = hand.told(Fact.SHOWDOWN)
    assert fact.pause == "showdown_s"
    assert hand.over


@pytest.mark.rule("000:106", "000:115", "P-K")
def test_prizes_come_after_the_cards_the_pique_first_each_pot_in_a_row_of_its_own() -> None:
    cards = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
    hand = Hand("50k 50k 50k", cards, VOY, "p1 voy 2000, p2 igualar, p3 igualar", KEEP)
    assert hand.moved("PREMIO") == []
    hand.play(PASO, DECLARE)
    kinds = [str(getattr(e, "what", "") or getattr(e, "why", "")) for e in hand.last]
    start = kinds.index("showdown")
    assert kinds[start:] == [
        "showdown", "muestra", "muestra", "muestra",
        "bote", "PREMIO", "PREMIO", "bote", "PREMIO", "PREMIO", "fin",
    ]  # fmt: skip
    assert [e.word for e in hand.told(Fact.BOTE)] == ["pique", "pozo"]
    winners = [line for line in hand.moved("PREMIO") if "rake" not in line]
    assert winners == ["pot:pique>seat:3 14250", "pot:pozo>seat:3 5700"]  # 54 against 47 and 40


@pytest.mark.rule("000:101", "P-F3")
def test_the_block_left_over_is_for_the_first_winner_clockwise_from_la_mano() -> None:
    """La Mano is p2; p3 and p1 tie with Puntos 29, and p3 comes first although 1 is less."""
    hand = Hand("50k 50k 50k", deal("2b3c 5c4c 5o4o", "2e3e 2o7b 2c7e"), mano=2)
    for line in ("voy 5000", "paso", "descartar", "paso", "declarar"):
        hand.play(*[f"p{seat} {line}" for seat in (2, 3, 1)])
    assert hand.moved("PREMIO")[1:] == ["pot:pique>seat:3 7150", "pot:pique>seat:1 7100"]


ALONE = (deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c"), VOY, "p1 voy 2000, p2 paso, p3 paso")


@pytest.mark.rule("000:107")
def test_the_last_one_may_show_or_hide() -> None:
    hand = Hand("50k 50k 50k", *ALONE)
    assert (hand.phase, hand.asked, hand.offers(1)) == ("MOSTRAR", (1,), ["mostrar", "ocultar"])
    assert hand.player.step.need.clock == "mostrar_s"  # type: ignore[union-attr]
    assert hand.stacks == [59_250, 45_000, 45_000]  # he has been paid already
    hand.play("p1 mostrar")
    assert (hand.shown(), hand.over) == ({1: "2o3o4c5o"}, True)


@pytest.mark.rule("000:107", "000:135", "P-H")
@pytest.mark.parametrize("line", ["p1 ocultar", "p1 idle", "p1 leave"])
def test_silence_and_leaving_hide(line: str) -> None:
    hand = Hand("50k 50k 50k", *ALONE, line)
    assert (hand.shown(), hand.over, hand.phase) == ({}, True, "FIN")


@pytest.mark.rule("P-B10")
def test_who_was_awarded_no_pot_is_not_asked_to_show() -> None:
    cards = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")
    hand = Hand("50k 50k 50k", cards, VOY, "p1 voy 20000, p2 llevo, p3 paso")
    assert hand.phase == "FIN"


@pytest.mark.rule("P-F2")
def test_refunds_and_the_banda_itself_pay_no_rake() -> None:
    hand = Hand("50k 50k 50k", ALONE[0], "p1 voy 9000, p2 paso, p3 paso")
    assert [line for line in hand.moved() if "rake" in line] == []
    hand = Hand("50k 50k 50k", ALONE[0], VOY, "p1 voy 40000, p2 paso, p3 paso")
    assert hand.moved("PREMIO")[0] == "pot:pique>house:rake 750"


@pytest.mark.rule("000:107")
def test_a_botada_that_was_shown_is_no_hand_that_was_shown() -> None:
    suited = deal("2o3o 4e5e")
    hand = Hand("50k 50k", suited, "p1 paso, p2 paso", suited, "p2 paso, p1 paso")
    assert set(hand.shown()) == {1, 2}
    hand.play(deal("2o3c 4e5b", "Ac6o Ae7o"), "p1 voy 5000, p2 voy 5000, p1 voy 1000, p2 paso")
    assert (hand.phase, hand.asked) == ("MOSTRAR", (1,))


@pytest.mark.rule("P-H", "P-E")
def test_the_view_says_what_shown_hands_make_and_nothing_of_hidden_ones() -> None:
    hand = Hand("50k 50k", deal("Ao2o Ac2c", "3o4o 3c5c"))
    hand.play("p1 voy 5000, p2 voy 5000, p1 paso, p2 paso, p1 pasar, p2 pasar")
    assert GAME.view(hand.state, 1).shown == ()
    hand.play("p1 descartar, p2 descartar, p1 paso, p2 paso, p1 declarar, p2 declarar")
    hand.play("p1 paso, p2 paso")
    shown = [(s.seat, s.type, s.points) for s in GAME.view(hand.state, None).shown]
    assert shown == [(1, "segunda", 55), (2, "segunda", 56)]


@pytest.mark.rule("P-F1", "P-F4")
def test_the_view_names_who_competed_for_each_pot_once_it_is_paid() -> None:
    hand = Hand("50k 50k 12k", deal("2b3b Ao2o Ac2c", "4e5e 3o4o 3c5c"), VOY)
    hand.play("p1 voy 20000, p2 igualar, p3 resto", KEEP, "p1 paso, p2 paso")
    assert GAME.view(hand.state, None).awarded == ()
    hand.play(DECLARE)
    view = GAME.view(hand.state, None)
    assert view.phase == "FIN"
    assert [(pot.pot, pot.amount, pot.seats) for pot in view.awarded] == [
        ("pique", 15_000, (1, 2, 3)),
        ("pozo", 21_000, (1, 2, 3)),
        ("pozo", 26_000, (1, 2)),
    ]
