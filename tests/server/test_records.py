"""From hands that a server played to records that anybody can check offline."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.app import DATABASE
from tapete.cli import AUDIT, export
from tapete.game.contract import Game
from tapete.games.registry import GAMES
from tapete.record import handtext
from tapete.record.handtext import HandText
from tapete.record.recall import Diverged
from tapete.record.seal import Vault
from tapete.record.transcript import Viewer
from tapete.record.verify import check, verify
from tapete.server import wire
from tapete.server.nodekey import FILE
from tapete.server.records import Found, RecordError, exported, find, text
from tapete.table import fingerprint
from tests.server.stage import Client, Stage
from tests.toy import Toy

ALL_GAMES: dict[str, Game] = {"tanto": Toy(), **GAMES}
USERS = ("ana", "beto", "carla")
VAULT = Vault(bytes(32), random.Random(0).randbytes)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    (tmp_path / FILE).write_bytes(bytes(32))
    made = await Stage(tmp_path, ALL_GAMES, seed=4).start()
    yield made
    await made.stop()


async def seated(stage: Stage, game: str) -> list[Client]:
    runner = await stage.table(game)
    clients = []
    for user in USERS:
        await stage.member(user)
        client = Client(stage, user)
        await client.hello(runner.table.id)
        assert await client.do(wire.DoSit()) == ""
        clients.append(client)
    for client in clients:
        assert await client.do(wire.DoReady(True)) == ""
    await stage.advance(5)
    return clients


def move_of(offers: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Some legal move, as the arguments of `act`; nobody loses all he has at once."""
    offer = rng.choice([o for o in offers if o["move"] != "resto"] or offers)
    few, many = offer.get("pick", (0, 0))
    return {
        "move": offer["move"],
        "amount": offer["least"] if offer.get("most") else None,
        "cards": tuple(rng.sample(offer.get("cards", []), rng.randint(few, many))),
        "option": rng.choice(offer["options"]) if offer.get("options") else None,
    }


async def played(stage: Stage, game: str, hands: int) -> list[str]:
    """The ids of so many hands, played by people who do anything and now and then nothing."""
    rng = random.Random(game)
    clients = await seated(stage, game)
    for _ in range(600):
        rows = await stage.store.hands("ana")
        if sum(1 for row in rows if row.closed_ms) >= hands:
            break
        asked = [c for c in clients if c.last.get("offers")]
        if not asked or rng.random() < 0.1:
            await stage.advance(35)
            for client in clients:  # who was silent too often has to say that he is there
                await client.do(wire.DoReady(True))
            continue
        client = rng.choice(asked)
        move = move_of(client.last["offers"], rng)
        await client.act(move.pop("move"), move.pop("amount"), **move)
    return [row.hand for row in await stage.store.hands("ana") if row.closed_ms]


async def found_of(stage: Stage, hand: str) -> Found:
    found = await find(stage.store, ALL_GAMES, VAULT, hand)
    assert found is not None
    return found


async def record_for(found: Found, viewer: Viewer) -> HandText:
    return handtext.read(await text(found, viewer))


@pytest.mark.rule("000:138", "000:139")
@pytest.mark.parametrize("key", ["tanto", "primera"])
async def test_every_record_of_a_played_hand_is_verified_offline(stage: Stage, key: str) -> None:
    game = ALL_GAMES[key]
    hands = await played(stage, key, 3)
    assert len(hands) >= 3
    fewer = 0
    for hand in hands:
        found = await found_of(stage, hand)
        full = await record_for(found, "full")
        assert verify(full, game)["executed"] == len(full.actions)
        check(full, game)
        viewers: tuple[Viewer, ...] = ("spectator", *(found.seat_of(user) for user in USERS))
        for viewer in viewers:
            seen = await record_for(found, viewer or "spectator")
            verify(seen, game)
            assert set(seen.open) <= set(full.open)
            fewer += len(seen.open) < len(full.open)
    assert fewer


