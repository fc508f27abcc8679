"""A server process ends at a signal, and says nothing about it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOT_S, END_S, TRIES_PER_S = 60, 30, 20


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _started(data: Path, port: int) -> subprocess.Popen[str]:
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "TAPETE_PORT": str(port),
        "TAPETE_DATA": str(data),
        "TAPETE_LOG": "warning",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tapete.app"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a group of its own, as under a terminal
    )
    pause = threading.Event()
    for _ in range(BOOT_S * TRIES_PER_S):
        if process.poll() is not None or _healthy(port):
            break
        pause.wait(1 / TRIES_PER_S)
    return process


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGTERM,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT, signal.SIGTERM)],
    ids=["term", "ctrl_c", "ctrl_c_and_make"],
)
def test_a_stopped_server_leaves_no_trace_on_stderr(
    tmp_path: Path, signals: tuple[signal.Signals, ...]
) -> None:
    process = _started(tmp_path, _free_port())
    try:
        assert process.poll() is None
        for number in signals:
            os.killpg(process.pid, number)
        _, said = process.communicate(timeout=END_S)
        assert (process.returncode, said) == (0, "")
    finally:
        process.kill()
