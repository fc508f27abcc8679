"""Two house players of Caída: a greedy one, and one that imagines the hidden cards.

In play only values matter, so a card is its step 0..9 and the table a mask of ten bits. The good
one deals the cards that it has not seen to the others, many times over, plays each deal out with
everybody greedy, and takes the card whose deals end best for it (determinised search). It knows
what its seat knows: its cards, the table, and every card that has been played in this mazo.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from tapete.bots.bot import Passive, act
from tapete.game.contract import Act, Card, Event, Info, Offer, SeatView, Told, View
from tapete.games.caida.values import DECK, PIPS, RANKS, figure_points, step
from tapete.games.caida.view import CaidaView

DEALS, ASIDE = "reparte", "apartada"  # facts: Repartir was pressed; a card was set aside
WORLDS: Final = 60  # imagined deals for one decision: about 10 ms with four players
GOAL: Final = 1_000.0  # what winning the partida is worth, far above any points
CLEAN: Final = 4
RISK: Final = 0.1  # what a card left for a caída costs, by what it would give
CARD: Final = 0.9  # a captured card in points: in the end each one above the quota is one
POINTS_OF_STEP: Final = tuple(figure_points(PIPS[rank]) for rank in RANKS)


class Greedy:
    """Takes what gives most now: points, then cards."""

    def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
    ) -> Act:
        """The card with the best gain; the sung order by the seed."""
        offer = offers[0]
        if offer.move != "jugar":
            return Passive().think(info, view, offers, events, seed)
        place = _place(view, offer.cards, ())
        worth = partial(_worth, place, place.table, place.left)
        best = max(offer.cards, key=lambda card: worth(step(card)))
        return act(view, "jugar", cards=(best,))


class Searcher:
    """Plays the card that does best over many imagined deals."""

    def think(
        self,
        info: Info,
        view: View,
        offers: tuple[Offer, ...],
        events: Sequence[Event],
        seed: int,
    ) -> Act:
        """The best card by its mean; equal means keep the order of the hand."""
        offer = offers[0]
        if offer.move != "jugar":
            return Passive().think(info, view, offers, events, seed)
        if len(offer.cards) == 1:
            return act(view, "jugar", cards=offer.cards)
        chance = Random(seed)
        unseen = [step(card) for card in hidden(view, offer.cards, events)]
        total = dict.fromkeys(offer.cards, 0.0)
        for _ in range(WORLDS):
            place = _place(view, offer.cards, _deal(view, unseen, chance))
            for card in offer.cards:
                total[card] += _outcome(place, step(card))
        best = max(offer.cards, key=lambda card: total[card])
        return act(view, "jugar", cards=(best,))


def hidden(view: View, held: Sequence[Card], events: Sequence[Event]) -> list[Card]:
    """The cards that this seat has not seen since the mazo was shuffled."""
    seen = set(held) | set(view.board)
    for event in reversed(events):
        if not isinstance(event, Told):
            continue
        if event.what == DEALS and event.word:
            break
        if event.what != ASIDE:
            seen.update(event.cards)
    return [card for card in DECK if card not in seen]


# ── a deal in numbers ────────────────────────────────────────────────────────────────────────
class Place(NamedTuple):
    """A moment of a deal: hands and scores from the seat that plays now, clockwise."""

    table: int
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    left: int  # the step that the play before left, or -1
    last: bool  # the last deal of the mazo: a clean table counts nothing
    goal: int


def _place(view: View, held: Sequence[Card], others: tuple[tuple[int, ...], ...]) -> Place:
    """The view as numbers, from the owner of the view round."""
    assert isinstance(view, CaidaView)
    return Place(
        table=sum(1 << step(card) for card in view.board),
        hands=(tuple(map(step, held)), *others),
        scores=tuple(seat.score for seat in _from_me(view)),
        left=step(view.left) if view.left else -1,
        last=view.deck == 0,
        goal=view.meta,
    )


def _from_me(view: View) -> tuple[SeatView, ...]:
    me = view.own.seat if view.own else 0
    first = [seat.seat for seat in view.seats].index(me)
    return view.seats[first:] + view.seats[:first]


def _deal(view: View, unseen: list[int], chance: Random) -> tuple[tuple[int, ...], ...]:
    """The others' hands, drawn from the cards that they may hold."""
    counts = [seat.backs for seat in _from_me(view)[1:]]
    drawn = iter(chance.sample(unseen, sum(counts)))
    return tuple(tuple(islice(drawn, count)) for count in counts)


def _run(table: int, card: int) -> int:
    """The mask of what the card takes."""
    taken = 0
    while table >> card & 1:
        taken |= 1 << card
        card += 1
    return taken


def _points(place: Place, table: int, left: int, card: int, taken: int) -> int:
    """Caída and clean table of one play."""
    points = POINTS_OF_STEP[card] if card == left else 0
    clean = taken != 0 and taken == table and not place.last
    return points + (CLEAN if clean else 0)


def _worth(place: Place, table: int, left: int, card: int) -> float:
    """What a greedy player sees in a card: points, then captured cards, then the cheaper risk."""
    taken = _run(table, card)
    cards = taken.bit_count() + 1 if taken else 0
    return _points(place, table, left, card, taken) + CARD * cards - RISK * POINTS_OF_STEP[card]


def _outcome(place: Place, card: int) -> float:
    """How far ahead the first seat ends if it plays this card and everybody is greedy after it."""
    table, left, seat = place.table, place.left, 0
    hands = [list(hand) for hand in place.hands]
    scores = list(place.scores)
    captured = [0] * len(hands)
    while True:
        hands[seat].remove(card)
        taken = _run(table, card)
        scores[seat] += _points(place, table, left, card, taken)
        if scores[seat] >= place.goal:
            return GOAL if seat == 0 else -GOAL
        captured[seat] += taken.bit_count() + 1 if taken else 0
        table, left = (table ^ taken, -1) if taken else (table | 1 << card, card)
        seat = (seat + 1) % len(hands)
        if not hands[seat]:
            break
        card = max(hands[seat], key=lambda c: _worth(place, table, left, c))
    totals = [score + CARD * cards for score, cards in zip(scores, captured, strict=True)]
    return totals[0] - sum(totals[1:]) / (len(totals) - 1)
