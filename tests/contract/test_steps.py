"""A step of a table: whole or not at all, behind its fence, once."""

from __future__ import annotations

import asyncio

import pytest

from tapete.ledger.accounts import PRA, pot, wallet
from tapete.ledger.transfers import Holds, LedgerCode
from tapete.store.port import (
    Abandoned,
    Answer,
    Done,
    Loaded,
    Op,
    Outcome,
    OutcomeUnknown,
    Refused,
    Repeated,
    Step,
    Store,
    StoreCode,
)
from tapete.store.sqlite import nothing
from tests.contract.conftest import Opener
from tests.contract.steps import (
    EMISION,
    RAKE,
    Table,
    closed,
    lock,
    move,
    opened,
    pay,
    rich,
    said,
    unlock,
    win,
)

pytestmark = pytest.mark.asyncio


async def one(store: Store, step: Step) -> Outcome:
    return (await store.commit([step]))[0]


async def loaded(store: Store, table: str = "t1") -> Loaded:
    found = await store.load(table)
    assert found is not None
    return found


async def test_a_step_is_written_with_all_its_parts(store: Store) -> None:
    await rich(store, "ana", "beto")
    table = await Table().add(store)
    step = table.step(
        opened("ana", "beto"),
        lock("ana", 500_000),
        lock("beto", 500_000),
        pay("h1:1", "ana", 5_000),
        events=(table.event(b'{"a":1}'), table.event(b"sealed", only=("ana",))),
        answers=(said("ana", "c1", seq=1),),
        status="playing",
    )
    assert await one(store, step) == Done()
    state = await loaded(store)
    assert (state.row.seq, state.row.status, state.open_hand) == (1, "playing", "h1")
    assert [(kept.seq, kept.inputs) for kept in state.steps] == [(1, b"input 1")]
    assert state.link == table.link
    assert await store.answer("ana", "t1", "c1") == said("ana", "c1", seq=1)
    assert await store.balances([pot("t1", "pique")]) == {pot("t1", "pique"): 5_000}
    assert [hand.hand for hand in await store.open_hands()] == ["h1"]


FENCES = [(1, 2), (1, 0), (2, 1), (0, 1)]


@pytest.mark.parametrize(("epoch", "seq"), FENCES)
async def test_a_step_with_another_epoch_or_seq_is_fenced(
    store: Store, epoch: int, seq: int
) -> None:
    table = await Table().add(store)
    table.epoch, table.seq = epoch, seq - 1
    assert await one(store, table.step()) == Refused(StoreCode.FENCE_LOST)
    assert (await loaded(store)).steps == ()


async def test_acquiring_a_table_fences_its_former_owner(store: Store) -> None:
    table = await Table().add(store)
    await one(store, table.step())
    taken = await store.acquire("t1")
    assert taken is not None
    assert (taken.epoch, taken.seq) == (2, 1)
    assert await one(store, table.step()) == Refused(StoreCode.FENCE_LOST)
    table.epoch, table.seq = 2, 1
    assert await one(store, table.step()) == Done()
    assert await store.acquire("none") is None


@pytest.mark.rule("000:116", "000:120", "P-G")
async def test_a_hundred_copies_of_a_command_have_one_effect_and_equal_answers(
    store: Store,
) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000)))
    step = table.step(pay("h1:1", "ana", 5_000), answers=(said("ana", "c1", seq=2),))
    outcomes = [o[0] for o in await asyncio.gather(*[store.commit([step]) for _ in range(100)])]
    answers = {o.answer if isinstance(o, Repeated) else said("ana", "c1", seq=2) for o in outcomes}
    assert answers == {said("ana", "c1", seq=2)}
    assert len(outcomes) == 100
    assert outcomes.count(Done()) == 1
    assert (await loaded(store)).row.seq == 2
    assert (await store.purse("ana", PRA)).balance == 495_000


