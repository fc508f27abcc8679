"""The one list of games. A new game is a folder beside these and a line here."""

from __future__ import annotations

from typing import Final

from tapete.game.contract import Game
from tapete.games.caida import GAME as CAIDA
from tapete.games.primera import GAME as PRIMERA

GAMES: Final[dict[str, Game]] = {game.info.key: game for game in (PRIMERA, CAIDA)}
