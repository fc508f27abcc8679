"""The WebSocket side of the framework: opens, checks who comes, and carries texts.

Everything that a frame means lies in connection.py and room.py, behind `Transport`; a faster
carrier can take this file's place.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import websocket

from tapete.server import api, wire
from tapete.server.codes import ServerCode
from tapete.server.connection import CLOSE_POLICY, Connection
from tapete.server.http.shield import foreign
from tapete.server.sessions import cookie_name, signed
from tapete.server.site import Site

Socket: TypeAlias = WebSocket[Any, Any, Any]


class _Carrier:
    """A Litestar socket as `Transport`. A peer that is gone already is a ConnectionError."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    async def send(self, text: bytes) -> None:
        try:
            await self._socket.send_text(text.decode())
        except WebSocketDisconnect:
            raise ConnectionError from None

    async def close(self, code: int) -> None:
        try:
            await self._socket.close(code)
        except (WebSocketDisconnect, OSError, RuntimeError):
            return


@websocket("/ws")
async def serve(socket: Socket) -> None:
    """One connection, from its handshake to its end."""
    site: Site = socket.app.state.site
    if foreign(dict(socket.scope), site.config):
        await _reject(socket)
        return
    token = socket.cookies.get(cookie_name(site.config), "")
    found = await signed(site.store, token, site.clock.now_ms())
    await socket.accept()
    carrier = _Carrier(socket)
    if found is None:
        await carrier.send(msgspec.json.encode(wire.Closed(ServerCode.SIGNED_OUT)))
        await carrier.close(CLOSE_POLICY)
        return
    connection = Connection(
        site.room, site.clock, carrier, found.member.user, found.member.nick, found.expires_ms
    )
    site.room.enter(connection, found.token)
    writer = asyncio.create_task(connection.write())
    try:
        while not connection.closing:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                break
            connection.receive(message.get("text") or message.get("bytes") or "")
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        connection.gone()
        await writer


async def _reject(socket: Socket) -> None:
    """Refuse the handshake itself: a page of somebody else gets no socket."""
    if "websocket.http.response" not in (socket.scope.get("extensions") or {}):
        await socket.close(CLOSE_POLICY)
        return
    body = msgspec.json.encode(api.Fault(ServerCode.FOREIGN_ORIGIN))
    head = {"type": "websocket.http.response.start", "status": 403}
    headers = [(b"content-type", b"application/json")]
    await socket.send({**head, "headers": headers})  # type: ignore[arg-type]
    tail = {"type": "websocket.http.response.body", "body": body}
    await socket.send(tail)  # type: ignore[arg-type]
