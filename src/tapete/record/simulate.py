"""Random legal play of any game, judged by the five laws after every step.

Each hand is drawn from (seed, seats, its number) alone, so that one hand can be played again. A
hand has a temper: some moves are liked, others avoided, so that rare phases occur. Stacks are
drawn anew: short, odd, deep. Silence, leaving and cancelling are mixed in. The dear checks
(secrecy, form, arrival) are made on a sample of the hands.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
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
    Moved,
    Offer,
    Over,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
)
from tapete.game.laws import (
    Broken,
    Course,
    Opening,
    Watch,
    check_arrival,
    check_refusals,
    check_same_bytes,
    opened,
)
from tapete.game.twins import check_known, check_secrecy, twin

MOST_COMMANDS = 3_000  # a hand that takes more does not end
PATIENCE = 600  # commands after which everybody falls silent, which must end the hand
SAMPLE = 16  # one hand of so many is checked for form and secrecy too


class Tally(Struct):
    """What occurred: phases that waited, moves made, facts told, and how the hands ended."""

    hands: int = 0
    finished: int = 0
    commands: int = 0
    pairs: int = 0
    compared: int = 0
    seconds: float = 0.0
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    moves: Counter[str] = msgspec.field(default_factory=Counter)
    facts: Counter[str] = msgspec.field(default_factory=Counter)
    finished_phases: Counter[str] = msgspec.field(default_factory=Counter)
    finished_moves: Counter[str] = msgspec.field(default_factory=Counter)
    finished_facts: Counter[str] = msgspec.field(default_factory=Counter)
    masked: Counter[str] = msgspec.field(default_factory=Counter)

    def missing(self, game: Game) -> list[str]:
        """The phases and moves of the game that never occurred."""
        seen = self.phases.keys() | self.moves.keys()
        return [name for name in (*game.info.phases, *game.info.moves) if name not in seen]


class Violation(Exception):
    """A law broke in hand `number`; `course` is the hand up to there."""

    def __init__(self, law: str, why: str, number: int, course: Course) -> None:
        super().__init__(f"{law}: {why}")
        self.law, self.why, self.number, self.course = law, why, number, course


class Temper(Struct, frozen=True):
    """How a hand is played: a weight for each move, how amounts are chosen, how often somebody
    is silent, leaves, or the table cancels."""

    weights: dict[str, float]
    amount: str
    idle: float
    leave: float
    cancel: float


def simulate(
    game: Game, *, hands: int, seats: int, seed: int, first: int = 1, sample: int = SAMPLE
) -> Tally:
    """Play `hands` hands from number `first` on. Raises Violation at the first broken law."""
    tally = Tally()
    start = time.perf_counter()
    for number in range(first, first + hands):
        play_hand(game, seats, seed, number, tally, thorough=number % sample == 0)
    tally.seconds = time.perf_counter() - start
    return tally


def play_hand(
    game: Game, seats: int, seed: int, number: int, tally: Tally, *, thorough: bool
) -> Course:
    """One hand, watched. Raises Violation."""
    rng = random.Random(f"{game.info.key}:{seed}:{seats}:{number}")
    opening = _opening(game, seats, rng)
    commands: list[Command] = []
    try:
        _play(game, opening, rng, commands, tally, thorough)
        course = Course(opening, tuple(commands))
        if thorough:
            _compare(game, course, rng, tally)
    except Broken as broken:
        course = Course(opening, tuple(commands))
        raise Violation(broken.law, broken.why, number, course) from None
    except Exception as crash:
        course = Course(opening, tuple(commands))
        why = f"{type(crash).__name__}: {crash}"
        raise Violation("form", why, number, course) from crash
    return course


def _play(
    game: Game,
    opening: Opening,
    rng: random.Random,
    commands: list[Command],
    tally: Tally,
    thorough: bool,
) -> None:
    temper = _temper(game, rng)
    step = opened(game, opening)
    watch = Watch(game, opening, step)
    phases, moves, facts = Counter[str](), Counter[str](), Counter[str]()
    facts.update(_facts(step))
    phases[game.view(step.state, None).phase] += 1
    while not isinstance(step.need, Over):
        command = _command(game, step, temper, rng, silent=len(commands) > PATIENCE)
        if len(commands) >= MOST_COMMANDS:
            raise Broken("form", f"the hand does not end within {MOST_COMMANDS} commands")
        if thorough:
            _check_step(game, step, temper, rng)
        commands.append(command)
        before, step = step, game.apply(step.state, command)
        watch.follow(step, whole=thorough or len(commands) % 4 == 0)
        if thorough:
            check_same_bytes(game, before, command, step)
        phases[game.view(step.state, None).phase] += 1
        facts.update(_facts(step))
        if isinstance(command, Act):
            moves[command.move] += 1
    watch.follow(step._replace(events=()))
    if thorough:
        check_refusals(game, step)
    _open_again(game, opening, step.need, watch)
    _count(tally, commands, phases, moves, facts)


def _count(
    tally: Tally,
    commands: list[Command],
    phases: Counter[str],
    moves: Counter[str],
    facts: Counter[str],
) -> None:
    tally.hands += 1
    tally.commands += len(commands)
    tally.phases += phases
    tally.moves += moves
    tally.facts += facts
    if moves and not isinstance(commands[-1], Cancel):
        tally.finished += 1
        tally.finished_phases += phases
        tally.finished_moves += moves
        tally.finished_facts += facts


def _facts(step: Step) -> list[str]:
    return [f"{e.why}" if isinstance(e, Moved) else str(e.what) for e in step.events]


def _open_again(game: Game, opening: Opening, need: Over, watch: Watch) -> None:
    """What the hand hands on opens the next one, with the chips that it left."""
    seats = tuple(
        Seated(s.seat, True, watch.balances[f"seat:{s.seat}"])
        for s in opening.seats
        if s.seat not in need.stand
    )
    again = Opening(opening.rules, seats, need.memory, watch.balances["carry"])
    Watch(game, again, opened(game, again))


# ── the dear checks ──────────────────────────────────────────────────────────────────────────
def _check_step(game: Game, step: Step, temper: Temper, rng: random.Random) -> None:
    check_refusals(game, step)
    need = step.need
    if isinstance(need, Decide) and need.sealed and len(need.seats) > 1:
        seats = list(need.seats)
        rng.shuffle(seats)
        answers = {seat: _answer(game, step, seat, temper, rng) for seat in seats}
        check_arrival(game, step, answers)


def _compare(game: Game, course: Course, rng: random.Random, tally: Tally) -> None:
    """Each dealt seat and the spectator: a twin that keeps all they saw, and one to the reveal."""
    check_known(game, course)
    dealt = game.dealt(opened(game, course.opening).state)
    for viewer in (None, *dealt):
        for whole in (True, False):
            other = twin(
                game,
                course,
                viewer,
                reorder=lambda cards: rng.sample(cards, len(cards)),
                choose=rng.choice,
                whole=whole,
            )
            tally.compared += check_secrecy(game, course, other, viewer)
            tally.pairs += 1
            tally.masked.update(f"{here}/{there}" for here, there in set(other.moves))


# ── drawing a hand ───────────────────────────────────────────────────────────────────────────
def _opening(game: Game, count: int, rng: random.Random) -> Opening:
    info = game.info
    highest = max(info.seats[1], count)
    numbers = sorted(rng.sample(range(1, highest + 1), count))
    rules = _rules(info.rules, rng)
    entry = game.entry(rules)
    seated = []
    for seat in numbers:
        sitting = rng.random() > 0.01
        seated.append(Seated(seat, sitting, _chips(entry.stake, entry.most, rng)))
    carry = rng.choice((0, 0, 0, entry.stake * 2)) if info.carry else 0
    memory = None
    if rng.random() < 0.75:
        memory = msgspec.convert({info.role: rng.choice(numbers)}, info.memory)
    return Opening(rules, tuple(seated), memory, carry)


def _rules(kind: type[Struct], rng: random.Random) -> Any:
    """The default rules; in one hand of four some of their switches stand the other way."""
    rules = kind()
    if rng.random() < 0.75:
        return rules
    switches = {
        name: not value
        for name in kind.__struct_fields__
        if isinstance(value := getattr(rules, name), bool) and rng.random() < 0.5
    }
    return msgspec.structs.replace(rules, **switches)


def _chips(stake: int, most: int | None, rng: random.Random) -> int:
    """Chips of a seat: seldom too few, often just enough, odd, comfortable or deep."""
    stake = max(stake, 1)
    chips = rng.choices(
        (
            rng.randint(0, stake),
            stake,
            rng.randint(stake, 3 * stake),
            rng.randint(2, 20) * stake,
            rng.randint(20 * stake, 200 * stake),
        ),
        weights=(2, 10, 30, 30, 28),
    )[0]
    return chips if most is None else min(chips, most)


def _temper(game: Game, rng: random.Random) -> Temper:
    weights = {move: rng.choice((0.1, 0.5, 1.0, 1.0, 3.0, 12.0)) for move in game.info.moves}
    return Temper(
        weights,
        amount=rng.choice(("least", "small", "any", "any", "most")),
        idle=rng.choice((0.0, 0.0, 0.02, 0.1, 0.5)),
        leave=rng.choice((0.0, 0.0, 0.0, 0.01, 0.05)),
        cancel=rng.choice((0.0, 0.0, 0.0, 0.0, 0.005, 0.03)),
    )


def _command(
    game: Game, step: Step, temper: Temper, rng: random.Random, *, silent: bool
) -> Command:
    need = step.need
    if rng.random() < temper.cancel and not silent:
        return _cancel_or(game, step, rng)
    if isinstance(need, Shuffle):
        return shuffled(need, rng)
    assert isinstance(need, Decide)
    seat = rng.choice(need.seats)
    if silent or rng.random() < temper.idle:
        return game.idle(step.state, seat)
    if rng.random() < temper.leave:
        leaver = _leaver(game, step, rng)
        if leaver is not None:
            return Leave(leaver)
    return _answer(game, step, seat, temper, rng)


def _cancel_or(game: Game, step: Step, rng: random.Random) -> Command:
    """Cancel, where the game still can; else chance or silence goes on."""
    cancel = Cancel("simulacion")
    try:
        game.apply(step.state, cancel)
    except Exception:
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
        except Exception:
            continue
        return seat
    return None


def shuffled(need: Shuffle, rng: random.Random) -> Shuffled:
    """A drawn answer to a wanted shuffle or draw."""
    items = need.items
    if isinstance(items[0], int):
        return Shuffled((rng.choice(items),))
    return Shuffled(tuple(rng.sample(items, len(items))))


def _answer(game: Game, step: Step, seat: Seat, temper: Temper, rng: random.Random) -> Act:
    assert isinstance(step.need, Decide)
    offers = game.offers(step.state, seat)
    offer = rng.choices(offers, [temper.weights[offer.move] for offer in offers])[0]
    count = rng.randint(*offer.pick)
    return Act(
        seat,
        step.need.turn,
        offer.move,
        amount=_amount(offer, temper.amount, rng),
        cards=tuple(rng.sample(offer.cards, count)),
        option=rng.choice(offer.options) if offer.options else None,
    )


def _amount(offer: Offer, style: str, rng: random.Random) -> int | None:
    if offer.most == 0:
        return None
    ways = {"least": (8, 2, 1, 0), "small": (2, 8, 1, 0), "any": (2, 2, 6, 1), "most": (1, 1, 2, 6)}
    way = rng.choices(("least", "small", "any", "most"), ways[style])[0]
    if way == "least" or offer.least == offer.most:
        return offer.least
    if way == "most":
        return offer.most
    top = offer.most if way == "any" else min(offer.most, offer.least + 3 * offer.step)
    amount = rng.randint(offer.least, top)
    amount -= amount % offer.step
    return amount if amount >= offer.least else offer.least


# ── telling ──────────────────────────────────────────────────────────────────────────────────
def report(game: Game, tally: Tally, sample: int = SAMPLE) -> Iterator[str]:
    """The counts as lines: each phase, move and fact, in all and per finished hand."""
    rate = tally.hands / tally.seconds if tally.seconds else 0.0
    yield (
        f"{tally.hands} hands ({tally.finished} finished), {tally.commands} commands, "
        f"{rate:.0f} hands/s; 1 hand in {sample} for form, arrival and secrecy: "
        f"{tally.pairs} pairs, {tally.compared} steps compared"
    )
    whys = sorted(tally.facts.keys() - set(game.info.facts))
    tables = (
        ("phase", game.info.phases, tally.phases, tally.finished_phases),
        ("move", game.info.moves, tally.moves, tally.finished_moves),
        ("fact", game.info.facts, tally.facts, tally.finished_facts),
        ("moved", whys, tally.facts, tally.finished_facts),
    )
    for kind, names, counts, finished in tables:
        for name in names:
            share = finished[name] / tally.finished if tally.finished else 0.0
            yield f"{kind:<6} {name:<24} {counts[name]:>10} {share:>9.3f} per finished hand"
    for name, count in sorted(tally.masked.items()):
        yield f"pair   {name:<24} {count:>10}"
