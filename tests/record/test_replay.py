"""Replaying hand texts: what they say is compared, and nothing else is taken for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.registry import GAMES as GAMES_OF_THE_ROOM
from tapete.record import handtext, transcript
from tapete.record.handtext import HandText, Unreadable
from tapete.record.replay import Differs, game_of, replay
from tapete.record.verify import check
from tests.record.hands import drawn, recorded
from tests.shared import ROOT
from tests.toy import Toy

TOY = Toy()
GAMES = {"tanto": TOY}

# Mano p1 puts 20, p2 pays, p3 passes with 4o3c; p1 changes 2o for 6c, p2 keeps.
HAND = """
variant = "tapete/tanto"
starting_stacks = [100, 100, 100]
_prior = { mano = 1, bolsa = 30 }
actions = [
  "p1 repartir", "d sh Ao2o6o7o4o3cAc2c3o4c5c6c7c5o", "p1 poner 20", "p2 igualar", "p3 paso",
  "p1 cambiar 2o", "p2 cambiar", "d sh 6c2o3o4cAc2c5c7c5o", "p2 votar baja", "p1 votar alta",
]
finishing_stacks = [80, 148, 100]
_expect = { over = true, phase = "FIN", mano = 1, winner = 2, rake = 2, shown = [1, 2], pots = {} }
"""


def text(**changes: Any) -> HandText:
    return replace(handtext.read(HAND), **changes)


def stopped(at: int, **changes: Any) -> HandText:
    """The same hand, only its first lines."""
    hand = text()
    lines = hand.actions[:at]
    return replace(hand, actions=lines, finishing_stacks=None, expect={}, **changes)


def test_a_hand_that_says_the_truth_passes() -> None:
    assert replay(text(), TOY).stacks() == (80, 148, 100)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"finishing_stacks": (80, 149, 100)}, "finishing_stacks"),
        ({"expect": {"rake": 3}}, "_expect.rake"),
        ({"expect": {"phase": "VOTO"}}, "_expect.phase"),
        ({"expect": {"over": 1}}, "_expect.over"),
        ({"expect": {"mano": 2}}, "_expect.mano"),
        ({"expect": {"winner": 1}}, "_expect.winner"),
        ({"expect": {"shown": [1, 2, 3]}}, "_expect.shown"),
        ({"expect": {"pots": {"bote": 1}}}, "_expect.pots"),
        ({"expect": {"scores": [1]}}, "_expect.scores"),
        ({"expect": {"rakes": 2}}, "_expect.rakes"),
        ({"expect": {"button": 1}}, "_expect.button"),
        ({"illegal": ("p1 votar alta", "d cancel")}, None),
        ({"offers": {"p1": ("votar",)}}, "_offers.p1"),
        ({"offers": {"p1": ()}}, None),
    ],
)
def test_each_field_is_compared(changes: dict[str, Any], where: str | None) -> None:
    if where is None:
        replay(text(**changes), TOY)
        return
    with pytest.raises(Differs) as caught:
        replay(text(**changes), TOY)
    assert caught.value.where == where


def test_the_first_action_that_is_refused_is_named() -> None:
    hand = text()
    wrong = (*hand.actions[:3], "p2 poner 25", *hand.actions[4:])
    with pytest.raises(Differs, match=r"actions\[3\] 'p2 poner 25': not_offered"):
        replay(text(actions=wrong), TOY)


def test_an_illegal_action_that_is_accepted_fails() -> None:
    with pytest.raises(Differs, match="was accepted"):
        replay(stopped(4, illegal=("p2 paso", "p3 paso")), TOY)


def test_each_illegal_action_is_tried_alone() -> None:
    """p2's answer is not taken by the first line: the second is refused for its own reason."""
    replay(stopped(3, illegal=("p3 paso", "p2 igualar 20", "p2 igualar Ao", "nonsense")), TOY)


def test_offers_are_compared_as_sets() -> None:
    replay(stopped(3, offers={"p2": ("paso", "igualar"), "p1": ()}), TOY)


def test_finishing_stacks_need_a_hand_that_is_over() -> None:
    with pytest.raises(Differs, match="not over"):
        replay(replace(stopped(4), finishing_stacks=(1, 2, 3)), TOY)


def test_silence_leaving_and_cancelling_have_their_lines() -> None:
    player = replay(stopped(3), TOY)
    player = replay(replace(stopped(3), actions=(*stopped(3).actions, "p2 idle", "p3 leave")), TOY)
    assert player.stacks() == (100, 100, 100)
    cancelled = replace(stopped(4), actions=(*stopped(4).actions, "d cancel"))
    assert replay(cancelled, TOY).stacks() == (100, 100, 100)


def test_without_prior_the_game_draws() -> None:
    hand = replace(stopped(0), prior={}, actions=("d draw p2", "p2 repartir"))
    assert replay(hand, TOY).step.state.mano == 2
    for wrong in ("d sh Ao", "p1 repartir", "d draw p4", "p1 idle", "p1 leave"):
        replay(replace(hand, actions=(), illegal=(wrong,)), TOY)


def test_a_draw_does_not_answer_a_shuffle() -> None:
    replay(stopped(1, illegal=("d draw p1", "d sh Ao", "p1 leave", "p1 idle")), TOY)


def test_wishes_rules_and_seats_reach_the_game() -> None:
    hand = replace(
        stopped(0),
        seats=(2, 4, 5),
        wish={"p2": "out"},
        rules={"minimo": 40},
        starting_stacks=(100, 100, 40),
    )
    player = replay(replace(hand, actions=("p1 repartir",)), TOY)
    assert TOY.dealt(player.step.state) == (2, 5)
    assert player.step.state.rules.minimo == 40


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"rules": {"minimum": 4}}, "_rules.minimum"),
        ({"rules": {"minimo": "4"}}, "_rules"),
        ({"prior": {"mano": 4}}, "_prior.mano"),
        ({"prior": {"button": 1}}, "_prior"),
        ({"prior": {"mano": 1, "bolsa": -1}}, "_prior.bolsa"),
        ({"actions": ("p1 repartir", "p1 REPARTIR")}, "actions[1]"),
        ({"variant": "tapete/tonto"}, "tapete/tonto"),
    ],
)
def test_what_cannot_be_read_is_named(changes: dict[str, Any], named: str) -> None:
    hand = text(**changes)
    with pytest.raises(Unreadable) as caught:
        replay(hand, game_of(hand, GAMES))
    assert named in str(caught.value)


@pytest.mark.parametrize("number", range(1, 40))
def test_a_recorded_hand_replays_to_itself(number: int) -> None:
    hand = recorded(TOY, drawn(TOY, number))
    whole = transcript.text_of(TOY, hand, "full")
    again = handtext.read(handtext.write(whole))
    assert again == whole
    check(again, TOY)


GOLDEN = sorted((ROOT / "tests" / "golden").rglob("*.phh"))


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_hand_replays(path: Path) -> None:
    hand = handtext.read(path.read_text(encoding="utf-8"))
    check(hand, game_of(hand, GAMES_OF_THE_ROOM))
