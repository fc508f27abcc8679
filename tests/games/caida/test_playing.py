"""Playing: captures, caídas, clean tables, cantos and the end of a mazo (K-P, K-C)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tapete.game.contract import Act, Decide, Shuffle, Shuffled
from tapete.game.errors import Code, Illegal
from tapete.games.caida import GAME
from tapete.games.caida.cantos import canto
from tapete.games.caida.values import DECK
from tests.games.caida.driver import Partida


@pytest.mark.rule("K-C1", "002:20", "002:21")
def test_cantos_over_all_hands() -> None:
    counts = Counter(
        found.name if (found := canto(hand)) else "nada" for hand in itertools.combinations(DECK, 3)
    )
    assert counts == {
        "ronda": 1728,
        "patria": 512,
        "flor": 444,
        "vigia": 432,
        "registro": 64,
        "tribilin": 40,
        "nada": 6660,
    }


@pytest.mark.rule("K-C3", "002:19")
def test_a_canto_is_named_once_with_the_first_card_and_tells_no_more() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2oRc5c3b7e4o6cSbAe")
    partida.play("Ro")
    (sung,) = partida.facts("canto")
    assert (sung.seat, sung.word, sung.cards, sung.amount) == (1, "ronda", (), 0)
    partida.play("2o", "Rc")
    assert len(partida.facts("canto")) == 1
    assert partida.facts("canto_pagado") == []
    seen = GAME.view(partida.state, 2)
    assert seen.seats[0].canto == "ronda"  # type: ignore[attr-defined]
    assert not seen.seats[0].cards


@pytest.mark.rule("K-C4", "002:20")
def test_the_canto_is_paid_after_the_last_card_of_the_deal() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2oRc5c3b7e4o6cSbAe")
    partida.play("Ro", "2o", "Rc", "5c", "3b")
    assert partida.facts("canto_pagado") == []
    partida.play("7e")
    (paid,) = partida.facts("canto_pagado")
    assert (paid.seat, paid.amount, paid.word) == (1, 4, "ronda R")
    assert partida.scores() == [5, 0]


@pytest.mark.rule("K-P2", "002:14")
def test_no_caida_on_a_dealt_table_card() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("7o2o4c5c3b6b7e6cSbRe")
    partida.play("7o")
    assert partida.facts("caida") == []
    assert partida.state.players[0].pile == ("7o", "7e", "Sb")


@pytest.mark.rule("K-P2", "002:15")
def test_a_card_left_at_the_end_of_a_deal_cannot_fall_in_the_next() -> None:
    partida = Partida(2, dealer=2).press("asc")
    partida.shuffle("Ao4o2c5c3b7b6oCoSeRb7oAc2o3c4c5e")
    partida.play("Ao", "4o", "2c", "5c", "3b", "7b").press().play("7o")
    assert partida.facts("caida") == []
    assert partida.state.players[0].pile[:2] == ("7o", "7b")


@pytest.mark.rule("K-P2", "002:14")
def test_no_caida_after_a_capture() -> None:
    partida = Partida(3, dealer=3).press("asc")
    partida.shuffle("SoScSe2o4o2c3b4bAbSbCeRo6o")
    partida.play("So")
    assert partida.facts("caida") == []
    partida.play("Sc", "Se")
    (fell,) = partida.facts("caida")
    assert (fell.seat, fell.amount) == (3, 2)


@pytest.mark.rule("K-P1", "002:13")
def test_dragged_cards_reach_the_pile_and_rey_does_not_touch_as() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2o3c5c3b6bRcAcCeSb")
    partida.play("Ro")
    assert partida.state.players[0].pile == ("Ro", "Rc")
    assert partida.state.table == ("Ac", "Ce", "Sb")


@pytest.mark.rule("K-S2")
def test_a_card_not_held_is_refused() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2o3c5c3b6bRcAcCeSb")
    before = partida.state
    with pytest.raises(Illegal) as caught:
        partida.do(Act(1, partida.turn(), "jugar", cards=("2o",)))
    assert caught.value.code == Code.CARD_NOT_YOURS
    assert partida.state == before


@pytest.mark.rule("K-S4")
def test_silence_plays_the_first_dealt_card_still_held() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2o3c5c3b6bRcAcCeSb")
    partida.play("Ro", "2o")
    assert GAME.idle(partida.state, 1) == Act(1, partida.turn(), "jugar", cards=("3c",))


@pytest.mark.rule("K-P4", "002:17", "K-D5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_mazo_captures_forty_cards_and_the_last_capturer_sweeps(players: int) -> None:
    partida = Partida(players, dealer=players, meta=240)
    capturer = 0
    while partida.state.mazo < 3:
        if isinstance(partida.need, Shuffle):
            mixed = partida.need.items[::3] + partida.need.items[1::3] + partida.need.items[2::3]
            partida.do(Shuffled(mixed))
            continue
        assert isinstance(partida.need, Decide)
        seat = partida.need.seats[0]
        (offer,) = GAME.offers(partida.state, seat)
        if offer.move == "repartir":
            partida.press("desc" if offer.options else None)
            continue
        before = len(partida.told)
        partida.play(offer.cards[-1])
        facts = [getattr(e, "what", "") for e in partida.told[before:]]
        capturer = seat if "recoge" in facts else capturer
        if "capturadas" in facts:
            counts = [t.amount for t in partida.facts("capturadas")][-players:]
            assert sum(counts) == len(DECK)
        if "sobrantes" in facts:
            assert partida.facts("sobrantes")[-1].seat == capturer
