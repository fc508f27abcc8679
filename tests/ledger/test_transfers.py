"""Requests to the ledger: their form, their fingerprints, the grants of the house."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.ledger import transfers as t
from tapete.ledger.accounts import PRA, house, wallet
from tapete.ledger.transfers import Entry, LedgerCode, Posting, Refusal, TopUp

ANA, RAKE = wallet("ana", PRA), house("rake", PRA)
GOOD = Entry(key="k", why="x", currency=PRA, postings=(Posting(ANA, RAKE, 5),), at_ms=1)


def entry(**change: Any) -> Entry:
    return msgspec.structs.replace(GOOD, **change)


FORMS = [
    (GOOD, None),
    (entry(key=""), Refusal(LedgerCode.KEY_WRONG)),
    (entry(key="k" * 121), Refusal(LedgerCode.KEY_WRONG)),
    (entry(postings=()), Refusal(LedgerCode.EMPTY)),
    (entry(postings=GOOD.postings * 65), Refusal(LedgerCode.TOO_MANY)),
    (entry(postings=(Posting(ANA, ANA, 5),)), Refusal(LedgerCode.ACCOUNT_WRONG, ANA)),
    (entry(postings=(Posting(ANA, "x", 5),)), Refusal(LedgerCode.ACCOUNT_WRONG, "x")),
    (entry(currency="CR"), Refusal(LedgerCode.CURRENCY_MIXED, ANA)),
]
AMOUNTS: list[Any] = [0, -1, 10**15 + 1, True, 1.0, "5", None]


@pytest.mark.parametrize(("request_", "refusal"), FORMS)
def test_the_form_of_an_entry_is_checked(request_: Entry, refusal: Refusal | None) -> None:
    assert t.problem(request_) == refusal


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_is_a_positive_integer(amount: Any) -> None:
    wrong = entry(postings=(Posting(ANA, RAKE, amount),))
    assert t.problem(wrong) == Refusal(LedgerCode.AMOUNT_WRONG, ANA)


def test_a_fingerprint_is_of_what_is_asked_and_not_of_when() -> None:
    same = t.fingerprint(GOOD)
    assert len(same) == 32
    assert t.fingerprint(entry(at_ms=99, key="other")) == same
    changes: list[dict[str, Any]] = [
        {"why": "y"}, {"hand": "h"}, {"currency": "CR"}, {"postings": GOOD.postings * 2},
        {"postings": (Posting(RAKE, ANA, 5),)}, {"postings": (Posting(ANA, RAKE, 6),)},
    ]  # fmt: skip
    assert len({same} | {t.fingerprint(entry(**change)) for change in changes}) == 7


def test_the_hash_of_a_row_covers_all_that_it_says() -> None:
    asked = t.fingerprint(GOOD)
    first = t.chained(t.GENESIS, GOOD, asked)
    others = [
        t.chained(first, GOOD, asked),
        t.chained(t.GENESIS, GOOD, bytes(32)),
        t.chained(t.GENESIS, entry(at_ms=2), asked),
        t.chained(t.GENESIS, entry(key="other"), asked),
    ]
    assert len({first, *others}) == 5
    assert t.chained(t.GENESIS, GOOD, asked) == first


def test_a_new_account_receives_half_a_million() -> None:
    gift = t.grant("ana", 7)
    assert gift.postings == (Posting("house:emision:PRA", ANA, 500_000),)
    assert gift.key == t.grant("ana", 8).key != t.grant("beto", 7).key
    assert t.problem(gift) is None


@pytest.mark.parametrize(
    ("one", "other", "same_day"),
    [  # 2026-02-01 in Bogota begins at 05:00 UTC
        (1_769_922_000_000, 1_769_922_000_000 + 86_399_999, True),
        (1_769_922_000_000, 1_769_922_000_000 + 86_400_000, False),
        (1_769_922_000_000, 1_769_922_000_000 - 1, False),
    ],
)
def test_the_day_of_a_refill_is_that_of_bogota(one: int, other: int, same_day: bool) -> None:
    assert (t.refill("ana", one).key == t.refill("ana", other).key) is same_day


@pytest.mark.parametrize(("total", "amount"), [(0, 20_000), (19_999, 1), (20_000, 0), (20_001, 0)])
def test_a_refill_lifts_to_its_mark_and_no_higher(total: int, amount: int) -> None:
    made = t.topped(t.refill("ana", 5), total)
    if amount:
        assert isinstance(made, Entry)
        assert made.postings == (Posting("house:emision:PRA", ANA, amount),)
    else:
        assert made == Refusal(LedgerCode.ENOUGH, ANA)


def test_a_house_players_refill_is_one_per_occasion() -> None:
    first: TopUp = t.house_refill("robot", 500_000, "h1", 5)
    assert first.key == t.house_refill("robot", 500_000, "h1", 9).key
    assert first.key != t.house_refill("robot", 500_000, "h2", 5).key
