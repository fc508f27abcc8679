"""The money of a partida (K-M): charge and holds, settlement, abandonment, cancellation.

Accounts: `seat:n` = the wallet, `pot:pozo`, `pot:reserva` (holds for the doubles), `carry` = the
table's acumulado, `house:rake` = the commission. State and `Moved` change here together, and
nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from tapete.game.contract import Account, Event, Moved, Seat
from tapete.games.caida.rules import BASIS, largest_multiple, multiple, worst
from tapete.games.caida.state import Cause, State, Why

POZO: Final = "pot:pozo"
RESERVA: Final = "pot:reserva"
CARRY: Final = "carry"
RAKE: Final = "house:rake"


def wallet(seat: Seat) -> Account:
    """The account of a seat."""
    return f"seat:{seat}"


def row(why: Why, moves: Iterable[tuple[Account, Account, int]]) -> tuple[Event, ...]:
    """One journal row: the movements of one cause, without the empty ones."""
    return tuple(Moved(source, target, n, why) for source, target, n in moves if n > 0)


def can_pay(state: State) -> bool:
    """Has everybody what he may have to pay? Else Repartir is not offered (K-M1)."""
    return all(player.chips >= worst(state.rules) for player in state.players)


def charge(state: State) -> tuple[State, tuple[Event, ...]]:
    """The first Repartir takes the costo of all in one row and holds the rest (K-M1, 002:24)."""
    costo, seats = state.rules.costo, [player.seat for player in state.players]
    held = (largest_multiple(state.rules) - 1) * costo
    told = row(Why.ENTRADA, [(wallet(seat), POZO, costo) for seat in seats])
    told += row(Why.RESERVA, [(wallet(seat), RESERVA, held) for seat in seats])
    state = paid(state, dict.fromkeys(seats, -costo - held))
    n = len(seats)
    return replace(state, charged=True, pot=costo * n, reserve=held * n), told


def settle(state: State) -> tuple[State, tuple[Event, ...]]:
    """The winner takes pot, extras and acumulado less the commission (K-M2, K-M3, 002:24–28)."""
    extra, held = extras(state), held_each(state)
    pot = state.pot + sum(extra.values()) + state.carry
    commission = pot * state.rules.comision_bp // BASIS
    prize = pot - commission
    told = row(Why.EXTRA, [(RESERVA, POZO, owed) for owed in extra.values()])
    told += row(Why.LIBERACION, [(RESERVA, wallet(s), held - owed) for s, owed in extra.items()])
    told += row(Why.ACUMULADO, [(CARRY, POZO, state.carry)])
    told += row(Why.COMISION, [(POZO, RAKE, commission)])
    told += row(Why.PREMIO, [(POZO, wallet(state.winner), prize)])
    won = dict.fromkeys(extra, 0) | {state.winner: prize}
    state = paid(state, {seat: held - owed + won[seat] for seat, owed in extra.items()})
    return replace(state, pot=0, reserve=0, carry=0), told


def extras(state: State) -> dict[Seat, int]:
    """What each pays beyond his costo; the winner nothing (K-M2, 002:26, 27)."""
    costo, by_tribilin = state.rules.costo, state.cause == Cause.TRIBILIN
    return {
        p.seat: 0
        if p.seat == state.winner
        else costo * (multiple(state.rules, p.score, by_tribilin) - 1)
        for p in state.players
    }


def refund(state: State, why: Why, leaver: Seat = 0) -> tuple[State, tuple[Event, ...]]:
    """Everybody gets costo and hold back; a leaver's costo goes to the acumulado (K-M4, K-M6)."""
    if not state.charged:
        return state, ()
    costo, held = state.rules.costo, held_each(state)
    back = {p.seat: 0 if p.seat == leaver else costo for p in state.players}
    lost = costo if leaver else 0
    told = row(Why.ABANDONO, [(POZO, CARRY, lost)])
    told += row(why, [(POZO, wallet(seat), amount) for seat, amount in back.items()])
    told += row(Why.LIBERACION, [(RESERVA, wallet(seat), held) for seat in back])
    state = paid(state, {seat: amount + held for seat, amount in back.items()})
    return replace(state, pot=0, reserve=0, carry=state.carry + lost), told


def held_each(state: State) -> int:
    """What is held from each player for the doubles."""
    return state.reserve // len(state.players)


def paid(state: State, amounts: Mapping[Seat, int]) -> State:
    """The state with these amounts more (or less) in the players' wallets."""
    players = tuple(replace(p, chips=p.chips + amounts[p.seat]) for p in state.players)
    assert all(player.chips >= 0 for player in players)
    return replace(state, players=players)
