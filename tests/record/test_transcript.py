"""Projections: what a viewer keeps of a hand is what he saw, and no more."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tapete.game.contract import Seat
from tapete.game.laws import Course, played
from tapete.game.twins import twin
from tapete.games.registry import GAMES
from tapete.record import handtext
from tapete.record.handtext import EventText, HandText, Unreadable
from tapete.record.replay import Differs, replay
from tapete.record.transcript import Recorded, Viewer, text_of
from tapete.record.verify import check, verify
from tests.pairs import pairs
from tests.record.hands import drawn, recorded
from tests.toy import Toy

TOY = Toy()
VIEWERS: tuple[Viewer, ...] = (2, 1, "spectator", "full")


def seats_of(number: int) -> tuple[Seat, ...]:
    return tuple(s.seat for s in drawn(TOY, number).opening.seats)


def kept(number: int, viewer: Viewer) -> HandText:
    return text_of(TOY, recorded(TOY, drawn(TOY, number)), viewer)


@pytest.mark.parametrize("number", range(1, 25))
def test_every_projection_is_verified(number: int) -> None:
    viewers: tuple[Viewer, ...] = ("full", "spectator", *seats_of(number))
    for viewer in viewers:
        text = handtext.read(handtext.write(kept(number, viewer)))
        counts = verify(text, TOY)
        assert counts["events"] == len(text.chain.events if text.chain else ())
        assert bool(counts["executed"]) == (viewer == "full")
        check(text, TOY)


@pytest.mark.parametrize("number", range(1, 60))
def test_hands_that_a_viewer_cannot_tell_apart_give_him_the_same_record(number: int) -> None:
    """All but roots, salts and paths, which are drawn anew for every hand."""
    course, rng = drawn(TOY, number), random.Random(number)
    for seat in (None, *TOY.dealt(played(TOY, course)[0].state)):
        other = twin(
            TOY,
            course,
            seat,
            reorder=lambda cards: rng.sample(cards, len(cards)),
            choose=rng.choice,
            whole=True,
        )
        if len(other.course.commands) < len(course.commands):
            continue
        viewer: Viewer = "spectator" if seat is None else seat
        texts = [text_of(TOY, recorded(TOY, c), viewer) for c in (course, other.course)]
        assert _blank(texts[0]) == _blank(texts[1])


@pytest.mark.rule("P-H", "P-L")
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_primera_gives_the_same_record_for_hands_that_its_viewer_cannot_tell_apart(
    seats: int,
) -> None:
    """The places of the opened cards too: they tell nothing of what others hold or throw."""
    primera = GAMES["primera"]
    alike = (pair for pair in pairs(primera, seats, 3) if pair.over)
    masked = 0
    for pair in itertools.islice(alike, 60):
        viewer: Viewer = "spectator" if pair.viewer is None else pair.viewer
        texts = [text_of(primera, recorded(primera, c), viewer) for c in (pair.here, pair.there)]
        assert _blank(texts[0]) == _blank(texts[1])
        masked += pair.differs("no_llevo", "paso")
    assert masked


def _blank(text: HandText) -> HandText:
    assert text.chain is not None
    events = tuple(replace(e, salt="", leaf="x" * len(e.leaf)) for e in text.chain.events)
    return replace(
        text,
        roots=tuple(replace(root, root="") for root in text.roots),
        open=tuple(replace(o, salt="", path=("",) * len(o.path)) for o in text.open),
        chain=replace(text.chain, first="", last="", events=events),
    )


def test_another_ones_masked_move_stands_as_he_saw_it() -> None:
    """p2 holds a pair, so she says `guardo`; nobody else learns it, ever."""
    hand = handtext.read(
        'variant = "tapete/tanto"\nstarting_stacks = [100, 100, 100]\n_prior = { mano = 1 }\n'
        'actions = ["p1 repartir", "d sh Ao2o6o6c4o3cAc2c3o4c5c7c7o5o", "p1 poner 20",'
        ' "p2 guardo", "p3 igualar", "p1 cambiar Ao", "p3 cambiar", "d sh Ac2c3o4c5c7c7o5oAo",'
        ' "p3 votar baja", "p1 votar alta"]\n'
    )
    player = replay(hand, TOY)
    made = recorded(TOY, Course(player.opening, tuple(player.commands)))
    own, other, crowd, full = (text_of(TOY, made, v) for v in VIEWERS)
    assert "p2 guardo" in own.actions
    assert "p2 guardo" in full.actions
    assert "p2 paso" in other.actions
    assert "p2 paso" in crowd.actions
    assert other.actions[1] == "d sh Ao2o????4o3c????????????????"
    assert crowd.actions[1] == "d sh ??2o????4o3c????????????????"
    assert "p1 cambiar Ao" in other.actions
    assert "p1 cambiar ??" in own.actions
    assert other.actions[-2:] == ("p1 votar alta", "p3 votar baja")
    assert full.actions[-2:] == ("p3 votar baja", "p1 votar alta")


def test_of_a_window_that_never_closed_only_the_own_answer_stands() -> None:
    hand = _cancelled_in_the_window()
    assert "p1 votar alta" in text_of(TOY, hand, 1).actions
    others: tuple[Viewer, ...] = (2, "spectator")
    for viewer in others:
        assert not [a for a in text_of(TOY, hand, viewer).actions if "votar" in a]


def _cancelled_in_the_window() -> Recorded:
    hand = handtext.read(
        'variant = "tapete/tanto"\nstarting_stacks = [100, 100]\n_prior = { mano = 1 }\n'
        'actions = ["p1 repartir", "d sh Ao2o6o6c4o3cAc2c3o4c5c7c7o5o", "p1 poner 20",'
        ' "p2 igualar", "p1 cambiar", "p2 cambiar", "p1 votar alta", "d cancel"]\n'
    )
    player = replay(hand, TOY)
    return recorded(TOY, Course(player.opening, tuple(player.commands)))


# ── tampering ────────────────────────────────────────────────────────────────────────────────
def _long_hand() -> HandText:
    found = next(n for n in range(1, 200) if len(kept(n, "full").roots) > 1)
    return kept(found, seats_of(found)[0])


def tampered(text: HandText) -> list[tuple[str, HandText]]:
    chain = text.chain
    assert chain is not None
    events = list(chain.events)
    read = [at for at, e in enumerate(events) if e.event]
    moved = next(at for at in read if '"moved"' in events[at].event)
    richer = replace(events[moved], event=events[moved].event.replace('"amount":', '"amount":1'))
    first = text.open[0]
    bad = "Ao" if first.card != "Ao" else "2o"
    shuffles = [at for at, a in enumerate(text.actions) if a.startswith("d sh")]
    line = text.actions[shuffles[0]].replace(first.card, bad, 1)
    actions = (*text.actions[: shuffles[0]], line, *text.actions[shuffles[0] + 1 :])

    def chained(*new: EventText) -> HandText:
        return replace(text, chain=replace(chain, events=new))

    return [
        ("an event changed", chained(*events[:moved], richer, *events[moved + 1 :])),
        ("an event left out", chained(*events[1:])),
        ("an event doubled", chained(events[0], *events)),
        ("two events swapped", chained(events[1], events[0], *events[2:])),
        (
            "the end link changed",
            replace(text, chain=replace(chain, last="00" * 32)),
        ),
        (
            "a card changed",
            replace(text, open=(replace(first, card=bad), *text.open[1:])),
        ),
        ("a card changed in the deal", replace(text, actions=actions)),
        ("an opening left out", replace(text, open=text.open[1:])),
        ("an opening doubled", replace(text, open=(first, *text.open))),
        (
            "a root changed",
            replace(text, roots=(replace(text.roots[0], root="11" * 32),)),
        ),
        ("a root left out", replace(text, roots=text.roots[1:])),
        ("another hand", replace(text, hand="mesa-2")),
        ("no chain", replace(text, chain=None)),
        (
            "stacks changed",
            replace(text, finishing_stacks=(1,) * len(text.starting_stacks)),
        ),
        ("the rake changed", replace(text, expect={"rake": 10_000})),
    ]


@pytest.mark.parametrize("what", [what for what, _ in tampered(_long_hand())])
def test_a_changed_record_is_not_verified(what: str) -> None:
    text = _long_hand()
    verify(text, TOY)
    with pytest.raises(Differs):
        verify(dict(tampered(text))[what], TOY)


def test_a_full_record_whose_actions_lead_elsewhere_is_not_verified() -> None:
    number = next(n for n in range(1, 200) if "p1 votar alta" in kept(n, "full").actions)
    text = kept(number, "full")
    at = text.actions.index("p1 votar alta")
    changed = (*text.actions[:at], "p1 votar baja", *text.actions[at + 1 :])
    with pytest.raises(Differs):
        verify(replace(text, actions=changed), TOY)


@given(st.data())
def test_whatever_is_written_into_a_record_it_is_refused_with_words(data: st.DataObject) -> None:
    """One character of the file changed: checked, or refused as unreadable or different."""
    text = handtext.write(_long_hand())
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from('0aA"{}[],=- \n_?d'))
    try:
        verify(handtext.read(text[:at] + sign + text[at + 1 :]), TOY)
    except (Differs, Unreadable):
        return
