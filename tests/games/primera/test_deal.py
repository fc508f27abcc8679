"""Chapter D1 and D5: two cards from the top, two from the bottom, nothing else is shuffled."""

import pytest

from tapete.cards.decks import SPANISH_28
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

ORDER = "d sh 2o2cAe3o4c4eAo4o6o7oAc3c6c2e3e5e7eAb4b5b6b7b2b5c5o3b6e7c"


@pytest.mark.rule("000:13", "P-D1")
def test_two_cards_one_at_a_time_from_the_top_from_la_mano() -> None:
    hand = Hand("50k 50k 50k", ORDER, mano=2)
    assert [hand.cards(seat) for seat in (2, 3, 1)] == ["2o3o", "2c4c", "Ae4e"]
    assert len(hand.state.deck) == 22


@pytest.mark.rule("000:57", "000:58", "P-D1")
def test_two_rounds_of_one_card_from_the_bottom_from_la_mano() -> None:
    hand = Hand("50k 50k 50k", ORDER, "p1 voy 5000, p2 voy 5000, p3 voy 5000")
    assert [hand.cards(seat) for seat in (1, 2, 3)] == ["2o3o7c5o", "2c4c6e5c", "Ae4e3b2b"]
    assert len(hand.state.deck) == 16


@pytest.mark.rule("000:59", "P-D1")
def test_who_is_out_receives_no_card() -> None:
    hand = Hand("50k 50k 50k", ORDER, "p1 voy 5000, p2 paso, p3 voy 5000")
    assert [hand.cards(seat) for seat in (1, 2, 3)] == ["2o3o7c3b", "", "Ae4e6e5o"]


@pytest.mark.rule("P-D1")
@pytest.mark.parametrize(("players", "left"), [(7, 0), (6, 4), (2, 20)])
def test_the_deck_after_completing(players: int, left: int) -> None:
    order = "d sh " + "".join(SPANISH_28)
    hand = Hand(" ".join(["50k"] * players), order)
    hand.play(*[f"p{seat} voy 5000" for seat in range(1, players + 1)])
    assert (hand.phase, len(hand.state.deck)) == ("APUESTA", left)


@pytest.mark.rule("000:15", "P-H")
def test_dealt_cards_are_told_to_their_owner_alone() -> None:
    hand = Hand("50k 50k", deal("2o3o 4e5e", "4o5o 6e7e"), "p1 voy 5000, p2 voy 5000")
    for fact in hand.told(Fact.CARTAS):
        assert fact.only == (fact.seat,)
    assert len(hand.told(Fact.CARTAS)) == 4


@pytest.mark.rule("000:12", "000:13", "000:61", "P-D5")
@pytest.mark.parametrize(
    "line", ["d sh 2o7c", ORDER.replace("2o", "7c"), ORDER.replace("7c", "Sc"), "d draw p1"]
)
def test_a_shuffle_takes_exactly_the_wanted_cards(line: str) -> None:
    hand = Hand("50k 50k")
    assert hand.refused(line) == "shuffle_wrong"
    assert hand.refused("p1 leave") == hand.refused("p1 paso") == "shuffle_wanted"
    hand.play(ORDER)
    assert hand.refused(ORDER) == "shuffle_unwanted"
