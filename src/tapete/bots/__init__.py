"""House players: pure functions from what a seat may know to a move. Marked, practice only."""

from collections.abc import Mapping
from typing import Final

from tapete.bots.bot import Bot, Passive
from tapete.bots.caida import Greedy, Searcher
from tapete.bots.primera import Primera
from tapete.bots.tables import First, first_tables
from tapete.game.contract import Info

__all__ = [
    "Bot", "First", "Greedy", "Passive", "Primera", "Searcher", "bot_for", "first_tables", "levels"
]  # fmt: skip

_TAUGHT: Final[Mapping[str, Mapping[str, Bot]]] = {  # from the weakest level to the best
    "primera": {"good": Primera()},
    "caida": {"greedy": Greedy(), "good": Searcher()},
}
_UNTAUGHT: Final[Mapping[str, Bot]] = {"plain": Passive()}


def bot_for(info: Info, level: str = "") -> Bot:
    """The house player of this level that knows the game (the best one where there is no such
    level), or the one that plays any."""
    known = _TAUGHT.get(info.key, _UNTAUGHT)
    return known.get(level, list(known.values())[-1])


def levels(key: str) -> tuple[str, ...]:
    """How well house players may play this game, from the weakest to the best."""
    return tuple(_TAUGHT.get(key, _UNTAUGHT))
