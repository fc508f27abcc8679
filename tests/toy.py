"""Tanto, the toy game: small, and it has one of everything that the house must carry.

Rules. Fourteen cards: A to 7 of oros and copas, worth 1 to 7. Two to five seats.
1. A first hand draws who is mano (SORTEO); later ones turn her to the next seat.
2. She says `repartir` (REPARTIR); her silence is leaving. Then two cards each from the top.
3. APUESTA, in turn from mano: `poner` a price (from `minimo` to what the poorest has), then
   `igualar` it, or `paso`. Who holds a pair says `guardo` instead of `paso`: nobody else can tell.
   If mano is out the next one is mano. One left: he takes the pot, no rake, nothing shown.
4. CAMBIO: in turn `cambiar` 0 to 2 cards; what was thrown is shuffled into the stub (REPOSICION)
   and as many are dealt again.
5. VOTO: everybody left votes `votar alta` or `votar baja`, sealed. All `baja`: the lowest sum
   wins; else the highest.
6. MUESTRA: they show. A rake of `rake_bp` leaves the pot. One winner takes it together with what
   the table's `carry` (bolsa) holds; on a tie the pot goes into the bolsa.
A leaver is out, what he put stays. Cancelling gives every bet back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tapete.game.contract import (
    Act,
    Cancel,
    Card,
    Command,
    Decide,
    Entry,
    Info,
    Leave,
    Mask,
    Offer,
    Over,
    Pot,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
    Told,
    View,
    accepted,
)
from tapete.game.errors import Code, Illegal
from tests import toy_hand as hand
from tests.toy_hand import Memory, Player, Rules, State

PHASES = (
    "SORTEO",
    "REPARTIR",
    "REPARTO",
    "APUESTA",
    "CAMBIO",
    "REPOSICION",
    "VOTO",
    "FIN",
    "CANCELADA",
)
MOVES = ("repartir", "poner", "igualar", "paso", "guardo", "cambiar", "votar")
FACTS = (
    "mano",
    "reparto",
    "carta",
    "puso",
    "retiro",
    "guardado",
    "cambio",
    "ventana",
    "voto",
    "muestra",
    "empate",
    "gana",
    "fue",
    "cancelada",
)


class Toy:
    """The game Tanto. The traits in which real games differ are its arguments."""

    def __init__(
        self,
        *,
        key: str = "tanto",
        bank: Literal["wallet", "buyin", "session"] = "wallet",
        away: Literal["leave", "sit_out"] = "leave",
        silence: Literal["hurry", "leave"] = "hurry",
        ready: Literal["each", "once"] = "once",
    ) -> None:
        self.info = Info(
            key=key,
            seats=(2, 5),
            decks=("toy-14",),
            clocks={"turno_s": 20, "voto_s": 10, "muestra_s": 3, "gracia_s": 60},
            rules=Rules,
            memory=Memory,
            version="tanto/1",
            currency="PRA",
            bank=bank,
            phases=PHASES,
            moves=MOVES,
            facts=FACTS,
            reveals=frozenset({"muestra"}),
            role="mano",
            variant=f"tapete/{key}",
            away=away,
            silence=silence,
            ready=ready,
            carry="bolsa",
            masks={"guardo": Mask("paso")},
        )

    def open(
        self, rules: Rules, seats: tuple[Seated, ...], memory: Memory | None, carry: int
    ) -> Step:
        able = [s for s in seats if s.sitting and s.chips >= rules.minimo]
        state = State(rules, tuple(Player(s.seat, s.chips) for s in able), carry)
        if len(able) < 2:
            return hand.end(state, "CANCELADA", [Told("cancelada", word="faltan")])
        if memory is None:
            draw = Shuffle(tuple(s.seat for s in able), "sorteo")
            return hand.wait(state, "SORTEO", draw, [])
        return hand.call_mano(state, hand.first_from(memory.mano, state), [])

    def apply(self, state: State, command: Command) -> Step:
        if isinstance(state.need, Over):
            raise Illegal(Code.HAND_OVER)
        if isinstance(command, Cancel):
            return hand.refund(state, command.why, [])
        if isinstance(command, Shuffled):
            return hand.shuffled(state, command.order)
        if isinstance(state.need, Shuffle):
            raise Illegal(Code.SHUFFLE_WANTED)
        if all(p.seat != command.seat or p.state == "fue" for p in state.players):
            raise Illegal(Code.NOT_IN_HAND)
        if isinstance(command, Leave):
            return hand.leave(state, hand.of(state, command.seat))
        if command.turn != state.need.turn:
            raise Illegal(Code.STALE_TURN)
        if any(command.seat == voter for voter, _ in state.votes):
            raise Illegal(Code.ALREADY_ANSWERED)
        if command.seat not in state.need.seats:
            raise Illegal(Code.NOT_YOUR_TURN)
        accepted(self.offers(state, command.seat), command)
        return hand.DONE[command.move](state, hand.of(state, command.seat), command)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        if not isinstance(state.need, Decide) or seat not in state.need.seats:
            return ()
        me = hand.of(state, seat)
        if state.phase == "REPARTIR":
            return (Offer("repartir"),)
        if state.phase == "CAMBIO":
            return (Offer("cambiar", pick=(0, 2), cards=me.cards),)
        if state.phase == "VOTO":
            return (Offer("votar", options=("alta", "baja")),)
        out = Offer("guardo" if me.cards[0][0] == me.cards[1][0] else "paso")
        if state.price:
            return (Offer("igualar", cost=state.price), out)
        poorest = min(p.chips for p in hand.alive(state))
        put = Offer("poner", state.rules.minimo, poorest, state.rules.ficha)
        return (put, out)

    def idle(self, state: State, seat: Seat) -> Act | Leave:
        if state.phase == "REPARTIR":
            return Leave(seat)
        offer = self.offers(state, seat)[-1]
        option = offer.options[0] if offer.options else None
        return Act(seat, state.turn, offer.move, option=option)

    def view(self, state: State, seat: Seat | None) -> View:
        asked = state.need.seats if isinstance(state.need, Decide) else ()
        return View(
            phase=state.phase,
            turn=state.turn,
            role=state.mano,
            asks=self.alive(state) if state.phase == "VOTO" else asked,
            seats=tuple(hand.seat_view(p) for p in state.players),
            pots=(Pot("bote", state.pot),) if state.pot else (),
            deck=len(state.deck),
            winner=state.winner,
            own=next((hand.own(state, p) for p in state.players if p.seat == seat), None),
        )

    def entry(self, rules: Rules) -> Entry:
        return Entry(rules.minimo, None, rules.minimo)

    def dealt(self, state: State) -> tuple[Seat, ...]:
        return tuple(p.seat for p in state.players)

    def alive(self, state: State) -> tuple[Seat, ...]:
        return tuple(p.seat for p in hand.alive(state))

    def zones(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        hands = {f"seat:{p.seat}": p.cards + p.thrown for p in state.players}
        return {"deck": state.deck} | hands

    def rank(self, cards: tuple[Card, ...]) -> dict[str, Any]:
        return {"type": "tanto", "points": hand.points(cards)}
