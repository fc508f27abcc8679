"""Raising a table again from the store: its last snapshot and every input since, once more.

The inputs are executed by the same pure step as the first time, and after each stored step the
whole state must have the stored digest. If it has not, the log and the program disagree and the
table is frozen: nothing is guessed, no money moves, an operator is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import Game
from tapete.record.log import RootRow
from tapete.record.proof import Commitment
from tapete.server.audience import Audience
from tapete.server.projection import Chain, heard
from tapete.server.proofs import Proofs
from tapete.server.scribe import Scribe
from tapete.store.port import Kept, Loaded, TableRow
from tapete.table.effects import Effect, NeedShuffle
from tapete.table.step import step
from tapete.table.table import Table, decode, new_table

GATHER_MS = 3_000  # of a new table: enough are ready, so long the others may still join


class Plan(Struct, frozen=True):
    """What a table was created with, as the store keeps it (JSON): a table whose log is read again
    must begin with the same. `house` = seats that house players take, `level` = how well they
    play; `version` = of the rules."""

    name: str
    rules: Mapping[str, Any]
    practice: bool = True
    house: int = 0
    level: str = ""
    gather_ms: int = 0
    version: str = ""


class Raised(Struct, frozen=True):
    """A table as it stood when the last step was committed. `fault` = why it is frozen."""

    table: Table
    audience: Audience
    quiet: int
    fault: str = ""


def fresh(game: Game, row: TableRow) -> Table:
    """The table as it was created."""
    plan = msgspec.json.decode(row.config, type=Plan)
    rules = msgspec.convert(plan.rules, game.info.rules)
    table = new_table(
        game,
        row.table,
        plan.name,
        rules,
        host=row.owner,
        practice=plan.practice,
        at_ms=row.created_ms,
        gather_ms=plan.gather_ms,
    )
    return replace(table, version=plan.version or table.version)


def base(game: Game, row: TableRow, snapshot: bytes | None, seq: int, scribe: Scribe) -> Table:
    """The table of the snapshot after step `seq`, or as it was created."""
    return fresh(game, row) if snapshot is None else decode(game, scribe.snapshot(snapshot, seq))


def raise_table(game: Game, scribe: Scribe, loaded: Loaded, roots: Sequence[RootRow]) -> Raised:
    """Execute what the store holds. Never raises for a log that does not fit: that is a fault."""
    table = base(game, loaded.row, loaded.snapshot, loaded.snapshot_seq, scribe)
    audience = Audience(game, table, Proofs(), loaded.snapshot_seq)
    secrets = {(row.hand, row.k): row for row in roots}
    for kept in loaded.steps:
        try:
            chain = replayed(game, table, scribe, kept, secrets)
        except Exception as error:
            return Raised(table, audience, 0, f"replay: {type(error).__name__}")
        if scribe.digest(chain.after) != kept.digest:
            return Raised(table, audience, 0, "replay: digest")
        audience.remember(chain, heard(chain, kept.seq), kept.seq)
        table = chain.after
    return Raised(table, audience, len(loaded.steps))


def replayed(
    game: Game, table: Table, scribe: Scribe, kept: Kept, secrets: Mapping[tuple[str, int], RootRow]
) -> Chain:
    """One stored step again, with the commitments that were made in it."""
    inputs = scribe.inputs(kept)
    after, done, made = table, list[Effect](), list[Commitment]()
    for given in inputs:
        asked = done[-1] if done else None
        if isinstance(asked, NeedShuffle) and (asked.hand, asked.number) in secrets:
            made.append(scribe.commitment(secrets[asked.hand, asked.number]))
        after, effects = step(game, after, given)
        done += effects
    return Chain(table, after, inputs, tuple(done), tuple(made))
