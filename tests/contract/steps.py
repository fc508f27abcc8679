"""Small makers of steps, so that a test says only what it is about."""

from __future__ import annotations

from dataclasses import dataclass, field

from tapete.ledger.accounts import PRA, house, pot, wallet
from tapete.ledger.transfers import Entry, Holds, Lock, Posting, Unlock, grant
from tapete.record.log import FIRST_LINK, EventRow, StepRow, leaf_of, link_of
from tapete.store.port import Answer, Closed, Op, Opened, Step, Store, TableRow

SALT = bytes(16)


def move(key: str, *postings: tuple[str, str, int], hand: str = "", why: str = "APUESTA") -> Entry:
    return Entry(
        key=key, why=why, currency=PRA, hand=hand, at_ms=1_000,
        postings=tuple(Posting(*posting) for posting in postings),
    )  # fmt: skip


def pay(key: str, user: str, amount: int, table: str = "t1", hand: str = "h1") -> Entry:
    """`user` puts chips into the pique."""
    return move(key, (wallet(user, PRA), pot(table, "pique"), amount), hand=hand)


def win(key: str, user: str, amount: int, table: str = "t1", hand: str = "h1") -> Entry:
    return move(key, (pot(table, "pique"), wallet(user, PRA), amount), hand=hand, why="PREMIO")


def lock(user: str, chips: int, hand: str = "h1") -> Lock:
    return Lock(user=user, currency=PRA, hand=hand, chips=chips)


def unlock(user: str, chips: int | None = None, hand: str = "h1") -> Unlock:
    return Unlock(user=user, currency=PRA, hand=hand, chips=chips)


def opened(*users: str, hand: str = "h1", at_ms: int = 1_000) -> Opened:
    return Opened(
        hand=hand, game="primera", version="1", at_ms=at_ms, setup=b"setup",
        seats=tuple(enumerate(users, 1)),
    )  # fmt: skip


def closed(hand: str = "h1", at_ms: int = 2_000) -> Closed:
    return Closed(hand=hand, at_ms=at_ms, result='{"winner":1}')


def said(user: str, cmd_id: str, code: str = "", seq: int = 0, table: str = "t1") -> Answer:
    return Answer(user, table, cmd_id, b"f" * 32, code, seq)


@dataclass
class Table:
    """A table's end of the log: numbers its steps and links its events."""

    name: str = "t1"
    epoch: int = 1
    seq: int = 0
    number: int = 0
    link: bytes = FIRST_LINK
    links: list[bytes] = field(default_factory=list)

    async def add(self, store: Store) -> Table:
        row = TableRow(
            table=self.name, game="primera", currency=PRA, config="{}", created_ms=1,
        )  # fmt: skip
        await store.add_table(row)
        return self

    def event(
        self, text: bytes = b"{}", only: tuple[str, ...] | None = None, hand: str = "h1"
    ) -> EventRow:
        self.number += 1
        leaf = leaf_of(SALT, text)
        self.link = link_of(self.link, leaf)
        return EventRow(hand, self.number, text, SALT, leaf, self.link, 0, only)

    def step(
        self,
        *ops: Op,
        events: tuple[EventRow, ...] = (),
        answers: tuple[Answer, ...] = (),
        snapshot: bytes | None = None,
        status: str | None = None,
        at_ms: int | None = None,
    ) -> Step:
        """The next step. A test whose step is refused goes back by `self.seq -= 1`."""
        self.seq += 1
        row = StepRow(
            table=self.name, epoch=self.epoch, seq=self.seq, digest=b"d" * 32, events=events,
            at_ms=at_ms or 1_000 + self.seq, inputs=b"input %d" % self.seq, snapshot=snapshot,
        )  # fmt: skip
        return Step(row=row, ops=ops, answers=answers, status=status)


async def rich(store: Store, *users: str, amount: int = 500_000) -> None:
    """Give each of them their grant."""
    for user in users:
        await store.post(grant(user, 1, amount=amount))


EMISION = house("emision", PRA)
RAKE = house("rake", PRA)
__all__ = ["EMISION", "RAKE", "Holds", "Table", "closed", "lock", "move", "opened", "pay", "rich",
           "said", "unlock", "win"]  # fmt: skip
