"""One step of a table as each viewer may see it.

What is the same for everybody is encoded once: the table around the hand, the public view, the
public events. A viewer's own part is laid into it: his cards, his offers, what only he was told.
The view that travels IS the spectator's view with the viewer's `own` in it, so nothing else of a
private view can get out, whatever a game does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as kinds

from tapete.game.contract import Event, Game, Moved, Offer, Seat, Shuffled, View
from tapete.record.proof import Commitment
from tapete.server import public, wire
from tapete.table.effects import Applied, Effect, HandOpened, Record
from tapete.table.inputs import Input, User
from tapete.table.table import Table

encode = msgspec.json.Encoder().encode


class Chain(Struct, frozen=True):
    """One step to rest: the table before and after, all inputs of the chain and their effects,
    and the commitments to the shuffles that were made on the way."""

    before: Table
    after: Table
    inputs: tuple[Input, ...]
    effects: tuple[Effect, ...]
    made: tuple[Commitment, ...] = ()


class Happened(Struct, frozen=True):
    """An event of the log: in which step, its bytes as a `Seen`, who may know it (None:
    everybody), and how many shuffles its hand had had by then."""

    seq: int
    seen: wire.Seen
    bytes: msgspec.Raw
    only: tuple[User, ...] | None
    shuffles: int

    @property
    def hand(self) -> str:
        """The hand that it belongs to ("" = between hands)."""
        return self.seen.hand

    @property
    def event(self) -> Event:
        """What happened."""
        return self.seen.event

    def visible(self, user: User | None) -> bool:
        """Whether this viewer may know it; users are compared, never seats."""
        return self.only is None or (user is not None and user in self.only)


def heard(chain: Chain, seq: int) -> tuple[Happened, ...]:
    """The events of a step, each encoded once for all who may see it; the seats that it names as
    the only ones become the users who sat there."""
    shuffles = chain.before.hand.shuffles if chain.before.hand else 0
    found = []
    for effect in chain.effects:
        match effect:
            case HandOpened():
                shuffles = 0
            case Applied(command=Shuffled(order=order)):
                shuffles += isinstance(order[0], str)
            case Record(hand=hand, first=first, at_ms=at_ms):
                for number, event in enumerate(effect.events, first):
                    seen = wire.Seen(hand, number, at_ms, event)
                    only = _only(event, effect.users)
                    found.append(Happened(seq, seen, msgspec.Raw(encode(seen)), only, shuffles))
    return tuple(found)


def _only(event: Event, users: Mapping[Seat, User]) -> tuple[User, ...] | None:
    if isinstance(event, Moved) or not event.only:
        return None
    return tuple(users[seat] for seat in event.only)


class Sight(Struct, frozen=True):
    """What one viewer has before him after a step."""

    seat: Seat
    view: msgspec.Raw
    offers: tuple[Offer, ...]
    own: Any = None


class Scene:
    """A table after a step, ready to be shown. `final` = the last state of a hand that has just
    ended: it stays on the felt until the next one opens; `nicks` = of those dealt into it."""

    def __init__(
        self,
        game: Game,
        table: Table,
        final: Any = None,
        frozen: bool = False,
        nicks: Mapping[Seat, str] | None = None,
    ) -> None:
        self.game, self.table = game, table
        self.hand_state = table.hand.state if table.hand else final
        self.view: View | None = (
            None if self.hand_state is None else game.view(self.hand_state, None)
        )
        self._view = msgspec.Raw(b"null" if self.view is None else encode(self.view))
        running = self.view if table.hand else None
        self.state = msgspec.Raw(encode(public.state(game, table, running, frozen, nicks)))
        self.spectator = Sight(0, self._view, ())

    @property
    def phase(self) -> str:
        """The phase of the running hand ("" between hands)."""
        return self.view.phase if self.view and self.table.hand else ""

    def sight(self, user: User | None, dealt: dict[Seat, User]) -> Sight:
        """What this user sees. `dealt` = who is behind the seats of the hand on the felt."""
        chair = self.table.seat_of(user) if user else None
        if chair is None or user is None:
            return self.spectator
        seat = chair.number
        if self.hand_state is None or dealt.get(seat) != user:
            return Sight(seat, self._view, ())
        own = self.game.view(self.hand_state, seat).own
        if own is None:
            return Sight(seat, self._view, ())
        laid = self._view_bytes()[:-1] + b',"own":' + encode(own) + b"}"
        offers = self.game.offers(self.hand_state, seat) if self.table.hand else ()
        return Sight(seat, msgspec.Raw(laid), offers, own)

    def _view_bytes(self) -> bytes:
        return bytes(self._view)

    def cards(self, sight: Sight) -> Iterable[str]:
        """Every card that this viewer has before him."""
        if self.view is not None:
            for name in _texts(type(self.view)):
                yield from getattr(self.view, name)
            for seat in self.view.seats:
                yield from seat.cards
        if sight.own is not None:
            yield from sight.own.cards


@cache
def _texts(kind: type[View]) -> tuple[str, ...]:
    """The fields of a view that may hold cards: the board, and what a game shows besides it."""
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    return tuple(f.name for f in info.fields if f.type == kinds.VarTupleType(kinds.StrType()))


def step_frame(
    scene: Scene,
    sight: Sight,
    *,
    epoch: int,
    seq: int,
    at_ms: int,
    events: Sequence[Happened],
    roots: Any,
    openings: Any,
    options: bool,
) -> bytes:
    """The envelope of one step for one viewer; `options` = the table's rules are others now."""
    seen: Any = tuple(h.bytes for h in events)
    frame = wire.StepFrame(
        table=scene.table.id,
        epoch=epoch,
        seq=seq,
        at_ms=at_ms,
        seat=sight.seat,
        events=seen,
        state=scene.state,  # type: ignore[arg-type]  # encoded already
        view=sight.view,  # type: ignore[arg-type]
        offers=sight.offers,
        roots=roots,
        openings=openings,
        info=public.info(scene.game, scene.table) if options else None,
    )
    return encode(frame)


def snapshot_frame(
    scene: Scene,
    sight: Sight,
    *,
    epoch: int,
    seq: int,
    gen: int,
    now_ms: int,
    tail: bool,
    log: Sequence[Happened],
    roots: Any,
    openings: Any,
) -> bytes:
    """The whole of a table for one viewer, as the answer to his `hello`."""
    seen: Any = tuple(h.bytes for h in log)
    frame = wire.Snapshot(
        table=scene.table.id,
        epoch=epoch,
        seq=seq,
        gen=gen,
        now_ms=now_ms,
        seat=sight.seat,
        tail=tail,
        info=public.info(scene.game, scene.table),
        state=scene.state,  # type: ignore[arg-type]
        view=sight.view,  # type: ignore[arg-type]
        offers=sight.offers,
        log=seen,
        roots=roots,
        openings=openings,
    )
    return encode(frame)
