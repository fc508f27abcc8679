"""House players: one person can play at once; nobody there, nobody plays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tapete.games.registry import GAMES
from tapete.server import wire
from tapete.server.opening import open_first_tables
from tapete.server.players import Players, house_chairs, pace_ms
from tapete.server.runner import Runner
from tests.server.stage import Client, Stage
from tests.sim.thinker import Here


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[tuple[Stage, Here]]:
    stage = await Stage(tmp_path, GAMES, seed=3).start()
    thinker = Here()
    players = Players(stage.room, thinker)
    stage.helpers.append(players)
    await open_first_tables(stage.room)
    await players.start()
    await stage.settle()
    yield stage, thinker
    await players.stop()
    await stage.stop()


def first(stage: Stage) -> Runner:
    return next(r for r in stage.room.runners.values() if r.table.name == "El Cafetal")


async def test_they_sit_marked_where_the_plan_wants_them(house: tuple[Stage, Here]) -> None:
    stage, _ = house
    rows = {row.name: row for row in stage.room.rows()}
    assert rows["El Cafetal"].house == rows["El Cafetal"].taken == 3
    assert rows["El Zaguán"].house == 0
    assert all(row.practice for row in rows.values())
    users = [c.user for r in stage.room.runners.values() for c in house_chairs(r)]
    assert len(set(users)) == len(users)
    for user in users:
        member = await stage.store.member(user)
        assert member is not None
        assert member.house
        assert member.password == ""


async def test_nobody_there_nobody_plays(house: tuple[Stage, Here]) -> None:
    stage, thinker = house
    await stage.advance(120)
    assert all(runner.table.hands == 0 for runner in stage.room.runners.values())
    assert thinker.given == []


async def test_a_person_sits_down_and_is_dealt_in_within_a_minute(
    house: tuple[Stage, Here],
) -> None:
    stage, _ = house
    await stage.member("ana")
    ana = Client(stage, "ana")
    await ana.hello(first(stage).table.id)
    assert await ana.do(wire.DoSit()) == ""
    assert await ana.do(wire.DoReady(True)) == ""
    for _ in range(60):
        if ana.last["view"] and ana.last["view"].get("own"):
            break
        await stage.advance(1)
    assert ana.last["view"]["own"]["cards"]


async def test_they_play_whole_hands_for_a_spectator_and_rest_when_he_goes(
    house: tuple[Stage, Here],
) -> None:
    stage, thinker = house
    runner = first(stage)
    await stage.member("eva")
    eva = Client(stage, "eva")
    await eva.hello(runner.table.id)
    await stage.advance(300)
    assert runner.table.hands >= 3
    assert not runner.frozen
    hands = runner.table.hands
    await eva.drop()
    await stage.advance(300)
    assert runner.table.hands <= hands + 1, "the one that ran is played to its end"
    assert runner.table.hand is None
    for view, events in thinker.given:
        assert view.own is not None
        for event in events:
            only = getattr(event, "only", ())
            assert not only or view.own.seat in only


async def test_where_each_hand_asks_anew_they_wait_until_who_sits_there_is_ready(
    house: tuple[Stage, Here],
) -> None:
    stage, _ = house
    runner = next(r for r in stage.room.runners.values() if r.table.name == "El Samán")
    await stage.member("ana")
    ana = Client(stage, "ana")
    await ana.hello(runner.table.id)
    assert await ana.do(wire.DoSit()) == ""
    await stage.advance(60)
    assert runner.table.hands == 0, "nobody begins a long hand without her"
    assert await ana.do(wire.DoReady(True)) == ""
    await stage.advance(10)
    assert runner.table.hand is not None
    assert len(runner.table.hand.users) == 3


async def test_their_pace_depends_on_nothing_hidden() -> None:
    assert pace_ms("m-1", 3, 2) == pace_ms("m-1", 3, 2)
    assert len({pace_ms("m-1", turn, 2) for turn in range(50)}) > 20
