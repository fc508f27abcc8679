"""Chapter G: every chip that moves. State and `Moved` change here together, and nowhere else."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from tapete.chips.betting import uncalled
from tapete.game.contract import Event, Moved, Seat
from tapete.games.primera.rules import MAX_SEATS
from tapete.games.primera.state import (
    JUEGA,
    RESTO,
    Player,
    State,
    Why,
    among,
    having,
    having_all,
    of,
)

Out: TypeAlias = list[Event]  # what one command brought about, in order
Pot: TypeAlias = Literal["pique", "pozo"]

SEAT: Final = tuple(f"seat:{seat}" for seat in range(MAX_SEATS + 1))
ACCOUNT: Final = {name: f"pot:{name}" for name in ("pique", "pozo", "banda")}
PIQUE, POZO = ACCOUNT["pique"], ACCOUNT["pozo"]
RAKE: Final = "house:rake"
APORTE, APUESTA, PREMIO = Why.APORTE_PIQUE, Why.APUESTA, Why.PREMIO


def put(state: State, player: Player, pot: Pot, amount: int, out: Out) -> State:
    """A player stakes chips; who has none left is RESTO. `player` = as he is now."""
    chips, status = player.chips - amount, player.status
    assert 0 < amount <= player.chips
    if not chips and status is JUEGA:
        status = RESTO
    if pot == "pique":
        out.append(Moved(SEAT[player.seat], PIQUE, amount, APORTE))
        player = replace(player, chips=chips, status=status, pique=player.pique + amount)
        return replace(state, players=among(state.players, player), pique=state.pique + amount)
    out.append(Moved(SEAT[player.seat], POZO, amount, APUESTA))
    player = replace(player, chips=chips, status=status, pozo=player.pozo + amount)
    return replace(state, players=among(state.players, player), pozo=state.pozo + amount)


def give_back(state: State, seat: Seat, pot: Pot, amount: int, why: Why, out: Out) -> State:
    """Part of a contribution returns, without rake. Who was RESTO plays again, if he sits."""
    player = of(state, seat)
    assert 0 < amount <= getattr(player, pot)
    out.append(Moved(ACCOUNT[pot], SEAT[seat], amount, why))
    again = player.status is RESTO and player.sits
    player = replace(
        player,
        chips=player.chips + amount,
        status=JUEGA if again else player.status,
        **{pot: getattr(player, pot) - amount},
    )
    return replace(having(state, player), **{pot: getattr(state, pot) - amount})


def return_excess(state: State, out: Out) -> State:
    """What the highest contribution to the pique has over the second one returns (P-B7)."""
    seat, excess = uncalled([(p.seat, p.pique) for p in state.players])
    if not excess:
        return state
    return give_back(state, seat, "pique", excess, Why.DEVOLUCION_PIQUE, out)


def pay_out(
    state: State, pot: Pot, due: int, shares: tuple[tuple[Seat, int], ...], out: Out
) -> State:
    """A pot that is awarded: the house's rake, then the winners' shares. A prize does not bring a
    RESTO back into play."""
    paid, winners = due, {}
    if due:
        out.append(Moved(ACCOUNT[pot], RAKE, due, PREMIO))
    for seat, share in shares:
        if share:
            out.append(Moved(ACCOUNT[pot], SEAT[seat], share, PREMIO))
            player = of(state, seat)
            winners[seat] = replace(player, chips=player.chips + share, won=player.won + share)
            paid += share
    return replace(having_all(state, winners), **{pot: getattr(state, pot) - paid})


def pay_banda(state: State, payer: Player, amount: int, to: Seat, out: Out) -> State:
    """One player's Banda, into `pot:banda` or (`to` > 0) straight to the sole Voy (P-B4)."""
    target = SEAT[to] if to else ACCOUNT["banda"]
    out.append(Moved(SEAT[payer.seat], target, amount, Why.BANDA))
    payer = replace(payer, chips=payer.chips - amount)
    if to:
        state = having(state, payer)
        return having(state, replace(of(state, to), chips=of(state, to).chips + amount))
    state = having(state, replace(payer, banda=payer.banda + amount))
    return replace(state, banda=state.banda + amount)


def join_bandas(state: State, out: Out) -> State:
    """The Bandas of this hand join the pique that closes (P-B7)."""
    if not state.banda:
        return state
    out.append(Moved(ACCOUNT["banda"], ACCOUNT["pique"], state.banda, Why.BANDA))
    return replace(state, pique=state.pique + state.banda, banda=0)


def compensate(state: State, out: Out) -> State:
    """Everything that was not awarded returns to who put it, once (000:117): the pending levels
    of the pique, the Bandas if the lowest is pending, the pozo (P-K)."""
    players = state.players
    banda = ACCOUNT["banda" if state.banda else "pique"]
    back = {p.seat: 0 for p in players}
    for account, owed in (
        (ACCOUNT["pique"], [max(0, p.pique - state.settled) for p in players]),
        (banda, [0 if state.settled else p.banda for p in players]),
        (ACCOUNT["pozo"], [p.pozo for p in players]),
    ):
        for p, amount in zip(players, owed, strict=True):
            if amount:
                out.append(Moved(account, SEAT[p.seat], amount, Why.COMPENSACION))
                back[p.seat] += amount
    paid = tuple(replace(p, chips=p.chips + back[p.seat]) for p in players)
    assert sum(back.values()) == state.pique + state.pozo + state.banda
    return replace(state, players=paid, pique=0, pozo=0, banda=0)
