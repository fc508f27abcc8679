"""The options of a Caída table (K, «Rules fields»): what the host may choose, with the defaults."""

from __future__ import annotations

from msgspec import Struct


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Money in pesos, times in seconds. `costo` is frozen for a partida at its first deal."""

    jugadores: int = 4  # seats at the table, 2..4
    meta: int = 24  # points that win (002:1)
    costo: int = 0  # each player's stake (002:24)
    comision_bp: int = 500  # the house's part of the pot, in 1/10,000
    doble_tribilin: bool = False  # losers pay double when Tribilín wins (002:26)
    doble_menos5: bool = False  # losers under five points pay double (002:26)
    turno_s: int = 60
    reparto_s: int = 120
    inactividad_s: int = 600
    gracia_s: int = 60

    def __post_init__(self) -> None:
        if not 2 <= self.jugadores <= 4:
            raise ValueError("jugadores: 2..4")
        if not 1 <= self.meta <= 240:
            raise ValueError("meta: 1..240")
        if not 0 <= self.costo <= 10_000_000:
            raise ValueError("costo: 0..10000000")
        if not 0 <= self.comision_bp <= 2_000:
            raise ValueError("comision_bp: 0..2000")
        for clock in (self.turno_s, self.reparto_s, self.inactividad_s, self.gracia_s):
            if not 5 <= clock <= 3_600:
                raise ValueError("clocks: 5..3600")


def largest_multiple(rules: Rules) -> int:
    """How many times the costo a loser may have to pay: 1, 2 or 4 (K-M1)."""
    return 1 << (rules.doble_tribilin + rules.doble_menos5)


def multiple(rules: Rules, score: int, by_tribilin: bool) -> int:
    """How many times the costo this loser pays: both options double (K-M2, 002:27)."""
    doubles = (rules.doble_tribilin and by_tribilin) + (rules.doble_menos5 and score < FEW_POINTS)
    return 1 << doubles


FEW_POINTS = 5  # four points pay double, five do not (K-M2)
POINTS_OF_A_CHAPA = 12  # 002:1
