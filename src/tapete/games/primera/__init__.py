"""Primera (document 000, «Primera Riverada los 4 Ases»): two pots, four cards, no captures.

The rules in a page. The paragraphs in parentheses are those of the rules page.

The deck has 28 cards, As to 7 of oros, copas, espadas and bastos, worth 16 · 12 13 14 15 18 21.
Four cards make a Segunda (one suit), a Chivo (As, 6 and 7 of a suit), a Primera (four suits) or
Puntos (the best suit's sum). The type decides, then the points; the first three are «juego» (E).

One seat is La Mano: she speaks first and has one more point in a tie. The first hand of a session
draws her; the title goes on with each deal, and at once when she is out or leaves (A).

Two cards each. PIQUE: La Mano names the price; the others go (`voy`) or pass. If one alone goes
he gets his chips back, who passed pays a Banda, and it is dealt again (B).

Who went gets two more cards. APUESTA: one round of bets into the second pot, the pozo (C). Who
holds juego and does not want to pay a bet may say `llevo`: he leaves the pozo and competes for the
pique; to everybody else it is a `paso` until he shows. If nobody bet, VALIDACION asks all in
secret whether they claim it (L). Each level of the pique that a claimant reached is his who has
the best juego; never claimed, it waits for the showdown (B8).

DESCARTE: none to four cards, replaced from the bottom of the deck (D). GUERRA: bets; CANTICOS:
again, if there were any. A last round without bets leads to the DECLARACION: who has juego is
said, and two or more of them bet once more, GUERRA_JUEGO (J). SHOWDOWN: each level of each pot
goes to the best hand that reached it, less the house's rake (F).

A bet that nobody matched returns. Whoever has left with a decision to take is out; what he put
stays. A cancelled hand gives back all that was not awarded (G).

Where to read: `course` says which phase follows which; then the chapters `ranks` (E), `mano` (A),
`deal` (A1, D1, D5), `pique` and `banda` (B), `bet` (C), `llevo` and `window` (L, B8), `discard`
(D), `declare` and `showdown` (J, F5), `pots` (F), `money` (G), `leave`, `end`, `view` (H). `offers`
is what a seat may do, `acts` plays it, `game` is the contract.
"""

from tapete.games.primera.game import GAME
from tapete.games.primera.rules import Memory, Rules
from tapete.games.primera.view import PrimeraOwn, PrimeraView

__all__ = ["GAME", "Memory", "PrimeraOwn", "PrimeraView", "Rules"]
