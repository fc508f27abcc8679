"""The house player of Primera, from views made by hand."""

from __future__ import annotations

import pytest

from tapete.bots import Passive, Primera, bot_for
from tapete.bots.bot import legal
from tapete.game.contract import Act, Offer, Told, View
from tests.bots.views import CHIPS, INFO, view

VOY = Offer("voy", 1_000, CHIPS, 500)
RESTO = Offer("resto", cost=CHIPS)
FREE = (Offer("paso"), VOY, RESTO)


def _owed(cost: int, out: str = "paso") -> tuple[Offer, ...]:
    outs = (Offer("llevo"), Offer("no_llevo")) if out == "llevo" else (Offer(out),)
    voy = Offer("voy", cost + 500, CHIPS, 500)
    return (Offer("igualar", cost=cost), voy, RESTO, *outs)


def _think(seen: View, offers: tuple[Offer, ...], seed: int = 1) -> Act:
    move = Primera().think(INFO, seen, offers, (), seed)
    assert legal(offers, move)
    assert (move.seat, move.turn) == (1, 7)
    return move


def _moves(seen: View, offers: tuple[Offer, ...], seeds: int = 60) -> dict[str, int]:
    found: dict[str, int] = {}
    for seed in range(seeds):
        move = _think(seen, offers, seed).move
        found[move] = found.get(move, 0) + 1
    return found


def test_primera_has_its_own_player_and_other_games_the_plain_one() -> None:
    assert isinstance(bot_for(INFO), Primera)


def test_the_same_view_and_seed_give_the_same_move() -> None:
    seen, offers = view("GUERRA", "7o6c5e5b", pozo=9_000), FREE
    for seed in range(20):
        assert _think(seen, offers, seed) == _think(seen, offers, seed)


def test_la_mano_asks_the_least_price_with_good_cards() -> None:
    offers = (Offer("voy", 5_000, CHIPS, 500), Offer("paso"))
    assert _think(view("PIQUE", "7o6o", pique=0), offers).amount == 5_000


def test_poor_cards_pass_more_often_than_good_ones() -> None:
    offers = (Offer("voy", 5_000, 5_000, 500), Offer("paso"))
    poor = _moves(view("PIQUE", "2o3c", opponents=5, pique=5_000), offers)
    good = _moves(view("PIQUE", "7o6o", opponents=5, pique=5_000), offers)
    assert good.get("voy", 0) > poor.get("voy", 0)


def test_a_primera_stands_and_three_of_a_suit_change_one_card() -> None:
    offers = (Offer("descartar", pick=(0, 4), cards=("7o", "6c", "5e", "5b")),)
    assert _think(view("DESCARTE", "7o6c5e5b"), offers).cards == ()
    offers = (Offer("descartar", pick=(0, 4), cards=("7o", "6o", "5o", "2c")),)
    assert _think(view("DESCARTE", "7o6o5o2c"), offers).cards == ("2c",)


def test_juego_claims_in_the_window_and_nothing_else_does() -> None:
    everything = (Offer("pasar"), Offer("igualar", 5_000, CHIPS, 500), Offer("llevo"))
    assert _think(view("VALIDACION", "7o6c5e5b"), everything).move == "llevo"
    assert _think(view("VALIDACION", "7o6o5e5b"), everything[:2]).move == "pasar"


def test_a_huge_bet_against_a_small_hand_is_not_paid() -> None:
    seen = view("GUERRA", "2o2c3e3o", pozo=50_000, owes=50_000)
    assert set(_moves(seen, _owed(50_000))) == {"paso"}


def test_the_best_hand_is_never_given_up() -> None:
    seen = view("GUERRA", "7o6o5o4o", pozo=50_000, owes=50_000)
    assert "paso" not in _moves(seen, _owed(50_000))


def test_a_juego_that_does_not_pay_claims_the_pique() -> None:
    seen = view("APUESTA", "2o3c4e3b", pozo=90_000, owes=90_000)
    assert _moves(seen, _owed(90_000, "llevo")).get("llevo", 0) > 40


def test_bluffs_are_rare() -> None:
    bets = _moves(view("GUERRA", "2o2c3e3o", pozo=10_000), FREE, 200)
    assert 0 < bets.get("voy", 0) < 30


def test_everything_is_risked_only_with_a_hand_for_it() -> None:
    seen = view("GUERRA", "7o7c2e3o", pozo=400_000)
    for seed in range(60):
        assert _think(seen, FREE, seed).amount != CHIPS


def test_who_changed_no_card_is_taken_to_hold_something() -> None:
    seen = view("GUERRA", "7o6o5e5b", opponents=1, pozo=8_000, owes=8_000)
    offers, stood = _owed(8_000), (Told("descarta", seat=2), Told("descarta", seat=1))
    changed = (Told("descarta", seat=2, amount=2), Told("descarta", seat=1))
    moves = [Primera().think(INFO, seen, offers, changed, seed).move for seed in range(20)]
    assert "igualar" in moves
    moves = [Primera().think(INFO, seen, offers, stood, seed).move for seed in range(20)]
    assert set(moves) == {"paso"}


def test_the_declaration_is_a_confirmation() -> None:
    assert _think(view("DECLARACION", "7o6c5e5b"), (Offer("declarar"),)).move == "declarar"


def test_a_winner_mostly_hides() -> None:
    seen = view("MOSTRAR", "7o6c5e5b", opponents=0)
    found = _moves(seen, (Offer("mostrar"), Offer("ocultar")))
    assert found["ocultar"] > found.get("mostrar", 0) > 0


@pytest.mark.parametrize("phase", ["PIQUE", "APUESTA", "GUERRA", "CANTICOS", "GUERRA_JUEGO"])
def test_open_cards_are_taken_into_account_and_break_nothing(phase: str) -> None:
    cards = "7o6o" if phase == "PIQUE" else "7o6c5e5b"
    seen = view(phase, cards, shown="Ao2o3o4o", board="7b")
    offers = (Offer("voy", 5_000, 5_000, 500), Offer("paso")) if phase == "PIQUE" else FREE
    for seed in range(10):
        _think(seen, offers, seed)


def test_an_offer_that_the_player_does_not_know_is_answered_legally() -> None:
    seen = view("NUEVA", "7o6c5e5b")
    odd = (Offer("cantar", options=("si", "no")), Offer("poner", 500, 2_000, 500))
    for seed in range(20):
        assert legal(odd, Primera().think(INFO, seen, odd, (), seed))


def test_the_plain_player_prefers_what_is_free_and_pays_only_what_is_cheap() -> None:
    seen = view("X", "7o6c5e5b")
    dear = (Offer("igualar", cost=CHIPS // 2), Offer("paso"))
    cheap = (Offer("igualar", cost=1_000), Offer("paso"))
    moves = [Passive().think(INFO, seen, dear, (), seed).move for seed in range(40)]
    assert set(moves) == {"paso"}
    moves = [Passive().think(INFO, seen, cheap, (), seed).move for seed in range(40)]
    assert set(moves) == {"paso", "igualar"}
