"""Members and guests: registering, entering, leaving.

An account is a user id that never changes; a guest who registers keeps it, with his chips and his
history. What a visitor types is checked here once; the store knows only accepted values.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from tapete.house.errors import Code, Refusal
from tapete.house.passwords import Passwords
from tapete.ledger.transfers import grant
from tapete.store.port import Done, Member, SessionRow, Store

NICK = re.compile(r"\w(?:[\w .-]{0,18})\w")
PASSWORD = (8, 128)  # characters
SESSION_MS = 30 * 86_400_000  # a member's login
GUEST_MS = 2 * 86_400_000  # a guest's; after it his nick is free of him, his chips stay unused


class Asked(Struct, frozen=True):
    """What a new account says: `terms` = the version that was shown and accepted."""

    nick: str
    terms: str
    fair_play: bool
    password: str = ""


class Entered(Struct, frozen=True):
    """A login: the member, and the token for his cookie, which is stored nowhere."""

    member: Member
    token: str
    expires_ms: int


def clean_nick(nick: str) -> str:
    """The nick as it is kept: composed letters, single spaces. Refuses what cannot be read."""
    kept = " ".join(unicodedata.normalize("NFKC", nick).split())
    if not NICK.fullmatch(kept):
        raise Refusal(Code.NICK_WRONG)
    return kept


def check_terms(asked: Asked, present: str) -> None:
    """The present terms and the prohibitions of fair play must both have been accepted."""
    if not asked.fair_play or asked.terms != present:
        raise Refusal(Code.TERMS_MISSING)


def new_user() -> str:
    """An id that tells nothing."""
    return secrets.token_hex(8)


def key_of(token: str) -> bytes:
    """What the store keeps of a cookie: who reads the database cannot enter with it."""
    return sha256(token.encode()).digest()


async def register(
    store: Store, passwords: Passwords, asked: Asked, terms: str, now_ms: int, guest: Member | None
) -> Member:
    """A new member with his grant; a guest keeps his account and becomes one."""
    check_terms(asked, terms)
    nick = clean_nick(asked.nick)
    if not PASSWORD[0] <= len(asked.password) <= PASSWORD[1]:
        raise Refusal(Code.PASSWORD_WRONG)
    hashed = await passwords.hash(asked.password)
    user = guest.user if guest else new_user()
    created_ms = guest.created_ms if guest else now_ms
    member = Member(
        user=user, nick=nick, created_ms=created_ms, password=hashed, terms=terms, terms_ms=now_ms
    )
    if guest:
        outcome = await store.upgrade(member)
    else:
        outcome = await store.add_member(member, grant(user, now_ms))
    if not isinstance(outcome, Done):
        raise Refusal(Code.NICK_TAKEN)
    return member


async def welcome(store: Store, asked: Asked, terms: str, now_ms: int) -> Member:
    """A guest for practice: a nick, the same grant, no password."""
    check_terms(asked, terms)
    member = Member(
        user=new_user(),
        nick=clean_nick(asked.nick),
        created_ms=now_ms,
        guest=True,
        terms=terms,
        terms_ms=now_ms,
    )
    if not isinstance(await store.add_member(member, grant(member.user, now_ms)), Done):
        raise Refusal(Code.NICK_TAKEN)
    return member


async def login(store: Store, passwords: Passwords, nick: str, password: str) -> Member:
    """The member behind nick and password. One answer and one duration for every failure."""
    member = await store.member_by_nick(nick)
    stored = member.password if member else ""
    if not await passwords.check(stored, password) or member is None:
        raise Refusal(Code.LOGIN_WRONG)
    return member


async def enter(store: Store, member: Member, now_ms: int) -> Entered:
    """A session for him: an opaque token, of which the store keeps the hash."""
    token = secrets.token_urlsafe(32)
    expires_ms = now_ms + (GUEST_MS if member.guest else SESSION_MS)
    row = SessionRow(
        token=key_of(token), user=member.user, created_ms=now_ms, expires_ms=expires_ms
    )
    await store.add_session(row)
    return Entered(member, token, expires_ms)


async def house_player(store: Store, user: str, nick: str, now_ms: int) -> Member:
    """A house player's account, with the same grant as anybody's. Nobody can enter with it."""
    member = Member(user=user, nick=nick, created_ms=now_ms, house=True)
    for more in ("", " (casa)", f" ({user})"):
        member = replace(member, nick=nick + more)
        if isinstance(await store.add_member(member, grant(user, now_ms)), Done):
            break
    return member
