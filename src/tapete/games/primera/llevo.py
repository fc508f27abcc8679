"""Chapters L and B8–B9: who may say Llevo, and the contest of the pique."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.chips.pots import Layer
from tapete.game.contract import Seat, Told
from tapete.games.primera.mano import from_mano, succession
from tapete.games.primera.money import Out
from tapete.games.primera.pots import award, pique_layers
from tapete.games.primera.ranks import evaluate
from tapete.games.primera.state import (
    RECLAMA,
    RESTO,
    RETIRADO,
    Fact,
    Player,
    State,
    having,
    having_all,
    living,
    of,
)


def has_juego(state: State, player: Player) -> bool:
    """Segunda, Chivo or Primera, as the server sees the cards now (000:71)."""
    return evaluate(player.cards, state.rules.chivo_cuarta).juego


def any_juego(state: State) -> bool:
    """Whether somebody alive has juego."""
    return any(has_juego(state, player) for player in living(state))


def may_claim(state: State, player: Player) -> bool:
    """Has juego, and put chips into a level of the pique that waits for its winner (P-L)."""
    return player.pique > state.settled and has_juego(state, player)


def show(state: State, seats: tuple[Seat, ...], word: str, out: Out) -> State:
    """These seats lay their cards open, from La Mano on."""
    laid = {}
    for seat in from_mano(state, seats):
        player = of(state, seat)
        if player.face != player.cards:
            out.append(Told(Fact.MUESTRA, seat=seat, cards=player.cards, word=word))
            laid[seat] = replace(player, face=player.cards, shown=True)
    return having_all(state, laid)


def contest(state: State, out: Out) -> State:
    """Whoever said Llevo competes for the pique, and on the levels that a claimant reached also
    every RESTO who put into them (P-B8). All of them show (P-B9). Who chose the pozo does not
    compete; the levels above wait."""
    claimants = tuple([p.seat for p in state.players if p.status is RECLAMA and p.cards])
    if not claimants:
        return state
    state = succession(state, out)
    contested = _contested(state, claimants)
    out.append(Told(Fact.DISPUTA, pause="disputa_s"))
    for seat in from_mano(state, claimants):
        out.append(Told(Fact.LLEVA, seat=seat))
    shown = {seat for layer in contested for seat in layer.seats} | set(claimants)
    state = show(state, tuple(sorted(shown)), "disputa", out)
    for layer in contested:
        state = award(state, "pique", layer.amount, layer.seats, out)
        state = replace(state, settled=layer.top)
    return _retire_spent(state, out)


def _contested(state: State, claimants: tuple[Seat, ...]) -> list[Layer]:
    """The levels that a claimant reached, each with who competes for it; neighbours with the
    same competitors are one pot."""
    alive = tuple(p.seat for p in state.players if p.alive or p.claims)
    resto = {p.seat for p in state.players if p.status is RESTO}
    found: list[Layer] = []
    for layer in pique_layers(state, alive):
        if not any(seat in claimants for seat in layer.seats):
            break
        seats = tuple(s for s in layer.seats if s in claimants or s in resto)
        amount = layer.amount
        if found and found[-1].seats == seats:
            amount += found.pop().amount
        found.append(Layer(layer.top, amount, seats))
    return found


def _retire_spent(state: State, out: Out) -> State:
    """A RESTO with no level of the pique to wait for and nothing in the pozo is out (P-B8), unless
    the pozo would be left to nobody: then it is theirs, as all who are alive (P-F1)."""
    alive = living(state)
    spent = [p for p in alive if p.status is RESTO and p.pique <= state.settled and not p.pozo]
    if state.pozo and len(spent) == len(alive):
        return succession(state, out)
    for player in spent:
        out.append(Told(Fact.FUERA, seat=player.seat))
        state = having(state, replace(player, status=RETIRADO))
    return succession(state, out)
