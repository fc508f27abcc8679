"""In a simulation a hand opens as soon as it can: nobody else is coming."""

from __future__ import annotations

import pytest

from tapete.server import recovery


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "GATHER_MS", 0)
