"""The core reads no clock, no chance, no network, no environment and no file (ARCHITECTURE)."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.shared import ROOT

PURE = ("cards", "chips", "game", "games", "table", "ledger")
IMPURE = {
    "asyncio", "concurrent", "datetime", "fcntl", "glob", "http", "io", "logging", "mmap",
    "multiprocessing", "os", "pathlib", "random", "secrets", "select", "selectors", "shutil",
    "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid", "litestar", "uvicorn", "websockets", "asyncpg", "cryptography", "structlog",
    "typer", "rich", "prometheus_client",
}  # fmt: skip
CALLS = {"open", "input", "print", "eval", "exec", "__import__"}
SOURCE = ROOT / "src" / "tapete"


def _imports(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


def _calls(tree: ast.AST) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def _files(*packages: str) -> list[Path]:
    return sorted(p for package in packages for p in (SOURCE / package).rglob("*.py"))


def test_the_pure_layers_import_nothing_from_the_world() -> None:
    found = []
    for path in _files(*PURE):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bad = (_imports(tree) & IMPURE) | (_calls(tree) & CALLS)
        found += [f"{path.relative_to(SOURCE)}: {name}" for name in sorted(bad)]
    assert found == []


def test_only_the_server_knows_its_web_framework() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE)
        door = place.parts[0] == "server" and (
            place.parts[1] == "http" or place.name == "socket.py"
        )
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not door and _imports(tree) & {"litestar", "starlette"}:
            found.append(str(place))
    assert found == []


def test_typer_and_rich_are_loaded_only_where_they_are_used() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        top = ast.Module([n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], [])
        if path.name != "cli.py" and _imports(top) & {"typer", "rich"}:
            found.append(str(path.relative_to(SOURCE)))
    assert found == []
