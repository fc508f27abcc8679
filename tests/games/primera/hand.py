"""A hand of Primera as tests write it: hand-text lines in, facts out."""

from __future__ import annotations

from typing import Any

from tapete.cards.decks import SPANISH_28
from tapete.cards.notation import parse, written
from tapete.game.contract import Decide, Event, Moved, Offer, Over, Seated, Told
from tapete.game.errors import Illegal
from tapete.game.laws import Opening, Watch
from tapete.games.primera import GAME, Memory, Rules
from tapete.games.primera.state import Fact, State
from tapete.record import handtext
from tapete.record.replay import Player


def deal(two: str, more: str = "", rest: str = "") -> str:
    """The line that deals these cards. `two` = the first two cards of each seat, `more` = the two
    that complete who goes on, both in speaking order from La Mano; `rest` = the cards that lie
    next at the bottom, the bottom one first. The others lie between."""
    first = [parse(pair) for pair in two.split()]
    last = [parse(pair) for pair in more.split()]
    top = [pair[0] for pair in first] + [pair[1] for pair in first]
    bottom = [pair[0] for pair in last] + [pair[1] for pair in last] + list(parse(rest))
    between = [card for card in SPANISH_28 if card not in top + bottom]
    order = (*top, *between, *reversed(bottom))
    assert len(set(order)) == len(order) == len(SPANISH_28)
    return f"d sh {written(order)}"


class Hand:
    """Seats 1..n with these chips. Every step is watched: money, cards, names of facts."""

    def __init__(self, stacks: str, *lines: str, mano: int | None = 1, **rules: Any) -> None:
        chips = [int(stack.replace("k", "000")) for stack in stacks.split()]
        seats = tuple(Seated(seat, True, amount) for seat, amount in enumerate(chips, 1))
        memory = None if mano is None else Memory(mano)
        opening = Opening(Rules(**rules), seats, memory, 0)
        self.player = Player(GAME, opening)
        self.watch = Watch(GAME, opening, self.player.step)
        self.last: tuple[Event, ...] = self.player.step.events
        self.play(*lines)

    def play(self, *lines: str) -> Hand:
        """Play lines, several in one string parted by `, `."""
        for line in (part for text in lines for part in text.split(", ")):
            step = self.player.play(self.player.command(handtext.read_line(line)))
            self.watch.follow(step)
            self.last = step.events
        return self

    def refused(self, line: str) -> str:
        """The code with which a line is refused now."""
        try:
            GAME.apply(self.state, self.player.command(handtext.read_line(line)))
        except Illegal as illegal:
            return illegal.code.value
        return "accepted"

    @property
    def state(self) -> State:
        state: State = self.player.step.state
        return state

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def mano(self) -> int:
        return self.state.mano

    @property
    def over(self) -> bool:
        return isinstance(self.player.step.need, Over)

    @property
    def asked(self) -> tuple[int, ...]:
        need = self.player.step.need
        return need.seats if isinstance(need, Decide) else ()

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def pots(self) -> dict[str, int]:
        return {pot.name: pot.amount for pot in GAME.view(self.state, None).pots}

    @property
    def stacks(self) -> list[int]:
        """Chips by the money that moved; the state must say the same."""
        found = list(self.player.stacks())
        assert found == [player.chips for player in self.state.players]
        return found

    def offers(self, seat: int) -> list[str]:
        return [str(offer.move) for offer in GAME.offers(self.state, seat)]

    def offer(self, seat: int, move: str) -> Offer:
        return next(offer for offer in GAME.offers(self.state, seat) if offer.move == move)

    def cards(self, seat: int) -> str:
        return written(GAME.view(self.state, seat).own.cards)  # type: ignore[union-attr]

    def told(self, *facts: Fact, last: bool = False) -> list[Told]:
        """The facts of these kinds, of the whole hand or of the last step."""
        events = self.last if last else self.player.events
        return [e for e in events if isinstance(e, Told) and (not facts or e.what in facts)]

    def moved(self, why: str = "", last: bool = False) -> list[str]:
        """The money as `source>target amount`, of one reason or of all."""
        events = self.last if last else self.player.events
        return [
            f"{e.source}>{e.target} {e.amount}" + ("" if why else f" {e.why}")
            for e in events
            if isinstance(e, Moved) and why in ("", e.why)
        ]

    def shown(self) -> dict[int, str]:
        """Hidden cards that were laid open, by seat."""
        return {e.seat: written(e.cards) for e in self.told(Fact.MUESTRA, Fact.BOTADA)}
