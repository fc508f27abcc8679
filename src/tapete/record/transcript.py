"""A recorded hand as a hand text: whole, or as one viewer saw it.

In a projection a card that the viewer never saw is `??`, another's masked move is called as he saw
it, and the answers to a sealed window stand in seat order when it has closed; of a window that
never closed he knows no answer but his own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from tapete.game.contract import (
    Act,
    Cancel,
    Card,
    Command,
    Decide,
    Event,
    Game,
    Leave,
    Moved,
    Over,
    Seat,
    Shuffled,
    Step,
)
from tapete.game.laws import Course, Opening, played, told
from tapete.game.twins import cards_in
from tapete.record import handtext, proof
from tapete.record.handtext import UNSEEN, ChainText, EventText, HandText, OpenText, RootText
from tapete.record.log import FIRST_LINK, Entry, Hidden, User, project
from tapete.record.proof import Commitment
from tapete.record.replay import public_facts
from tapete.record.shuffle import Entropy

Viewer: TypeAlias = Seat | Literal["full", "spectator"]
Place: TypeAlias = tuple[int, int]  # (k, i): position i of shuffle k


class Recorded(Struct, frozen=True, kw_only=True):
    """A hand as the house knows it. `silences` = the numbers of the commands that nobody gave;
    `users` = who sat behind each seat; `entries` = the chain from the hand's first event to its
    last, `link` = the link before it."""

    hand: str
    opening: Opening
    commands: tuple[Command, ...]
    silences: frozenset[int] = frozenset()
    users: Mapping[Seat, User] = {}
    link: bytes = FIRST_LINK
    entries: tuple[Entry, ...] = ()
    commitments: tuple[Any, ...] = ()  # of proof.Commitment, k = 0, 1 …

    @property
    def course(self) -> Course:
        """The hand as the game played it."""
        return Course(self.opening, self.commands)


def text_of(game: Game, hand: Recorded, viewer: Viewer) -> HandText:
    """The hand as `viewer` may keep it: `full` is for tests and the audit role only."""
    steps = played(game, hand.course)
    seats = tuple(s.seat for s in hand.opening.seats)
    numbers = {seat: at for at, seat in enumerate(seats, 1)}
    events = [event for step in steps for event in step.events]
    over = isinstance(steps[-1].need, Over)
    facts = public_facts(game, steps[-1], events, seats)
    kept = ("over", "phase", "rake", "shown", "winner")
    seen = _all_places(hand) if viewer == "full" else _seen(game, hand, steps, _seat(viewer))
    standard = seats == tuple(range(1, len(seats) + 1))
    return HandText(
        variant=game.info.variant,
        hand=hand.hand,
        version=game.info.version,
        view=viewer if isinstance(viewer, str) else f"p{numbers[viewer]}",
        starting_stacks=tuple(s.chips for s in hand.opening.seats),
        seats=() if standard else seats,
        rules=_rules(hand.opening.rules),
        prior=_prior(game, hand.opening, numbers),
        wish=_wishes(hand.opening, numbers),
        actions=tuple(_Lines(game, hand, steps, numbers, viewer, seen).all()),
        finishing_stacks=_stacks(hand.opening, events) if over else None,
        expect={name: facts[name] for name in kept if name in facts},
        roots=tuple(RootText(c.k, c.n, c.root.hex()) for c in hand.commitments),
        open=tuple(_open_text(hand.commitments[k].opening(i)) for k, i in sorted(seen))
        if hand.commitments
        else (),
        chain=_chain(hand, viewer) if hand.entries else None,
    )


def _seat(viewer: Viewer) -> Seat | None:
    return viewer if isinstance(viewer, int) else None


# ── what the viewer saw ──────────────────────────────────────────────────────────────────────
def _places(commands: Sequence[Command]) -> Iterator[dict[Card, Place]]:
    """For the opening and after each command: where every shuffled card lies."""
    places: dict[Card, Place] = {}
    k = 0
    yield places
    for command in commands:
        if isinstance(command, Shuffled) and _is_shuffle(command):
            places = places | {str(card): (k, i) for i, card in enumerate(command.order)}
            k += 1
        yield places


def _is_shuffle(command: Command) -> bool:
    return isinstance(command, Shuffled) and not isinstance(command.order[0], int)


def _shuffles(commands: Sequence[Command]) -> list[Shuffled]:
    return [c for c in commands if isinstance(c, Shuffled) and _is_shuffle(c)]


def _seen(game: Game, hand: Recorded, steps: Sequence[Step], seat: Seat | None) -> set[Place]:
    """The places of all cards that the viewer had before him at any time."""
    seen: set[Place] = set()
    for step, places in zip(steps, _places(hand.commands), strict=True):
        shown: list[Any] = [game.view(step.state, seat), told(step.events, seat)]
        if seat is not None:
            shown.append(game.offers(step.state, seat))
        seen |= {places[card] for card in cards_in(shown, frozenset(places))}
    return seen


def _all_places(hand: Recorded) -> set[Place]:
    shuffles = enumerate(_shuffles(hand.commands))
    return {(k, i) for k, shuffle in shuffles for i in range(len(shuffle.order))}


# ── the lines ────────────────────────────────────────────────────────────────────────────────
class _Lines:
    """The actions of a hand for one viewer, one command after the other."""

    def __init__(
        self,
        game: Game,
        hand: Recorded,
        steps: Sequence[Step],
        numbers: Mapping[Seat, int],
        viewer: Viewer,
        seen: set[Place],
    ) -> None:
        self.game, self.hand, self.steps, self.numbers = game, hand, steps, numbers
        self.viewer, self.seen = viewer, seen
        self.full = viewer == "full"
        self.places = list(_places(hand.commands))
        self.k = 0

    def all(self) -> list[str]:
        lines: list[str] = []
        window: dict[Seat, str] = {}
        for at, command in enumerate(self.hand.commands):
            sealed = not self.full and self._in_window(at)
            if sealed and isinstance(command, Act):
                window[command.seat] = self._act(at, command, spoken=True)
            line = "" if sealed and isinstance(command, Act) else self._line(at, command)
            if window and not self._window_stays(at):
                kept = window if not isinstance(command, Cancel) else self._own(window)
                lines += [kept[seat] for seat in sorted(kept)]
                window = {}
            lines += [line] if line else []
        own = self._own(window)  # a hand that is still in its window
        return lines + [own[seat] for seat in sorted(own)]

    def _own(self, window: dict[Seat, str]) -> dict[Seat, str]:
        return {seat: line for seat, line in window.items() if seat == self.viewer}

    def _in_window(self, at: int) -> bool:
        need = self.steps[at].need
        return isinstance(need, Decide) and need.sealed

    def _window_stays(self, at: int) -> bool:
        before, after = self.steps[at].need, self.steps[at + 1].need
        return (
            isinstance(before, Decide)
            and isinstance(after, Decide)
            and before.sealed
            and before.turn == after.turn
        )

    def _line(self, at: int, command: Command) -> str:
        match command:
            case Shuffled(order):
                if not _is_shuffle(command):
                    return f"d draw p{self.numbers[int(order[0])]}"
                return f"d sh {''.join(self._order(order))}"
            case Leave(seat):
                return f"p{self.numbers[seat]} leave"
            case Cancel():
                return "d cancel"
        return self._act(at, command, spoken=False)

    def _order(self, order: Sequence[Card | Seat]) -> list[Card]:
        k, self.k = self.k, self.k + 1
        return [str(c) if (k, i) in self.seen else UNSEEN for i, c in enumerate(order)]

    def _act(self, at: int, act: Act, *, spoken: bool) -> str:
        player = self.numbers[act.seat]
        if at in self.hand.silences and not spoken:
            return f"p{player} idle"
        own = self.full or act.seat == self.viewer
        places = self.places[at]
        cards = tuple(c if own or places.get(c) in self.seen else UNSEEN for c in act.cards)
        move = act.move if own else self._called(act)
        return handtext.write_line(handtext.Move(player, move, act.option, act.amount, cards))

    def _called(self, act: Act) -> str:
        """What this viewer could call another's move, by all that he was told of the hand."""
        mask = self.game.info.masks.get(act.move)
        if mask is None:
            return act.move
        events = (e for step in self.steps for e in told(step.events, _seat(self.viewer)))
        known = any(
            getattr(e, "what", "") == mask.until and getattr(e, "seat", 0) == act.seat
            for e in events
        )
        return act.move if mask.until and known else mask.seen_as


