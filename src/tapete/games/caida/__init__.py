"""Caída (document 002): the capture game to 24 points, with the table's money.

Two to four players, each for himself, forty cards. The dealer presses Repartir, singing an order
blind (deal.py). A card takes its equal and the run above it (capture.py, turn.py). Falling on the
rival's card, emptying the table, the best canto and many captured cards give points (cantos.py,
mazo.py). The first to reach 24 wins the pot (money.py).
"""

from tapete.games.caida.game import GAME

__all__ = ["GAME"]
