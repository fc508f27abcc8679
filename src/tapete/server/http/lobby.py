"""The lobby: which tables there are, and a new one."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from tapete.server import api
from tapete.server.codes import ServerCode
from tapete.server.http.accounts import NO_STORE, must_be
from tapete.server.http.strict import Fault, StrictRequest
from tapete.server.listing import row_of


@get("/api/lobby", response_headers=NO_STORE)
async def lobby(request: StrictRequest) -> api.Lobby:
    """All open tables and all games; nobody needs to be signed in to look."""
    room = request.site.room
    return api.Lobby(room.rows(), room.games())


@get("/api/tables/{table:str}", response_headers=NO_STORE)
async def one(request: StrictRequest, table: FromPath[str]) -> api.TableRow:
    """One table, as in the lobby."""
    row = request.site.room.row(table)
    if row is None:
        raise Fault(ServerCode.UNKNOWN_TABLE)
    return row


@post("/api/tables", response_headers=NO_STORE)
async def create(request: StrictRequest, data: JSONBody[api.NewTable]) -> api.TableRow:
    """A practice table with these rules; its maker is its host and may seat house players."""
    site, found = request.site, await must_be(request)
    if not site.limits.create.take(found.member.user, site.clock.now_ms()):
        raise Fault(ServerCode.THROTTLED)
    made = await site.room.create(
        data.game,
        data.name,
        data.rules,
        owner=found.member.user,
        house=data.house,
        level=data.level,
    )
    if isinstance(made, str):
        raise Fault(made)
    return row_of(made)


HANDLERS = [lobby, one, create]
