"""The contract: refusals in their order, what the game says of itself, views, counts of lines."""

from typing import cast

import msgspec
import pytest

from tapete.cards.notation import parse
from tapete.game.contract import Act, Entry, Leave, Moved, Over, Shuffle, Shuffled, Step
from tapete.game.errors import Code, Illegal
from tapete.games.primera import GAME, PrimeraView, Rules
from tapete.games.primera.ranks import evaluate, strength
from tapete.games.primera.rules import CLOCKS
from tapete.games.primera.state import Fact, Phase, State
from tapete.games.primera.view import PrimeraSeat
from tapete.games.registry import GAMES
from tapete.ledger.accounts import placed
from tests.games.primera.hand import Hand, deal

VOY = "p1 voy 5000, p2 voy 5000, p3 voy 5000"
NONE = deal("2o3o 4e5e 6c7c", "4c5o 6e2c 3e5c")
ONE = deal("2o3o 2c4o 6c7c", "4c5o 7e6b 3e5c")


def test_it_is_in_the_registry_under_its_key() -> None:
    assert GAMES["primera"] is GAME


@pytest.mark.rule("000:9", "000:10")
def test_defaults_and_entry() -> None:
    rules = Rules()
    assert GAME.info.seats == (2, 7)
    assert GAME.entry(rules) == Entry(least=20_000, most=None, stake=5_000)
    assert GAME.info.bank == "wallet"
    assert (rules.capacidad, rules.denominaciones) == (7, (500, 1000, 2000, 5000, 10000, 50000))
    with pytest.raises(ValueError, match="capacidad"):
        Rules(capacidad=8)


@pytest.mark.rule("000:128", "000:129", "000:131")
def test_clocks_of_the_rules_are_those_of_the_game() -> None:
    rules = Rules()
    assert {name: getattr(rules, name) for name in CLOCKS} == dict(GAME.info.clocks)
    assert (rules.turno_s, rules.ventana_s, rules.gracia_s) == (120, 30, 60)


@pytest.mark.parametrize(
    "wrong",
    [
        {"capacidad": 8},
        {"min_jugadores": 1},
        {"denominaciones": ()},
        {"pique_minimo": 5_200},
        {"rake_bp": 10_001},
        {"bloque": 0},
        {"banda_baja": -1},
        {"max_reinicios": 0},
    ],
)
def test_rules_refuse_figures_that_cannot_be_played(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Rules)


@pytest.mark.rule("000:3")
def test_refusals_in_their_order_and_nothing_changes() -> None:
    hand = Hand("50k 50k 50k", NONE)
    before = msgspec.json.encode(hand.state)
    assert hand.refused("d draw p1") == "shuffle_unwanted"
    assert hand.refused("p2 voy 4000") == "not_your_turn"
    for command, code in (
        (Act(9, hand.turn, "voy", 5_000), Code.NOT_IN_HAND),
        (Leave(9), Code.NOT_IN_HAND),
        (Act(1, hand.turn - 1, "voy", 5_000), Code.STALE_TURN),
        (Act(1, hand.turn, "voy", 5_000, option="x"), Code.OPTION_WRONG),
        (Act(1, hand.turn, "llevo"), Code.NOT_OFFERED),
        (Act(1, hand.turn, "nada"), Code.NOT_OFFERED),
    ):
        with pytest.raises(Illegal) as refused:
            GAME.apply(hand.state, command)
        assert refused.value.code is code
    with pytest.raises(Illegal):
        GAME.idle(hand.state, 2)
    assert msgspec.json.encode(hand.state) == before


@pytest.mark.rule("000:4")
def test_there_is_no_capture_a_hand_is_four_cards_and_what_they_make() -> None:
    """Nothing takes a card from the table: the words are those of bets, and who wins is the best
    by type and points of four cards."""
    bets = "voy paso igualar resto llevo no_llevo pasar"
    words = f"{bets} descartar declarar mostrar ocultar"
    assert " ".join(GAME.info.moves) == words
    hand = Hand("50k 50k 50k", NONE, VOY, "p1 paso, p2 paso, p3 paso")
    hand.play("p1 descartar 2o3o, p2 descartar 4e, p3 descartar", "d sh 2o3o4e")
    hand.play("p1 paso, p2 paso, p3 paso, p1 declarar, p2 declarar, p3 declarar")
    cards = [parse(shown) for _, shown in sorted(hand.shown().items())]
    assert [len(four) for four in cards] == [4, 4, 4]
    worth = [strength(evaluate(four), mano=seat == 0) for seat, four in enumerate(cards)]
    assert [chips > 45_000 for chips in hand.stacks] == [w == max(worth) for w in worth]


