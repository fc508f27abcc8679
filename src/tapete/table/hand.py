"""The life of a hand: it opens, takes commands, closes.

`command` is the one way into the game, `close_hand` the one way in which a hand ends.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import (
    Cancel,
    Card,
    Command,
    Decide,
    Leave,
    Moved,
    Over,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
    Told,
)
from tapete.table import clocks, money, session
from tapete.table.draft import Draft
from tapete.table.effects import (
    Abandoned,
    Applied,
    Closed,
    HandOpened,
    HandOver,
    Lock,
    Unlock,
)
from tapete.table.errors import Broken
from tapete.table.facts import Fact
from tapete.table.inputs import Staked, User
from tapete.table.seats import Go, Life, clockwise
from tapete.table.table import Hand, Opening, Status, room


# ── it opens ─────────────────────────────────────────────────────────────────────────────────
def call_hand(draft: Draft) -> None:
    """Enough seats want a hand: open it, or ask the runner for the wallets first."""
    table = draft.table
    sitting = [chair for chair in table.chairs if chair.sitting]
    if draft.game.info.bank == "wallet":
        users = tuple(chair.user for chair in sitting)
        draft.set(opening=Opening(f"{table.id}-{table.hands + 1}", users))
        return
    stake = draft.game.entry(table.rules).stake
    _open_with(draft, {chair.number: chair.chips for chair in sitting}, stake)


def staked(draft: Draft, answer: Staked) -> None:
    """The wallets are there, or not: who is staked elsewhere waits, who has too little is told
    and has to say ready again."""
    assert draft.table.opening is not None
    draft.set(opening=None)
    chips: dict[Seat, int] = {}
    for chair in draft.table.chairs:
        if not chair.sitting:
            continue
        if chair.user in answer.chips and chair.user not in answer.refused:
            chips[chair.number] = answer.chips[chair.user]
            draft.put(replace(chair, chips=answer.chips[chair.user], locked=False))
        elif not chair.locked:
            draft.put(replace(chair, locked=True))
            draft.tell(Fact.LOCKED, chair.number)
    _open_with(draft, chips, draft.game.entry(draft.table.rules).stake)


def _open_with(draft: Draft, chips: dict[Seat, int], stake: int) -> None:
    """Leave out who cannot pay; open if there are still enough (all, where all must be ready)."""
    able = dict(chips)
    for seat, amount in chips.items():
        if amount < stake:
            del able[seat]
            draft.put(draft.table.chair(seat).go(Go.UNREADY))
            draft.tell(Fact.SHORT, seat, amount=stake)
    locked = any(chair.sitting and chair.number not in able for chair in draft.table.chairs)
    missing = draft.game.info.ready == "each" and (locked or len(able) < len(chips))
    if missing or len(able) < room(draft.game, draft.table.rules)[0]:
        draft.set(rest_ms=draft.now_ms + clocks.RETRY_MS)
        return
    _open_hand(draft, able)


def _open_hand(draft: Draft, chips: dict[Seat, int]) -> None:
    table, game = draft.table, draft.game
    seats = tuple(
        Seated(c.number, c.number in chips, chips.get(c.number, c.chips), c.wish)
        for c in table.chairs
        if c.taken
    )
    memory = session.inherited(game, table, draft.now_ms)
    step = game.open(table.rules, seats, memory, table.carry)
    if isinstance(step.need, Over) and not any(isinstance(e, Moved) for e in step.events):
        draft.set(stalled=True)  # it dealt nobody in: no hand, until something changes
        return
    dealt = game.dealt(step.state)
    users = {seat: table.chair(seat).user for seat in dealt}
    hand = Hand(
        id=f"{table.id}-{table.hands + 1}",
        state=step.state,
        need=step.need,
        users=users,
        purse={seat: chips[seat] for seat in dealt},
    )
    fresh = memory is None
    draft.effects.append(
        HandOpened(
            draft.at_ms, hand.id, table.version, table.rules, seats, memory, table.carry, users
        )
    )
    if game.info.bank == "wallet":
        draft.effects += [Lock(user, hand.id) for user in users.values()]
    draft.set(
        hand=hand,
        hands=table.hands + 1,
        session=table.session + fresh,
        played=1 if fresh else table.played + 1,
        broken=False,
    )
    for seat in dealt:
        chair = replace(draft.table.chair(seat).go(Go.DEAL), used_ms=0, wish="play")
        draft.put(chair.go(Go.UNREADY) if game.info.ready == "each" else chair)
    draft.tell(Fact.HAND_OPENED, word=hand.id)
    if fresh:
        draft.tell(Fact.SESSION, amount=draft.table.session)
    _absorb(draft, step)


# ── it takes commands ────────────────────────────────────────────────────────────────────────
def command(draft: Draft, what: Command, *, idle: bool = False) -> Step:
    """Give the game a command and take in what happened. Illegal: nothing changed."""
    hand = draft.hand
    step = draft.game.apply(hand.state, what)
    if isinstance(what, Cancel):
        draft.set_hand(cancelled=True)
        draft.tell(Fact.CANCELLED, word=what.why)
    draft.effects.append(Applied(draft.at_ms, hand.id, what, idle))
    if isinstance(what, Leave):
        _count_abandonment(draft, hand.users[what.seat], what.seat, step)
    _absorb(draft, step)
    return step


def _count_abandonment(draft: Draft, user: User, seat: Seat, step: Step) -> None:
    """A Leave that puts money into `carry` is an abandonment: it is counted, and that user may not
    sit here again until it has been won, at most 24 h (K-M8)."""
    amount = sum(
        event.amount
        for event in step.events
        if isinstance(event, Moved) and event.target == money.CARRY
    )
    if not amount:
        return
    draft.set(bars=draft.table.bars | {user: draft.at_ms + clocks.BAR_MS})
    draft.effects.append(Abandoned(draft.at_ms, user, draft.hand.id))
    draft.tell(Fact.ABANDONED, seat, amount=amount)


def _absorb(draft: Draft, step: Step) -> None:
    """Take in one transition: its events, its money, its pauses, and what it waits for."""
    first = draft.hand.count
    draft.record(step.events)
    draft.set_hand(state=step.state, need=step.need)
    money.post(draft, step.events, first)
    for event in step.events:
        if isinstance(event, Told) and event.pause:
            pause = clocks.length_ms(draft.game, draft.table.rules, event.pause)
            draft.set(pause_ms=max(draft.now_ms, draft.table.pause_ms) + pause)
    if isinstance(step.need, Over):
        close_hand(draft, step.need)
    elif isinstance(step.need, Decide) and step.need.turn != draft.hand.turn:
        _ask(draft, step.need)


def _ask(draft: Draft, need: Decide) -> None:
    """A new question: its clock starts when what was shown has been seen."""
    _end_hurries(draft)
    table = draft.table
    start = max(draft.now_ms, table.pause_ms)
    draft.set_hand(
        turn=need.turn,
        clock_ms=clocks.length_ms(draft.game, table.rules, need.clock),
        due_ms=start + clocks.question_ms(draft.game, table, need),
    )


def _end_hurries(draft: Draft) -> None:
    """The sealed window is closed: whoever answered in it has acted."""
    for seat in draft.hand.answered:
        draft.put(replace(draft.table.chair(seat), silences=0))
    draft.set_hand(answered=())


def shuffled(draft: Draft, order: tuple[Card | Seat, ...]) -> None:
    """The wanted order. One that does not fit is the runner's fault: Illegal goes up to it."""
    need = draft.hand.need
    cards = isinstance(need, Shuffle) and isinstance(need.items[0], str)
    command(draft, Shuffled(order))
    if cards and draft.table.hand is not None:
        draft.set_hand(shuffles=draft.hand.shuffles + 1)


