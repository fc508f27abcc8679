"""The command line: `tapete run`, and the tools that scripts rely on.

Exit codes: 0 all is well, 1 something does not hold, 2 it could not be read or asked for.
Each command is a plain function that prints and returns its exit code; `build` gives it to typer.
What only a server needs, and rich, is imported by the command that needs it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from tapete.game.contract import Game
from tapete.game.errors import Illegal
from tapete.record import handtext, simulate, transcript, verify
from tapete.record.handtext import HandText, Unreadable, cards_of
from tapete.record.replay import Differs, game_of

Games = Mapping[str, Game]

FINE, FAILED, UNREADABLE = 0, 1, 2
AUDIT = "audit.log"  # in the data folder: who exported a hand with all its cards


def registry() -> Games:
    """The games of the room."""
    from tapete.games.registry import GAMES

    return GAMES


# ── hand texts ───────────────────────────────────────────────────────────────────────────────
def replay(games: Games, paths: Sequence[Path], variants: str = "", as_json: bool = False) -> int:
    """Execute every hand text again; a line per failing file, the last line counts."""
    kept = set(variants.split(",")) if variants else set()
    results = []
    for path in _files(paths):
        result = _replayed(games, path, kept)
        if result is not None:
            results.append(result)
            if not as_json and result["code"]:
                print(f"{result['file']}: {result['where']}: {result['why']}")
    failed = sum(1 for result in results if result["code"])
    if as_json:
        print(json.dumps({"passed": len(results) - failed, "failed": failed, "files": results}))
    else:
        print(f"{len(results) - failed} passed, {failed} failed")
    return max((int(result["code"]) for result in results), default=FINE)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.phh")) if path.is_dir() else (path,)


def _replayed(games: Games, path: Path, kept: set[str]) -> dict[str, Any] | None:
    """The outcome of one file; None when its variant is not wanted."""
    code, where, why = FINE, "", ""
    try:
        text = _read(path)
        if kept and text.variant not in kept:
            return None
        verify.check(text, game_of(text, games))
    except Differs as found:
        code, where, why = FAILED, found.where, found.why
    except Unreadable as found:
        code, where, why = UNREADABLE, "unreadable", str(found)
    return {"file": str(path), "code": code, "where": where, "why": why}


def _read(path: Path) -> HandText:
    try:
        return handtext.read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as wrong:
        raise Unreadable(f"cannot be read: {type(wrong).__name__}") from None


def rank(games: Games, key: str, cards: str) -> int:
    """What a hand of cards is, as one line of JSON."""
    game = games.get(key)
    if game is None:
        return _wrong(f"no game {key!r}; there are {', '.join(games)}")
    try:
        print(json.dumps(game.rank(cards_of(cards)), ensure_ascii=False))
    except (Unreadable, Illegal) as wrong:
        return _wrong(f"no hand of {key}: {wrong}")
    return FINE


def verified(games: Games, path: Path) -> int:
    """Check a hand record offline."""
    try:
        text = _read(path)
        counts = verify.verify(text, game_of(text, games))
    except Unreadable as wrong:
        return _wrong(f"{path}: {wrong}")
    except Differs as found:
        print(f"{path}: {found.where}: {found.why}")
        return FAILED
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return FINE


# ── simulation ───────────────────────────────────────────────────────────────────────────────
def simulated(
    games: Games, key: str, hands: int, seats: int, seed: int, first: int, as_json: bool
) -> int:
    """Random legal play under the laws; 1 and how to see it again at the first that breaks."""
    game = games.get(key)
    if game is None:
        return _wrong(f"no game {key!r}; there are {', '.join(games)}")
    if not game.info.seats[0] <= seats <= game.info.seats[1] or hands < 1 or first < 1:
        return _wrong(f"{key} is for {game.info.seats[0]} to {game.info.seats[1]} seats")
    try:
        tally = simulate.simulate(game, hands=hands, seats=seats, seed=seed, first=first)
    except simulate.Violation as broken:
        _tell_violation(game, broken, seats, seed)
        return FAILED
    if as_json:
        found = msgspec.to_builtins(tally) | {"never": tally.missing(game)}
        print(json.dumps(found, ensure_ascii=False))
        return FINE
    for line in simulate.report(game, tally):
        print(line)
    if never := tally.missing(game):
        print(f"never: {', '.join(never)}")
    return FINE


def _tell_violation(game: Game, broken: simulate.Violation, seats: int, seed: int) -> None:
    number, course = broken.number, broken.course
    print(f"hand {number} breaks the law of {broken.law}: {broken.why}")
    again = f"--hands 1 --first {number} --seats {seats} --seed {seed}"
    print(f"tapete simulate {game.info.key} {again}")
    hand = transcript.Recorded(hand="", opening=course.opening, commands=course.commands)
    try:
        print(handtext.write(transcript.text_of(game, hand, "full")))
    except Exception as wrong:  # the broken game may not even be told
        print(f"(no hand text: {type(wrong).__name__})")


# ── the store ────────────────────────────────────────────────────────────────────────────────
def export(games: Games, hand: str, viewer: str, data: Path) -> int:
    """A recorded hand as a hand text, read from the store of this data folder."""
    from tapete.app import DATABASE
    from tapete.server.records import RecordError, exported

    try:
        text = exported(games, data / DATABASE, hand, viewer)
        if viewer == "full":
            _noted(data / AUDIT, hand)
    except RecordError as wrong:
        return _wrong(str(wrong))
    except OSError as wrong:
        return _wrong(f"{AUDIT}: cannot be written: {type(wrong).__name__}")
    print(text, end="")
    return FINE


def _noted(path: Path, hand: str) -> None:
    """Who looks at all cards of a hand leaves a line first (P-H)."""
    line = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "hand": hand, "uid": os.getuid()}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def ledger_check(data: Path) -> int:
    """Compute the whole ledger and its logs again."""
    from tapete.app import DATABASE
    from tapete.store.check import check
    from tapete.store.port import StoreError

    try:
        report = check(data / DATABASE)
    except StoreError as wrong:
        return _wrong(str(wrong))
    for finding in report.findings:
        print(f"{finding.what} {finding.where}".rstrip())
    counts = f"{report.rows} rows, {report.accounts} accounts, {report.hands} hands"
    print(f"{counts}, {report.events} events: {'clean' if report.ok else 'NOT CLEAN'}")
    return FINE if report.ok else FAILED


def _wrong(message: str) -> int:
    print(message, file=sys.stderr)
    return UNREADABLE


# ── the words of the command line ────────────────────────────────────────────────────────────
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")]


def _data() -> Path:
    from tapete.config import from_env

    return from_env(os.environ).data


def build(games: Games | None = None) -> typer.Typer:
    """The command line as a typer application; `games` = other games than the registry's."""
    app = typer.Typer(
        help="Tapete: a self-hosted card room.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )

    def all_games() -> Games:
        return registry() if games is None else games

    @app.command("replay")
    def _replay(
        paths: Annotated[list[Path], typer.Argument(metavar="PATH…")],
        variants: Annotated[str, typer.Option(help="Keep only these: NT,FT")] = "",
        json_: AsJson = False,
    ) -> None:
        """Execute hand texts again and compare all that they say; folders are walked."""
        raise typer.Exit(replay(all_games(), paths, variants, json_))

    @app.command("rank")
    def _rank(game: str, cards: str) -> None:
        """Name a hand of cards: tapete rank primera Ao6o7o2c"""
        raise typer.Exit(rank(all_games(), game, cards))

    @app.command("simulate")
    def _simulate(
        game: str,
        hands: Annotated[int, typer.Option(help="How many hands.")] = 1000,
        seats: Annotated[int, typer.Option(help="Seats of the table.")] = 4,
        seed: Annotated[int, typer.Option(help="The same seed, the same hands.")] = 1,
        first: Annotated[int, typer.Option(help="The number of the first hand.")] = 1,
        json_: AsJson = False,
    ) -> None:
        """Random legal play that checks every law after every step."""
        raise typer.Exit(simulated(all_games(), game, hands, seats, seed, first, json_))

    @app.command("export")
    def _export(
        hand: str,
        viewer: Annotated[
            str, typer.Option("--as", metavar="pN|spectator|full", help="As who saw it.")
        ] = "spectator",
    ) -> None:
        """Print a recorded hand as a hand text. `full` is for the audit role."""
        raise typer.Exit(export(all_games(), hand, viewer, _data()))

    @app.command("verify")
    def _verify(file: Path) -> None:
        """Check a hand record offline: openings, chain, money, re-execution."""
        raise typer.Exit(verified(all_games(), file))

    _add_server_commands(app)
    return app


def _add_server_commands(app: typer.Typer) -> None:
    """What needs a server's folder: its ledger, and the server itself."""
    ledger = typer.Typer(help="The ledger.", no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(ledger, name="ledger")

    @ledger.command("check")
    def _ledger_check() -> None:
        """Compute the whole ledger and its logs again."""
        raise typer.Exit(ledger_check(_data()))

    @ledger.callback()
    def _ledger() -> None:
        """The ledger."""

    @app.command("run")
    def _run() -> None:
        """Run the room; settings come from the environment (docs/operating)."""
        from tapete.app import main as run

        run()


def main() -> None:
    """The `tapete` command."""
    build()(prog_name="tapete")
