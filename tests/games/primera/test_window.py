"""Chapter L, Validación: the sealed window after a round in which everybody passed."""

import pytest

from tapete.game.contract import Decide
from tapete.games.primera import GAME
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
PASO = "p1 paso, p2 paso, p3 paso"
# p1 Puntos, p2 Primera 2c4o7e6b, p3 Puntos
CARDS = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")
NOBODY = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")


def window(stacks: str = "50k 50k 50k", *lines: str) -> Hand:
    return Hand(stacks, CARDS, VOY, PASO, *lines)


@pytest.mark.rule("000:74", "000:129", "P-L")
def test_all_passed_and_somebody_has_juego_opens_it_for_all_at_once() -> None:
    hand = window()
    need = hand.player.step.need
    assert need == Decide((1, 2, 3), "ventana_s", hand.turn, sealed=True)
    assert hand.phase == "VALIDACION"
    [opened] = hand.told(Fact.VENTANA)
    assert (opened.seat, opened.cards, opened.amount) == (0, (), 5_000)


@pytest.mark.rule("000:74", "P-L")
def test_nobody_with_juego_or_a_bet_opens_none_unless_the_table_always_does() -> None:
    assert Hand("50k 50k 50k", NOBODY, VOY, PASO).phase == "DESCARTE"
    bet = "p1 voy 1000, p2 igualar, p3 igualar"
    assert Hand("50k 50k 50k", CARDS, VOY, bet).phase == "DESCARTE"
    assert Hand("50k 50k 50k", NOBODY, VOY, PASO, ventana_siempre=True).phase == "VALIDACION"


@pytest.mark.rule("000:75", "000:78", "P-L")
def test_each_gets_his_own_options_and_llevo_only_with_juego() -> None:
    hand = Hand("50k 50k 5000", CARDS, VOY, "p1 paso, p2 paso")
    assert hand.offers(1) == ["pasar", "igualar"]
    assert hand.offers(2) == ["pasar", "igualar", "llevo"]
    assert hand.offers(3) == ["pasar"]  # RESTO
    assert hand.refused("p1 llevo") == hand.refused("p3 igualar 5000") == "not_offered"
    assert GAME.view(hand.state, None) == GAME.view(hand.state, 9)  # a stranger sees no more


@pytest.mark.rule("000:77", "P-L")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("p1 igualar 4500", "amount_too_low"),
        ("p1 igualar 5200", "amount_off_step"),
        ("p1 igualar 45500", "amount_too_high"),
        ("p1 igualar 5000", "accepted"),
        ("p1 igualar 45000", "accepted"),
        ("p3 igualar 2300", "accepted"),  # all he has, less than the minimum
        ("p3 igualar 2000", "amount_too_low"),
    ],
)
def test_igualar_is_at_least_the_configured_pique(line: str, answer: str) -> None:
    assert window("50k 50k 7300").refused(line) == answer


@pytest.mark.rule("000:77", "P-L", "P-K")
def test_what_is_matched_joins_the_pique_when_the_window_closes() -> None:
    hand = window("50k 50k 50k", "p1 igualar 8000, p2 pasar")
    assert (hand.stacks, hand.pots) == ([45_000] * 3, {"pique": 15_000})  # no chip moves before
    hand.play("p3 igualar 6000")
    assert hand.moved(last=True) == [
        "seat:1>pot:pique 8000 APORTE_PIQUE",
        "seat:3>pot:pique 6000 APORTE_PIQUE",
        "pot:pique>seat:1 2000 DEVOLUCION_PIQUE",
    ]
    levels = GAME.view(hand.state, None).pots[0].levels
    assert [(level.amount, level.seats) for level in levels] == [
        (15_000, (1, 2, 3)),
        (12_000, (1, 3)),
    ]
    assert (hand.phase, hand.asked) == ("DESCARTE", (1,))  # the bets are not opened again


@pytest.mark.rule("P-L")
def test_a_level_with_one_contributor_returns_without_rake() -> None:
    hand = window("50k 50k 50k", "p1 igualar 8000, p2 pasar, p3 pasar")
    assert hand.moved("DEVOLUCION_PIQUE") == ["pot:pique>seat:1 8000"]
    assert (hand.stacks, hand.pots) == ([45_000] * 3, {"pique": 15_000})


