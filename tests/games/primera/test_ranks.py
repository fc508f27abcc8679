"""Chapter E: evaluation and comparison of hands."""

from collections import Counter
from itertools import combinations

import pytest

from tapete.cards.decks import SPANISH_28
from tapete.cards.notation import parse
from tapete.games.primera.ranks import Kind, Rank, evaluate, points, strength

EVALUATION = """
    Ao2o3o4o  SEGUNDA 55  Ao2o3o4o
    Ao2o3o5o  SEGUNDA 56  Ao2o3o5o
    2c3c4c5c  SEGUNDA 54  2c3c4c5c
    Ab5b6b7b  SEGUNDA 70  Ab5b6b7b
    Ao6o7o2c  CHIVO   55  Ao6o7o
    Ao6o7o2o  SEGUNDA 67  Ao6o7o2o
    Ao6o7c7e  PUNTOS  34  Ao6o
    7o7c7e7b  PRIMERA 84  7o7c7e7b
    2o2c2e2b  PRIMERA 48  2o2c2e2b
    7o6o5o2c  PUNTOS  54  7o6o5o
    2o2c2e3o  PUNTOS  25  2o3o
    7oAo6e5b  PUNTOS  37  7oAo
"""


@pytest.mark.rule("000:36", "000:38", "000:40", "000:42", "P-E")
@pytest.mark.parametrize("row", EVALUATION.split("\n")[1:-1])
def test_evaluation_of_the_rules(row: str) -> None:
    cards, kind, total, uses = row.split()
    assert evaluate(parse(cards)) == Rank(Kind[kind], int(total), parse(uses))


@pytest.mark.rule(
    "000:17", "000:18", "000:19", "000:20", "000:21", "000:22", "000:23", "000:24", "000:25"
)
def test_points_of_each_card() -> None:
    table = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
    assert {card: points((card,)) for card in SPANISH_28} == {
        rank + suit: worth for rank, worth in table.items() for suit in "oceb"
    }


@pytest.mark.rule("P-E")
def test_counts_and_ranges_over_all_hands() -> None:
    found = [evaluate(cards) for cards in combinations(SPANISH_28, 4)]
    assert len(found) == 20_475
    assert Counter(rank.kind.name for rank in found) == {
        "SEGUNDA": 140,
        "CHIVO": 84,
        "PRIMERA": 2_401,
        "PUNTOS": 17_850,
    }
    spread = {kind: {r.points for r in found if r.kind is kind} for kind in Kind}
    assert (min(spread[Kind.SEGUNDA]), max(spread[Kind.SEGUNDA])) == (54, 70)
    assert spread[Kind.CHIVO] == {55}
    assert set(range(48, 85)) - spread[Kind.PRIMERA] == {80, 82, 83}
    assert set(range(25, 55)) - spread[Kind.PUNTOS] == {38}


@pytest.mark.rule("P-E")
def test_chivo_may_count_its_fourth_card() -> None:
    assert evaluate(parse("Ao6o7o2c"), fourth=True) == Rank(Kind.CHIVO, 67, parse("Ao6o7o2c"))
    assert evaluate(parse("Ao6o7o2o"), fourth=True).points == 67


ORDER = """
    2c3c4c5c  >  Ao6o7o2c
    Ao6o7o2c  >  7o7c7e7b
    2o2c2e2b  >  7o6o5o2c
    Ao2o3o4o* =  Ac2c3c5c
    Ao2o3o4o  <  Ac2c3c5c
    Ao2o3o4o  =  Ac2c3c4c
    Ao6o7o2c* >  Ac6c7c2o
    7o7c7e7b* <  Ao6o7o2c
    7o6o5o2c* <  2o2c2e2b
"""


@pytest.mark.rule("000:17", "000:33", "000:34", "000:97", "000:98", "000:102", "P-E")
@pytest.mark.parametrize("row", ORDER.split("\n")[1:-1])
def test_order_of_the_rules(row: str) -> None:
    """A star marks La Mano."""
    one, sign, other = row.split()
    a = strength(evaluate(parse(one.rstrip("*"))), "*" in one)
    b = strength(evaluate(parse(other)), mano=False)
    assert (a > b, a == b, a < b) == (sign == ">", sign == "=", sign == "<")
