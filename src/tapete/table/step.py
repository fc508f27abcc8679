"""`step(game, table, input) -> (table, effects)`: the table as a pure function.

First everything that is due at or before the input's moment, one deadline after the other at its
own time; then the input. So a Tick more or less, early or late, never changes what happens.

Where the game wants chance, or a hand the wallets, the step stops: the table keeps the input in
`pending` and the last effect is the question. `step` with the answer goes on from there; only the
answer is accepted meanwhile. A refusal changes nothing but what was due.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.game.contract import Decide, Game, Leave, Seat, Shuffle
from tapete.game.errors import Code as GameCode
from tapete.game.errors import Illegal
from tapete.table import clocks, hand, links, requests
from tapete.table.clocks import Due, Kind, enough, next_due
from tapete.table.draft import Draft
from tapete.table.effects import Alarm, Effect, NeedShuffle, NeedStakes, Refused, Wake
from tapete.table.errors import Broken, Code, Refusal
from tapete.table.facts import Fact
from tapete.table.inputs import (
    Annul,
    Attached,
    Close,
    Drain,
    Dropped,
    Expel,
    HostSet,
    Input,
    Play,
    Ready,
    Resumed,
    Shuffled,
    Sit,
    Staked,
    Stand,
    Tick,
    Upgraded,
    Wished,
)
from tapete.table.seats import HURRIED_AFTER
from tapete.table.table import Status, Table

REQUESTS: dict[type, Callable[[Draft, Any], None]] = {
    Sit: requests.sit,
    Stand: requests.stand,
    Ready: requests.ready,
    Wished: requests.wished,
    Play: requests.play,
    Attached: links.attach,
    Dropped: links.drop,
    Expel: requests.expel,
    HostSet: requests.host_set,
    Close: requests.close,
    Annul: requests.annul,
    Drain: requests.drain,
    Upgraded: requests.upgrade,
}


def step(game: Game, table: Table, given: Input) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `given`, and what is to be done. It never raises for what people send."""
    if isinstance(given, Shuffled | Staked):
        return _answer(game, table, given)
    code = _door(table, given)
    if code is not None:
        return table, (Refused(_user(given), code),)
    if table.status in (Status.CLOSED, Status.FROZEN):
        return table, ()
    draft = Draft(game, table, table.now_ms)
    _run(draft, given)
    return draft.table, tuple(draft.effects)


def _door(table: Table, given: Input) -> Code | None:
    """Who may not come in at all. Time and lost connections always may."""
    if isinstance(given, Tick | Dropped) and not table.asking():
        return None
    if table.status is Status.FROZEN:
        return Code.FROZEN
    if table.status is Status.CLOSED:
        return Code.CLOSED
    if table.asking():
        return Code.WAITING
    gen = getattr(given, "gen", 0)
    if gen and table.gens.get(_user(given)) != gen:
        return Code.OLD_CONNECTION
    return None


def _user(given: Input) -> str:
    return str(getattr(given, "user", ""))


def _answer(game: Game, table: Table, given: Shuffled | Staked) -> tuple[Table, tuple[Effect, ...]]:
    """The runner's answer, at the moment of the question; then on with what was waiting."""
    pending = table.pending
    stakes = table.opening is not None
    if pending is None or stakes is not isinstance(given, Staked):
        return table, (Refused("", Code.WAITING),)
    draft = Draft(game, table, table.now_ms)

    def take() -> None:
        draft.set(pending=None)
        if isinstance(given, Staked):
            hand.staked(draft, given)
        else:
            hand.shuffled(draft, given.order)

    code = _unit(draft, take)
    if code is not None:
        return table, (Refused("", code),)
    _run(draft, pending)
    return draft.table, tuple(draft.effects)


def _run(draft: Draft, given: Input) -> None:
    """What is due before the input, the input, and what it made due at its own moment."""
    down_ms = _down_ms(draft.table, given)
    _catch_up(draft, given.at_ms - down_ms)
    if _at_rest(draft.table) and not isinstance(given, Tick):
        draft.at_ms = max(given.at_ms, draft.table.now_ms)
        code = _unit(draft, lambda: _handle(draft, given, down_ms))
        if code is not None:
            draft.effects.append(Refused(_user(given), code))
        given = Tick(given.at_ms)
        _catch_up(draft, given.at_ms)
    if draft.table.status is Status.FROZEN:
        if not isinstance(given, Tick):
            draft.effects.append(Refused(_user(given), Code.FROZEN))
    elif draft.table.asking():
        draft.set(pending=given)
        draft.effects.append(_question(draft.table))
        return
    _wake(draft)


def _down_ms(table: Table, given: Input) -> int:
    """The part of the time since the last input in which the node was down."""
    if not isinstance(given, Resumed):
        return 0
    return max(0, min(given.down_ms, given.at_ms - table.now_ms))


