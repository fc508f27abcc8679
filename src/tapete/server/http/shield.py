"""What stands before every request: where it may come from, and what a browser is told.

A page of another origin can make a browser send our cookie; it cannot make it hide its Origin.
So whoever names one must be ours; a tool without a browser names none and is let in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

import msgspec

from tapete.config import Config
from tapete.server import api
from tapete.server.codes import ServerCode

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
HSTS = (b"strict-transport-security", b"max-age=31536000")


def origin_of(scope: Scope) -> str:
    """The Origin header ("" = none)."""
    for name, value in scope["headers"]:
        if name == b"origin":
            return str(value, "latin-1")
    return ""


def foreign(scope: Scope, config: Config) -> bool:
    """Whether a page of somebody else sent this."""
    origin = origin_of(scope)
    return bool(origin) and origin not in config.origins


class Shield:
    """Wraps the whole application. A socket's Origin is checked where it is opened."""

    def __init__(self, app: App, config: Config) -> None:
        self._app, self._config = app, config
        self._headers = [*HEADERS, HSTS] if config.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        if scope["method"] not in SAFE and foreign(scope, self._config):
            await _refuse(guarded)
        else:
            await self._app(scope, receive, guarded)


async def _refuse(send: Send) -> None:
    body = msgspec.json.encode(api.Fault(ServerCode.FOREIGN_ORIGIN))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
