"""The money of a partida (K-M): charge and holds, settlement, abandonment, cancellation.

Accounts: `seat:n` = the wallet, `pot:pozo`, `pot:reserva` (holds for the doubles), `carry` = the
table's acumulado, `house:rake` = the commission.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Account, Event, Moved, Seat
from tapete.games.caida.cantos import TRIBILIN
from tapete.games.caida.rules import largest_multiple, multiple
from tapete.games.caida.state import Player, State

POZO = "pot:pozo"
RESERVA = "pot:reserva"
CARRY = "carry"
RAKE = "house:rake"


def wallet(seat: Seat) -> Account:
    """The account of a seat."""
    return f"seat:{seat}"


def moves(why: str, rows: list[tuple[Account, Account, int]]) -> tuple[Event, ...]:
    """One journal row: the movements of one cause, without the empty ones."""
    return tuple(Moved(source, target, n, why) for source, target, n in rows if n > 0)


def can_pay(state: State) -> bool:
    """Has everybody what he may have to pay? Else Repartir is not offered (K-M1)."""
    worst = largest_multiple(state.rules) * state.rules.costo
    return all(player.chips >= worst for player in state.players)


def charge(state: State) -> tuple[State, tuple[Event, ...]]:
    """The first Repartir takes the costo of all in one row and holds the rest (K-M1, 002:24)."""
    costo, held = state.rules.costo, (largest_multiple(state.rules) - 1) * state.rules.costo
    players = tuple(replace(p, chips=p.chips - costo - held) for p in state.players)
    n = len(players)
    told = moves("ENTRADA", [(wallet(p.seat), POZO, costo) for p in players])
    told += moves("RESERVA", [(wallet(p.seat), RESERVA, held) for p in players])
    return replace(state, players=players, charged=True, pot=costo * n, reserve=held * n), told


def held_each(state: State) -> int:
    """What is held from each player for the doubles."""
    return state.reserve // len(state.players)


def settle(state: State) -> tuple[State, tuple[Event, ...]]:
    """The winner takes pot, extras and acumulado less the commission (K-M2, K-M3, 002:24–28)."""
    costo, held = state.rules.costo, held_each(state)
    extra = {p.seat: 0 if p.seat == state.winner else _extra(state, p) for p in state.players}
    pot = state.pot + sum(extra.values()) + (state.carry if state.charged else 0)
    commission = pot * state.rules.comision_bp // 10_000
    prize = pot - commission
    told = moves("EXTRA", [(RESERVA, POZO, extra[p.seat]) for p in state.players])
    told += moves("LIBERACION", [(RESERVA, wallet(s), held - x) for s, x in extra.items()])
    told += moves("ACUMULADO", [(CARRY, POZO, state.carry)])
    told += moves("COMISION", [(POZO, RAKE, commission)])
    told += moves("PREMIO", [(POZO, wallet(state.winner), prize)])
    players = tuple(
        replace(
            p,
            chips=p.chips + held - extra[p.seat] + (prize if p.seat == state.winner else 0),
        )
        for p in state.players
    )
    assert costo * len(players) == state.pot
    return replace(state, players=players, pot=0, reserve=0, carry=0), told


def _extra(state: State, loser: Player) -> int:
    """What a loser pays beyond his costo."""
    by_tribilin = state.cause == TRIBILIN
    return state.rules.costo * (multiple(state.rules, loser.score, by_tribilin) - 1)


def refund(state: State, why: str, leaver: Seat = 0) -> tuple[State, tuple[Event, ...]]:
    """Everybody gets costo and hold back; a leaver's costo goes to the acumulado (K-M4, K-M6)."""
    if not state.charged:
        return state, ()
    costo, held = state.rules.costo, held_each(state)
    told: tuple[Event, ...] = ()
    if leaver:
        told += moves("ABANDONO", [(POZO, CARRY, costo)])
    stay = [p.seat for p in state.players if p.seat != leaver]
    told += moves(why, [(POZO, wallet(seat), costo) for seat in stay])
    told += moves("LIBERACION", [(RESERVA, wallet(p.seat), held) for p in state.players])
    players = tuple(
        replace(p, chips=p.chips + held + (costo if p.seat != leaver else 0)) for p in state.players
    )
    carry = state.carry + (costo if leaver else 0)
    return replace(state, players=players, pot=0, reserve=0, carry=carry), told
