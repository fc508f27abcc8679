"""Dealing (K-D): never by itself, three cards each, four on the table, and the sung order."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.game.contract import Event, Seat, Shuffle, Told
from tapete.games.caida.cantos import TRIBILIN, canto
from tapete.games.caida.state import (
    CARDS_OF_A_DEAL,
    CARDS_OF_THE_TABLE,
    ORDERS,
    Cause,
    Fact,
    Phase,
    State,
    Wants,
    award,
    from_mano,
    mano,
    until_won,
)
from tapete.games.caida.values import DECK, step, value


def await_dealer(state: State) -> State:
    """Nobody plays until the dealer presses Repartir (K-D2, 002:7)."""
    return replace(
        state, phase=Phase.POR_REPARTIR, wants=Wants.NOTHING, asks=state.dealer, turn=state.turn + 1
    )


def press(state: State, order: str) -> tuple[State, tuple[Event, ...]]:
    """Repartir. The first deal of a mazo is sung blind and waits for the shuffle (K-D2, K-S1)."""
    told: tuple[Event, ...] = (Told(Fact.REPARTE, state.dealer, word=order),)
    if state.deal > 0:
        return until_won(state, lambda s: (s, told), deal_hands, tribilin, begin_play)
    waiting = replace(state, sung=order, mazo=state.mazo + 1, wants=Wants.MAZO, asks=0)
    return waiting, (*told, Told(Fact.MAZO, state.dealer, waiting.mazo))


def wanted(state: State) -> Shuffle:
    """The chance that is awaited: the draw of the dealer, a whole mazo, or the rest of one with
    the cards that were set aside (K-S1, K-S3)."""
    if state.wants is Wants.DRAW:
        return Shuffle(tuple(player.seat for player in state.players), state.wants)
    return Shuffle(state.stock + state.aside, state.wants)


def named_dealer(state: State, dealer: Seat) -> tuple[State, tuple[Event, ...]]:
    """This seat deals the next mazo; the table waits for it."""
    return await_dealer(replace(state, dealer=dealer)), (Told(Fact.REPARTIDOR, dealer),)


def first_deal(state: State, order: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    """Hands first, then the table (K-D3); a repeated value asks for one more shuffle."""
    state = replace(state, stock=order, wants=Wants.NOTHING)
    state, told = until_won(state, deal_hands, lay_table)
    if state.aside:
        return replace(state, wants=Wants.MESA), told
    state, more = score_deal(state)
    return state, told + more


def reshuffled(state: State, order: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    """The rest and the set-aside cards in their new order; only now points are given (K-S1)."""
    told = (Told(Fact.BARAJA, amount=len(order)),)
    state = replace(state, stock=order, aside=(), wants=Wants.NOTHING)
    state, more = score_deal(state)
    return state, told + more


def score_deal(state: State) -> tuple[State, tuple[Event, ...]]:
    """Points of the deal, the check for the goal, Tribilín, play (K-D6)."""
    return until_won(state, sung_order, tribilin, begin_play)


def deal_hands(state: State) -> tuple[State, tuple[Event, ...]]:
    """Three rounds of one card, from mano; cards leave the stock at its front."""
    seats = [player.seat for player in from_mano(state)]
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(seats, ())
    told: list[Event] = []
    for place in range(CARDS_OF_A_DEAL * len(seats)):
        seat, card = seats[place % len(seats)], state.stock[place]
        hands[seat] += (card,)
        told.append(Told(Fact.CARTA, seat, 1))
        told.append(Told(Fact.CARTA, seat, cards=(card,), only=(seat,)))
    players = tuple(
        replace(p, cards=hands[p.seat], dealt=hands[p.seat], canto=None, word="")
        for p in state.players
    )
    dealt = CARDS_OF_A_DEAL * len(seats)
    state = replace(state, players=players, stock=state.stock[dealt:], deal=state.deal + 1, left="")
    return state, tuple(told)


def lay_table(state: State) -> tuple[State, tuple[Event, ...]]:
    """Four cards without a repeated value: a repeat is set aside, the next takes its place."""
    table: list[Card] = []
    aside: list[Card] = []
    told: list[Event] = []
    for card in state.stock:
        if len(table) == CARDS_OF_THE_TABLE:
            break
        if step(card) in map(step, table):
            aside.append(card)
            told.append(Told(Fact.APARTADA, cards=(card,)))
            continue
        table.append(card)
        told.append(Told(Fact.MESA, amount=len(table), cards=(card,)))
    rest = state.stock[len(table) + len(aside) :]
    laid = tuple(table)
    state = replace(state, table=laid, laid=laid, aside=tuple(aside), stock=rest, capturer=0)
    return state, tuple(told)


def matches(state: State) -> tuple[int, ...]:
    """The positions, from 1, whose card has the value that was sung for it."""
    if not state.sung:
        return ()
    sung = zip(state.laid, ORDERS[state.sung], strict=False)
    return tuple(place for place, (card, said) in enumerate(sung, 1) if value(card) == said)


def sung_order(state: State) -> tuple[State, tuple[Event, ...]]:
    """The dealer wins the sum of what matches; nothing matches: mano wins one (002:10, 11)."""
    points = sum(value(state.laid[place - 1]) for place in matches(state))
    if points:
        return award(state, state.dealer, points, Cause.REPARTO)
    return award(state, mano(state), 1, Cause.MAL_ECHADA)


def tribilin(state: State) -> tuple[State, tuple[Event, ...]]:
    """Three equal cards win at once, the highest value first (K-C5, 002:21, 22)."""
    holders = [p for p in state.players if (c := canto(p.dealt)) and c.name == TRIBILIN]
    if not holders:
        return state, ()
    best = max(holders, key=lambda p: step(p.dealt[0]))
    told = tuple(Told(Fact.TRIBILIN, p.seat, cards=p.dealt) for p in holders)
    return replace(state, winner=best.seat, cause=Cause.TRIBILIN), told


def begin_play(state: State) -> tuple[State, tuple[Event, ...]]:
    """Mano plays first in every deal."""
    return replace(state, phase=Phase.JUEGO, asks=mano(state), turn=state.turn + 1), ()


def pass_the_deal(state: State) -> tuple[State, tuple[Event, ...]]:
    """A new mazo: all cards come together and the next seat deals it (002:5)."""
    piles = tuple(card for player in state.players for card in player.pile)
    players = tuple(replace(p, pile=(), dealt=(), canto=None) for p in state.players)
    assert sorted(piles) == sorted(DECK)  # the mazo was played through and its table swept
    fresh = replace(state, players=players, stock=DECK, deal=0, sung="", laid=(), capturer=0)
    return named_dealer(fresh, mano(state))
