"""Commitments and openings: the bytes of PROOF.md, and what must not pass."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.record.proof import Commitment, Opening, Secret, Tracker, commit, decode, holds
from tests.shared import needs_shared, shared

CARDS = [rank + suit for suit in "oceb" for rank in "A234567"]


def entropy(count: int) -> bytes:
    return bytes(range(count))


def opening_of(case: dict[str, Any], entry: dict[str, Any]) -> Opening:
    path = tuple(bytes.fromhex(step) for step in entry["path"])
    k = entry.get("k", case["k"])
    return Opening(k, entry["i"], entry["card"], bytes.fromhex(entry["salt"]), path)


def cases() -> list[dict[str, Any]]:
    found: Any = json.loads(shared("vectors", "proof.json").read_text(encoding="utf-8"))
    return list(found["cases"] if isinstance(found, dict) else found)


@needs_shared
def test_every_opening_of_the_vectors_holds() -> None:
    checked = 0
    for case in cases():
        for entry in case["open"]:
            root = bytes.fromhex(case["root"])
            assert holds(opening_of(case, entry), case["hand"], case["n"], root), entry
            checked += 1
    assert checked > 0


@needs_shared
def test_every_refusal_of_the_vectors_is_refused() -> None:
    checked = 0
    for case in cases():
        for entry in case["refuse"]:
            hand = entry.get("hand", case["hand"])
            root = bytes.fromhex(case["root"])
            assert not holds(opening_of(case, entry), hand, case["n"], root), entry["why"]
            checked += 1
    assert checked > 0


@given(st.permutations(CARDS), st.integers(1, 28), st.integers(0, 9))
def test_every_card_of_a_shuffle_opens_its_root(order: list[str], n: int, k: int) -> None:
    made = commit("mano-1", k, order[:n], entropy)
    for i in range(n):
        assert made.opening(i).card == order[i]
        assert holds(made.opening(i), "mano-1", n, made.root)


@given(st.data())
def test_an_opening_with_anything_changed_does_not_hold(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 28))
    made = commit("h", 1, CARDS[:n], entropy)
    good = made.opening(data.draw(st.integers(0, n - 1)))
    other = data.draw(st.sampled_from(["card", "i", "k", "salt", "path", "shorter", "hand", "n"]))
    hand, size = "h", n
    match other:
        case "card":
            bad = Opening(good.k, good.i, "7b" if good.card != "7b" else "Ao", good.salt, good.path)
        case "i":
            bad = Opening(good.k, (good.i + 1) % n, good.card, good.salt, good.path)
        case "k":
            bad = Opening(good.k + 1, good.i, good.card, good.salt, good.path)
        case "salt":
            salt = bytes([good.salt[0] ^ 1]) + good.salt[1:]
            bad = Opening(good.k, good.i, good.card, salt, good.path)
        case "path":
            step = bytes([good.path[0][0] ^ 1]) + good.path[0][1:]
            bad = Opening(good.k, good.i, good.card, good.salt, (step, *good.path[1:]))
        case "shorter":
            bad = Opening(good.k, good.i, good.card, good.salt, good.path[1:])
        case "hand":
            bad, hand = good, "h2"
        case _:
            bad, size = good, good.i  # a deck in which this place does not exist
    assert not holds(bad, hand, size, made.root)


def test_a_commitment_survives_its_store() -> None:
    made = commit("h", 0, CARDS, entropy)
    again = decode("h", 0, made.encode())
    assert again.root == made.root
    assert again.opening(13) == made.opening(13)


def test_each_card_needs_its_salt() -> None:
    with pytest.raises(ValueError, match="one salt"):
        Commitment("h", 0, Secret(("Ao", "2o"), (bytes(16),)))


def test_a_card_belongs_to_the_newest_shuffle_that_held_it() -> None:
    first = commit("h", 0, ["Ao", "2o", "3o", "4o"], entropy)
    second = commit("h", 1, ["4o", "2o"], entropy)
    tracker = Tracker([first, second])
    places = [(o.k, o.i, o.card) for o in tracker.openings(["2o", "Ao", "4o", "Ao", "7b"])]
    assert places == [(0, 0, "Ao"), (1, 0, "4o"), (1, 1, "2o")]


def test_shuffles_are_counted_without_a_gap() -> None:
    with pytest.raises(ValueError, match="shuffle 1 after 0"):
        Tracker([commit("h", 1, ["Ao"], entropy)])
