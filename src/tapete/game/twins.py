"""Law 3, secrecy: two hands that differ only in what a viewer may not see are one hand to him.

`twin` takes a played hand and a viewer and deals it again: every card that the viewer saw lies
where it lay, the others change places among themselves. The others' answers are the same, or what
they are now called (`no_llevo` where it was `paso`: `info.masks`). `check_secrecy` plays both and
compares all that the viewer gets, up to an event by which something hidden becomes public.
`check_known` asks first whether he may see what he sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import (
    Act,
    Card,
    Command,
    Decide,
    Game,
    Offer,
    Over,
    Seat,
    Shuffle,
    Shuffled,
    Step,
)
from tapete.game.errors import Illegal
from tapete.game.laws import Broken, Course, encoded, opened, played, sample, sight, told

Reorder: TypeAlias = Callable[[Sequence[Card]], Sequence[Card]]  # some order of the cards
Choose: TypeAlias = Callable[[Sequence[Offer]], Offer]  # one of the offers


class Twin(Struct, frozen=True):
    """A hand beside another one, which the viewer must not tell from it.

    `whole` = as far as it goes; else its last step only up to the reveal that stands in it.
    `moves` = the answers of others that are called differently, as (here, there).
    """

    course: Course
    whole: bool
    moves: tuple[tuple[str, str], ...] = ()


def twin(
    game: Game,
    course: Course,
    viewer: Seat | None,
    *,
    reorder: Reorder,
    choose: Choose,
    whole: bool,
) -> Twin:
    """The same hand with other hidden cards. `whole` = keep in place whatever the viewer saw till
    the end; else only what he saw before the first reveal, and the twin ends with that step."""
    steps = played(game, course)
    first = next((at for at, step in enumerate(steps) if _reveal_in(game, step) is not None), None)
    whole = whole or first is None
    end = len(course.commands) if whole or first is None else first
    swaps = iter(_swaps(game, course, steps[: end + 1], viewer, whole, reorder))
    deck = len(_deck(game, steps[0]))
    swap: dict[Card, Card] = {}
    step, commands, moves = steps[0], list[Command](), list[tuple[str, str]]()
    forked = 0  # the turn of a sealed window in which the answers are not the same
    for here, command in zip(steps, course.commands[:end], strict=False):
        if _public(here) != _public(step):  # a reveal has parted them
            return Twin(Course(course.opening, tuple(commands)), True, tuple(moves))
        if isinstance(command, Shuffled) and len(command.order) == deck:
            swap = next(swaps)
        other = _translated(game, step, command, viewer, swap, choose)
        after = _applied(game, step, other)
        if other is None or after is None or (forked and _turn(after) != forked):
            return Twin(Course(course.opening, tuple(commands)), True, tuple(moves))
        if isinstance(command, Act) and isinstance(other, Act) and command.move != other.move:
            moves.append((command.move, other.move))
            if isinstance(step.need, Decide) and step.need.sealed:
                forked = step.need.turn
        commands.append(other)
        step = after
    return Twin(Course(course.opening, tuple(commands)), whole, tuple(moves))


def _applied(game: Game, step: Step, command: Command | None) -> Step | None:
    try:
        return None if command is None else game.apply(step.state, command)
    except Illegal:
        return None


def _turn(step: Step) -> int:
    return step.need.turn if isinstance(step.need, Decide) else 0


def _reveal_in(game: Game, step: Step) -> int | None:
    """The place of the step's first event that makes something hidden public."""
    reveals = game.info.reveals
    return next((at for at, e in enumerate(step.events) if getattr(e, "what", "") in reveals), None)


def _deck(game: Game, step: Step) -> frozenset[Card]:
    return frozenset(card for zone in game.zones(step.state).values() for card in zone)


def _swaps(
    game: Game,
    course: Course,
    steps: Sequence[Step],
    viewer: Seat | None,
    whole: bool,
    reorder: Reorder,
) -> Iterator[dict[Card, Card]]:
    """For each time that the whole deck is shuffled: which card takes the place of which, where
    none moves that the viewer saw before the next such time."""
    deck = _deck(game, steps[0])
    seen: set[Card] = set()
    started = False
    for at, step in enumerate(steps):
        command = course.commands[at - 1] if at else None
        if isinstance(command, Shuffled) and len(command.order) == len(deck):
            if started:
                yield _swap(deck - seen, reorder)
            started, seen = True, set()
        last = not whole and at == len(steps) - 1
        seen |= _seen_before(game, step, viewer, deck) if last else _seen(game, step, viewer, deck)
    yield _swap(deck - seen, reorder)


def _swap(hidden: frozenset[Card], reorder: Reorder) -> dict[Card, Card]:
    cards = sorted(hidden)
    return dict(zip(cards, reorder(cards), strict=True))


def _seen(game: Game, step: Step, viewer: Seat | None, deck: frozenset[Card]) -> set[Card]:
    shown: list[Any] = [game.view(step.state, viewer), told(step.events, viewer)]
    if viewer is not None:
        shown.append(game.offers(step.state, viewer))
    return cards_in(shown, deck)


def _seen_before(game: Game, step: Step, viewer: Seat | None, deck: frozenset[Card]) -> set[Card]:
    """What the viewer saw in a step before its reveal."""
    return cards_in(told(step.events[: _reveal_in(game, step)], viewer), deck)


