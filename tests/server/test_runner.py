"""What a runner does when the store says no, does not know, or the log disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.ledger.transfers import LedgerCode
from tapete.record.log import EventRow
from tapete.record.recall import opened_entry
from tapete.record.seal import BrokenSeal, Vault
from tapete.server import wire
from tapete.store.port import Outcome, OutcomeUnknown, Refused, Step, StoreError
from tapete.table import fingerprint, requests
from tests.server.conftest import Seated, asked, begin
from tests.server.stage import Client, Stage
from tests.toy import Toy

VAULT = Vault(bytes(32), bytes)  # the stage's key


class Faulty:
    """The store with one commit that goes wrong."""

    def __init__(self, stage: Stage, fault: Refused | str) -> None:
        self._commit, self._fault, self.left = stage.store.commit, fault, 1
        stage.store.commit = self.commit  # type: ignore[method-assign]

    async def commit(self, steps: Sequence[Step]) -> tuple[Outcome, ...]:
        if self.left and steps[0].row is not None:
            self.left -= 1
            if isinstance(self._fault, Refused):
                return (self._fault,)
            if self._fault == "after":
                await self._commit(steps)
            raise OutcomeUnknown(self._fault)
        return await self._commit(steps)


async def test_a_refused_posting_undoes_that_step_only(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto", "caro")
    sender = await begin(clients)
    runner = stage.room.runners[sender.connection.table]
    before, seq = fingerprint(runner.table), runner.seq
    Faulty(stage, Refused(LedgerCode.BALANCE_LOW, "user:ana:PRA"))
    heard = [len(c.of("step")) for c in clients]
    assert await sender.act("poner", 10) == "balance_low"
    assert (fingerprint(runner.table), runner.seq) == (before, seq)
    assert [len(c.of("step")) for c in clients] == heard
    assert await sender.act("poner", 10) == "", "the turn was kept"


async def test_what_only_a_fault_of_ours_can_cause_freezes_the_table(
    stage: Stage, seated: Seated
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    Faulty(stage, Refused(LedgerCode.BALANCE_DIFFERS, "user:ana:PRA"))
    assert await sender.act("poner", 10) == "not_committed"
    assert await sender.act("poner", 15) == "frozen"
    assert stage.room.frozen == 1
    (row,) = stage.room.rows()
    assert row.status == "frozen"


@pytest.mark.parametrize("when", ["before", "after"])
async def test_an_unknown_outcome_is_resolved_by_reading_the_log(
    stage: Stage, seated: Seated, when: str
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    runner = stage.room.runners[sender.connection.table]
    seq = runner.seq
    Faulty(stage, when)
    assert await sender.act("poner", 10) == ""
    assert runner.seq == seq + 1
    assert not runner.frozen
    purse = await stage.store.purse(sender.user, "PRA")
    assert purse.balance == 500_000 - 10, "once, whether it was written or not"
    assert await asked(clients).act("igualar") == ""


async def test_one_wallet_table_at_a_time(stage: Stage, seated: Seated) -> None:
    (ana, _) = await seated("ana", "beto")
    other = await stage.table("tanto")
    second = Client(stage, "ana")
    await second.hello(other.table.id)
    assert await second.do(wire.DoSit()) == "seated_elsewhere"
    assert await ana.do(wire.DoStand()) == ""
    assert await second.do(wire.DoSit()) == "", "the hand that he left is over"


# ── a new life ───────────────────────────────────────────────────────────────────────────────
async def _again(stage: Stage, tmp_path: Path, registry: Any, down_s: float) -> Stage:
    """The server dies and another one starts on the same data."""
    await stage.stop()
    stage.clock.now += round(down_s * 1000)
    stage.clock.timers.clear()
    return await Stage(tmp_path, registry, seed=99, clock=stage.clock).start()


@pytest.mark.rule("000:117")
async def test_a_hand_goes_on_in_the_next_life_with_its_clock(tmp_path: Path) -> None:
    registry = {"tanto": Toy()}
    stage = await Stage(tmp_path, registry).start()
    table = (await stage.table("tanto")).table.id
    clients = [await _sit(stage, user, table) for user in ("ana", "beto")]
    for client in clients:
        assert await client.do(wire.DoReady(True)) == ""
    await stage.advance(5)
    sender = await begin(clients)
    await stage.advance(5.5)  # half a second after the last pulse
    cards, turn = sender.last["view"]["own"]["cards"], sender.last["view"]["turn"]
    left = sender.last["state"]["clock"]["ends_ms"] - stage.clock.now
    seen = sender.last

    stage = await _again(stage, tmp_path, registry, down_s=600)
    try:
        back = Client(stage, sender.user)
        shown = await back.hello(table, seen["epoch"], seen["seq"])
        assert shown["view"]["own"]["cards"] == cards
        assert shown["view"]["turn"] == turn
        assert shown["tail"], "the tail of the log, from the seq that it named"
        assert {e["event"]["what"] for e in shown["log"]} >= {"table_dropped"}
        clock = shown["state"]["clock"]
        assert 0 <= clock["ends_ms"] - stage.clock.now - left <= 1000, "credited, to the pulse"
        assert await back.act("poner", 10) == ""
    finally:
        await stage.stop()


async def test_a_log_that_disagrees_freezes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = {"tanto": Toy()}
    stage = await Stage(tmp_path, registry).start()
    table = (await stage.table("tanto")).table.id
    await _sit(stage, "ana", table)
    monkeypatch.setattr(requests, "_free_seat", lambda draft, wanted: 4)  # another program
    stage = await _again(stage, tmp_path, registry, down_s=1)
    try:
        assert stage.room.runners[table].frozen == "replay: digest"
        again = Client(stage, "ana")
        shown = await again.hello(table)
        assert shown["type"] == "snapshot"
        assert await again.do(wire.DoStand()) == "frozen"
    finally:
        await stage.stop()


async def _sit(stage: Stage, user: str, table: str) -> Client:
    await stage.member(user)
    client = Client(stage, user)
    await client.hello(table)
    assert await client.do(wire.DoSit()) == ""
    return client


async def test_a_frozen_table_is_shown_as_frozen(stage: Stage, seated: Seated) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    Faulty(stage, Refused(LedgerCode.BALANCE_DIFFERS, "user:ana:PRA"))
    assert await sender.act("poner", 10) == "not_committed"
    for client in clients:
        assert client.last["type"] == "snapshot"
        assert client.last["state"]["status"] == "frozen"


async def test_a_members_table_that_everybody_has_left_closes(stage: Stage) -> None:
    await stage.member("ana")
    made = await stage.room.create("tanto", "Mesa", {}, owner="ana")
    assert not isinstance(made, str)
    house = await stage.table("tanto")
    ana = Client(stage, "ana")
    await ana.hello(made.table.id)
    await stage.advance(1_900)
    assert made.table.id in stage.room.runners, "somebody looks"
    await ana.drop()
    await stage.advance(1_790)
    assert made.table.id in stage.room.runners
    await stage.advance(20)
    assert [row.table for row in stage.room.rows()] == [house.table.id]
    assert (await Client(stage, "ana").hello(made.table.id))["code"] == "unknown_table"


async def test_a_disk_that_fails_again_and_again_stops_the_table_only(
    stage: Stage, seated: Seated
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    faulty = Faulty(stage, "before")
    faulty.left = 100
    assert await sender.act("poner", 10) == "internal"
    assert stage.room.frozen == 1
    faulty.left = 0
    other = await stage.table("tanto")
    await stage.member("eva")
    eva = Client(stage, "eva")
    await eva.hello(other.table.id)
    assert await eva.do(wire.DoSit()) == ""


async def test_what_could_not_be_written_can_be_tried_again(
    stage: Stage, seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = await seated("ana", "beto")
    sender = await begin(clients)
    commit = stage.store.commit

    async def full(steps: Sequence[Step]) -> tuple[Outcome, ...]:
        raise StoreError("not written: OperationalError")

    monkeypatch.setattr(stage.store, "commit", full)
    assert await sender.act("poner", 10) == "busy"
    assert stage.room.frozen == 0
    monkeypatch.setattr(stage.store, "commit", commit)
    assert await sender.act("poner", 10) == ""


async def test_a_hand_of_other_rules_is_cancelled_and_paid_back_once(tmp_path: Path) -> None:
    stage = await Stage(tmp_path, {"tanto": Toy()}).start()
    table = (await stage.table("tanto")).table.id
    clients = [await _sit(stage, user, table) for user in ("ana", "beto")]
    for client in clients:
        assert await client.do(wire.DoReady(True)) == ""
    await stage.advance(5)
    assert await (await begin(clients)).act("poner", 10) == ""

    newer = Toy()
    newer.info = replace(newer.info, version="tanto/2")
    for _ in range(2):
        stage = await _again(stage, tmp_path, {"tanto": newer}, down_s=1)
        runner = stage.room.runners[table]
        assert not runner.frozen
        assert runner.table.hand is None
        assert runner.table.version == "tanto/2"
        for user in ("ana", "beto"):
            assert (await stage.store.purse(user, "PRA")).balance == 500_000

    clients = [Client(stage, user) for user in ("ana", "beto")]
    for client in clients:
        await client.hello(table)
        await client.do(wire.DoReady(True))
    await stage.advance(10)
    assert await (await begin(clients)).act("poner", 10) == ""
    assert [h.version for h in await stage.store.open_hands()] == ["tanto/2"]
    stage = await _again(stage, tmp_path, {"tanto": newer}, down_s=1)
    assert stage.room.runners[table].table.hand is not None, "it goes on under its own version"
    await stage.stop()


async def test_a_table_between_hands_takes_the_new_version_before_it_deals(tmp_path: Path) -> None:
    stage = await Stage(tmp_path, {"tanto": Toy()}).start()
    table = (await stage.table("tanto")).table.id
    await _sit(stage, "ana", table)
    grace = stage.room.runners[table].table

    newer = Toy()
    newer.info = replace(newer.info, version="tanto/2")
    stage = await _again(stage, tmp_path, {"tanto": newer}, down_s=600)
    after = stage.room.runners[table].table
    assert (grace.version, after.version) == ("tanto/1", "tanto/2")
    assert after.seat_of("ana"), "the time in which the server was down counts for nobody"
    await stage.stop()


async def test_a_blob_that_was_moved_is_refused(stage: Stage, seated: Seated) -> None:
    """Inputs, secrets and private events open only where they were written."""
    clients = await seated("ana", "beto")
    assert await (await begin(clients)).act("poner", 10) == ""
    runner = next(iter(stage.room.runners.values()))
    loaded = await stage.store.load(runner.table.id)
    log = await stage.store.hand_log(loaded.open_hand if loaded else "", None, whole=True)
    assert loaded is not None
    assert log is not None
    first, second = loaded.steps[:2]
    assert runner.scribe.inputs(first)
    for moved in (replace(first, seq=second.seq), replace(first, epoch=first.epoch + 1)):
        with pytest.raises(BrokenSeal):
            runner.scribe.inputs(moved)
    root = log.roots[0]
    assert runner.scribe.commitment(root).root == root.root
    for elsewhere in (replace(root, k=root.k + 1), replace(root, hand="another")):
        with pytest.raises(BrokenSeal):
            runner.scribe.commitment(elsewhere)
    vault = VAULT.of(runner.table.id)
    sealed = next(s.event for s in log.events if isinstance(s.event, EventRow) and s.event.only)
    assert opened_entry(sealed, vault).text
    for place in (replace(sealed, number=sealed.number + 1), replace(sealed, hand="another")):
        with pytest.raises(BrokenSeal):
            opened_entry(place, vault)
