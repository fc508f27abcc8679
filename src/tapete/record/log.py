"""The rows of the two logs: inputs (private, to execute again) and events (to show and to pay).

A `StepRow` is one step of a table to rest, written in one transaction. Its inputs, its secrets of
chance and whatever not everybody may know are sealed. `Entry` is an event as it can be read;
`EventRow` is the same event as it lies in the store.

The chain runs through all hands of a table: leaf = SHA-256(0x03, salt, text of the event),
link = SHA-256(0x02, previous link, leaf). A viewer who may not read an event gets its bare leaf,
so his copy of the chain still closes and shows how many events there were.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

User: TypeAlias = str

SALT_BYTES = 16
FIRST_LINK = bytes(32)  # what the first event of a table is linked to


class Entry(Struct, frozen=True):
    """One event, readable. `only` = the users who may know it (None: everybody); `shuffles` = how
    many shuffles of the hand there were by then, so that its cards find their openings."""

    hand: str
    number: int
    text: bytes
    salt: bytes
    leaf: bytes
    link: bytes
    shuffles: int
    only: tuple[User, ...] | None = None


class Hidden(Struct, frozen=True):
    """An event that this viewer may not read: its place and its leaf."""

    hand: str
    number: int
    leaf: bytes
    link: bytes


class EventRow(Struct, frozen=True):
    """One event as stored: `body` is the JSON text, or salt and text sealed when `only` is set
    (then `salt` is empty)."""

    hand: str
    number: int
    body: bytes
    salt: bytes
    leaf: bytes
    link: bytes
    shuffles: int
    only: tuple[User, ...] | None = None


class RootRow(Struct, frozen=True):
    """A shuffle: its public commitment, and its order and salts sealed in `secret`."""

    hand: str
    k: int
    n: int
    root: bytes
    secret: bytes


class StepRow(Struct, frozen=True):
    """One step of a table: everything that was put in (sealed) and all that came of it.

    `snapshot` = the table after the step (sealed), at each Over; `digest` = SHA-256 of the state
    after it, which a reload compares.
    """

    table: str
    epoch: int
    seq: int
    at_ms: int
    inputs: bytes
    digest: bytes
    roots: tuple[RootRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    snapshot: bytes | None = None


def leaf_of(salt: bytes, text: bytes) -> bytes:
    """The leaf that stands for an event in the chain."""
    return sha256(b"\x03" + salt + text).digest()


def link_of(previous: bytes, leaf: bytes) -> bytes:
    """The link after an event, from the link before it."""
    return sha256(b"\x02" + previous + leaf).digest()


def project(entries: Iterable[Entry], user: User | None) -> tuple[Entry | Hidden, ...]:
    """The events as `user` may have them (None: a spectator), none left out.

    Users are compared, never seats: who sits down later does not read what his predecessor knew.
    """
    return tuple(
        entry
        if entry.only is None or (user is not None and user in entry.only)
        else Hidden(entry.hand, entry.number, entry.leaf, entry.link)
        for entry in entries
    )
