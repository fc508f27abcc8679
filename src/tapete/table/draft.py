"""A step in the making: the table as it is by now and the effects so far.

It lives inside one call of `step` and is never seen outside: the functions of this package change
`draft.table` and add effects, `step` returns both. That keeps every rule a few lines long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tapete.game.contract import Event, Game, Moved, Seat, Told
from tapete.table import clocks
from tapete.table.effects import Effect, Post, Record
from tapete.table.facts import Fact
from tapete.table.inputs import User
from tapete.table.seats import Chair
from tapete.table.table import Hand, Table


class Draft:
    """`at_ms` = the wall time of what is happening: of the input, or of a deadline before it."""

    __slots__ = ("at_ms", "effects", "game", "table")

    def __init__(self, game: Game, table: Table, at_ms: int) -> None:
        self.game = game
        self.table = table
        self.at_ms = at_ms
        self.effects: list[Effect] = []

    @property
    def now_ms(self) -> int:
        """Table time."""
        return clocks.table_ms(self.table, self.at_ms)

    @property
    def hand(self) -> Hand:
        """The running hand; only where there is one."""
        hand = self.table.hand
        assert hand is not None
        return hand

    def set(self, **fields: Any) -> None:
        self.table = replace(self.table, **fields)

    def set_hand(self, **fields: Any) -> None:
        self.set(hand=replace(self.hand, **fields))

    def put(self, chair: Chair) -> None:
        """The seat as it is now."""
        chairs = self.table.chairs
        self.set(chairs=(*chairs[: chair.number - 1], chair, *chairs[chair.number :]))

    def tell(self, what: Fact, seat: Seat = 0, amount: int = 0, word: str = "") -> None:
        """A fact of the table, in the hand that runs or between hands."""
        self.record((Told(what.value, seat=seat, amount=amount, word=word),))

    def record(self, events: tuple[Event, ...]) -> None:
        """Number the events in their sequence: the hand's, or the table's own between hands."""
        hand = self.table.hand
        if hand is None:
            self._add("", self.table.told, events, self._seated())
            self.set(told=self.table.told + len(events))
        else:
            self._add(hand.id, hand.count, events, hand.users)
            self.set_hand(count=hand.count + len(events))

    def move(self, moved: Moved, users: dict[Seat, User]) -> None:
        """Money that is not part of a hand (a buy-in, a cash-out): always between hands."""
        number = self.table.told
        self._add("", number, (moved,), users)
        self.effects.append(Post(self.at_ms, "", number, (moved,), users))
        self.set(told=number + 1)

    def _seated(self) -> dict[Seat, User]:
        return {chair.number: chair.user for chair in self.table.chairs if chair.taken}

    def _add(
        self, hand: str, first: int, events: tuple[Event, ...], users: Mapping[Seat, User]
    ) -> None:
        last = self.effects[-1] if self.effects else None
        if isinstance(last, Record) and (last.hand, last.at_ms) == (hand, self.at_ms):
            first, events = last.first, last.events + events
            self.effects.pop()
        if events:
            self.effects.append(Record(self.at_ms, hand, first, events, dict(users)))
