"""The socket's door, and the way of a frame through the framework."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tapete.app import create
from tapete.config import Config
from tapete.house.passwords import Passwords
from tapete.server import documents
from tests.toy import Toy

TERMS = documents.load("terminos")
assert TERMS is not None
GUEST = {"nick": "Ana", "terms": TERMS.version, "fair_play": True}
Web = TestClient[Any]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    config = Config(data=tmp_path, house=False)
    cheap = Passwords(memory_kib=64, time_cost=1)
    app: Any = create(config, {"tanto": Toy()}, passwords=cheap)
    with TestClient(app, base_url="http://127.0.0.1:8080") as client:
        yield client


def test_who_is_not_signed_in_is_told_and_closed(web: Web) -> None:
    with web.websocket_connect("/ws") as socket:
        assert socket.receive_json() == {"type": "closed", "code": "signed_out"}
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_page_of_another_origin_gets_no_socket(web: Web) -> None:
    web.post("/api/guest", json=GUEST)
    with (
        pytest.raises(WebSocketDisconnect),
        web.websocket_connect("/ws", headers={"Origin": "https://evil.example"}) as socket,
    ):
        socket.receive_json()


def test_a_seat_through_the_real_door(web: Web) -> None:
    web.post("/api/guest", json=GUEST)
    made = (web.post("/api/tables", json={"game": "tanto", "name": "Mesa"})).json()
    own = {"Origin": "http://127.0.0.1:8080"}
    with web.websocket_connect("/ws", headers=own) as socket:
        socket.send_json({"type": "ping", "n": 7})
        assert (socket.receive_json())["n"] == 7
        socket.send_json({"type": "hello", "table": made["table"]})
        shown = socket.receive_json()
        assert (shown["type"], shown["seat"]) == ("snapshot", 0)
        do = {"type": "sit", "seat": 2}
        cmd = {"type": "cmd", "cmd_id": "a", "table": made["table"], "do": do}
        socket.send_json(cmd)
        step, answer = socket.receive_json(), socket.receive_json()
        assert (step["type"], step["seat"]) == ("step", 2)
        assert answer == {"type": "answer", "cmd_id": "a", "code": "", "seq": step["seq"]}
        socket.send_bytes(b"\x00\xff")
        assert (socket.receive_json())["code"] == "malformed"
    me = (web.get("/api/session")).json()["me"]
    assert me["seats"] == [made["table"]]


def test_signing_out_closes_the_sockets_of_that_login(web: Web) -> None:
    web.post("/api/guest", json=GUEST)
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "ping"})
        socket.receive_json()
        web.post("/api/logout")
        assert socket.receive_json() == {"type": "closed", "code": "signed_out"}
