"""The node's key: a file of its own beside the database (0600), never in it.

Who copies the database alone reads no card.
"""

from __future__ import annotations

import os
from pathlib import Path

from tapete.record.seal import KEY_BYTES

FILE = "node.key"


def node_key(folder: Path) -> bytes:
    """The key in this folder; it is made at the first start, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    if not path.exists():
        fresh = folder / f".{FILE}.{os.getpid()}"
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    return path.read_bytes()