# ── the head and the end ─────────────────────────────────────────────────────────────────────
def _rules(rules: Struct) -> dict[str, Any]:
    """The fields that differ from the game's defaults."""
    usual, found = msgspec.to_builtins(type(rules)()), msgspec.to_builtins(rules)
    return {name: value for name, value in found.items() if usual.get(name) != value}


def _prior(game: Game, opening: Opening, numbers: Mapping[Seat, int]) -> dict[str, Any]:
    prior: dict[str, Any] = {}
    if opening.memory is not None:
        kind, role = type(opening.memory), game.info.role
        seat = getattr(opening.memory, role)
        holder = next((s for s in sorted(numbers) if s >= seat), min(numbers))
        usual = msgspec.to_builtins(kind(**{role: seat}))
        found = msgspec.to_builtins(opening.memory)
        prior = {name: value for name, value in found.items() if usual[name] != value}
        prior[role] = numbers[holder]
    if opening.carry:
        prior[game.info.carry] = opening.carry
    return prior


def _wishes(opening: Opening, numbers: Mapping[Seat, int]) -> dict[str, Any]:
    wishes = {s.seat: s.wish if s.sitting else "out" for s in opening.seats}
    return {f"p{numbers[seat]}": wish for seat, wish in wishes.items() if wish != "play"}


def _stacks(opening: Opening, events: Sequence[Event]) -> tuple[int, ...]:
    sums = {f"seat:{s.seat}": s.chips for s in opening.seats}
    for event in events:
        if isinstance(event, Moved):
            if event.source in sums:
                sums[event.source] -= event.amount
            if event.target in sums:
                sums[event.target] += event.amount
    return tuple(sums.values())


# ── the proof ────────────────────────────────────────────────────────────────────────────────
def _open_text(opening: proof.Opening) -> OpenText:
    path = tuple(step.hex() for step in opening.path)
    return OpenText(opening.k, opening.i, opening.card, opening.salt.hex(), path)


def _chain(hand: Recorded, viewer: Viewer) -> ChainText:
    """The hand's part of the chain; who was not dealt in sees what a spectator sees."""
    user = hand.users.get(viewer) if isinstance(viewer, int) else None
    shown = hand.entries if viewer == "full" else project(hand.entries, user)
    events = tuple(
        EventText(leaf=entry.leaf.hex())
        if isinstance(entry, Hidden)
        else EventText(salt=entry.salt.hex(), event=entry.text.decode())
        for entry in shown
    )
    return ChainText(first=hand.link.hex(), last=hand.entries[-1].link.hex(), events=events)


def commitments_of(
    hand: str, commands: Sequence[Command], entropy: Entropy
) -> tuple[Commitment, ...]:
    """Fresh commitments for a hand that no server recorded (golden hands, tests)."""
    orders = [tuple(map(str, c.order)) for c in _shuffles(commands)]
    return tuple(proof.commit(hand, k, order, entropy) for k, order in enumerate(orders))