async def test_a_refusal_is_an_answer_too_and_stays_one(store: Store) -> None:
    table = await Table().add(store)
    refusal = Step(answers=(said("ana", "c1", code="not_your_turn"),))
    assert await one(store, refusal) == Done()
    assert (await loaded(store)).row.seq == 0
    later = table.step(answers=(said("ana", "c1", seq=1),))
    assert await one(store, later) == Repeated(said("ana", "c1", code="not_your_turn"))
    assert (await loaded(store)).row.seq == 0


async def test_a_cmd_id_of_another_command_is_a_conflict(store: Store) -> None:
    await one(store, Step(answers=(said("ana", "c1"),)))
    other = Answer("ana", "t1", "c1", b"g" * 32)
    assert await one(store, Step(answers=(other,))) == Refused(StoreCode.CMD_CONFLICT)
    elsewhere = Step(answers=(said("beto", "c1"), said("ana", "c1", table="t2")))
    assert await one(store, elsewhere) == Done()


@pytest.mark.rule("000:114")
async def test_a_refused_step_leaves_no_trace_and_its_neighbours_stand(store: Store) -> None:
    await rich(store, "ana", "beto", "carlos")
    tables = [await Table(name).add(store) for name in ("t1", "t2", "t3")]
    users = ("ana", "beto", "carlos")
    for table, user in zip(tables, users, strict=True):
        hand = f"h-{table.name}"
        await one(store, table.step(opened(user, hand=hand), lock(user, 500_000, hand)))
    amounts = (5_000, 500_001, 7_000)
    steps = [
        table.step(
            pay(f"h-{table.name}:1", user, amount, table.name, f"h-{table.name}"),
            events=(table.event(hand=f"h-{table.name}"),),
            answers=(said(user, "c1", seq=2, table=table.name),),
            snapshot=b"s",
        )
        for table, user, amount in zip(tables, users, amounts, strict=True)
    ]
    outcomes = await store.commit(steps)
    low = Refused(LedgerCode.BALANCE_LOW, wallet("beto", PRA))
    assert outcomes == (Done(), low, Done())
    state = await loaded(store, "t2")
    assert (state.row.seq, state.snapshot, len(state.steps)) == (1, None, 1)
    assert await store.answer("beto", "t2", "c1") is None
    assert await store.tail("t2", 0, None) == ()
    assert (await store.purse("beto", PRA)).balance == 500_000
    assert (await store.purse("carlos", PRA)).balance == 493_000


async def test_a_failed_transaction_is_tried_again_step_by_step(opener: Opener) -> None:
    fails = [True]

    def failpoint(name: str) -> None:
        if name == "before_commit" and fails[0]:
            fails[0] = False
            raise OSError("the disk coughs once")

    store = opener(failpoint=nothing)
    tables = [await Table(f"t{n}").add(store) for n in range(3)]
    await store.close()
    store = opener(failpoint=failpoint)
    assert await store.commit([table.step() for table in tables]) == (Done(),) * 3
    assert not fails[0]
    await store.close()


async def test_a_commit_without_a_known_outcome_says_so(opener: Opener) -> None:
    store = opener()
    table = await Table().add(store)
    await store.close()

    def failpoint(name: str) -> None:
        if name == "after_commit":
            raise OSError("nobody will know")

    store = opener(failpoint=failpoint)
    with pytest.raises(OutcomeUnknown):
        await store.commit([table.step()])
    assert (await loaded(store)).row.seq == 1  # a reload knows, a guess would not
    await store.close()


async def test_steps_of_many_tables_at_once_are_all_written(store: Store) -> None:
    tables = [await Table(f"t{n}").add(store) for n in range(64)]

    async def play(table: Table) -> None:
        for _ in range(10):
            assert await one(store, table.step(events=(table.event(hand=""),))) == Done()

    await asyncio.gather(*map(play, tables))
    assert [row.seq for row in await store.tables()] == [10] * 64


