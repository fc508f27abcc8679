"""Style is a test: sizes, leftovers, lock files and what packages export."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared import ROOT

FUNCTION_LINES = 70  # what one reads without scrolling; docstrings do not count
FILE_LINES = 400
LINE_LENGTH = 100
WEB_LINE_LENGTH = 160  # markup nests deeper; the dictionaries hold whole sentences
LEFTOVER = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b")  # spelled so as not to find itself
ADDRESS = re.compile(r'"resolved": *"http|--(?:extra-)?index-url|--find-links| @ http')
PYTHON = ("src", "tests", "bench", "examples")
WEB = ("web/src", "web/tests")
WEB_KINDS = {".ts", ".js", ".mjs", ".svelte", ".css", ".html"}


def _python() -> Iterator[Path]:
    yield ROOT / "hatch_build.py"
    for folder in PYTHON:
        yield from sorted((ROOT / folder).rglob("*.py"))


def _web() -> Iterator[Path]:
    for folder in WEB:
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in WEB_KINDS)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _generated(path: Path) -> bool:
    return any("generated" in line.lower() for line in _lines(path)[:3])


def test_no_python_file_is_longer_than_one_can_hold_in_mind() -> None:
    assert [f"{_name(p)}: {len(_lines(p))}" for p in _python() if len(_lines(p)) > FILE_LINES] == []


def test_no_web_file_is_longer_than_one_can_hold_in_mind() -> None:
    """A component is its code; the styles below it are a list and count for themselves."""
    found = []
    for path in _web():
        code, _, style = path.read_text(encoding="utf-8").partition("\n<style")
        longest = max(code.count("\n"), style.count("\n"))
        if longest > FILE_LINES and not _generated(path):
            found.append(f"{_name(path)}: {longest}")
    assert found == []


def test_no_line_is_too_wide() -> None:
    found = [
        f"{_name(path)}:{n}"
        for paths, most in ((_python(), LINE_LENGTH), (_web(), WEB_LINE_LENGTH))
        for path in paths
        for n, line in enumerate(_lines(path), 1)
        if len(line) > most and not (_generated(path) or "i18n" in path.parts)
    ]
    assert found == []


def test_no_function_is_too_long() -> None:
    found = []
    for path in _python():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                doc = (ast.get_docstring(node, clean=False) or "").count("\n")
                lines = (node.end_lineno or node.lineno) - node.lineno - doc
                if lines > FUNCTION_LINES:
                    found.append(f"{_name(path)}:{node.name}: {lines}")
    assert found == []


def test_nothing_is_left_over() -> None:
    found = [
        f"{_name(path)}:{n}"
        for path in (*_python(), *_web())
        for n, line in enumerate(_lines(path), 1)
        if LEFTOVER.search(line)
    ]
    assert found == []


def test_lock_files_name_no_registry() -> None:
    locks = [*ROOT.glob("requirements*.lock"), *ROOT.glob("web/package-lock.json")]
    found = [
        f"{_name(path)}:{n}"
        for path in locks
        for n, line in enumerate(_lines(path), 1)
        if ADDRESS.search(line)
    ]
    assert found == []


def test_every_exported_name_exists() -> None:
    found = []
    for path in sorted((ROOT / "src" / "tapete").rglob("__init__.py")):
        package = ".".join(path.relative_to(ROOT / "src").parent.parts)
        module = importlib.import_module(package)
        names = getattr(module, "__all__", [])
        found += [f"{package}.{name}" for name in names if not hasattr(module, name)]
        found += [f"{package}: {name} twice" for name in set(names) if list(names).count(name) > 1]
    assert found == []


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml"])
def test_no_lock_of_a_kind_that_holds_addresses(name: str) -> None:
    assert not (ROOT / name).exists()
