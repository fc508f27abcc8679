"""Which test proves which sentence: collects the `rule` marks and keeps docs/coverage.tsv.

`pytest --coverage write` rewrites the file, `--coverage check` fails when it is stale, when a
sentence has no row, or when the hand-kept file says «later» of what a test proves. A mark with an
unknown id stops every run. Ids are those of ../shared/seed_map.tsv (`000:29`) and, with a letter
for the game, the paragraphs of ../shared/rules (`P-B4`); the sentences themselves stay there.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.shared import ROOT, SHARED

TABLE = ROOT / "docs" / "coverage.tsv"
BY_HAND = ROOT / "docs" / "coverage_by_hand.tsv"
HEADER = "id\thow"
RULES = {"P": "primera.md", "C": "cerrado.md", "K": "caida.md", "H": "holdem.md"}
HOW = re.compile(r"(decision: \S+#\S+|n/a: .+|later: \S.*)")
PARAGRAPH = re.compile(r"([PCKH])-([A-Z]+[0-9]*)")
SHOWN = 3  # tests named per sentence; of more, only the number

_Marks = dict[str, list[str]]
_MARKS: pytest.StashKey[_Marks] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coverage", choices=("check", "write"), help="docs/coverage.tsv")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Runs before any deselection, so slow and browser tests count as well."""
    marks = marks_of(items)
    unknown = sorted(unknown_ids(marks))
    if unknown:
        raise pytest.UsageError(f"rule marks with unknown ids: {', '.join(unknown)}")
    config.stash[_MARKS] = marks


def pytest_sessionfinish(session: pytest.Session) -> None:
    mode = session.config.getoption("--coverage")
    marks = session.config.stash.get(_MARKS, None)
    if mode is None or marks is None:
        return
    rows, faults = table(marks, read_rows(BY_HAND), known_sentences())
    text = "\n".join([HEADER, *rows]) + "\n"
    if mode == "write":
        TABLE.write_text(text, encoding="utf-8")
    elif not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != text:
        faults.append("docs/coverage.tsv is stale: run `make coverage`")
    if faults:
        for fault in faults:
            print(f"coverage: {fault}", file=sys.stderr)
        if mode == "check" and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def marks_of(items: Iterable[pytest.Item]) -> _Marks:
    """The tests of each id, in the order of collection, parametrised ones once."""
    marks: _Marks = defaultdict(list)
    for item in items:
        name = item.nodeid.split("[")[0].removeprefix("tests/")
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                if name not in marks[rule]:
                    marks[rule].append(name)
    return dict(marks)


def unknown_ids(ids: Iterable[str]) -> set[str]:
    """Those that name neither a sentence nor a paragraph that exists."""
    sentences = set(known_sentences())
    return {i for i in ids if i not in sentences and not _is_paragraph(i)}


def _is_paragraph(rule: str) -> bool:
    match = PARAGRAPH.fullmatch(rule)
    if match is None:
        return False
    if SHARED is None:
        return True
    text = (SHARED / "rules" / RULES[match[1]]).read_text(encoding="utf-8")
    return re.search(rf"\b{re.escape(match[2])}\b", text) is not None


def known_sentences() -> list[str]:
    """All ids in the order of the documents; from the committed table when they are absent."""
    if SHARED is None:
        return [rule for rule, _ in read_rows(TABLE)]
    lines = (SHARED / "seed_map.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [":".join(line.split("\t")[:2]) for line in lines if line]


def read_rows(path: Path) -> list[tuple[str, str]]:
    """The (id, how) rows of a table; a range `000:141-146` stands for each of its ids."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else ():
        ids, how = line.split("\t")
        seed, _, numbers = ids.partition(":")
        first, _, last = numbers.partition("-")
        rows += [(f"{seed}:{n}", how) for n in range(int(first), int(last or first) + 1)]
    return rows


def table(
    marks: _Marks, by_hand: list[tuple[str, str]], known: list[str]
) -> tuple[list[str], list[str]]:
    """The rows of docs/coverage.tsv and what is wrong with them."""
    hand = dict(by_hand)
    faults = [f"{i} stands twice in {BY_HAND.name}" for i in hand if _count(by_hand, i) > 1]
    faults += [f"{i}: no such sentence" for i in hand if i not in known]
    faults += [f"{i}: «{how}» is no known form" for i, how in by_hand if not HOW.fullmatch(how)]
    rows: list[str] = []
    missing: list[str] = []
    for rule in known:
        tests = marks.get(rule, [])
        if tests and rule in hand:
            faults.append(f"{rule} has a test: take it out of {BY_HAND.name}")
        if tests:
            more = f" +{len(tests) - SHOWN}" if len(tests) > SHOWN else ""
            rows.append(f"{rule}\ttest: {' '.join(sorted(tests)[:SHOWN])}{more}")
        elif rule in hand:
            rows.append(f"{rule}\t{hand[rule]}")
        else:
            missing.append(rule)
            rows.append(f"{rule}\tmissing")
    if missing:
        faults.append(f"neither a test nor a line in {BY_HAND.name}: {' '.join(missing)}")
    return rows, faults


def _count(rows: list[tuple[str, str]], rule: str) -> int:
    return sum(1 for i, _ in rows if i == rule)
