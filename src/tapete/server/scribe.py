"""Turns what a step did into what the store keeps: rows of the two logs, money, locks, hands.

The order of the store's operations is the order of the table's effects, so that a wallet is
locked before its first debit and a hand closes after its last payment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from tapete.game.contract import Game
from tapete.ledger import transfers
from tapete.ledger.accounts import User, house, placed, wallet
from tapete.record.log import SALT_BYTES, EventRow, RootRow, StepRow, leaf_of, link_of
from tapete.record.proof import Commitment
from tapete.record.proof import decode as decode_secret
from tapete.record.seal import Vault, of_event, of_shuffle, of_snapshot, of_step
from tapete.record.shuffle import Entropy
from tapete.server import wire
from tapete.server.projection import Chain, Happened, heard
from tapete.store.port import Abandoned, Answer, Closed, Kept, Op, Opened, Step
from tapete.table import effects as fx
from tapete.table.inputs import Input
from tapete.table.table import Table, encode, fingerprint

_inputs = msgspec.msgpack.Encoder().encode
_read_inputs = msgspec.msgpack.Decoder(tuple[Input, ...])
_text = msgspec.json.Encoder().encode


class Page(Struct, frozen=True):
    """What is to be committed, and what viewers hear of it afterwards."""

    step: Step
    events: tuple[Happened, ...]
    link: bytes


class Scribe:
    """Writes for one table. `link` = the last one of the table's chain of events."""

    def __init__(self, game: Game, vault: Vault, entropy: Entropy) -> None:
        self._game, self._vault, self._entropy = game, vault, entropy

    def page(
        self,
        chain: Chain,
        *,
        epoch: int,
        seq: int,
        link: bytes,
        answers: Sequence[Answer],
        snapshot: bool,
    ) -> Page:
        """The step as rows. `seq` = its own number."""
        rows: list[EventRow] = []
        events = heard(chain, seq)
        for event in events:
            rows.append(self._event(event, link))
            link = rows[-1].link
        row = StepRow(
            table=chain.after.id,
            epoch=epoch,
            seq=seq,
            at_ms=chain.after.now_ms,
            inputs=self._vault.seal(_inputs(chain.inputs), of_step(epoch, seq)),
            digest=self.digest(chain.after),
            roots=tuple(self._root(made) for made in chain.made),
            events=tuple(rows),
            snapshot=self._snapshot(chain.after, seq) if snapshot else None,
        )
        status = chain.after.status if chain.after.status != chain.before.status else None
        step = Step(row=row, ops=self._ops(chain), answers=tuple(answers), status=status)
        return Page(step, events, link)

    def digest(self, table: Table) -> bytes:
        """What a reload compares: the whole table, private parts too, so it is keyed."""
        return self._vault.mark(fingerprint(table))

    def fingerprint(self, do: wire.Do) -> bytes:
        """What tells a command from another under its id; it names cards, so it is keyed."""
        return self._vault.mark(_text(do))

    def coin(self, name: str) -> int:
        """A number that the name gives and nobody without the key can foresee."""
        return int.from_bytes(self._vault.mark(name.encode())[:4])

    def inputs(self, kept: Kept) -> tuple[Input, ...]:
        """The inputs of a stored step."""
        return _read_inputs.decode(self._vault.unseal(kept.inputs, of_step(kept.epoch, kept.seq)))

    def commitment(self, row: RootRow) -> Commitment:
        """A stored shuffle again, to open its cards."""
        secret = self._vault.unseal(row.secret, of_shuffle(row.hand, row.k))
        return decode_secret(row.hand, row.k, secret)

    def _root(self, made: Commitment) -> RootRow:
        secret = self._vault.seal(made.encode(), of_shuffle(made.hand, made.k))
        return RootRow(made.hand, made.k, made.n, made.root, secret)

    def _snapshot(self, table: Table, seq: int) -> bytes:
        return self._vault.seal(encode(table), of_snapshot(seq))

    def snapshot(self, sealed: bytes, seq: int) -> bytes:
        """The bytes of a table as it was snapshotted after a step."""
        return self._vault.unseal(sealed, of_snapshot(seq))

    def _event(self, event: Happened, link: bytes) -> EventRow:
        text, salt = _text(event.event), self._entropy(SALT_BYTES)
        leaf = leaf_of(salt, text)
        public, number = event.only is None, event.seen.number
        place = of_event(event.hand, number)
        return EventRow(
            hand=event.hand,
            number=number,
            body=text if public else self._vault.seal(salt + text, place),
            salt=salt if public else b"",
            leaf=leaf,
            link=link_of(link, leaf),
            shuffles=event.shuffles,
            only=event.only,
        )

    def _ops(self, chain: Chain) -> tuple[Op, ...]:
        book = _Purses(chain)
        ops: list[Op] = []
        for effect in chain.effects:
            match effect:
                case fx.HandOpened():
                    ops.append(self._opened(effect))
                    book.open(effect)
                case fx.Lock(user=user, hand=hand):
                    ops.append(self._lock(user, hand, book.chips[user]))
                case fx.Post():
                    ops.append(self._entry(chain.after.id, effect))
                    book.post(effect)
                case fx.Unlock(user=user, hand=hand):
                    ops.append(self._unlock(user, hand, book.chips.get(user)))
                case fx.Abandoned(at_ms=at_ms, user=user, hand=hand):
                    ops.append(Abandoned(user=user, hand=hand, at_ms=at_ms))
                case fx.HandOver():
                    book.over = effect
        if book.over is not None:
            over = book.over
            ops.append(Closed(hand=over.hand, at_ms=over.at_ms, cancelled=over.cancelled))
        return tuple(ops)

    def _opened(self, opened: fx.HandOpened) -> Opened:
        return Opened(
            hand=opened.hand,
            game=self._game.info.key,
            version=opened.version,
            at_ms=opened.at_ms,
            seats=tuple(sorted(opened.users.items())),
        )

    def _lock(self, user: User, hand: str, chips: int) -> transfers.Lock:
        return transfers.Lock(user=user, currency=self._game.info.currency, hand=hand, chips=chips)

    def _unlock(self, user: User, hand: str, chips: int | None) -> transfers.Unlock:
        return transfers.Unlock(
            user=user, currency=self._game.info.currency, hand=hand, chips=chips
        )

    def _entry(self, table: str, post: fx.Post) -> transfers.Entry:
        postings = tuple(
            transfers.Posting(
                self._account(table, moved.source, post.users),
                self._account(table, moved.target, post.users),
                moved.amount,
            )
            for moved in post.moves
        )
        return transfers.Entry(
            key=f"{post.hand or table}:{post.number}",
            why=post.moves[0].why,
            currency=self._game.info.currency,
            postings=postings,
            at_ms=post.at_ms,
            hand=post.hand,
        )

    def _account(self, table: str, name: str, users: Mapping[int, User]) -> str:
        currency = self._game.info.currency
        kind, _, rest = name.partition(":")
        if kind == "wallet":
            return wallet(users[int(rest)], currency)
        if name == "house:fichas":
            return house("fichas", currency)
        return placed(name, table=table, currency=currency, users=users, bank=self._game.info.bank)


class _Purses:
    """What the game's state says each wallet has, through one chain: as the table counted it
    before, plus what this chain moved. It is compared with the ledger when the hand is over."""

    def __init__(self, chain: Chain) -> None:
        self.over: fx.HandOver | None = None
        hand = chain.before.hand
        self.chips: dict[User, int] = {}
        if hand is not None:
            self.chips = {user: hand.purse[seat] for seat, user in hand.users.items()}

    def open(self, opened: fx.HandOpened) -> None:
        chips = {s.seat: s.chips for s in opened.seats}
        self.chips = {user: chips[seat] for seat, user in opened.users.items()}

    def post(self, post: fx.Post) -> None:
        for moved in post.moves:
            for account, amount in ((moved.source, -moved.amount), (moved.target, moved.amount)):
                kind, _, seat = account.partition(":")
                if kind == "seat" and post.users[int(seat)] in self.chips:
                    self.chips[post.users[int(seat)]] += amount
