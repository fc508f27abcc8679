"""The build hook: builds the client when its sources changed, and never otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hatch_build
from hatch_build import WebBuild


def _hook(root: Path) -> WebBuild:
    nothing: Any = None
    return WebBuild(str(root), {}, nothing, nothing, "", "wheel")


def _with_web(root: Path) -> WebBuild:
    (root / "web" / "src").mkdir(parents=True)
    (root / "web" / "package.json").write_text("{}")
    (root / "web" / "src" / "a.ts").write_text("1")
    return _hook(root)


def _built(hook: WebBuild) -> None:
    hook.static.mkdir(parents=True, exist_ok=True)
    (hook.static / ".sources").write_text(hook._hash())


def test_without_web_there_is_nothing_to_do(tmp_path: Path) -> None:
    hook = _hook(tmp_path)
    assert hook.dependencies() == []
    hook.initialize("editable", {})


def test_assets_of_the_same_sources_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    hook = _with_web(tmp_path)
    _built(hook)
    assert hook.dependencies() == []
    hook.initialize("editable", {})


@pytest.mark.parametrize("change", ["src/a.ts", "src/b.ts", "package.json", "vite.config.ts"])
def test_a_changed_source_wants_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setenv("PATH", "")
    hook = _with_web(tmp_path)
    _built(hook)
    (tmp_path / "web" / change).write_text("{ }")
    assert hook.dependencies() == [hatch_build.NODE_WHEEL]
    with pytest.raises(RuntimeError, match="node"):
        hook.initialize("editable", {})


def test_node_modules_do_not_count_as_sources(tmp_path: Path) -> None:
    hook = _with_web(tmp_path)
    before = hook._hash()
    (tmp_path / "web" / "node_modules").mkdir()
    (tmp_path / "web" / "node_modules" / "x.js").write_text("1")
    assert hook._hash() == before


@pytest.mark.parametrize(
    ("version", "will_do"),
    [("v22.12.0", True), ("v24.19.0", True), ("v22.11.9", False), ("v20.20.2", False), ("", False)],
)
def test_which_node_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, will_do: bool
) -> None:
    for name in ("node", "npm"):
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\necho {version}\n")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hatch_build._node_will_do() is will_do
