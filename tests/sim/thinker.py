"""A thinker that thinks in place: no process, no time."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.bots import bot_for
from tapete.game.contract import Act, Event, Info, Offer, View


class Here:
    """Thinks at once, and remembers what each thought was given."""

    def __init__(self) -> None:
        self.given: list[tuple[View, tuple[Event, ...]]] = []
        self.levels: set[tuple[str, str]] = set()

    async def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
        level: str = "",
    ) -> Act:
        self.given.append((view, tuple(events)))
        self.levels.add((info.key, level))
        return bot_for(info, level).think(info, view, offers, events, seed)

    def close(self) -> None:
        return None