# ── it closes ────────────────────────────────────────────────────────────────────────────────
def close_hand(draft: Draft, over: Over) -> None:
    """The one end of every hand: the books are compared, wallets and seats set free."""
    hand, game = draft.hand, draft.game
    money.check_over(draft, game.view(hand.state, None))
    _end_hurries(draft)
    draft.tell(Fact.HAND_CLOSED, word=hand.id)
    now = draft.now_ms
    draft.set(
        hand=None,
        memory=over.memory,
        over_ms=now,
        rest_ms=max(now + clocks.REST_MS, draft.table.pause_ms),
    )
    if draft.table.carry == 0:
        draft.set(bars={})
    draft.effects.append(HandOver(draft.at_ms, hand.id, over.memory, hand.cancelled))
    if game.info.bank == "wallet":
        draft.effects += [Unlock(user, hand.id) for user in hand.users.values()]
    for seat, user in hand.users.items():
        _free(draft, seat, user, hand.purse[seat])
    for seat in over.stand:
        if draft.table.chair(seat).taken:
            get_up(draft, seat, "game")


def _free(draft: Draft, seat: Seat, user: User, chips: int) -> None:
    """A seat after its hand: who left goes home, who let his clocks run out is not ready."""
    chair = draft.table.chair(seat)
    if chair.life is Life.LEFT:
        draft.put(chair.go(Go.OVER))
        money.cash_out(draft, seat, user, chips)
        return
    chair = replace(chair.go(Go.OVER), chips=chips)
    if chair.hurried and chair.life is Life.READY:
        draft.put(chair.go(Go.UNREADY))
        draft.tell(Fact.WAITING, seat, word="silent")
    else:
        draft.put(chair)


# ── somebody gets up ─────────────────────────────────────────────────────────────────────────
def get_up(draft: Draft, seat: Seat, why: str) -> None:
    """The one way in which a seat loses its person: by will, grace, expulsion, silence, the
    game's word, or the table's end. In a hand it is the game's Leave, at once."""
    chair = draft.table.chair(seat)
    if not chair.taken:
        raise Broken(f"nobody in seat {seat}")
    draft.tell(Fact.STOOD, seat, word=why)
    in_hand = chair.life in (Life.PLAYING, Life.LAST)
    draft.put(chair.go(Go.LEAVE))
    if not in_hand:
        money.cash_out(draft, seat, chair.user, chair.chips)
    _pass_host(draft, chair.user, seat)
    session.seats_changed(draft)
    if in_hand:
        command(draft, Leave(seat))


def _pass_host(draft: Draft, user: User, seat: Seat) -> None:
    """The host's role passes in seat order; the next to sit down gets it when nobody is left."""
    if user != draft.table.host:
        return
    heirs = [c for c in clockwise(draft.table.chairs, seat) if c.taken and not c.house]
    draft.set(host=heirs[0].user if heirs else "")
    if heirs:
        draft.tell(Fact.HOST, heirs[0].number)


def finish(draft: Draft) -> None:
    """What follows from the end of a hand: a complete session, a closing table."""
    table = draft.table
    if table.hand is not None or table.opening is not None:
        return
    if session.complete(draft.game, table):
        _empty(draft, "session")
        draft.set(played=0, broken=True)
    if table.status is Status.CLOSING:
        _close_table(draft)


def _empty(draft: Draft, why: str) -> None:
    for chair in draft.table.chairs:
        if chair.taken:
            get_up(draft, chair.number, why)


def _close_table(draft: Draft) -> None:
    _empty(draft, "closed")
    draft.tell(Fact.CLOSED)
    draft.set(status=Status.CLOSED)
    draft.effects.append(Closed(draft.at_ms, draft.table.why))
