"""Every figure of the rules page is computed again by the code that plays the game."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tapete.cards.decks import SPANISH_28
from tapete.cards.notation import parse
from tapete.chips.pots import layers
from tapete.chips.rake import rake
from tapete.chips.split import split
from tapete.games.primera.ranks import POINTS, Kind, Rank, evaluate, strength
from tests.docs.reading import amounts, paragraphs, rows

PAGE = paragraphs()
BLOQUE = 50
RAKE_BP = 500
NAMES = {
    "Segunda": Kind.SEGUNDA,
    "Chivo": Kind.CHIVO,
    "Primera": Kind.PRIMERA,
    "Puntos": Kind.PUNTOS,
}
CARDS = re.compile(r"`([A2-7oceb]{8})`")


def _rank(text: str) -> Rank:
    found = CARDS.search(text)
    assert found, text
    return evaluate(parse(found[1]))


def _winner(mano: Rank, other: Rank) -> str:
    mine, theirs = strength(mano, True), strength(other, False)
    return "Empate" if mine == theirs else "La Mano" if mine > theirs else "El otro"


def test_the_values_of_the_cards() -> None:
    (values,) = rows(PAGE["P-E1"])
    assert values == [str(POINTS[rank]) for rank in "76A5432"]
    summary = PAGE["Cómo se juega, en una página"]
    for rank in "765432":
        assert re.search(rf"\b{rank} (?:vale )?{POINTS[rank]}\b", summary)
    assert f"As {POINTS['A']}" in summary


def test_the_four_combinations_of_the_first_page() -> None:
    found = rows(PAGE["Cómo se juega, en una página"])
    kinds = [_rank(example).kind for _, _, example in found]
    assert kinds == [NAMES[name.strip("*")] for name, _, _ in found] == sorted(Kind, reverse=True)


@pytest.mark.parametrize("row", rows(PAGE["P-E2"]), ids=lambda row: row[0].strip("`"))
def test_what_four_cards_are_worth(row: list[str]) -> None:
    rank = _rank(row[0])
    assert (rank.kind, rank.points) == (NAMES[row[1]], int(row[2]))


def test_the_ranges_and_counts_of_the_combinations() -> None:
    text = PAGE["P-E2"]
    every = [evaluate(cards) for cards in combinations(SPANISH_28, 4)]
    for name, kind in NAMES.items():
        points = [rank.points for rank in every if rank.kind is kind]
        if kind is not Kind.CHIVO:
            line = next(line for line in text.splitlines() if f"**{name}.**" in line)
            assert f"de {min(points)} a {max(points)}" in line
        assert re.search(rf"\b{len(points):,}".replace(",", r"\.") + f" (?:son )?{name}", text)
    assert f"{len(every):,}".replace(",", ".") in text


@pytest.mark.parametrize("row", rows(PAGE["P-E3"]), ids=lambda row: row[2])
def test_how_two_hands_compare(row: list[str]) -> None:
    mano, other, wins = row
    for cell, rank in ((mano, _rank(mano)), (other, _rank(other))):
        assert cell.endswith(f"{rank.points}")
        assert NAMES[cell.split()[1]] is rank.kind
    assert _winner(_rank(mano), _rank(other)) == wins


@pytest.mark.parametrize("row", rows(PAGE["P-F2"]), ids=lambda row: row[0])
def test_the_rake_of_a_pot(row: list[str]) -> None:
    gross, taken, left = amounts(" ".join(row))
    assert rake(gross, RAKE_BP, BLOQUE) == taken
    assert gross - taken == left


@pytest.mark.parametrize("row", rows(PAGE["P-F3"]), ids=lambda row: row[0])
def test_how_a_pot_is_shared(row: list[str]) -> None:
    net, *shares = amounts(" ".join(row))
    assert len(shares) == int(row[1])
    assert [share for _, share in split(net, range(1, len(shares) + 1), BLOQUE)] == shares


def test_the_levels_of_the_example() -> None:
    text = next(p for p in PAGE["P-F1"].split("\n\n") if p.startswith("> **Ejemplo"))
    beto, ana, carla, low, high, first, second = amounts(text)
    found = layers([(1, ana), (2, beto), (3, carla)], {1, 2, 3})
    assert [(layer.amount, layer.seats) for layer in found] == [(low, (1, 2, 3)), (high, (1, 3))]
    assert (first, second) == tuple(a - rake(a, RAKE_BP, BLOQUE) for a in (low, high))
