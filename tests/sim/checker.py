"""What a client checks: every card that it is shown has an opening that fits a root it was given
before, or in the same envelope."""

from __future__ import annotations

from typing import Any

from tapete.record.proof import Opening, holds


class Checker:
    """The roots and proved cards of one viewer."""

    def __init__(self) -> None:
        self.roots: dict[tuple[str, int], tuple[int, bytes]] = {}
        self.proved: set[tuple[str, str]] = set()
        self.cards = 0
        self.hand = ""

    def take(self, frame: dict[str, Any]) -> None:
        """A snapshot or a step."""
        for root in frame["roots"]:
            key, value = (root["hand"], root["k"]), (root["n"], bytes.fromhex(root["root"]))
            assert self.roots.setdefault(key, value) == value, "a root never changes"
        for told in frame["openings"]:
            self._prove(told)
        for seen in frame.get("events") or frame.get("log") or ():
            for card in seen["event"].get("cards", ()):
                self._shown(seen["hand"], card)
        self.hand = frame["state"]["hand"] or self.hand
        view = frame["view"]
        if view is not None and self.hand:
            seats = [card for seat in view.get("seats", ()) for card in seat.get("cards", ())]
            own = (view.get("own") or {}).get("cards", ())
            for card in (*seats, *view.get("board", ()), *own):
                self._shown(self.hand, card)

    def _prove(self, told: dict[str, Any]) -> None:
        path = tuple(bytes.fromhex(node) for node in told["path"])
        salt = bytes.fromhex(told["salt"])
        opening = Opening(told["k"], told["i"], told["card"], salt, path)
        assert holds(opening, told["hand"], *self.roots[told["hand"], told["k"]])
        self.proved.add((told["hand"], told["card"]))

    def _shown(self, hand: str, card: str) -> None:
        assert (hand, card) in self.proved, f"{card} of {hand} without its opening"
        self.cards += 1
