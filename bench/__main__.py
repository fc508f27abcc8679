"""`make bench`: prints the figures of the engine and of the running server.

Absolute figures belong to the machine; each has a measure of the same run beside it (a named
peer, or bare sqlite3), and the ratio is what one compares.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
from pathlib import Path

from bench import bare, engine, live, peers, store

PAUSES = dict.fromkeys(
    ("showdown_s", "disputa_s", "botada_s", "fondo_s", "mostrar_s"), 0
)  # nobody looks
VAR = Path("var")  # a folder on the disk of the checkout: /tmp may be memory
PARTS = ["engine", "store", "live"]


def main() -> None:
    """Measure what is asked for (all by default) and print one line per figure."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("what", nargs="*", help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--seconds", type=float, default=5.0, help="per measurement")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2, help="players of each table")
    args = parser.parse_args()
    wanted = set(args.what or PARTS)
    if wanted - set(PARTS):
        parser.error(f"there is {', '.join(PARTS)}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {args.seconds:g} s each")
    if "engine" in wanted:
        engine_figures(args.seconds)
    if "store" in wanted:
        VAR.mkdir(exist_ok=True)
        store.figures(VAR, args.seconds)
    if "live" in wanted:
        live_figures(args.seconds, args.tables, args.seats)


def engine_figures(seconds: float) -> None:
    """Hands and decisions per second of the pure engine, beside a peer's."""
    rows = engine.measure(seconds)
    peer = peers.pokerkit(seconds)
    rows += [peer] if peer else []
    print(f"\n{'engine':42}{'hands/s':>10}{'decisions/s':>13}{'x peer':>9}")
    for row in rows:
        ratio = f"{row.decisions_per_s / peer.decisions_per_s:9.1f}" if peer else f"{'–':>9}"
        print(f"{row.name:42}{row.hands_per_s:10,.0f}{row.decisions_per_s:13,.0f}{ratio}")
    if not peer:
        print("no peer: pokerkit is not installed (it is in the bench group of pyproject.toml)")


def live_figures(seconds: float, tables: int, seats: int) -> None:
    """Durable actions through the socket, beside bare one-row commits on the same disk."""
    VAR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=VAR) as name:
        folder = Path(name)
        before = bare.commits_per_s(folder, seconds / 2)
        load = live.measure(folder, tables, seats, 2 * seconds, PAUSES)
        commits = (before + bare.commits_per_s(folder, seconds / 2)) / 2
    print(f"\n{'server':42}{'value':>10}")
    for label, value in (
        ("bare sqlite3, one-row commits/s", f"{commits:,.0f}"),
        (f"durable actions/s, {load.tables} tables, {load.players} players", f"{load.per_s:,.0f}"),
        ("  as a share of bare commits", f"{load.per_s / commits:.2f}"),
        ("  hands/s", f"{load.hands / load.seconds:,.1f}"),
        ("  command to answer, p50 ms", f"{load.p50_ms:.1f}"),
        ("  command to answer, p99 ms", f"{load.p99_ms:.1f}"),
        ("  CPU of the server per action, us", f"{load.cpu_us:,.0f}"),
        ("  refused", str(load.refused or 0)),
    ):
        print(f"{label:42}{value:>10}")


if __name__ == "__main__":
    main()
