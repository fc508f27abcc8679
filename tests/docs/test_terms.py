"""What a new account accepts: versioned, with every prohibition, and without empty promises."""

from __future__ import annotations

import pytest

from tapete.server.documents import load
from tests.docs.reading import DOCS, paragraphs

TERMS = paragraphs(DOCS / "terms.es.md")


def test_the_terms_have_a_version_that_an_account_can_keep() -> None:
    page = load("terminos")
    assert page is not None
    assert page.version == "t1"


@pytest.mark.parametrize(
    "word",
    [
        "Colusión", "chip dumping", "bots", "software", "Suplantación", "Varias cuentas",
        "Alterar el cliente", "Comprobantes falsos", "Segunda sesión",
    ],
)  # fmt: skip
def test_every_kind_of_foul_play_is_named(word: str) -> None:
    assert word in TERMS["T-3"]


def test_credits_have_no_value_and_real_money_is_closed() -> None:
    assert "sin valor monetario" in TERMS["T-1"]
    assert "No se juega por dinero" in TERMS["T-7"]


def test_nothing_is_promised_that_the_house_cannot_keep() -> None:
    assert "no promete" in TERMS["T-6"]
    assert "no demuestra que la baraja estuviera completa" in TERMS["T-6"]
