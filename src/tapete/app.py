"""The composition root: the only place that chooses a store, a clock and a source of chance."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import uvicorn

from tapete.config import Config, from_env
from tapete.game.contract import Game
from tapete.house.passwords import Passwords
from tapete.record.seal import Vault
from tapete.record.shuffle import Entropy
from tapete.server import documents, failpoints
from tapete.server.chance import SystemChance
from tapete.server.clock import SystemClock
from tapete.server.http.shield import Shield
from tapete.server.http.web import web
from tapete.server.log import configure, get
from tapete.server.metrics import Metrics
from tapete.server.nodekey import node_key
from tapete.server.opening import open_first_tables
from tapete.server.players import Players
from tapete.server.room import Room
from tapete.server.site import Site, limits
from tapete.server.thinking import Pool, Thinker
from tapete.server.wire import FRAME_LIMIT
from tapete.store.sqlite import SqliteStore

DATABASE = "tapete.db"
TERMS = "terminos"  # the page whose version a new account accepts


def create(
    config: Config,
    registry: Mapping[str, Game],
    *,
    entropy: Entropy | None = None,
    failpoint: Callable[[str], None] = failpoints.nothing,
    passwords: Passwords | None = None,
    thinker: Thinker | None = None,
) -> Shield:
    """The whole server as an ASGI application; it raises its tables when it is started."""
    entropy = entropy or SystemChance()
    vault = Vault(node_key(config.data), entropy)
    store = SqliteStore(config.data / DATABASE, failpoint=failpoint)
    clock, metrics = SystemClock(), Metrics()
    terms = documents.load(TERMS)
    site = Site(
        config=config,
        registry=registry,
        store=store,
        vault=vault,
        clock=clock,
        passwords=passwords or Passwords(),
        room=Room(store, clock, entropy, metrics, vault, registry, failpoint),
        metrics=metrics,
        limits=limits(config.throttle),
        terms=terms.version if terms else "",
    )

    @asynccontextmanager
    async def life(_: object) -> AsyncIterator[None]:
        clock.never_below(await store.last_beat())
        await site.room.start()
        players = Players(site.room, thinker or Pool())
        if config.house:
            await open_first_tables(site.room)
            await players.start()
        yield
        await players.stop()
        await site.room.stop()
        await store.close()
        site.passwords.close()

    return Shield(web(site, life), config)


# ── a process ────────────────────────────────────────────────────────────────────────────────
LEAVE_S = 1  # on SIGTERM: sockets are told and closed; the log resumes, nothing else is awaited


class Process(uvicorn.Server):
    """Ends at a signal without a word on stderr. The first one begins the orderly end; a second
    (a terminal signals the whole group, and `make` its child once more) neither cuts it short nor
    is raised again after it. Nothing is lost by SIGKILL, should the end hang."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """From here to the last breath of the process."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or SIGINT."""
        self.should_exit = True


def serve(config: Config, registry: Mapping[str, Game], **parts: Any) -> None:
    """Run a server in this process until it is told to end (SIGTERM, SIGINT)."""
    configure(config.log)
    settings = uvicorn.Config(
        create(config, registry, **parts),
        host=config.host,
        port=config.port,
        ws="websockets-sansio",
        ws_max_size=8 * FRAME_LIMIT,  # ours is checked first, so that the sender gets its code
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=LEAVE_S,
    )
    get("app").info("starting", address=f"http://{config.host}:{config.port}")
    Process(settings).run()


def main() -> None:
    """`tapete run`: the room with all its games, settings from the environment."""
    from tapete.games.registry import GAMES

    config = from_env(os.environ)
    print(f"Tapete: http://{config.host}:{config.port}  (Ctrl-C ends it)", flush=True)  # noqa: T201
    serve(config, GAMES, failpoint=failpoints.armed(config.failpoint))


if __name__ == "__main__":
    main()
