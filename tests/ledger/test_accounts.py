"""Names of accounts, and where a game's own words lead."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.ledger import accounts as names
from tapete.ledger.accounts import PRA, Named, named, placed

NAMES = [
    (names.wallet("u-1_A", PRA), "user:u-1_A:PRA", Named("wallet", user="u-1_A", currency=PRA)),
    (names.house("rake", PRA), "house:rake:PRA", Named("house", currency=PRA, name="rake")),
    (names.pot("t1", "pique"), "table:t1:pot:pique", Named("pot", table="t1", name="pique")),
    (names.carry("t1"), "table:t1:carry", Named("carry", table="t1")),
    (names.stack("t1", "u1"), "table:t1:seat-stack:u1", Named("stack", user="u1", table="t1")),
]


@pytest.mark.parametrize(("made", "name", "parts"), NAMES)
def test_a_name_is_made_and_taken_apart(made: str, name: str, parts: Named) -> None:
    assert made == name
    assert named(name) == parts


@pytest.mark.parametrize(
    "wrong",
    ["", "user::PRA", "user:u:pra", "user:u:PRA:x", "user:a b:PRA", "house:rake", "table:t:pot:",
     "table:t:carry:x", "table:t:seat-stack:", "seat:3", "user:u:PRA\n", "user:ñ:PRA",
     "user:" + "u" * 41 + ":PRA", "table:t:u:carry"],
)  # fmt: skip
def test_what_is_no_account_is_none(wrong: str) -> None:
    assert named(wrong) is None


def test_only_the_sources_may_owe() -> None:
    assert names.may_owe("house:emision:PRA")
    assert names.may_owe("house:fichas:FV")
    for account in ("house:rake:PRA", "user:emision:PRA", "table:t:pot:emision", "table:t:carry"):
        assert not names.may_owe(account)


PLACES = [
    ("seat:3", "wallet", "user:ana:PRA"),
    ("seat:3", "buyin", "table:t1:seat-stack:ana"),
    ("seat:3", "session", "table:t1:seat-stack:ana"),
    ("wallet:3", "buyin", "user:ana:PRA"),
    ("pot:pique", "wallet", "table:t1:pot:pique"),
    ("carry", "wallet", "table:t1:carry"),
    ("house:rake", "wallet", "house:rake:PRA"),
    ("house:fichas", "session", "house:fichas:PRA"),
]


@pytest.mark.parametrize(("account", "bank", "name"), PLACES)
@pytest.mark.rule("P-G")
def test_a_games_account_has_its_place_in_the_ledger(account: str, bank: Any, name: str) -> None:
    found = placed(account, table="t1", currency=PRA, users={3: "ana"}, bank=bank)
    assert found == name
    assert named(found) is not None


def test_a_game_has_no_other_accounts() -> None:
    for account in ("house:emision", "user:ana:PRA", "pot:", "seat", "caja"):
        with pytest.raises(ValueError):  # noqa: PT011
            placed(account, table="t1", currency=PRA, users={3: "ana"}, bank="wallet")
    with pytest.raises(KeyError):
        placed("seat:4", table="t1", currency=PRA, users={3: "ana"}, bank="wallet")