@pytest.mark.rule("000:16")
async def test_a_player_has_the_openings_that_came_over_the_socket(stage: Stage) -> None:
    hands = await played(stage, "primera", 2)
    for client in stage.clients:
        sent = {
            (o["hand"], o["k"], o["i"], o["card"], o["salt"], tuple(o["path"]))
            for frame in client.frames
            for o in frame.get("openings", ())
        }
        for hand in hands:
            found = await found_of(stage, hand)
            record = await record_for(found, found.seat_of(client.user) or "spectator")
            kept = {(hand, o.k, o.i, o.card, o.salt, o.path) for o in record.open}
            assert kept == {o for o in sent if o[0] == hand}


@pytest.mark.rule("000:140")
async def test_an_open_hand_is_exported_to_nobody(stage: Stage) -> None:
    clients = await seated(stage, "primera")
    hand = clients[0].last["state"]["hand"]
    found = await found_of(stage, hand)
    viewers: tuple[Viewer, ...] = ("full", "spectator", 1)
    for viewer in viewers:
        with pytest.raises(RecordError, match="not over"):
            await text(found, viewer)


async def test_a_record_is_exported_from_the_files_of_a_running_server(
    stage: Stage, tmp_path: Path
) -> None:
    hand = (await played(stage, "primera", 1))[-1]
    path = tmp_path / "test.db"
    for viewer in ("full", "spectator", "p1", "p3"):
        record = handtext.read(exported(ALL_GAMES, path, hand, viewer))
        assert record.view == viewer
        verify(record, GAMES["primera"])
    for wrong, named in (("p4", "p1 to p3"), ("ana", "no viewer")):
        with pytest.raises(RecordError, match=named):
            exported(ALL_GAMES, path, hand, wrong)
    with pytest.raises(RecordError, match="no hand"):
        exported(ALL_GAMES, path, "mesa-99", "full")
    with pytest.raises(RecordError, match="no data"):
        exported(ALL_GAMES, tmp_path / "nowhere.db", hand, "full")


@pytest.mark.rule("P-H")
async def test_who_exports_all_cards_leaves_a_line_first(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = (await played(stage, "tanto", 1))[-1]
    (tmp_path / "test.db").rename(tmp_path / DATABASE)
    (tmp_path / "test.db-wal").rename(tmp_path / f"{DATABASE}-wal")
    for viewer in ("spectator", "p1", "full", "full"):
        assert export(ALL_GAMES, hand, viewer, tmp_path) == 0
    lines = (tmp_path / AUDIT).read_text(encoding="utf-8").splitlines()
    assert [msgspec.json.decode(line)["hand"] for line in lines] == [hand, hand]
    capsys.readouterr()
    (tmp_path / AUDIT).unlink()
    (tmp_path / AUDIT).mkdir()  # where no line can be written no card is shown
    assert export(ALL_GAMES, hand, "full", tmp_path) == 2
    assert capsys.readouterr().out == ""


async def test_a_changed_log_is_noticed(stage: Stage) -> None:
    found = await found_of(stage, (await played(stage, "tanto", 1))[-1])
    log = found.log
    changed = {
        "an input left out": replace(log, steps=(*log.steps[:-2], log.steps[-1])),
        "another root": replace(log, roots=(replace(log.roots[0], root=bytes(32)),)),
        "an event left out": replace(log, events=log.events[1:]),
    }
    for what, other in changed.items():
        with pytest.raises(Diverged):
            print(what, await text(replace(found, log=other), "full"))


async def test_the_database_alone_does_not_confirm_a_guessed_move(
    stage: Stage, tmp_path: Path
) -> None:
    """A command or a state stands in it as a keyed mark, never as a bare hash."""
    clients = await seated(stage, "tanto")
    asked = next(c for c in clients if c.last["offers"])
    last = asked.last
    do = wire.DoAct(last["state"]["hand"], last["view"]["turn"], "repartir")
    assert await asked.do(do) == ""
    table = stage.room.runners[asked.connection.table].table
    kept = _bytes_in(tmp_path)
    guesses = {
        "the move": msgspec.json.encode(do),
        "the state": fingerprint(table),
    }
    for what, plain in guesses.items():
        assert hashlib.sha256(plain).digest() not in kept, what
    assert VAULT.of(table.id).mark(guesses["the move"]) in kept
    assert VAULT.of(table.id).mark(guesses["the state"]) in kept


def _bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("test.db*"))
