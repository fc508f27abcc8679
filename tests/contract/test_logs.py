"""Loading a table, and events for those who may know them."""

from __future__ import annotations

import msgspec
import pytest

from tapete.record.log import FIRST_LINK, EventRow, Hidden, RootRow, link_of
from tapete.store.port import Done, Kept, Seen, Step, Store
from tests.contract.conftest import Opener
from tests.contract.steps import SALT, Table, closed, opened

pytestmark = pytest.mark.asyncio


async def write(store: Store, *steps: Step) -> None:
    for step in steps:
        assert await store.commit([step]) == (Done(),)


def kept(*seqs: int) -> tuple[Kept, ...]:
    return tuple(Kept(seq, 1, 1_000 + seq, b"input %d" % seq, b"d" * 32) for seq in seqs)


async def test_a_table_is_loaded_from_its_last_snapshot_on(opener: Opener) -> None:
    store = opener()
    table = await Table().add(store)
    await write(store, table.step(), table.step())
    found = await store.load("t1")
    assert found is not None
    assert (found.snapshot, found.snapshot_seq, found.steps) == (None, 0, kept(1, 2))
    assert found.link == FIRST_LINK
    await write(store, table.step(snapshot=b"three"), table.step(snapshot=b"four"))
    await write(store, table.step(events=(table.event(),)), table.step())
    await store.close()
    store = opener()
    found = await store.load("t1")
    assert found is not None
    assert (found.snapshot, found.snapshot_seq, found.steps) == (b"four", 4, kept(5, 6))
    assert (found.row.seq, found.link) == (6, table.link)
    await store.close()


async def secret_hand(store: Store) -> Table:
    """Three steps: who sits where is told between hands, one event is for ana, one for beto."""
    table = await Table().add(store)
    root = RootRow("h1", 0, 28, b"r" * 32, b"order and salts, sealed")
    first = table.step(opened("ana", "beto"), events=(table.event(b"{0}", hand=""),))
    second = table.step(
        events=(
            table.event(b"{1}"),
            table.event(b"sealed for ana", only=("ana",)),
            table.event(b"{2}", hand=""),
            table.event(b"sealed for both", only=("ana", "beto")),
        )
    )
    assert second.row is not None
    row = msgspec.structs.replace(second.row, roots=(root,))
    last = table.step(closed(), events=(table.event(b"{3}"), table.event(b"{4}", hand="")))
    await write(store, first, Step(row=row), last)
    return table


def bodies(seen: tuple[Seen, ...]) -> list[bytes | None]:
    return [s.event.body if isinstance(s.event, EventRow) else None for s in seen]


VIEWERS = [
    ("ana", [b"{1}", b"sealed for ana", b"{2}", b"sealed for both", b"{3}"]),
    ("beto", [b"{1}", None, b"{2}", b"sealed for both", b"{3}"]),
    ("carlos", [b"{1}", None, b"{2}", None, b"{3}"]),
    (None, [b"{1}", None, b"{2}", None, b"{3}"]),
]


@pytest.mark.parametrize(("viewer", "told"), VIEWERS)
async def test_a_viewer_gets_what_he_may_know_and_leaves_for_the_rest(
    store: Store, viewer: str | None, told: list[bytes | None]
) -> None:
    table = await secret_hand(store)
    log = await store.hand_log("h1", viewer)
    assert log is not None
    assert bodies(log.events) == told
    assert bodies(await store.tail("t1", 0, viewer)) == [b"{0}", *told, b"{4}"]
    assert bodies(await store.tail("t1", 1, viewer)) == [*told, b"{4}"]
    assert bodies(await store.tail("t1", 0, viewer, steps=2)) == [b"{0}", *told[:-1]]
    assert await store.tail("t1", 3, viewer) == ()
    link = log.link
    for seen in log.events:  # the chain closes with bare leaves too
        link = link_of(link, seen.event.leaf)
        assert link == seen.event.link
        assert not isinstance(seen.event, Hidden) or not hasattr(seen.event, "salt")
    assert link != table.link
    assert (log.roots[0].root, log.roots[0].secret) == (b"r" * 32, b"")
    assert (log.steps, log.setup, log.snapshot) == ((), b"", None)


async def test_the_whole_log_is_for_the_audit(store: Store) -> None:
    await secret_hand(store)
    log = await store.hand_log("h1", None, whole=True)
    assert log is not None
    assert bodies(log.events) == VIEWERS[0][1]
    assert log.events[1].event == EventRow(
        "h1", 3, b"sealed for ana", SALT, log.events[1].event.leaf, log.events[1].event.link,
        0, ("ana",),
    )  # fmt: skip
    assert log.roots[0].secret == b"order and salts, sealed"
    assert (log.setup, log.steps) == (b"setup", kept(1, 2, 3))
    assert (log.hand.first_seq, log.hand.last_seq) == (1, 3)
    assert await store.hand_log("h9", None) is None


async def test_the_next_occupant_of_a_seat_reads_nothing_of_his_predecessor(store: Store) -> None:
    table = await Table().add(store)
    await write(
        store,
        table.step(opened("ana"), events=(table.event(b"sealed", only=("ana",)),)),
        table.step(closed()),
        table.step(opened("beto", hand="h2"), events=(table.event(b"{}", hand="h2"),)),
    )
    assert bodies(await store.tail("t1", 0, "beto")) == [None, b"{}"]


async def test_an_event_for_nobody_is_for_nobody(store: Store) -> None:
    table = await Table().add(store)
    await write(store, table.step(events=(table.event(b"sealed", only=()),)))
    assert bodies(await store.tail("t1", 0, "ana")) == [None]
    assert bodies(await store.tail("t1", 0, None)) == [None]
