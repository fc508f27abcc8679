"""The proof of each card that a viewer is shown, for the hands that can still be looked at.

A card belongs to the newest shuffle that held it when it was shown. Games know nothing of this:
openings are attached here, to whatever cards a viewer finds in his events and in his view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapete.game.contract import Card, Told
from tapete.record.proof import Commitment
from tapete.server import wire
from tapete.server.projection import Happened
from tapete.table.inputs import User

_Place = tuple[str, int, int]  # hand, k, i


class Proofs:
    """Roots and openings of one table. `hand` = the one whose cards lie on the felt."""

    def __init__(self) -> None:
        self.hand = ""
        self._hands: dict[str, list[tuple[Commitment, dict[Card, int]]]] = {}
        self._fresh: list[Commitment] = []
        self._sent: dict[User | None, set[_Place]] = {}

    def open(self, hand: str) -> None:
        """A hand begins: nothing of it has been sent to anybody."""
        self.hand, self._sent = hand, {}
        self._hands[hand] = []

    def keep(self, hands: set[str]) -> None:
        """Forget the hands that no log shows any more."""
        for hand in set(self._hands) - hands - {self.hand}:
            del self._hands[hand]

    def step(self) -> None:
        """A new step begins: the roots of the one before are no longer new."""
        self._fresh = []

    def take(self, made: Commitment) -> None:
        """A shuffle was committed to."""
        index = {card: i for i, card in enumerate(made.order)}
        self._hands.setdefault(made.hand, []).append((made, index))
        self._fresh.append(made)

    def count(self, hand: str) -> int:
        """Shuffles of cards in this hand so far."""
        return len(self._hands.get(hand, ()))

    # ── what travels ─────────────────────────────────────────────────────────────────────────
    def new_roots(self) -> tuple[wire.Root, ...]:
        """The roots of the newest step: in the same envelope as the first card, or before it."""
        return tuple(_root(made) for made in self._fresh)

    def roots(self, log: Sequence[Happened]) -> tuple[wire.Root, ...]:
        """The roots of the hand on the felt and of those in this log."""
        hands = {h.hand for h in log} | {self.hand}
        return tuple(
            _root(made) for hand, all_made in self._hands.items() if hand in hands
            for made, _ in all_made
        )  # fmt: skip

    def fresh(
        self, user: User | None, cards: Iterable[Card], seen: Sequence[Happened]
    ) -> tuple[wire.Opening, ...]:
        """The openings of what this viewer sees and has not been sent in this hand."""
        sent = self._sent.setdefault(user, set())
        new = self._places(cards, seen) - sent
        sent |= new
        return self._openings(new)

    def all(
        self, user: User | None, cards: Iterable[Card], seen: Sequence[Happened]
    ) -> tuple[wire.Opening, ...]:
        """The openings of everything that this viewer sees. He may have come with nothing: from
        now on no more than these count as sent, to him and to those who share a frame with him."""
        places = self._places(cards, seen)
        self._sent[user] = set(places)
        self._sent.setdefault(None, set()).intersection_update(places)
        return self._openings(places)

    def _places(self, cards: Iterable[Card], seen: Sequence[Happened]) -> set[_Place]:
        shown = [(self.hand, card, self.count(self.hand)) for card in cards]
        for h in seen:
            if isinstance(h.event, Told):
                shown += [(h.hand, card, h.shuffles) for card in h.event.cards]
        places = (self._place(*where) for where in shown)
        return {place for place in places if place is not None}

    def _place(self, hand: str, card: Card, shuffles: int) -> _Place | None:
        made = self._hands.get(hand, [])
        for k in range(min(shuffles, len(made)) - 1, -1, -1):
            i = made[k][1].get(card)
            if i is not None:
                return hand, k, i
        return None

    def _openings(self, places: set[_Place]) -> tuple[wire.Opening, ...]:
        return tuple(
            self._opening(hand, k, i) for hand, k, i in sorted(places) if hand in self._hands
        )

    def _opening(self, hand: str, k: int, i: int) -> wire.Opening:
        found = self._hands[hand][k][0].opening(i)
        path = tuple(node.hex() for node in found.path)
        return wire.Opening(hand, k, i, found.card, found.salt.hex(), path)


def _root(made: Commitment) -> wire.Root:
    return wire.Root(made.hand, made.k, made.n, made.root.hex())
