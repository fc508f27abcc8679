"""House players: pure functions from what a seat may know to a move. Marked, practice only."""

from tapete.bots.bot import Bot, Passive
from tapete.bots.primera import Primera
from tapete.game.contract import Info

__all__ = ["Bot", "Passive", "Primera", "bot_for"]

_TAUGHT: dict[str, Bot] = {"primera": Primera()}


def bot_for(info: Info) -> Bot:
    """The house player that knows this game, or the one that plays any."""
    return _TAUGHT.get(info.key, Passive())
