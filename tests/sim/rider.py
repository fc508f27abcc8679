"""A player who stays at his table through every crash, and remembers what he was promised."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

QUIET_S = 0.03  # after so long without an envelope he changes his wish, so that something happens
KEPT = 4  # answers that he asks for again after each crash


class Lost(AssertionError):
    """The server forgot, doubled or changed something that it had acknowledged."""


def post(port: int, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """The JSON answer to a POST and the cookie that came with it."""
    head = {"Content-Type": "application/json", "Cookie": cookie}
    url = f"http://127.0.0.1:{port}{path}"
    request = urllib.request.Request(url, json.dumps(body).encode(), head, method="POST")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read()), (answer.headers["Set-Cookie"] or "").split(";")[0]


class Rider:
    """One account at one table."""

    def __init__(self, port: int, number: int, table: str, cookie: str, user: str) -> None:
        self.port, self.number, self.table = port, number, table
        self.cookie, self.user = cookie, user
        self.random = random.Random(number)
        self.acked: dict[str, tuple[str, int]] = {}  # cmd_id -> code, seq
        self.open: dict[str, dict[str, Any]] = {}  # sent and not answered
        self.sent: dict[str, dict[str, Any]] = {}
        self.events: dict[tuple[str, int], Any] = {}  # (hand, number) -> what he was shown
        self.seq = self.epoch = self.count = 0
        self.turn: tuple[str, int] = ("", -1)
        self.hands: set[str] = set()
        self.again = 0

    async def ride(self) -> None:
        """From connecting to the server's death."""
        try:
            async with connect(
                f"ws://127.0.0.1:{self.port}/ws",
                additional_headers={"Cookie": self.cookie},
                compression=None,
                max_size=None,
                open_timeout=5,
            ) as link:
                await self._play(link)
        except (OSError, ConnectionClosed, EOFError, TimeoutError):
            return

    async def _play(self, link: ClientConnection) -> None:
        hello = {"type": "hello", "table": self.table, "epoch": self.epoch, "seq": self.seq}
        await link.send(json.dumps(hello))
        self.turn = ("", -1)
        for cmd_id in [*self.open, *list(self.acked)[-KEPT:]]:
            await self._send(link, cmd_id, self.sent[cmd_id])
        while True:
            try:
                async with asyncio.timeout(QUIET_S):
                    text = await link.recv()
            except TimeoutError:
                await self._new(
                    link, {"type": "wish", "wish": self.random.choice(("play", "wait"))}
                )
                continue
            await self._heard(link, json.loads(text))

    async def _heard(self, link: ClientConnection, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "answer":
                self._answered(frame)
            case "error":
                raise Lost(f"error {frame}")
            case "snapshot" | "step":
                self._envelope(frame)
                await self._act(link, frame)

    def _answered(self, frame: dict[str, Any]) -> None:
        cmd_id, told = frame["cmd_id"], (frame["code"], frame["seq"])
        self.open.pop(cmd_id, None)
        if frame["code"] == "busy":
            return
        first = self.acked.setdefault(cmd_id, told)
        if first != told:
            raise Lost(f"{cmd_id} was answered {first}, now {told}")
        self.again += first is not told

    def _envelope(self, frame: dict[str, Any]) -> None:
        if frame["seq"] < self.seq:
            raise Lost(f"step {self.seq} was seen, the table is at {frame['seq']}")
        self.seq, self.epoch = frame["seq"], frame["epoch"]
        for seen in frame.get("events") or frame.get("log") or ():
            key = (seen["hand"], seen["number"])
            if self.events.setdefault(key, seen["event"]) != seen["event"]:
                raise Lost(f"event {key} is another one now")

    async def _act(self, link: ClientConnection, frame: dict[str, Any]) -> None:
        state, view, seat = frame["state"], frame["view"], frame["seat"]
        if not seat:
            if frame["type"] == "snapshot":
                await self._new(link, {"type": "sit"})
                await self._new(link, {"type": "ready", "on": True})
            return
        own = next(s for s in state["seats"] if s["seat"] == seat)
        if not own["ready"] and not state["hand"] and not self.open:
            await self._new(link, {"type": "ready", "on": True})
        if not frame["offers"] or (state["hand"], view["turn"]) == self.turn:
            return
        self.turn = (state["hand"], view["turn"])
        self.hands.add(state["hand"])
        offer = self.random.choice(frame["offers"])
        act = {"type": "act", "hand": state["hand"], "turn": view["turn"], "move": offer["move"]}
        if offer.get("most"):
            act["amount"] = offer["least"]
        if offer.get("options"):
            act["option"] = self.random.choice(offer["options"])
        if offer.get("pick", [0, 0])[1]:
            act["cards"] = offer["cards"][: offer["pick"][1]]
        await self._new(link, act)

    async def _new(self, link: ClientConnection, do: dict[str, Any]) -> None:
        self.count += 1
        cmd_id = f"r{self.number}-{self.count}"
        self.sent[cmd_id] = self.open[cmd_id] = do
        await self._send(link, cmd_id, do)

    async def _send(self, link: ClientConnection, cmd_id: str, do: dict[str, Any]) -> None:
        frame = {"type": "cmd", "cmd_id": cmd_id, "table": self.table, "do": do}
        await link.send(json.dumps(frame))
