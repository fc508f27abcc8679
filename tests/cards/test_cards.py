"""Decks and notation."""

import pytest

from tapete.cards.decks import FRENCH_52, SPANISH_28, SPANISH_40, stripped
from tapete.cards.notation import NotCards, parse, written


@pytest.mark.rule("000:12", "000:14")
def test_primera_deck_is_as_to_seven_of_four_suits_each_once() -> None:
    assert set(SPANISH_28) == {rank + suit for rank in "A234567" for suit in "oceb"}
    assert len(SPANISH_28) == 28


@pytest.mark.parametrize(
    ("cards", "count"),
    [(SPANISH_40, 40), (FRENCH_52, 52), (stripped("7"), 32), (stripped("4"), 44)],
)
def test_decks_hold_each_card_once(cards: tuple[str, ...], count: int) -> None:
    assert len(cards) == len(set(cards)) == count


def test_notation_reads_what_it_wrote() -> None:
    assert parse("Ao6o7o2c") == ("Ao", "6o", "7o", "2c")
    assert parse(written(SPANISH_40)) == SPANISH_40
    assert parse("??Th") == ("??", "Th")
    assert parse("") == ()


@pytest.mark.parametrize("text", ["7", "7o2", "8o", "1o", "o7", "7O", "7 o2c", "Ao,2c"])
def test_notation_refuses_what_is_no_run_of_cards(text: str) -> None:
    with pytest.raises(NotCards):
        parse(text)
