"""The contract: refusals in their order, what the game says of itself, views, endings."""

from __future__ import annotations

import msgspec
import pytest

from tapete.cards.notation import parse
from tapete.game.contract import Act, Cancel, Entry, Leave, Over, Seated, Shuffled
from tapete.game.errors import Code, Illegal
from tapete.games.caida import GAME, CaidaView, Memory, Rules
from tapete.games.caida.rules import CLOCKS, largest_multiple, worst
from tapete.games.caida.state import Cause, Phase, State
from tapete.games.caida.values import DECK, value
from tapete.games.registry import GAMES
from tapete.record import handtext
from tapete.record.verify import check
from tests.games.caida.driver import Partida, cards, order

DEAL = "Ao2oRo3c4o5c6o7cSo 2c4eCc6e"  # three hands without a canto; no card lies as it is sung


def refused(partida: Partida, command: object) -> Code:
    before = msgspec.json.encode(partida.state)
    with pytest.raises(Illegal) as caught:
        partida.do(command)
    assert msgspec.json.encode(partida.state) == before
    return caught.value.code


def test_it_is_in_the_registry_under_its_key() -> None:
    assert GAMES["caida"] is GAME


@pytest.mark.rule("002:2")
def test_the_deck_has_forty_cards_with_their_values_and_two_to_four_play() -> None:
    assert len(set(DECK)) == len(DECK) == 40
    assert [value(rank + "o") for rank in "A234567SCR"] == [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
    assert {card[1] for card in DECK} == set("oceb")
    assert GAME.info.seats == (2, 4)
    for few in (1, 5):
        seats = tuple(Seated(n + 1, True, 100) for n in range(few))
        assert isinstance(GAME.open(Rules(), seats, None, 0).need, Over)


@pytest.mark.rule("002:1")
def test_twenty_four_points_are_two_golden_chapas() -> None:
    assert Rules().meta == 24
    partida = Partida(2, dealer=2)
    for score, chapas in ((0, 0), (11, 0), (12, 1), (23, 1), (24, 2), (31, 2)):
        player = msgspec.structs.replace(partida.state.players[0], score=score)
        state = msgspec.structs.replace(partida.state, players=(player, partida.state.players[1]))
        seat = GAME.view(state, None).seats[0]
        assert (seat.score, seat.chapas) == (score, chapas)  # type: ignore[attr-defined]


@pytest.mark.rule("K-M1")
def test_entry_is_the_most_that_a_partida_may_cost() -> None:
    for rules, times in (
        (Rules(costo=100), 1),
        (Rules(costo=100, doble_tribilin=True), 2),
        (Rules(costo=100, doble_menos5=True), 2),
        (Rules(costo=100, doble_tribilin=True, doble_menos5=True), 4),
    ):
        assert (largest_multiple(rules), worst(rules)) == (times, 100 * times)
        assert GAME.entry(rules) == Entry(100 * times, None, 100 * times)


@pytest.mark.rule("K-M5")
def test_clocks_are_those_of_the_rules() -> None:
    assert dict(GAME.info.clocks) == CLOCKS
    assert CLOCKS == {
        "turno_s": 60, "reparto_s": 120, "inactividad_s": 600, "gracia_s": 60,
        "gracia_total_s": 180,
    }  # fmt: skip
    shared = [name for name in CLOCKS if name in Rules.__struct_fields__]
    assert all(getattr(Rules(), name) == CLOCKS[name] for name in shared)
    assert (GAME.info.silence, GAME.info.away, GAME.info.ready) == ("leave", "leave", "each")


@pytest.mark.parametrize(
    "wrong",
    [
        {"jugadores": 1},
        {"jugadores": 5},
        {"meta": 0},
        {"costo": -1},
        {"comision_bp": 10_001},
        {"turno_s": 4},
        {"reparto_s": 3_601},
        {"rake": 5},
    ],
)
def test_rules_refuse_figures_that_cannot_be_played(wrong: dict[str, int]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Rules)


@pytest.mark.rule("K-S2", "K-D2")
def test_refusals_in_their_order() -> None:
    partida = Partida(3, dealer=3)
    assert refused(partida, Shuffled(DECK)) == Code.SHUFFLE_UNWANTED
    assert refused(partida, Leave(4)) == Code.NOT_IN_HAND
    assert refused(partida, Act(4, 1, "repartir", option="asc")) == Code.NOT_IN_HAND
    assert refused(partida, Act(1, 1, "repartir", option="asc")) == Code.NOT_YOUR_TURN
    assert refused(partida, Act(3, 7, "repartir", option="asc")) == Code.STALE_TURN
    assert refused(partida, Act(3, 1, "jugar", cards=("Ao",))) == Code.NOT_OFFERED
    assert refused(partida, Act(3, 1, "repartir")) == Code.OPTION_WRONG
    assert refused(partida, Act(3, 1, "repartir", 5, option="asc")) == Code.AMOUNT_UNWANTED
    partida.press("asc")
    assert refused(partida, Leave(1)) == Code.SHUFFLE_WANTED
    partida.shuffle(DEAL)
    turn = partida.turn()
    assert refused(partida, Act(1, turn, "repartir", option="asc")) == Code.NOT_OFFERED
    assert refused(partida, Act(1, turn, "jugar")) == Code.CARDS_WRONG_COUNT
    assert refused(partida, Act(1, turn, "jugar", cards=("Ao", "3c"))) == Code.CARDS_WRONG_COUNT
    assert refused(partida, Act(1, turn, "jugar", cards=("2o",))) == Code.CARD_NOT_YOURS
    assert refused(partida, Act(1, turn, "jugar", cards=("Ao",), option="x")) == Code.OPTION_WRONG
    with pytest.raises(Illegal):
        GAME.idle(partida.state, 2)


@pytest.mark.rule("K-S2")
def test_leaving_is_never_offered_always_taken_and_after_the_end_nothing_is() -> None:
    for partida in (Partida(2, dealer=1), Partida(2, dealer=1).press("asc").shuffle(DEAL)):
        for seat in (1, 2):
            offers = GAME.offers(partida.state, seat)
            assert {offer.move for offer in offers} <= {"repartir", "jugar"}
        partida.leave(2)
        assert partida.state.phase is Phase.FIN
        assert GAME.alive(partida.state) == ()
        for command in (Leave(1), Cancel("x"), Act(1, 1, "repartir"), Shuffled(DECK)):
            assert refused(partida, command) == Code.HAND_OVER


@pytest.mark.rule("K-D6", "K-P5")
def test_the_points_of_the_deal_come_before_tribilin() -> None:
    """Mano has won by her one point, though the dealer holds Tribilín."""
    partida = Partida(2, dealer=2, meta=1).press("asc").shuffle("Ao7o2c7c3b7e 5oSoCcRb")
    assert (partida.state.winner, partida.state.cause) == (1, Cause.MAL_ECHADA)
    assert partida.facts("tribilin") == []
    partida = Partida(2, dealer=2, meta=2).press("asc").shuffle("Ao7o2c7c3b7e 5oSoCcRb")
    assert (partida.state.winner, partida.state.cause) == (2, Cause.TRIBILIN)
    assert partida.scores() == [1, 0]


@pytest.mark.rule("K-P5", "002:1")
def test_nothing_is_awarded_after_the_award_that_wins() -> None:
    """A caída reaches the goal: the clean table of the same card is not counted any more."""
    partida = Partida(2, dealer=2, meta=2).press("asc").shuffle("So2oAoSc3c4b5oCcRb6e")
    partida.state = msgspec.structs.replace(partida.state, table=())
    partida.play("So")
    partida.play("Sc")
    assert (partida.state.winner, partida.state.cause) == (2, Cause.CAIDA)
    assert partida.facts("mesa_limpia") == []
    assert partida.scores() == [1, 2]


@pytest.mark.rule("K-S5")
def test_a_hand_text_says_balances_before_the_charge_and_after_the_release() -> None:
    dealt = f"d sh {''.join(order('6o5e6cSe6e3o5o7cSbRe'))}"
    check(text(f'"p2 repartir desc", "{dealt}"', 1_223, 800, "winner = 1, rake = 17"), GAME)
    check(text('"p2 repartir desc", "d cancel"', 1_000, 1_000, "rake = 0"), GAME)


def text(actions: str, one: int, other: int, expect: str) -> handtext.HandText:
    """A partida of two at costo 100 with 40 from an earlier one; who wins holds Tribilín."""
    return handtext.read(f"""
variant = "tapete/caida"
starting_stacks = [1000, 1000]
_rules = {{ costo = 100, doble_menos5 = true }}
_prior = {{ dealer = 2, acumulado = 40 }}
actions = [{actions}]
finishing_stacks = [{one}, {other}]
_expect = {{ over = true, phase = "FIN", {expect} }}
""")


def test_a_state_reads_back_from_its_bytes_in_every_phase() -> None:
    partida = Partida(3)
    states = [partida.state]
    states.append(partida.draw(2).state)
    states.append(partida.press("desc").state)
    states.append(partida.shuffle("Ao2o3o 4o5o6o 7oSoCo RoRcReRb2cSc").state)
    states.append(partida.shuffle_rest("").state)
    states.append(partida.play("Ao").state)
    states.append(partida.leave(1).state)
    for state in states:
        again = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert again == state


def test_rank_names_the_canto_and_refuses_what_is_no_hand() -> None:
    assert GAME.rank(parse("5o5c6b")) == {"canto": "vigia", "points": 7}
    assert GAME.rank(parse("6o6c6b")) == {"canto": "tribilin", "points": None}
    assert GAME.rank(parse("2o4c6b")) == {"canto": None, "points": 0}
    for text, code in (("Ao6o", "cards_wrong_count"), ("Ao6oTh", "card_not_yours"),
                       ("Ao6o6o", "card_repeated")):  # fmt: skip
        with pytest.raises(Illegal) as caught:
            GAME.rank(tuple(text[i : i + 2] for i in range(0, len(text), 2)))
        assert caught.value.code == code


def test_a_view_holds_no_hidden_card_and_private_facts_only_in_own() -> None:
    partida = Partida(3, dealer=3, costo=100).press("asc").shuffle(DEAL)
    spectator = GAME.view(partida.state, None)
    assert isinstance(spectator, CaidaView)
    for seat in (1, 2, 3):
        view = GAME.view(partida.state, seat)
        assert view.own is not None
        assert msgspec.structs.replace(view, own=None) == spectator
        others = [c for p in partida.state.players if p.seat != seat for c in p.cards]
        sent = msgspec.json.encode(view).decode()
        assert not [card for card in (*others, *partida.state.stock) if f'"{card}"' in sent]
    assert GAME.view(partida.state, 9) == spectator
    assert (spectator.mazo, spectator.deal, spectator.deals) == (1, 1, 4)
    assert (spectator.sung, spectator.laid) == ("asc", cards("2c 4e Cc 6e"))
    assert (spectator.costo, spectator.times, spectator.pots[0].amount) == (100, 1, 300)


def test_the_next_partida_is_dealt_from_where_the_role_stands() -> None:
    seats = tuple(Seated(n, True, 100) for n in (1, 3, 4))
    for memory, dealer in ((1, 1), (2, 3), (4, 4)):
        state, need, _ = GAME.open(Rules(), seats, Memory(memory), 0)
        assert state.dealer == dealer
        assert need.seats == (dealer,)  # type: ignore[union-attr]


def test_a_wish_to_wait_is_no_seat_out_of_the_partida() -> None:
    seats = (Seated(1, True, 10), Seated(2, True, 10, "wait"), Seated(3, True, 10, "out"))
    assert GAME.dealt(GAME.open(Rules(), seats, None, 0).state) == (1, 2)
