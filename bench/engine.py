"""How fast a game runs: random sound play over the contract, without table, log or network."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

import msgspec

from tapete.game.contract import Act, Decide, Game, Leave, Offer, Over, Seated, Shuffle, Shuffled
from tapete.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Rate:
    """What one measurement found; times are wall seconds of one core."""

    name: str
    hands: int
    decisions: int
    seconds: float

    @property
    def hands_per_s(self) -> float:
        """Whole hands, from the first shuffle to Over."""
        return self.hands / self.seconds

    @property
    def decisions_per_s(self) -> float:
        """Commands of seats that were applied."""
        return self.decisions / self.seconds


def measure(seconds: float) -> list[Rate]:
    """Each game of the registry at its full table: bare, then with what every seat is shown,
    encoded as the server does it: the public view once, the own part for each."""
    return [play(game, seconds, views=views) for game in GAMES.values() for views in (False, True)]


def play(game: Game, seconds: float, *, views: bool) -> Rate:
    """Play hands with a fixed seed until `seconds` are over."""
    rng = random.Random(1)
    rules = game.info.rules()
    seats = game.info.seats[1]
    chips = 100 * game.entry(rules).stake
    encode = msgspec.json.Encoder().encode
    memory: Any = None
    hands = decisions = 0
    began = time.perf_counter()
    until = began + seconds
    while time.perf_counter() < until:
        seated = tuple(Seated(seat, True, chips) for seat in range(1, seats + 1))
        step = game.open(rules, seated, memory, 0)
        while not isinstance(step.need, Over):
            if isinstance(step.need, Shuffle):
                step = game.apply(step.state, _shuffled(step.need, rng))
                continue
            step = game.apply(step.state, _answer(game, step.state, step.need, rng))
            decisions += 1
            if views:
                encode(game.view(step.state, None))
                for seat in range(1, seats + 1):
                    encode(game.view(step.state, seat).own)
        memory = step.need.memory
        hands += 1
    taken = time.perf_counter() - began
    with_views = f", {seats} views" if views else ""
    return Rate(f"{game.info.key}, {seats} seats{with_views}", hands, decisions, taken)


def _shuffled(need: Shuffle, rng: random.Random) -> Shuffled:
    items = list(need.items)
    if items and isinstance(items[0], int):
        return Shuffled((rng.choice(items),))
    rng.shuffle(items)
    return Shuffled(tuple(items))


def _answer(game: Game, state: Any, need: Decide, rng: random.Random) -> Act | Leave:
    seat = need.seats[0]
    offers = game.offers(state, seat)
    offer = offers[int(rng.random() * len(offers))]
    return _take(offer, seat, need.turn, rng)


def _take(offer: Offer, seat: int, turn: int, rng: random.Random) -> Act:
    """An act that takes the offer up: the least amount, the first option, random cards."""
    option = offer.options[int(rng.random() * len(offer.options))] if offer.options else None
    cards: tuple[str, ...] = ()
    if offer.pick[1]:
        cards = tuple(rng.sample(offer.cards, rng.randint(*offer.pick)))
    amount = offer.least if offer.most else None
    return Act(seat, turn, offer.move, amount, cards, option or None)
