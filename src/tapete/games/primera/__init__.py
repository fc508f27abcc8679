"""Primera (document 000, «Primera Riverada los 4 Ases»)."""

from tapete.games.primera.game import GAME

__all__ = ["GAME"]
