"""How random players behave: what a simulated hand begins with and what is done in it.

Everything is drawn from one generator that is passed in, so a hand is a function of its seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tapete.game.contract import (
    Act,
    Cancel,
    Command,
    Decide,
    Game,
    Leave,
    Offer,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
)
from tapete.game.errors import Illegal
from tapete.game.laws import Opening

PLAIN = 0.4  # how many hands are plain
FIGURES = (1, 100, 777)  # what a figure of the rules stands at that is nothing by default


class Temper:
    """How a hand is played: a weight for each move, drawn anew when the phase changes (or, in a
    steady hand, once), how amounts are chosen, how often somebody is silent, leaves, or the table
    cancels, and how often the deck lies in some order. In a plain hand nothing of that happens:
    it is always played out, so that counts over plain hands say how often a thing happens (over
    those that happen to be played out, the short ones would count too much)."""

    def __init__(self, moves: Sequence[str], rng: random.Random) -> None:
        self.moves, self.rng = moves, rng
        self.steady = rng.random() < 0.15
        self.careful = rng.random() < 0.8  # whoever stakes all he has has nothing to say later
        self.idle = rng.choice((0.0, 0.0, 0.02, 0.1, 0.5))
        self.leave = rng.choice((0.0, 0.0, 0.0, 0.01, 0.05))
        self.cancel = rng.choice((0.0, 0.0, 0.0, 0.0, 0.005, 0.03))
        self.ordered = rng.choice((0.0, 0.5, 0.9))
        self.plain = rng.random() < PLAIN
        if self.plain:
            self.idle = self.leave = self.cancel = self.ordered = 0.0
        self.phase = ""
        self.turn_to(self.phase)

    def turn_to(self, phase: str) -> None:
        """Another phase may find the players in another mood."""
        if self.phase and (self.steady or phase == self.phase):
            return
        rng = self.rng
        self.phase = phase
        self.weights = {m: rng.choice((0.1, 0.5, 1.0, 1.0, 3.0, 12.0)) for m in self.moves}
        self.amount = rng.choice(("least", "small") if self.careful else tuple(_WAYS))


def draw_opening(game: Game, count: int, rng: random.Random) -> Opening:
    """Seats, stacks, rules, and whether there was a hand before this one."""
    info = game.info
    highest = max(info.seats[1], count)
    numbers = sorted(rng.sample(range(1, highest + 1), count))
    rules = _rules(info.rules, rng)
    entry = game.entry(rules)
    deep = rng.random() < 0.5
    seated = []
    for seat in numbers:
        sitting = rng.random() > 0.01
        seated.append(Seated(seat, sitting, _chips(entry.stake, entry.most, deep, rng)))
    carry = rng.choice((0, 0, 0, entry.stake * 2)) if info.carry else 0
    memory = None
    if rng.random() < 0.75:
        memory = msgspec.convert({info.role: rng.choice(numbers)}, info.memory)
    return Opening(rules, tuple(seated), memory, carry)


def _rules(kind: type[Struct], rng: random.Random) -> Any:
    """The default rules; in one hand of four some of their switches stand the other way, and of
    the figures that are nothing by default (a stake that a table may ask) half are something."""
    rules = kind()
    names = kind.__struct_fields__
    defaults = {name: getattr(rules, name) for name in names}
    drawn: dict[str, Any] = {}
    if rng.random() >= 0.75:
        switches = [name for name, value in defaults.items() if isinstance(value, bool)]
        drawn = {name: not defaults[name] for name in switches if rng.random() < 0.5}
    figures = [name for name, value in defaults.items() if type(value) is int and not value]
    drawn |= {name: rng.choice(FIGURES) for name in figures if rng.random() < 0.5}
    return msgspec.structs.replace(rules, **drawn)


def _chips(stake: int, most: int | None, deep: bool, rng: random.Random) -> int:
    """Chips of a seat: in a deep hand plenty; else seldom too few, just enough, odd or more."""
    stake = max(stake, 1)
    kinds = (
        rng.randint(20 * stake, 200 * stake),
        rng.randint(0, stake),
        stake,
        rng.randint(stake, 3 * stake),
        rng.randint(2, 20) * stake,
    )
    chips = rng.choices(kinds, (60, 0, 0, 1, 4) if deep else (20, 3, 10, 30, 30))[0]
    return chips if most is None else min(chips, most)


def draw_command(
    game: Game, step: Step, temper: Temper, rng: random.Random, *, silent: bool
) -> Command:
    """The next thing that happens; `silent` = nobody speaks any more."""
    need = step.need
    if rng.random() < temper.cancel and not silent:
        return _cancel_or(game, step, rng)
    if isinstance(need, Shuffle):
        return shuffled(need, rng, temper.ordered)
    assert isinstance(need, Decide)
    seat = rng.choice(need.seats)
    if silent or rng.random() < temper.idle or not game.offers(step.state, seat):
        return game.idle(step.state, seat)
    if rng.random() < temper.leave:
        leaver = _leaver(game, step, rng)
        if leaver is not None:
            return Leave(leaver)
    return draw_answer(game, step, seat, temper, rng)


def _cancel_or(game: Game, step: Step, rng: random.Random) -> Command:
    """Cancel, where the game still can; else chance or silence goes on."""
    cancel = Cancel("simulacion")
    try:
        game.apply(step.state, cancel)
    except Illegal:
        if isinstance(step.need, Shuffle):
            return shuffled(step.need, rng)
        assert isinstance(step.need, Decide)
        return game.idle(step.state, step.need.seats[0])
    return cancel


def _leaver(game: Game, step: Step, rng: random.Random) -> Seat | None:
    """A seat that can leave now: dealt in and not gone, also when it is out of the hand."""
    for seat in rng.sample(game.dealt(step.state), len(game.dealt(step.state))):
        try:
            game.apply(step.state, Leave(seat))
        except Illegal:
            continue
        return seat
    return None


def shuffled(need: Shuffle, rng: random.Random, ordered: float = 0.0) -> Shuffled:
    """A drawn answer to a wanted shuffle or draw. `ordered` = how often the deck is not mixed but
    laid by suit or by rank, so that what is rare in a mixed one is dealt too."""
    items = need.items
    if isinstance(items[0], int):
        return Shuffled((rng.choice(items),))
    if rng.random() >= ordered:
        return Shuffled(tuple(rng.sample(items, len(items))))
    cards = [str(item) for item in rng.sample(items, len(items))]
    by = rng.choice((0, 1))
    cards.sort(key=lambda card: card[by])
    for _ in range(rng.randint(0, 3)):
        one, other = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    stride = rng.randint(1, 7)
    return Shuffled(tuple(card for at in range(stride) for card in cards[at::stride]))


def draw_answer(game: Game, step: Step, seat: Seat, temper: Temper, rng: random.Random) -> Act:
    """A legal answer of this seat, by the mood of the hand."""
    assert isinstance(step.need, Decide)
    offers = game.offers(step.state, seat)
    all_in = max((offer.most - offer.paid for offer in offers if offer.most), default=0)
    weights = [
        temper.weights[offer.move] * (0.05 if temper.careful and 0 < all_in <= offer.cost else 1)
        for offer in offers
    ]
    offer = rng.choices(offers, weights)[0]
    count = rng.randint(*offer.pick)
    return Act(
        seat,
        step.need.turn,
        offer.move,
        amount=_amount(offer, temper.amount, rng),
        cards=tuple(rng.sample(offer.cards, count)),
        option=rng.choice(offer.options) if offer.options else None,
    )


_WAYS = {
    "least": (40, 9, 1, 0),
    "small": (9, 40, 1, 0),
    "any": (2, 2, 6, 1),
    "most": (1, 1, 2, 6),
}


def _amount(offer: Offer, style: str, rng: random.Random) -> int | None:
    if offer.most == 0:
        return None
    way = rng.choices(tuple(_WAYS), _WAYS[style])[0]
    if way == "least" or offer.least == offer.most:
        return offer.least
    if way == "most":
        return offer.most
    top = offer.most if way == "any" else min(offer.most, offer.least + 3 * offer.step)
    amount = rng.randint(offer.least, top)
    amount -= amount % offer.step
    return amount if amount >= offer.least else offer.least
