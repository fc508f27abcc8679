"""What everybody may know of a table, and whose eyes a viewer has, from tables in virtual time."""

from __future__ import annotations

import msgspec
import pytest

from tapete.games.primera import GAME as PRIMERA
from tapete.server import public, wire
from tapete.server.projection import Scene, Sight
from tests.table.room import START_MS, Room
from tests.table.scripted import Row, Scripted, turn
from tests.toy import Toy

TURN = Row(turn(1))


def seen(it: Room) -> wire.TableState:
    hand = it.table.hand
    view = it.game.view(hand.state, None) if hand else None
    return public.state(it.game, it.table, view)


def sight(it: Room, user: str) -> Sight:
    """What this user has before him."""
    assert it.table.hand is not None
    return Scene(it.game, it.table).sight(user, it.table.hand.users)


@pytest.mark.rule("000:7")
def test_a_table_publishes_its_seats_and_figures() -> None:
    info = public.info(PRIMERA, Room(PRIMERA).table)
    assert (info.capacity, info.rules["pique_minimo"], info.least) == (7, 5_000, 20_000)
    assert info.rules["denominaciones"] == (500, 1_000, 2_000, 5_000, 10_000, 50_000)
    assert (info.game, info.version, info.currency) == ("primera", "v1.0.0", "PRA")


def test_deadlines_are_told_as_moments_on_the_wall() -> None:
    it = Room(Scripted(TURN, TURN))
    it.join("ana", ready=False)
    it.join("beto")
    assert (seen(it).status, seen(it).clock, seen(it).opens_ms) == ("waiting", None, 0)
    it.ready("ana")
    assert seen(it).clock == wire.Clock("turno_s", (1,), START_MS, START_MS + 120_000)
    it.drop("ana")
    assert seen(it).seats[0].grace_ends_ms == START_MS + 60_000
    it.at(10).drop("beto")
    clock = seen(it).clock
    assert clock is not None
    assert clock.held
    assert seen(it).cancels_ms == START_MS + 70_000
    it.at(20).attach("ana")  # ten seconds stood still
    assert seen(it).clock == wire.Clock("turno_s", (1,), START_MS + 10_000, START_MS + 130_000)
    assert [seat.grace_ends_ms for seat in seen(it).seats] == [0, START_MS + 80_000]
    it.play("ana", "seguir")
    it.play("ana", "seguir")
    assert seen(it).opens_ms == 0  # beto is not there
    it.attach("beto")
    assert seen(it).opens_ms == START_MS + 23_000


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
    """A spectator, an administrator, who waits and who has left see what everybody sees."""
    it = Room(PRIMERA, purse=100_000).deal("ana", "beto", "caro")
    it.join("dani")
    mine = sight(it, "ana")
    assert mine.own is not None
    assert len(mine.own.cards) == 2
    it.stand("beto")
    spectator = Scene(it.game, it.table).spectator.view
    for user in ("admin", "dani", "beto"):
        assert sight(it, user).own is None
        assert sight(it, user).offers == ()
        assert bytes(sight(it, user).view) == bytes(spectator)
    for card in mine.own.cards:
        assert card.encode() not in bytes(spectator)


def test_the_public_state_names_nicks_and_no_users() -> None:
    it = Room(Toy()).deal("ana", "beto")
    assert '"ana"' not in msgspec.json.encode(seen(it)).decode()
    assert [seat.nick for seat in seen(it).seats] == ["Ana", "Beto"]
