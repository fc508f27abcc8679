"""A table through its runner: every command once, every viewer what he may see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tapete.server import wire
from tests.server.stage import Client, Stage
from tests.toy import Toy


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = await Stage(tmp_path, {"tanto": Toy()}).start()
    yield made
    await made.stop()


async def seated(stage: Stage, *users: str) -> list[Client]:
    """A table with these people at it, ready; the hand opens when its time has come."""
    runner = await stage.table("tanto")
    clients = []
    for user in users:
        await stage.member(user)
        client = Client(stage, user)
        await client.hello(runner.table.id)
        assert await client.do(wire.DoSit()) == ""
        assert await client.do(wire.DoReady(True)) == ""
        clients.append(client)
    await stage.advance(5)
    return clients


async def test_a_hand_opens_and_each_sees_his_own_cards_only(stage: Stage) -> None:
    ana, beto = await seated(stage, "ana", "beto")
    eva = Client(stage, "eva")
    await stage.member("eva")
    snapshot = await eva.hello(ana.connection.table)
    assert snapshot["type"] == "snapshot"
    assert snapshot["state"]["status"] == "playing"
    for _ in range(3):
        for client in (ana, beto):
            offers = {o["move"]: o for o in client.last["offers"]}
            if "repartir" in offers:
                assert await client.act("repartir") == ""
    assert ana.last["view"]["own"]["cards"]
    assert beto.last["view"]["own"]["cards"] != ana.last["view"]["own"]["cards"]
    assert "own" not in eva.last["view"]
    assert eva.last["offers"] == []
