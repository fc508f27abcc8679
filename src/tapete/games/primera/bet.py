"""Chapter C: a round of bets. Apuesta, Guerra, Cánticos and Guerra de Juego are the same round."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.chips import betting
from tapete.chips.limits import Bounds, NoLimit, Spot
from tapete.game.contract import Seat, Told
from tapete.games.primera.deal import enter
from tapete.games.primera.mano import succession
from tapete.games.primera.money import Out, give_back, put
from tapete.games.primera.state import (
    JUEGA,
    RECLAMA,
    RETIRADO,
    Fact,
    Move,
    Phase,
    Player,
    State,
    Status,
    Why,
    among,
    of,
    two_alive,
)

DICE, PASO = Fact.DICE, Move.PASO
WAR = Phase.GUERRA_JUEGO
LIMIT = NoLimit()  # no cap and no least raise beyond the step (P-C1)


def open_round(state: State, phase: Phase, out: Out) -> State:
    """From La Mano or, if she has no chips, the next one who has (000:62, P-C3). In Guerra de
    Juego only who declared juego may bet (000:95). A round that nobody can open passes in silence.
    """
    state = succession(state, out)
    able = tuple(
        [p.seat for p in state.players if p.status is JUEGA and (p.juego or phase is not WAR)]
    )
    now = betting.begin([p.seat for p in state.players], able, state.mano)
    if betting.turn(now):
        state = enter(state, phase, out)
    return ask(replace(state, phase=phase, round=now), out)


def running(state: State) -> betting.Round:
    """The round that is being played."""
    assert state.round is not None
    return state.round


def ask(state: State, out: Out) -> State:
    """Whose turn it is. With fewer than two alive the round closes at once; for who has left the
    server answers: check if it is free, else decline."""
    now = running(state)
    seat = betting.turn(now) if two_alive(state) else 0
    if seat and not of(state, seat).sits:
        return pass_turn(state, seat, PASO, out)
    return replace(state, queue=(seat,) if seat else ())


def raise_bounds(state: State, player: Player) -> Bounds | None:
    """The totals that `voy` may name: above the highest bet, in steps, up to all he has (P-C1)."""
    now = running(state)
    spot = Spot(now.current, now.bets[player.seat], player.chips, 1, state.rules.ficha)
    return LIMIT.bounds(spot)


def stake(state: State, seat: Seat, move: str, chips: int, said: int, out: Out) -> State:
    """Voy, igualar or resto: chips go into the pozo. Above the highest bet it is a raise, which
    asks everybody else once more; a resto below it calls for less (000:64, 000:68, P-C2)."""
    out.append(Told(DICE, seat=seat, word=move, amount=said))
    player = replace(of(state, seat), word=move, amount=said, said_in=state.phase)
    able = player.status is JUEGA and chips < player.chips
    now = betting.bet(running(state), seat, chips, able)
    return ask(replace(put(state, player, "pozo", chips, out), round=now), out)


def pass_turn(state: State, seat: Seat, move: Move, out: Out) -> State:
    """Paso, Llevo or No Llevo. Nothing owed: a check (000:66). In Guerra de Juego: he declines and
    stays in for what he covered (000:96). Else he is out of the pozo; everybody hears the same
    «paso», and its owner alone the real word (000:67, P-L)."""
    now = running(state)
    owes = now.owes(seat)
    out.append(Told(DICE, seat=seat, word=PASO))
    player = replace(of(state, seat), word=PASO, amount=0, said_in=state.phase)
    if owes:
        out.append(Told(Fact.PALABRA, seat=seat, word=move, only=(seat,)))
        player = replace(player, secret=move, status=_status_after(state, player, move))
        now = betting.drop(now, seat)
    else:
        now = betting.check(now, seat)
    state = replace(state, players=among(state.players, player), round=now)
    return ask(succession(state, out), out)


def _status_after(state: State, player: Player, move: Move) -> Status:
    if move is Move.LLEVO:
        return RECLAMA
    return player.status if state.phase is WAR else RETIRADO


def return_uncalled(state: State, out: Out) -> State:
    """What nobody matched returns before anything is settled, without rake (000:65, 000:113)."""
    now = running(state)
    if not now.opened:
        return state
    seat, excess = betting.uncalled(tuple(enumerate(now.bets)))
    if not excess:
        return state
    return give_back(state, seat, "pozo", excess, Why.DEVOLUCION_NO_IGUALADA, out)
