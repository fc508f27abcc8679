"""A game that follows a script, to bring a table into any situation.

The script is a list of rows: what the game waits for, and what it tells on the way there. Any
`seguir` (or silence) leads to the next row; the last row is an Over. A `Decide` without seats asks
everybody alive. Leaving takes a seat out of `alive`; cancelling ends the hand unless the row is
`stuck`. It moves no money unless the script does.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import (
    Act,
    Cancel,
    Command,
    Decide,
    Entry,
    Event,
    Info,
    Leave,
    Moved,
    Offer,
    Over,
    Seat,
    Seated,
    SeatView,
    Session,
    Shuffle,
    Step,
    Told,
    View,
)
from tapete.game.errors import Code, Illegal

CLOCKS = {
    "turno_s": 120,
    "ventana_s": 30,
    "mostrar_s": 10,
    "showdown_s": 15,
    "disputa_s": 8,
    "gracia_s": 60,
}


class Rules(Struct, frozen=True, kw_only=True):
    minimo: int = 10
    capacidad: int = 4
    min_jugadores: int = 2
    turno_s: int = 120
    costo: int = 0
    manos: int = 3


class Memory(Struct, frozen=True):
    hands: int


class Row(Struct, frozen=True):
    """`need` None = the hand is over."""

    need: Decide | Shuffle | None
    events: tuple[Event, ...] = ()
    stuck: bool = False


class State(Struct, frozen=True):
    at: int
    chips: dict[Seat, int]
    gone: tuple[Seat, ...]
    hands: int
    turn: int = 1
    answered: tuple[Seat, ...] = ()
    need: Decide | Shuffle | Over = Over(None)


def turn(*seats: Seat, clock: str = "turno_s") -> Decide:
    return Decide(seats, clock, 0)


WINDOW = Decide((), "ventana_s", 0, sealed=True)


class Scripted:
    def __init__(self, *rows: Row, **info: Any) -> None:
        self.rows = (*rows, Row(None))
        self.stand: tuple[Seat, ...] = ()  # who has to get up besides those who left
        self.fine = 0  # what a leaver puts into carry
        self.refuses = False  # deals nobody in
        fields: dict[str, Any] = {
            "key": "guion",
            "seats": (2, 6),
            "decks": (),
            "clocks": CLOCKS,
            "rules": Rules,
            "memory": Memory,
            "version": "guion/1",
            "currency": "PRA",
            "bank": "wallet",
            "phases": ("FILA", "FIN"),
            "moves": ("seguir",),
            "facts": ("mostrado", "fue", "cancelada"),
            "reveals": frozenset(),
            "role": "mano",
            "variant": "tapete/guion",
            "session": Session(),
            "carry": "bolsa",
        }
        self.info = Info(**(fields | info))

    def open(self, rules: Rules, seats: tuple[Seated, ...], memory: Any, carry: int) -> Step:
        chips = {s.seat: s.chips for s in seats if s.sitting}
        if self.refuses:
            return Step(State(0, {}, (), 0), Over(None), (Told("nadie"),))
        hands = 1 if memory is None else memory.hands + 1
        return self._row(State(-1, chips, (), hands), 0)

    def _row(self, state: State, at: int) -> Step:
        row = self.rows[at]
        need: Any = row.need
        if need is None:
            need = Over(Memory(state.hands), stand=state.gone + self.stand)
        elif isinstance(need, Decide):
            need = replace(need, seats=need.seats or self._alive(state), turn=state.turn + 1)
        chips = dict(state.chips)
        for event in row.events:
            if isinstance(event, Moved):
                for account, amount in (
                    (event.source, -event.amount),
                    (event.target, event.amount),
                ):
                    if account.startswith("seat:"):
                        chips[int(account[5:])] += amount
        state = replace(state, at=at, need=need, turn=state.turn + 1, answered=(), chips=chips)
        return Step(state, need, row.events)

    def _alive(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in state.chips if seat not in state.gone)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        asked = isinstance(state.need, Decide) and seat in state.need.seats
        return (Offer("seguir"),) if asked else ()

    def apply(self, state: State, command: Command) -> Step:
        if isinstance(state.need, Over):
            raise Illegal(Code.HAND_OVER)
        if isinstance(command, Cancel):
            if self.rows[state.at].stuck:
                raise Illegal(Code.NOTHING_TO_CANCEL)
            return self._over(state, (Told("cancelada", word=command.why),))
        if isinstance(command, Leave):
            return self._leave(state, command.seat)
        if isinstance(command, Act):
            need = state.need
            if isinstance(need, Shuffle):
                raise Illegal(Code.SHUFFLE_WANTED)
            if command.turn != need.turn:
                raise Illegal(Code.STALE_TURN)
            if command.seat not in need.seats:
                raise Illegal(Code.NOT_YOUR_TURN)
            return self._answered(state, command.seat)
        return self._row(state, state.at + 1)

    def _answered(self, state: State, seat: Seat) -> Step:
        need = state.need
        assert isinstance(need, Decide)
        left = tuple(s for s in need.seats if s != seat)
        if not left:
            return self._row(state, state.at + 1)
        need = replace(need, seats=left)
        return Step(replace(state, need=need), need, ())

    def _leave(self, state: State, seat: Seat) -> Step:
        if seat in state.gone or seat not in state.chips:
            raise Illegal(Code.NOT_IN_HAND)
        state = replace(state, gone=(*state.gone, seat))
        events: tuple[Event, ...] = (Told("fue", seat=seat),)
        if self.fine:
            events += (Moved(f"seat:{seat}", "carry", self.fine, "ABANDONO"),)
            state = replace(state, chips=state.chips | {seat: state.chips[seat] - self.fine})
        if not self._alive(state):
            return self._over(state, events)
        if isinstance(state.need, Decide) and seat in state.need.seats:
            step = self._answered(state, seat)
            return step._replace(events=events + step.events)
        return Step(state, state.need, events)

    def _over(self, state: State, events: tuple[Event, ...]) -> Step:
        over = Over(Memory(state.hands), stand=state.gone)
        return Step(replace(state, need=over), over, events)

    def idle(self, state: State, seat: Seat) -> Act | Leave:
        return Act(seat, state.turn, "seguir")

    def view(self, state: State, seat: Seat | None) -> View:
        alive = self._alive(state)
        seats = tuple(SeatView(s, chips, alive=s in alive) for s, chips in state.chips.items())
        asks = state.need.seats if isinstance(state.need, Decide) else ()
        phase = "FIN" if isinstance(state.need, Over) else "FILA"
        return View(phase, turn=state.turn, asks=asks, seats=seats)

    def entry(self, rules: Rules) -> Entry:
        return Entry(2 * rules.minimo, 100 * rules.minimo, rules.minimo + rules.costo)

    def dealt(self, state: State) -> tuple[Seat, ...]:
        return tuple(state.chips)

    def alive(self, state: State) -> tuple[Seat, ...]:
        return self._alive(state)

    def zones(self, state: State) -> dict[str, tuple[str, ...]]:
        return {}

    def rank(self, cards: tuple[str, ...]) -> dict[str, Any]:
        return {}
