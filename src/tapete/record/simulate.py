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
    Over,
    Seated,
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
from tapete.record.temper import Temper, draw_answer, draw_command, draw_opening

MOST_COMMANDS = 3_000  # a hand that takes more does not end
PATIENCE = 600  # commands after which everybody falls silent, which must end the hand
SAMPLE = 20  # one hand of so many is checked for form and secrecy too
VIEWERS = 3  # of such a hand, for whom a twin is dealt


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
    opening = draw_opening(game, seats, rng)
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
    temper = Temper(game.info.moves, rng)
    step = opened(game, opening)
    watch = Watch(game, opening, step)
    phases, moves, facts = Counter[str](), Counter[str](), Counter[str]()
    facts.update(_facts(step))
    phase = game.view(step.state, None).phase
    phases[phase] += 1
    while not isinstance(step.need, Over):
        temper.turn_to(phase)
        command = draw_command(game, step, temper, rng, silent=len(commands) > PATIENCE)
        if len(commands) >= MOST_COMMANDS:
            raise Broken("form", f"the hand does not end within {MOST_COMMANDS} commands")
        if thorough:
            _check_step(game, step, temper, rng)
        commands.append(command)
        before, step = step, game.apply(step.state, command)
        watch.follow(step, whole=thorough or len(commands) % 4 == 0)
        if thorough:
            check_same_bytes(game, before, command, step)
        phase = game.view(step.state, None).phase
        phases[phase] += 1
        facts.update(_facts(step))
        if isinstance(command, Act):
            moves[command.move] += 1
    watch.follow(step._replace(events=()))
    if thorough:
        check_refusals(game, step)
    _open_again(game, opening, step.need, watch)
    _count(tally, commands, phases, moves, facts, plain=temper.plain)


def _count(
    tally: Tally,
    commands: list[Command],
    phases: Counter[str],
    moves: Counter[str],
    facts: Counter[str],
    *,
    plain: bool,
) -> None:
    """Finished = a plain hand that was played out, neither left nor cancelled."""
    tally.hands += 1
    tally.commands += len(commands)
    tally.phases += phases
    tally.moves += moves
    tally.facts += facts
    if plain and moves and not isinstance(commands[-1], Cancel | Leave):
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
        answers = {seat: draw_answer(game, step, seat, temper, rng) for seat in seats}
        check_arrival(game, step, answers)


def _compare(game: Game, course: Course, rng: random.Random, tally: Tally) -> None:
    """Three viewers, each a twin that keeps all he saw and one that goes to the first reveal."""
    check_known(game, course)
    dealt = game.dealt(opened(game, course.opening).state)
    viewers = (None, *dealt)
    for viewer in rng.sample(viewers, min(VIEWERS, len(viewers))):
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
