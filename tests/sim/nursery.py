"""A process that gives birth to servers: everything is imported once, each server is a fork.

It reads lines of JSON (`port`, `data`, `failpoint`), forks a server for each, and writes its
process id when it is born and its wait status when it is dead.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tapete.app import serve
from tapete.config import Config
from tapete.games.registry import GAMES
from tapete.house.passwords import Passwords
from tapete.server import recovery
from tapete.server.failpoints import armed
from tests.toy import Toy


def main() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            os.close(0)
            _serve(**order)
            os._exit(0)
        print(child, flush=True)
        print(os.waitpid(child, 0)[1], flush=True)


def _serve(port: int, data: str, failpoint: str) -> None:
    config = Config(port=port, data=Path(data), house=False, throttle=False, log="warning")
    recovery.GATHER_MS = 0  # its lives are shorter than the wait for more players
    cheap = Passwords(memory_kib=64, time_cost=1)
    serve(config, {"tanto": Toy(), **GAMES}, failpoint=armed(failpoint), passwords=cheap)


if __name__ == "__main__":
    main()
