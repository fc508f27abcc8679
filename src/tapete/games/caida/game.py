"""Caída as the house plays it: the contract's functions over the chapters of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.chips.order import clockwise
from tapete.game.contract import (
    Act,
    Cancel,
    Command,
    Decide,
    Entry,
    Event,
    Info,
    Leave,
    Need,
    Offer,
    Over,
    Seat,
    Seated,
    Session,
    Shuffled,
    Step,
    Told,
    accepted,
)
from tapete.game.errors import Code, Illegal
from tapete.games.caida import view as sight
from tapete.games.caida.deal import first_deal, named_dealer, press, reshuffled, wanted
from tapete.games.caida.end import cancel, finish, leave, over, win
from tapete.games.caida.money import charge
from tapete.games.caida.moves import JUGAR, REPARTIR, offers, silence
from tapete.games.caida.rules import CLOCKS, SEATS, VERSION, Memory, Rules, worst
from tapete.games.caida.state import CARDS_OF_A_DEAL, Fact, Phase, Player, State, Wants
from tapete.games.caida.turn import play
from tapete.games.caida.values import DECK

FEWEST: Final = SEATS[0]
FACE_UP: Final = (Fact.MESA, Fact.APARTADA, Fact.JUGADA)  # cards that lie open by rule

INFO: Final = Info(
    key="caida",
    seats=SEATS,
    decks=("spanish40",),
    clocks=CLOCKS,
    rules=Rules,
    memory=Memory,
    version=VERSION,
    currency="PRA",
    bank="wallet",
    phases=tuple(Phase),
    moves=(REPARTIR, JUGAR),
    facts=tuple(Fact),
    reveals=frozenset((*FACE_UP, Fact.CANTO, Fact.CANTO_PAGADO, Fact.TRIBILIN)),
    shows=frozenset(FACE_UP),
    role="dealer",
    variant="tapete/caida",
    away="leave",
    silence="leave",
    ready="each",
    session=Session(same_seats=True, idle_s=CLOCKS["inactividad_s"]),
    carry="acumulado",
)


class Caida:
    """The game of document 002."""

    info = INFO

    def open(
        self, rules: Rules, seats: tuple[Seated, ...], memory: Memory | None, carry: int
    ) -> Step:
        """Everybody who sits plays. Without memory the dealer is drawn (002:4); with it he is the
        first player from there (K-S3)."""
        sitting = sorted((s for s in seats if s.sitting and s.wish != "out"), key=lambda s: s.seat)
        state = State(rules, tuple(Player(s.seat, s.chips) for s in sitting), carry)
        if not FEWEST <= len(sitting) <= rules.jugadores:
            return Step(finish(state), Over(memory), (Told(Fact.SIN_EFECTO),))
        if memory is None:
            return _step(replace(state, wants=Wants.DRAW), ())
        return _step(*named_dealer(state, clockwise([s.seat for s in sitting], memory.dealer)[0]))

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        """The legal moves of a seat, with what each card would take."""
        return offers(state, seat)

    def apply(self, state: State, command: Command) -> Step:
        """The next step, or Illegal with the first guard that the command fails."""
        _guard(state, command)
        if isinstance(command, Act):
            accepted(offers(state, command.seat), command)
            return _step(*_act(state, command))
        if isinstance(command, Shuffled):
            return _step(*_shuffled(state, command.order))
        if isinstance(command, Leave):
            return _step(*leave(state, command.seat))
        return _step(*cancel(state, command.why))

    def idle(self, state: State, seat: Seat) -> Act | Leave:
        """What silence means; a silent dealer is not dealt for."""
        if seat != state.asks:
            raise Illegal(Code.NOT_YOUR_TURN)
        return silence(state, seat)

    def view(self, state: State, seat: Seat | None) -> sight.CaidaView:
        """The partida as a seat or (None) a spectator may see it."""
        return sight.view(state, seat)

    def entry(self, rules: Rules) -> Entry:
        """Who sits must be able to pay the most that a partida may cost him (K-M1, K-M8)."""
        return Entry(worst(rules), None, worst(rules))

    def dealt(self, state: State) -> tuple[Seat, ...]:
        """Everybody in the partida; who leaves ends it."""
        return tuple(player.seat for player in state.players)

    def alive(self, state: State) -> tuple[Seat, ...]:
        """All of them, until the end."""
        return () if state.phase is Phase.FIN else self.dealt(state)

    def zones(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where each card lies."""
        return sight.zones(state)

    def rank(self, cards: tuple[Card, ...]) -> dict[str, Any]:
        """The canto of three cards; Illegal when they are not three different ones of the deck."""
        if len(cards) != CARDS_OF_A_DEAL:
            raise Illegal(Code.CARDS_WRONG_COUNT)
        if any(card not in DECK for card in cards):
            raise Illegal(Code.CARD_NOT_YOURS)
        if len(set(cards)) != CARDS_OF_A_DEAL:
            raise Illegal(Code.CARD_REPEATED)
        return sight.rank(cards)


def need(state: State) -> Need:
    """What the partida waits for."""
    if state.phase is Phase.FIN:
        return over(state)
    if state.wants:
        return wanted(state)
    clock = "turno_s" if state.phase is Phase.JUEGO else "reparto_s"
    return Decide((state.asks,), clock, state.turn)


def _step(state: State, told: tuple[Event, ...]) -> Step:
    """Whatever was won is paid in the step in which it was won."""
    if state.winner and state.phase is not Phase.FIN:
        state, more = win(state)
        told += more
    return Step(state, need(state), told)


def _guard(state: State, command: Command) -> None:
    """The refusals that do not depend on the offers, in their order."""
    if state.phase is Phase.FIN:
        raise Illegal(Code.HAND_OVER)
    if isinstance(command, Cancel):
        return
    if isinstance(command, Shuffled):
        _guard_order(state, command.order)
        return
    if state.wants:
        raise Illegal(Code.SHUFFLE_WANTED)
    if not any(player.seat == command.seat for player in state.players):
        raise Illegal(Code.NOT_IN_HAND)
    if isinstance(command, Leave):
        return
    if command.seat != state.asks:
        raise Illegal(Code.NOT_YOUR_TURN)
    if command.turn != state.turn:
        raise Illegal(Code.STALE_TURN)


def _guard_order(state: State, order: tuple[Card | Seat, ...]) -> None:
    """All wanted cards, each once; or one of the seats."""
    if not state.wants:
        raise Illegal(Code.SHUFFLE_UNWANTED)
    items = wanted(state).items
    drawing = state.wants is Wants.DRAW
    whole = len(order) == (1 if drawing else len(items)) == len(set(order))
    if not whole or not set(order) <= set(items):
        raise Illegal(Code.SHUFFLE_WRONG)


def _act(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    """A card is played, or the dealer deals; the partida's first Repartir charges all (K-M1)."""
    if act.move == JUGAR:
        return play(state, act.seat, act.cards[0])
    paid: tuple[Event, ...] = ()
    if not state.charged:
        state, paid = charge(state)
    state, told = press(state, act.option or "")
    return state, paid + told


def _shuffled(state: State, order: tuple[Card | Seat, ...]) -> tuple[State, tuple[Event, ...]]:
    """Chance has answered: the dealer is known, a mazo is dealt, or its deal goes on."""
    if state.wants is Wants.DRAW:
        return named_dealer(state, int(order[0]))
    cards = tuple(str(card) for card in order)
    if state.wants is Wants.MAZO:
        return first_deal(state, cards)
    return reshuffled(state, cards)


GAME: Final = Caida()
