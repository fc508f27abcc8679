"""Tanto's hand: its state, and one function for each thing that happens (rules in tests/toy.py)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import (
    Account,
    Act,
    Card,
    Decide,
    Event,
    Moved,
    Need,
    Over,
    Own,
    Seat,
    SeatView,
    Shuffle,
    Step,
    Told,
)
from tapete.game.errors import Code, Illegal

DECK: tuple[Card, ...] = tuple(rank + suit for suit in "oc" for rank in "A234567")


class Rules(Struct, frozen=True, kw_only=True):
    """`minimo` = the least price, `ficha` = the step of a price, in chips; clocks in seconds."""

    minimo: int = 10
    ficha: int = 5
    rake_bp: int = 500
    turno_s: int = 20


class Memory(Struct, frozen=True):
    """Who is mano in the next hand."""

    mano: Seat


class Player(Struct, frozen=True):
    """A seat that was dealt in: juega (alive), paso (out), fue (left)."""

    seat: Seat
    chips: int
    state: Literal["juega", "paso", "fue"] = "juega"
    cards: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()
    bet: int = 0
    word: str = ""
    shown: bool = False


class State(Struct, frozen=True):
    """`queue` = who is still to speak in this phase, the first one is asked; `bolsa` = carry."""

    rules: Rules
    players: tuple[Player, ...]
    bolsa: int
    phase: str = "SORTEO"
    need: Need = Shuffle((), "")
    turn: int = 0
    mano: Seat = 0
    deck: tuple[Card, ...] = DECK
    queue: tuple[Seat, ...] = ()
    price: int = 0
    pot: int = 0
    votes: tuple[tuple[Seat, str], ...] = ()
    winner: Seat = 0


# ── small words ──────────────────────────────────────────────────────────────────────────────
def points(cards: tuple[Card, ...]) -> int:
    return sum("A234567".index(card[0]) + 1 for card in cards)


def alive(state: State) -> list[Player]:
    return [p for p in state.players if p.state == "juega"]


def of(state: State, seat: Seat) -> Player:
    return next(p for p in state.players if p.seat == seat)


def _with(state: State, *changed: Player) -> State:
    new = {p.seat: p for p in changed}
    return replace(state, players=tuple(new.get(p.seat, p) for p in state.players))


def first_from(seat: Seat, state: State) -> Seat:
    """The first living seat clockwise from `seat`, itself included."""
    seats = [p.seat for p in alive(state)] or [0]
    return next((s for s in seats if s >= seat), seats[0])


def _from_mano(state: State) -> tuple[Seat, ...]:
    seats = [p.seat for p in alive(state)]
    return tuple(sorted(seats, key=lambda seat: (seat < state.mano, seat)))


def _money(p: Player) -> Account:
    return f"seat:{p.seat}"


def seat_view(p: Player) -> SeatView:
    return SeatView(
        p.seat,
        p.chips,
        state=p.state,
        alive=p.state == "juega",
        backs=0 if p.shown else len(p.cards) + len(p.thrown),
        cards=p.cards if p.shown else (),
        bet=p.bet,
        word="paso" if p.word == "guardo" else p.word,
    )


def own(state: State, p: Player) -> Own:
    rank = {"type": "tanto", "points": points(p.cards)} if p.cards else {}
    answered = any(voter == p.seat for voter, _ in state.votes)
    return Own(p.seat, p.cards + p.thrown, rank, word=p.word, answered=answered)


# ── the hand, phase by phase ─────────────────────────────────────────────────────────────────
def wait(state: State, phase: str, need: Need, events: list[Event]) -> Step:
    return Step(replace(state, phase=phase, need=need), need, tuple(events))


def _ask(state: State, phase: str, seats: tuple[Seat, ...], events: list[Event]) -> Step:
    state = replace(state, turn=state.turn + 1)
    return wait(state, phase, Decide(seats, "turno_s", state.turn), events)


def call_mano(state: State, mano: Seat, events: list[Event]) -> Step:
    events.append(Told("mano", seat=mano))
    return _ask(replace(state, mano=mano), "REPARTIR", (mano,), events)


def shuffled(state: State, order: tuple[Card | Seat, ...]) -> Step:
    if not isinstance(state.need, Shuffle):
        raise Illegal(Code.SHUFFLE_UNWANTED)
    if state.phase == "SORTEO":
        if len(order) != 1 or order[0] not in state.need.items:
            raise Illegal(Code.SHUFFLE_WRONG)
        return call_mano(state, int(order[0]), [])
    cards = tuple(str(card) for card in order)
    if sorted(cards) != sorted(map(str, state.need.items)):
        raise Illegal(Code.SHUFFLE_WRONG)
    return _deal(state, cards)


def _deal(state: State, deck: tuple[Card, ...]) -> Step:
    """Give everybody what he lacks to two cards, from mano."""
    events: list[Event] = [Told("reparto", amount=len(deck))]
    state = _with(state, *[replace(p, thrown=()) for p in state.players])
    for seat in _from_mano(state):
        p = of(state, seat)
        lacks = 2 - len(p.cards)
        dealt, deck = deck[:lacks], deck[lacks:]
        state = _with(state, replace(p, cards=p.cards + dealt))
        events.append(Told("carta", seat=seat, cards=dealt, only=(seat,)))
    state = replace(state, deck=deck)
    if state.phase == "REPOSICION":
        return _open_vote(state, events)
    return _next(replace(state, phase="APUESTA", queue=_from_mano(state)), events)


def _next(state: State, events: list[Event]) -> Step:
    """Ask the first of the queue; when it is empty the phase is over."""
    if len(alive(state)) < 2:
        return _end_alone(state, events)
    if state.queue:
        return _ask(state, state.phase, state.queue[:1], events)
    if state.phase == "APUESTA":
        return _next(replace(state, phase="CAMBIO", queue=_from_mano(state)), events)
    thrown = tuple(card for p in state.players for card in p.thrown)
    if not thrown:
        return _open_vote(state, events)
    items = tuple(sorted(state.deck + thrown))
    return wait(state, "REPOSICION", Shuffle(items, "cambio"), events)


def _repartir(state: State, me: Player, _act: Act) -> Step:
    return wait(_with(state, replace(me, word="repartir")), "REPARTO", Shuffle(DECK, "reparto"), [])


def _put(state: State, me: Player, act: Act) -> Step:
    price = act.amount or state.price
    me = replace(me, chips=me.chips - price, bet=price, word=act.move)
    state = replace(_with(state, me), price=price, pot=state.pot + price, queue=state.queue[1:])
    events: list[Event] = [
        Moved(_money(me), "pot:bote", price, "APUESTA"),
        Told("puso", seat=me.seat, amount=price),
    ]
    return _next(state, events)


def _pass(state: State, me: Player, act: Act) -> Step:
    state = _with(state, replace(me, word=act.move, state="paso"))
    events: list[Event] = [
        Told("retiro", seat=me.seat),
        Told("guardado", seat=me.seat, word=act.move, only=(me.seat,)),
    ]
    return _next(_without(state, me, events), events)


def _without(state: State, me: Player, events: list[Event]) -> State:
    """Take a seat that is out from the queue, and the title from it."""
    state = replace(state, queue=tuple(seat for seat in state.queue if seat != me.seat))
    if state.mano != me.seat or not alive(state):
        return state
    state = replace(state, mano=first_from(me.seat, state))
    events.append(Told("mano", seat=state.mano))
    return state


def _change(state: State, me: Player, act: Act) -> Step:
    kept = tuple(card for card in me.cards if card not in act.cards)
    me = replace(me, cards=kept, thrown=act.cards, word="cambiar")
    state = replace(_with(state, me), queue=state.queue[1:])
    return _next(state, [Told("cambio", seat=me.seat, amount=len(act.cards))])


def _open_vote(state: State, events: list[Event]) -> Step:
    state = replace(state, turn=state.turn + 1)
    seats = tuple(p.seat for p in alive(state))
    events.append(Told("ventana"))
    return wait(state, "VOTO", Decide(seats, "voto_s", state.turn, sealed=True), events)


def _vote(state: State, me: Player, act: Act) -> Step:
    state = replace(state, votes=(*state.votes, (me.seat, act.option or "")))
    return _close_vote(state, [])


def _close_vote(state: State, events: list[Event]) -> Step:
    """The window closes when nobody is missing; then answers stand in seat order."""
    voted = {seat for seat, _ in state.votes}
    missing = tuple(p.seat for p in alive(state) if p.seat not in voted)
    state = replace(state, votes=tuple(sorted(state.votes)))
    if missing:
        return wait(state, "VOTO", Decide(missing, "voto_s", state.turn, sealed=True), events)
    still = {p.seat for p in alive(state)}
    votes = [(seat, option) for seat, option in state.votes if seat in still]
    events += [Told("voto", seat=seat, word=option) for seat, option in votes]
    return _showdown(state, all(option == "baja" for _, option in votes), events)


def _showdown(state: State, low: bool, events: list[Event]) -> Step:
    for p in alive(state):
        state = _with(state, replace(p, shown=True))
        events.append(Told("muestra", seat=p.seat, cards=p.cards, pause="muestra_s"))
    best = (min if low else max)(points(p.cards) for p in alive(state))
    winners = [p for p in alive(state) if points(p.cards) == best]
    rake = state.pot * state.rules.rake_bp // 10000
    net = state.pot - rake
    if rake:
        events.append(Moved("pot:bote", "house:rake", rake, "PREMIO"))
    if len(winners) == 1:
        return _pay(state, winners[0], net, state.bolsa, events)
    events += [Moved("pot:bote", "carry", net, "BOLSA"), Told("empate", amount=net)]
    return end(replace(state, pot=0, bolsa=state.bolsa + net), "FIN", events)


def _end_alone(state: State, events: list[Event]) -> Step:
    """One is left: he takes what was put, without rake, and shows nothing."""
    if not state.pot or not alive(state):
        return refund(state, "nadie", events)
    return _pay(state, alive(state)[0], state.pot, 0, events)


def _pay(state: State, winner: Player, net: int, bolsa: int, events: list[Event]) -> Step:
    events.append(Moved("pot:bote", _money(winner), net, "PREMIO"))
    if bolsa:
        events.append(Moved("carry", _money(winner), bolsa, "BOLSA"))
    events.append(Told("gana", seat=winner.seat, amount=net + bolsa))
    state = _with(state, replace(winner, chips=winner.chips + net + bolsa))
    state = replace(state, pot=0, bolsa=state.bolsa - bolsa, winner=winner.seat)
    return end(state, "FIN", events)


def leave(state: State, me: Player) -> Step:
    state = _with(state, replace(me, state="fue"))
    events: list[Event] = [Told("fue", seat=me.seat)]
    if me.state != "juega":
        return wait(state, state.phase, state.need, events)
    asked = isinstance(state.need, Decide) and me.seat in state.need.seats
    state = _without(state, me, events)
    if len(alive(state)) < 2:
        return _end_alone(state, events)
    if state.phase == "VOTO":
        return _close_vote(state, events)
    if not asked:
        return wait(state, state.phase, state.need, events)
    if state.phase == "REPARTIR":
        return _ask(state, "REPARTIR", (state.mano,), events)
    return _next(state, events)


def refund(state: State, why: str, events: list[Event]) -> Step:
    for p in state.players:
        if p.bet:
            events.append(Moved("pot:bote", _money(p), p.bet, "COMPENSACION"))
            state = _with(state, replace(p, chips=p.chips + p.bet, bet=0))
    events.append(Told("cancelada", word=why))
    return end(replace(state, pot=0), "CANCELADA", events)


def end(state: State, phase: str, events: list[Event]) -> Step:
    seats = [p.seat for p in state.players] or [1]
    after = next((seat for seat in seats if seat > state.mano), seats[0])
    gone = tuple(p.seat for p in state.players if p.state == "fue")
    return wait(replace(state, queue=()), phase, Over(Memory(after), stand=gone), events)


DONE = {
    "repartir": _repartir,
    "poner": _put,
    "igualar": _put,
    "paso": _pass,
    "guardo": _pass,
    "cambiar": _change,
    "votar": _vote,
}
