"""What other programs got wrong in this game, each a test (rules: «Traps»)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tapete.game.contract import Decide, Shuffle, Shuffled, Told
from tapete.games.caida import GAME
from tapete.games.caida.cantos import best, canto
from tapete.games.caida.mazo import close_mazo
from tapete.games.caida.state import Cause, Phase
from tapete.games.caida.values import DECK
from tests.games.caida.driver import Partida, cards


def play_on(partida: Partida, until: int) -> Partida:
    """Fall where one can, else play the first card, and press on, until that many mazos begin."""
    chance = Random(1)
    while partida.state.mazo < until and partida.state.phase is not Phase.FIN:
        if isinstance(partida.need, Shuffle):
            items = partida.need.items
            partida.do(Shuffled(tuple(chance.sample(items, len(items)))))
            continue
        assert isinstance(partida.need, Decide)
        (offer,) = GAME.offers(partida.state, partida.need.seats[0])
        if offer.move == "repartir":
            partida.press("asc" if offer.options else None)
        else:
            partida.play((*offer.falls, *offer.cards)[0])  # type: ignore[attr-defined]
    return partida


@pytest.mark.rule("K-P4")
def test_of_three_the_dealer_has_the_quota_of_14_and_not_the_first_player() -> None:
    partida = Partida(3, dealer=2, meta=240).press("asc").shuffle("")
    piles = {3: DECK[:14], 1: DECK[14:26], 2: DECK[26:]}  # mano 14, then 12, the dealer 14
    players = tuple(
        replace(p, cards=(), pile=piles[p.seat], score=0) for p in partida.state.players
    )
    state, told = close_mazo(
        replace(partida.state, players=players, stock=(), table=(), capturer=2)
    )
    scores = {player.seat: player.score for player in state.players}
    assert scores == {3: 1, 1: 0, 2: 0}
    assert [t.seat for t in told if isinstance(t, Told) and t.what == "capturadas"] == [3, 1, 2]


@pytest.mark.rule("K-P5", "002:1")
def test_the_winner_is_not_whoever_plays_last() -> None:
    """Seat 2 plays the last card of the deal; the canto that wins is seat 1's."""
    partida = Partida(2, dealer=2, meta=5).press("asc").shuffle("Ro2oRc5c3b7e4o6cSbAe")
    partida.play("Ro", "2o", "Rc", "5c", "3b")
    assert partida.state.asks == 2
    partida.play("7e")
    assert partida.state.phase is Phase.FIN
    (won,) = partida.facts("gana")
    assert (won.seat, won.word) == (1, Cause.CANTO)
    assert GAME.view(partida.state, None).winner == 1


@pytest.mark.rule("K-C3", "002:19")
def test_a_canto_is_sung_once_and_before_its_card() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ro2oRc5c3b7e4o6cSbAe")
    partida.play("Ro", "2o", "Rc", "5c", "3b", "7e")
    words = [e.what for e in partida.told if isinstance(e, Told) and e.what in ("canto", "jugada")]
    assert words == ["canto"] + ["jugada"] * 6


@pytest.mark.rule("K-P1", "002:13")
def test_dragged_cards_are_captured_cards() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("4o5cRe2c3b7o5e6c7cRc")
    partida.play("4o", "5c")
    assert partida.state.players[1].pile == cards("5c 5e 6c 7c")
    assert GAME.view(partida.state, None).seats[1].pile == 4  # type: ignore[attr-defined]
    assert sum(map(len, GAME.zones(partida.state).values())) == len(DECK)


@pytest.mark.rule("K-P4", "002:17")
def test_who_captured_in_an_earlier_deal_last_takes_what_lies_at_the_end() -> None:
    """Nobody captures in the last deal: the sweep is seat 1's, who captured in the one before."""
    partida = Partida(4, dealer=4).press("desc").shuffle("")
    hands = cards("Ao3c5eSb")
    players = tuple(
        replace(p, cards=(card,), dealt=(card, "7e", "Rb"), canto="")
        for p, card in zip(partida.state.players, hands, strict=True)
    )
    state = replace(
        partida.state, players=players, stock=(), table=(), capturer=1, deal=3, aside=()
    )
    left = tuple(c for c in DECK if c not in hands)
    state = replace(state, players=tuple(
        replace(p, pile=left[n * 9 : (n + 1) * 9]) for n, p in enumerate(state.players)
    ))  # fmt: skip
    partida.state, partida.told = state, []
    for seat, card in enumerate(hands, 1):
        partida.need = Decide((seat,), "turno_s", partida.state.turn)
        partida.play(card)
    assert partida.facts("recoge") == []
    (swept,) = partida.facts("sobrantes")
    assert (swept.seat, swept.cards) == (1, hands)
    assert [t.amount for t in partida.facts("capturadas")] == [13, 9, 9, 9]


