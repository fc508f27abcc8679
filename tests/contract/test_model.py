"""The store against the book in memory: any run of requests, the same refusals and balances."""

from __future__ import annotations

import asyncio
import copy
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tapete.ledger.accounts import PRA, carry, house, pot, stack, wallet
from tapete.ledger.book import Book, Row
from tapete.ledger.transfers import (
    Entry,
    Holds,
    LedgerCode,
    Lock,
    Posting,
    Refusal,
    TopUp,
    Unlock,
    grant,
)
from tapete.store.check import check
from tapete.store.port import (
    Abandoned,
    Closed,
    Done,
    Op,
    Opened,
    Outcome,
    Posted,
    Refused,
    Step,
    StoreCode,
)
from tapete.store.sqlite import SqliteStore
from tests.contract.steps import EMISION, RAKE, Table, closed, opened

USERS = ("ana", "beto", "carlos")
TABLES = ("t1", "t2")
T = TypeVar("T")

users = st.sampled_from(USERS)
tables = st.sampled_from(TABLES)
amounts = st.sampled_from([0, 1, 50, 5_000, 499_999, 500_000])
accounts = st.sampled_from(
    [wallet(user, PRA) for user in USERS]
    + [place for t in TABLES for place in (pot(t, "pique"), carry(t), stack(t, "ana"))]
    + [RAKE, EMISION, house("rake", "CR"), "nobody"]
)
postings = st.lists(st.builds(Posting, accounts, accounts, amounts), max_size=3).map(tuple)
keys = st.sampled_from([f"k{n}" for n in range(12)])
hands = st.sampled_from(["", "h1", "h2", "h3", "h4"])
currencies = st.sampled_from([PRA, PRA, PRA, PRA, "CR"])
entries = st.builds(
    Entry,
    key=keys,
    why=st.just("x"),
    currency=currencies,
    postings=postings,
    at_ms=st.integers(0, 9),
    hand=hands,
)
deeds = st.one_of(
    entries,
    st.builds(Lock, user=users, currency=st.just(PRA), hand=hands, chips=amounts),
    st.builds(
        Unlock,
        user=users,
        currency=st.just(PRA),
        hand=hands,
        chips=st.none() | amounts,
    ),
    st.builds(Holds, accounts, amounts),
)


class Model:
    """What a store should say: a book, and which hand is open where."""

    def __init__(self) -> None:
        self.book = Book()
        self.open: dict[str, str] = {}
        self.seen: set[str] = set()

    def step(self, table: str, ops: tuple[Op, ...]) -> Outcome:
        before = copy.deepcopy((self.book, self.open, self.seen))
        for op in ops:
            refused = self._op(table, op)
            if refused is not None:
                self.book, self.open, self.seen = before
                return refused
        return Done()

    def _op(self, table: str, op: Op) -> Refused | None:
        match op:
            case Opened():
                if table in self.open:
                    return Refused(StoreCode.HAND_OPEN)
                if op.hand in self.seen:
                    return Refused(StoreCode.CONSTRAINT)
                self.open[table] = op.hand
                self.seen.add(op.hand)
                return None
            case Closed():
                return self._close(table, op.hand)
            case Abandoned():
                raise AssertionError("the model makes none")
            case Entry() | Lock() if op.hand or isinstance(op, Lock):
                if self.open.get(table) != op.hand:
                    return Refused(StoreCode.HAND_UNKNOWN)
        other = TABLES[1 - TABLES.index(table)]
        if isinstance(op, Entry):
            for posting in op.postings:
                for account in (posting.debit, posting.credit):
                    if account.startswith(f"table:{other}:"):
                        return Refused(LedgerCode.ACCOUNT_WRONG, account)
        refusal = self.book.run([op])
        return Refused(refusal.code, refusal.account) if refusal else None

    def _close(self, table: str, hand: str) -> Refused | None:
        if self.open.get(table) != hand:
            return Refused(StoreCode.HAND_UNKNOWN)
        for account, held in self.book.locks.items():
            if held.hand == hand:
                return Refused(StoreCode.LOCK_LEFT, account)
        account = pot(table, "pique")
        if self.book.balances.get(account, 0):
            return Refused(StoreCode.POT_NOT_EMPTY, account)
        del self.open[table]
        return None


