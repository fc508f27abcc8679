"""A hand of Primera as data: phases, what can be told, a seat's part, and the whole."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.cards.decks import SPANISH_28
from tapete.chips.betting import Round
from tapete.game.contract import Seat
from tapete.games.primera.rules import Rules


class Phase(StrEnum):
    """The phases in the order of a hand (table «Phases» of the rules)."""

    SORTEO = "SORTEO"
    REPARTO = "REPARTO"
    PIQUE = "PIQUE"
    REAPERTURA = "REAPERTURA"
    COMPLETAR = "COMPLETAR"
    APUESTA = "APUESTA"
    VALIDACION = "VALIDACION"
    DESCARTE = "DESCARTE"
    REPOSICION = "REPOSICION"
    CARTA_FONDO = "CARTA_FONDO"
    GUERRA = "GUERRA"
    CANTICOS = "CANTICOS"
    DECLARACION = "DECLARACION"
    GUERRA_JUEGO = "GUERRA_JUEGO"
    SHOWDOWN = "SHOWDOWN"
    MOSTRAR = "MOSTRAR"
    FIN = "FIN"
    CANCELADA = "CANCELADA"


class Move(StrEnum):
    """Everything that a seat can say."""

    VOY = "voy"
    PASO = "paso"
    IGUALAR = "igualar"
    RESTO = "resto"
    LLEVO = "llevo"
    NO_LLEVO = "no_llevo"
    PASAR = "pasar"
    DESCARTAR = "descartar"
    DECLARAR = "declarar"
    MOSTRAR = "mostrar"
    OCULTAR = "ocultar"


class Fact(StrEnum):
    """Everything that is told. Private = told to its owner only."""

    ASIENTO = "asiento"  # the draw begins at this seat
    SORTEADA = "sorteada"  # a card of the draw, shown to all
    MANO = "mano"  # who is La Mano now; word = sorteo, turno, rotacion, sucesion
    FASE = "fase"  # word = the phase that begins
    CARTAS = "cartas"  # private: cards dealt
    DICE = "dice"  # a word as everybody hears it, with its amount
    PALABRA = "palabra"  # private: the real word behind a «paso» that owed
    BANDA = "banda"  # Bandas are collected; amount = the tariff
    BOTADA = "botada"  # a second botada, shown to all
    REINICIO = "reinicio"  # the pique starts again; amount = how often in this hand
    VENTANA = "ventana"  # Validación opens: somebody has juego; amount = least igualar
    RESUELTA = "resuelta"  # a sealed answer of Validación becomes public
    DISPUTA = "disputa"  # the pique is contested
    LLEVA = "lleva"  # this seat claimed
    RECOGE = "recoge"  # the cards of who is out go beside the deck; amount = how many
    FUERA = "fuera"  # a RESTO has nothing left to win
    DESCARTA = "descarta"  # amount = how many cards
    DESCARTADAS = "descartadas"  # private: which cards
    REPUESTA = "repuesta"  # private: the replacements
    FONDO = "fondo"  # the bottom card; no card when none is left
    JUEGO = "juego"  # at the Declaración; word = juego, sin_juego
    SHOWDOWN = "showdown"  # the cards that compete are shown now
    MUESTRA = "muestra"  # these cards are shown to all; word = disputa, showdown, mostrar
    OCULTA = "oculta"  # the last one keeps his cards
    BOTE = "bote"  # a pot is awarded; word = pique, pozo; amount = gross
    ABANDONA = "abandona"  # the seat left
    CANCELADA = "cancelada"  # word = why
    FIN = "fin"


class Why(StrEnum):
    """The reasons of money, as they stand in everybody's history (P-G)."""

    APORTE_PIQUE = "APORTE_PIQUE"
    DEVOLUCION_PIQUE = "DEVOLUCION_PIQUE"
    BANDA = "BANDA"
    APUESTA = "APUESTA"
    DEVOLUCION_NO_IGUALADA = "DEVOLUCION_NO_IGUALADA"
    PREMIO = "PREMIO"
    COMPENSACION = "COMPENSACION"


class Status(StrEnum):
    """A player's part in the hand. JUEGA and RESTO are alive in the main pot."""

    JUEGA = "juega"
    RESTO = "resto"  # all-in
    RECLAMA = "reclama"  # said Llevo: out of the main pot, competes for the pique
    RETIRADO = "retirado"


class Answer(Struct, frozen=True):
    """A sealed answer, kept until the window closes."""

    move: Move
    amount: int = 0


