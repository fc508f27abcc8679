"""Chapter A: the draw of La Mano, who is dealt in, rotation and succession."""

import pytest

from tapete.cards.decks import SPANISH_28
from tapete.game.contract import Over, Seated, Shuffle, Shuffled
from tapete.games.primera import GAME, Memory, Rules
from tapete.games.primera.state import Fact
from tests.games.primera.hand import Hand, deal

PLAIN = deal("2o3c 4e5b 6o7c")


@pytest.mark.rule("000:26", "000:27", "P-A1", "P-D5")
def test_the_first_hand_draws_a_seat_then_deals_open_cards_until_the_first_oro() -> None:
    hand = Hand("50k 50k 50k", mano=None)
    need = hand.player.step.need
    assert isinstance(need, Shuffle)
    assert need.items == (1, 2, 3)
    assert hand.refused(PLAIN) == "shuffle_wrong"
    hand.play("d draw p3")
    need = hand.player.step.need
    assert isinstance(need, Shuffle)
    assert set(need.items) == set(SPANISH_28)
    hand.play("d sh 2c3c4c5c7oAo2o3o4o5o6oAc6c7cAe2e3e4e5e6e7eAb2b3b4b5b6b7b")
    drawn = [(e.seat, *e.cards) for e in hand.told(Fact.SORTEADA)]
    assert drawn == [(3, "2c"), (1, "3c"), (2, "4c"), (3, "5c"), (1, "7o")]
    assert not any(e.only for e in hand.told(Fact.SORTEADA))
    need = hand.player.step.need
    assert isinstance(need, Shuffle)  # all cards went back
    assert set(need.items) == set(SPANISH_28)
    assert (hand.phase, hand.mano) == ("REPARTO", 1)
    hand.play(PLAIN)
    assert hand.asked == (1,)


@pytest.mark.rule("000:28", "P-A2")
def test_later_hands_turn_her_to_the_next_seat_even_if_the_last_one_is_empty() -> None:
    def mano(after: int, *seats: int) -> int:
        seated = tuple(Seated(seat, True, 50_000) for seat in seats)
        state = GAME.open(Rules(), seated, Memory(after), 0).state
        return int(GAME.view(state, None).role)

    assert mano(3, 1, 3, 5) == 3
    assert mano(4, 1, 3, 5) == 5  # seat 3 had it, seat 4 is empty
    assert mano(6, 1, 3, 5) == 1
    hand = Hand("50k 50k 50k", PLAIN, "p1 voy 5000")
    assert GAME.view(hand.state, None).next_mano == 0  # a restart could still move it
    hand.play("d cancel")
    assert hand.player.step.need == Over(Memory(2), ())
    assert GAME.view(hand.state, None).next_mano == 2  # all may know it between two hands


@pytest.mark.rule("P-A2")
def test_the_next_mano_follows_the_last_titular_and_wraps_behind_seat_seven() -> None:
    seated = tuple(Seated(seat, True, 50_000) for seat in (6, 7))
    step = GAME.open(Rules(), seated, Memory(7), 0)
    step = GAME.apply(step.state, Shuffled(SPANISH_28))
    step = GAME.apply(step.state, GAME.idle(step.state, 7))  # the title goes to 6
    step = GAME.apply(step.state, GAME.idle(step.state, 6))
    assert step.state.titular == 6
    step = GAME.apply(step.state, Shuffled(SPANISH_28))
    step = GAME.apply(step.state, GAME.idle(step.state, 6))
    step = GAME.apply(step.state, GAME.idle(step.state, 7))
    assert step.state.titular == 7


@pytest.mark.rule("P-A3")
def test_dealt_in_is_who_sits_wants_to_play_and_can_pay_the_minimum() -> None:
    seated = (
        Seated(1, True, 5_000),
        Seated(2, True, 4_999),
        Seated(3, False, 50_000),
        Seated(4, True, 50_000, "out"),
        Seated(5, True, 50_000),
    )
    step = GAME.open(Rules(), seated, Memory(2), 0)
    assert GAME.dealt(step.state) == (1, 5)
    assert step.state.mano == 5


@pytest.mark.rule("P-A3")
def test_with_fewer_than_two_nothing_is_dealt_and_the_title_waits() -> None:
    for memory in (None, Memory(1), Memory(4)):
        step = GAME.open(Rules(), (Seated(1, True, 9_000), Seated(2, True, 0)), memory, 0)
        assert isinstance(step.need, Over)
        assert (step.need.memory, step.events) == (memory, ())