class Machine(RuleBasedStateMachine):
    """Random requests to both; a restart now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "t.db"
        self.loop = asyncio.new_event_loop()
        self.store = SqliteStore(self.path)
        self.model = Model()
        self.tables = {name: Table(name) for name in TABLES}
        for table in self.tables.values():
            self.wait(table.add(self.store))
        for user in USERS:
            self.same(grant(user, 1))

    def wait(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    def same(self, request: Entry | TopUp) -> None:
        told, expected = self.wait(self.store.post(request)), self.model.book.post(request)
        if isinstance(expected, Refusal):
            assert told == Refused(expected.code, expected.account)
        else:
            assert isinstance(told, Posted)
            assert (told.number, told.entry) == (expected.number, expected.entry)

    def step(self, name: str, ops: tuple[Op, ...]) -> None:
        table = self.tables[name]
        step: Step = table.step(*ops)
        told = self.wait(self.store.commit([step]))[0]
        expected = self.model.step(name, ops)
        if isinstance(expected, Refused) and expected.code is StoreCode.LOCK_LEFT:
            assert isinstance(told, Refused)  # which of several locks is named does not matter
            assert told.code is StoreCode.LOCK_LEFT
        else:
            assert told == expected
        if told != Done():
            table.seq -= 1

    @rule(entry=entries)
    def post(self, entry: Entry) -> None:
        self.same(entry)

    @rule(user=users, to=st.sampled_from([20_000, 600_000]), key=keys)
    def top_up(self, user: str, to: int, key: str) -> None:
        self.same(TopUp(key=key, why="recarga", user=user, currency=PRA, to=to, at_ms=5))

    @rule(user=users, amount=amounts, out=st.booleans())
    def elsewhere(self, user: str, amount: int, out: bool) -> None:
        """Chips come and go while a hand may have the wallet."""
        sides = (wallet(user, PRA), EMISION) if out else (EMISION, wallet(user, PRA))
        self.same(
            Entry(
                key=f"else{self.model.book.count}", why="ajuste", currency=PRA, at_ms=1,
                postings=(Posting(*sides, amount),),
            )
        )  # fmt: skip

    @rule(name=tables, ops=st.lists(deeds, max_size=3))
    def any_step(self, name: str, ops: list[Op]) -> None:
        self.step(name, tuple(ops))

    @rule(
        name=tables,
        who=st.sets(users, min_size=1),
        n=st.integers(1, 9),
        off=st.sampled_from([0, 0, 0, 1]),
    )
    def open_hand(self, name: str, who: set[str], n: int, off: int) -> None:
        held = self.model.book.balances
        locks = [
            Lock(user=u, currency=PRA, hand=f"h{n}", chips=held.get(wallet(u, PRA), 0) + off)
            for u in sorted(who)
        ]
        self.step(name, (opened(*sorted(who), hand=f"h{n}"), *locks))

    @precondition(lambda self: self.model.open)
    @rule(data=st.data(), amount=amounts, back=st.booleans())
    def bet(self, data: st.DataObject, amount: int, back: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.model.open)))
        sides = [wallet(data.draw(users), PRA), pot(name, "pique")]
        a, b = reversed(sides) if back else sides
        key = f"bet{self.model.book.count}"
        hand = self.model.open[name]
        entry = Entry(
            key=key, why="APUESTA", currency=PRA, hand=hand, at_ms=1,
            postings=(Posting(a, b, amount),),
        )  # fmt: skip
        self.step(name, (entry,))

    @precondition(lambda self: self.model.open)
    @rule(data=st.data(), settle=st.booleans())
    def close_hand(self, data: st.DataObject, settle: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.model.open)))
        book, hand = self.model.book, self.model.open[name]
        ops: list[Op] = []
        held = book.balances.get(pot(name, "pique"), 0)
        if settle and held:
            prize = (Posting(pot(name, "pique"), wallet("ana", PRA), held),)
            ops.append(
                Entry(
                    key=f"prize{book.count}", why="PREMIO", currency=PRA, hand=hand, at_ms=1,
                    postings=prize,
                )
            )  # fmt: skip
        if settle:
            won = {"ana": held}
            for user in USERS:
                lock = book.locks.get(wallet(user, PRA))
                if lock and lock.hand == hand:
                    chips = book.balances[wallet(user, PRA)] - lock.elsewhere + won.get(user, 0)
                    chips += data.draw(st.sampled_from([0, 0, 0, 1]))
                    ops.append(Unlock(user=user, currency=PRA, hand=hand, chips=chips))
        self.step(name, (*ops, closed(hand)))

    @rule(now=st.sampled_from([False] * 7 + [True]))
    def restart(self, now: bool) -> None:
        if not now:
            return
        self.wait(self.store.close())
        self.store = SqliteStore(self.path)

    @invariant()
    def equal_balances(self) -> None:
        book = self.model.book
        assert self.wait(self.store.balances(list(book.balances))) == book.balances
        for user, purse in self.wait(self.store.purses(USERS, PRA)).items():
            held = book.locks.get(wallet(user, PRA))
            assert purse.hand == (held.hand if held else "")
            assert purse.total == book.total(user, PRA)

    def teardown(self) -> None:
        self.wait(self.store.close())
        self.loop.close()
        report = check(self.path)
        assert report.findings == ()
        assert report.rows == self.model.book.count
        rows: list[Row] = self.model.book.rows
        assert len(rows) == report.rows
        self.folder.cleanup()


TestModel = Machine.TestCase
# without shrinking, which would open thousands of stores: ask for it by hand
TestModel.settings = settings(
    max_examples=20, stateful_step_count=40, phases=(Phase.explicit, Phase.generate)
)
TestModel = pytest.mark.rule("000:116", "000:120", "000:124")(TestModel)
