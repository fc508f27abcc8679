"""Fixtures of the server's tests: a stage with the toy game, and people at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tapete.server import wire
from tests.server.stage import Client, Stage
from tests.toy import Toy

Seated: TypeAlias = Callable[..., Awaitable[list[Client]]]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = await Stage(tmp_path, {"tanto": Toy()}).start()
    yield made
    await made.stop()


@pytest.fixture
def seated(stage: Stage) -> Seated:
    """A table with these people at it, all dealt into a hand; the mano has not begun it."""

    async def sit(*users: str, table: str = "") -> list[Client]:
        table = table or (await stage.table("tanto")).table.id
        clients = []
        for user in users:
            await stage.member(user)
            client = Client(stage, user)
            await client.hello(table)
            assert await client.do(wire.DoSit()) == ""
            clients.append(client)
        for client in clients:
            assert await client.do(wire.DoReady(True)) == ""
        await stage.advance(5)
        return clients

    return sit


async def begin(clients: list[Client]) -> Client:
    """The mano deals; who is asked next."""
    mano = asked(clients)
    assert await mano.act("repartir") == ""
    return asked(clients)


def asked(clients: list[Client]) -> Client:
    """Whose turn it is."""
    return next(c for c in clients if c.last["seat"] in c.last["view"]["asks"])
