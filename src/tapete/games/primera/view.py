"""Chapter H: what each viewer sees, built up from what is public; private facts only in `own`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.chips.pots import Layer
from tapete.game.contract import Level, Own, Pot, Seat, SeatView, View
from tapete.games.primera.mano import memory
from tapete.games.primera.pots import pique_layers, pozo_layers
from tapete.games.primera.ranks import HAND_SIZE, evaluate
from tapete.games.primera.rules import MAX_SEATS, VERSION
from tapete.games.primera.state import (
    ENDED,
    JUEGA,
    RECLAMA,
    RESTO,
    RETIRADO,
    SEALED,
    Awarded,
    Phase,
    Player,
    State,
    Status,
    asked,
    living,
)

NO_BETS: Final = (0,) * (MAX_SEATS + 1)  # by seat, outside a round
NO_RANK: Final[Mapping[str, Any]] = {}


class PrimeraOwn(Own, frozen=True, omit_defaults=True):
    """`thrown` = the discards that he declared."""

    thrown: tuple[Card, ...] = ()


class Shown(Struct, frozen=True):
    """What the four cards that a seat has shown make, as `rank` says it."""

    seat: Seat
    type: str
    points: int


class PrimeraSeat(SeatView, frozen=True, omit_defaults=True):
    """`said_in` = the phase in which the last word was said; a Paso of the pique or of a bet."""

    said_in: str = ""


class PrimeraView(View, frozen=True, omit_defaults=True):
    """`role` = La Mano, `board` = the bottom card once it is shown.

    `minimum` = the table's least pique · `price` = what Voy costs (0: La Mano names it) ·
    `to_match` = the highest bet of the round · `step` = every amount is a multiple of it ·
    `happened` = the phases so far (a later one is there and this is not: it did not happen) ·
    `claimed` = who said Llevo and has shown · `juegos` = who declared juego · `shown` = what the
    hands make that lie face up · `awarded` = the pots that have been paid, in order, and who
    competed for each · `next_mano` = once the hand is over, the seat from which the next La Mano
    is sought, clockwise (0: she will be drawn).
    """

    version: str = VERSION
    titular: Seat = 0
    minimum: int = 0
    price: int = 0
    to_match: int = 0
    step: int = 0
    reinicios: int = 0
    max_reinicios: int = 0
    happened: tuple[str, ...] = ()
    claimed: tuple[Seat, ...] = ()
    juegos: tuple[Seat, ...] = ()
    shown: tuple[Shown, ...] = ()
    awarded: tuple[Awarded, ...] = ()
    next_mano: Seat = 0


def view(state: State, seat: Seat | None) -> PrimeraView:
    """The hand as a seat, or (None) a spectator, may see it: what all see is put together once."""
    known = state.known
    if "public" not in known:
        known["public"] = _public(state)
    public: PrimeraView = known["public"]
    for player in state.players:
        if player.seat == seat:
            return replace(public, own=_own(state, player))
    return public


def _public(state: State) -> PrimeraView:
    now = state.round
    bets = now.bets if now else NO_BETS
    winners = [p.seat for p in state.players if p.won]
    return PrimeraView(
        phase=state.phase,
        turn=state.turn,
        role=state.mano,
        asks=_asks(state),
        seats=tuple([_seat(p, bets[p.seat]) for p in state.players]),
        pots=_pots(state),
        board=state.fondo,
        deck=len(state.deck),
        beside=len(state.beside),
        winner=winners[0] if state.phase is Phase.FIN and len(winners) == 1 else 0,
        titular=state.titular,
        minimum=state.rules.pique_minimo,
        price=state.price,
        to_match=max(bets),
        step=state.rules.ficha,
        reinicios=state.reinicios,
        max_reinicios=state.rules.max_reinicios,
        happened=state.happened,
        claimed=tuple([p.seat for p in state.players if p.status is RECLAMA and not p.claims]),
        juegos=tuple([p.seat for p in state.players if p.juego]),
        shown=_shown(state),
        awarded=state.awarded,
        next_mano=_next_mano(state),
    )


def _shown(state: State) -> tuple[Shown, ...]:
    """The evaluation of whole hands that are public already, so that no client needs the rules."""
    found = []
    for player in state.players:
        if len(player.face) == HAND_SIZE:
            rank = evaluate(player.face, state.rules.chivo_cuarta).named()
            found.append(Shown(player.seat, rank["type"], rank["points"]))
    return tuple(found)


def _next_mano(state: State) -> Seat:
    """What the ended hand hands on (P-A2); before that a restart could still move it."""
    inherited = memory(state) if state.phase in ENDED else None
    return inherited.mano if inherited else 0


def _asks(state: State) -> tuple[Seat, ...]:
    """A sealed window names everybody until it closes, so that nobody learns who answered."""
    if state.phase in SEALED:
        return tuple([p.seat for p in living(state) if p.sits])
    return asked(state)


def heard(player: Player) -> Status:
    """A claim is seen as a retirement until its contest (P-L)."""
    status = player.status
    return RETIRADO if status is RECLAMA and player.cards else status


def _seat(player: Player, bet: int) -> PrimeraSeat:
    status = heard(player)
    return PrimeraSeat(
        seat=player.seat,
        chips=player.chips,
        state=status,
        alive=status is JUEGA or status is RESTO,
        backs=0 if player.face else len(player.cards) + len(player.thrown or ()),
        cards=player.face,
        bet=bet,
        word=player.word,
        amount=player.amount,
        won=player.won,
        said_in=player.said_in,
    )


def _pots(state: State) -> tuple[Pot, ...]:
    """The pots that hold chips, with who can still win each level as far as all know."""
    alive = tuple([p.seat for p in living(state)])
    found = []
    if state.pique:
        found.append(Pot("pique", state.pique, _levels(pique_layers(state, alive))))
    if state.pozo:
        found.append(Pot("pozo", state.pozo, _levels(pozo_layers(state, alive))))
    if state.banda:
        found.append(Pot("banda", state.banda))
    return tuple(found)


def _levels(found: Iterable[Layer]) -> tuple[Level, ...]:
    return tuple([Level(layer.amount, layer.seats) for layer in found])


def _own(state: State, player: Player) -> PrimeraOwn:
    cards = player.cards + (player.thrown or ())
    whole = len(cards) == HAND_SIZE
    rank = evaluate(cards, state.rules.chivo_cuarta) if whole else None
    now = state.round
    owes = now is not None and player.status is JUEGA and player.seat in asked(state)
    return PrimeraOwn(
        seat=player.seat,
        cards=cards,
        rank=rank.named() if rank else NO_RANK,
        uses=rank.uses if rank else (),
        owes=now.owes(player.seat) if owes and now else 0,
        word=player.answer.move if player.answer else player.secret or player.word,
        answered=player.answer is not None,
        thrown=player.thrown or (),
    )


def zones(state: State) -> dict[str, tuple[Card, ...]]:
    """Where each of the 28 cards lies."""
    hands = {f"seat:{p.seat}": p.cards + (p.thrown or ()) for p in state.players}
    return {"deck": state.deck, "beside": state.beside} | hands


def alive(state: State) -> tuple[Seat, ...]:
    """Who can still win something, a claimant before his contest too: this is not public."""
    if state.phase in (Phase.FIN, Phase.CANCELADA):
        return ()
    return tuple(p.seat for p in state.players if p.alive or p.claims)
