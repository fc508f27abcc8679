"""Caída through the whole server: bad input, options, abandonments, every line of the history."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.games.caida import GAME
from tapete.games.registry import GAMES
from tapete.ledger.accounts import PRA
from tapete.server import wire
from tapete.server.http.wallet import _page
from tapete.server.opening import open_first_tables
from tapete.server.players import Players
from tapete.server.runner import Runner
from tapete.store.port import Filter
from tapete.table import fingerprint
from tests.server.stage import Client, Stage
from tests.sim.thinker import Here

BOTH = {"doble_tribilin": True, "doble_menos5": True}
GRANT = 500_000


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = await Stage(tmp_path, {"caida": GAME}, seed=3).start()
    yield made
    await made.stop()


async def come(stage: Stage, runner: Runner, *users: str) -> list[Client]:
    """These people sit at the table, none of them ready."""
    clients = []
    for user in users:
        if await stage.store.member(user) is None:
            await stage.member(user)
        client = Client(stage, user)
        await client.hello(runner.table.id)
        assert await client.do(wire.DoSit()) == ""
        clients.append(client)
    return clients


async def partida(stage: Stage, *users: str, **rules: Any) -> tuple[Runner, list[Client]]:
    """A partida waits for its first Repartir."""
    runner = await stage.table("caida", rules)
    clients = await come(stage, runner, *users)
    await begin(stage, clients)
    return runner, clients


async def begin(stage: Stage, clients: list[Client]) -> None:
    for client in clients:
        assert await client.do(wire.DoReady(True)) == ""
    await stage.advance(5)
    assert clients[0].last["state"]["hand"]


def asked(clients: list[Client]) -> Client:
    return next(c for c in clients if c.last["seat"] in c.last["view"]["asks"])


async def move(client: Client, sung: str = "asc") -> None:
    (offer,) = client.last["offers"]
    if offer["move"] == "jugar":
        assert await client.act("jugar", cards=(offer["cards"][0],)) == ""
    else:
        assert await client.act("repartir", option=sung if offer.get("options") else None) == ""


async def play_out(clients: list[Client]) -> int:
    """To the end; the seat that won."""
    while clients[0].last["state"]["hand"]:
        await move(asked(clients))
    return int(clients[0].last["view"]["winner"])


async def unchanged(runner: Runner, client: Client, do: wire.Do) -> str:
    before, seq = fingerprint(runner.table), runner.seq
    code = await client.do(do)
    assert (fingerprint(runner.table), runner.seq) == (before, seq)
    return code


# ── bad input ────────────────────────────────────────────────────────────────────────────────
async def test_what_cannot_be_is_a_code_and_nobody_is_charged(stage: Stage) -> None:
    runner, clients = await partida(stage, "ana", "beto", costo=100)
    dealer = asked(clients)
    other = next(c for c in clients if c is not dealer)
    hand, turn = dealer.last["state"]["hand"], dealer.last["view"]["turn"]

    def act(move: str, **more: Any) -> wire.DoAct:
        return wire.DoAct(hand, turn, move, **more)

    for client, do, code in (
        (other, act("repartir", option="asc"), "not_your_turn"),
        (dealer, act("repartir"), "option_wrong"),
        (dealer, act("repartir", option="otro"), "option_wrong"),
        (dealer, act("repartir", option="asc", amount=100), "amount_unwanted"),
        (dealer, act("jugar", cards=("Ao",)), "not_offered"),
        (other, act("jugar", cards=("Ao",)), "not_your_turn"),
        (clients[0], wire.DoOptions({"costo": 50}), "hand_running"),
        (clients[1], wire.DoOptions({"costo": 50}), "not_host"),
        (clients[0], wire.DoClose(), "not_empty"),
        (clients[1], wire.DoClose(), "not_host"),
    ):
        assert await unchanged(runner, client, do) == code
    assert (await stage.store.purse("ana", PRA)).balance == GRANT
    await move(dealer)
    player = asked(clients)
    rival = next(c for c in clients if c is not player)
    turn = player.last["view"]["turn"]
    theirs = rival.last["view"]["own"]["cards"][0]
    for client, do, code in (
        (dealer if dealer is player else rival, act("repartir", option="asc"), "not_your_turn"),
        (player, act("repartir", option="asc"), "not_offered"),
        (player, act("jugar"), "cards_wrong_count"),
        (player, act("jugar", cards=(theirs,)), "card_not_yours"),
        (player, act("jugar", cards=("Zz",)), "card_not_yours"),
    ):
        assert await unchanged(runner, client, do) == code
    for _ in range(6):
        await move(asked(clients))
    dealer, turn = asked(clients), asked(clients).last["view"]["turn"]
    assert await unchanged(runner, dealer, act("repartir", option="asc")) == "option_wrong"


async def test_ready_without_what_a_partida_may_cost_is_refused(stage: Stage) -> None:
    runner = await stage.table("caida", {"costo": 100_000})
    ana, beto = await come(stage, runner, "ana", "beto")
    options = wire.DoOptions({"costo": 200_000, **BOTH})
    assert await ana.do(options) == ""
    assert await unchanged(runner, beto, wire.DoReady(True)) == "below_stake"
    await stage.member("caro")
    caro = Client(stage, "caro")
    await caro.hello(runner.table.id)
    assert await unchanged(runner, caro, wire.DoSit()) == "below_entry"


# ── options ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M7", "002:26")
async def test_the_host_sets_options_over_the_wire_and_all_hear_the_new_ones(stage: Stage) -> None:
    runner = await stage.table("caida")
    ana, beto = await come(stage, runner, "ana", "beto")
    assert await beto.do(wire.DoReady(True)) == ""
    assert beto.last["info"] is None
    assert await ana.do(wire.DoOptions({"costo": 300, **BOTH})) == ""
    for client in (ana, beto):
        info = client.last["info"]
        assert (info["rules"]["costo"], info["stake"], info["least"]) == (300, 1_200, 1_200)
        assert not any(seat["ready"] for seat in client.last["state"]["seats"])
    row = stage.room.row(runner.table.id)
    assert row is not None
    assert row.rules["doble_menos5"] is True


@pytest.mark.parametrize(
    "rules",
    [{"costo": "100"}, {"costo": 1.5}, {"costo": True}, {"costo": -1}, {"costo": 2**40},
     {"jugadores": 9}, {"turno_s": 0}, {"turno_s": 5_000}, {"nada": 1}, {"doble_menos5": 1}],
)  # fmt: skip
async def test_options_that_are_none(stage: Stage, rules: dict[str, Any]) -> None:
    runner = await stage.table("caida")
    (ana,) = await come(stage, runner, "ana")
    assert await unchanged(runner, ana, wire.DoOptions(rules)) == "rules_wrong"
    assert isinstance(await stage.room.create("caida", "Mesa", rules), str)


async def test_options_that_are_no_table_are_malformed(stage: Stage) -> None:
    runner = await stage.table("caida")
    (ana,) = await come(stage, runner, "ana")
    for rules in ("[]", "5", "null", '"x"'):
        do = f'{{"type":"options","rules":{rules}}}'
        ana.send(f'{{"type":"cmd","cmd_id":"m","table":"{runner.table.id}","do":{do}}}')
        await stage.settle()
        assert ana.frames[-1]["code"] == "malformed"


async def test_the_host_closes_his_table_when_nobody_else_is_there(stage: Stage) -> None:
    runner = await stage.table("caida")
    ana, beto = await come(stage, runner, "ana", "beto")
    assert await ana.do(wire.DoClose()) == "not_empty"
    assert await beto.do(wire.DoStand()) == ""
    assert await ana.do(wire.DoClose()) == ""
    assert stage.room.row(runner.table.id) is None


# ── abandonments ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("K-M4", "K-M8", "002:29")
async def test_an_abandonment_is_counted_for_good_and_shown_wherever_he_sits(
    tmp_path: Path,
) -> None:
    stage = await Stage(tmp_path, {"caida": GAME}, seed=3).start()
    runner, clients = await partida(stage, "ana", "beto", "caro", costo=100)
    await move(asked(clients))
    caro = clients[2]
    assert await caro.do(wire.DoStand()) == ""
    assert await stage.store.abandons("caro") == 1
    assert (await stage.store.purse("caro", PRA)).balance == GRANT - 100
    assert clients[0].last["state"]["carry"] == 100
    row = stage.room.row(runner.table.id)
    assert row is not None
    assert row.carry == 100
    assert await caro.do(wire.DoSit()) == "barred"
    assert await clients[0].do(wire.DoOptions({"costo": 200})) == "carry_left"
    other = await stage.table("caida")
    (caro,) = await come(stage, other, "caro")
    (seat,) = caro.last["state"]["seats"]
    assert seat["abandons"] == 1
    await stage.stop()
    again = await Stage(tmp_path, {"caida": GAME}, clock=stage.clock, seed=4).start()
    assert await again.store.abandons("caro") == 1
    assert again.room.runners[runner.table.id].table.carry == 100
    await again.stop()


# ── «Historial de saldo» ─────────────────────────────────────────────────────────────────────
async def test_the_people_of_the_last_partida_keep_their_names(stage: Stage) -> None:
    """Who has left is named as long as his partida lies on the felt, also to who comes anew."""
    runner, clients = await partida(stage, "ana", "beto", "caro", costo=100)
    await move(asked(clients))
    assert await clients[2].do(wire.DoStand()) == ""
    await stage.member("dani")
    dani = Client(stage, "dani")
    state = (await dani.hello(runner.table.id))["state"]
    assert await dani.do(wire.DoSit(3)) == ""
    assert [seat["nick"] for seat in state["seats"]] == ["ana", "beto"]
    assert state["people"] == {"1": "ana", "2": "beto", "3": "caro"}
    assert dani.last["state"]["people"] == state["people"]  # the felt still shows that partida
    await begin(stage, [*clients[:2], dani])
    assert dani.last["state"]["people"] == {"1": "ana", "2": "beto", "3": "dani"}


async def lines(stage: Stage, user: str, limit: int = 100) -> list[Any]:
    """The history as the page shows it, oldest first, read page by page."""
    found: list[Any] = []
    before = None
    while True:
        rows, after = await _page(
            stage.store, user, Filter(currency=PRA, before=before, limit=limit)
        )
        found += rows
        if not after:
            return found[::-1]
        number, part = after.split(".")
        before = (int(number), int(part))


def sums(rows: list[Any]) -> None:
    balance = 0
    for row in rows:
        balance += row.amount
        assert row.balance == balance
        assert (row.amount == 0) == (row.beside > 0)


@pytest.mark.rule("K-M7", "002:25")
@pytest.mark.parametrize("limit", [3, 100])
async def test_every_movement_is_a_line_with_right_sums(stage: Stage, limit: int) -> None:
    """A partida that caro leaves, and the next one, which is won with what he left in the pot."""
    _, clients = await partida(stage, "ana", "beto", "caro", costo=1_000, meta=4, **BOTH)
    await move(asked(clients))
    assert clients[0].last["state"]["hand"], "the first deal of this seed does not win"
    await clients[2].do(wire.DoStand())
    clients = clients[:2]
    await begin(stage, clients)
    winner = await play_out(clients)
    names = {1: "ana", 2: "beto"}
    whys: Counter[str] = Counter()
    for user in ("ana", "beto", "caro"):
        rows = await lines(stage, user, limit)
        sums(rows)
        assert rows[-1].balance == (await stage.store.purse(user, PRA)).balance
        whys.update(row.why for row in rows)
    won = [(r.why, r.amount, r.beside) for r in await lines(stage, names[winner], limit)][-7:]
    told = {why: (amount, beside) for why, amount, beside in won}
    assert told["ENTRADA"] == (-1_000, 0)
    assert told["RESERVA"] == (-3_000, 0)
    assert told["LIBERACION"] == (3_000, 0)
    extra = told.get("EXTRA", (0, 0))[1]
    assert told["ACUMULADO"] == (0, 1_000)
    commission = (2_000 + 1_000 + extra) * 5 // 100
    assert told["COMISION"] == (0, commission)
    assert told["PREMIO"] == (3_000 + extra - commission, 0)
    assert whys.keys() >= {
        "alta", "ENTRADA", "RESERVA", "ABANDONO", "REINTEGRO", "LIBERACION", "ACUMULADO",
        "EXTRA", "COMISION", "PREMIO",
    }  # fmt: skip
    left = [(r.why, r.amount, r.beside) for r in await lines(stage, "caro", limit)][1:]
    assert left == [
        ("ENTRADA", -1_000, 0),
        ("RESERVA", -3_000, 0),
        ("ABANDONO", 0, 1_000),
        ("LIBERACION", 3_000, 0),
    ]


# ── proof ────────────────────────────────────────────────────────────────────────────────────
async def test_who_comes_late_gets_the_openings_of_every_card_that_still_shows(
    stage: Stage,
) -> None:
    """Also of the four table cards as they were dealt, when they have been taken long ago."""
    runner, clients = await partida(stage, "ana", "beto", "caro", meta=240)
    while clients[0].last["view"].get("deal", 0) < 4:
        await move(asked(clients))
    await stage.member("eva")
    eva = Client(stage, "eva")
    snapshot = await eva.hello(runner.table.id)
    view = snapshot["view"]
    shown = {*view["laid"], *view.get("board", ())}
    assert set(view["laid"]) - set(view.get("board", ()))
    assert shown <= {opening["card"] for opening in snapshot["openings"]}


# ── house players ────────────────────────────────────────────────────────────────────────────
async def test_a_new_house_has_practice_tables_with_players_of_both_levels(tmp_path: Path) -> None:
    stage = await Stage(tmp_path, GAMES, seed=3).start()
    thinker = Here()
    players = Players(stage.room, thinker)
    stage.helpers.append(players)
    await open_first_tables(stage.room)
    await players.start()
    await stage.settle()
    rows = {row.name: row for row in stage.room.rows() if row.game == "caida"}
    assert [(name, row.house) for name, row in rows.items()] == [
        ("La Escuelita", 1), ("El Samán", 2), ("El Corredor", 0)
    ]  # fmt: skip
    for user, name in (("ana", "La Escuelita"), ("beto", "El Samán")):
        runner = stage.room.runners[rows[name].table]
        (client,) = await come(stage, runner, user)
        await begin(stage, [client])
        for _ in range(2_000):
            last = client.last
            if not last["state"]["hand"]:
                break
            if last["seat"] in last["view"]["asks"]:
                await move(client)
            else:
                await stage.advance(1)
        assert client.last["view"]["winner"]
        assert not runner.frozen
    assert {level for key, level in thinker.levels if key == "caida"} == {"greedy", "good"}
    games = {game.key: game for game in stage.room.games()}
    assert games["caida"].levels == ("greedy", "good")
    made = await stage.room.create("caida", "Mesa", {}, house=1, level="nada")
    assert made == "rules_wrong"
    assert msgspec.json.encode(games["caida"])
    await players.stop()
    await stage.stop()
