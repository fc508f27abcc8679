"""The glossary says what the reglamento's own list of words asks for, in both languages."""

from __future__ import annotations

import pytest

from tests.docs.reading import DOCS, rows

GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")
SPANISH, ENGLISH = GLOSSARY.split("## English")


def _said(word: str, text: str = SPANISH) -> str:
    found = [row[1] for row in rows(text) if row[0] == f"**{word}**"]
    assert len(found) == 1, f"{word} stands {len(found)} times"
    return found[0]


@pytest.mark.rule("000:147", "000:148")
def test_la_mano_opens_the_rounds_and_has_the_point_in_a_tie() -> None:
    assert "habla primero en cada ronda" in _said("La Mano")
    assert "un punto más al desempatar" in _said("La Mano")


@pytest.mark.rule("000:149", "000:150")
def test_the_pique_is_the_first_dispute_and_stands_apart() -> None:
    assert "del comienzo" in _said("Pique")
    assert "aparte de las apuestas" in _said("Pique")


@pytest.mark.rule("000:151", "000:152")
def test_the_pozo_is_the_bets_that_an_eligible_hand_wins() -> None:
    assert "apuestas" in _said("Pozo")
    assert "con derecho a ella" in _said("Pozo")


@pytest.mark.rule("000:153", "000:154")
def test_resto_is_a_bet_of_all_chips() -> None:
    assert "todas las fichas" in _said("Resto")


@pytest.mark.rule("000:155", "000:156")
def test_the_showdown_shows_and_compares_at_the_end() -> None:
    assert "enseñar las cartas y compararlas al final" in _said("Showdown")


@pytest.mark.rule("000:157", "000:158")
def test_the_rake_is_five_per_cent_of_a_paid_pot() -> None:
    assert "5 % de cada bolsa pagada" in _said("Rake")


def test_the_words_of_each_list_stand_in_order_and_once() -> None:
    for part in (SPANISH, ENGLISH):
        words = [row[0].strip("*") for row in rows(part) if row[0].startswith("**")]
        assert len(words) == len(set(words))
    spanish = {row[0] for row in rows(SPANISH)}
    assert len(spanish) > 40


def test_the_terms_of_the_game_are_in_both_languages() -> None:
    for word in ("pique", "pozo", "resto", "banda", "guerra", "chivo", "segunda", "rake"):
        assert _said(word.capitalize())
        assert _said(word, ENGLISH)
