"""Caída (document 002): the capture game to 24 points, with the table's money.

The rules in a page. The paragraphs in parentheses are those of the rules page.

The deck has 40 cards: 1 to 7, Sota 10, Caballo 11, Rey 12 of oros, copas, espadas, bastos. In
their order 7 and Sota are neighbours, Rey and As are not. Two to four play, each for himself.

Three things have three names. A *partida* goes to 24 points, which are two golden chapas; it is
the house's hand. It takes as many *mazos* as are needed: 40 cards played through. A mazo has 6, 4
or 3 *deals* for 2, 3 or 4 players: three cards for each (D5).

One seat deals, drawn the first time; the role goes round with every mazo and every partida (D1).
The seat after the dealer is *mano* and plays first. Nothing is ever dealt by itself: the dealer
presses Repartir before every deal (D2). At a mazo's first one he sings an order blind, 1 2 3 4 or
4 3 2 1, and four cards of different values are laid on the table; a repeat is set aside, then
goes back, and the rest is shuffled again (D3). What lies in its sung place is the dealer's in
points; if nothing does, mano has one (D4).

Whoever holds three equal cards wins the partida at once: TRIBILIN (C5). Otherwise all play a card
in turn. It takes its equal from the table and the run above it, or it stays (P1). Taking what the
play before has just left is a CAIDA (P2); leaving the table empty is MESA_LIMPIA (P3). With his
first card a player's canto is announced by its name; when the last card of the deal has been
played the best one of all is paid (C). At the end of a mazo who captured last takes what lies, and
each card above a player's quota is a point (P4). Every award is followed by the question whether
somebody has reached the goal; then nothing else is awarded (P5).

The first Repartir charges everybody the costo and holds what he may have to pay besides (M1). The
winner takes the pot less the commission; losers pay double or four times by the options (M2, M3).
Who leaves before the end loses his costo to the next pot, and all others have theirs back (M4).

Where to read: `values` and `cantos` (C), `deal` (D), `capture` and `turn` (P1–P3, C3, C4), `mazo`
(P4), `money` (M); `state` holds the partida and its one way of giving points (P5). `moves` is what
a seat may do, `end` how a partida ends, `view` what each may see, `game` the contract.
"""

from tapete.games.caida.game import GAME
from tapete.games.caida.moves import CardOffer
from tapete.games.caida.rules import Memory, Rules
from tapete.games.caida.view import CaidaView

__all__ = ["GAME", "CaidaView", "CardOffer", "Memory", "Rules"]
