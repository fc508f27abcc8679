"""House players play whole hands: legally, from their own sight, and to an end."""

from __future__ import annotations

import ast

import pytest

from tapete.bots import Passive
from tapete.bots.bot import legal
from tests.bots.driving import thoughts
from tests.shared import ROOT
from tests.toy import Toy


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_plain_player_plays_whole_hands_of_a_game_it_does_not_know(players: int) -> None:
    moves = set()
    for seed in range(60):
        for thought in thoughts(Toy(), Passive(), players=players, chips=20_000, seed=seed):
            assert legal(thought.offers, thought.act)
            moves.add(thought.act.move)
    assert moves >= {"repartir", "poner", "igualar", "paso", "cambiar", "votar"}


def test_a_house_player_knows_the_contract_the_cards_and_the_ranks_and_nothing_else() -> None:
    allowed = ("tapete.bots", "tapete.game", "tapete.cards", "tapete.games.primera.ranks")
    found = set()
    for path in (ROOT / "src" / "tapete" / "bots").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    inside = {name for name in found if name.split(".")[0] == "tapete"}
    assert {n for n in inside if not any(f"{n}.".startswith(f"{a}.") for a in allowed)} == set()
    assert found - inside <= {
        "__future__", "bisect", "collections.abc", "functools", "itertools", "random", "typing"
    }  # fmt: skip
