"""Caída as the house sees it: the contract's functions over the chapters of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tapete.game.contract import (
    Act,
    Cancel,
    Card,
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
    Shuffle,
    Shuffled,
    Step,
    Told,
    accepted,
)
from tapete.game.errors import Code, Illegal
from tapete.games.caida import deal, money, moves, turn, view
from tapete.games.caida.rules import Rules, largest_multiple
from tapete.games.caida.state import Fact, Phase, Player, State, Wants, mano


class Memory(Struct, frozen=True):
    """What the next partida inherits: the seat that deals its first mazo (K-S3)."""

    dealer: Seat


INFO = Info(
    key="caida",
    seats=(2, 4),
    decks=("spanish40",),
    clocks={
        "turno_s": 60,
        "reparto_s": 120,
        "inactividad_s": 600,
        "gracia_s": 60,
        "gracia_total_s": 180,
    },
    rules=Rules,
    memory=Memory,
    version="1.0.0",
    currency="PRA",
    bank="wallet",
    phases=tuple(Phase),
    moves=(moves.REPARTIR, moves.JUGAR),
    facts=tuple(Fact),
    reveals=frozenset(
        {
            Fact.MESA,
            Fact.APARTADA,
            Fact.JUGADA,
            Fact.CANTO,
            Fact.CANTO_PAGADO,
            Fact.TRIBILIN,
        }
    ),
    role="dealer",
    variant="tapete/caida",
    silence="leave",
    ready="each",
    session=Session(same_seats=True, idle_s=600),
    carry="acumulado",
)


class Caida:
    """The game's value in the registry."""

    info = INFO

    def open(
        self, rules: Rules, seats: tuple[Seated, ...], memory: Memory | None, carry: int
    ) -> Step:
        """Everybody seated who plays is in; without a memory the dealer is drawn (002:4)."""
        playing = [s for s in seats if s.sitting and s.wish == "play"]
        players = tuple(Player(s.seat, s.chips) for s in playing)
        state = State(rules, players, carry)
        if not 2 <= len(players) <= rules.jugadores:
            unchanged = Over(memory)
            return Step(replace(state, phase=Phase.FIN), unchanged, (Told(Fact.SIN_EFECTO),))
        if memory is None:
            return _step(replace(state, wants=Wants.DRAW), ())
        dealer = next((p.seat for p in players if p.seat >= memory.dealer), players[0].seat)
        return _step(*_dealt_by(state, dealer))

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        """The legal moves of a seat, with what each card would take."""
        return moves.offers(state, seat)

    def apply(self, state: State, command: Command) -> Step:
        """The next step, or Illegal."""
        if state.phase is Phase.FIN:
            raise Illegal(Code.HAND_OVER)
        if isinstance(command, Cancel):
            return _step(*_cancelled(state))
        if isinstance(command, Shuffled):
            return _step(*_answered(state, command.order))
        if state.wants:
            raise Illegal(Code.SHUFFLE_WANTED)
        if command.seat not in self.dealt(state):
            raise Illegal(Code.NOT_IN_HAND)
        if isinstance(command, Leave):
            return _step(*_left(state, command.seat))
        return _step(*_acted(state, command))

    def idle(self, state: State, seat: Seat) -> Act | Leave:
        """What the silence of a seat means."""
        return moves.idle(state, seat)

    def view(self, state: State, seat: Seat | None) -> view.CaidaView:
        """The partida as a player or a spectator (None) sees it."""
        return view.view(state, seat)

    def entry(self, rules: Rules) -> Entry:
        """Who sits must be able to pay the worst that a partida may cost him (K-M1)."""
        worst = largest_multiple(rules) * rules.costo
        return Entry(worst, None, worst)

    def dealt(self, state: State) -> tuple[Seat, ...]:
        """Everybody in the partida; who leaves ends it."""
        return tuple(player.seat for player in state.players)

    def alive(self, state: State) -> tuple[Seat, ...]:
        """All of them, until the end."""
        return () if state.phase is Phase.FIN else self.dealt(state)

    def zones(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where the forty cards lie."""
        hands = {f"seat:{p.seat}": p.cards for p in state.players}
        piles = {f"pile:{p.seat}": p.pile for p in state.players}
        lying = {"deck": state.stock, "table": state.table, "aside": state.aside}
        return {**hands, **piles, **lying}

    def rank(self, cards: tuple[Card, ...]) -> dict[str, Any]:
        """The canto of three cards."""
        return view.rank(cards)


GAME = Caida()


def _step(state: State, told: tuple[Event, ...]) -> Step:
    """Settles what was won and says what is awaited now."""
    if state.winner and state.phase is not Phase.FIN:
        gana = Told(Fact.GANA, state.winner, word=state.cause)
        state, paid = money.settle(state)
        state, told = replace(state, phase=Phase.FIN, asks=0), (*told, gana, *paid)
    return Step(state, _need(state), told)


def _need(state: State) -> Need:
    if state.phase is Phase.FIN:
        return Over(_memory(state))
    if state.wants is Wants.DRAW:
        return Shuffle(tuple(player.seat for player in state.players), state.wants)
    if state.wants:
        return Shuffle(state.stock + state.aside, state.wants)
    clock = "turno_s" if state.phase is Phase.JUEGO else "reparto_s"
    return Decide((state.asks,), clock, state.turn)


def _memory(state: State) -> Memory | None:
    """The seat after the dealer of the last mazo; the same seat if none was begun (K-S3)."""
    if not state.dealer:
        return None
    begun = state.deal > 0 or state.wants is not Wants.NOTHING
    return Memory(mano(state) if begun else state.dealer)


def _dealt_by(state: State, dealer: Seat) -> tuple[State, tuple[Event, ...]]:
    state = deal.await_dealer(replace(state, dealer=dealer))
    return state, (Told(Fact.REPARTIDOR, dealer),)


def _answered(state: State, order: tuple[Card | Seat, ...]) -> tuple[State, tuple[Event, ...]]:
    """The answer to the shuffle or draw that is awaited (K-S1)."""
    if not state.wants:
        raise Illegal(Code.SHUFFLE_UNWANTED)
    if state.wants is Wants.DRAW:
        if len(order) != 1 or order[0] not in [player.seat for player in state.players]:
            raise Illegal(Code.SHUFFLE_WRONG)
        return _dealt_by(state, int(order[0]))
    cards = tuple(str(card) for card in order)
    if sorted(cards) != sorted(state.stock + state.aside):
        raise Illegal(Code.SHUFFLE_WRONG)
    if state.wants is Wants.MAZO:
        return deal.first_deal(state, cards)
    return deal.reshuffled(state, cards)


def _acted(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    if act.seat != state.asks:
        raise Illegal(Code.NOT_YOUR_TURN)
    if act.turn != state.turn:
        raise Illegal(Code.STALE_TURN)
    accepted(moves.offers(state, act.seat), act)
    if act.move == moves.JUGAR:
        return turn.play(state, act.seat, act.cards[0])
    paid: tuple[Event, ...] = ()
    if not state.charged:
        state, paid = money.charge(state)
    state, told = deal.press(state, act.option or "")
    return state, paid + told


def _left(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Leaving a running partida loses the costo and ends it; before the charge it is free (M4)."""
    fact = Fact.ABANDONA if state.charged else Fact.SIN_EFECTO
    state, paid = money.refund(state, "REINTEGRO", leaver=seat)
    return replace(state, phase=Phase.FIN, asks=0), (Told(fact, seat), *paid)


def _cancelled(state: State) -> tuple[State, tuple[Event, ...]]:
    """A technical cancellation: everybody is refunded, nobody has abandoned (K-M6)."""
    state, paid = money.refund(state, "COMPENSACION")
    return replace(state, phase=Phase.FIN, asks=0), (Told(Fact.CANCELADA), *paid)
