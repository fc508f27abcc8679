"""What people and the house ask of a table: one function per input.

Each is flat: guards in a documented order, every one with its code, then one commit. A guard
that fails raises `Refusal` (the table's code) or lets the game's `Illegal` pass; `step` turns
both into the effect `Refused` and forgets whatever the draft held.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.game.contract import Act, Cancel, Seat
from tapete.game.errors import Code as GameCode
from tapete.game.errors import Illegal
from tapete.table import hand, links, money, session
from tapete.table.draft import Draft
from tapete.table.errors import Code, Refusal
from tapete.table.facts import Fact
from tapete.table.inputs import (
    Annul,
    Close,
    Drain,
    Expel,
    HostSet,
    Play,
    Ready,
    Sit,
    Stand,
    Upgraded,
    User,
    Wished,
)
from tapete.table.seats import IN_HAND, Chair, Go, Life
from tapete.table.table import Status, Table, room

FIXED_WITH_CARRY = ("costo",)  # may not change while something lies in `carry` (K-M4)


def _seat(draft: Draft, user: User) -> Chair:
    chair = draft.table.seat_of(user)
    if chair is None:
        raise Refusal(Code.NOT_SEATED)
    return chair


# ── seats ────────────────────────────────────────────────────────────────────────────────────
def sit(draft: Draft, asked: Sit) -> None:
    """Guards: the table takes people, he does not sit already, is not barred, the seat is free,
    his chips fit (P-A3: the entry is checked here only)."""
    table = draft.table
    if table.status is Status.CLOSING:
        raise Refusal(Code.CLOSING)
    if table.seat_of(asked.user) is not None:
        raise Refusal(Code.ALREADY_SEATED)
    if table.hand is not None and asked.user in table.hand.users.values():
        raise Refusal(Code.HAND_RUNNING)
    if session.running(draft.game, table):
        raise Refusal(Code.SESSION_RUNNING)
    if table.bars.get(asked.user, 0) > draft.at_ms:
        raise Refusal(Code.BARRED)
    number = _free_seat(draft, asked.seat)
    entry = draft.game.entry(table.rules)
    if asked.chips < entry.least:
        raise Refusal(Code.BELOW_ENTRY)
    if entry.most is not None and asked.chips > entry.most:
        raise Refusal(Code.ABOVE_ENTRY)

    money.buy_in(draft, number, asked.user, asked.chips)
    chair = replace(
        Chair(number).go(Go.SIT),
        user=asked.user,
        nick=asked.nick,
        house=asked.house,
        chips=asked.chips,
        abandons=asked.abandons,
    )
    draft.put(chair)
    draft.tell(Fact.SEATED, number, amount=int(asked.house), word=asked.nick)
    if not asked.house and asked.user not in table.gens:
        links.start_grace(draft, chair)
    if not table.host and not asked.house:
        draft.set(host=asked.user)
        draft.tell(Fact.HOST, number)
    session.seats_changed(draft)


def _free_seat(draft: Draft, wanted: Seat) -> Seat:
    chairs = draft.table.chairs
    if not 0 <= wanted <= len(chairs):
        raise Refusal(Code.NO_SUCH_SEAT)
    if wanted and chairs[wanted - 1].life is not Life.EMPTY:
        raise Refusal(Code.SEAT_TAKEN)
    free = [chair.number for chair in chairs if chair.life is Life.EMPTY]
    if not free:
        raise Refusal(Code.FULL)
    return wanted or free[0]


def stand(draft: Draft, asked: Stand) -> None:
    """Leaving is immediate and gives nothing back (000:134)."""
    hand.get_up(draft, _seat(draft, asked.user).number, "stood")


def expel(draft: Draft, asked: Expel) -> None:
    """The reason stays in the input: the table says only that it happened."""
    hand.get_up(draft, _seat(draft, asked.user).number, "expelled")


def ready(draft: Draft, asked: Ready) -> None:
    """Ready takes back a sitting out and a hurry; it needs what a hand costs, where known."""
    chair = _seat(draft, asked.user)
    if draft.table.status is Status.CLOSING:
        raise Refusal(Code.CLOSING)
    if not asked.on:
        _unready(draft, chair, "asked")
        return
    chips = chair.chips if draft.game.info.bank != "wallet" else asked.chips
    if chips is not None and chips < draft.game.entry(draft.table.rules).stake:
        raise Refusal(Code.BELOW_STAKE)
    wish = "play" if chair.wish == "out" else chair.wish
    after = replace(chair.go(Go.READY), silences=0, wish=wish, locked=False)
    draft.put(after)
    if after.life is not chair.life or chair.wish == "out":
        draft.tell(Fact.READY, chair.number)


def _unready(draft: Draft, chair: Chair, why: str) -> None:
    after = chair.go(Go.UNREADY)
    draft.put(after)
    if after.life is not chair.life:
        draft.tell(Fact.WAITING, chair.number, word=why)


def wished(draft: Draft, asked: Wished) -> None:
    """How to be dealt in; `out` = sit out, from the next hand on."""
    chair = _seat(draft, asked.user)
    if asked.wish == chair.wish:
        return
    silences = chair.silences if asked.wish == "out" else 0
    draft.put(replace(chair, wish=asked.wish, silences=silences))
    draft.tell(Fact.WISHED, chair.number, word=asked.wish)


# ── the hand ─────────────────────────────────────────────────────────────────────────────────
def play(draft: Draft, asked: Play) -> None:
    """Guards: he sits, the move names the running hand, he was dealt in; the rest is the game's.
    A move of one's own ends a hurry; in a sealed window only when it closes, because a hurry is
    seen by all and nobody may see who has answered."""
    chair = _seat(draft, asked.user)
    running = draft.table.hand
    if running is None or running.id != asked.hand:
        raise Refusal(Code.STALE_HAND)
    if chair.life not in IN_HAND:
        raise Illegal(GameCode.NOT_IN_HAND)
    act = Act(chair.number, asked.turn, asked.move, asked.amount, asked.cards, asked.option)
    question = draft.table.question
    if question is not None and question.sealed:
        draft.set_hand(answered=(*running.answered, chair.number))
    else:
        draft.put(replace(chair, silences=0))
    hand.command(draft, act)


def annul(draft: Draft, asked: Annul) -> None:
    """The hand is cancelled, the table goes on."""
    if draft.table.hand is None:
        raise Refusal(Code.NO_HAND)
    hand.command(draft, Cancel(asked.why))


# ── the table ────────────────────────────────────────────────────────────────────────────────
def host_set(draft: Draft, asked: HostSet) -> None:
    """Guards: the host, between hands, rules that exist, seats for everybody, nothing that the
    carry fixes. Everybody has to be ready again."""
    table = draft.table
    if asked.user != table.host:
        raise Refusal(Code.NOT_HOST)
    if table.hand is not None:
        raise Refusal(Code.HAND_RUNNING)
    rules = _rules(draft, asked.rules)
    most = room(draft.game, rules)[1]
    if any(chair.taken for chair in table.chairs[most:]):
        raise Refusal(Code.SEAT_TAKEN)
    fixed = [name for name in FIXED_WITH_CARRY if hasattr(rules, name)]
    if table.carry and any(getattr(rules, n) != getattr(table.rules, n) for n in fixed):
        raise Refusal(Code.CARRY_LEFT)

    more = tuple(Chair(seat) for seat in range(len(table.chairs) + 1, most + 1))
    draft.set(rules=rules, chairs=table.chairs[:most] + more)
    draft.tell(Fact.OPTIONS)
    for chair in draft.table.chairs:
        if chair.taken:
            _unready(draft, chair, "host")


def _rules(draft: Draft, fields: dict[str, Any]) -> Any:
    """Rules of the game from named fields. What the type refuses, its own checks and a number of
    seats that the game does not have are all `rules_wrong`."""
    kind = draft.game.info.rules
    if set(fields) - set(kind.__struct_fields__):
        raise Refusal(Code.RULES_WRONG)
    try:
        rules = msgspec.convert(fields, kind)
    except (msgspec.ValidationError, ValueError):
        raise Refusal(Code.RULES_WRONG) from None
    fewest, most = draft.game.info.seats
    if not fewest <= room(draft.game, rules)[1] <= most:
        raise Refusal(Code.RULES_WRONG)
    return rules


def close(draft: Draft, asked: Close) -> None:
    """By the host: a table at which nobody else is. By the house: at once, the hand is cancelled;
    where nothing is left to cancel, after the hand. Not while something lies in `carry` (K-M4)."""
    table = draft.table
    if table.status is Status.CLOSING:
        raise Refusal(Code.CLOSING)
    if asked.user and asked.user != table.host:
        raise Refusal(Code.NOT_HOST)
    if asked.user and (table.hand is not None or _others(table, asked.user)):
        raise Refusal(Code.NOT_EMPTY)
    if table.carry:
        raise Refusal(Code.CARRY_LEFT)

    draft.set(status=Status.CLOSING, why=asked.why)
    draft.tell(Fact.CLOSING, word=asked.why)
    if table.hand is not None:
        try:
            hand.command(draft, Cancel(asked.why))
        except Illegal:
            return


def _others(table: Table, user: User) -> bool:
    """Whether another person sits here; house players are none."""
    return any(c.taken and not c.house and c.user != user for c in table.chairs)


def drain(draft: Draft, asked: Drain) -> None:
    """Only an open table drains, only a draining one opens again."""
    before, after = Status.OPEN, Status.DRAINING
    if not asked.on:
        before, after = after, before
    if draft.table.status is not before:
        raise Refusal(Code.NOT_NOW)
    draft.set(status=after)


def upgrade(draft: Draft, asked: Upgraded) -> None:
    """Between hands only; every hand is recorded under the version that the table has then."""
    if draft.table.hand is not None:
        raise Refusal(Code.HAND_RUNNING)
    if draft.table.version == asked.version:
        raise Refusal(Code.NOT_NOW)
    draft.set(version=asked.version)
