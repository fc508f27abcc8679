"""A slow reader delays nobody, and nothing is lost between a snapshot and the next envelope."""

from __future__ import annotations

from tapete.server import wire
from tapete.server.connection import MOST, QUEUE
from tests.server.conftest import Seated, begin
from tests.server.stage import Client, Stage


async def test_a_slow_reader_gets_one_snapshot_instead_of_what_it_missed(
    stage: Stage, seated: Seated
) -> None:
    ana, beto = await seated("ana", "beto")
    beto.transport.free.clear()
    seen = len(beto.transport.raw)
    for number in range(QUEUE + 40):
        assert await ana.do(wire.DoWish("wait" if number % 2 == 0 else "play")) == ""
        await stage.advance(0.1)
    assert len(beto.transport.raw) == seen
    beto.transport.free.set()
    await stage.settle()
    new = beto.frames[seen:]
    assert len(new) <= 2, "the one that was on its way, and the snapshot"
    assert new[-1]["type"] == "snapshot"
    assert new[-1]["seq"] == ana.last["seq"]
    assert new[-1]["state"] == ana.last["state"]
    assert await ana.do(wire.DoWish("post")) == ""
    assert beto.last["type"] == "step"
    assert beto.last["seq"] == new[-1]["seq"] + 1


async def test_answers_are_never_thrown_away(stage: Stage, seated: Seated) -> None:
    ana, beto = await seated("ana", "beto")
    ana.transport.free.clear()
    for number in range(QUEUE + 20):
        ana.send(wire.Cmd(f"w{number}", ana.connection.table, wire.DoWish("wait")))
        await stage.settle()
        await beto.do(wire.DoWish("wait" if number % 2 == 0 else "play"))
        await stage.advance(0.1)
    ana.transport.free.set()
    await stage.settle()
    answered = {f["cmd_id"] for f in ana.of("answer")}
    assert {f"w{number}" for number in range(QUEUE + 20)} <= answered


async def test_who_reads_nothing_at_all_is_closed(stage: Stage, seated: Seated) -> None:
    ana, _ = await seated("ana", "beto")
    ana.transport.free.clear()
    for number in range(MOST + 20):
        ana.send(wire.Ping(number))
        await stage.advance(0.05)
    ana.transport.free.set()
    await stage.settle()
    assert ana.frames[-1] == {"type": "closed", "code": "too_slow"}


async def test_the_envelopes_of_a_table_have_no_gap(stage: Stage, seated: Seated) -> None:
    """000:88 and its like: a snapshot, then every seq after it, for players and spectators."""
    clients = await seated("ana", "beto", "caro")
    await stage.member("eva")
    eva = Client(stage, "eva")
    await eva.hello(clients[0].connection.table)
    sender = await begin(clients)
    assert await sender.act("poner", 10) == ""
    await stage.advance(120)
    for client in (*clients, eva):
        numbers = [f["seq"] for f in client.frames if f["type"] in ("snapshot", "step")]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert numbers[-1] == stage.room.runners[client.connection.table].seq


async def test_coming_back_gives_the_tail_and_an_old_seq_the_whole(
    stage: Stage, seated: Seated
) -> None:
    clients = await seated("ana", "beto")
    table = clients[0].connection.table
    seen = clients[0].last
    sender = await begin(clients)
    assert await sender.act("poner", 10) == ""
    again = Client(stage, "ana")
    shown = await again.hello(table, seen["epoch"], seen["seq"])
    assert shown["tail"]
    missed = [e for f in clients[0].of("step") if f["seq"] > seen["seq"] for e in f["events"]]
    assert shown["log"][: len(missed)] == missed
    fresh = Client(stage, "ana")
    whole = await fresh.hello(table)
    assert not whole["tail"]
    assert len(whole["log"]) > len(shown["log"])


async def test_watching_another_table_leaves_the_first(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    other = await stage.table("tanto")
    first = clients[0].connection.table
    assert (await clients[0].hello(other.table.id))["table"] == other.table.id
    seat = stage.room.runners[first].table.seat_of("ana")
    assert seat is not None
    assert not seat.connected
    assert (await clients[0].hello(first))["table"] == first
    seat = stage.room.runners[first].table.seat_of("ana")
    assert seat is not None
    assert seat.connected