async def test_a_step_needs_a_row_to_do_anything(store: Store) -> None:
    with pytest.raises(ValueError, match="without a row"):
        await store.commit([Step(ops=(Holds(RAKE, 0),))])


# ── wallets and hands ────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("P-A3")
async def test_one_wallet_is_staked_in_one_hand_only(store: Store) -> None:
    await rich(store, "ana")
    first, second = await Table("t1").add(store), await Table("t2").add(store)
    assert await one(store, first.step(opened("ana"), lock("ana", 500_000))) == Done()
    again = second.step(opened("ana", hand="h2"), lock("ana", 500_000, "h2"))
    assert await one(store, again) == Refused(LedgerCode.EN_JUEGO, wallet("ana", PRA))
    assert await store.open_hands() == (await store.hands("ana"))
    purse = await store.purse("ana", PRA)
    assert (purse.hand, purse.table) == ("h1", "t1")


async def test_two_tables_race_for_one_wallet_and_one_of_them_gets_it(store: Store) -> None:
    await rich(store, "ana")
    tables = [await Table(f"t{n}").add(store) for n in range(8)]
    steps = [
        table.step(opened("ana", hand=f"h{n}"), lock("ana", 500_000, f"h{n}"))
        for n, table in enumerate(tables)
    ]
    outcomes = [pair[0] for pair in await asyncio.gather(*[store.commit([s]) for s in steps])]
    refused = Refused(LedgerCode.EN_JUEGO, wallet("ana", PRA))
    assert (outcomes.count(Done()), outcomes.count(refused)) == (1, 7)


@pytest.mark.rule("P-A3")
async def test_a_locked_wallet_pays_for_its_hand_only(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000)))
    out = move("cash:1", (wallet("ana", PRA), RAKE, 1), why="retiro")
    assert await store.post(out) == Refused(LedgerCode.EN_JUEGO, wallet("ana", PRA))
    credit = move("gift:1", (EMISION, wallet("ana", PRA), 700), why="ajuste")
    assert not isinstance(await store.post(credit), Refused)


@pytest.mark.rule("000:124", "P-G")
async def test_chips_in_state_must_be_the_balance_less_credits_from_elsewhere(
    store: Store,
) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000), pay("h1:1", "ana", 5_000)))
    await store.post(move("gift:1", (EMISION, wallet("ana", PRA), 700), why="ajuste"))
    end = (win("h1:2", "ana", 5_000), unlock("ana", 499_999), closed())
    differs = Refused(LedgerCode.BALANCE_DIFFERS, wallet("ana", PRA))
    assert await one(store, table.step(*end)) == differs
    table.seq -= 1
    end = (win("h1:2", "ana", 5_000), unlock("ana", 500_000), closed())
    assert await one(store, table.step(*end)) == Done()
    assert (await store.purse("ana", PRA)).balance == 500_700


async def test_a_wallet_that_changed_since_it_was_read_is_not_staked(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await store.post(move("gift:1", (EMISION, wallet("ana", PRA), 1), why="ajuste"))
    outcome = await one(store, table.step(opened("ana"), lock("ana", 500_000)))
    assert outcome == Refused(LedgerCode.STAKE_CHANGED, wallet("ana", PRA))


async def test_a_hand_debits_no_wallet_that_it_has_not_locked(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    outcome = await one(store, table.step(opened("ana"), pay("h1:1", "ana", 5_000)))
    assert outcome == Refused(LedgerCode.LOCK_LOST, wallet("ana", PRA))


@pytest.mark.rule("P-G")
async def test_a_hand_does_not_close_over_a_pot_that_is_not_empty(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000), pay("h1:1", "ana", 5_000)))
    outcome = await one(store, table.step(unlock("ana"), closed()))
    assert outcome == Refused(StoreCode.POT_NOT_EMPTY, pot("t1", "pique"))


