"""What the host of a table may choose, and what one partida hands on to the next."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

VERSION: Final = "v1.0.0"  # also in the header of docs/rules/caida.es.md
SEATS: Final = (2, 4)  # 002:2
CLOCKS: Final = {
    "turno_s": 60,  # to play a card (K-M5)
    "reparto_s": 120,  # to press Repartir (K-M5)
    "inactividad_s": 600,  # an idle table draws its dealer again (002:6)
    "gracia_s": 60,  # a lost connection keeps its seat (K-M5)
    "gracia_total_s": 180,  # and all of them together in one partida (K-M5)
}
FEW_POINTS: Final = 5  # four points pay double, five do not (K-M2)
POINTS_OF_A_CHAPA: Final = 12  # 002:1
BASIS: Final = 10_000  # basis points of the whole
MOST_COSTO: Final = 10_000_000  # pesos: four times as much still fits any wallet
CLOCK_S: Final = (5, 3_600)


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's options: money in pesos, the commission in basis points, clocks in seconds."""

    jugadores: int = 4  # seats at the table
    meta: int = 24  # points that win (002:1)
    costo: int = 0  # each player's stake (002:24)
    comision_bp: int = 500  # the house's part of the pot (K-M3)
    doble_tribilin: bool = False  # losers pay double when Tribilín wins (002:26)
    doble_menos5: bool = False  # losers under five points pay double (002:26)
    turno_s: int = CLOCKS["turno_s"]
    reparto_s: int = CLOCKS["reparto_s"]
    inactividad_s: int = CLOCKS["inactividad_s"]
    gracia_s: int = CLOCKS["gracia_s"]

    def __post_init__(self) -> None:
        """Refuse figures with which no partida can be played or settled."""
        if not SEATS[0] <= self.jugadores <= SEATS[1]:
            raise ValueError("jugadores: 2..4")
        if not 1 <= self.meta <= 240:
            raise ValueError("meta: 1..240")
        if not 0 <= self.costo <= MOST_COSTO:
            raise ValueError("costo: 0..10000000")
        if not 0 <= self.comision_bp <= BASIS:
            raise ValueError("comision_bp: 0..10000")
        for clock in (self.turno_s, self.reparto_s, self.inactividad_s, self.gracia_s):
            if not CLOCK_S[0] <= clock <= CLOCK_S[1]:
                raise ValueError("clocks: 5..3600")


class Memory(Struct, frozen=True):
    """The seat that deals the first mazo of the next partida; not in it: the next one (K-S3)."""

    dealer: int


def largest_multiple(rules: Rules) -> int:
    """How many times the costo a loser may have to pay: 1, 2 or 4 (K-M1)."""
    return 1 << (rules.doble_tribilin + rules.doble_menos5)


def worst(rules: Rules) -> int:
    """The most that a partida can cost a player; who has less cannot begin it (K-M1, K-M8)."""
    return largest_multiple(rules) * rules.costo


def multiple(rules: Rules, score: int, by_tribilin: bool) -> int:
    """How many times the costo this loser pays: both options double (K-M2, 002:27)."""
    doubles = (rules.doble_tribilin and by_tribilin) + (rules.doble_menos5 and score < FEW_POINTS)
    return 1 << doubles
