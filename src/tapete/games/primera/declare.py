"""Chapter J3: Declaración. It confirms what the server sees and folds nobody."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Seat, Told
from tapete.games.primera.deal import enter
from tapete.games.primera.llevo import has_juego
from tapete.games.primera.mano import from_mano
from tapete.games.primera.money import Out
from tapete.games.primera.state import Fact, Phase, State, having_all, living, of

JUEGO = Fact.JUEGO


def open_declaration(state: State, out: Out) -> State:
    """Everybody alive is asked at once (000:90)."""
    state = enter(state, Phase.DECLARACION, out)
    return replace(state, queue=tuple(p.seat for p in living(state) if p.sits))


def close_declaration(state: State, out: Out) -> State:
    """Who has juego is public now; the server's evaluation counts (000:91)."""
    said = {}
    for seat in from_mano(state, [p.seat for p in living(state)]):
        player = of(state, seat)
        juego = has_juego(state, player)
        word = "juego" if juego else "sin_juego"
        out.append(Told(JUEGO, seat=seat, word=word))
        said[seat] = replace(
            player, juego=juego, answer=None, word=word, amount=0, said_in=state.phase
        )
    return having_all(state, said)


def declared(state: State) -> tuple[Seat, ...]:
    """Who declared juego and is alive."""
    return tuple([p.seat for p in living(state) if p.juego])
