"""Chapters B4–B6: the Banda, the second botada, and the pique that starts again."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.cards.card import suit_of
from tapete.cards.decks import SPANISH_28
from tapete.game.contract import Seat, Told
from tapete.games.primera.end import cancel
from tapete.games.primera.mano import from_mano, rotate
from tapete.games.primera.money import Out, give_back, pay_banda
from tapete.games.primera.rules import Rules
from tapete.games.primera.state import (
    JUEGA,
    RETIRADO,
    Fact,
    Move,
    Player,
    State,
    Why,
    having_all,
    of,
)

PASO = Move.PASO
FEWEST = 2  # a deal needs two
FREE_BOTADAS = 1  # from the second one on two cards of one suit are shown


def tariff(rules: Rules) -> int:
    """The Banda by the table's least pique, not by La Mano's price (000:54, 000:55)."""
    small = rules.pique_minimo < rules.banda_umbral
    return rules.banda_baja if small else rules.banda_alta


def collect_bandas(state: State, voy: Seat, out: Out) -> State:
    """Everybody whose last word was Paso pays the tariff, or all he has (P-B4)."""
    due = tariff(state.rules)
    payers = [p for p in passed(state) if p.chips]
    if not due or not payers:
        return state
    out.append(Told(Fact.BANDA, amount=due))
    to = voy if state.rules.banda_a == "voy" else 0
    for payer in payers:
        state = pay_banda(state, payer, min(due, payer.chips), to, out)
    return state


def passed(state: State) -> list[Player]:
    """Whose last word in this deal is Paso, also by silence or by leaving."""
    return [p for p in state.players if p.cards and p.word == PASO]


def show_botadas(state: State, out: Out) -> State:
    """Each Paso at the end of a pique is a botada; from the second one in a hand on, two cards
    of one suit lie open for everybody (000:56, P-B6)."""
    pause, counted = "botada_s", {}
    for seat in from_mano(state, [p.seat for p in passed(state)]):
        player = of(state, seat)
        player = replace(player, botadas=player.botadas + 1)
        one, other = player.cards
        again = player.botadas > FREE_BOTADAS and state.rules.revelar_botada
        if again and suit_of(one) == suit_of(other):
            out.append(Told(Fact.BOTADA, seat=seat, cards=player.cards, pause=pause))
            player = replace(player, face=player.cards, shown=True)
            pause = ""
        counted[seat] = player
    return having_all(state, counted)


def restart(state: State, out: Out) -> State:
    """The pique starts again and charges nothing for it (000:50, 000:118, P-B5): refunds, Bandas
    if one Voy stands alone, second botadas; then a new deal, unless this was the last one allowed
    or fewer than two can be dealt in."""
    sole = [p for p in state.players if p.word == Move.VOY and p.alive]
    for p in state.players:
        if p.pique:
            state = give_back(state, p.seat, "pique", p.pique, Why.DEVOLUCION_PIQUE, out)
    if sole:
        state = collect_bandas(state, sole[0].seat, out)
    state = show_botadas(state, out)
    state = replace(state, reinicios=state.reinicios + 1, queue=())
    out.append(Told(Fact.REINICIO, amount=state.reinicios))
    players = tuple(_dealt_again(p) for p in state.players)
    dealt = tuple(p.seat for p in players if p.alive)
    if state.reinicios == state.rules.max_reinicios:
        return cancel(state, "max_reinicios", out)
    if len(dealt) < FEWEST:
        return cancel(state, "faltan_jugadores", out)
    state = replace(state, players=players, deck=SPANISH_28, price=0, early=())
    return rotate(state, dealt, out)


def _dealt_again(player: Player) -> Player:
    """Everybody who has not left and has chips is dealt in again, with less than the least pique
    too (P-A3); nobody keeps a card or a word."""
    status = JUEGA if player.sits and player.chips else RETIRADO
    return replace(
        player, status=status, cards=(), face=(), shown=False, word="", amount=0, said_in=""
    )
