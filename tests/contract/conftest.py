"""The stores that the suite runs against. A new one joins by a line in STORES."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tapete.store.port import Failpoint, Store
from tapete.store.sqlite import SqliteStore, nothing

Opener = Callable[..., Store]


def _sqlite(path: Path) -> Opener:
    def opened(failpoint: Failpoint = nothing) -> Store:
        return SqliteStore(path / "tapete.db", failpoint=failpoint)

    return opened


STORES: dict[str, Callable[[Path], Opener]] = {"sqlite": _sqlite}


@pytest.fixture(params=sorted(STORES))
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same store again and again, as after a restart."""
    return STORES[request.param](tmp_path)


@pytest.fixture
async def store(opener: Opener) -> AsyncIterator[Store]:
    """A new, empty store."""
    opened = opener()
    yield opened
    await opened.close()
