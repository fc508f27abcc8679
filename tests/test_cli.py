"""The command line as scripts rely on it: outputs, last lines and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tapete.cli import build
from tapete.record import handtext
from tapete.record.transcript import text_of
from tests.laws.test_planted import LostChip
from tests.record.hands import drawn, recorded
from tests.shared import needs_shared, shared
from tests.toy import Toy

GOOD = """variant = "tapete/tanto"
starting_stacks = [100, 100]
_prior = { mano = 1 }
actions = ["p1 idle"]
"""


def tapete(*args: str, toy: Toy | None = None) -> Result:
    games = None if toy is None else {"tanto": toy}
    return CliRunner().invoke(build(games), [*args])


def leaf(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@needs_shared
def test_replay_passes_every_vector_of_primera() -> None:
    result = tapete("replay", str(shared("vectors", "primera")))
    assert result.output.splitlines()[-1] == "15 passed, 0 failed"
    assert result.exit_code == 0


def test_replay_walks_folders_and_names_the_failing_file(tmp_path: Path) -> None:
    leaf(tmp_path, "deep/a.phh", GOOD)
    bad = leaf(tmp_path, "deep/b.phh", GOOD + "_expect = { over = false }\n")
    leaf(tmp_path, "notes.txt", "no hand")
    result = tapete("replay", str(tmp_path), toy=Toy())
    first, last = result.output.splitlines()
    assert first == f"{bad}: _expect.over: False expected, True found"
    assert last == "1 passed, 1 failed"
    assert result.exit_code == 1


@pytest.mark.parametrize("text", ["variant =", GOOD.replace("tanto", "tonto"), GOOD + "_x = 1\n"])
def test_replay_ends_with_2_for_a_file_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = leaf(tmp_path, "a.phh", text)
    result = tapete("replay", str(path), toy=Toy())
    assert result.output.startswith(f"{path}: unreadable: ")
    assert result.output.endswith("0 passed, 1 failed\n")
    assert result.exit_code == 2
    assert tapete("replay", str(tmp_path / "none.phh"), toy=Toy()).exit_code == 2


def test_replay_keeps_only_the_wanted_variants(tmp_path: Path) -> None:
    leaf(tmp_path, "a.phh", GOOD)
    leaf(tmp_path, "b.phh", GOOD.replace("tapete/tanto", "NT"))
    kept = tapete("replay", str(tmp_path), "--variants", "FT,tapete/tanto", toy=Toy())
    assert (kept.output, kept.exit_code) == ("1 passed, 0 failed\n", 0)


def test_replay_tells_one_object_of_json(tmp_path: Path) -> None:
    leaf(tmp_path, "a.phh", GOOD + "finishing_stacks = [100, 99]\n")
    result = tapete("replay", str(tmp_path), "--json", toy=Toy())
    found = json.loads(result.output)
    assert (found["passed"], found["failed"]) == (0, 1)
    assert found["files"][0]["where"] == "finishing_stacks"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("Ao6o7o2c", {"type": "chivo", "points": 55}),
        ("Ao2o3o4o", {"type": "segunda", "points": 55}),
        ("7o7c7e7b", {"type": "primera", "points": 84}),
        ("2o2c2e3o", {"type": "puntos", "points": 25}),
    ],
)
def test_rank_names_a_hand_in_one_line(cards: str, found: dict[str, object]) -> None:
    result = tapete("rank", "primera", cards)
    assert len(result.output.splitlines()) == 1
    assert json.loads(result.output) == found
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("nada", "Ao6o7o2c"),
        ("primera", "Ao6"),
        ("primera", "Xo6o7o2c"),
        ("primera", "Ao6o7o"),
        ("primera", "8o6o7o2c"),
        ("primera", "Ah6o7o2c"),
        ("primera", "AoAo7o2c"),
        ("primera", "??6o7o2c"),
        ("primera", ""),
    ],
)
def test_rank_ends_with_2_for_what_is_no_hand(game: str, cards: str) -> None:
    result = tapete("rank", game, cards)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_simulate_counts_what_occurred() -> None:
    args = ("simulate", "tanto", "--hands", "60", "--seats", "3", "--seed", "2")
    result = tapete(*args, toy=Toy())
    assert result.exit_code == 0
    assert "hands/s" in result.output
    assert "guardo" in result.output
    counted = json.loads(tapete(*args, "--json", toy=Toy()).output)
    assert counted["hands"] == 60
    assert counted["moves"]["votar"] > 0


def test_simulate_ends_with_1_and_the_command_that_shows_it_again() -> None:
    result = tapete("simulate", "tanto", "--hands", "500", "--seats", "3", toy=LostChip())
    told, command = result.output.splitlines()[:2]
    assert "breaks the law of money" in told
    assert result.exit_code == 1
    again = tapete(*command.split()[1:], toy=LostChip())
    assert again.output == result.output
    assert 'variant = "tapete/tanto"' in again.output


@pytest.mark.parametrize("seats", ["1", "6"])
def test_simulate_refuses_a_table_that_the_game_has_not(seats: str) -> None:
    assert tapete("simulate", "tanto", "--seats", seats, toy=Toy()).exit_code == 2


def test_what_reads_a_store_ends_with_2_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPETE_DATA", str(tmp_path))
    assert tapete("export", "mesa-1").exit_code == 2
    assert tapete("ledger", "check").exit_code == 2


def test_verify_counts_what_it_checked(tmp_path: Path) -> None:
    toy = Toy()
    record = handtext.write(text_of(toy, recorded(toy, drawn(toy, 3)), "full"))
    result = tapete("verify", str(leaf(tmp_path, "a.phh", record)), toy=toy)
    assert result.exit_code == 0
    assert " openings, " in result.output
    changed = record.replace("amount", "amouns", 1)
    result = tapete("verify", str(leaf(tmp_path, "b.phh", changed)), toy=toy)
    assert result.exit_code == 1
    assert "the links do not close" in result.output


def test_verify_wants_a_record(tmp_path: Path) -> None:
    assert tapete("verify", str(leaf(tmp_path, "a.phh", GOOD)), toy=Toy()).exit_code == 1
    assert tapete("verify", str(tmp_path / "none.phh"), toy=Toy()).exit_code == 2