def test_a_state_reads_back_from_its_bytes_in_every_phase() -> None:
    lines = [NONE, *VOY.split(", "), "p1 voy 1000", "p2 igualar", "p3 paso", "p1 descartar 2o"]
    lines += ["p2 descartar", "d sh 6c7c3e5c2o", "p1 paso", "p2 paso", "p1 declarar"]
    hand = Hand("50k 50k 50k")
    for line in lines:
        hand.play(line)
        again = msgspec.json.decode(msgspec.json.encode(hand.state), type=State)
        assert again == hand.state
    assert GAME.offers(again, 2) == GAME.offers(hand.state, 2)


def test_rank_names_the_hand_and_refuses_what_is_none() -> None:
    assert GAME.rank(parse("Ao6o7o2c")) == {"type": "chivo", "points": 55}
    assert GAME.rank(parse("2o2c2e2b")) == {"type": "primera", "points": 48}
    for cards, code in (("Ao6o7o", "cards_wrong_count"), ("Ao6o7oSc", "card_not_yours"),
                        ("Ao6o7o7o", "card_repeated")):  # fmt: skip
        with pytest.raises(Illegal) as refused:
            GAME.rank(parse(cards))
        assert refused.value.code == code


@pytest.mark.rule("000:5")
def test_view_and_info_carry_the_version_of_the_rules() -> None:
    view = GAME.view(Hand("50k 50k").state, None)
    assert view.version == GAME.info.version == "v1.0.0"


@pytest.mark.rule("000:15", "P-H")
def test_a_view_holds_no_card_of_others_and_private_facts_only_in_own() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000")
    mine = {"2c", "4o", "7e", "6b"}
    for seat in (None, 1, 3, 9):
        sent = msgspec.json.encode(GAME.view(hand.state, seat)).decode()
        assert not [card for card in mine if f'"{card}"' in sent]
    view = GAME.view(hand.state, 2)
    assert view.own is not None
    assert set(view.own.cards) == mine
    assert (view.own.rank, view.own.owes) == ({"type": "primera", "points": 65}, 9_000)
    assert msgspec.structs.replace(view, own=None) == GAME.view(hand.state, None)


@pytest.mark.rule("000:140", "P-H")
def test_who_has_no_seat_in_the_hand_sees_what_a_spectator_sees() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY)
    assert GAME.view(hand.state, 7) == GAME.view(hand.state, None)


def test_the_view_says_what_a_table_needs() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000, p2 llevo, p3 igualar")
    view = GAME.view(hand.state, None)
    assert isinstance(view, PrimeraView)
    assert (view.price, view.minimum, view.step, view.titular) == (5_000, 5_000, 500, 1)
    assert view.claimed == (2,)
    assert view.happened == ("REPARTO", "PIQUE", "COMPLETAR", "APUESTA", "DESCARTE")
    assert (view.deck, view.beside) == (16, 4)
    hand.play("p1 leave")
    assert GAME.view(hand.state, None).role == 3


def test_every_public_word_of_a_turn_stands_in_the_view() -> None:
    hand = Hand("50k 50k 50k", NONE, VOY, "p1 voy 9000, p2 igualar")
    seats = GAME.view(hand.state, None).seats
    assert [(s.word, s.amount, s.bet) for s in seats] == [
        ("voy", 9_000, 9_000), ("igualar", 9_000, 9_000), ("voy", 5_000, 0),
    ]  # fmt: skip


def _seats(hand: Hand, viewer: int | None = None) -> tuple[PrimeraSeat, ...]:
    found = GAME.view(hand.state, viewer).seats
    assert all(isinstance(seat, PrimeraSeat) for seat in found)
    return cast("tuple[PrimeraSeat, ...]", found)


