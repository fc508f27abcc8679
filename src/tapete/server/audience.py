"""Who looks at a table, and what each of them is sent.

One connection per account. Frames are queued, never awaited: a slow reader delays nobody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from tapete.game.contract import Event, Game, Seat, View
from tapete.server import public, wire
from tapete.server.codes import ServerCode
from tapete.server.connection import CLOSE_REPLACED, Connection
from tapete.server.projection import Chain, Happened, Scene, Sight, snapshot_frame, step_frame
from tapete.server.proofs import Proofs
from tapete.table import effects as fx
from tapete.table.inputs import User
from tapete.table.table import Table

HISTORY = 1_000  # events kept for those who come back: several hands
RECENT = 120  # events that a newcomer is shown


class Audience:
    """The viewers of one table. `since` = the step after which the history is complete."""

    def __init__(self, game: Game, table: Table, proofs: Proofs, seq: int) -> None:
        self.game, self.proofs = game, proofs
        self.viewers: dict[User, Connection] = {}
        self.since = seq
        self._history: deque[Happened] = deque()
        self._dealt: dict[Seat, User] = dict(table.hand.users) if table.hand else {}
        self._nicks = public.people(table, self._dealt)  # of the hand on the felt, also who left
        self._final: Any = None  # state of the hand that is over and still lies on the felt
        self._table = table
        self._scene: Scene | None = None
        self._seq, self._epoch = seq, 0
        self._frozen = False
        self._options = False  # the newest step set other rules

    @property
    def scene(self) -> Scene:
        """The table as it is to be shown; made when somebody looks."""
        if self._scene is None:
            self._scene = Scene(self.game, self._table, self._final, self._frozen, self._nicks)
        return self._scene

    def sight(self, user: User | None) -> Sight:
        """What this user has before him now."""
        return self.scene.sight(user, self._dealt)

    def eyes(self, user: User | None) -> View | None:
        """The hand on the felt as this user sees it, as a value. Who has got up sees it still
        with the eyes of the seat that he was dealt in at."""
        seat = next((s for s, who in self._dealt.items() if who == user), None)
        state = self.scene.hand_state
        return None if state is None else self.game.view(state, seat)

    # ── a step was committed ─────────────────────────────────────────────────────────────────
    def remember(self, chain: Chain, events: Sequence[Happened], seq: int) -> None:
        """Take the step in without sending anything (also while the log is read again)."""
        self._table, self._scene, self._seq = chain.after, None, seq
        self._options = chain.after.rules != chain.before.rules
        self._history.extend(events)
        while len(self._history) > HISTORY:
            self.since = self._history.popleft().seq
        opened = next((e for e in chain.effects if isinstance(e, fx.HandOpened)), None)
        self.proofs.step()
        if opened is not None:
            self.proofs.open(opened.hand)
            self.proofs.keep({h.hand for h in self._history})
            self._dealt, self._final = dict(opened.users), None
            before = public.people(chain.before, self._dealt)
            self._nicks = before | public.people(chain.after, self._dealt)
        if chain.after.hand is None and (opened or chain.before.hand):
            self._final = final_state(self.game, chain)
        for made in chain.made:
            self.proofs.take(made)

    def show(self, chain: Chain, events: Sequence[Happened], seq: int, epoch: int) -> None:
        """One envelope to every viewer, each with what he may see."""
        self.remember(chain, events, seq)
        self._epoch = epoch
        shared: bytes | None = None
        for user, connection in self.viewers.items():
            sight = self.sight(user)
            seen = [h for h in events if h.visible(user)]
            plain = sight is self.scene.spectator and all(h.only is None for h in seen)
            if plain and shared is not None:
                frame = shared
            else:
                frame = self._step(None if plain else user, sight, seen, chain.after.now_ms)
                shared = frame if plain else shared
            connection.show(frame)

    def _step(self, user: User | None, sight: Sight, seen: Sequence[Happened], at_ms: int) -> bytes:
        cards = self.scene.cards(sight)
        return step_frame(
            self.scene,
            sight,
            epoch=self._epoch,
            seq=self._seq,
            at_ms=at_ms,
            events=seen,
            roots=self.proofs.new_roots(),
            openings=self.proofs.fresh(user, cards, seen),
            options=self._options,
        )

    def known(self, hand: str, user: User) -> tuple[Event, ...]:
        """What this user knows of a hand's events."""
        return tuple(h.event for h in self._history if h.hand == hand and h.visible(user))

    def freeze(self) -> None:
        """The table has been stopped: everybody is shown that."""
        self._frozen, self._scene = True, None
        for connection in self.viewers.values():
            connection.resync()

    # ── coming and going ─────────────────────────────────────────────────────────────────────
    def join(
        self, connection: Connection, hello: wire.Hello, seq: int, epoch: int, now_ms: int
    ) -> None:
        """Register and cut in one turn of the loop: what comes after this frame is a step."""
        self._seq, self._epoch = seq, epoch
        self.viewers[connection.user] = connection
        known = hello.seq if hello.epoch and self.since <= hello.seq <= seq else None
        connection.post(self.snapshot(connection, now_ms, known))

    def snapshot(self, connection: Connection, now_ms: int, known: int | None = None) -> bytes:
        """Everything that this viewer may see; `known` = the step up to which he has the log."""
        user = connection.user
        sight = self.sight(user)
        log = [h for h in self._history if h.visible(user)]
        log = log[-RECENT:] if known is None else [h for h in log if h.seq > known]
        return snapshot_frame(
            self.scene,
            sight,
            epoch=self._epoch,
            seq=self._seq,
            gen=connection.gen,
            now_ms=now_ms,
            tail=known is not None,
            log=log,
            roots=self.proofs.roots(log),
            openings=self.proofs.all(user, self.scene.cards(sight), log),
        )

    def leave(self, user: User, *, to: Connection | None = None) -> None:
        """Tell whoever looks for this account that a newer connection took over."""
        old = self.viewers.get(user)
        if old is None or old is to:
            return
        del self.viewers[user]
        old.close(ServerCode.REPLACED, CLOSE_REPLACED)

    def gone(self, connection: Connection) -> bool:
        """The socket is gone; False when a newer one has its place already."""
        if self.viewers.get(connection.user) is not connection:
            return False
        del self.viewers[connection.user]
        return True


def final_state(game: Game, chain: Chain) -> Any:
    """The last state of the hand that ended in this chain: its commands once more."""
    state = chain.before.hand.state if chain.before.hand else None
    for effect in chain.effects:
        match effect:
            case fx.HandOpened():
                state = game.open(effect.rules, effect.seats, effect.memory, effect.carry).state
            case fx.Applied():
                state = game.apply(state, effect.command).state
            case fx.HandOver():
                return state
    return None
