"""Whatever comes in wrong: a code to its sender alone, the table unchanged, the clock running."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.server import wire
from tapete.server.connection import BURST, FLOOD
from tapete.table import fingerprint
from tests.server.conftest import Seated, asked, begin
from tests.server.stage import Client, Stage


class Watch:
    """The table before, and that nothing of it has changed and nobody else heard anything."""

    def __init__(self, stage: Stage, sender: Client, others: list[Client]) -> None:
        self.runner = stage.room.runners[sender.connection.table]
        self.before = fingerprint(self.runner.table)
        self.seq, self.due = self.runner.seq, stage.clock.next_ms()
        self.others = [(c, len(c.transport.raw)) for c in others if c is not sender]

    def unchanged(self) -> None:
        assert fingerprint(self.runner.table) == self.before
        assert self.runner.seq == self.seq
        assert not self.runner.frozen
        assert all(len(c.transport.raw) == count for c, count in self.others)


@pytest.mark.rule("000:3")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"turn": 99}, "stale_turn"),
        ({"hand": "otra-1"}, "stale_hand"),
        ({"move": "volar"}, "not_offered"),
        ({"move": "poner"}, "amount_missing"),
        ({"move": "poner", "amount": 5}, "amount_too_low"),
        ({"move": "poner", "amount": -10}, "amount_too_low"),
        ({"move": "poner", "amount": 12}, "amount_off_step"),
        ({"move": "poner", "amount": 10**12}, "amount_too_high"),
        ({"move": "poner", "amount": 2**53}, "malformed"),
        ({"move": "poner", "amount": 10.5}, "malformed"),
        ({"move": "poner", "amount": 10.0}, "malformed"),
        ({"move": "poner", "amount": True}, "malformed"),
        ({"move": "poner", "amount": "10"}, "malformed"),
        ({"amount": 10}, "amount_unwanted"),
        ({"cards": ["Ao"]}, "cards_wrong_count"),
        ({"option": "alta"}, "option_wrong"),
        ({"cards": ["Ao", 1]}, "malformed"),
        ({"seat": 2}, "malformed"),
    ],
)
async def test_a_wrong_move(
    stage: Stage, seated: Seated, changes: dict[str, Any], code: str
) -> None:
    clients = await seated("ana", "beto", "caro")
    sender = await begin(clients)
    watch = Watch(stage, sender, clients)
    view, hand = sender.last["view"], sender.last["state"]["hand"]
    out = next(o["move"] for o in sender.last["offers"] if o["move"] in ("paso", "guardo"))
    do = {"type": "act", "hand": hand, "turn": view["turn"], "move": out} | changes
    frame = {"type": "cmd", "cmd_id": "x", "table": watch.runner.table.id, "do": do}
    sender.send(msgspec.json.encode(frame).decode())
    await stage.settle()
    assert sender.frames[-1]["code"] == code
    watch.unchanged()


async def test_not_my_turn(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto", "caro")
    turn = await begin(clients)
    other = next(c for c in clients if c is not turn)
    watch = Watch(stage, other, clients)
    assert await other.act("paso") == "not_your_turn"
    watch.unchanged()


async def test_cards_of_another(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    await begin(clients)
    assert await asked(clients).act("poner", 10) == ""
    assert await asked(clients).act("igualar") == ""
    sender = asked(clients)
    own = sender.last["view"]["own"]["cards"]
    foreign = next(c for c in ("Ao", "2o", "3o", "4o", "5o") if c not in own)
    watch = Watch(stage, sender, clients)
    assert await sender.act("cambiar", cards=(foreign,)) == "card_not_yours"
    assert await sender.act("cambiar", cards=(own[0], own[0])) == "card_repeated"
    watch.unchanged()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        '{"type":"hello"}',
        '{"type":"hola","table":"x"}',
        '{"type":"cmd","cmd_id":"a","table":"x","do":{"type":"expel"}}',
        '{"type":"ping","n":1e3}',
        "\ud800",
        '{"type":"ping","n":' + "[" * 4000,
    ],
)
async def test_what_is_no_frame(stage: Stage, seated: Seated, text: str) -> None:
    clients = await seated("ana", "beto")
    watch = Watch(stage, clients[0], clients)
    clients[0].send(text)
    await stage.settle()
    assert clients[0].frames[-1] == {"type": "error", "code": "malformed", "cmd_id": ""}
    watch.unchanged()


async def test_an_unknown_table(stage: Stage, seated: Seated) -> None:
    (ana, _) = await seated("ana", "beto")
    assert (await ana.hello("ninguna"))["code"] == "unknown_table"
    assert await ana.do(wire.DoStand(), table="ninguna") == "unknown_table"


async def test_a_command_for_a_table_that_one_does_not_look_at(
    stage: Stage, seated: Seated
) -> None:
    (ana, _) = await seated("ana", "beto")
    other = await stage.table("tanto")
    assert await ana.do(wire.DoSit(), table=other.table.id) == "not_attached"
    assert other.seq == 0


async def test_a_frame_that_is_too_long_ends_the_connection(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    watch = Watch(stage, clients[0], [])
    clients[0].send('{"type":"ping","n":1,"x":"' + "é" * 4090 + '"}')
    await stage.settle()
    assert clients[0].frames[-1] == {"type": "closed", "code": "too_long"}
    assert clients[0].transport.closed == 1009
    watch.unchanged()


async def test_a_flood_is_refused_then_closed(stage: Stage, seated: Seated) -> None:
    ana, beto = await seated("ana", "beto")
    heard = len(beto.transport.raw)
    for number in range(BURST + 10):
        ana.send(wire.Ping(number))
    await stage.settle()
    assert ana.frames[-1]["code"] == "too_fast"
    await stage.advance(1)
    ana.send(wire.Ping(1))
    await stage.settle()
    assert ana.frames[-1]["type"] == "pong", "after a while it may speak again"
    for number in range(FLOOD + 100):
        ana.send(wire.Ping(number))
    await stage.settle()
    assert ana.frames[-1] == {"type": "closed", "code": "too_fast"}
    assert not any(f["type"] == "error" for f in beto.frames[heard:])


async def test_an_expired_session_is_told_and_closed(stage: Stage, seated: Seated) -> None:
    ana, _ = await seated("ana", "beto")
    ana.connection.expires_ms = stage.clock.now + 1000
    await stage.advance(1)
    ana.send(wire.Ping())
    await stage.settle()
    assert ana.frames[-1] == {"type": "closed", "code": "signed_out"}


@pytest.mark.rule("000:136")
async def test_a_second_connection_takes_over(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    old = clients[0]
    table, hand = old.connection.table, old.last["state"]["hand"]
    new = Client(stage, "ana")
    shown = await new.hello(table)
    assert old.frames[-1] == {"type": "closed", "code": "replaced"}
    assert old.transport.closed == 4001
    assert shown["gen"] > 0
    assert shown["state"]["hand"] == hand
    old.send(wire.Cmd("late", table, wire.DoStand()))
    await old.drop()
    seat = stage.room.runners[table].table.seat_of("ana")
    assert seat is not None
    assert seat.connected, "the old socket's end removes nobody"


async def test_the_clock_runs_on_while_somebody_errs(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto", "caro")
    sender = await begin(clients)
    turn = sender.last["view"]["turn"]
    for _ in range(9):
        await stage.advance(2)
        assert await sender.act("poner", 1) == "amount_too_low"
    await stage.advance(2.001)
    assert sender.last["view"]["turn"] != turn, "twenty seconds are over"
