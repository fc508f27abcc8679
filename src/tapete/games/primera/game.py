"""Primera as the house plays it: the contract's functions over the chapters of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.cards.decks import SPANISH_28
from tapete.chips.order import clockwise
from tapete.game.contract import (
    Act,
    Cancel,
    Command,
    Decide,
    Entry,
    Info,
    Leave,
    Mask,
    Need,
    Offer,
    Seat,
    Seated,
    Shuffled,
    Step,
    accepted,
)
from tapete.game.errors import Code, Illegal
from tapete.games.primera import view as sight
from tapete.games.primera.acts import act
from tapete.games.primera.course import run, shuffled
from tapete.games.primera.deal import wanted
from tapete.games.primera.end import cancel, finish, over
from tapete.games.primera.leave import leave
from tapete.games.primera.mano import before, name_mano
from tapete.games.primera.money import Out
from tapete.games.primera.offers import offers, silence
from tapete.games.primera.ranks import HAND_SIZE, evaluate
from tapete.games.primera.rules import CLOCKS, MAX_SEATS, VERSION, Memory, Rules
from tapete.games.primera.state import (
    CHANCE,
    ENDED,
    SEALED,
    Fact,
    Move,
    Phase,
    Player,
    State,
    asked,
    of,
)

PASSING: Final = (Phase.COMPLETAR, Phase.CARTA_FONDO, Phase.SHOWDOWN)  # these ask nobody
REVEALS: Final = (
    Fact.BOTADA,
    Fact.VENTANA,
    Fact.RESUELTA,
    Fact.DISPUTA,
    Fact.LLEVA,
    Fact.FONDO,  # which card is left depends on whose own discards were passed over (P-D2)
    Fact.JUEGO,
    Fact.MUESTRA,
)

INFO: Final = Info(
    key="primera",
    seats=(2, MAX_SEATS),
    decks=("spanish28",),
    clocks=CLOCKS,
    rules=Rules,
    memory=Memory,
    version=VERSION,
    currency="PRA",
    bank="wallet",
    phases=tuple(phase for phase in Phase if phase not in PASSING),
    moves=tuple(Move),
    facts=tuple(Fact),
    reveals=frozenset(REVEALS),
    shows=frozenset((Fact.SORTEADA, Fact.FONDO)),
    role="mano",
    variant="tapete/primera",
    away="leave",
    silence="hurry",
    ready="once",
    masks={
        Move.LLEVO: Mask(seen_as=Move.PASO, until=Fact.LLEVA),
        Move.NO_LLEVO: Mask(seen_as=Move.PASO),
    },
)
CLOCK: Final = {
    Phase.VALIDACION: "ventana_s",
    Phase.DECLARACION: "ventana_s",
    Phase.MOSTRAR: "mostrar_s",
}


class Primera:
    """The game of document 000."""

    info = INFO

    def open(
        self, rules: Rules, seats: tuple[Seated, ...], memory: Memory | None, carry: int
    ) -> Step:
        """Deal in who is sitting and can pay the least pique (P-A3). Without memory La Mano is
        drawn; with it she is the first seat dealt in from there (P-A2)."""
        assert carry == 0
        out: Out = []
        least = rules.pique_minimo
        able = sorted(
            (s for s in seats if s.sitting and s.wish == "play" and s.chips >= least),
            key=lambda s: s.seat,
        )
        state = State(rules, tuple(Player(s.seat, s.chips) for s in able))
        if len(able) < rules.min_jugadores:
            state = replace(state, titular=before(memory))
            return _step(finish(state, Phase.CANCELADA, out), out)
        if memory is not None:
            first = clockwise([s.seat for s in able], memory.mano)[0]
            state = name_mano(state, first, "turno", out)
        return _step(state, out)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        """The legal moves of a seat."""
        return offers(state, seat)

    def apply(self, state: State, command: Command) -> Step:
        """The next step, or Illegal with the first guard that the command fails."""
        _guard(state, command)
        out: Out = []
        if isinstance(command, Act):
            accepted(offers(state, command.seat), command)
            new = act(state, command, out)
        elif isinstance(command, Shuffled):
            new = shuffled(state, command.order, out)
        elif isinstance(command, Leave):
            new = leave(state, command.seat, out)
        else:
            new = cancel(state, command.why, out)
        new = run(new, out)
        if _asks_anew(state, new):
            new = replace(new, turn=new.turn + 1)
        return _step(new, out)

    def idle(self, state: State, seat: Seat) -> Act:
        """What silence means: the move of the table «Phases»."""
        if seat not in asked(state):
            raise Illegal(Code.NOT_YOUR_TURN)
        return Act(seat, state.turn, silence(state, seat))

    def view(self, state: State, seat: Seat | None) -> sight.PrimeraView:
        """The hand as a seat or (None) a spectator may see it."""
        return sight.view(state, seat)

    def entry(self, rules: Rules) -> Entry:
        """The wallet is the stake: chips to sit, no bound, chips to be dealt in (000:10)."""
        return Entry(rules.entrada_minima, None, rules.pique_minimo)

    def dealt(self, state: State) -> tuple[Seat, ...]:
        """Everybody dealt in, also who has left."""
        return tuple(p.seat for p in state.players)

    def alive(self, state: State) -> tuple[Seat, ...]:
        """Who can still win."""
        return sight.alive(state)

    def zones(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where each card lies."""
        return sight.zones(state)

    def rank(self, cards: tuple[Card, ...]) -> dict[str, Any]:
        """What four cards make; Illegal when they are not four different ones of the deck."""
        if len(cards) != HAND_SIZE:
            raise Illegal(Code.CARDS_WRONG_COUNT)
        if any(card not in SPANISH_28 for card in cards):
            raise Illegal(Code.CARD_NOT_YOURS)
        if len(set(cards)) != HAND_SIZE:
            raise Illegal(Code.CARD_REPEATED)
        return evaluate(cards).named()


