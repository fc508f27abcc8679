"""Money outside tables, and what a user is shown of his own."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from tapete.ledger.accounts import CR, PRA, pot, stack, wallet
from tapete.ledger.transfers import Entry, LedgerCode, TopUp, grant, house_refill, refill
from tapete.store.port import Done, Filter, Line, Posted, Purse, Refused, Store
from tests.contract.steps import (
    EMISION,
    RAKE,
    Table,
    closed,
    lock,
    move,
    opened,
    pay,
    rich,
    unlock,
    win,
)

pytestmark = pytest.mark.asyncio

NOON = 1_769_965_200_000  # 2026-02-01 12:00 in Bogota
DAY = 86_400_000


async def test_an_account_that_nobody_touched_is_empty(store: Store) -> None:
    assert await store.purse("ana", PRA) == Purse(0, 0)
    assert await store.balances([RAKE, "user:ana:PRA"]) == {RAKE: 0, "user:ana:PRA": 0}
    assert await store.history("ana", Filter()) == ()


@pytest.mark.rule("000:116", "000:120", "P-G")
async def test_the_same_key_pays_once_however_often_it_comes(store: Store) -> None:
    outcomes = await asyncio.gather(*[store.post(grant("ana", n)) for n in range(100)])
    assert all(isinstance(outcome, Posted) for outcome in outcomes)
    posted = [outcome for outcome in outcomes if isinstance(outcome, Posted)]
    assert len({(p.number, p.entry) for p in posted}) == 1
    assert sum(not p.repeated for p in posted) == 1
    assert await store.purse("ana", PRA) == Purse(500_000, 500_000)


@pytest.mark.rule("000:116", "000:120", "P-G")
async def test_the_same_key_for_something_else_is_a_conflict(store: Store) -> None:
    await store.post(move("k", (EMISION, wallet("ana", PRA), 5)))
    for other in (
        move("k", (EMISION, wallet("ana", PRA), 6)),
        move("k", (EMISION, wallet("beto", PRA), 5)),
        move("k", (EMISION, wallet("ana", PRA), 5), why="otra"),
        TopUp(key="k", why="recarga", user="ana", currency=PRA, to=9, at_ms=1),
    ):
        assert await store.post(other) == Refused(LedgerCode.KEY_CONFLICT)
    assert (await store.purse("ana", PRA)).balance == 5


async def test_a_refused_entry_does_not_use_its_key_up(store: Store) -> None:
    out = move("k", (wallet("ana", PRA), RAKE, 5))
    assert await store.post(out) == Refused(LedgerCode.BALANCE_LOW, wallet("ana", PRA))
    await rich(store, "ana")
    assert isinstance(await store.post(out), Posted)


async def test_no_account_goes_below_zero_but_the_sources(store: Store) -> None:
    chain = move("k", (EMISION, RAKE, 5), (RAKE, wallet("ana", PRA), 6))
    assert await store.post(chain) == Refused(LedgerCode.BALANCE_LOW, RAKE)
    assert await store.balances([EMISION, RAKE]) == {EMISION: 0, RAKE: 0}
    chain = move("k", (EMISION, RAKE, 6), (RAKE, wallet("ana", PRA), 6))
    assert isinstance(await store.post(chain), Posted)
    assert await store.balances([EMISION, RAKE]) == {EMISION: -6, RAKE: 0}


async def test_only_a_step_moves_the_chips_of_a_hand(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    bet = pay("h1:1", "ana", 5_000)
    await store.commit([table.step(opened("ana"), lock("ana", 500_000))])
    assert await store.post(bet) == Refused(LedgerCode.HAND_OUTSIDE)
    assert await store.commit([table.step(bet)]) == (Done(),)
    assert await store.post(bet) == Refused(LedgerCode.HAND_OUTSIDE)


async def test_a_row_has_one_currency(store: Store) -> None:
    mixed = move("k", (EMISION, wallet("ana", CR), 5))
    assert await store.post(mixed) == Refused(LedgerCode.CURRENCY_MIXED, wallet("ana", CR))
    await store.post(move("k", (EMISION, pot("t1", "pique"), 5)))
    credits = Entry(
        key="c", why="x", currency=CR, at_ms=1,
        postings=move("", ("house:emision:CR", pot("t1", "pique"), 5)).postings,
    )  # fmt: skip
    assert await store.post(credits) == Refused(LedgerCode.CURRENCY_MIXED, pot("t1", "pique"))


# ── refills ──────────────────────────────────────────────────────────────────────────────────
async def test_a_refill_lifts_to_twenty_thousand_once_a_day_in_bogota(store: Store) -> None:
    await store.post(move("k", (EMISION, wallet("ana", PRA), 1_500)))
    first = await store.post(refill("ana", NOON))
    assert isinstance(first, Posted)
    assert (await store.purse("ana", PRA)).balance == 20_000
    await store.post(move("out", (wallet("ana", PRA), RAKE, 15_000)))
    again = await store.post(refill("ana", NOON + DAY // 2 - 1))  # 23:59:59.999 there
    assert again == Posted(first.number, first.entry, repeated=True)
    assert (await store.purse("ana", PRA)).balance == 5_000
    assert isinstance(await store.post(refill("ana", NOON + DAY // 2)), Posted)
    assert (await store.purse("ana", PRA)).balance == 20_000


async def test_a_refill_counts_what_lies_in_stacks(store: Store) -> None:
    await store.post(
        move("k", (EMISION, wallet("ana", PRA), 1_500), (EMISION, stack("t1", "ana"), 18_500))
    )
    enough = Refused(LedgerCode.ENOUGH, wallet("ana", PRA))
    assert await store.post(refill("ana", NOON)) == enough
    assert await store.purse("ana", PRA) == Purse(1_500, 20_000)


async def test_nobody_is_refilled_in_the_middle_of_a_hand(store: Store) -> None:
    await rich(store, "robot", amount=10_000)
    table = await Table().add(store)
    await store.commit([table.step(opened("robot"), lock("robot", 10_000))])
    await store.commit([table.step(pay("h1:1", "robot", 10_000))])
    locked = Refused(LedgerCode.EN_JUEGO, wallet("robot", PRA))
    assert await store.post(house_refill("robot", 500_000, "h1", 5)) == locked
    end = (win("h1:2", "robot", 10_000), unlock("robot", 10_000), closed())
    assert await store.commit([table.step(*end)]) == (Done(),)
    assert isinstance(await store.post(house_refill("robot", 500_000, "h1", 5)), Posted)
    assert (await store.purse("robot", PRA)).balance == 500_000


# ── «Historial de saldo» ─────────────────────────────────────────────────────────────────────
async def played(store: Store) -> None:
    await rich(store, "ana", "beto")
    await store.post(
        Entry(
            key="cr", why="alta", currency=CR, at_ms=2,
            postings=move("", ("house:emision:CR", wallet("ana", CR), 1_000)).postings,
        )
    )  # fmt: skip
    table = await Table().add(store)
    locks = (lock("ana", 500_000), lock("beto", 500_000))
    both = move(
        "h1:1",
        (wallet("beto", PRA), pot("t1", "pique"), 5_000),
        (wallet("ana", PRA), pot("t1", "pique"), 5_000),
        hand="h1",
    )
    await store.commit([table.step(opened("ana", "beto"), *locks, both)])
    end = (win("h1:2", "ana", 10_000), unlock("ana", 505_000), unlock("beto", 495_000), closed())
    assert await store.commit([table.step(*end)]) == (Done(),)


def told(lines: tuple[Line, ...]) -> list[tuple[str, int, int]]:
    return [(line.why, line.amount, line.balance) for line in lines]


@pytest.mark.rule("000:124")
async def test_the_history_tells_every_movement_with_the_balance_after_it(store: Store) -> None:
    await played(store)
    lines = await store.history("ana", Filter(currency=PRA))
    assert told(lines) == [
        ("PREMIO", 10_000, 505_000),
        ("APUESTA", -5_000, 495_000),
        ("alta", 500_000, 500_000),
    ]
    assert [line.other for line in lines] == [pot("t1", "pique")] * 2 + [EMISION]
    assert [line.hand for line in lines] == ["h1", "h1", ""]
    assert lines[0].balance == (await store.purse("ana", PRA)).balance


FILTERS = [
    (Filter(), ["PREMIO", "APUESTA", "alta", "alta"]),
    (Filter(currency=CR), ["alta"]),
    (Filter(currency="COP"), []),
    (Filter(whys=("APUESTA", "PREMIO")), ["PREMIO", "APUESTA"]),
    (Filter(hand="h1"), ["PREMIO", "APUESTA"]),
    (Filter(hand="h2"), []),
    (Filter(sign="out"), ["APUESTA"]),
    (Filter(sign="in", currency=PRA), ["PREMIO", "alta"]),
    (Filter(since_ms=1_000), ["PREMIO", "APUESTA"]),
    (Filter(until_ms=2), ["alta"]),
    (Filter(since_ms=2, until_ms=1_000), ["alta"]),
    (Filter(limit=2), ["PREMIO", "APUESTA"]),
]


@pytest.mark.parametrize(("wanted", "whys"), FILTERS)
async def test_the_history_is_filtered(store: Store, wanted: Filter, whys: list[str]) -> None:
    await played(store)
    assert [line.why for line in await store.history("ana", wanted)] == whys


async def test_the_pages_of_a_history_join_without_gap_or_repetition(store: Store) -> None:
    await rich(store, "ana")
    for n in range(10):
        both = ((EMISION, wallet("ana", PRA), n + 1), (wallet("ana", PRA), RAKE, 1))
        await store.post(move(f"k{n}", *both))
    whole = await store.history("ana", Filter())
    pages: list[Line] = []
    before = None
    while page := await store.history("ana", Filter(limit=3, before=before)):
        pages += page
        before = (page[-1].number, page[-1].part)
    assert tuple(pages) == whole
    assert len(whole) == 21
    for newer, older in itertools.pairwise(whole):
        assert newer.balance == older.balance + newer.amount


async def test_the_list_of_hands_has_each_ones_result_from_the_ledger(store: Store) -> None:
    await played(store)
    table = Table(seq=2)
    await store.commit([table.step(opened("ana", hand="h2", at_ms=9_000))])
    hands = await store.hands("ana")
    assert [(hand.hand, hand.net, hand.closed_ms) for hand in hands] == [
        ("h2", 0, 0), ("h1", 5_000, 2_000),
    ]  # fmt: skip
    assert [hand.net for hand in await store.hands("beto")] == [-5_000]
    assert (hands[1].seats, hands[1].result) == (((1, "ana"), (2, "beto")), '{"winner":1}')
    assert await store.hands("ana", before_ms=9_000) == hands[1:]
    assert await store.hands("ana", limit=1) == hands[:1]
    assert await store.hands("ana", game="caida") == ()
    assert await store.hands("carlos") == ()
