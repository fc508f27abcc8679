"""The hands that a member has played."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from tapete.server import api
from tapete.server.http.accounts import NO_STORE, must_be
from tapete.server.http.strict import StrictRequest
from tapete.server.http.wallet import Limit, Moment
from tapete.store.port import Hand

Key = Annotated[str, QueryParameter(max_length=32)]


def _row(request: StrictRequest, hand: Hand) -> api.HandRow:
    return api.HandRow(
        hand=hand.hand,
        table=hand.table,
        name=request.site.room.name_of(hand.table),
        game=hand.game,
        version=hand.version,
        opened_ms=hand.opened_ms,
        over_ms=hand.closed_ms,
        net=hand.net,
    )


@get("/api/hands", response_headers=NO_STORE)
async def hands(
    request: StrictRequest, before_ms: Moment = 0, game: Key = "", limit: Limit = 50
) -> api.Hands:
    """A page of the member's hands, newest first."""
    found = await must_be(request)
    user = found.member.user
    rows = await request.site.store.hands(user, before_ms=before_ms, game=game, limit=limit)
    more = rows[-1].opened_ms if len(rows) == limit else 0
    return api.Hands(tuple(_row(request, hand) for hand in rows), more)


HANDLERS = [hands]