@pytest.mark.rule("000:29", "P-A4")
@pytest.mark.parametrize(
    ("lines", "heir"),
    [
        ("p1 paso, p2 voy 5000, p3 voy 5000, p4 voy 5000", 2),
        ("p1 voy 5000, p1 leave", None),  # the only Voy: dealt again
        ("p1 voy 5000, p2 voy 5000, p1 leave", 2),
        ("p1 voy 5000, p2 paso, p3 voy 5000, p1 leave", 3),
    ],
)
def test_the_title_goes_at_once_to_the_next_one_alive_in_the_pique(
    lines: str, heir: int | None
) -> None:
    hand = Hand("50k 50k 50k 50k", deal("2o3c 4e5b 6o7c 2e3b"), lines)
    if heir is None:
        assert (hand.phase, hand.state.titular) == ("REPARTO", 2)
    else:
        assert hand.mano == heir


@pytest.mark.rule("000:29", "000:30", "P-A4", "P-C3")
def test_who_retires_hands_the_title_on_and_the_round_goes_on_clockwise() -> None:
    hand = Hand("50k 50k 50k 50k", deal("2o3c 4e5b 6o7c 2e3b", "2b4o 6e7e 3e5e Ab6b"))
    hand.play("p1 voy 5000, p2 voy 5000, p3 voy 5000, p4 voy 5000")
    hand.play("p1 paso, p2 paso, p3 voy 1000, p4 igualar, p1 paso")
    assert (hand.mano, hand.asked) == (2, (2,))
    assert [(e.seat, e.word) for e in hand.told(Fact.MANO, last=True)] == [(2, "sucesion")]
    hand.play("p2 igualar, p2 descartar, p3 descartar")
    assert hand.asked == (4,)  # order from La Mano
    hand.play("p4 descartar", "d sh 2o3c2b4o")
    assert (hand.phase, hand.asked) == ("GUERRA", (2,))  # La Mano acts first in each round


@pytest.mark.rule("P-A4")
def test_all_in_keeps_the_title_and_the_next_who_has_chips_speaks_first() -> None:
    hand = Hand("5000 50k 50k", deal("2o3c 4e5b 6o7c", "2b4o 6e7e 3e5e"))
    hand.play("p1 voy 5000, p2 voy 5000, p3 voy 5000")
    assert (hand.mano, hand.asked) == (1, (2,))


@pytest.mark.rule("P-A4", "P-L")
def test_who_says_llevo_or_leaves_loses_it_the_others_hear_the_same() -> None:
    for line in ("p1 llevo", "p1 no_llevo", "p1 leave"):
        hand = Hand("50k 50k 50k", deal("2oAc 4e5b 6o7c", "3e6b 6e7e 3b5e"))
        hand.play("p1 voy 5000, p2 voy 5000, p3 voy 5000, p1 paso, p2 voy 2000, p3 igualar", line)
        assert hand.mano == 2


@pytest.mark.rule("P-A4")
def test_the_claims_of_one_window_count_together_before_the_title_moves() -> None:
    hand = Hand("50k 50k 50k", deal("2oAc 3o7c 6o7e", "3e6b 6e5b 3b5e"))
    hand.play("p1 voy 5000, p2 voy 5000, p3 voy 5000, p1 paso, p2 paso, p3 paso")
    hand.play("p1 llevo, p2 llevo, p3 pasar")
    assert hand.mano == 3  # not 2, who claimed too
    hand = Hand("50k 50k", deal("2oAc 3o7c", "3e6b 6e5b"))
    hand.play("p1 voy 5000, p2 voy 5000, p1 paso, p2 paso, p1 llevo, p2 llevo")
    assert hand.mano == 1  # nobody is left in the pozo: it stays


@pytest.mark.rule("000:32", "P-A4")
def test_before_the_showdown_a_living_seat_has_the_title() -> None:
    cards = deal("2o3o 4e5e 6o7c", "4o5o 6e7e 3e5c")
    hand = Hand("50k 6000 50k", cards, "p1 voy 5000, p2 voy 5000, p3 voy 5000")
    hand.play("p1 voy 1000, p2 resto, p3 igualar, p1 descartar, p2 leave, p3 descartar")
    hand.play("p1 leave")
    mano = hand.state.players[hand.mano - 1]
    assert (hand.mano, mano.alive, mano.sits) == (3, True, True)
