"""What a table of Primera may set, and what one hand hands on to the next."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

VERSION: Final = "v1.0.0"  # also in the header of docs/rules/primera.es.md (000:5, 000:6)
MAX_SEATS: Final = 7  # 28 cards are four for each of seven (000:9)
CLOCKS: Final = {
    "turno_s": 120,  # a turn (000:128)
    "ventana_s": 30,  # a sealed window: Validación, Declaración (000:129)
    "showdown_s": 15,  # the showdown closes by itself (000:130)
    "disputa_s": 8,  # a contest of the pique stays on the table
    "botada_s": 5,  # a second botada stays on the table
    "fondo_s": 5,  # the bottom card stays on the table (000:84)
    "mostrar_s": 10,  # the last one shows or hides
    "gracia_s": 60,  # a lost connection keeps its seat (000:131)
}


class Rules(Struct, frozen=True, kw_only=True, dict=True):
    """A table's figures: chips in pesos, rates in basis points, clocks in seconds (P-M1)."""

    capacidad: int = 7
    min_jugadores: int = 2
    pique_minimo: int = 5_000
    entrada_minima: int = 20_000  # looked at on sitting only
    denominaciones: tuple[int, ...] = (500, 1_000, 2_000, 5_000, 10_000, 50_000)
    banda_baja: int = 2_000
    banda_alta: int = 5_000
    banda_umbral: int = 10_000
    banda_a: Literal["pique", "voy"] = "pique"  # who gets the Bandas (P-B4)
    rake_bp: int = 500
    bloque: int = 50  # rake and shares are multiples of it (000:126)
    reapertura: bool = True
    revelar_botada: bool = True
    max_reinicios: int = 10
    ventana_siempre: bool = False  # the window opens though nobody has juego (P-L)
    chivo_cuarta: bool = False  # a Chivo counts its fourth card (P-E)
    turno_s: int = CLOCKS["turno_s"]
    ventana_s: int = CLOCKS["ventana_s"]
    showdown_s: int = CLOCKS["showdown_s"]
    disputa_s: int = CLOCKS["disputa_s"]
    botada_s: int = CLOCKS["botada_s"]
    fondo_s: int = CLOCKS["fondo_s"]
    mostrar_s: int = CLOCKS["mostrar_s"]
    gracia_s: int = CLOCKS["gracia_s"]

    def __post_init__(self) -> None:
        """Refuse figures with which no hand can be played or settled."""
        if not 2 <= self.min_jugadores <= self.capacidad <= MAX_SEATS:
            raise ValueError("2 <= min_jugadores <= capacidad <= 7")
        if not self.denominaciones or min(self.denominaciones) < 1 or self.bloque < 1:
            raise ValueError("denominaciones and bloque are positive")
        if self.pique_minimo < 1 or self.pique_minimo % self.ficha:
            raise ValueError("pique_minimo is a multiple of the smallest denominacion")
        if not 0 <= self.rake_bp <= 10_000 or self.max_reinicios < 1:
            raise ValueError("rake_bp within 0..10000, max_reinicios at least 1")
        if min(self.banda_baja, self.banda_alta, self.entrada_minima) < 0:
            raise ValueError("no figure is negative")

    @cached_property
    def ficha(self) -> int:
        """The smallest denomination: the step of every amount."""
        return min(self.denominaciones)


class Memory(Struct, frozen=True):
    """The seat that is La Mano in the next hand; not dealt in: the next one that is (P-A2)."""

    mano: int
