"""Tables of Caída in virtual time: brought to where a test begins."""

from __future__ import annotations

from typing import Any

from tapete.games.caida import GAME, Rules
from tapete.games.caida.values import DECK
from tapete.table.inputs import HostSet
from tests.table.room import Room

PEOPLE = ("ana", "beto", "caro")
QUIET = "Ao2oSo3o4oCo5o6oRo7oAc3cSc"  # three hands without a canto, and a table without a repeat
BOTH = {"doble_tribilin": True, "doble_menos5": True}


def order(front: str) -> list[str]:
    first = [front[i : i + 2] for i in range(0, len(front), 2)]
    return first + [card for card in DECK if card not in first]


def room(*users: str, purse: int = 1_000, **rules: Any) -> Room:
    """A partida of these users waits for its first Repartir; the draw made seat 1 the dealer."""
    it = Room(GAME, Rules(**rules), purse=purse)
    it.stacked = [(1,)]
    return it.deal(*(users or PEOPLE))


def deal(it: Room, sung: str = "desc") -> Room:
    """The dealer presses; three hands in which nobody has a canto."""
    it.stacked = [order(QUIET)]
    assert it.play(it.asked[0], f"repartir {sung}") == ""
    assert it.phase == "JUEGO"
    return it


def won(it: Room) -> Room:
    """A partida to one point: the first deal is its end."""
    it.stacked = []
    assert it.play(it.asked[0], "repartir asc") == ""
    assert it.table.hand is None
    return it


def ready(it: Room, *users: str) -> Room:
    for user in users or PEOPLE:
        assert it.ready(user) == ""
    if it.table.hand is None:
        it.now_ms = max(it.now_ms, it.table.wake_ms or 0)
        it.tick()
    return it


def drawn(it: Room) -> int:
    """How many sessions have begun: each drew its dealer."""
    return len(it.told("session"))


def offered(it: Room) -> list[str]:
    hand = it.table.hand
    assert hand is not None
    (offer,) = GAME.offers(hand.state, it.seat(it.asked[0]))
    return list(offer.cards)


def host_set(it: Room, user: str, **rules: object) -> str:
    return it.give(HostSet(it.now_ms, user, dict(rules)))
