"""From the logs back to a hand: the inputs are executed again and must tell the same events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from tapete.game.contract import Command, Game
from tapete.game.laws import Opening
from tapete.record import proof
from tapete.record.log import SALT_BYTES, Entry, EventRow, RootRow
from tapete.record.seal import Vault, of_event, of_shuffle
from tapete.record.transcript import Recorded
from tapete.table import effects as fx
from tapete.table.inputs import Input
from tapete.table.step import step
from tapete.table.table import Table


class Diverged(Exception):
    """What was executed again is not what the log says; nothing may be built on it."""


class Log(Struct, frozen=True, kw_only=True):
    """The part of a table's logs that holds a hand, unsealed. `table` = as it was before the first
    of `inputs`; `entries` = the chain from the hand's first event on, `link` = before it."""

    hand: str
    table: Table
    inputs: tuple[Input, ...]
    link: bytes
    entries: tuple[Entry, ...]
    roots: tuple[RootRow, ...]


def opened_entry(row: EventRow, vault: Vault) -> Entry:
    """A stored event as it can be read. Raises BrokenSeal."""
    salt, text = row.salt, row.body
    if row.only is not None:
        plain = vault.unseal(row.body, of_event(row.hand, row.number))
        salt, text = plain[:SALT_BYTES], plain[SALT_BYTES:]
    return Entry(row.hand, row.number, text, salt, row.leaf, row.link, row.shuffles, row.only)


def recall(game: Game, log: Log, vault: Vault) -> Recorded:
    """The hand, executed again. Raises Diverged when its events are not those of the log."""
    effects = _effects_of(game, log)
    opened = next((e for e in effects if isinstance(e, fx.HandOpened)), None)
    if opened is None:
        raise Diverged(f"hand {log.hand} does not open")
    applied = [e for e in effects if isinstance(e, fx.Applied)]
    commands: tuple[Command, ...] = tuple(e.command for e in applied)
    _compare(log, effects)
    return Recorded(
        hand=log.hand,
        opening=Opening(opened.rules, opened.seats, opened.memory, opened.carry),
        commands=commands,
        silences=frozenset(at for at, e in enumerate(applied) if e.idle),
        users=opened.users,
        link=log.link,
        entries=log.entries,
        commitments=_commitments(log.roots, vault),
    )


def _effects_of(game: Game, log: Log) -> list[fx.Effect]:
    """What the inputs did within this hand."""
    found: list[fx.Effect] = []
    table = log.table
    for given in log.inputs:
        table, effects = step(game, table, given)
        found += [e for e in effects if getattr(e, "hand", "") == log.hand]
    return found


def _compare(log: Log, effects: Iterable[fx.Effect]) -> None:
    texts = [
        msgspec.json.encode(event)
        for effect in effects
        if isinstance(effect, fx.Record)
        for event in effect.events
    ]
    told = [entry.text for entry in log.entries if entry.hand == log.hand]
    if texts[: len(told)] != told:
        at = next((i for i, (a, b) in enumerate(zip(texts, told, strict=False)) if a != b), -1)
        raise Diverged(f"event {at + 1} of hand {log.hand} is another one")


def _commitments(roots: Sequence[RootRow], vault: Vault) -> tuple[proof.Commitment, ...]:
    found = []
    for row in sorted(roots, key=lambda row: row.k):
        made = proof.decode(row.hand, row.k, vault.unseal(row.secret, of_shuffle(row.hand, row.k)))
        if made.root != row.root:
            raise Diverged(f"shuffle {row.k} of hand {row.hand} has another root")
        found.append(made)
    return tuple(found)
