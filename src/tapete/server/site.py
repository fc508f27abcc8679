"""What every request and socket needs, put together once by app.py."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tapete.config import Config
from tapete.game.contract import Game
from tapete.house.passwords import Passwords
from tapete.record.seal import Vault
from tapete.server.clock import Clock
from tapete.server.metrics import Metrics
from tapete.server.rates import Throttle
from tapete.server.room import Room
from tapete.store.port import Store


class Limits(Struct, frozen=True):
    """How often an address may try: the first numbers at once, then one more per interval."""

    login: Throttle
    nick: Throttle
    arrive: Throttle
    create: Throttle


def limits(on: bool = True) -> Limits:
    """Twenty logins at once and one every 5 s per address, ten and one every 10 s per nick as it
    was typed; new accounts one every 30 s after the first twenty, tables one a minute after ten.
    """
    most = 1 if on else 1_000_000
    return Limits(
        login=Throttle(20 * most, 5_000),
        nick=Throttle(10 * most, 10_000),
        arrive=Throttle(20 * most, 30_000),
        create=Throttle(10 * most, 60_000),
    )


class Site(Struct, frozen=True):
    """The parts of a running server."""

    config: Config
    registry: Mapping[str, Game]
    store: Store
    vault: Vault
    clock: Clock
    passwords: Passwords
    room: Room
    metrics: Metrics
    limits: Limits
    terms: str