@pytest.mark.rule("K-D4", "002:10")
def test_the_table_is_compared_as_it_was_dealt_and_not_sorted() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("5o6o7oSoCoRo 4c3c2cAc")
    assert partida.state.laid == cards("4c 3c 2c Ac")
    assert partida.scores() == [1, 0]
    partida = Partida(2, dealer=2).press("desc").shuffle("5o6o7oSoCoRo 4c3c2cAc")
    assert partida.scores() == [0, 10]


@pytest.mark.rule("K-D3")
def test_a_repeated_table_card_is_still_in_the_deck() -> None:
    partida = Partida(3, dealer=3).press("asc").shuffle("Ao2o3o 4o5o6o 7oSoCo RoRcReRb2cSc")
    assert isinstance(partida.need, Shuffle)
    assert set(cards("Rc Re Rb")) <= set(partida.need.items)
    assert partida.state.table == ("Ro", "2c", "Sc", "Ac")
    partida.do(Shuffled(partida.need.items))
    assert sorted(c for zone in GAME.zones(partida.state).values() for c in zone) == sorted(DECK)


@pytest.mark.rule("K-S1")
def test_every_mazo_wants_a_shuffle_of_its_own() -> None:
    partida = play_on(Partida(2, dealer=1, meta=240), until=3)
    assert isinstance(partida.need, Shuffle)
    assert sorted(map(str, partida.need.items)) == sorted(DECK)
    assert [t.amount for t in partida.facts("mazo")] == [1, 2, 3]
    assert [t.seat for t in partida.facts("mazo")] == [1, 2, 1]


@pytest.mark.rule("K-P2", "002:14")
def test_a_caida_is_always_a_capture() -> None:
    partida = play_on(Partida(3, dealer=1, meta=240), until=4)
    told = [e for e in partida.told if isinstance(e, Told)]
    fallen = [at for at, e in enumerate(told) if e.what == "caida"]
    assert len(fallen) > 3
    for at in fallen:
        assert (told[at - 1].what, told[at - 1].seat) == ("recoge", told[at].seat)
        assert told[at - 1].cards[0][0] == told[at].cards[0][0]


@pytest.mark.rule("K-C1")
def test_a_pair_with_its_neighbour_is_a_vigia_and_no_ronda() -> None:
    found = canto(cards("5o 5c 6b"))
    assert found is not None
    assert (found.name, found.points) == ("vigia", 7)


@pytest.mark.rule("K-P3", "002:14", "002:16")
@pytest.mark.parametrize(("card", "points"), [("7", 5), ("S", 6), ("C", 7), ("R", 8)])
def test_a_caida_that_empties_the_table_is_worth_both(card: str, points: int) -> None:
    partida = Partida(2, dealer=2, meta=240).press("asc").shuffle(f"{card}o{card}cAo2e3c4b")
    state = replace(partida.state, table=(), left="")
    partida.state = state
    partida.play(f"{card}o", f"{card}c")
    assert partida.state.players[1].score == points
    assert partida.state.table == ()


@pytest.mark.rule("K-C3", "002:19")
def test_an_announced_canto_tells_no_card() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("RoAcRc5c3b7e4o6cSb2e")
    partida.play("3b")
    (sung,) = partida.facts("canto")
    assert (sung.word, sung.cards, sung.amount) == ("ronda", (), 0)
    for seat in (None, 2):
        shown = str(GAME.view(partida.state, seat))
        assert "Ro" not in shown
        assert "Rc" not in shown


@pytest.mark.rule("K-C2")
@pytest.mark.parametrize("dealer", [1, 2])
def test_a_full_tie_is_paid_to_who_sits_nearest_to_mano(dealer: int) -> None:
    """Two equal Rondas: the seat after the dealer has it, not always the second one."""
    assert best((cards("5o5cAb"), cards("5e5bRo"))) == 0
    partida = Partida(2, dealer=dealer).press("asc").shuffle("5o5e5c5bAbRo 7oSoCo3c")
    partida.play("5o", "5e", "5c", "5b", "Ab", "Ro")
    (paid,) = partida.facts("canto_pagado")
    assert paid.seat == 3 - dealer
