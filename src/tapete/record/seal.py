"""What not everybody may read is sealed with the node's key, which lies outside the database.

Each table has a key of its own, derived from the node's. A blob is padded to whole blocks before
it is sealed, so that the length of a sealed move or event tells nothing; it opens only at the place
in the table's log for which it was sealed. What is only compared
later (a state, a command) is kept as a keyed mark: a bare hash of four cards would be guessed.
"""

from __future__ import annotations

import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tapete.record.shuffle import Entropy

KEY_BYTES = 32
NONCE_BYTES = 12  # random: a table would need billions of blobs before two could be alike
BLOCK = 512  # longer than any move or event of a game
_VERSION = b"\x01"
_END = b"\x80"  # after the plain bytes; then zeros up to a whole block


# ── the places of a table's log ──────────────────────────────────────────────────────────────
def of_step(epoch: int, seq: int) -> bytes:
    """Where the inputs of a step lie."""
    return f"step {epoch} {seq}".encode()


def of_snapshot(seq: int) -> bytes:
    """Where the table lies as it was after a step."""
    return f"snapshot {seq}".encode()


def of_shuffle(hand: str, k: int) -> bytes:
    """Where the order and the salts of a shuffle lie."""
    return f"shuffle {k} {hand}".encode()


def of_event(hand: str, number: int) -> bytes:
    """Where an event lies that not everybody may know."""
    return f"event {number} {hand}".encode()


# ── the seal ─────────────────────────────────────────────────────────────────────────────────
class BrokenSeal(Exception):
    """The blob was not sealed with this key for this place, or was changed since."""


class Vault:
    """Seals and unseals for one table (or, with an empty name, for the house)."""

    def __init__(self, key: bytes, entropy: Entropy, table: str = "") -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"the node's key has {len(key)} bytes, {KEY_BYTES} wanted")
        self._key, self._entropy = key, entropy
        own = hmac.digest(key, b"tapete/seal/1\x00" + table.encode(), "sha256")
        self._box = AESGCM(own)
        self._marking = hmac.digest(own, b"tapete/mark/1", "sha256")

    def of(self, table: str) -> Vault:
        """The vault of a table."""
        return Vault(self._key, self._entropy, table)

    def mark(self, plain: bytes) -> bytes:
        """32 bytes that are the same for the same bytes; without the key they tell nothing."""
        return hmac.digest(self._marking, plain, "sha256")

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """The blob that hides `plain`; it opens only with the same `about` (its place)."""
        padded = plain + _END
        padded += bytes(-len(padded) % BLOCK)
        nonce = self._entropy(NONCE_BYTES)
        return _VERSION + nonce + self._box.encrypt(nonce, padded, about)

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        """What was sealed. Raises BrokenSeal."""
        nonce, body = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        if sealed[:1] != _VERSION or len(body) < BLOCK:
            raise BrokenSeal("no sealed blob of this version")
        try:
            padded = self._box.decrypt(nonce, body, about)
        except InvalidTag:
            raise BrokenSeal("sealed with another key, for another place, or changed") from None
        plain, mark, rest = padded.rpartition(_END)
        if not mark or rest.strip(b"\x00"):
            raise BrokenSeal("no end mark")
        return plain
