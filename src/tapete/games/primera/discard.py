"""Chapter D: the discard, the replacement from the bottom, and the bottom card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.game.contract import Seat, Told
from tapete.games.primera.deal import enter
from tapete.games.primera.mano import from_mano
from tapete.games.primera.money import Out
from tapete.games.primera.ranks import HAND_SIZE
from tapete.games.primera.state import Fact, Move, Phase, State, among, having_all, living, of

DESCARTAR = Move.DESCARTAR
Thrown: TypeAlias = dict[Seat, tuple[Card, ...]]  # who threw which cards


def open_discard(state: State, out: Out) -> State:
    """Everybody alive says in turn, from La Mano, which cards he throws (000:80). Who has left
    and is still alive keeps his four."""
    state = enter(state, Phase.DESCARTE, out)
    queue = from_mano(state, [p.seat for p in living(state)])
    state = replace(state, queue=queue)
    for seat in queue:
        if not of(state, seat).sits:
            state = throw(state, seat, (), out)
    return state


def throw(state: State, seat: Seat, cards: tuple[Card, ...], out: Out) -> State:
    """How many is public, which is not (P-D2). They stay before him until the replacement."""
    player = of(state, seat)
    out.append(Told(Fact.DESCARTA, seat=seat, amount=len(cards)))
    if cards:
        out.append(Told(Fact.DESCARTADAS, seat=seat, cards=cards, only=(seat,)))
    kept = tuple([card for card in player.cards if card not in cards])
    player = replace(
        player,
        cards=kept,
        thrown=cards,
        word=DESCARTAR,
        amount=len(cards),
        said_in=state.phase,
    )
    queue = tuple([other for other in state.queue if other != seat])
    return replace(state, players=among(state.players, player), queue=queue)


def needs_shuffle(state: State) -> bool:
    """Whether anything waits beside the deck or was thrown (P-D2)."""
    return bool(state.beside) or any(p.thrown for p in living(state))


def lay_on_top(state: State, order: tuple[Card, ...]) -> State:
    """What returned, shuffled once with the discards, lies as a block on top of the deck. The
    cards of who is out are no longer theirs."""
    players = tuple([replace(p, face=()) if p.face and not p.alive else p for p in state.players])
    return replace(state, players=players, deck=order + state.deck, beside=())


def replace_cards(state: State, out: Out) -> State:
    """Everybody receives as many as he threw, from La Mano on (000:81)."""
    thrown = [
        (seat, of(state, seat).thrown or ())
        for seat in from_mano(state, [p.seat for p in living(state)])
    ]
    if any(cards for _, cards in thrown):
        state = enter(state, Phase.REPOSICION, out)
    served, deck = serve(state.deck, thrown)
    players = {}
    for seat, cards in thrown:
        player = of(state, seat)
        if cards:
            new = served[seat]
            out.append(Told(Fact.REPUESTA, seat=seat, cards=new, only=(seat,)))
            player = replace(player, cards=player.cards + new, face=())
        players[seat] = replace(player, thrown=None)
    return replace(having_all(state, players), deck=deck)


def serve(
    deck: tuple[Card, ...], thrown: Sequence[tuple[Seat, tuple[Card, ...]]]
) -> tuple[dict[Seat, tuple[Card, ...]], tuple[Card, ...]]:
    """Who receives which cards, and the deck that is left.

    For each card the first from the bottom that is not his own discard and leaves the others
    servable. Only where no such service exists (seven players) the shortage comes first, to the
    player with most discards, from his own (P-D2).
    """
    pool = list(reversed(deck))  # the bottom first
    own = dict(thrown)
    need = {seat: len(cards) for seat, cards in thrown}
    served: dict[Seat, tuple[Card, ...]] = {seat: () for seat, _ in thrown}

    def give(seat: Seat, card: Card) -> None:
        pool.remove(card)
        served[seat] += (card,)
        need[seat] -= 1

    ample = len(deck) - sum(need.values()) >= HAND_SIZE  # his own four left out, enough for anyone
    if not ample:
        most = max(need, key=lambda seat: need[seat])
        for _ in range(_shortage(pool, own, need, most)):
            give(most, next(card for card in pool if card in own[most]))
    for seat, cards in thrown:
        while need[seat]:
            others = (card for card in pool if card not in cards)
            give(seat, next(c for c in others if ample or _spares(c, seat, pool, own, need)))
    return served, tuple(reversed(pool))


def _shortage(pool: list[Card], own: Thrown, need: dict[Seat, int], seat: Seat) -> int:
    """How many cards a player lacks when his own discards are left out of the pool."""
    return max(0, need[seat] - len([card for card in pool if card not in own[seat]]))


def _spares(
    card: Card,
    seat: Seat,
    pool: list[Card],
    own: Thrown,
    need: dict[Seat, int],
) -> bool:
    """Whether, of what stays, every other player has enough that is not his."""
    for p, lacks in need.items():
        if lacks and p != seat and _short(card, own[p], pool, lacks):
            return False
    return True


def _short(card: Card, own: tuple[Card, ...], pool: list[Card], lacks: int) -> bool:
    """Whether a player lacks cards when this one is gone and his own are left out."""
    for other in pool:
        if other != card and other not in own:
            lacks -= 1
            if not lacks:
                return False
    return True


def show_bottom(state: State, out: Out) -> State:
    """The bottom card is shown and changes nothing (000:84, 000:85); with seven alive there is
    none (P-D3)."""
    if not state.deck:
        out.append(Told(Fact.FONDO))
        return state
    state = enter(state, Phase.CARTA_FONDO, out)
    fondo = state.deck[-1:]
    out.append(Told(Fact.FONDO, cards=fondo, pause="fondo_s"))
    return replace(state, fondo=fondo)
