"""A house player of Primera: simple, sound, and never cleverer than its seat.

It knows its cards, what was shown and who changed no card; it counts over the rest, and weighs
what a move costs against what it can win. Against a bet it takes the best of calling, claiming and
retiring; it bets hands that are ahead, and bluffs rarely, by the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tapete.bots import odds
from tapete.bots.bot import Passive, act, chips, legal
from tapete.game.contract import Act, Event, Info, Offer, Pot, Seat, Told, View

BLUFF = 0.04  # bets without a hand for it
TRAP = 0.15  # checks with a hand that is ahead
SHOWS = 0.1  # turns a winning hand over though it need not
AHEAD = 1.5  # bets from this many times an equal share of the pot
RAISES = 0.75  # raises from this chance to win
ALL_IN = 0.92  # commits everything from this chance to win
CAUTION = 0.9  # who bets has a better hand than a random one
SIZES = (1 / 3, 1 / 2, 2 / 3)  # of what lies in the pots
LOOSE = 0.85  # goes for the pique a little below the exact price: passing twice pays Bandas
HAS_JUEGO = 0.15  # how often an opponent holds juego with four cards
KEPT = "descarta"  # the fact that tells how many cards a seat changes
STANDS = 0.8  # how often one who changed no card holds juego


class Sight(NamedTuple):
    """What the bot makes of its view: its hand, what cannot be held by others, who is against."""

    held: int
    dead: int
    opponents: int
    stood: int  # of the opponents, who kept their four cards
    bonus: int
    pot: int
    pique: int


class Primera:
    """The bot; it has no state."""

    def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
    ) -> Act:
        """The move for this view. Whatever it finds, the answer is one of the offers."""
        chance = Random(seed)
        moves = {offer.move: offer for offer in offers}
        move = _choose(view, moves, sight(view, events), chance)
        if move is not None and legal(offers, move):
            return move
        return Passive().think(info, view, offers, events, seed)


def sight(view: View, events: Sequence[Event]) -> Sight:
    """Read the view: only own cards and cards that lie open are known; of the events, who said
    that he keeps his four cards."""
    me = view.own.seat if view.own else 0
    held = odds.mask(view.own.cards if view.own else ())
    shown = [card for seat in view.seats if seat.seat != me for card in seat.cards]
    dead = held | odds.mask({*shown, *view.board})
    others = {seat.seat for seat in view.seats if seat.alive and seat.seat != me}
    kept = {e.seat for e in events if isinstance(e, Told) and e.what == KEPT and not e.amount}
    mine = {pot.name: _winnable(pot, me) for pot in view.pots}
    bonus = 1 if view.role == me else 0
    pique = mine.get("pique", 0) + mine.get("banda", 0)
    pozo = mine.get("pozo", 0)
    return Sight(held, dead, max(1, len(others)), len(others & kept), bonus, pozo, pique)


def _winnable(pot: Pot, me: Seat) -> int:
    """The part of a pot that the seat can win; all of it where no levels are told."""
    if not pot.levels:
        return pot.amount
    return sum(level.amount for level in pot.levels if me in level.seats)


def _choose(view: View, moves: dict[str, Offer], seen: Sight, chance: Random) -> Act | None:
    if "descartar" in moves:
        return _discard(view, seen, chance)
    if "declarar" in moves:
        return act(view, "declarar")
    if "ocultar" in moves:
        return act(view, "mostrar" if chance.random() < SHOWS else "ocultar")
    if "pasar" in moves:
        return act(view, "llevo" if "llevo" in moves else "pasar")
    if seen.held.bit_count() == 2:
        return _pique(view, moves, seen, chance)
    return _bet(view, moves, seen, chance)


# ── the pique and the discard ────────────────────────────────────────────────────────────────
def _pique(view: View, moves: dict[str, Offer], seen: Sight, chance: Random) -> Act | None:
    """Go when the chance to win the pique is worth its price; La Mano asks the least."""
    voy = moves["voy"]
    field = odds.improved(seen.dead, chance)
    pool = odds.unseen(seen.dead)
    deals = [chance.sample(pool, 6) for _ in range(odds.DEALS)]
    hands = [odds.after_discard(seen.held + sum(deal[:2]), deal[2:]) for deal in deals]
    win = sum(field.beaten(hand + seen.bonus) for hand in hands) / len(hands)
    rivals = max(1, round(seen.opponents * 2 / 3))
    prize = seen.pique + voy.least * rivals
    if win**rivals * (prize + voy.least) >= voy.least * LOOSE:
        return act(view, "voy", amount=voy.least)
    return act(view, "paso")


def _discard(view: View, seen: Sight, chance: Random) -> Act:
    """Keep the cards with the best mean chance over all replacements, counted exactly."""
    field = odds.improved(seen.dead, chance)
    worth = odds.worths(field, seen.opponents, seen.bonus)
    kept, _ = odds.best_discard(seen.held, seen.dead, worth)
    thrown = tuple(card for card in view.own.cards if not odds.BIT[card] & kept) if view.own else ()
    return act(view, "descartar", cards=thrown)


# ── betting ──────────────────────────────────────────────────────────────────────────────────
def _bet(view: View, moves: dict[str, Offer], seen: Sight, chance: Random) -> Act | None:
    win = _chance_to_win(view, seen, chance)
    if view.own and view.own.owes:
        return _answer(view, moves, seen, win * CAUTION, chance)
    share = 1 / (seen.opponents + 1)
    strong = win > min(0.9, share * AHEAD) and chance.random() > TRAP
    if "voy" in moves and (strong or chance.random() < BLUFF):
        return _raise(view, moves, seen, win, chance)
    return act(view, "paso")


def _chance_to_win(view: View, seen: Sight, chance: Random) -> float:
    """Before the discard the mean over the best replacement, afterwards that of the hand held."""
    mine = odds.strength(seen.held) + seen.bonus
    if view.phase == "GUERRA_JUEGO":
        return odds.juegos(seen.dead).beaten(mine) ** seen.opponents
    field = odds.improved(seen.dead, chance)
    if view.phase == "APUESTA":
        worth = odds.worths(field, seen.opponents, seen.bonus)
        return odds.best_discard(seen.held, seen.dead, worth)[1]
    changed = field.beaten(mine)
    stood = STANDS * odds.juegos(seen.dead).beaten(mine) + (1 - STANDS) * changed
    return float(changed ** (seen.opponents - seen.stood) * stood**seen.stood)


def _answer(
    view: View, moves: dict[str, Offer], seen: Sight, win: float, chance: Random
) -> Act | None:
    """Somebody bet: the best of paying, claiming the pique, and retiring."""
    out = "paso" if "paso" in moves else "no_llevo"
    pay = moves.get("igualar") or moves["resto"]
    if win > RAISES and "voy" in moves and chance.random() > TRAP:
        return _raise(view, moves, seen, win, chance)
    paying = win * (seen.pot + seen.pique + pay.cost) - pay.cost
    claiming = _claim(seen) if "llevo" in moves else 0.0
    best = max(paying, claiming, 0.0)
    if best == 0.0:
        return act(view, out)
    return act(view, pay.move if best == paying else "llevo")


def _claim(seen: Sight) -> float:
    """What the pique is worth to who claims it: others may claim as well."""
    better = 1 - odds.juegos(seen.dead).beaten(odds.strength(seen.held) + seen.bonus)
    return float(seen.pique * (1 - HAS_JUEGO * better) ** seen.opponents)


def _raise(
    view: View, moves: dict[str, Offer], seen: Sight, win: float, chance: Random
) -> Act | None:
    """A share of the pots on top of what is owed; everything only with a hand for it."""
    voy = moves["voy"]
    owed = view.own.owes if view.own else 0
    wanted = voy.paid + owed + int((seen.pot + seen.pique + owed) * chance.choice(SIZES))
    amount = max(voy.least, min(wanted // voy.step * voy.step, voy.most))
    if amount - voy.paid >= chips(view):
        if win >= ALL_IN:
            return act(view, "voy", amount=voy.most)
        return act(view, "igualar" if "igualar" in moves else "paso")
    return act(view, "voy", amount=amount)
