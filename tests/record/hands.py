"""Hands to record: drawn by the simulation, committed to, chained like a table would."""

from __future__ import annotations

import hashlib
import random

import msgspec

from tapete.game.contract import Event, Game, Seat
from tapete.game.laws import Course, played
from tapete.record import transcript
from tapete.record.log import FIRST_LINK, Entry, leaf_of, link_of
from tapete.record.simulate import Tally, play_hand
from tapete.record.transcript import Recorded


def drawn(game: Game, number: int, seats: int = 4) -> Course:
    """A random hand of the simulation."""
    return play_hand(game, seats, 77, number, Tally(), thorough=False)


def chained(game: Game, course: Course, hand: str, users: dict[Seat, str]) -> tuple[Entry, ...]:
    """The events of a course as entries of a chain, with a fact of the table before them."""
    link, entries = FIRST_LINK, list[Entry]()
    opened = b'{"type":"told","what":"table_hand_opened"}'
    found: list[tuple[bytes, Event | None]] = [(opened, None)]
    found += [
        (msgspec.json.encode(event), event)
        for step in played(game, course)
        for event in step.events
    ]
    for number, (text, event) in enumerate(found, 1):
        salt = hashlib.sha256(text + bytes([number % 256])).digest()[:16]
        leaf = leaf_of(salt, text)
        link = link_of(link, leaf)
        seats: tuple[Seat, ...] = getattr(event, "only", ())
        only = tuple(users[seat] for seat in seats) if seats else None
        entries.append(Entry(hand, number, text, salt, leaf, link, 0, only))
    return tuple(entries)


def recorded(game: Game, course: Course, hand: str = "mesa-1") -> Recorded:
    """A course as the house would keep it."""
    users = {s.seat: f"user{s.seat}" for s in course.opening.seats}
    return Recorded(
        hand=hand,
        opening=course.opening,
        commands=course.commands,
        users=users,
        entries=chained(game, course, hand, users),
        commitments=transcript.commitments_of(hand, course.commands, random.Random(hand).randbytes),
    )