@pytest.mark.rule("000:76", "000:79", "P-L")
def test_silence_counts_as_pasar_and_pasar_claims_and_adds_nothing() -> None:
    silent = window("50k 50k 50k", "p1 idle, p2 idle, p3 idle")
    spoken = window("50k 50k 50k", "p1 pasar, p2 pasar, p3 pasar")
    assert silent.state == spoken.state
    assert (silent.phase, silent.pots) == ("DESCARTE", {"pique": 15_000})
    assert [(e.seat, e.word) for e in silent.told(Fact.RESUELTA)] == [
        (1, "pasar"), (2, "pasar"), (3, "pasar"),
    ]  # fmt: skip


@pytest.mark.rule("000:78", "P-L", "P-B8")
def test_who_claims_shows_takes_the_pique_and_is_out_of_the_pozo() -> None:
    hand = window("100k 100k 100k", "p3 pasar, p2 llevo, p1 pasar")
    assert hand.shown() == {2: "2c4o7e6b"}
    assert hand.stacks == [95_000, 109_250, 95_000]
    assert [p.alive for p in hand.state.players] == [True, False, True]
    hand.play("p1 descartar, p3 descartar, d sh 2c4o7e6b, p1 paso, p3 paso")
    hand.play("p1 declarar, p3 declarar")
    assert (hand.over, set(hand.shown())) == (True, {2})  # an empty pozo: nobody else shows


@pytest.mark.rule("P-L")
def test_answers_are_final_and_resolved_in_seat_order_from_la_mano() -> None:
    one = window("50k 50k 50k", "p3 igualar 6000, p1 igualar 8000, p2 pasar")
    other = window("50k 50k 50k", "p1 igualar 8000, p2 pasar")
    assert other.refused("p1 pasar") == "already_answered"
    assert other.refused("p2 llevo") == "already_answered"
    other.play("p3 igualar 6000")
    assert one.state == other.state
    assert one.last == other.last


@pytest.mark.rule("000:75", "P-L", "P-H")
def test_nobody_learns_who_answered_or_what() -> None:
    hand = window()
    turn, views = hand.turn, {seat: GAME.view(hand.state, seat) for seat in (None, 1, 3)}
    hand.play("p2 llevo")
    assert hand.last == ()
    assert hand.turn == turn
    for seat, before in views.items():
        assert GAME.view(hand.state, seat) == before
    own = GAME.view(hand.state, 2).own
    assert own is not None
    assert (own.answered, own.word) == (True, "llevo")


@pytest.mark.rule("P-L")
def test_everybody_claims_ends_the_hand_with_both_pots_empty() -> None:
    hand = Hand("50k 50k", deal("2o3c 4o5e", "6b7e 6c7b"), "p1 voy 5000, p2 voy 5000")
    hand.play("p1 paso, p2 paso, p2 llevo, p1 llevo")
    assert (hand.phase, hand.pots, hand.stacks) == ("FIN", {}, [45_000, 54_500])
    assert hand.shown() == {1: "2o3c6b7e", 2: "4o5e6c7b"}


@pytest.mark.rule("P-L")
def test_a_resto_may_claim() -> None:
    hand = Hand("50k 5000 50k", CARDS, VOY, "p1 paso, p3 paso")
    assert hand.offers(2) == ["pasar", "llevo"]
    hand.play("p1 pasar, p3 pasar, p2 llevo")
    assert hand.stacks[1] == 14_250


@pytest.mark.rule("P-B8")
def test_a_resto_who_passed_competes_against_the_claim() -> None:
    cards = deal("2o3o 2c4o 6c7c", "4e5o 7e6b 3c5c")  # p3 Segunda, all-in
    hand = Hand("50k 50k 5000", cards, VOY, "p1 paso, p2 paso, p2 llevo, p1 pasar, p3 pasar")
    assert hand.shown() == {2: "2c4o7e6b", 3: "6c7c3c5c"}
    assert hand.stacks[2] == 14_250