class Player(Struct, frozen=True):
    """A seat that was dealt in.

    `sits` = has not left · `thrown` = declared discards (None: not declared yet) · `face` = cards
    that lie face up · `shown` = has shown in this deal · `word`, `amount` = the last word as all
    heard it, `said_in` = the phase of that word, `secret` = the real one · `juego` = what the
    Declaración made public · `pique`, `pozo`, `banda` = what he has put there · `won` = prizes.
    """

    seat: Seat
    chips: int
    status: Status = Status.JUEGA
    sits: bool = True
    cards: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] | None = None
    face: tuple[Card, ...] = ()
    shown: bool = False
    word: str = ""
    amount: int = 0
    said_in: str = ""
    secret: str = ""
    answer: Answer | None = None
    juego: bool = False
    botadas: int = 0
    pique: int = 0
    pozo: int = 0
    banda: int = 0
    won: int = 0

    @property
    def alive(self) -> bool:
        """In the main pot."""
        return self.status is JUEGA or self.status is RESTO

    @property
    def claims(self) -> bool:
        """Said Llevo, and its contest is still to come."""
        return self.status is RECLAMA and bool(self.cards)


class Awarded(Struct, frozen=True):
    """A pot, or levels of it, that has been paid: its gross and the seats that competed for it."""

    pot: str
    amount: int
    seats: tuple[Seat, ...]


class State(Struct, frozen=True, dict=True):
    """A hand.

    `mano` has the title now, `titular` had it at the last deal · `start` = where the draw begins ·
    `queue` = who has not answered yet: all of them in a sealed window, else the first is asked ·
    `deck` from top to bottom, `beside` = cards that wait beside it · `price` of the pique ·
    `early` = who passed before there was one · `settled` = the contribution up to which the pique
    has been awarded · `pique`, `pozo`, `banda` = what lies in each pot · `awarded` = what has been
    paid, in its order.
    """

    rules: Rules
    players: tuple[Player, ...]  # by seat
    phase: Phase = Phase.SORTEO
    happened: tuple[Phase, ...] = ()
    mano: Seat = 0
    titular: Seat = 0
    start: Seat = 0
    turn: int = 0
    queue: tuple[Seat, ...] = ()
    deck: tuple[Card, ...] = SPANISH_28
    beside: tuple[Card, ...] = ()
    fondo: tuple[Card, ...] = ()
    price: int = 0
    early: tuple[Seat, ...] = ()
    reinicios: int = 0
    round: Round | None = None
    pique: int = 0
    pozo: int = 0
    banda: int = 0
    settled: int = 0
    awarded: tuple[Awarded, ...] = ()

    @property
    def known(self) -> dict[Any, Any]:
        """What follows from this state alone, found once: offers by seat, the public view. It
        lies beside the fields: not compared, not encoded, not handed on by `replace`."""
        return self.__dict__


JUEGA: Final = Status.JUEGA  # module constants: enum members are slow to look up
RESTO: Final = Status.RESTO
RECLAMA: Final = Status.RECLAMA
RETIRADO: Final = Status.RETIRADO
SEALED: Final = (Phase.VALIDACION, Phase.DECLARACION)
CHANCE: Final = (Phase.SORTEO, Phase.REPARTO, Phase.REPOSICION)
ENDED: Final = (Phase.FIN, Phase.CANCELADA)


def of(state: State, seat: Seat) -> Player:
    """The player at a seat that was dealt in. At a full table seat n is in place n - 1."""
    players = state.players
    if seat <= len(players) and players[seat - 1].seat == seat:
        return players[seat - 1]
    for player in players:
        if player.seat == seat:
            return player
    raise KeyError(seat)


def having(state: State, new: Player) -> State:
    """The state with this player as he is now."""
    return replace(state, players=among(state.players, new))


def among(players: tuple[Player, ...], new: Player) -> tuple[Player, ...]:
    """These players with this one as he is now."""
    seat = new.seat
    if seat <= len(players) and players[seat - 1].seat == seat:
        return (*players[: seat - 1], new, *players[seat:])
    return tuple([new if p.seat == seat else p for p in players])


def having_all(state: State, new: Mapping[Seat, Player]) -> State:
    """The state with these players as they are now."""
    return replace(state, players=tuple([new.get(p.seat, p) for p in state.players]))


def living(state: State) -> tuple[Player, ...]:
    """Who is alive in the main pot, by seat."""
    return tuple([p for p in state.players if p.status is JUEGA or p.status is RESTO])


def two_alive(state: State) -> bool:
    """Whether the main pot still has rivals."""
    found = 0
    for p in state.players:
        if p.status is JUEGA or p.status is RESTO:
            found += 1
            if found > 1:
                return True
    return False


def asked(state: State) -> tuple[Seat, ...]:
    """Whose answer is missing now."""
    return state.queue if state.phase in SEALED else state.queue[:1]
