"""Hands of any game played by house players, each with nothing but its own seat's sight."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tapete.bots import Bot
from tapete.game.contract import (
    Act,
    Event,
    Game,
    Offer,
    Over,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Told,
    View,
)

MOST_DECISIONS = 2_000  # no hand of any game is near it


class Thought(NamedTuple):
    """One decision: what the seat saw, what it answered, and the state that it did not see."""

    seat: Seat
    view: View
    offers: tuple[Offer, ...]
    events: tuple[Event, ...]
    seed: int
    act: Act
    state: Any


def thoughts(game: Game, bot: Bot, *, players: int, chips: int, seed: int) -> Iterator[Thought]:
    """One hand from `open` to `Over`, thought by one bot in every seat."""
    chance = Random(seed)
    seats = tuple(Seated(n + 1, True, chips) for n in range(players))
    state, need, told = game.open(game.info.rules(), seats, None, 0)
    seen = list(told)
    for _ in range(MOST_DECISIONS):
        if isinstance(need, Over):
            return
        if isinstance(need, Shuffle):
            state, need, told = game.apply(state, _shuffled(need, chance))
            seen += told
            continue
        seat = need.seats[0]
        thought = _think(game, bot, state, seat, seen, chance.randrange(2**32))
        yield thought
        state, need, told = game.apply(state, thought.act)
        seen += told
    raise AssertionError("the hand does not end")


def _think(game: Game, bot: Bot, state: Any, seat: Seat, seen: list[Event], seed: int) -> Thought:
    view, offers = game.view(state, seat), game.offers(state, seat)
    events = tuple(e for e in seen if not isinstance(e, Told) or not e.only or seat in e.only)
    act = bot.think(game.info, view, offers, events, seed)
    return Thought(seat, view, offers, events, seed, act, state)


def _shuffled(need: Shuffle, chance: Random) -> Shuffled:
    if need.items and isinstance(need.items[0], int):
        return Shuffled((chance.choice(need.items),))
    return Shuffled(tuple(chance.sample(need.items, len(need.items))))
