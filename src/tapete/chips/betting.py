"""One betting round: what each seat has in, who may still act and whose turn it is.

The round knows no cards and no stacks: the game tells it what happened (`bet`, `check`, `drop`)
and asks it who comes next.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace


class Round(Struct, frozen=True):
    """`bets` = what each seat has put in, by seat number (0 unused); `able` = who may still act,
    increasing; `done` = who has acted since the last raise; `last` = the last to act."""

    bets: tuple[int, ...]
    able: tuple[int, ...]
    done: tuple[int, ...] = ()
    last: int = 0

    @property
    def current(self) -> int:
        """What is to be matched: the most that anybody has put in, who left included."""
        return max(self.bets)

    @property
    def opened(self) -> bool:
        """Whether somebody put chips in."""
        return any(self.bets)

    def owes(self, seat: int) -> int:
        """What the seat needs to match."""
        return max(self.bets) - self.bets[seat]


def begin(seats: Sequence[int], able: tuple[int, ...], first: int) -> Round:
    """A round among `able`, opened by `first` or the next able seat clockwise."""
    return Round(bets=(0,) * (max(seats) + 1), able=able, last=first - 1)


def bet(now: Round, seat: int, chips: int, able: bool) -> Round:
    """The seat puts `chips` in; above what was to be matched, everybody else answers again.
    `able` = it has chips left to act with later."""
    assert chips > 0
    total = now.bets[seat] + chips
    bets = (*now.bets[:seat], total, *now.bets[seat + 1 :])
    raised = total > now.current
    return Round(
        bets=bets,
        able=now.able if able else _without(now.able, seat),
        done=(seat,) if raised else (*now.done, seat),
        last=seat,
    )


def check(now: Round, seat: int) -> Round:
    """The seat owes nothing and lets the turn go."""
    return replace(now, done=(*now.done, seat), last=seat)


def drop(now: Round, seat: int) -> Round:
    """The seat acts no more in this round, in or out of turn; what it put in stays to be matched.
    The turn goes on clockwise from the last to act, as before."""
    return replace(now, able=_without(now.able, seat))


def turn(now: Round) -> int:
    """Who acts next: the first clockwise from the last to act who has not acted since the last
    raise; 0 when the round is over, at once when one is left who owes nothing."""
    able = now.able
    if not able or (len(able) == 1 and not now.owes(able[0])):
        return 0
    found = 0
    for seat in able:
        if seat not in now.done:
            if seat > now.last:
                return seat
            found = found or seat
    return found


def uncalled(put: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Who put in most, and by how much more than the second: what nobody matched. Amount 0 when
    two are level."""
    best_seat = best = second = 0
    for seat, amount in put:
        if amount > best:
            best_seat, best, second = seat, amount, best
        elif amount > second:
            second = amount
    return best_seat, best - second


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])