def need(state: State) -> Need:
    """What the hand waits for."""
    phase = state.phase
    if state.queue:
        sealed = phase in SEALED
        seats = state.queue if sealed else state.queue[:1]
        return Decide(seats, CLOCK.get(phase, "turno_s"), state.turn, sealed)
    return wanted(state) if phase in CHANCE else over(state)


def _step(state: State, out: Out) -> Step:
    return Step(state, need(state), tuple(out))


def _asks_anew(old: State, new: State) -> bool:
    """What makes a turn: the phase and, outside a sealed window, who is asked."""
    if new.phase is not old.phase:
        return True
    return new.phase not in SEALED and new.queue[:1] != old.queue[:1]


def _guard(state: State, command: Command) -> None:
    """The refusals that do not depend on the offers, in their order."""
    if isinstance(command, Act) and command.turn == state.turn and command.seat in asked(state):
        return  # who is asked is in the hand
    if state.phase in ENDED:
        raise Illegal(Code.HAND_OVER)
    if isinstance(command, Cancel):
        if state.phase is Phase.MOSTRAR:
            raise Illegal(Code.NOTHING_TO_CANCEL)
        return
    if isinstance(command, Shuffled):
        _guard_order(state, command.order)
        return
    if state.phase in CHANCE:
        raise Illegal(Code.SHUFFLE_WANTED)
    if not any(p.seat == command.seat and p.sits for p in state.players):
        raise Illegal(Code.NOT_IN_HAND)
    if isinstance(command, Leave):
        return
    if command.seat not in asked(state):
        answered = state.phase in SEALED and of(state, command.seat).answer
        raise Illegal(Code.ALREADY_ANSWERED if answered else Code.NOT_YOUR_TURN)
    if command.turn != state.turn:
        raise Illegal(Code.STALE_TURN)


def _guard_order(state: State, order: tuple[Card | Seat, ...]) -> None:
    """All wanted cards, each once; or one of the seats."""
    if state.phase not in CHANCE:
        raise Illegal(Code.SHUFFLE_UNWANTED)
    items = wanted(state).items
    drawing = state.phase is Phase.SORTEO and not state.start
    given = set(order)
    whole = len(order) == (1 if drawing else len(items)) == len(given)
    if not whole or not given <= set(items):
        raise Illegal(Code.SHUFFLE_WRONG)


GAME: Final = Primera()
