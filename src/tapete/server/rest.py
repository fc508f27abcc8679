"""A step to rest: the table steps until it asks for nothing, its questions answered on the way."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.game.contract import Card, Game, Seat
from tapete.record.proof import Commitment, commit
from tapete.record.shuffle import Entropy, drawn, shuffled
from tapete.server.projection import Chain
from tapete.store.port import Store
from tapete.table import effects as fx
from tapete.table.inputs import Input, Shuffled, Staked
from tapete.table.step import step
from tapete.table.table import Table


async def rest(game: Game, table: Table, first: Input, store: Store, entropy: Entropy) -> Chain:
    """The chain that begins with this input. Nothing is kept of it yet."""
    inputs: list[Input] = [first]
    made: list[Commitment] = []
    after, effects = step(game, table, first)
    done = list(effects)
    while after.asking():
        match done[-1]:
            case fx.NeedShuffle() as wanted:
                answer: Input = Shuffled(first.at_ms, _order(wanted, entropy, made))
            case fx.NeedStakes(users=users):
                answer = await _stakes(users, game.info.currency, first.at_ms, store)
            case _:
                raise ValueError("the table asks for nothing that is known")
        inputs.append(answer)
        after, effects = step(game, after, answer)
        done += effects
    return Chain(table, after, tuple(inputs), tuple(done), tuple(made))


def _order(
    wanted: fx.NeedShuffle, entropy: Entropy, made: list[Commitment]
) -> tuple[Card | Seat, ...]:
    """A draw of a seat, or an order of cards with the commitment to it."""
    if wanted.number < 0:
        return drawn(wanted.items, entropy)
    cards = tuple(item for item in wanted.items if isinstance(item, str))
    made.append(commit(wanted.hand, wanted.number, shuffled(cards, entropy), entropy))
    return made[-1].order


async def _stakes(users: tuple[str, ...], currency: str, at_ms: int, store: Store) -> Staked:
    """The wallets that are free now. The lock itself is part of the commit: a wallet that
    changes in between makes the store refuse the step."""
    purses = await store.purses(users, currency)
    free = {user: p.balance for user, p in purses.items() if not p.hand}
    return Staked(at_ms, free, tuple(user for user in users if user not in free))


def changed(chain: Chain) -> bool:
    """Whether anything is to be kept. A refused input and an early tick leave no trace."""
    before = replace(chain.before, now_ms=chain.after.now_ms, wake_ms=chain.after.wake_ms)
    return chain.after != before
