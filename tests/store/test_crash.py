"""A process is killed while it writes: what was acknowledged is there, nothing is half written,
and what nobody heard of is settled by asking again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.ledger.accounts import pot
from tapete.store.check import check
from tapete.store.port import Done, Repeated
from tapete.store.sqlite import SqliteStore
from tests.contract.steps import Table, said
from tests.shared import ROOT
from tests.store.crashing import TABLES, bet, hand_of, money

pytestmark = pytest.mark.asyncio

KILLS = [
    ("before_commit", 1),
    ("before_commit", 7),
    ("after_commit", 1),
    ("after_commit", 7),
    ("never", 20),
    ("never", 60),
]


def killed(path: Path, place: str, number: int) -> dict[str, int]:
    """Run until the kill; the last acknowledged step of each table."""
    command = [sys.executable, "-m", "tests.store.crashing", str(path), place, str(number)]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    last = dict.fromkeys(TABLES, 1)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    ) as process:
        assert process.stdout is not None
        for count, line in enumerate(process.stdout):
            name, seq = line.split()
            last[name] = int(seq)
            if place == "never" and count == number:
                process.kill()
    assert process.returncode == -9
    return last


@pytest.mark.parametrize(("place", "number"), KILLS)
@pytest.mark.rule("000:116", "000:120")
async def test_a_kill_loses_nothing_acknowledged_and_does_nothing_twice(
    tmp_path: Path, place: str, number: int
) -> None:
    path = tmp_path / "t.db"
    acknowledged = killed(path, place, number)
    assert check(path).findings == ()
    store = SqliteStore(path)
    for name in TABLES:
        state = await store.load(name)
        assert state is not None
        assert 0 <= state.row.seq - acknowledged[name] <= 1
        assert state.open_hand == hand_of(name)
        chips = state.row.seq - 1  # one each step since the hand began
        balances = await store.balances([money(name), pot(name, "pique")])
        assert balances == {money(name): 500_000 - chips, pot(name, "pique"): chips}
        assert len(await store.tail(name, 0, None)) == chips
        # the step that nobody was told of comes again: written at most once, and then answered
        table = Table(name, seq=acknowledged[name], number=acknowledged[name] - 1)
        table.link = state.link
        written = state.row.seq > acknowledged[name]
        first = said(name, f"c{table.seq + 1}", seq=table.seq + 1, table=name)
        outcomes = await store.commit([bet(table)])
        assert outcomes == (Repeated(first) if written else Done(),)
        assert (await store.balances([money(name)])) == {money(name): 500_000 - acknowledged[name]}
    await store.close()
    assert check(path).findings == ()
