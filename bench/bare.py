"""What the disk allows: one-row commits of bare sqlite3 with the settings of the store."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path

ROW = b"x" * 600  # about what one action adds to the log


def commits_per_s(folder: Path, seconds: float) -> float:
    """Durable one-row transactions per second: WAL, synchronous FULL, one after the other."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        link = sqlite3.connect(Path(place) / "bare.sqlite", isolation_level=None)
        try:
            link.execute("PRAGMA journal_mode = WAL")
            link.execute("PRAGMA synchronous = FULL")
            link.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
            done = 0
            began = time.perf_counter()
            while time.perf_counter() < began + seconds:
                link.execute("BEGIN IMMEDIATE")
                link.execute("INSERT INTO row (body) VALUES (?)", (ROW,))
                link.execute("COMMIT")
                done += 1
            return done / (time.perf_counter() - began)
        finally:
            link.close()
