"""Pages, REST and socket as one application around the parts of a server."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from litestar import Litestar
from litestar.datastructures import State

from tapete.server import socket
from tapete.server.http import accounts, hands, health, lobby, pages, schema, wallet
from tapete.server.http.shield import App
from tapete.server.http.strict import BODY_LIMIT, StrictRequest, refused
from tapete.server.site import Site

PARTS = (accounts, lobby, wallet, hands, health, pages)


def web(site: Site, life: Callable[[object], object]) -> App:
    """The application; `life` raises the tables before the first request."""
    app = Litestar(
        route_handlers=[h for part in PARTS for h in part.HANDLERS] + [socket.serve],
        request_class=StrictRequest,
        exception_handlers=cast(Any, {Exception: refused}),
        openapi_config=schema.config(_version()),
        state=State({"site": site, "files": pages.read(pages.STATIC)}),
        lifespan=[life],  # type: ignore[list-item]
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    return cast(App, app)


def _version() -> str:
    try:
        return version("tapete")
    except PackageNotFoundError:
        return "0"
