"""Requests decoded strictly, and every refusal as `{"code": …}`.

The framework decodes bodies laxly (`"100"`, `1.0` and `1e3` all become an int, text/plain passes
as JSON). Money must not be guessed: a body is decoded here, once, by the type of its handler.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures.state import State
from litestar.exceptions import HTTPException

from tapete.house.errors import Refusal
from tapete.server import api
from tapete.server.codes import ServerCode
from tapete.server.log import get
from tapete.server.site import Site

BODY_LIMIT = 16 * 1024  # bytes; the longest real body is a table's rules
STATUS: dict[str, int] = {
    ServerCode.MALFORMED: 400,
    "login_wrong": 401,
    ServerCode.SIGNED_OUT: 401,
    ServerCode.FOREIGN_ORIGIN: 403,
    ServerCode.NOT_FOUND: 404,
    ServerCode.UNKNOWN_TABLE: 404,
    ServerCode.UNKNOWN_HAND: 404,
    ServerCode.NOT_ALLOWED: 405,
    ServerCode.TOO_LARGE: 413,
    ServerCode.MEDIA_WRONG: 415,
    ServerCode.THROTTLED: 429,
    "crowded": 429,
    ServerCode.BUSY: 503,
}  # every other code: 409, well formed and yet refused
BY_STATUS = {
    404: ServerCode.NOT_FOUND,
    405: ServerCode.NOT_ALLOWED,
    413: ServerCode.TOO_LARGE,
    415: ServerCode.MEDIA_WRONG,
}


class Fault(Exception):
    """A refusal with its code; the status follows from it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, strict=True)


class StrictRequest(Request[Any, Any, State]):
    """A request whose JSON is exactly of its handler's type, or refused."""

    async def json(self) -> Any:
        """The body, decoded. 415 unless it calls itself JSON, 400 for a wrong value."""
        field = self.route_handler.parsed_data_field
        if self.content_type[0] != "application/json" or field is None:
            raise Fault(ServerCode.MEDIA_WRONG)
        try:
            return _decoder(field.annotation).decode(await self.body())
        except (msgspec.DecodeError, UnicodeError):
            raise Fault(ServerCode.MALFORMED) from None

    @property
    def site(self) -> Site:
        """The parts of the server."""
        found: Site = self.app.state.site
        return found

    @property
    def address(self) -> str:
        """Where the request comes from, for throttling only; it is never logged."""
        return self.client.host if self.client else ""


def refused(request: StrictRequest, error: Exception) -> Response[bytes]:
    """Any exception as a code. What we did not expect is logged by its type, never shown."""
    status, code = 500, str(ServerCode.INTERNAL)
    match error:
        case Fault() | Refusal():
            code = str(error.code)
            status = STATUS.get(code, 409)
        case HTTPException():
            status = error.status_code
            code = BY_STATUS.get(status, ServerCode.MALFORMED if status < 500 else code)
        case _:
            get("http").error("unexpected", kind=type(error).__name__, path=request.scope["path"])
    headers = {"Cache-Control": "no-store"}
    if status == 405 and isinstance(error, HTTPException):
        headers |= error.headers or {}
    body = msgspec.json.encode(api.Fault(code))
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
