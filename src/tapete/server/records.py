"""A recorded hand as its hand text: taken from the logs, executed again, shown to one viewer.

A player gets what he saw, anybody else what a spectator saw; `full` is for the audit role, and
only when the hand is over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from tapete.game.contract import Game
from tapete.record import handtext
from tapete.record.log import EventRow, User
from tapete.record.recall import Diverged, Log, opened_entry, recall
from tapete.record.seal import BrokenSeal, Vault
from tapete.record.transcript import Recorded, Viewer, text_of
from tapete.server.nodekey import FILE as KEY_FILE
from tapete.server.nodekey import node_key
from tapete.server.recovery import fresh
from tapete.server.scribe import Scribe
from tapete.store.port import HandLog, StoreError
from tapete.store.sqlite_reads import hand_log
from tapete.store.sqlite_schema import connect_reading
from tapete.table.table import decode


class RecordError(Exception):
    """There is no record to give; the message says why and names no card."""


def recorded(game: Game, vault: Vault, log: HandLog) -> Recorded:
    """The hand behind a whole log (`hand_log(…, whole=True)`). Raises RecordError."""
    if not log.hand.closed_ms:
        raise RecordError(f"hand {log.hand.hand} is not over")
    own = vault.of(log.table.table)
    scribe = Scribe(game, own, os.urandom)
    try:
        before = fresh(game, log.table)
        if log.snapshot is not None:
            before = decode(game, own.unseal(log.snapshot))
        rows = [seen.event for seen in log.events]
        part = Log(
            hand=log.hand.hand,
            table=before,
            inputs=tuple(given for kept in log.steps for given in scribe.inputs(kept.inputs)),
            link=log.link,
            entries=tuple(opened_entry(row, own) for row in rows if isinstance(row, EventRow)),
            roots=log.roots,
        )
        if len(part.entries) != len(rows):
            raise RecordError("the whole log is wanted")
        return recall(game, part, own)
    except (BrokenSeal, Diverged) as wrong:
        raise RecordError(f"hand {log.hand.hand}: {wrong}") from None


def record_for(
    game: Game, vault: Vault, log: HandLog, user: User | None, *, full: bool = False
) -> str:
    """The hand text as this user may keep it (None: a spectator). Raises RecordError."""
    hand = recorded(game, vault, log)
    seat = next((seat for seat, who in hand.users.items() if who == user), None)
    viewer: Viewer = "full" if full else seat if seat is not None else "spectator"
    return handtext.write(text_of(game, hand, viewer))


def exported(games: Mapping[str, Game], database: Path, name: str, viewer: str) -> str:
    """The hand text of hand `name`, read from this database also while a server runs; the key
    lies beside it. `viewer` = `full`, `spectator` or `pN`. Raises RecordError."""
    folder = database.parent
    if not database.is_file() or not (folder / KEY_FILE).is_file():
        raise RecordError(f"no store in {folder}")
    db = connect_reading(database)
    try:
        log = hand_log(db, name, None, True)
    except StoreError as wrong:
        raise RecordError(str(wrong)) from None
    finally:
        db.close()
    if log is None or log.hand.game not in games:
        raise RecordError(f"no hand {name!r} here")
    game = games[log.hand.game]
    hand = recorded(game, Vault(node_key(folder), os.urandom), log)
    return handtext.write(text_of(game, hand, _viewer(viewer, hand)))


def _viewer(name: str, hand: Recorded) -> Viewer:
    found: Literal["full", "spectator"] | None = next(
        (word for word in ("full", "spectator") if word == name), None
    )
    if found is not None:
        return found
    player = re.fullmatch(r"p([1-9][0-9]?)", name)
    seats = [s.seat for s in hand.opening.seats]
    if player is None or int(player[1]) > len(seats):
        raise RecordError(f"no such viewer: {name!r}; full, spectator, or p1 to p{len(seats)}")
    return seats[int(player[1]) - 1]
