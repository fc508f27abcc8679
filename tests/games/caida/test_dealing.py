"""Dealing by hand: who, when, in which order, and what the table may not hold (K-D, K-S)."""

from __future__ import annotations

import pytest

from tapete.game.contract import Act, Decide, Leave, Over, Shuffle, Shuffled
from tapete.game.errors import Code, Illegal
from tapete.games.caida import GAME
from tapete.games.caida.values import DECK
from tests.games.caida.driver import Partida


def refused(partida: Partida, command: object) -> Code:
    """The code with which a command is refused; the state must stay as it was."""
    before = partida.state
    with pytest.raises(Illegal) as caught:
        partida.do(command)
    assert partida.state == before
    return caught.value.code


@pytest.mark.rule("K-D1", "002:4", "K-S3")
def test_the_first_dealer_is_drawn_among_the_players() -> None:
    partida = Partida(3)
    assert partida.need == Shuffle((1, 2, 3), "repartidor")
    assert refused(partida, Shuffled((4,))) == Code.SHUFFLE_WRONG
    assert refused(partida, Leave(1)) == Code.SHUFFLE_WANTED
    partida.draw(3)
    assert partida.state.dealer == 3
    assert isinstance(partida.need, Decide)
    assert partida.need.seats == (3,)
    assert partida.need.clock == "reparto_s"


@pytest.mark.rule("K-D2", "002:7")
def test_only_the_dealer_deals_and_nobody_plays_meanwhile() -> None:
    partida = Partida(2, dealer=1)
    turn = partida.turn()
    assert refused(partida, Act(2, turn, "repartir", option="asc")) == Code.NOT_YOUR_TURN
    assert refused(partida, Act(2, turn, "jugar", cards=("Ao",))) == Code.NOT_YOUR_TURN
    assert refused(partida, Act(1, turn, "jugar", cards=("Ao",))) == Code.NOT_OFFERED
    assert refused(partida, Act(1, turn, "repartir")) == Code.OPTION_WRONG
    assert refused(partida, Act(1, turn, "repartir", option="otro")) == Code.OPTION_WRONG
    assert refused(partida, Act(1, turn + 1, "repartir", option="asc")) == Code.STALE_TURN


@pytest.mark.rule("K-D2", "002:7")
def test_a_later_deal_takes_no_order() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ao4o2c5c3b6b7o6oSeRb")
    partida.play("Ao", "4o", "2c", "5c", "3b", "6b")
    assert [o.move for o in GAME.offers(partida.state, 2)] == ["repartir"]
    assert refused(partida, Act(2, partida.turn(), "repartir", option="asc")) == Code.OPTION_WRONG
    partida.press()
    assert all(len(p.cards) == 3 for p in partida.state.players)


@pytest.mark.rule("K-D5", "002:9")
@pytest.mark.parametrize(("players", "deals"), [(2, 6), (3, 4), (4, 3)])
def test_a_mazo_needs_exactly_so_many_deals(players: int, deals: int) -> None:
    partida = Partida(players, dealer=players, meta=240)
    pressed = 0
    while partida.state.mazo < 2:
        if isinstance(partida.need, Shuffle):
            partida.do(Shuffled(partida.need.items))
            continue
        assert isinstance(partida.need, Decide)
        seat = partida.need.seats[0]
        (offer,) = GAME.offers(partida.state, seat)
        if offer.move == "repartir":
            pressed += 1
            partida.press("asc" if offer.options else None)
        else:
            partida.play(offer.cards[0])
    assert pressed == deals + 1
    assert partida.state.dealer == 1


@pytest.mark.rule("K-D3", "K-S1", "002:9")
def test_a_repeated_table_value_is_set_aside_and_the_rest_reshuffled() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ao4o2c5c3b6b7o7eSeSbRb")
    assert isinstance(partida.need, Shuffle)
    assert partida.need.why == "mesa"
    assert len(partida.need.items) == 40 - 6 - 4
    assert {"7e", "Sb"} <= set(partida.need.items)
    assert partida.scores() == [0, 0]
    assert [t.cards for t in partida.facts("apartada")] == [("7e",), ("Sb",)]
    partida.do(Shuffled(tuple(reversed(partida.need.items))))
    assert partida.state.table == ("7o", "Se", "Rb", "2o")  # the next card took the place
    assert sum(map(len, GAME.zones(partida.state).values())) == len(DECK)
    assert partida.scores() == [1, 0]


@pytest.mark.rule("K-S1")
def test_a_shuffle_answer_must_be_the_wanted_cards() -> None:
    partida = Partida(2, dealer=2).press("desc")
    assert refused(partida, Shuffled(DECK[:39])) == Code.SHUFFLE_WRONG
    assert refused(partida, Shuffled((*DECK[:39], "Ao"))) == Code.SHUFFLE_WRONG
    assert refused(partida, Act(1, 1, "jugar", cards=("Ao",))) == Code.SHUFFLE_WANTED


@pytest.mark.rule("K-C5", "002:21", "002:22")
def test_of_two_tribilines_the_higher_number_wins() -> None:
    partida = Partida(2, dealer=2).press("desc").shuffle("2oRo2cRc2eRe7o6oSeCb")
    assert isinstance(partida.need, Over)
    assert partida.state.winner == 2
    assert [t.cards for t in partida.facts("tribilin")] == [("2o", "2c", "2e"), ("Ro", "Rc", "Re")]


@pytest.mark.rule("K-C5", "002:21")
def test_tribilin_is_examined_after_every_deal() -> None:
    partida = Partida(2, dealer=2).press("asc")
    partida.shuffle("Ao4o2c5c3b6b7o6oSeRbCo2oCc3oCe4b")
    partida.play("Ao", "4o", "2c", "5c", "3b", "6b").press()
    assert isinstance(partida.need, Over)
    assert (partida.state.winner, partida.state.cause) == (1, "tribilin")


@pytest.mark.rule("K-D1", "002:5", "K-S3")
def test_the_deal_passes_with_every_partida() -> None:
    unplayed = Partida(3, dealer=2).leave(1)
    assert unplayed.need == Over(GAME.info.memory(2))
    played = Partida(3, dealer=2).press("asc").shuffle("").leave(1)
    assert played.need == Over(GAME.info.memory(3))
