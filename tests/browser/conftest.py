"""A server of its own per run, Debian's chromium, no motion; skipped with a reason without them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "tapete" / "server" / "static" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
BOOT_S = 30.0
TRIES_PER_S = 20


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """Where the browser is; skips when there is none."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    pytest.skip("no chromium on the PATH: apt-get install chromium")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the browser."""
    return {"executable_path": chromium(), "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A desktop, in Spanish, without motion."""
    return {
        "viewport": {"width": 1440, "height": 900},
        "reduced_motion": "reduce",
        "color_scheme": "light",
        "locale": "es-CO",
    }


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process; `stop` and `start` keep its data and its port."""

    def __init__(self, module: str, data: Path) -> None:
        self.module = module
        self.data = data
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        env = {
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "TAPETE_PORT": str(self.port),
            "TAPETE_DATA": str(self.data),
            "TAPETE_THROTTLE": "0",
            "TAPETE_LOG": "warning",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.module], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
        )
        pause = threading.Event()
        for _ in range(int(BOOT_S * TRIES_PER_S)):
            if self.process.poll() is not None:
                pytest.fail(f"{self.module} ended with {self.process.returncode}")
            if self.answers():
                return
            pause.wait(1 / TRIES_PER_S)
        pytest.fail(f"{self.module} does not answer after {BOOT_S} s")

    def answers(self) -> bool:
        """Whether it is healthy now."""
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def stop(self) -> None:
        """End it as a machine would."""
        if self.process:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


def running(module: str, data: Path) -> Iterator[Server]:
    """A started server for a fixture."""
    if not STATIC.is_file():
        pytest.skip("the client is not built: cd web && npm ci && npm run build")
    server = Server(module, data)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The room with its games and its house players."""
    yield from running("tapete.app", tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the toy game alone."""
    yield from running("tests.server.serve_toy", tmp_path_factory.mktemp("toys"))


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, to be injected into a page."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: cd web && npm ci")
    return AXE.read_text(encoding="utf-8")
