"""What the pages of docs/ name exists: files, commands, settings, targets of make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.cli import build
from tests.docs.reading import DOCS
from tests.shared import ROOT

PAGES = sorted(DOCS.rglob("*.md"))
PLACE = re.compile(
    r"`((?:src|tests|docs|web|game|games|table|record|ledger|store|server|bots)/[\w./-]+)`"
)
LINK = re.compile(r"\]\(([\w./-]+\.md)(?:#[\w-]+)?\)")
COMMAND = re.compile(r"`?tapete ([a-z]+)")


def _ids(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=_ids)
def test_files_and_pages_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    roots = (ROOT, ROOT / "src" / "tapete")
    for place in PLACE.findall(text):
        assert any((root / place.rstrip("/.")).exists() for root in roots), place
    for link in LINK.findall(text):
        assert (path.parent / link).is_file(), link


@pytest.mark.parametrize("path", PAGES, ids=_ids)
def test_commands_that_are_named_exist(path: Path) -> None:
    app = build({})
    known = {command.name for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    code = "\n".join([*blocks, *re.findall(r"`[^`\n]+`", text)])
    assert set(COMMAND.findall(code)) - known == set()


def test_every_setting_is_on_the_page_with_its_default() -> None:
    source = (ROOT / "src" / "tapete" / "config.py").read_text(encoding="utf-8")
    page = (DOCS / "operating" / "running.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (TAPETE_\w+) \| ([^|]+) \|", source, re.MULTILINE)
    assert len(rows) >= 6
    for name, default in rows:
        if name != "TAPETE_FAILPOINT":
            assert f"| `{name}` | {default.strip()} |" in page
        assert name in page


def test_targets_of_make_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = {name for path in PAGES for name in re.findall(r"`?make ([a-z]+)\b", _code(path))}
    assert named
    assert named <= targets


def _code(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```\n.*?```|`[^`\n]+`", text, re.DOTALL))