def _at_rest(table: Table) -> bool:
    return not table.asking() and table.status not in (Status.CLOSED, Status.FROZEN)


def _handle(draft: Draft, given: Input, down_ms: int) -> None:
    draft.set(now_ms=draft.at_ms, stalled=False)
    if isinstance(given, Resumed):
        links.resume(draft, given, down_ms)
    else:
        REQUESTS[type(given)](draft, given)


def _question(table: Table) -> Effect:
    """What the runner has to answer now."""
    if table.opening is not None:
        return NeedStakes(table.opening.hand, table.opening.users)
    assert table.hand is not None
    need = table.hand.need
    assert isinstance(need, Shuffle)
    number = table.hand.shuffles if isinstance(need.items[0], str) else -1
    return NeedShuffle(table.hand.id, number, need.items, need.why)


def _wake(draft: Draft) -> None:
    due = next_due(draft.game, draft.table)
    wake_ms = None if due is None else due.at_ms
    if wake_ms != draft.table.wake_ms:
        draft.set(wake_ms=wake_ms)
        draft.effects.append(Wake(wake_ms))


def _unit(draft: Draft, action: Callable[[], None]) -> Code | GameCode | None:
    """Do one thing whole or not at all: a refusal leaves nothing behind and is returned. What
    cannot be freezes the table as it was before it; a fault of a game stops its own table, not
    the server."""
    table, done = draft.table, len(draft.effects)
    try:
        action()
        _settle(draft, table)
    except (Refusal, Illegal) as refusal:
        draft.table = table
        del draft.effects[done:]
        return refusal.code
    except Exception as fault:
        draft.table = replace(table, status=Status.FROZEN, pending=None, wake_ms=None)
        del draft.effects[done:]
        what = fault.what if isinstance(fault, Broken) else type(fault).__name__
        draft.effects += [Alarm(draft.at_ms, what), Wake(None)]
        return Code.FROZEN
    return None


def _settle(draft: Draft, before: Table) -> None:
    """What follows from any change: an end, clocks that stop or go on, a hand that can open. When
    enough seats have become ready the others get a moment (`gather_ms`) to be ready too."""
    hand.finish(draft)
    links.watch(draft)
    if before.gather_ms and not enough(draft.game, before) and enough(draft.game, draft.table):
        draft.set(rest_ms=max(draft.table.rest_ms, draft.now_ms + before.gather_ms))
    table = draft.table
    ready = enough(draft.game, table) and not table.asking()
    if ready and table.rest_ms <= draft.now_ms:
        hand.call_hand(draft)
        hand.finish(draft)


# ── deadlines ────────────────────────────────────────────────────────────────────────────────
def _catch_up(draft: Draft, until_ms: int) -> None:
    """Apply every deadline up to this wall time, in order, until the runner is asked."""
    while _at_rest(draft.table):
        due = next_due(draft.game, draft.table)
        if due is None or due.at_ms > until_ms:
            return
        draft.at_ms = max(due.at_ms, draft.table.now_ms)
        _unit(draft, lambda due=due: _fall_due(draft, due))  # type: ignore[misc]


def _fall_due(draft: Draft, due: Due) -> None:
    draft.set(now_ms=draft.at_ms)
    try:
        if due.kind is Kind.MASS:
            links.nobody_came(draft)
        elif due.kind is Kind.GRACE:
            links.expire(draft, draft.table.chair(due.seat))
        elif due.kind is Kind.TURN:
            _silence(draft)
    except Illegal as illegal:
        raise Broken(f"{due.kind.name} {illegal.code}") from illegal


def _silence(draft: Draft) -> None:
    """The clock of a question ran out: for each seat that is still asked, what its game makes of
    silence. In a sealed window that is all of them, in seat order."""
    question = draft.table.question
    assert question is not None
    for seat in sorted(question.seats):
        now = draft.table.question
        if now is None or now.turn != question.turn or seat not in now.seats:
            continue
        _silent(draft, seat, question)
    after = draft.table.question
    if after is not None and after.turn == question.turn:
        raise Broken("silence changes nothing")


def _silent(draft: Draft, seat: Seat, question: Decide) -> None:
    """Two in a row on turns of one's own: from now on a short clock, or leaving."""
    silent = draft.game.idle(draft.hand.state, seat)
    if clocks.counts(question):
        chair = draft.table.chair(seat)
        chair = replace(chair, silences=chair.silences + 1)
        draft.put(chair)
        draft.tell(Fact.SILENT, seat, amount=chair.silences)
        if chair.hurried and draft.game.info.silence == "leave":
            silent = Leave(seat)
        elif chair.silences == HURRIED_AFTER:
            draft.tell(Fact.HURRIED, seat)
    if isinstance(silent, Leave):
        hand.get_up(draft, seat, "silence")
    else:
        hand.command(draft, silent, idle=True)
