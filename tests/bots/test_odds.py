"""The counting of the Primera bot against what can be counted by hand."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

from tapete.bots import odds
from tapete.cards.decks import SPANISH_28
from tapete.games.primera.ranks import evaluate, strength


def _mask(cards: str) -> int:
    return odds.mask(cards[i : i + 2] for i in range(0, len(cards), 2))


def test_strength_compares_as_the_rules_do() -> None:
    hands = Random(3).sample(list(combinations(SPANISH_28, 4)), 300)
    for one, other in pairwise(hands):
        for mano in (False, True):
            ours = odds.strength(odds.mask(one)) + mano - odds.strength(odds.mask(other))
            theirs = strength(evaluate(one), mano), strength(evaluate(other), False)
            assert (ours > 0, ours == 0) == (theirs[0] > theirs[1], theirs[0] == theirs[1])


def test_there_are_as_many_juegos_as_the_rules_count() -> None:
    assert len(odds.strengths()) == 20_475
    assert len(odds.juegos(0).strengths) == 140 + 84 + 2_401


def test_seen_cards_are_in_nobody_elses_hand() -> None:
    dead = _mask("7o7c7e7b")
    assert len(odds.unseen(dead)) == 24
    by_hand = [
        hand
        for hand in combinations([c for c in SPANISH_28 if c[0] != "7"], 4)
        if evaluate(hand).juego
    ]
    assert len(odds.juegos(dead).strengths) == len(by_hand)


def test_a_tie_is_half_a_win() -> None:
    field = odds.Field([10, 20, 20, 30])
    assert field.beaten(20) == 0.5
    assert field.beaten(21) == 0.75
    assert field.beaten(5) == 0


@pytest.mark.parametrize(
    ("held", "kept"),
    [
        ("7o5o4o2c", "7o5o4o"),  # three of a suit
        ("Ao6o7c2e", "6o7c2e"),  # three suits, the best of each
        ("7e6e3o2o", "7e6e"),  # the richer suit
    ],
)
def test_a_plain_player_keeps_what_is_near_a_juego(held: str, kept: str) -> None:
    assert odds.worth_keeping(_mask(held)) == _mask(kept)


def test_the_best_discard_is_the_mean_over_every_replacement() -> None:
    held = _mask("7o5o4o2c")
    worth = {s: float(odds.has_juego(s)) for s in odds.strengths().values()}
    kept, chance = odds.best_discard(held, held, worth)
    assert kept == _mask("7o2c")
    pairs = 7 * 7 + 1  # one of espadas with one of bastos: Primera; A and 6 of oros: Chivo
    assert chance == pytest.approx(pairs / 276)  # of the pairs among 24 cards


def test_a_juego_is_kept_by_the_plain_discard() -> None:
    held = _mask("Ac6c7c4b")
    assert odds.after_discard(held, [_mask("2o")]) == odds.strength(held)
