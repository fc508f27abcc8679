"""The book in memory: conservation, all or nothing, once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.ledger.accounts import PRA, may_owe, pot, wallet
from tapete.ledger.book import Book, Row
from tapete.ledger.transfers import (
    Deed,
    Entry,
    Holds,
    LedgerCode,
    Lock,
    Posting,
    Refusal,
    Unlock,
    grant,
    refill,
)

USERS = ("ana", "beto")
accounts = st.sampled_from(
    [wallet(user, PRA) for user in USERS] + [pot("t1", "pique"), "house:rake:PRA"]
)
postings = st.lists(st.builds(Posting, accounts, accounts, st.integers(0, 600_000)), max_size=4)
entries = st.builds(
    Entry, key=st.sampled_from("abcdef"), why=st.just("x"), currency=st.just(PRA),
    postings=postings.map(tuple), at_ms=st.just(1), hand=st.sampled_from(["", "h1"]),
)  # fmt: skip
locks = st.builds(
    Lock, user=st.sampled_from(USERS), currency=st.just(PRA), hand=st.just("h1"),
    chips=st.just(500_000),
)  # fmt: skip
deeds = st.lists(entries | locks, max_size=4)


def fresh() -> Book:
    book = Book()
    for user in USERS:
        assert isinstance(book.post(grant(user, 1)), Row)
    return book


@given(st.lists(deeds, max_size=8))
@pytest.mark.rule("P-G")
def test_the_sum_of_all_accounts_is_always_zero_and_none_owes(runs: list[list[Deed]]) -> None:
    book = fresh()
    for run in runs:
        before = (dict(book.balances), set(book.locks), book.count, book.head)
        refusal = book.run(run)
        if refusal is not None:
            assert before == (book.balances, set(book.locks), book.count, book.head)
        assert sum(book.balances.values()) == 0
        assert all(value >= 0 or may_owe(name) for name, value in book.balances.items())
    assert len(book.rows) == len(book.keys) == book.count


@given(entries)
def test_the_same_request_again_changes_nothing(entry: Entry) -> None:
    book = fresh()
    first = book.post(entry)
    balances = dict(book.balances)
    again = book.post(entry)
    assert again == first
    assert book.balances == balances


@pytest.mark.rule("P-A3")
def test_a_locked_wallet_pays_its_hand_and_counts_what_comes_from_elsewhere() -> None:
    book = fresh()
    ana, pique = wallet("ana", PRA), pot("t1", "pique")

    def entry(key: str, *posting: Posting, hand: str = "") -> Entry:
        return Entry(key=key, why="x", currency=PRA, postings=posting, at_ms=1, hand=hand)

    lock = Lock(user="ana", currency=PRA, hand="h1", chips=500_000)
    bet = entry("bet", Posting(ana, pique, 5_000), hand="h1")
    assert book.run([bet]) == Refusal(LedgerCode.LOCK_LOST, ana)
    assert book.run([lock, bet]) is None
    assert book.run([lock]) == Refusal(LedgerCode.EN_JUEGO, ana)
    out = entry("out", Posting(ana, wallet("beto", PRA), 1))
    assert book.post(out) == Refusal(LedgerCode.EN_JUEGO, ana)
    assert book.post(refill("ana", 1)) == Refusal(LedgerCode.EN_JUEGO, ana)
    assert isinstance(book.post(entry("in", Posting(wallet("beto", PRA), ana, 70))), Row)
    unlock = Unlock(user="ana", currency=PRA, hand="h1", chips=495_070)
    assert book.run([unlock]) == Refusal(LedgerCode.BALANCE_DIFFERS, ana)
    assert (
        book.run([Holds(ana, 495_070), Unlock(user="ana", currency=PRA, hand="h1", chips=495_000)])
        is None
    )
    assert isinstance(book.post(out), Row)