async def test_an_abandonment_is_counted_once_in_its_open_hand_and_for_good(store: Store) -> None:
    table = await Table().add(store)
    left = Abandoned(user="ana", hand="h1", at_ms=1_500)
    assert await store.abandons("ana") == 0
    assert await store.commit([table.step(left)]) == (Refused(StoreCode.HAND_UNKNOWN),)
    table.seq -= 1
    assert await store.commit([table.step(opened("ana", "beto"))]) == (Done(),)
    assert await store.commit([table.step(left, closed())]) == (Done(),)
    assert (await store.abandons("ana"), await store.abandons("beto")) == (1, 0)
    again = (opened("ana", hand="h2"), left)
    assert await store.commit([table.step(*again)]) == (Refused(StoreCode.HAND_UNKNOWN),)
    table.seq -= 1
    twice = Abandoned(user="ana", hand="h2", at_ms=1_600)
    ops = (opened("ana", hand="h2"), twice, twice)
    assert await store.commit([table.step(*ops)]) == (Refused(StoreCode.CONSTRAINT),)
    assert await store.abandons("ana") == 1


async def test_a_hand_does_not_close_with_a_wallet_still_locked(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000)))
    outcome = await one(store, table.step(closed()))
    assert outcome == Refused(StoreCode.LOCK_LEFT, wallet("ana", PRA))


async def test_one_hand_ends_and_the_next_opens_in_the_same_step(store: Store) -> None:
    await rich(store, "ana")
    table = await Table().add(store)
    await one(store, table.step(opened("ana"), lock("ana", 500_000), pay("h1:1", "ana", 9_000)))
    both = (
        win("h1:2", "ana", 9_000), unlock("ana", 500_000), closed(),
        opened("ana", hand="h2"), lock("ana", 500_000, "h2"),
        pay("h2:1", "ana", 5_000, hand="h2"),
    )  # fmt: skip
    assert await one(store, table.step(*both)) == Done()
    assert (await loaded(store)).open_hand == "h2"


REFUSED_OPS = [
    ((opened("ana", hand="h2"),), StoreCode.HAND_OPEN, ""),
    ((closed("h9"),), StoreCode.HAND_UNKNOWN, ""),
    ((pay("h9:1", "ana", 1, hand="h9"),), StoreCode.HAND_UNKNOWN, ""),
    ((lock("ana", 1, "h9"),), StoreCode.HAND_UNKNOWN, ""),
    ((unlock("beto"),), LedgerCode.LOCK_LOST, wallet("beto", PRA)),
    ((pay("h1:1", "ana", 1, table="t2"),), LedgerCode.ACCOUNT_WRONG, pot("t2", "pique")),
    ((pay("h1:1", "ana", 1), pay("h1:1", "ana", 1)), LedgerCode.KEY_USED, ""),
    ((Holds(RAKE, 1),), LedgerCode.BALANCE_DIFFERS, RAKE),
    ((pay("h1:1", "ana", 1), Holds(pot("t1", "pique"), 2)), LedgerCode.BALANCE_DIFFERS,
     pot("t1", "pique")),
]  # fmt: skip


@pytest.mark.parametrize(("ops", "code", "account"), REFUSED_OPS)
async def test_what_a_step_may_not_do(
    store: Store, ops: tuple[Op, ...], code: StoreCode | LedgerCode, account: str
) -> None:
    await rich(store, "ana", "beto")
    table = await Table().add(store)
    await one(store, table.step(opened("ana", "beto"), lock("ana", 500_000)))
    assert await one(store, table.step(*ops)) == Refused(code, account)
    table.seq -= 1
    assert await one(store, table.step(pay("h1:1", "ana", 1))) == Done()


async def test_an_event_number_is_used_once_in_a_hand(store: Store) -> None:
    table = await Table().add(store)
    await one(store, table.step(events=(table.event(),)))
    table.number -= 1
    outcome = await one(store, table.step(events=(table.event(),)))
    assert outcome == Refused(StoreCode.CONSTRAINT)
