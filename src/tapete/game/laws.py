"""The five laws that hold for every game, as one harness that is given a game and its hands.

1 money · 2 cards · 3 secrecy (in `twins`) · 4 form · 5 arrival order. A `Watch` follows one hand
and checks after every step what can be seen from it; the other checks are functions of a step.
Each law that does not hold raises `Broken` with its name. Chance comes in as data, as everywhere:
who simulates draws the commands, here they are judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import (
    Account,
    Act,
    Command,
    Decide,
    Event,
    Game,
    Leave,
    Moved,
    Offer,
    Over,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
    View,
    accepted,
)
from tapete.game.errors import Illegal

Law: TypeAlias = Literal["money", "cards", "secrecy", "form", "arrival"]


class Broken(AssertionError):
    """A law does not hold."""

    def __init__(self, law: Law, why: str) -> None:
        super().__init__(f"{law}: {why}")
        self.law, self.why = law, why


class Opening(Struct, frozen=True):
    """What `Game.open` receives."""

    rules: Any
    seats: tuple[Seated, ...]
    memory: Any
    carry: int


class Course(Struct, frozen=True):
    """A hand as data: how it opened and every command that it took, in order."""

    opening: Opening
    commands: tuple[Command, ...]


def opened(game: Game, opening: Opening) -> Step:
    """The first step of a hand."""
    return game.open(opening.rules, opening.seats, opening.memory, opening.carry)


def played(game: Game, course: Course) -> tuple[Step, ...]:
    """Every step of a course, the opening first. Raises Illegal where it does not fit."""
    steps = [opened(game, course.opening)]
    for command in course.commands:
        steps.append(game.apply(steps[-1].state, command))
    return tuple(steps)


def encoded(value: Any) -> bytes:
    """The bytes of a state, an event or a view: the same value has the same bytes."""
    return msgspec.json.encode(value)


class Watch:
    """Follows a hand: the money by its Moved alone, the cards by their zones, the names."""

    def __init__(self, game: Game, opening: Opening, step: Step) -> None:
        self.game = game
        self.balances: dict[Account, int] = {f"seat:{s.seat}": s.chips for s in opening.seats}
        self.balances["carry"] = opening.carry
        self.total = sum(self.balances.values())
        self.deck = _all_cards(game, step.state)
        if len(set(self.deck)) != len(self.deck):
            raise Broken("cards", "a card is twice in the deck")
        self.follow(step)

    def follow(self, step: Step, *, whole: bool = True) -> None:
        """Judge the step that came next. `whole` = the zones and the view too, which cost more."""
        names = self.game.info
        for event in step.events:
            if isinstance(event, Moved):
                self._move(event)
                continue
            if event.what not in names.facts:
                raise Broken("form", f"a fact outside info.facts: {event.what}")
            if event.pause and event.pause not in names.clocks:
                raise Broken("form", f"a pause outside info.clocks: {event.pause}")
        if isinstance(step.need, Decide):
            _check_question(self.game, step.state, step.need)
        if isinstance(step.need, Over):
            self._settled()
        if whole:
            self._check_cards(step)
            self._check_view(step)

    def _move(self, moved: Moved) -> None:
        source, target, amount = moved.source, moved.target, moved.amount
        if type(amount) is not int or amount <= 0 or source == target:
            raise Broken("money", f"{source} → {target} {moved.why}: {amount!r}")
        for account in (source, target):
            if account not in self.balances:
                if account != "house:rake" and not account.startswith("pot:"):
                    raise Broken("money", f"no such account: {account}")
                self.balances[account] = 0
        if self.balances[source] < amount:
            raise Broken("money", f"{source} has {self.balances[source]}, {amount} {moved.why}")
        self.balances[source] -= amount
        self.balances[target] += amount

    def _settled(self) -> None:
        left = {a: n for a, n in self.balances.items() if n and a.startswith("pot:")}
        if left:
            raise Broken("money", f"over, and pots hold {left}")
        if sum(self.balances.values()) != self.total:
            raise Broken("money", "the sum over all accounts changed")

    def _check_cards(self, step: Step) -> None:
        now = _all_cards(self.game, step.state)
        if now != self.deck:
            raise Broken("cards", f"{_difference(self.deck, now)}")
        if isinstance(step.need, Shuffle):
            items = step.need.items
            cards = [item for item in items if isinstance(item, str)]
            strange = set(cards) - set(self.deck)
            if strange or len(set(items)) != len(items) or not items:
                raise Broken("cards", f"a shuffle of {len(items)} wants what is not there")

    def _check_view(self, step: Step) -> None:
        view = self.game.view(step.state, None)
        if view.phase not in self.game.info.phases:
            raise Broken("form", f"a phase outside info.phases: {view.phase}")
        if view.own is not None:
            raise Broken("secrecy", "a spectator has something of his own")
        for seat in view.seats:
            if seat.chips != self.balances[f"seat:{seat.seat}"]:
                has = self.balances[f"seat:{seat.seat}"]
                raise Broken("money", f"seat {seat.seat} shows {seat.chips}, the ledger has {has}")


def _all_cards(game: Game, state: Any) -> list[str]:
    return sorted(card for zone in game.zones(state).values() for card in zone)


def _difference(before: Sequence[str], after: Sequence[str]) -> str:
    lost, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return f"lost {sorted(lost.elements())}, new {sorted(new.elements())}"


def _check_question(game: Game, state: Any, need: Decide) -> None:
    """A question asks somebody, by a known clock, and what it offers has a name and bounds; what
    silence means is one of the offered moves, or leaving (then nothing need be offered)."""
    if not need.seats or need.clock not in game.info.clocks:
        raise Broken("form", f"nobody is asked, or by an unknown clock: {need.clock}")
    for seat in need.seats:
        offers = game.offers(state, seat)
        for offer in offers:
            _check_offer(game, offer)
        silence = game.idle(state, seat)
        if isinstance(silence, Leave):
            continue
        if not offers:
            raise Broken("form", f"seat {seat} is asked and offered nothing")
        if silence.seat != seat or silence.turn != need.turn:
            raise Broken("form", f"the silence of seat {seat} answers another question")
        try:
            accepted(offers, silence)
        except Illegal as refused:
            raise Broken("form", f"silence is {silence.move}, which is {refused.code}") from None


def _check_offer(game: Game, offer: Offer) -> None:
    if offer.move not in game.info.moves:
        raise Broken("form", f"a move outside info.moves: {offer.move}")
    fewest, most = offer.pick
    fits = 0 <= offer.least <= offer.most and offer.step > 0 and 0 <= fewest <= most
    if not fits or most > len(offer.cards):
        raise Broken("form", f"an offer without sense: {offer!r:.120}")


# ── 4 form ───────────────────────────────────────────────────────────────────────────────────
def check_same_bytes(game: Game, before: Step, command: Command, after: Step) -> None:
    """The same command on the same state, and on a state that was written down and read back,
    gives the same bytes."""
    state, raw = before.state, encoded(before.state)
    copy = msgspec.json.decode(raw, type=type(state))
    if encoded(copy) != raw:
        raise Broken("form", "a state is another one when read back")
    for start in (state, copy):
        again = game.apply(start, command)
        if encoded(tuple(again)) != encoded(tuple(after)):
            raise Broken("form", f"{type(command).__name__} twice, two outcomes")
    if encoded(state) != raw:
        raise Broken("form", f"{type(command).__name__} changed the state it was given")
    for seat in (None, *game.dealt(state)):
        if encoded(game.view(copy, seat)) != encoded(game.view(state, seat)):
            raise Broken("form", "a state shows another view when read back")


def check_refusals(game: Game, step: Step) -> None:
    """Whatever is not offered is refused with a code and changes nothing."""
    raw = encoded(step.state)
    for command in wrong_commands(game, step):
        try:
            game.apply(step.state, command)
        except Illegal:
            if encoded(step.state) != raw:
                raise Broken("form", f"refused, yet changed: {command!r:.120}") from None
        else:
            raise Broken("form", f"accepted: {command!r:.120}")


def wrong_commands(game: Game, step: Step) -> Iterator[Command]:
    """Commands of every kind that this step must refuse."""
    state, need = step.state, step.need
    dealt = game.dealt(state)
    yield Act(max(dealt, default=0) + 1, 0, game.info.moves[0])
    yield Leave(max(dealt, default=0) + 1)
    if isinstance(need, Shuffle):
        yield from _wrong_orders(need)
        yield from (Leave(seat) for seat in dealt)
        yield from (Act(seat, 0, move) for seat in dealt for move in game.info.moves)
        return
    yield Shuffled(())
    yield Shuffled(tuple(_all_cards(game, state)))
    if isinstance(need, Over):
        yield from (Leave(seat) for seat in dealt)
        yield from (Act(seat, 0, move) for seat in dealt for move in game.info.moves)
        return
    for seat in dealt:
        if seat not in need.seats:
            yield from (Act(seat, need.turn, move) for move in game.info.moves)
    for seat in need.seats:
        offers = game.offers(state, seat)
        names = {offer.move for offer in offers}
        yield from (Act(seat, need.turn, m) for m in (*game.info.moves, "nada") if m not in names)
        for offer in offers:
            good = sample(offer, seat, need.turn)
            yield replace(good, turn=need.turn + 1)
            yield replace(good, turn=need.turn - 1)
            yield from _wrong_details(offer, good)


def sample(offer: Offer, seat: Seat, turn: int) -> Act:
    """The plainest way of taking up an offer."""
    return Act(
        seat,
        turn,
        offer.move,
        amount=offer.least if offer.most else None,
        cards=offer.cards[: offer.pick[0]],
        option=offer.options[0] if offer.options else None,
    )


def _wrong_details(offer: Offer, good: Act) -> Iterator[Act]:
    yield replace(good, option="nada")
    if offer.options:
        yield replace(good, option=None)
    if offer.most:
        for amount in (None, -1, -offer.most, offer.least - 1, offer.most + offer.step, 10**18):
            yield replace(good, amount=amount)
        if offer.step > 1 and offer.least + 1 < offer.most:
            off = offer.least + (2 if (offer.least + 1) % offer.step == 0 else 1)
            if off % offer.step and off != offer.most:
                yield replace(good, amount=off)
    else:
        yield replace(good, amount=0)
        yield replace(good, amount=1)
    fewest, most = offer.pick
    if most:
        yield replace(good, cards=(offer.cards[0],) * max(2, fewest))
        yield replace(good, cards=("Zz", *offer.cards[1 : max(1, fewest)]))
    yield replace(good, cards=(*offer.cards[:most], "??"))
    if fewest:
        yield replace(good, cards=())


def _wrong_orders(need: Shuffle) -> Iterator[Shuffled]:
    items = need.items
    yield Shuffled(())
    yield Shuffled((*items, items[0]))
    yield Shuffled(("Zz",))
    yield Shuffled(
        (*items[:-1], "Zz") if isinstance(items[0], str) else (max(map(int, items)) + 1,)
    )
    if len(items) > 1 and isinstance(items[0], str):
        yield Shuffled(items[1:])
        yield Shuffled((items[0], *items[:-1]))


# ── 5 arrival ────────────────────────────────────────────────────────────────────────────────
def check_arrival(game: Game, step: Step, answers: Mapping[Seat, Act]) -> None:
    """The answers to a sealed question, first in the order given and then in reverse, lead to the
    same state and tell every viewer the same."""
    first = _answered(game, step, list(answers.values()))
    second = _answered(game, step, list(answers.values())[::-1])
    if encoded(first[0].state) != encoded(second[0].state):
        raise Broken("arrival", "the order of sealed answers changed the state")
    for seat in (None, *game.dealt(step.state)):
        if sight(first[1], seat) != sight(second[1], seat):
            raise Broken("arrival", f"the order of sealed answers changed what {seat} is told")


def _answered(game: Game, step: Step, acts: list[Act]) -> tuple[Step, tuple[Event, ...]]:
    """Take all answers; until the last one nobody else is told anything and the question stays."""
    assert isinstance(step.need, Decide)
    turn, events = step.need.turn, list[Event]()
    for left, act in zip(range(len(acts) - 1, -1, -1), acts, strict=True):
        before = {seat: _shown(game, step, seat) for seat in (None, *game.dealt(step.state))}
        step = game.apply(step.state, act)
        events += step.events
        if not left:
            break
        if not isinstance(step.need, Decide) or step.need.turn != turn or not step.need.sealed:
            raise Broken("arrival", "a sealed window closed before all had answered")
        for seat, view in before.items():
            noticed = told(step.events, seat)
            if seat != act.seat and (noticed or encoded(game.view(step.state, seat)) != view):
                raise Broken("secrecy", f"a sealed answer of {act.seat} was noticed by {seat}")
    return step, tuple(events)


def _shown(game: Game, step: Step, seat: Seat | None) -> bytes:
    view: View = game.view(step.state, seat)
    return encoded(view)


# ── what a viewer is told ────────────────────────────────────────────────────────────────────
HIDDEN = b"hidden"  # an event whose place a viewer may know, and nothing else


def _may_know(event: Event, seat: Seat | None) -> bool:
    only: tuple[Seat, ...] = getattr(event, "only", ())
    return not only or seat in only


def told(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    """The events that a viewer may read."""
    return [event for event in events if _may_know(event, seat)]


def sight(events: Sequence[Event], seat: Seat | None) -> list[bytes]:
    """The events as a viewer has them: their bytes, or that there was one."""
    return [encoded(event) if _may_know(event, seat) else HIDDEN for event in events]
