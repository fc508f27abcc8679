"""Secrecy at the frames: what differs only in cards hidden from a viewer sends him the same bytes,
in the same order, at the same moments, until something becomes public."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.game.contract import Act, Game, Shuffled
from tapete.game.laws import Course, played, told
from tapete.game.twins import Twin, check_secrecy, twin
from tapete.games.caida import GAME as CAIDA
from tapete.games.primera import GAME as PRIMERA
from tapete.record.simulate import Tally, play_hand
from tapete.server import public
from tapete.server.projection import Happened, Scene
from tapete.table import Table
from tests.sim.frames import Aside, Frames, blanked, fits, frames

KINDS = ("no_llevo/paso", "llevo/paso")  # whole hands; to the close of the round
RARE = {  # moves of hands that get far
    "primera": {"mostrar", "ocultar", "declarar", "llevo", "no_llevo"},
    "caida": {"jugar"},
}
PASSING = {
    "SORTEO",
    "REPARTO",
    "REPOSICION",
    "CANCELADA",
    "FIN",
    "COMPLETAR",
    "CARTA_FONDO",
    "SHOWDOWN",
}


class Leak(AssertionError):
    """The viewer could tell the two hands apart."""


class Pair:
    """Two hands that are one to the viewer, and as far as that goes."""

    def __init__(
        self, game: Game, course: Course, other: Twin, viewer: int | None, aside: Aside
    ) -> None:
        self.game, self.course, self.other = game, course, other
        self.viewer, self.aside = viewer, aside
        self.upto = check_secrecy(game, course, other, viewer)
        self.kinds = {"/".join(move) for move in other.moves}


def pairs(game: Game, seed: int, kind: str = "") -> Iterator[Pair]:
    """Endless pairs, each hand with one viewer; with a `kind` (`llevo/paso`) only those in which a
    move is the first here and the second there, with every viewer who may not tell."""
    fewest, most = game.info.seats
    for number in count(1):
        chance = random.Random(f"{seed}:{number}")
        seats = fewest + number % min(5, most - fewest + 1)
        course = play_hand(game, seats, seed, number, Tally(), thorough=False)
        if not fits(game, course) or not _worth(game, course, kind, chance):
            continue
        viewers = [None, *(s.seat for s in course.opening.seats)]
        for viewer in viewers if kind else (chance.choice(viewers),):
            pair = _pair(game, course, viewer, chance, whole=kind.startswith("no_"))
            if not kind or kind in pair.kinds:
                yield pair


def _worth(game: Game, course: Course, kind: str, chance: random.Random) -> bool:
    """Has the move in question; of the others, few of those that hardly get anywhere."""
    moves = {c.move for c in course.commands if isinstance(c, Act)}
    if kind:
        return kind.split("/", maxsplit=1)[0] in moves
    return bool(moves & RARE[game.info.key]) or chance.random() < 0.2


def _pair(
    game: Game, course: Course, viewer: int | None, chance: random.Random, *, whole: bool
) -> Pair:
    other = twin(
        game,
        course,
        viewer,
        reorder=lambda cards: chance.sample(cards, len(cards)),
        choose=chance.choice,
        whole=whole or chance.random() < 0.5,
    )
    most = len(course.commands)
    return Pair(game, course, other, viewer, Aside(chance.randrange(most), chance.randrange(most)))


async def compare(pair: Pair, phases: Counter[str]) -> None:
    """Play both and compare what the viewer was sent. Raises Leak."""
    here, at = await frames(pair.game, pair.course, pair.viewer, pair.aside)
    there, _ = await frames(pair.game, pair.other.course, pair.viewer, pair.aside)
    last = len(pair.other.course.commands)
    for start, end in _groups(pair.course):
        if start > pair.upto:
            return
        if end > last or (end == last and not pair.other.whole):
            _same_start(pair, start, here[start], there[start])
            return
        if not _same(pair.game, here[start], there[start]):
            return
        phases[at[end]] += 1


def _groups(course: Course) -> Iterator[tuple[int, int]]:
    """The commands that came as one input: an answer of the server belongs to what asked for it.
    Command 0 stands for the opening."""
    start = 0
    for at, command in enumerate(course.commands, 1):
        if not isinstance(command, Shuffled):
            yield start, at - 1
            start = at
    yield start, len(course.commands)


def _same(game: Game, here: Frames, there: Frames) -> bool:
    """True: equal. False: from here on they may differ, a reveal has been told."""
    for one, other in zip(here, there, strict=False):
        left, right = blanked(one[1]), blanked(other[1])
        if one[0] == other[0] and left == right:
            continue
        if not _revealed(game, one[1], other[1]):
            raise Leak(f"{_apart(left, right)} at {one[0]}, {other[0]}")
        return False
    if len(here) != len(there):
        raise Leak(f"{len(here)} frames or {len(there)}")
    return True


def _same_start(pair: Pair, start: int, here: Frames, there: Frames) -> None:
    """The twin ends with this input, in whose steps something becomes public: what the viewer is
    told before that must be the same."""
    many = 0
    steps = [played(pair.game, c)[start:] for c in (pair.course, pair.other.course)]
    for one, other in zip(*steps, strict=False):
        both = one.events, other.events
        reveals = [at for s in both for at, e in enumerate(s) if _what(e) in pair.game.info.reveals]
        many += len(told(one.events[: min(reveals, default=len(one.events))], pair.viewer))
        if reveals:
            break
    left, right = ([e for f in side for e in _told(f[1])] for side in (here, there))
    own = [
        [e for e in side if not _what_of(e).startswith("table_")][:many] for side in (left, right)
    ]
    if own[0] != own[1]:
        raise Leak(f"{own[0]} or {own[1]}")


def _what(event: Any) -> str:
    return getattr(event, "what", "")


def _what_of(seen: Any) -> str:
    return str(seen["event"].get("what", ""))


def _told(frame: bytes) -> list[Any]:
    body = msgspec.json.decode(frame)
    return list(body.get("events") or body.get("log") or ())


def _revealed(game: Game, one: bytes, other: bytes) -> bool:
    """Whether the first event in which two frames differ makes something public."""
    left, right = _told(one), _told(other)
    for at in range(max(len(left), len(right))):
        pair = left[at : at + 1], right[at : at + 1]
        if pair[0] != pair[1]:
            return any(e["event"].get("what") in game.info.reveals for side in pair for e in side)
    return False


def _apart(left: bytes, right: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    at = max(0, at - 60)
    return f"…{left[at : at + 120].decode()}… or …{right[at : at + 120].decode()}…"


async def run(game: Game, many: int, seed: int, kind: str = "") -> Counter[str]:
    """Compare so many pairs; in how many inputs of each phase they were compared."""
    phases: Counter[str] = Counter()
    for pair in islice(pairs(game, seed, kind), many):
        await compare(pair, phases)
    return phases


@pytest.mark.rule("000:15")
@pytest.mark.parametrize(("game", "phases"), [(PRIMERA, 5), (CAIDA, 2)], ids=["primera", "caida"])
async def test_a_sample_of_pairs(game: Game, phases: int) -> None:
    assert len(await run(game, 24, seed=1)) >= phases


@pytest.mark.rule("000:75")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_claim_is_not_seen(kind: str) -> None:
    await run(PRIMERA, 6, seed=2, kind=kind)


@pytest.mark.slow
async def test_all_pairs() -> None:
    phases = await run(PRIMERA, 1_600, seed=3)
    assert set(PRIMERA.info.phases) - PASSING <= set(phases), phases
    for kind in KINDS:
        await run(PRIMERA, 200, seed=4, kind=kind)
    print(f"\n2,000 pairs, inputs compared by phase: {dict(phases)}")


@pytest.mark.slow
async def test_all_pairs_of_caida() -> None:
    phases = await run(CAIDA, 600, seed=3)
    assert set(CAIDA.info.phases) <= {*phases, *PASSING}, phases
    print(f"\n600 pairs, inputs compared by phase: {dict(phases)}")


# ── leaks that are planted ───────────────────────────────────────────────────────────────────
def _told_all(self: Happened, user: str | None) -> bool:
    return True


def _seen_all(scene: Scene, user: str | None, dealt: Any) -> Any:
    """Everybody looks with the eyes of the last seat."""
    return SIGHT(scene, dealt[max(dealt)], dealt) if dealt else SIGHT(scene, user, dealt)


def _offers_count(game: Any, table: Table, view: Any, *more: Any) -> Any:
    """How many moves the asked seat has lies in a public figure."""
    asked = table.question.seats if table.question and table.hand else ()
    many = sum(len(game.offers(table.hand.state, seat)) for seat in asked) if table.hand else 0
    return replace(STATE(game, table, view, *more), opens_ms=many)


SIGHT, STATE = Scene.sight, public.state


@pytest.mark.parametrize(
    ("place", "name", "leak"),
    [
        (Happened, "visible", _told_all),
        (Scene, "sight", _seen_all),
        (public, "state", _offers_count),
    ],
)
async def test_a_planted_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, leak: Any
) -> None:
    monkeypatch.setattr(place, name, leak)
    with pytest.raises(Leak):
        await run(PRIMERA, 12, seed=5, kind=KINDS[0])


@pytest.mark.parametrize(
    ("place", "name", "leak"), [(Happened, "visible", _told_all), (Scene, "sight", _seen_all)]
)
async def test_a_planted_leak_is_found_at_a_table_of_caida(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, leak: Any
) -> None:
    monkeypatch.setattr(place, name, leak)
    with pytest.raises(Leak):
        await run(CAIDA, 12, seed=5)


async def test_proofs_differ_only_in_their_hashes() -> None:
    """Roots, salts and paths are of equal lengths, whatever lies under them."""
    pair = next(pairs(PRIMERA, 6, KINDS[0]))
    here, _ = await frames(PRIMERA, pair.course, pair.viewer, pair.aside)
    there, _ = await frames(PRIMERA, pair.other.course, pair.viewer, pair.aside)
    lengths = [[len(text) for part in side for _, text in part] for side in (here, there)]
    assert lengths[0] == lengths[1]
