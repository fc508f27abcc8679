"""The given vectors of Caída, kind by kind (K-C, K-P, K-D, K-M)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.game.contract import Card, Moved
from tapete.games.caida import cantos, capture, deal, mazo, money, turn
from tapete.games.caida.rules import Rules, multiple
from tapete.games.caida.state import Cause, Phase, Player, State, award
from tapete.games.caida.values import DECK, PIPS, value
from tests.shared import SHARED

RANK_OF = {number: rank for rank, number in PIPS.items()}
FILE = SHARED / "vectors" / "caida.json" if SHARED else None
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text()) if FILE and FILE.exists() else []


def of_kind(kind: str) -> Any:
    """The vectors of one kind as parameters; an absent file is a skip that says so."""
    rows = [pytest.param(v, id=v["id"]) for v in VECTORS if v["tipo"] == kind]
    absent = pytest.param(None, marks=pytest.mark.skip(reason="no ../shared/vectors/caida.json"))
    return pytest.mark.parametrize("vector", rows or [absent])


def card(text: str) -> Card:
    """`10O` → `So`."""
    return RANK_OF[int(text[:-1])] + text[-1].lower()


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def numbered(values: list[int], suit: str) -> tuple[Card, ...]:
    return tuple(RANK_OF[v] + suit for v in values)


def table_of(players: int, **fields: Any) -> State:
    seated = tuple(Player(seat, 1_000) for seat in range(1, players + 1))
    state = State(Rules(), seated, 0, dealer=players, phase=Phase.JUEGO, asks=1, deal=1)
    return replace(state, **fields)


@pytest.mark.rule("K-C1", "002:20", "002:21")
@of_kind("canto")
def test_canto_of_three_cards(vector: dict[str, Any]) -> None:
    found = cantos.canto(cards(vector["mano"]))
    assert (list(found[:2]) if found else None) == vector["esperado"]


@pytest.mark.rule("K-C2", "002:20", "002:22")
@of_kind("competencia")
def test_only_the_best_canto_is_paid(vector: dict[str, Any]) -> None:
    hands = tuple(cards(text) for text in vector["manos_desde_la_mano"])
    winner = cantos.best(hands)
    if vector["esperado"] is None:
        assert winner is None
        return
    assert winner is not None
    found = cantos.canto(hands[winner])
    assert found is not None
    assert [winner, found.points] == vector["esperado"]


@pytest.mark.rule("K-P1", "002:13")
@of_kind("captura")
def test_capture_takes_the_run(vector: dict[str, Any]) -> None:
    table = numbered(vector["mesa"], "c")
    took = capture.taken(table, RANK_OF[vector["juega"]] + "o")
    assert [value(c) for c in took] == vector["arrastra"]
    assert (len(took) + 1 if took else 0) == vector["cartas_ganadas"]
    left = [c for c in table if c not in took]
    lying = left + ([] if took else [RANK_OF[vector["juega"]] + "o"])
    assert sorted(value(c) for c in lying) == sorted(vector["mesa_final"])


@pytest.mark.rule("K-P2", "K-P3", "002:14", "002:15", "002:16")
@of_kind("jugadas")
def test_points_of_a_sequence_of_plays(vector: dict[str, Any]) -> None:
    seats = 1 + max(seat for seat, _ in vector["jugadas"])
    table = numbered(vector["mesa"], "c")
    stock = () if vector["ultima_mano"] else DECK[:3]
    state = table_of(max(2, seats), table=table, stock=stock)
    won: list[list[Any]] = []
    for number, (index, played) in enumerate(vector["jugadas"]):
        if played == "REPARTE":
            state = replace(state, left="")  # what a new deal does to the card left last
            continue
        one = RANK_OF[played] + "oeb"[number % 3]
        spare = tuple(c for c in ("2o", "2e") if c != one)[:1]
        players = tuple(
            replace(p, cards=(one, *spare) if p.seat == index + 1 else spare, dealt=DECK[:3])
            for p in state.players
        )
        before = replace(state, players=players, asks=index + 1)
        state, told = turn.play(before, index + 1, one)
        awards = [e for e in told if getattr(e, "what", "") == "puntos"]
        won += [[e.seat - 1, e.word, e.amount] for e in awards]  # type: ignore[union-attr]
    assert won == vector["puntos"]
    assert sorted(value(c) for c in state.table) == sorted(vector["mesa_final"])


@pytest.mark.rule("K-D4", "002:10", "002:11")
@of_kind("reparto")
def test_the_sung_order_scores(vector: dict[str, Any]) -> None:
    laid = tuple(RANK_OF[v] + "oceb"[place] for place, v in enumerate(vector["mesa_en_orden"]))
    state, _ = deal.sung_order(table_of(2, laid=laid, sung=vector["canta"]))
    who, points = vector["esperado"]
    scores = {"mano": state.players[0].score, "repartidor": state.players[1].score}
    assert scores.pop(who) == points
    assert set(scores.values()) == {0}


@pytest.mark.rule("K-P4", "002:17")
@of_kind("excedente")
def test_excedente_counts_above_the_quota(vector: dict[str, Any]) -> None:
    captured = vector["capturadas_mano_a_repartidor"]
    quotas = mazo.QUOTA[len(captured)]
    points = [mazo.excess(n, quota) for n, quota in zip(captured, quotas, strict=True)]
    assert points == vector["puntos"]


@pytest.mark.rule("K-P5", "002:1")
@of_kind("victoria")
def test_the_first_award_that_reaches_the_goal_wins(vector: dict[str, Any]) -> None:
    state = table_of(len(vector["marcador"]))
    players = tuple(
        replace(p, score=score) for p, score in zip(state.players, vector["marcador"], strict=True)
    )
    state = replace(state, players=players)
    for index, points in vector["abonos_en_orden"]:
        if state.winner:
            break
        state, _ = award(state, index + 1, points, Cause.CAIDA)
    assert (state.winner - 1 if state.winner else None) == vector["ganador"]
    assert [p.score for p in state.players] == vector["marcador_final"]


@pytest.mark.rule("K-M2", "K-M3", "002:24", "002:26", "002:27", "002:28")
@of_kind("liquidacion")
def test_the_settlement(vector: dict[str, Any]) -> None:
    rules = Rules(
        costo=vector["costo"],
        comision_bp=vector["comision_bps"],
        doble_tribilin=vector["doble_tribilin"],
        doble_menos5=vector["doble_menos5"],
    )
    state = table_of(len(vector["marcador"]), carry=vector["acumulado"])
    players = tuple(
        replace(p, score=score) for p, score in zip(state.players, vector["marcador"], strict=True)
    )
    state, _ = money.charge(replace(state, rules=rules, players=players))
    cause = Cause.TRIBILIN if vector["tribilin"] else Cause.CAIDA
    state = replace(state, winner=vector["ganador"] + 1, cause=cause)
    losers = [p for p in state.players if p.seat != state.winner]
    pays = {p.seat: multiple(rules, p.score, vector["tribilin"]) for p in losers}
    assert [pays.get(p.seat, 1) for p in state.players] == vector["multiplicadores"]
    state, told = money.settle(state)
    assert [p.chips - 1_000 for p in state.players] == vector["neto"]
    moved = [e for e in told if isinstance(e, Moved)]
    assert sum(e.amount for e in moved if e.why == "COMISION") == vector["comision"]
    assert sum(e.amount for e in moved if e.why == "PREMIO") == vector["cobra"]
