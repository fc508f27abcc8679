"""What everybody may know of a table, and whose eyes a user has."""

from __future__ import annotations

import msgspec
import pytest

from tapete.table import offers_for, public, view_for
from tapete.table.view import TableView, may_watch
from tests.table.room import START_MS, Room
from tests.table.scripted import Row, Scripted, turn
from tests.toy import Toy

TURN = Row(turn(1))


def seen(it: Room) -> TableView:
    return public(it.game, it.table)


@pytest.mark.rule("000:7")
def test_a_table_publishes_its_seats_and_figures() -> None:
    it = Room(Scripted(TURN))
    view = seen(it)
    assert (view.seats, view.fewest, view.least, view.most, view.stake) == (4, 2, 20, 1000, 10)
    assert view.rules["minimo"] == 10
    assert (view.game, view.version, view.currency) == ("guion", "guion/1", "PRA")


def test_what_everything_waits_for() -> None:
    it = Room(Scripted(TURN, TURN))
    assert (seen(it).waits_for, seen(it).until_ms) == ("players", None)
    it.join("ana", ready=False)
    it.join("beto")
    assert (seen(it).waits_for, seen(it).until_ms) == ("ready", None)
    it.ready("ana")
    view = seen(it)
    assert (view.waits_for, view.until_ms) == ("turn", START_MS + 120_000)
    assert (view.hand, view.phase, view.clock, view.clock_ms, view.asks) == (
        "m-1", "FILA", "turno_s", 120_000, (1,),
    )  # fmt: skip
    it.drop("ana")
    assert seen(it).chairs[0].grace_until_ms == START_MS + 60_000
    it.at(10).drop("beto")
    view = seen(it)
    assert (view.waits_for, view.until_ms) == ("return", START_MS + 70_000)
    assert [chair.grace_until_ms for chair in view.chairs] == [None, None]
    it.at(20).attach("ana")
    assert seen(it).until_ms == START_MS + 130_000
    assert seen(it).chairs[1].grace_until_ms == START_MS + 80_000
    it.attach("beto")
    it.play("ana", "seguir")
    it.play("ana", "seguir")
    assert (seen(it).waits_for, seen(it).until_ms) == ("pause", START_MS + 23_000)


def test_a_sealed_window_looks_the_same_whoever_has_answered() -> None:
    it = Room(Toy(), seed=4).deal("ana", "beto", "caro")
    while it.phase != "VOTO":
        hand, question = it.table.hand, it.table.question
        assert hand is not None
        assert question is not None
        offer = it.game.offers(hand.state, question.seats[0])[0]
        it.play(it.asked[0], f"{offer.move} {offer.least}" if offer.most else offer.move)
    before = msgspec.json.encode(seen(it))
    it.play("beto", "votar alta")
    assert msgspec.json.encode(seen(it)) == before


@pytest.mark.rule("000:140")
def test_nobody_but_its_person_has_a_seats_eyes() -> None:
    """A spectator, an administrator, who waits and who has left see what everybody sees; who
    sits down on a number that was left does not inherit its cards."""
    it = Room(Toy()).deal("ana", "beto", "caro")
    it.join("dani")
    it.play(it.asked[0], "repartir")
    own = view_for(it.game, it.table, "ana")
    assert own is not None
    assert own.own is not None
    assert own.own.cards
    it.stand("beto")
    for user in ("admin", "dani", "beto"):
        view = view_for(it.game, it.table, user)
        assert view is not None
        assert view.own is None
        assert offers_for(it.game, it.table, user) == ()


def test_nothing_private_is_in_the_public_view() -> None:
    it = Room(Toy()).deal("ana", "beto")
    it.play(it.asked[0], "repartir")
    assert it.table.hand is not None
    text = msgspec.json.encode(seen(it)).decode()
    for player in it.table.hand.state.players:
        for card in player.cards:
            assert f'"{card}"' not in text
    assert '"ana"' not in text  # a user's id; the nick is Ana


def test_who_may_watch() -> None:
    it = Room(Scripted(TURN)).deal("ana", "beto")
    assert may_watch(it.table, "mirón")
    closed = msgspec.structs.replace(it.table, practice=False)
    assert not may_watch(closed, "mirón")
    assert may_watch(closed, "ana")
