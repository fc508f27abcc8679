"""Finished hands out of the store: the record as its player may keep it, and the steps of the
replay viewer.

Both execute the stored inputs again and compare; what cannot be reproduced is not handed out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tapete.game.contract import Game, Seat
from tapete.record import handtext, recall, transcript
from tapete.record.log import EventRow
from tapete.record.seal import BrokenSeal, Vault
from tapete.record.transcript import Recorded, Viewer
from tapete.server import api
from tapete.server.audience import Audience
from tapete.server.nodekey import node_key
from tapete.server.projection import Happened, heard
from tapete.server.proofs import Proofs
from tapete.server.recovery import base, replayed
from tapete.server.scribe import Scribe
from tapete.store.port import Hand, HandLog, Store
from tapete.store.sqlite_reads import hand_log
from tapete.store.sqlite_schema import connect_reading
from tapete.table.inputs import User


class RecordError(Exception):
    """The hand cannot be had; the message says why and names no card."""


class Found(Struct, frozen=True):
    """A finished hand as the store keeps it, with the game that plays it."""

    game: Game
    log: HandLog
    vault: Vault

    @property
    def hand(self) -> Hand:
        """Its line in a list."""
        return self.log.hand

    def seat_of(self, user: User | None) -> Seat:
        """Where this user was dealt in (0: nowhere)."""
        return next((seat for seat, who in self.hand.seats if who == user), 0)


async def find(store: Store, games: Mapping[str, Game], vault: Vault, hand: str) -> Found | None:
    """A hand by its id, None when there is none (or its game is gone)."""
    log = await store.hand_log(hand, None, whole=True)
    game = games.get(log.hand.game) if log else None
    if log is None or game is None:
        return None
    return Found(game, log, vault.of(log.table.table))


# ── the record ───────────────────────────────────────────────────────────────────────────────
async def text(found: Found, viewer: Viewer) -> str:
    """The hand text for one viewer, made off the loop. Raises RecordError for an open hand."""
    return await asyncio.to_thread(_text, found, viewer)


def _text(found: Found, viewer: Viewer) -> str:
    return handtext.write(transcript.text_of(found.game, _recorded(found), viewer))


def _recorded(found: Found) -> Recorded:
    log = found.log
    if not log.hand.closed_ms:
        raise RecordError(f"hand {log.hand.hand!r} is not over")
    scribe = Scribe(found.game, found.vault, _no_entropy)
    inputs = tuple(given for kept in log.steps for given in scribe.inputs(kept))
    rows = [seen.event for seen in log.events if isinstance(seen.event, EventRow)]
    wanted = recall.Log(
        hand=log.hand.hand,
        table=base(found.game, log.table, log.snapshot, log.snapshot_seq, scribe),
        inputs=inputs,
        link=log.link,
        entries=tuple(recall.opened_entry(row, found.vault) for row in rows),
        roots=log.roots,
    )
    return recall.recall(found.game, wanted, found.vault)


def _no_entropy(_: int) -> bytes:
    raise RecordError("nothing is drawn when a hand is read")


def exported(games: Mapping[str, Game], database: Path, hand: str, viewer: str) -> str:
    """`tapete export`: straight from the file, also while a server runs."""
    if not database.is_file():
        raise RecordError(f"no data in {database.parent}")
    db = connect_reading(database)
    try:
        log = hand_log(db, hand, None, True)
    finally:
        db.close()
    if log is None:
        raise RecordError(f"no hand {hand!r}")
    game = games.get(log.hand.game)
    if game is None:
        raise RecordError(f"no game {log.hand.game!r}")
    vault = Vault(node_key(database.parent), _no_entropy).of(log.table.table)
    found = Found(game, log, vault)
    try:
        recorded = _recorded(found)
        seen = transcript.text_of(game, recorded, _viewer(recorded, viewer))
        return handtext.write(seen)
    except (BrokenSeal, recall.Diverged) as wrong:
        raise RecordError(str(wrong)) from None


def _viewer(recorded: Recorded, name: str) -> Viewer:
    """`p2` is the second player of the text: of all who sat there, dealt in or not."""
    if name == "full":
        return "full"
    if name == "spectator":
        return "spectator"
    seats = [s.seat for s in recorded.opening.seats]
    number = name.removeprefix("p")
    if not number.isdecimal() or not 1 <= int(number) <= len(seats):
        raise RecordError(f"no viewer {name!r}: full, spectator, p1 to p{len(seats)}")
    return seats[int(number) - 1]


# ── the replay ───────────────────────────────────────────────────────────────────────────────
async def replay(
    found: Found, user: User | None, name: str, nicks: Mapping[str, str]
) -> api.Replay:
    """The steps of the hand as this viewer may see them, made off the loop."""
    return await asyncio.to_thread(_replay, found, user, name, nicks)


def _replay(found: Found, user: User | None, name: str, nicks: Mapping[str, str]) -> api.Replay:
    log, game, hand = found.log, found.game, found.hand
    scribe = Scribe(game, found.vault, _no_entropy)
    table = base(game, log.table, log.snapshot, log.snapshot_seq, scribe)
    secrets = {(row.hand, row.k): row for row in log.roots}
    audience = Audience(game, table, Proofs(), 0)
    steps: list[api.ReplayStep] = []
    log_seen: list[Happened] = []
    for kept in log.steps:
        chain = replayed(game, table, scribe, kept, secrets)
        table = chain.after
        events = heard(chain, kept.seq)
        audience.remember(chain, events, kept.seq)
        seen = [h for h in events if h.hand == hand.hand and h.visible(user)]
        if not hand.first_seq <= kept.seq <= hand.last_seq or not seen:
            continue
        view = audience.eyes(user)
        if view is not None:
            steps.append(api.ReplayStep(kept.at_ms, tuple(h.seen for h in seen), view))
        log_seen += seen
    return api.Replay(
        hand=hand.hand,
        table=hand.table,
        name=name,
        game=hand.game,
        version=hand.version,
        seat=found.seat_of(user),
        nicks=nicks,
        steps=tuple(steps),
        roots=audience.proofs.roots(log_seen),
        openings=audience.proofs.all(user, (), log_seen),
    )
