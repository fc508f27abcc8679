"""The whole server from one seed, in virtual time: nothing breaks, everything adds up, twice the
same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import structlog

from tapete.cards.decks import SPANISH_40
from tapete.games.registry import GAMES
from tapete.store.check import check
from tests.sim.evening import Evening
from tests.toy import Toy

KINDS = {
    "tanto": Toy(),
    "compra": Toy(key="compra", bank="buyin", away="sit_out"),
    "pronto": Toy(key="pronto", silence="leave", ready="each"),
    **GAMES,
}
TABLES = [
    ("tanto", 3, 0),
    ("compra", 3, 0),
    ("pronto", 2, 0),
    ("primera", 3, 2),
    ("primera", 2, 0),
    ("caida", 2, 1),
    ("caida", 3, 0),
]


async def evening(folder: Path, seed: int, turns: int, deaths: int) -> tuple[str, Evening]:
    made = Evening(folder, dict(KINDS), seed)
    await made.open()
    await made.fill(TABLES)
    digest = await made.run(turns, deaths)
    return digest, made


def sound(folder: Path, made: Evening) -> None:
    report = check(folder / "test.db")
    assert report.ok, report.findings
    assert made.counts["hands"] > 5
    assert made.counts["DoAct"] > 50
    assert made.counts["cards proved"] > 200


async def test_an_evening_adds_up(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as lines:
        _, made = await evening(tmp_path, seed=1, turns=700, deaths=4)
    sound(tmp_path, made)
    assert made.counts["deaths"] == 4
    told = " ".join(str(sorted(line.items())) for line in lines)
    assert not re.search(rf"\b({'|'.join(SPANISH_40)})\b", told), "no card in a log"
    assert not re.search(r"\bu\d+x\d+\b", told), "nobody's account in a log"


async def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    digests = set()
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        digest, _ = await evening(folder, seed=2, turns=150, deaths=1)
        digests.add(digest)
    assert len(digests) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
async def test_many_evenings(tmp_path: Path, seed: int) -> None:
    _, made = await evening(tmp_path, seed, turns=2_500, deaths=20)
    sound(tmp_path, made)
    print(f"\n{dict(made.counts.most_common())}")
