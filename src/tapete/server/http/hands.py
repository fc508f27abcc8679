"""The hands that a member has played."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from tapete.server import api
from tapete.server.codes import ServerCode
from tapete.server.http.accounts import NO_STORE, must_be, signed_in
from tapete.server.http.strict import Fault, StrictRequest
from tapete.server.http.wallet import Limit, Moment
from tapete.server.records import Found, find, replay, text
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


async def _finished(request: StrictRequest, hand: str) -> Found:
    site = request.site
    found = await find(site.store, site.registry, site.vault, hand)
    if found is None:
        raise Fault(ServerCode.UNKNOWN_HAND)
    if not found.hand.closed_ms:
        raise Fault(ServerCode.HAND_NOT_OVER)
    return found


@get("/api/hands/{hand:str}", response_headers=NO_STORE)
async def one(request: StrictRequest, hand: FromPath[str]) -> api.Replay:
    """A finished hand step by step: as its player saw it, for all others as a spectator did."""
    signed, found = await signed_in(request), await _finished(request, hand)
    user = signed.member.user if signed else None
    site = request.site
    nicks = {}
    for seat, who in found.hand.seats:
        member = await site.store.member(who)
        nicks[str(seat)] = member.nick if member else ""
    return await replay(found, user, site.room.name_of(found.hand.table), nicks)


@get("/api/hands/{hand:str}/record", media_type=MediaType.TEXT)
async def record(request: StrictRequest, hand: FromPath[str]) -> Response[bytes]:
    """The hand record: a hand text with the openings of the cards that its player saw, for
    `tapete verify` and for a dispute."""
    signed, found = await signed_in(request), await _finished(request, hand)
    seat = found.seat_of(signed.member.user if signed else None)
    body = await text(found, seat or "spectator")
    name = f"{found.hand.hand}.phh"
    headers = NO_STORE | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body.encode(), media_type=MediaType.TEXT, headers=headers)


HANDLERS = [hands, one, record]
