"""The engines that ours is measured beside, in the same run and by the same play."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import random
import time
from functools import partial
from typing import Any

from bench.engine import Rate

SEATS = 6
CHIPS = 20_000


def pokerkit(seconds: float) -> Rate | None:
    """No-limit hold'em of pokerkit with all its automations, or None when it is not installed."""
    if importlib.util.find_spec("pokerkit") is None:
        return None
    kit: Any = importlib.import_module("pokerkit")
    rng = random.Random(1)
    hands = decisions = 0
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        decisions += _hand(kit, rng)
        hands += 1
    taken = time.perf_counter() - began
    return Rate(f"peer: pokerkit {kit_version()}, hold'em", hands, decisions, taken)


def kit_version() -> str:
    """The version that was measured."""
    return importlib.metadata.version("pokerkit")


def _hand(kit: Any, rng: random.Random) -> int:
    state = kit.NoLimitTexasHoldem.create_state(
        tuple(kit.Automation), True, 0, (100, 200), 200, [CHIPS] * SEATS, SEATS
    )
    decisions = 0
    while state.status:
        moves = [state.check_or_call]
        if state.can_fold():
            moves.append(state.fold)
        if state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            moves.append(partial(state.complete_bet_or_raise_to, least))
        moves[int(rng.random() * len(moves))]()
        decisions += 1
    return decisions
