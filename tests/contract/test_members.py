"""Members, guests, logins, the pulse."""

from __future__ import annotations

import asyncio

import pytest

from tapete.ledger.accounts import PRA
from tapete.ledger.transfers import grant
from tapete.store.port import (
    Done,
    Member,
    Refused,
    SessionRow,
    Store,
    StoreCode,
    TableRow,
)
from tests.contract.conftest import Opener

pytestmark = pytest.mark.asyncio

ANA = Member(
    user="u1", nick="Ána", created_ms=5, password="$argon2$x", terms="2026-01", terms_ms=6
)  # fmt: skip
TOKEN = b"t" * 32


async def test_a_member_comes_with_his_grant(store: Store) -> None:
    assert await store.add_member(ANA, grant("u1", 5)) == Done()
    assert await store.member("u1") == ANA
    assert (await store.purse("u1", PRA)).balance == 500_000
    assert await store.member("u2") is None


@pytest.mark.parametrize("nick", ["Ána", "ána", "ÁNA", "A\u0301na", "Á\uff4ea"])
async def test_a_nick_is_taken_whatever_its_letters_look_like(store: Store, nick: str) -> None:
    await store.add_member(ANA)
    other = Member(user="u2", nick=nick, created_ms=7)
    assert await store.add_member(other, grant("u2", 7)) == Refused(StoreCode.NICK_TAKEN)
    assert await store.member("u2") is None
    assert (await store.purse("u2", PRA)).balance == 0
    assert await store.member_by_nick(nick) == ANA


async def test_two_who_want_one_nick_at_once_do_not_both_get_it(store: Store) -> None:
    wanting = [Member(user=f"u{n}", nick="ana", created_ms=1) for n in range(20)]
    outcomes = await asyncio.gather(*[store.add_member(m, grant(m.user, 1)) for m in wanting])
    assert (outcomes.count(Done()), outcomes.count(Refused(StoreCode.NICK_TAKEN))) == (1, 19)


async def test_an_id_is_given_once(store: Store) -> None:
    await store.add_member(ANA)
    other = Member(user="u1", nick="Beto", created_ms=7)
    assert await store.add_member(other) == Refused(StoreCode.CONSTRAINT)


async def test_a_guest_registers_and_keeps_what_is_his(store: Store) -> None:
    guest = Member(user="u1", nick="invitado7", created_ms=1, guest=True)
    await store.add_member(guest, grant("u1", 1))
    await store.add_member(Member(user="u2", nick="Beto", created_ms=2))
    taken = Member(user="u1", nick="beto", created_ms=1, password="x", terms="v1", terms_ms=9)
    assert await store.upgrade(taken) == Refused(StoreCode.NICK_TAKEN)
    assert await store.member("u1") == guest
    member = Member(user="u1", nick="Ana", created_ms=1, password="x", terms="v1", terms_ms=9)
    assert await store.upgrade(member) == Done()
    assert await store.member_by_nick("ANA") == member
    assert await store.member_by_nick("invitado7") is None
    assert (await store.purse("u1", PRA)).balance == 500_000
    assert await store.upgrade(member) == Refused(StoreCode.USER_UNKNOWN)


async def test_terms_are_accepted_with_version_and_time(store: Store) -> None:
    await store.add_member(ANA)
    assert await store.accept_terms("u1", "2026-02", 99)
    member = await store.member("u1")
    assert member is not None
    assert (member.terms, member.terms_ms) == ("2026-02", 99)
    assert not await store.accept_terms("u9", "2026-02", 99)
    assert await store.set_password("u1", "new")
    assert not await store.set_password("u9", "new")


async def test_house_players_are_marked(store: Store) -> None:
    await store.add_member(ANA)
    robots = [Member(user=f"r{n}", nick=f"Casa {n}", created_ms=n, house=True) for n in (2, 1)]
    for robot in robots:
        await store.add_member(robot)
    assert await store.house_players() == tuple(reversed(robots))


async def test_a_login_lasts_until_it_expires_or_ends(store: Store) -> None:
    await store.add_member(ANA)
    session = SessionRow(token=TOKEN, user="u1", created_ms=10, expires_ms=20)
    assert await store.add_session(session)
    assert await store.session(TOKEN, 19) == (session, ANA)
    assert await store.session(TOKEN, 20) is None
    assert await store.session(b"x" * 32, 15) is None
    assert await store.end_session(TOKEN)
    assert not await store.end_session(TOKEN)
    assert await store.session(TOKEN, 15) is None
    nobody = SessionRow(token=TOKEN, user="u9", created_ms=10, expires_ms=20)
    assert not await store.add_session(nobody)


async def test_logins_end_together_and_expired_ones_are_forgotten(store: Store) -> None:
    await store.add_member(ANA)
    for n in range(4):
        token = bytes([n]) * 32
        await store.add_session(SessionRow(token=token, user="u1", created_ms=1, expires_ms=10 + n))
    assert await store.forget_sessions(11) == 2
    assert await store.end_sessions("u1") == 2
    assert await store.session(bytes([3]) * 32, 5) is None


async def test_the_pulse_is_the_newest_one_and_survives(opener: Opener) -> None:
    store = opener()
    assert await store.last_beat() == 0
    for at_ms in (5_000, 6_000, 5_500):
        await store.beat(at_ms)
    await store.close()
    store = opener()
    assert await store.last_beat() == 6_000
    await store.close()


async def test_a_table_is_inserted_first_and_only_once(store: Store) -> None:
    rows = [
        TableRow(
            table="t1",
            game="primera",
            currency=PRA,
            config=f'{{"n":{n}}}',
            created_ms=n,
            owner="u1",
        )
        for n in range(5)
    ]
    outcomes = await asyncio.gather(*map(store.add_table, rows))
    assert outcomes.count(Done()) == 1
    assert outcomes.count(Refused(StoreCode.TABLE_TAKEN)) == 4
    assert await store.tables() == (rows[outcomes.index(Done())],)
    assert await store.tables("closed") == ()
    assert await store.load("t9") is None