@pytest.mark.rule("P-L", "P-H")
@pytest.mark.parametrize("word", ["llevo", "no_llevo"])
def test_the_view_tells_a_paso_of_the_pique_from_a_later_one_and_not_what_it_hides(
    word: str,
) -> None:
    cards = deal("2o3o 2c4o 6c7c Ae4b", "4c5o 7e6b 3e5c")
    hand = Hand("50k 50k 50k 50k", cards, VOY, "p4 paso", "p1 voy 9000", f"p2 {word}")
    seats = _seats(hand)
    assert [(s.word, s.said_in, s.state) for s in seats] == [
        ("voy", "APUESTA", "juega"),
        ("paso", "APUESTA", "retirado"),
        ("voy", "PIQUE", "juega"),
        ("paso", "PIQUE", "retirado"),
    ]
    assert _seats(hand, 2) == seats


@pytest.mark.rule("P-B3", "P-B5")
def test_a_paso_of_the_reopening_is_said_there_and_a_new_deal_has_no_word_yet() -> None:
    hand = Hand("50k 50k 50k", NONE, "p1 paso, p2 voy 5000, p3 paso, p1 paso")
    assert [(s.word, s.said_in) for s in _seats(hand)] == [("", "")] * 3
    hand = Hand("50k 50k 50k", NONE, "p1 paso, p2 voy 5000, p3 paso, p1 voy 5000")
    assert [s.said_in for s in _seats(hand)] == [
        "REAPERTURA", "PIQUE", "PIQUE",
    ]  # fmt: skip


@pytest.mark.rule("000:123", "P-G")
def test_a_prize_is_a_row_of_the_ledger_from_the_pot_to_the_wallet_in_pesos() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000, p2 llevo, p3 paso")
    prizes = [e for e in hand.player.events if isinstance(e, Moved) and e.why == "PREMIO"]
    accounts = [
        placed(name, table="t", currency=GAME.info.currency, users={2: "ana"}, bank="wallet")
        for e in prizes
        for name in (e.source, e.target)
    ]
    assert accounts == ["table:t:pot:pique", "house:rake:PRA", "table:t:pot:pique", "user:ana:PRA"]


@pytest.mark.rule("P-G")
def test_every_fact_and_why_is_one_of_the_named_ones() -> None:
    hand = Hand("50k 50k 50k", ONE, VOY, "p1 voy 9000, p2 llevo, p3 igualar, d cancel")
    assert {e.what for e in hand.told()} <= set(GAME.info.facts) == set(Fact)
    assert {e.why for e in hand.player.events if isinstance(e, Moved)} == {
        "APORTE_PIQUE", "APUESTA", "PREMIO", "COMPENSACION",
    }  # fmt: skip
    assert set(GAME.info.phases) <= set(Phase)


# ── lines of play, counted ───────────────────────────────────────────────────────────────────
def perft(step: Step, depth: int) -> int:
    """How many lines of `depth` answers there are, of the first seat asked: of each amount the
    least, of the cards none; every shuffle leaves them as they were asked for."""
    need = step.need
    if isinstance(need, Shuffle):
        return perft(GAME.apply(step.state, Shuffled(need.items)), depth)
    if isinstance(need, Over) or depth == 0:
        return 1
    seat = need.seats[0]
    return sum(
        perft(GAME.apply(step.state, Act(seat, need.turn, o.move, o.least or None)), depth - 1)
        for o in GAME.offers(step.state, seat)
    )


@pytest.mark.parametrize(
    ("stacks", "lines"),
    [("9000 20k", (2, 4, 9, 24, 52, 113, 222, 424)), ("9000 20k 6000", (2, 4, 8, 20, 57, 137))],
)
def test_lines_of_play_of_a_small_table(stacks: str, lines: tuple[int, ...]) -> None:
    start = Hand(stacks).player.step
    assert tuple(perft(start, depth) for depth in range(1, len(lines) + 1)) == lines


def test_what_a_state_keeps_beside_its_fields_is_no_part_of_it() -> None:
    hand = Hand("20000 20000 20000", NONE)
    asked, fresh = hand.state, msgspec.structs.replace(hand.state)
    assert GAME.offers(asked, 1)
    assert GAME.view(asked, 1).own is not None
    assert GAME.view(asked, None).own is None
    assert asked.known
    assert not fresh.known
    assert asked == fresh
    assert msgspec.msgpack.encode(asked) == msgspec.msgpack.encode(fresh)
    assert not msgspec.structs.replace(asked, turn=9).known
