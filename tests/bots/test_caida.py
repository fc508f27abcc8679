"""The house players of Caída: legal, blind to what is hidden, quick; the good one is better."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

import pytest
from msgspec.structs import replace

from tapete.bots import Bot, Greedy, Searcher, bot_for, levels
from tapete.bots.bot import legal
from tapete.bots.caida import ASIDE, DEALS, hidden
from tapete.game.contract import Act, Seat, Told
from tapete.games.caida import GAME, Memory
from tapete.games.caida.state import State
from tapete.games.caida.values import DECK
from tests.bots.driving import thoughts
from tests.bots.matches import mirrored
from tests.games.caida.driver import Partida

BOTS = [pytest.param(Greedy(), id="greedy"), pytest.param(Searcher(), id="good")]


def thought(bot: Bot, partida: Partida, seat: Seat, seed: int = 1) -> Act:
    """What the bot answers in this seat now."""
    seen = tuple(e for e in partida.told if not isinstance(e, Told) or seat in (e.only or (seat,)))
    view, offers = GAME.view(partida.state, seat), GAME.offers(partida.state, seat)
    return bot.think(GAME.info, view, offers, seen, seed)


def test_there_are_two_levels_and_the_best_one_is_the_usual_one() -> None:
    assert levels("caida") == ("greedy", "good")
    assert isinstance(bot_for(GAME.info, "greedy"), Greedy)
    assert isinstance(bot_for(GAME.info, "good"), Searcher)
    assert isinstance(bot_for(GAME.info), Searcher)
    assert isinstance(bot_for(GAME.info, "nada"), Searcher)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_partidas_are_played_legally(bot: Bot, players: int) -> None:
    moves = set()
    for seed in range(3):
        for one in thoughts(GAME, bot, players=players, chips=20_000, seed=seed):
            assert legal(one.offers, one.act)
            moves.add(one.act.move)
    assert moves == {"repartir", "jugar"}


@pytest.mark.parametrize("bot", BOTS)
def test_the_move_is_the_same_whatever_lies_in_the_hidden_cards(bot: Bot) -> None:
    compared = 0
    for seed in range(3):
        for one in thoughts(GAME, bot, players=3, chips=20_000, seed=seed):
            other = _dealt_otherwise(one.state, one.seat, seed)
            view = GAME.view(other, one.seat)
            assert view == one.view
            offers = GAME.offers(other, one.seat)
            assert bot.think(GAME.info, view, offers, one.events, one.seed) == one.act
            compared += other != one.state
    assert compared > 100


def _dealt_otherwise(state: State, seat: Seat, seed: int) -> State:
    """The state with every card that the seat does not see in another place."""
    hands = [c for p in state.players if p.seat != seat for c in p.cards]
    pool = iter(Random(seed).sample([*hands, *state.stock], len(hands) + len(state.stock)))
    players = tuple(
        p if p.seat == seat else replace(p, cards=tuple(next(pool) for _ in p.cards))
        for p in state.players
    )
    return replace(state, players=players, stock=tuple(next(pool) for _ in state.stock))


def test_what_is_hidden_is_what_the_seat_has_not_seen_since_the_shuffle() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("Ao4o2c5c3b6b7o7eSeSbRb")
    partida.shuffle_rest("7eSb")
    partida.play("Ao", "4o")
    view = GAME.view(partida.state, 1)
    assert view.own is not None
    told = tuple(e for e in partida.told if not isinstance(e, Told) or 1 in (e.only or (1,)))
    unseen = set(hidden(view, view.own.cards, told))
    assert unseen == set(DECK) - {"Ao", "2c", "3b", "4o", "7o", "Se", "Rb", *partida.state.laid}
    assert {"7e", "Sb"} <= unseen  # they were set aside and may be anywhere again
    assert {c for p in partida.state.players if p.seat == 2 for c in p.cards} <= unseen


def test_the_words_that_the_players_listen_for_are_words_of_the_game() -> None:
    assert {DEALS, ASIDE} <= set(GAME.info.facts)


def test_greedy_falls_on_the_card_that_was_just_left() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("RoRcAo2e3c4bSoCo5e7b")
    partida.play("Ro")
    assert thought(Greedy(), partida, 2).cards == ("Rc",)


def test_the_last_card_needs_no_thought() -> None:
    partida = Partida(2, dealer=2).press("asc").shuffle("RoAcAo2e3c4bSoCo5e7b")
    partida.play("Ro", "Ac", "Ao", "2e", "3c")
    assert thought(Searcher(), partida, 2).cards == ("4b",)


@pytest.mark.parametrize("players", [2, 4])
def test_the_good_player_takes_well_under_fifty_milliseconds(players: int) -> None:
    times = []
    for one in thoughts(GAME, Searcher(), players=players, chips=20_000, seed=5):
        began = perf_counter()
        Searcher().think(GAME.info, one.view, one.offers, one.events, one.seed)
        times.append(perf_counter() - began)
    assert median(times) < 0.05


def test_the_good_player_wins_more_of_the_same_shuffles() -> None:
    assert mirrored(GAME, Searcher(), Greedy(), Memory(1), pairs=60).share > 0.5


@pytest.mark.slow
def test_the_good_player_is_better_beyond_doubt() -> None:
    score = mirrored(GAME, Searcher(), Greedy(), Memory(1), pairs=2_000)
    least, most = score.interval()
    print(f"\ngood against greedy: {score.share:.3f} of {score.hands} ({least:.3f} to {most:.3f})")
    assert least > 0.5
