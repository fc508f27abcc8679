"""What the package says of itself is what it uses."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.shared import ROOT


def _declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {_plain(re.split(r"[<>=!~\[; ]", line)[0]) for line in project["dependencies"]}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported() -> dict[str, str]:
    """Each foreign top-level module that src imports, with one file that does."""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names = [node.module]
            for name in {n.split(".")[0] for n in names} - sys.stdlib_module_names - {"tapete"}:
                found[name] = str(path.relative_to(ROOT))
    return found


def test_every_foreign_import_is_declared() -> None:
    homes = packages_distributions()
    used = {_plain(homes[name][0]): file for name, file in _imported().items() if name in homes}
    unknown = [f"{name} ({file})" for name, file in _imported().items() if name not in homes]
    assert unknown == []
    assert [f"{name} ({file})" for name, file in used.items() if name not in _declared()] == []


def test_the_locks_hold_what_is_declared() -> None:
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    names = {_plain(line.split("==")[0]) for line in locked.splitlines() if "==" in line}
    assert _declared() <= names


def test_the_dev_lock_holds_the_same_versions() -> None:
    run, dev = (
        {
            line.split(" ")[0]
            for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
            if "==" in line
        }
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert run <= dev


def test_every_locked_package_has_a_hash() -> None:
    for path in sorted(ROOT.glob("requirements*.lock")):
        blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())
        assert [b.splitlines()[0] for b in blocks if "--hash=sha256:" not in b] == []
