"""A store that keeps nothing but wallets: for the many short lives of a simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.ledger.transfers import Entry, Lock, Unlock
from tapete.store.port import Done, Loaded, Member, Outcome, Purse, Step, TableRow


class MemoryStore:
    """Only what a running room asks; every step is written at once."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}
        self.locks: dict[str, str] = {}
        self.rows: dict[str, TableRow] = {}

    async def commit(self, steps: Sequence[Step]) -> tuple[Outcome, ...]:
        for step in steps:
            for op in step.ops:
                if isinstance(op, Entry):
                    for posting in op.postings:
                        for account, amount in (
                            (posting.debit, -posting.amount),
                            (posting.credit, posting.amount),
                        ):
                            self.balances[account] = self.balances.get(account, 0) + amount
                elif isinstance(op, Lock):
                    self.locks[op.user] = op.hand
                elif isinstance(op, Unlock):
                    del self.locks[op.user]
        return (Done(),) * len(steps)

    async def add_table(self, row: TableRow) -> Done:
        self.rows[row.table] = row
        return Done()

    async def acquire(self, table: str) -> TableRow:
        return self.rows[table]

    async def load(self, table: str) -> Loaded:
        return Loaded(row=self.rows[table], snapshot=None, snapshot_seq=0, steps=(), link=bytes(32))

    async def tables(self, *_: str) -> tuple[TableRow, ...]:
        return ()

    async def purse(self, user: str, currency: str) -> Purse:
        balance = self.balances.get(f"user:{user}:{currency}", 0)
        return Purse(balance, balance, self.locks.get(user, ""))

    async def purses(self, users: Sequence[str], currency: str) -> dict[str, Purse]:
        return {user: await self.purse(user, currency) for user in users}

    async def abandons(self, user: str) -> int:
        return 0

    async def add_member(self, member: Member, *gifts: Any) -> Done:
        for gift in gifts:
            for posting in gift.postings:
                self.balances[posting.credit] = posting.amount
        return Done()

    async def last_beat(self) -> int:
        return 0

    async def beat(self, at_ms: int) -> None:
        return None

    async def close(self) -> None:
        return None