def cards_in(value: Any, deck: frozenset[Card]) -> set[Card]:
    """Every card of `deck` that occurs anywhere in a value."""
    found: set[Card] = set()
    stack = [msgspec.to_builtins(value)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if item in deck:
                found.add(item)
        elif isinstance(item, dict):
            stack += item.values()
        elif isinstance(item, list | tuple):
            stack += item
    return found


def _translated(
    game: Game,
    step: Step,
    command: Command,
    viewer: Seat | None,
    swap: dict[Card, Card],
    choose: Choose,
) -> Command | None:
    """What `command` is in the other hand; None when there it cannot be."""
    if isinstance(command, Shuffled):
        order = tuple(swap.get(item, item) if isinstance(item, str) else item
                      for item in command.order)  # fmt: skip
        fits = isinstance(step.need, Shuffle) and set(step.need.items) >= set(order)
        return Shuffled(order) if fits else None
    if not isinstance(command, Act) or command.seat == viewer:
        return command
    offers = game.offers(step.state, command.seat)
    act = replace(command, cards=tuple(swap.get(card, card) for card in command.cards))
    if any(offer.move == act.move for offer in offers):
        return act
    alike = [offer for offer in offers if _called(game, offer.move) == _called(game, act.move)]
    if alike:
        return replace(act, move=choose(alike).move)
    sealed = isinstance(step.need, Decide) and step.need.sealed
    return sample(choose(offers), act.seat, act.turn) if sealed and offers else None


def _called(game: Game, move: str) -> str:
    """What the others call a move."""
    mask = game.info.masks.get(move)
    return mask.seen_as if mask is not None else move


# ── the law ──────────────────────────────────────────────────────────────────────────────────
def check_known(game: Game, course: Course) -> None:
    """Every card that a viewer sees was his own or lay open by a fact that shows cards, since the
    whole deck was last shuffled."""
    steps = played(game, course)
    deck = _deck(game, steps[0])
    open_facts = game.info.shows | game.info.reveals
    for viewer in (None, *game.dealt(steps[0].state)):
        known: set[Card] = set()
        for at, step in enumerate(steps):
            command = course.commands[at - 1] if at else None
            if isinstance(command, Shuffled) and len(command.order) == len(deck):
                known = set()
            known |= set(game.zones(step.state).get(f"seat:{viewer}", ()))
            for event in told(step.events, viewer):
                cards = cards_in(event, deck)
                if getattr(event, "what", "") in open_facts and not getattr(event, "only", ()):
                    known |= cards
                elif not cards <= known:
                    raise Broken("secrecy", f"{getattr(event, 'what', '')} shows {viewer} a card")
            if not _seen(game, step, viewer, deck) <= known:
                raise Broken("secrecy", f"{viewer} sees a card that nobody showed him")


def check_secrecy(game: Game, course: Course, other: Twin, viewer: Seat | None) -> int:
    """Compare all that the viewer gets of both hands; returns after how many commands everything
    was still the same: all of them, or those before the reveal that parts the hands."""
    here, there = opened(game, course.opening), opened(game, other.course.opening)
    last = len(other.course.commands)
    commands = zip(course.commands, other.course.commands, strict=False)
    for at, (command, counterpart) in enumerate(((None, None), *commands)):
        if command is not None and counterpart is not None:
            here = game.apply(here.state, command)
            there = game.apply(there.state, counterpart)
        ends = at == last and not other.whole
        if not _same_events(game, here, there, viewer, ends) or ends:
            return max(0, at - 1)
        _same_sight(game, here, there, viewer)
    return last


def _same_events(game: Game, here: Step, there: Step, viewer: Seat | None, ends: bool) -> bool:
    """True when nothing differs, False when it may differ from here on; else Broken."""
    left, right = sight(here.events, viewer), sight(there.events, viewer)
    reveals = [_reveal_in(game, step) for step in (here, there)]
    for at in range(max(len(left), len(right))):
        if ends and at in reveals:
            return False
        if left[at : at + 1] != right[at : at + 1]:
            if any(_reveals(game, step, at) for step in (here, there)):
                return False
            raise Broken("secrecy", f"{viewer} is told {_one(left, at)} or {_one(right, at)}")
    return True


def _reveals(game: Game, step: Step, at: int) -> bool:
    return at < len(step.events) and getattr(step.events[at], "what", "") in game.info.reveals


def _same_sight(game: Game, here: Step, there: Step, viewer: Seat | None) -> None:
    views = [encoded(game.view(step.state, viewer)) for step in (here, there)]
    if views[0] != views[1]:
        raise Broken("secrecy", f"{viewer} sees {_apart(*views)}")
    if _public(here) != _public(there):
        raise Broken("secrecy", f"the table waits for {_public(here)} or {_public(there)}")
    if viewer is not None:
        offers = [game.offers(step.state, viewer) for step in (here, there)]
        if offers[0] != offers[1]:
            raise Broken("secrecy", f"{viewer} is offered {offers[0]} or {offers[1]}")


def _one(sent: Sequence[bytes], at: int) -> str:
    return sent[at].decode() if at < len(sent) else "nothing"


def _apart(left: bytes, right: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    at = max(0, at - 60)
    return f"…{left[at : at + 120].decode()}… or …{right[at : at + 120].decode()}…"


def _public(step: Step) -> tuple[Any, ...]:
    """What everybody learns of the need: who is asked (never who is missing in a sealed window),
    how many cards are shuffled and why, that it is over and who gets up."""
    need = step.need
    if isinstance(need, Decide):
        return (need.clock, need.turn, need.sealed, () if need.sealed else need.seats)
    if isinstance(need, Shuffle):
        return (len(need.items), need.why)
    assert isinstance(need, Over)
    return (encoded(need.memory), need.stand)
