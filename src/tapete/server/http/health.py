"""For whoever watches the server: is it alive, what does it count."""

from __future__ import annotations

from litestar import Response, get, route
from msgspec import Struct

from tapete.server.http.accounts import NO_STORE
from tapete.server.http.pages import LOOKING
from tapete.server.http.strict import StrictRequest


class Health(Struct, frozen=True):
    """`ok` = the store answers and no table is frozen; `down_ms` = how long the server was away
    before this start."""

    ok: bool
    tables: int
    frozen: int
    connections: int
    up_ms: int
    down_ms: int


@route("/health", http_method=LOOKING, response_headers=NO_STORE)
async def health(request: StrictRequest) -> Response[Health]:
    """200 when all is well, 503 when an operator must look."""
    site = request.site
    await site.store.last_beat()
    room = site.room
    state = Health(
        ok=room.frozen == 0,
        tables=len(room.runners),
        frozen=room.frozen,
        connections=room.connected,
        up_ms=site.clock.now_ms() - room.started_ms,
        down_ms=room.down_ms,
    )
    return Response(state, status_code=200 if state.ok else 503)


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8", include_in_schema=False)
async def metrics(request: StrictRequest) -> bytes:
    """Prometheus text."""
    return request.site.metrics.text()


HANDLERS = [health, metrics]
