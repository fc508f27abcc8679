"""The cookie of a login: its name, its flags, and who stands behind it.

`__Host-` (Secure, no domain, path /) where players come through https; a plain name on
http://127.0.0.1, where a browser refuses Secure cookies. HttpOnly and SameSite=Lax always.
"""

from __future__ import annotations

from msgspec import Struct

from tapete.config import Config
from tapete.house.members import key_of
from tapete.store.port import Member, Store


class Signed(Struct, frozen=True):
    """Who is signed in, until when; `token` = what the store knows of his cookie."""

    member: Member
    expires_ms: int
    token: bytes


def cookie_name(config: Config) -> str:
    """The cookie's name; it depends on how players come in."""
    return "__Host-tapete" if config.secure else "tapete"


async def signed(store: Store, token: str, now_ms: int) -> Signed | None:
    """Who has this token, None when it is unknown or has expired."""
    if not token:
        return None
    key = key_of(token)
    found = await store.session(key, now_ms)
    if found is None:
        return None
    row, member = found
    return Signed(member, row.expires_ms, key)
