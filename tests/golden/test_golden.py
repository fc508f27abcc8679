"""Golden hands: whole hands as text, with all that is public at their end.

Who writes one gives its head, its actions and what must be refused; `make golden` fills in the
rest by playing it, to be read as a diff. Here each must say exactly what its game says.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete.game.contract import Over
from tapete.games.registry import GAMES
from tapete.record import handtext
from tapete.record.handtext import HandText
from tapete.record.replay import Player, facts_of, game_of, opening_of, replay
from tests.shared import ROOT

HANDS = sorted((ROOT / "tests" / "golden").rglob("*.phh"))
WRITE = os.environ.get("TAPETE_GOLDEN") == "write"


def filled(text: HandText) -> HandText:
    """The text with everything that its game says after the actions."""
    game = game_of(text, GAMES)
    player = Player(game, opening_of(text, game))
    for action in text.actions:
        player.play(player.command(handtext.read_line(action)))
    over = isinstance(player.step.need, Over)
    offers = {
        f"p{at}": tuple(str(offer.move) for offer in game.offers(player.step.state, seat))
        for at, seat in enumerate(player.seats, 1)
    }
    facts = facts_of(player)
    if not any(facts["scores"]):
        del facts["scores"]
    return replace(
        text,
        finishing_stacks=player.stacks() if over else None,
        offers={} if over else offers,
        expect=facts,
    )


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_golden_hand(path: Path) -> None:
    text = handtext.read(path.read_text(encoding="utf-8"))
    if WRITE:
        text = filled(text)
        path.write_text(handtext.write(text), encoding="utf-8")
    replay(text, game_of(text, GAMES))
    assert text == filled(text)
    assert path.read_text(encoding="utf-8") == handtext.write(text)
