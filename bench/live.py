"""The running server under load: durable actions per second, their waits, CPU of each.

Server and players are processes of their own on one machine, so they share its cores. An action
counts when its answer came, and an answer comes only after the commit.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WARM_S = 5.0  # from the first seat taken to the measured span
BOOT_S = 30  # how long a server may take to answer /health


@dataclass(frozen=True, slots=True)
class Load:
    """What the players saw and what the server spent."""

    tables: int
    players: int
    actions: int
    hands: int
    seconds: float
    p50_ms: float
    p99_ms: float
    cpu_us: float  # of the server, per action
    refused: dict[str, int]

    @property
    def per_s(self) -> float:
        """Acknowledged actions per second."""
        return self.actions / self.seconds


class Server:
    """A server of its own folder and port; no house players, nothing on the terminal."""

    def __init__(self, folder: Path, env: dict[str, str] | None = None) -> None:
        self.port = _free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.log_file = folder / "server.log"
        self.log = self.log_file.open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.serve"],
            env={
                **os.environ,
                "TAPETE_PORT": str(self.port),
                "TAPETE_DATA": str(folder),
                "TAPETE_HOUSE": "0",
                "TAPETE_LOG": "warning",
                "TAPETE_THROTTLE": "0",
                **(env or {}),
            },
            stdout=self.log,
            stderr=self.log,
        )

    def __enter__(self) -> Server:
        until = time.monotonic() + BOOT_S
        while time.monotonic() < until and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"http://{self.address}/health", timeout=1).close()
                return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        self.__exit__()
        raise RuntimeError(f"the server did not start: {self.log_file.read_text()[-500:]}")

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()

    def cpu_s(self) -> float:
        """User and system seconds that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(folder: Path, tables: int, seats: int, seconds: float, rules: dict[str, Any]) -> Load:
    """Fill `tables` tables of Primera with `seats` players each and let them play."""
    order: dict[str, Any] = {
        "game": "primera",
        "rules": rules,
        "tables": tables,
        "seats": seats,
        "warm_s": WARM_S,
        "seconds": seconds,
    }
    with Server(folder) as server:
        order["address"] = server.address
        with subprocess.Popen(
            [sys.executable, "-m", "bench.load", json.dumps(order)],
            stdout=subprocess.PIPE,
            text=True,
        ) as players:
            assert players.stdout is not None
            ready = json.loads(players.stdout.readline())["ready"]
            time.sleep(WARM_S)
            before = server.cpu_s()
            time.sleep(seconds)
            spent = server.cpu_s() - before
            told = json.loads(players.stdout.readline())
    waits = told["waits"]
    if not waits:
        raise RuntimeError(f"no action was acknowledged; refused: {told['refused']}")
    return Load(
        tables=tables,
        players=ready,
        actions=len(waits),
        hands=told["hands"],
        seconds=seconds,
        p50_ms=1000 * waits[len(waits) // 2],
        p99_ms=1000 * waits[len(waits) * 99 // 100],
        cpu_us=1e6 * spent / len(waits),
        refused=told["refused"],
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
