"""What a partida is at any moment: players, mazo, table, pot. Frozen; every change is a new one."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tapete.cards.card import Card
from tapete.chips.order import clockwise
from tapete.game.contract import Event, Seat, Told
from tapete.games.caida.rules import Rules
from tapete.games.caida.values import DECK


class Phase(StrEnum):
    """Where the partida stands (K-S2)."""

    POR_REPARTIR = "POR_REPARTIR"
    JUEGO = "JUEGO"
    FIN = "FIN"


class Fact(StrEnum):
    """Everything that a partida can tell, roughly in the order in which it happens."""

    REPARTIDOR = "repartidor"  # the seat that deals the next mazo
    REPARTE = "reparte"  # it pressed Repartir; word = the sung order, if this deal has one
    MAZO = "mazo"  # a mazo begins: its dealer; amount = which one of the partida
    CARTA = "carta"  # a card to a seat: its back to all, its face to the owner
    MESA = "mesa"  # a card to the table; amount = its position
    APARTADA = "apartada"  # a repeated value, set aside
    BARAJA = "baraja"  # the rest and the set-aside cards were shuffled; amount = how many
    PUNTOS = "puntos"  # an award: seat, amount, word = its cause
    CANTO = "canto"  # a canto's name, with the first card of the seat's deal
    JUGADA = "jugada"  # a card was played
    RECOGE = "recoge"  # what it took, in the order of the run
    CAIDA = "caida"
    MESA_LIMPIA = "mesa_limpia"
    CANTO_PAGADO = "canto_pagado"  # rank and cards become public; word = «ronda R»
    TRIBILIN = "tribilin"
    SOBRANTES = "sobrantes"  # the last capturer takes what lies
    CAPTURADAS = "capturadas"  # how many cards a seat captured in the mazo
    GANA = "gana"
    ABANDONA = "abandona"
    SIN_EFECTO = "sin_efecto"  # ended before anybody was charged
    CANCELADA = "cancelada"  # word = why


class Why(StrEnum):
    """The reasons of money, as they stand in everybody's «Historial de saldo» (K-M7)."""

    ENTRADA = "ENTRADA"  # the costo
    RESERVA = "RESERVA"  # held for the doubles
    LIBERACION = "LIBERACION"  # what was held and is not owed
    EXTRA = "EXTRA"  # what a loser pays beyond his costo
    ACUMULADO = "ACUMULADO"  # what earlier abandonments left joins the pot
    COMISION = "COMISION"
    PREMIO = "PREMIO"
    ABANDONO = "ABANDONO"  # the costo of who left
    REINTEGRO = "REINTEGRO"  # the costo of the others, back
    COMPENSACION = "COMPENSACION"  # everybody's costo back: a technical cancellation


class Cause(StrEnum):
    """What points are given for; TRIBILIN wins without any."""

    REPARTO = "reparto"  # table cards in their sung place
    MAL_ECHADA = "mal_echada"  # none of them was
    CAIDA = "caida"
    MESA_LIMPIA = "mesa_limpia"
    CANTO = "canto"
    EXCEDENTE = "excedente"
    TRIBILIN = "tribilin"


class Wants(StrEnum):
    """Which chance is awaited (K-S1)."""

    NOTHING = ""
    DRAW = "repartidor"
    MAZO = "mazo"
    MESA = "mesa"


ASC: Final = "asc"
DESC: Final = "desc"
ORDERS: Final = {ASC: (1, 2, 3, 4), DESC: (4, 3, 2, 1)}
CARDS_OF_A_DEAL: Final = 3
CARDS_OF_THE_TABLE: Final = 4


class Player(Struct, frozen=True):
    """A seat in the partida.

    `dealt` = its three cards of this deal, `cards` = those still held · `pile` = captured in this
    mazo · `canto` = the name that was announced ("": it had none; None: it has not played in this
    deal) · `word` = what its last card did.
    """

    seat: Seat
    chips: int
    cards: tuple[Card, ...] = ()
    dealt: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    score: int = 0
    canto: str | None = None
    word: str = ""


class State(Struct, frozen=True):
    """A partida.

    `asks` = the seat that is asked (0: nobody) · `stock` from its front · `table` as it lies,
    `laid` = the mazo's four cards as they were dealt, `aside` = repeats that wait for the shuffle ·
    `sung` = the order of this mazo · `mazo` counts in the partida, `deal` in the mazo (0: its first
    Repartir is still to come) · `left` = the card that the play before this one left on the table ·
    `capturer` = who captured last in this mazo · `charged` = the costo was taken · `pot`,
    `reserve` = what lies there, `carry` = the table's acumulado · `winner`, `cause` = who won, and
    by what.
    """

    rules: Rules
    players: tuple[Player, ...]
    carry: int
    dealer: Seat = 0
    phase: Phase = Phase.POR_REPARTIR
    wants: Wants = Wants.NOTHING
    turn: int = 0
    asks: Seat = 0
    stock: tuple[Card, ...] = DECK
    table: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    sung: str = ""
    mazo: int = 0
    deal: int = 0
    left: Card = ""
    capturer: Seat = 0
    charged: bool = False
    pot: int = 0
    reserve: int = 0
    winner: Seat = 0
    cause: str = ""

    @property
    def begun(self) -> bool:
        """The present dealer has pressed Repartir for his mazo."""
        return self.deal > 0 or self.wants in (Wants.MAZO, Wants.MESA)


Chapter: TypeAlias = Callable[[State], tuple[State, tuple[Event, ...]]]


def until_won(state: State, *chapters: Chapter) -> tuple[State, tuple[Event, ...]]:
    """The chapters in their order; after the award that wins, none of the rest (K-P5)."""
    told: tuple[Event, ...] = ()
    for chapter in chapters:
        if state.winner:
            break
        state, more = chapter(state)
        told += more
    return state, told


def award(state: State, seat: Seat, points: int, cause: Cause) -> tuple[State, tuple[Event, ...]]:
    """The points of one cause to one player; the first who reaches the goal has won (002:1)."""
    assert not state.winner
    if points == 0:
        return state, ()
    player = of(state, seat)
    state = put(state, replace(player, score=player.score + points))
    if of(state, seat).score >= state.rules.meta:
        state = replace(state, winner=seat, cause=cause)
    return state, (Told(Fact.PUNTOS, seat, points, word=cause),)


def of(state: State, seat: Seat) -> Player:
    """The player at a seat of the partida."""
    return next(p for p in state.players if p.seat == seat)


def put(state: State, player: Player) -> State:
    """The state with this player in the place of his former self."""
    return replace(
        state, players=tuple(player if p.seat == player.seat else p for p in state.players)
    )


def after(state: State, seat: Seat) -> Seat:
    """The next seat clockwise that plays."""
    return clockwise([p.seat for p in state.players], seat + 1)[0]


def mano(state: State) -> Seat:
    """Who plays first: the seat after the dealer."""
    return after(state, state.dealer)


def from_mano(state: State) -> tuple[Player, ...]:
    """The players in turn order; the dealer is the last of them."""
    first = [p.seat for p in state.players].index(mano(state))
    return state.players[first:] + state.players[:first]
