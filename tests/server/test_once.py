"""A command happens once, however often and through whatever it comes."""

from __future__ import annotations

import pytest

from tapete.server import wire
from tests.server.conftest import Seated, asked, begin
from tests.server.stage import Client, Stage


def _answers(client: Client, cmd_id: str) -> list[dict[str, object]]:
    return [f for f in client.of("answer") if f["cmd_id"] == cmd_id]


@pytest.mark.rule("000:114", "000:120")
async def test_a_hundred_parallel_copies_are_one_effect_and_a_hundred_equal_answers(
    stage: Stage, seated: Seated
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    table = sender.connection.table
    runner = stage.room.runners[table]
    view, before = sender.last["view"], runner.seq
    do = wire.DoAct(sender.last["state"]["hand"], view["turn"], "poner", 10)
    for _ in range(100):
        sender.send(wire.Cmd("copy", table, do))
    await stage.settle()
    answers = _answers(sender, "copy")
    assert len(answers) == 100
    assert all(a == {"type": "answer", "cmd_id": "copy", "code": "", "seq": before + 1}
               for a in answers)  # fmt: skip
    assert runner.seq == before + 1
    purse = await stage.store.purse(sender.user, "PRA")
    assert purse.balance == 500_000 - 10


async def test_a_repeat_gets_the_first_answer_after_everything_has_changed(
    stage: Stage, seated: Seated
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    do = wire.DoAct(sender.last["state"]["hand"], sender.last["view"]["turn"], "poner", 10)
    assert await sender.do(do, cmd_id="once") == ""
    first = _answers(sender, "once")[0]
    await stage.advance(60)
    assert await sender.do(do, cmd_id="once") == ""
    assert _answers(sender, "once") == [first, first]


async def test_a_refusal_is_kept_too(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    turn = await begin(clients)
    other = next(c for c in clients if c is not turn)
    do = wire.DoAct(other.last["state"]["hand"], other.last["view"]["turn"], "poner", 10)
    assert await other.do(do, cmd_id="early") == "not_your_turn"
    assert await turn.act("poner", 10) == ""
    assert asked(clients) is other
    assert await other.do(do, cmd_id="early") == "not_your_turn"


async def test_another_command_under_the_same_id_is_told_so(stage: Stage, seated: Seated) -> None:
    (ana, _) = await seated("ana", "beto")
    assert await ana.do(wire.DoWish("wait"), cmd_id="x") == ""
    assert await ana.do(wire.DoWish("play"), cmd_id="x") == "cmd_id_reused"
    table = ana.connection.table
    ana.send(wire.Cmd("y", table, wire.DoWish("post")))
    ana.send(wire.Cmd("y", table, wire.DoStand()))
    await stage.settle()
    assert sorted(str(a["code"]) for a in _answers(ana, "y")) == ["", "cmd_id_reused"]
    assert stage.room.runners[table].table.seat_of("ana") is not None


async def test_the_same_id_of_two_people_is_two_commands(stage: Stage, seated: Seated) -> None:
    ana, beto = await seated("ana", "beto")
    assert await ana.do(wire.DoWish("wait"), cmd_id="same") == ""
    assert await beto.do(wire.DoWish("post"), cmd_id="same") == ""


async def test_a_copy_through_a_new_connection_gets_the_first_answer(
    stage: Stage, seated: Seated
) -> None:
    (ana, _) = await seated("ana", "beto")
    table = ana.connection.table
    assert await ana.do(wire.DoWish("wait"), cmd_id="z") == ""
    again = Client(stage, "ana")
    await again.hello(table)
    assert await again.do(wire.DoWish("wait"), cmd_id="z") == ""
    assert _answers(again, "z") == _answers(ana, "z")


async def test_a_full_mailbox_answers_busy_and_the_id_stays_free(
    stage: Stage, seated: Seated
) -> None:
    (ana, _) = await seated("ana", "beto")
    table = ana.connection.table
    stage.room.runners[table].limit = 3
    for number in range(6):
        ana.send(wire.Cmd(f"b{number}", table, wire.DoWish("wait" if number % 2 else "play")))
    await stage.settle()
    codes = [str(_answers(ana, f"b{number}")[0]["code"]) for number in range(6)]
    assert codes == ["", "", "", "busy", "busy", "busy"]
    assert await ana.do(wire.DoWish("post"), cmd_id="b5") == ""
