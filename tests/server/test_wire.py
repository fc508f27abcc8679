"""What a client may send, and what is refused before any table hears of it."""

from __future__ import annotations

import msgspec
import pytest

from tapete.server import wire

GOOD = (
    '{"type":"cmd","cmd_id":"a1","table":"t1","do":'
    '{"type":"act","hand":"h","turn":3,"move":"voy","amount":%s}}'
)


def test_a_command_in_its_full_form() -> None:
    frame = wire.decode.decode(GOOD % "8000")
    assert frame == wire.Cmd("a1", "t1", wire.DoAct("h", 3, "voy", 8000))


@pytest.mark.parametrize(
    "amount", ["true", "1.0", "1e3", '"100"', "99999999999999999999", "[1]", "NaN"]
)
def test_the_seven_bad_amounts_are_malformed(amount: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode.decode(GOOD % amount)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"type":"nothing"}',
        '{"type":"ping","n":-1}',
        '{"type":"ping","m":1}',
        '{"type":"cmd","cmd_id":"","table":"t","do":{"type":"stand"}}',
        '{"type":"cmd","cmd_id":"a b","table":"t","do":{"type":"stand"}}',
        '{"type":"cmd","cmd_id":"a","table":"t","do":{"type":"expel"}}',
        '{"type":"cmd","cmd_id":"a","table":"t","do":{"type":"ready","on":1}}',
    ],
)
def test_what_is_not_a_frame_is_malformed(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode.decode(text)


COMMAND = '{"type":"cmd","cmd_id":"a","table":"t","do":%s}'
MOVE = '{"type":"act","hand":"h","turn":3,"move":"voy"%s}'


@pytest.mark.rule("000:3", "000:61")
def test_a_client_can_ask_for_a_move_and_for_nothing_that_the_server_does() -> None:
    """It cannot shuffle, deal, let time pass, take a turn for a seat, pay or say who won."""
    wire.decode.decode(COMMAND % (MOVE % ""))
    more = ('"seat":1', '"order":["Ao"]', '"at_ms":1', '"chips":9', '"winner":1', '"rank":"chivo"')
    for field in more:
        with pytest.raises(msgspec.DecodeError):
            wire.decode.decode(COMMAND % (MOVE % f",{field}"))
    for word in ("shuffled", "staked", "tick", "expel", "annul", "drain", "moved", "over"):
        with pytest.raises(msgspec.DecodeError):
            wire.decode.decode(COMMAND % f'{{"type":"{word}"}}')
