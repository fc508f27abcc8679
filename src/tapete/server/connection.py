"""One socket of one account, behind a port of two methods.

What goes out waits in a bounded queue with a writer of its own, so a slow reader delays nobody.
When the queue is full the steps in it are thrown away and ONE snapshot takes their place, cut at
the moment when the writer gets to it; whoever cannot even take that in time is closed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

import msgspec

from tapete.server import wire
from tapete.server.clock import Clock
from tapete.server.codes import ServerCode
from tapete.server.rates import Bucket

QUEUE = 64  # envelopes that wait for one reader: more than any hand produces in a second
MOST = 512  # frames in all: answers are as many as commands, and those are limited by rate
SEND_S = 20  # a frame that takes longer than this means a dead or hopeless reader
BURST = 240  # frames at once: a client may repeat a command a hundred times after a reconnection
PER_S = 40  # and then this many a second; a person needs two
FLOOD = 400  # refused frames in one connection until it is closed
CLOSE_POLICY = 1008
CLOSE_TOO_LONG = 1009
CLOSE_REPLACED = 4001

encode = msgspec.json.Encoder().encode


class Transport(Protocol):
    """What carries frames: a WebSocket, or a list in a test."""

    async def send(self, text: bytes) -> None: ...
    async def close(self, code: int) -> None: ...


class Desk(Protocol):
    """Who answers a connection's frames: the room."""

    def hello(self, connection: Connection, frame: wire.Hello) -> None: ...
    def command(self, connection: Connection, frame: wire.Cmd) -> None: ...
    def gone(self, connection: Connection) -> None: ...
    def sent(self, frame: bytes) -> None: ...
    def snapshot(self, connection: Connection) -> bytes | None: ...


class Connection:
    """A live connection. `gen` is its number at the table that it looks at (0: at none yet);
    a frame or a closing of an older one than the table knows has no effect."""

    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        transport: Transport,
        user: str,
        nick: str,
        expires_ms: int = 0,
    ) -> None:
        self.user, self.nick = user, nick
        self.expires_ms = expires_ms  # when the session ends (0: never)
        self.table = ""
        self.gen = 0
        self.closing = False
        self._desk, self._clock, self._transport = desk, clock, transport
        self._out: deque[bytes | None] = deque()  # None = a snapshot, cut when its turn comes
        self._wake = asyncio.Event()
        self._bucket = Bucket(BURST, PER_S, clock.now_ms())
        self._refused = 0
        self._close_code = 1000
        self._sending = False

    # ── out ──────────────────────────────────────────────────────────────────────────────────
    def post(self, frame: bytes) -> None:
        """Queue a frame that is owed to this client alone; never waits."""
        if self.closing:
            return
        if len(self._out) >= MOST:
            self.close(ServerCode.TOO_SLOW)
            return
        self._out.append(frame)
        self._wake.set()

    def show(self, step: bytes) -> None:
        """Queue an envelope. When too many wait, one snapshot takes the place of them all."""
        if None in self._out:
            return  # the snapshot that is due will show it
        if sum(_envelope(frame) for frame in self._out) >= QUEUE:
            self.resync()
        else:
            self.post(step)

    def resync(self) -> None:
        """Instead of the envelopes that wait: a snapshot, cut when its turn comes."""
        if not self.closing:
            self._out = deque(frame for frame in self._out if frame and not _envelope(frame))
            self._out.append(None)
            self._wake.set()

    def close(self, code: ServerCode, number: int = CLOSE_POLICY) -> None:
        """Say why, then end. What still waits is dropped: it belongs to a connection no more."""
        if self.closing:
            return
        self._out.clear()
        self._out.append(encode(wire.Closed(code)))
        self.closing, self._close_code = True, number
        self._wake.set()

    async def write(self) -> None:
        """The writer: runs until the connection ends, one frame at a time."""
        try:
            while True:
                while self._out:
                    text = self._out.popleft() or self._desk.snapshot(self)
                    if text is None:
                        continue
                    self._sending = True
                    async with asyncio.timeout(SEND_S):
                        await self._transport.send(text)
                    self._sending = False
                    self._desk.sent(text)
                if self.closing:
                    break
                self._wake.clear()
                await self._wake.wait()
        except OSError:  # gone, or too slow (TimeoutError)
            self.closing = True
        await self._transport.close(self._close_code)

    @property
    def idle(self) -> bool:
        """Nothing waits to be written, or nobody reads any more."""
        return not self._out and not self._sending

    # ── in ───────────────────────────────────────────────────────────────────────────────────
    def receive(self, text: str | bytes) -> None:
        """One frame from the client: refused here with a code, or passed to the desk."""
        if self.closing:
            return
        now_ms = self._clock.now_ms()
        size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
        if size > wire.FRAME_LIMIT:
            self.refuse(ServerCode.TOO_LONG)
            self.close(ServerCode.TOO_LONG, CLOSE_TOO_LONG)
            return
        if not self._bucket.take(now_ms):
            self.refuse(ServerCode.TOO_FAST)
            return
        if self.expires_ms and now_ms >= self.expires_ms:
            self.close(ServerCode.SIGNED_OUT)
            return
        try:
            frame = wire.decode.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            self.refuse(ServerCode.MALFORMED)
            return
        match frame:
            case wire.Ping(n=n):
                self.post(encode(wire.Pong(n, now_ms)))
            case wire.Hello():
                self._desk.hello(self, frame)
            case wire.Cmd():
                self._desk.command(self, frame)

    def refuse(self, code: ServerCode, cmd_id: str = "") -> None:
        """An error for this sender alone. Who goes on and on is closed."""
        self._refused += 1
        if self._refused > FLOOD:
            self.close(ServerCode.TOO_FAST)
            return
        self.post(encode(wire.Error(code, cmd_id)))

    def answer(self, cmd_id: str, code: str, seq: int) -> None:
        """The outcome of a command."""
        self.post(encode(wire.Answer(cmd_id, code, seq)))

    def gone(self) -> None:
        """The socket is closed from the other side."""
        self.closing = True
        self._wake.set()
        self._desk.gone(self)


def _envelope(frame: bytes | None) -> bool:
    """A step or a snapshot: what a newer snapshot makes worthless."""
    return frame is not None and frame.startswith(b'{"type":"s')
