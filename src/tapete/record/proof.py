"""Proof of a hand, version 1 (docs/fairness.md): salted commitments and their openings.

Before its first card, shuffle k of a hand publishes the Merkle root of one leaf per position; a
card travels with the salt and the path of its leaf to whoever may see it. Tree and paths are those
of RFC 9162, section 2.1. Unseen cards stay closed: nothing about them can be told from a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from tapete.game.contract import Card
from tapete.record.shuffle import Entropy

SALT_BYTES = 16
HASH_BYTES = 32


class Opening(Struct, frozen=True):
    """That `card` lies at position `i` (0 = top) of shuffle `k` of the hand."""

    k: int
    i: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


class Secret(Struct, frozen=True):
    """What a shuffle must be able to tell again: its order and its salts. It is stored sealed."""

    order: tuple[Card, ...]
    salts: tuple[bytes, ...]


class Commitment:
    """A shuffle of cards with its salts and its tree; `root` and `n` are public."""

    __slots__ = ("hand", "k", "paths", "root", "secret")

    def __init__(self, hand: str, k: int, secret: Secret) -> None:
        if len(secret.salts) != len(secret.order) or not secret.order:
            raise ValueError("one salt for each card")
        self.hand, self.k, self.secret = hand, k, secret
        leaves = [
            leaf_of(hand, k, i, card, salt)
            for i, (card, salt) in enumerate(zip(secret.order, secret.salts, strict=True))
        ]
        self.root, self.paths = _tree(leaves)

    @property
    def n(self) -> int:
        """How many cards were shuffled."""
        return len(self.secret.order)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards from top to bottom."""
        return self.secret.order

    def opening(self, i: int) -> Opening:
        """The proof of the card at position `i`."""
        return Opening(self.k, i, self.secret.order[i], self.secret.salts[i], self.paths[i])

    def encode(self) -> bytes:
        """The secret as bytes, to be sealed and stored."""
        return msgspec.msgpack.encode(self.secret)


def commit(hand: str, k: int, order: Sequence[Card], entropy: Entropy) -> Commitment:
    """Commit to an order with fresh salts."""
    salts = tuple(entropy(SALT_BYTES) for _ in order)
    return Commitment(hand, k, Secret(tuple(order), salts))


def decode(hand: str, k: int, data: bytes) -> Commitment:
    """A commitment from what `encode` gave."""
    return Commitment(hand, k, msgspec.msgpack.decode(data, type=Secret))


# ── the tree ─────────────────────────────────────────────────────────────────────────────────
def leaf_of(hand: str, k: int, i: int, card: Card, salt: bytes) -> bytes:
    """The leaf of one card: SHA-256 over kind, version, hand, k, i, card and salt."""
    head = b"\x00tapete/1\x00" + hand.encode() + b"\x00"
    return sha256(
        head + k.to_bytes(2, "big") + i.to_bytes(2, "big") + card.encode() + salt
    ).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _split(n: int) -> int:
    """The largest power of two below n."""
    return 1 << (n - 1).bit_length() - 1


def _tree(leaves: Sequence[bytes]) -> tuple[bytes, tuple[tuple[bytes, ...], ...]]:
    """The root over some leaves and the path of each of them, nearest neighbour first."""
    if len(leaves) == 1:
        return leaves[0], ((),)
    at = _split(len(leaves))
    left, left_paths = _tree(leaves[:at])
    right, right_paths = _tree(leaves[at:])
    paths = [(*path, right) for path in left_paths] + [(*path, left) for path in right_paths]
    return _node(left, right), tuple(paths)


def _sides(i: int, n: int) -> list[bool]:
    """For each step from the root down to leaf i of n: whether the leaf is in the right part."""
    sides = []
    while n > 1:
        at = _split(n)
        right = i >= at
        sides.append(right)
        i, n = (i - at, n - at) if right else (i, at)
    return sides


def holds(opening: Opening, hand: str, n: int, root: bytes) -> bool:
    """Whether an opening fits the root of shuffle `opening.k` of `hand`, which had n cards."""
    if not 0 <= opening.i < n or not 0 <= opening.k < 1 << 16 or n > 1 << 16:
        return False
    if len(opening.salt) != SALT_BYTES or len(opening.card) != 2 or not opening.card.isascii():
        return False
    sides = _sides(opening.i, n)
    if len(sides) != len(opening.path) or any(len(h) != HASH_BYTES for h in opening.path):
        return False
    found = leaf_of(hand, opening.k, opening.i, opening.card, opening.salt)
    for right, other in zip(reversed(sides), opening.path, strict=True):
        found = _node(other, found) if right else _node(found, other)
    return found == root


# ── which opening belongs to a card ──────────────────────────────────────────────────────────
class Tracker:
    """The shuffles of one hand so far: a card belongs to the newest one that held it."""

    def __init__(self, commitments: Iterable[Commitment] = ()) -> None:
        self.commitments: list[Commitment] = []
        self._place: dict[Card, tuple[int, int]] = {}
        for commitment in commitments:
            self.take(commitment)

    def take(self, commitment: Commitment) -> None:
        """A new shuffle; its number must be the next one."""
        if commitment.k != len(self.commitments):
            raise ValueError(f"shuffle {commitment.k} after {len(self.commitments)}")
        self.commitments.append(commitment)
        for i, card in enumerate(commitment.order):
            self._place[card] = (commitment.k, i)

    @property
    def places(self) -> Mapping[Card, tuple[int, int]]:
        """Where each card lies: (k, i)."""
        return self._place

    def openings(self, cards: Iterable[Card]) -> tuple[Opening, ...]:
        """The openings of these cards, each once, in the order of their places. A card that was
        in no shuffle has none."""
        places = {self._place[card] for card in cards if card in self._place}
        return tuple(self.commitments[k].opening(i) for k, i in sorted(places))
