"""Chapter D: discard, replacement from the bottom, the bottom card."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.cards.decks import SPANISH_28
from tapete.cards.notation import parse, written
from tapete.games.primera import GAME
from tapete.games.primera.discard import serve
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

PASO = "p1 voy 5000, p2 voy 5000, p1 paso, p2 paso"
# nobody has juego; next from the bottom: 3b 4b 5b
CARDS = deal("2o3o 4e5e", "4c5o 6e2c", "3b4b5b")


@pytest.mark.rule("000:80", "P-D2")
def test_each_says_in_turn_from_la_mano_what_he_throws_none_to_four() -> None:
    hand = Hand("50k 50k", CARDS, PASO)
    assert (hand.phase, hand.asked) == ("DESCARTE", (1,))
    offer = hand.offer(1, "descartar")
    assert (offer.pick, set(offer.cards)) == ((0, 4), {"2o", "3o", "4c", "5o"})
    hand.play("p1 descartar 4c")
    assert hand.asked == (2,)
    hand.play("p2 descartar")
    assert hand.phase == "REPOSICION"


@pytest.mark.rule("000:82", "000:83", "P-D4")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("p1 descartar 4e", "card_not_yours"),
        ("p1 descartar 4c7b", "card_not_yours"),
        ("p1 descartar 4c4c", "card_repeated"),
        ("p1 descartar 2o3o4c5o5o", "cards_wrong_count"),
        ("p2 descartar 4e", "not_your_turn"),
        ("p1 paso", "not_offered"),
    ],
)
def test_an_impossible_discard_is_refused_whole_and_changes_nothing(line: str, answer: str) -> None:
    hand = Hand("50k 50k", CARDS, PASO)
    before = hand.state
    assert hand.refused(line) == answer
    assert hand.state is before
    assert hand.cards(1) == "2o3o4c5o"


@pytest.mark.rule("P-D2", "P-H")
def test_how_many_is_public_which_is_not() -> None:
    hand = Hand("50k 50k", CARDS, PASO, "p1 descartar 4c2o")
    [count] = hand.told(Fact.DESCARTA)
    assert (count.seat, count.amount, count.cards, count.only) == (1, 2, (), ())
    [which] = hand.told(Fact.DESCARTADAS)
    assert (which.cards, which.only) == (("4c", "2o"), (1,))
    assert GAME.view(hand.state, 2).seats[0].backs == 4


@pytest.mark.rule("000:81", "P-D2", "P-D5")
def test_discards_return_to_the_deck_in_one_shuffle_and_are_replaced_from_the_bottom() -> None:
    hand = Hand("50k 50k", CARDS, PASO, "p1 descartar 4c2o, p2 descartar 4e")
    assert len(hand.state.deck) == 20
    hand.play("d sh 2o4e4c")
    assert [hand.cards(1), hand.cards(2)] == ["3o5o3b4b", "5e6e2c5b"]
    assert hand.state.deck[:3] == ("2o", "4e", "4c")  # a block on top
    for fact in hand.told(Fact.REPUESTA):
        assert fact.only == (fact.seat,)


@pytest.mark.rule("P-D1", "P-D2")
def test_cards_of_who_is_out_are_shuffled_with_the_discards() -> None:
    hand = Hand("50k 50k 50k", deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c"))
    hand.play("p1 voy 5000, p2 voy 5000, p3 voy 5000, p1 voy 1000, p2 igualar, p3 paso")
    hand.play("p1 descartar, p2 descartar 4e")
    need = hand.player.step.need
    assert set(need.items) == {"6c", "7c", "3e", "5c", "4e"}  # type: ignore[union-attr]


@pytest.mark.rule("P-D2", "P-D5")
def test_nothing_returned_and_nothing_thrown_needs_no_shuffle() -> None:
    hand = Hand("50k 50k", CARDS, PASO, "p1 descartar, p2 descartar")
    assert hand.phase == "GUERRA"


@pytest.mark.rule("000:135", "P-D")
def test_silence_keeps_the_four() -> None:
    hand = Hand("50k 50k", CARDS, PASO, "p1 idle, p2 idle")
    assert (hand.cards(1), hand.phase) == ("2o3o4c5o", "GUERRA")


@pytest.mark.rule("000:84", "P-D3")
def test_the_bottom_card_is_shown_for_seconds() -> None:
    hand = Hand("50k 50k", CARDS, PASO, "p1 descartar 4c, p2 descartar")
    hand.play("d sh 4c")
    [shown] = hand.told(Fact.FONDO)
    assert (shown.cards, shown.pause, shown.only) == (("4b",), "fondo_s", ())
    assert GAME.view(hand.state, None).board == ("4b",)
    assert hand.state.deck[-1] == "4b"
    assert (hand.pots, hand.stacks) == ({"pique": 10_000}, [45_000, 45_000])


@pytest.mark.rule("000:85", "P-D3")
@pytest.mark.parametrize("bottom", ["4b", "7o", "Ae"])
def test_whichever_card_lies_at_the_bottom_the_hand_ends_the_same(bottom: str) -> None:
    """7o would make a Segunda of p1's three coins; p2's Puntos 47 win all the same."""
    cards = deal("2o3o 4e5e", "4c5o 6e2c", f"3b{bottom}")
    hand = Hand("50k 50k", cards, PASO, "p1 descartar 4c, p2 descartar", "d sh 4c")
    assert [e.cards for e in hand.told(Fact.FONDO)] == [(bottom,)]
    assert hand.offers(1) == ["voy", "resto", "paso"]
    hand.play("p1 voy 2000, p2 igualar, p1 paso, p2 paso, p1 declarar, p2 declarar")
    assert hand.shown() == {1: "2o3o5o3b", 2: "4e5e6e2c"}
    assert hand.stacks == [43_000, 56_300]


@pytest.mark.rule("P-D3")
def test_with_seven_alive_there_is_none() -> None:
    hand = Hand(" ".join(["50k"] * 7), "d sh " + written(SPANISH_28))
    hand.play(*[f"p{seat} voy 5000" for seat in range(1, 8)])
    hand.play(*[f"p{seat} paso" for seat in range(1, 8)])
    if hand.phase == "VALIDACION":
        hand.play(*[f"p{seat} pasar" for seat in range(1, 8)])
    hand.play(*[f"p{seat} descartar" for seat in range(1, 8)])
    [fact] = hand.told(Fact.FONDO)
    assert (fact.cards, fact.pause) == ((), "")
    assert hand.phase == "GUERRA"
    assert "CARTA_FONDO" not in hand.state.happened


# ── who receives what ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("P-D2")
def test_service_of_the_rules_skips_his_own_discard() -> None:
    served, deck = serve(parse("7o6o2c2b"), [(1, parse("2b")), (2, parse("2c"))])
    assert served == {1: ("2c",), 2: ("2b",)}
    assert deck == ("7o", "6o")


@pytest.mark.rule("P-D2")
def test_service_leaves_the_others_servable() -> None:
    """p1 does not take 5c from the bottom: p2 needs both cards that are not his."""
    thrown = [(1, parse("4c")), (2, parse("2o3o")), (3, parse("5c"))]
    served, deck = serve(parse("2o3o4c5c"), thrown)
    assert (served, deck) == ({1: ("3o",), 2: ("5c", "4c"), 3: ("2o",)}, ())


@pytest.mark.rule("P-D2")
def test_a_shortage_comes_first_from_his_own_the_bottom_one_first() -> None:
    served, deck = serve(parse("2o3o4c"), [(1, parse("4c")), (2, parse("2o3o"))])
    assert (served, deck) == ({1: ("2o",), 2: ("3o", "4c")}, ())


@pytest.mark.rule("P-D2")
def test_one_discarder_of_seven_gets_his_own_cards_back() -> None:
    served, deck = serve(parse("2o3o4c"), [(1, ()), (2, parse("2o3o4c")), (3, ())])
    assert (served[2], deck) == (("4c", "3o", "2o"), ())


def _possible(pool: tuple[str, ...], thrown: list[tuple[int, tuple[str, ...]]]) -> bool:
    """Whether any service gives nobody his own card (brute force)."""
    wants = [seat for seat, cards in thrown for _ in cards]
    own = dict(thrown)
    return any(
        all(card not in own[seat] for seat, card in zip(wants, order, strict=True))
        for order in permutations(pool, len(wants))
    )


THROWN = st.lists(st.integers(0, 4), min_size=2, max_size=7)


@given(THROWN.filter(lambda counts: sum(counts) <= 28), st.integers(0, 28), st.randoms())
@pytest.mark.rule("P-D2")
def test_service_gives_everybody_his_number_and_nobody_his_own_while_it_can(
    counts: list[int], more: int, rng: object
) -> None:
    cards = list(SPANISH_28)
    rng.shuffle(cards)  # type: ignore[attr-defined]
    thrown = []
    for seat, count in enumerate(counts, 1):
        thrown.append((seat, tuple(cards[:count])))
        cards = cards[count:]
    stub = tuple(cards[: min(more, len(cards))])
    block = [card for _, own in thrown for card in own]
    rng.shuffle(block)  # type: ignore[attr-defined]
    served, deck = serve((*block, *stub), thrown)
    given_out = [card for new in served.values() for card in new]
    assert sorted([*given_out, *deck]) == sorted([*block, *stub])
    total = sum(counts)
    for seat, own in thrown:
        assert len(served[seat]) == len(own)
        back = [card for card in served[seat] if card in own]
        free = total + len(stub) - len(own)
        assert len(back) == max(0, len(own) - free)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=3), st.randoms())
@pytest.mark.rule("P-D2")
def test_service_returns_an_own_card_only_where_no_other_service_exists(
    counts: list[int], rng: object
) -> None:
    cards = list(SPANISH_28[:9])
    rng.shuffle(cards)  # type: ignore[attr-defined]
    thrown = []
    for seat, count in enumerate(counts, 1):
        thrown.append((seat, tuple(cards[:count])))
        cards = cards[count:]
    pool = tuple(card for _, own in thrown for card in own)
    served, _ = serve(pool, thrown)
    own_back = any(card in own for seat, own in thrown for card in served[seat])
    assert own_back == (not _possible(pool, thrown))
