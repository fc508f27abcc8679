"""Where the documents that tests read beside the project lie, if they lie there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _find() -> Path | None:
    place = Path(os.environ.get("TAPETE_SHARED", ROOT.parent / "shared"))
    return place if place.is_dir() else None


SHARED: Path | None = _find()

needs_shared = pytest.mark.skipif(SHARED is None, reason="no ../shared beside the project")


def shared(*parts: str) -> Path:
    """A path inside the shared folder; the test that asks is skipped when it is not there."""
    if SHARED is None:
        pytest.skip("no ../shared beside the project")
    return SHARED.joinpath(*parts)
