"""Registering, entering, leaving, and the daily refill."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from tapete.house import members
from tapete.house.credits import ask_refill, may_refill
from tapete.house.errors import Code, Refusal
from tapete.house.members import Asked
from tapete.ledger.accounts import PRA
from tapete.server import api
from tapete.server.codes import ServerCode
from tapete.server.http.strict import Fault, StrictRequest
from tapete.server.sessions import Signed, cookie_name, signed
from tapete.server.site import Site
from tapete.store.port import Member

NO_STORE = {"Cache-Control": "no-store"}


async def signed_in(request: StrictRequest) -> Signed | None:
    """Who asks, if he is signed in."""
    site = request.site
    token = request.cookies.get(cookie_name(site.config), "")
    return await signed(site.store, token, site.clock.now_ms())


async def must_be(request: StrictRequest) -> Signed:
    """Who asks; 401 for nobody."""
    found = await signed_in(request)
    if found is None:
        raise Fault(ServerCode.SIGNED_OUT)
    return found


async def me(site: Site, member: Member) -> api.Me:
    """What a member is told of himself."""
    purse = await site.store.purse(member.user, PRA)
    return api.Me(
        user=member.user,
        nick=member.nick,
        guest=member.guest,
        balance=purse.balance,
        refill=may_refill(purse),
        locked=bool(purse.hand),
        seats=site.room.seats_of(member.user),
        abandons=await site.store.abandons(member.user),
    )


async def _session(site: Site, member: Member | None) -> api.Session:
    return api.Session(await me(site, member) if member else None, site.terms)


async def _entered(site: Site, member: Member) -> Response[api.Session]:
    """The answer to whoever has just come in: a new session, never an old one's token."""
    now_ms = site.clock.now_ms()
    entered = await members.enter(site.store, member, now_ms)
    cookie = Cookie(
        key=cookie_name(site.config),
        value=entered.token,
        max_age=(entered.expires_ms - now_ms) // 1000,
        path="/",
        secure=site.config.secure,
        httponly=True,
        samesite="lax",
    )
    return Response(await _session(site, member), cookies=[cookie], headers=NO_STORE)


def _let_in(request: StrictRequest, nick: str = "") -> None:
    """Throttling: per address, and for a login per nick as it was typed."""
    limits, now_ms = request.site.limits, request.site.clock.now_ms()
    throttle = limits.login if nick else limits.arrive
    allowed = throttle.take(request.address, now_ms)
    if nick:
        allowed = limits.nick.take(nick.casefold(), now_ms) and allowed
    if not allowed:
        raise Fault(ServerCode.THROTTLED)


@get("/api/session", response_headers=NO_STORE)
async def session(request: StrictRequest) -> api.Session:
    """Who is signed in, and which terms a new account accepts."""
    found = await signed_in(request)
    return await _session(request.site, found.member if found else None)


@post("/api/register", status_code=200)
async def register(request: StrictRequest, data: JSONBody[api.Register]) -> Response[api.Session]:
    """A new member with his grant; a guest becomes one and keeps what he has."""
    _let_in(request)
    site, found = request.site, await signed_in(request)
    if found and not found.member.guest:
        raise Refusal(Code.MEMBER_ALREADY)
    asked = Asked(data.nick, data.terms, data.fair_play, data.password)
    guest = found.member if found else None
    now_ms = site.clock.now_ms()
    member = await members.register(site.store, site.passwords, asked, site.terms, now_ms, guest)
    if found:
        await site.store.end_session(found.token)
    return await _entered(site, member)


@post("/api/guest", status_code=200)
async def guest(request: StrictRequest, data: JSONBody[api.Guest]) -> Response[api.Session]:
    """A guest for practice, with the same grant."""
    _let_in(request)
    site = request.site
    asked = Asked(data.nick, data.terms, data.fair_play)
    member = await members.welcome(site.store, asked, site.terms, site.clock.now_ms())
    return await _entered(site, member)


@post("/api/login", status_code=200)
async def login(request: StrictRequest, data: JSONBody[api.Login]) -> Response[api.Session]:
    """Enter. A wrong nick and a wrong password are one answer after one time."""
    _let_in(request, data.nick or "?")
    site = request.site
    member = await members.login(site.store, site.passwords, data.nick, data.password)
    return await _entered(site, member)


@post("/api/logout", status_code=200)
async def logout(request: StrictRequest) -> Response[api.Session]:
    """Leave: the session ends on the server, and its sockets are closed."""
    site, found = request.site, await signed_in(request)
    if found:
        await site.store.end_session(found.token)
        site.room.sign_out(found.token)
    cookie = Cookie(
        key=cookie_name(site.config), value="", max_age=0, path="/",
        secure=site.config.secure, httponly=True, samesite="lax",
    )  # fmt: skip
    return Response(await _session(site, None), cookies=[cookie], headers=NO_STORE)


@post("/api/refill", status_code=200, response_headers=NO_STORE)
async def refill(request: StrictRequest) -> api.Session:
    """The daily refill to 20,000."""
    site, found = request.site, await must_be(request)
    await ask_refill(site.store, found.member.user, site.clock.now_ms())
    return await _session(site, found.member)


HANDLERS = [session, register, guest, login, logout, refill]
