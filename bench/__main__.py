"""`make bench`: prints the figures of the engine and of the running server.

Absolute figures belong to the machine; each has a measure of the same run beside it (a named
peer, or bare sqlite3), and the ratio is what one compares.
"""

from __future__ import annotations

import argparse
import os
import platform

from bench import engine, peers


def main() -> None:
    """Measure what is asked for (all by default) and print one line per figure."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("what", nargs="*", default=["engine"], choices=["engine"])
    parser.add_argument("--seconds", type=float, default=5.0, help="per measurement")
    args = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {args.seconds:g} s each")
    if "engine" in args.what:
        engine_figures(args.seconds)


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


if __name__ == "__main__":
    main()
