"""The players of the load measurement: a process of its own that fills tables and keeps playing.

Each table gets as many guests as asked, each with a socket of his own. A player answers as soon as
he is asked, so a table has one command under way at a time (a sealed window: one per seat). Only
commands that the server acknowledged in the measured span count.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from tapete.game.contract import Offer
from tapete.server.wire import Answer, Closed, Error


class Asks(Struct, frozen=True):
    """The part of a View that says who is asked."""

    turn: int = 0
    asks: tuple[int, ...] = ()


class Hand(Struct, frozen=True):
    """The part of a table's state that says which hand runs."""

    hand: str


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """What a player reads of a snapshot."""

    state: Hand
    seat: int
    view: Asks | None
    offers: tuple[Offer, ...]


class Step(Struct, frozen=True, tag="step"):
    """What a player reads of a step."""

    state: Hand
    seat: int
    view: Asks | None
    offers: tuple[Offer, ...]


Frame: TypeAlias = Snapshot | Step | Answer | Closed | Error
decode = msgspec.json.Decoder(Frame).decode
encode = msgspec.json.encode


@dataclass
class Tally:
    """What all players together saw; times in seconds."""

    began: float
    ends: float
    waits: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    hands: set[str] = field(default_factory=set)

    def answered(self, sent: float, code: str) -> None:
        """Count one answer that came inside the measured span."""
        now = time.perf_counter()
        if not self.began <= now <= self.ends:
            return
        if code:
            self.refused[code] = self.refused.get(code, 0) + 1
        else:
            self.waits.append(now - sent)


class Player:
    """One guest at one table."""

    def __init__(self, table: str, cookie: str, number: int, tally: Tally) -> None:
        self.table = table
        self.cookie = cookie
        self.number = number
        self.tally = tally
        self.rng = random.Random(number)
        self.sent: dict[str, float] = {}
        self.commands = 0
        self.asked: tuple[str, int] = ("", -1)

    async def play(self, address: str) -> None:
        """Sit down, be ready, and answer until the measurement ends."""
        origin: Any = f"http://{address}"
        headers = {"Cookie": self.cookie}
        async with connect(
            f"ws://{address}/ws", origin=origin, additional_headers=headers, compression=None
        ) as link:
            await link.send(encode({"type": "hello", "table": self.table}).decode())
            await self._send(link, {"type": "sit", "seat": 0, "chips": 0})
            await self._send(link, {"type": "ready", "on": True})
            while time.perf_counter() < self.tally.ends:
                try:
                    text = await asyncio.wait_for(
                        link.recv(), self.tally.ends - time.perf_counter()
                    )
                except TimeoutError:
                    return
                await self._heard(link, decode(text))

    async def _heard(self, link: ClientConnection, frame: Frame) -> None:
        if isinstance(frame, Answer | Error):
            self._answered(frame.cmd_id, frame.code)
        elif isinstance(frame, Snapshot | Step) and frame.view and frame.offers:
            question = (frame.state.hand, frame.view.turn)
            if frame.seat in frame.view.asks and question != self.asked:
                self.asked = question
                self.tally.hands.add(frame.state.hand)
                await self._send(link, self._act(frame.offers, *question))

    def _answered(self, cmd_id: str, code: str) -> None:
        sent = self.sent.pop(cmd_id, None)
        if sent is not None:
            self.tally.answered(sent, code)

    def _act(self, offers: tuple[Offer, ...], hand: str, turn: int) -> dict[str, Any]:
        """Any move but staking everything, so that the guests' credits last."""
        offer = self.rng.choice([o for o in offers if o.move != "resto"] or offers)
        act: dict[str, Any] = {"type": "act", "hand": hand, "turn": turn, "move": offer.move}
        if offer.most:
            act["amount"] = offer.least
        if offer.options:
            act["option"] = self.rng.choice(offer.options)
        if offer.pick[1]:
            act["cards"] = self.rng.sample(offer.cards, offer.pick[0])
        return act

    async def _send(self, link: ClientConnection, do: dict[str, Any]) -> None:
        self.commands += 1
        cmd_id = f"b{self.number}-{self.commands}"
        if do["type"] == "act":
            self.sent[cmd_id] = time.perf_counter()
        frame = {"type": "cmd", "cmd_id": cmd_id, "table": self.table, "do": do}
        await link.send(encode(frame).decode())


def _post(address: str, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """The JSON answer and the cookie that came with it."""
    request = urllib.request.Request(f"http://{address}{path}", method="POST")
    request.add_header("Content-Type", "application/json")
    request.add_header("Origin", f"http://{address}")
    request.add_header("Cookie", cookie)
    try:
        with urllib.request.urlopen(request, json.dumps(body).encode(), timeout=30) as answer:
            set_cookie = answer.headers.get("Set-Cookie", "")
            return json.loads(answer.read()), set_cookie.split(";")[0]
    except urllib.error.HTTPError as refused:
        raise RuntimeError(f"{path}: {refused.code} {refused.read()!r}") from None


def _guest(address: str, nick: str) -> str:
    with urllib.request.urlopen(f"http://{address}/api/session", timeout=30) as answer:
        terms = json.loads(answer.read())["terms"]
    body = {"nick": nick, "terms": terms, "fair_play": True}
    return _post(address, "/api/guest", body)[1]


async def _run(order: dict[str, Any]) -> dict[str, Any]:
    address = order["address"]
    seats = [
        (
            f"{number:03d}",
            [_guest(address, f"b{number:03d}x{seat}") for seat in range(order["seats"])],
        )
        for number in range(order["tables"])
    ]
    tables = []
    for name, cookies in seats:
        body = {"game": order["game"], "name": f"bench {name}", "rules": order["rules"], "house": 0}
        tables.append((_post(address, "/api/tables", body, cookies[0])[0]["table"], cookies))
    now = time.perf_counter()
    tally = Tally(now + order["warm_s"], now + order["warm_s"] + order["seconds"])
    players = [
        Player(table, cookie, number * 10 + seat, tally)
        for number, (table, cookies) in enumerate(tables)
        for seat, cookie in enumerate(cookies)
    ]
    print(json.dumps({"ready": len(players)}), flush=True)
    await asyncio.gather(*(player.play(address) for player in players))
    return {
        "waits": sorted(tally.waits),
        "refused": tally.refused,
        "hands": len(tally.hands),
        "cpu_s": time.process_time(),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_run(json.loads(sys.argv[1])))), flush=True)
