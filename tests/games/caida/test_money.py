"""The money of a partida: charge, holds, settlement, abandonment, cancellation (K-M)."""

from __future__ import annotations

import pytest

from tapete.game.contract import Leave, Over
from tapete.game.errors import Code, Illegal
from tapete.games.caida import GAME
from tests.games.caida.driver import Partida

BOTH = {"doble_tribilin": True, "doble_menos5": True}


@pytest.mark.rule("K-M1", "002:24")
def test_the_first_repartir_charges_everybody_and_holds_the_doubles() -> None:
    partida = Partida(3, dealer=1, costo=100, **BOTH)
    assert partida.chips() == [1_000] * 3
    partida.press("asc")
    assert partida.moved("ENTRADA") == [(f"seat:{s}", "pot:pozo", 100) for s in (1, 2, 3)]
    assert partida.moved("RESERVA") == [(f"seat:{s}", "pot:reserva", 300) for s in (1, 2, 3)]
    assert partida.chips() == [600] * 3


@pytest.mark.rule("K-M1")
def test_who_cannot_pay_the_worst_keeps_the_partida_from_starting() -> None:
    partida = Partida(2, dealer=1, chips=399, costo=100, **BOTH)
    assert GAME.offers(partida.state, 1) == ()
    assert GAME.idle(partida.state, 1) == Leave(1)
    partida.leave(1)
    assert isinstance(partida.need, Over)
    assert partida.chips() == [399, 399]
    assert Partida(2, dealer=1, chips=400, costo=100, **BOTH).press("asc").chips() == [0, 0]


@pytest.mark.rule("K-M4", "002:29")
def test_leaving_loses_the_costo_to_the_acumulado_and_refunds_the_others() -> None:
    partida = Partida(3, dealer=3, costo=100, **BOTH).press("asc").shuffle("").leave(3)
    assert partida.chips() == [1_000, 1_000, 900]
    assert partida.moved("ABANDONO") == [("pot:pozo", "carry", 100)]
    assert partida.moved("COMISION") == []
    assert partida.state.winner == 0
    with pytest.raises(Illegal) as caught:
        partida.leave(1)
    assert caught.value.code == Code.HAND_OVER


@pytest.mark.rule("K-M4", "002:29")
def test_the_acumulado_joins_the_next_pot_and_grows_when_that_is_cancelled_too() -> None:
    again = Partida(3, dealer=1, costo=100, carry=100).press("asc").leave_after_deal(2)
    assert again.state.carry == 200
    won = Partida(2, dealer=2, costo=100, carry=200, comision_bp=0)
    won.press("desc").shuffle("2oRo2c3c2e4e7o6oSeCb")
    assert won.moved("ACUMULADO") == [("carry", "pot:pozo", 200)]
    assert won.chips() == [1_300, 900]


@pytest.mark.rule("K-M4", "002:30")
def test_before_the_charge_leaving_moves_nothing() -> None:
    partida = Partida(3, dealer=1, costo=100).leave(2)
    assert isinstance(partida.need, Over)
    assert not [e for e in partida.told if hasattr(e, "source")]


@pytest.mark.rule("K-M6", "000:117")
def test_a_technical_cancellation_refunds_everybody_and_names_no_abandoner() -> None:
    partida = Partida(3, dealer=1, costo=100, carry=70, **BOTH).press("asc").cancel()
    assert partida.chips() == [1_000] * 3
    assert len(partida.moved("COMPENSACION")) == 3
    assert partida.moved("ABANDONO") == []
    assert partida.state.carry == 70
    with pytest.raises(Illegal):
        partida.cancel()


@pytest.mark.rule("K-M2", "002:26", "002:27", "002:28")
def test_tribilin_with_both_options_costs_four_times() -> None:
    partida = Partida(2, dealer=2, costo=100, comision_bp=500, **BOTH)
    partida.press("desc").shuffle("2oRo2c3c2e4e7o6oSeCb")
    assert partida.moved("EXTRA") == [("pot:reserva", "pot:pozo", 300)]
    assert partida.moved("COMISION") == [("pot:pozo", "house:rake", 25)]
    assert partida.chips() == [1_375, 600]
