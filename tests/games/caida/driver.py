"""Partidas by hand: sit, press, deal a chosen order, play, and look."""

from __future__ import annotations

from typing import Any

from tapete.game.contract import (
    Act,
    Cancel,
    Decide,
    Event,
    Leave,
    Moved,
    Seated,
    Shuffle,
    Shuffled,
    Told,
)
from tapete.games.caida import GAME
from tapete.games.caida.rules import Memory, Rules
from tapete.games.caida.values import DECK


def cards(text: str) -> tuple[str, ...]:
    """`Ao 4o2c` → its cards; spaces only part groups."""
    text = text.replace(" ", "")
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def order(front: str) -> tuple[str, ...]:
    """The forty cards with these first, the rest in deck order."""
    first = cards(front)
    return first + tuple(c for c in DECK if c not in first)


class Partida:
    """One partida in play; `told` is all that happened, `last` what the last command did."""

    def __init__(
        self,
        players: int = 2,
        dealer: int | None = None,
        chips: int = 1_000,
        carry: int = 0,
        **rules: Any,
    ) -> None:
        seats = tuple(Seated(seat, True, chips) for seat in range(1, players + 1))
        memory = Memory(dealer) if dealer else None
        self.state, self.need, self.last = GAME.open(Rules(**rules), seats, memory, carry)
        self.told: list[Event] = list(self.last)

    def do(self, command: Any) -> Partida:
        self.state, self.need, self.last = GAME.apply(self.state, command)
        self.told += self.last
        return self

    def turn(self) -> int:
        assert isinstance(self.need, Decide)
        return self.need.turn

    def press(self, sung: str | None = None) -> Partida:
        assert isinstance(self.need, Decide)
        return self.do(Act(self.need.seats[0], self.turn(), "repartir", option=sung))

    def shuffle(self, front: str) -> Partida:
        return self.do(Shuffled(order(front)))

    def shuffle_rest(self, front: str) -> Partida:
        """Answer the second shuffle: these cards first, the rest as it was asked."""
        assert isinstance(self.need, Shuffle)
        first = cards(front)
        items = tuple(str(item) for item in self.need.items)
        return self.do(Shuffled(first + tuple(c for c in items if c not in first)))

    def draw(self, seat: int) -> Partida:
        return self.do(Shuffled((seat,)))

    def play(self, *cards: str) -> Partida:
        for card in cards:
            assert isinstance(self.need, Decide)
            self.do(Act(self.need.seats[0], self.turn(), "jugar", cards=(card,)))
        return self

    def leave(self, seat: int) -> Partida:
        return self.do(Leave(seat))

    def leave_after_deal(self, seat: int) -> Partida:
        return self.shuffle("").leave(seat)

    def cancel(self) -> Partida:
        return self.do(Cancel("cierre"))

    def scores(self) -> list[int]:
        return [p.score for p in self.state.players]

    def chips(self) -> list[int]:
        return [p.chips for p in self.state.players]

    def facts(self, what: str) -> list[Told]:
        return [e for e in self.told if isinstance(e, Told) and e.what == what]

    def moved(self, why: str) -> list[tuple[str, str, int]]:
        return [
            (e.source, e.target, e.amount)
            for e in self.told
            if isinstance(e, Moved) and e.why == why
        ]
