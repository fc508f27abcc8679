"""Check a hand record offline: the openings of its cards, the chain of its events, the money of
the events that can be read, and for a full record the whole re-execution.

It proves what docs/fairness.md says and no more: that each shown card lay at its place before the
first card was dealt, and that nothing was put into, taken out of or changed in the chain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.game.contract import Game
from tapete.record import handtext, proof
from tapete.record.handtext import UNSEEN, Deal, HandText, Unreadable
from tapete.record.log import leaf_of, link_of
from tapete.record.replay import Differs, Player, check_facts, lines_of, replay

TABLE_MARK = "table_"  # how the table's own facts begin; the game does not know them


def verify(text: HandText, game: Game) -> dict[str, int]:
    """Check a record; returns what was checked, as counts. Raises Differs, Unreadable."""
    if not text.hand or text.chain is None:
        raise Differs("_chain", "no record: `_hand` and `_chain` are wanted")
    opened = check_openings(text, game)
    events = check_chain(text)
    facts = check_partial(text, game) if text.partial else {}
    if not text.partial:
        check_executed(text, replay(text, game), events)
    return {
        "openings": opened,
        "events": len(text.chain.events),
        "read": len(events),
        "facts": len(facts),
        "executed": 0 if text.partial else len(text.actions),
    }


# ── openings ─────────────────────────────────────────────────────────────────────────────────
def check_openings(text: HandText, game: Game) -> int:
    """Each opening fits its root, each card of the shuffles has its opening, and there is a root
    for each shuffle. Returns how many held."""
    roots = {root.k: (root.n, _hex(f"_roots[{root.k}]", root.root)) for root in text.roots}
    if sorted(roots) != list(range(len(text.roots))):
        raise Differs("_roots", "one for each shuffle, counted from 0")
    shown: dict[tuple[int, int], str] = {}
    for at, entry in enumerate(text.open):
        where = f"_open[{at}]"
        path = tuple(_hex(where, step) for step in entry.path)
        opening = proof.Opening(entry.k, entry.i, entry.card, _hex(where, entry.salt), path)
        if entry.k not in roots:
            raise Differs(where, f"no root for shuffle {entry.k}")
        if not proof.holds(opening, text.hand, *roots[entry.k]):
            raise Differs(where, f"shuffle {entry.k}, position {entry.i}: does not fit the root")
        if (entry.k, entry.i) in shown:
            raise Differs(where, "opened twice")
        shown[entry.k, entry.i] = entry.card
    deals = [line for line in lines_of(text, game) if isinstance(line, Deal)]
    _check_shuffles(deals, {k: n for k, (n, _) in roots.items()}, shown)
    return len(shown)


def _check_shuffles(
    deals: list[Deal], sizes: dict[int, int], shown: dict[tuple[int, int], str]
) -> None:
    """The `d sh` lines say the same cards as the openings."""
    if len(deals) != len(sizes):
        raise Differs("_roots", f"{len(deals)} shuffles, {len(sizes)} roots")
    for k, deal in enumerate(deals):
        if len(deal.cards) != sizes[k]:
            raise Differs(f"_roots[{k}]", f"{sizes[k]} cards, the shuffle has {len(deal.cards)}")
        for i, card in enumerate(deal.cards):
            if shown.get((k, i), UNSEEN) != card:
                raise Differs(f"shuffle {k}, position {i}", f"{card} without its opening")


def _hex(where: str, digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise Unreadable(f"{where}: not hexadecimal") from None


# ── the chain ────────────────────────────────────────────────────────────────────────────────
def check_chain(text: HandText) -> list[bytes]:
    """The links from `from` to `to` close; returns the texts of the events that can be read."""
    assert text.chain is not None
    link = _hex("_chain.from", text.chain.first)
    events = []
    for at, entry in enumerate(text.chain.events):
        where = f"_chain.events[{at}]"
        if entry.leaf:
            leaf = _hex(where, entry.leaf)
        else:
            event = entry.event.encode()
            leaf = leaf_of(_hex(where, entry.salt), event)
            events.append(event)
        link = link_of(link, leaf)
    if link != _hex("_chain.to", text.chain.last):
        raise Differs("_chain", "the links do not close: an event was changed, added or left out")
    return events


def check_executed(text: HandText, player: Player, events: list[bytes]) -> None:
    """The events of the chain are those that the actions lead to."""
    told = [event for event in events if not _of_table(_parsed(event))]
    made = [msgspec.json.encode(event) for event in player.events]
    for at, (wanted, found) in enumerate(zip(told, made, strict=False)):
        if wanted != found:
            raise Differs(f"event {at + 1}", "the actions lead to another one")
    if len(told) != len(made):
        raise Differs("_chain", f"{len(told)} events, the actions lead to {len(made)}")


def _parsed(event: bytes) -> dict[str, Any]:
    try:
        found = json.loads(event)
    except ValueError:
        raise Unreadable("_chain: an event is not JSON") from None
    if not isinstance(found, dict):
        raise Unreadable("_chain: an event is not an object")
    return found


def _of_table(event: Mapping[str, Any]) -> bool:
    return str(event.get("what", "")).startswith(TABLE_MARK)


# ── what one viewer has ──────────────────────────────────────────────────────────────────────
def check_partial(text: HandText, game: Game) -> dict[str, Any]:
    """A projection: its form, and when it carries its chain the money and what was made public.
    Returns the facts that the events tell."""
    for name in ("rules", "prior"):
        known = {*(game.info.rules if name == "rules" else game.info.memory).__struct_fields__}
        unknown = getattr(text, name).keys() - known - {game.info.carry}
        if unknown:
            raise Unreadable(f"_{name}: no such field: {', '.join(sorted(unknown))}")
    for line in lines_of(text, game):
        move = getattr(line, "move", None)
        if move is not None and move not in game.info.moves:
            raise Differs(f"actions: {handtext.write_line(line)!r}", "no such move in this game")
    if text.chain is None:
        return {}
    events = [_parsed(event) for event in check_chain(text)]
    facts = _facts(text, game, events)
    check_facts({k: v for k, v in text.expect.items() if k in facts}, facts)
    return facts


def _facts(text: HandText, game: Game, events: list[dict[str, Any]]) -> dict[str, Any]:
    """Rake and shown hands by the events alone; the stacks must come out as the file says."""
    numbers = {seat: at for at, seat in enumerate(text.table_seats, 1)}
    money = {
        f"seat:{seat}": chips for seat, chips in zip(numbers, text.starting_stacks, strict=True)
    }
    carry = text.prior.get(game.info.carry, 0) if game.info.carry else 0
    money["carry"] = carry if type(carry) is int else 0
    shown: set[int] = set()
    reveals = game.info.reveals - game.info.shows
    for event in events:
        if event.get("type") == "moved":
            _move(money, event)
        elif event.get("what") in reveals and event.get("cards"):
            shown |= {numbers[seat] for seat in numbers if seat == event.get("seat")}
    if text.finishing_stacks is not None:
        stacks = tuple(money[f"seat:{seat}"] for seat in numbers)
        if stacks != text.finishing_stacks:
            raise Differs("finishing_stacks", f"the events lead to {list(stacks)}")
        left = {name: n for name, n in money.items() if name.startswith("pot:") and n}
        if left:
            raise Differs("finishing_stacks", f"over, and pots hold {left}")
    return {"rake": money.get("house:rake", 0), "shown": sorted(shown)}


def _move(money: dict[str, int], event: Mapping[str, Any]) -> None:
    source, target, amount = (event.get(name) for name in ("source", "target", "amount"))
    if not isinstance(source, str) or not isinstance(target, str) or type(amount) is not int:
        raise Unreadable("_chain: a movement without source, target or amount")
    if amount <= 0 or money.get(source, 0) < amount:
        raise Differs("money", f"{source} pays {amount} and has {money.get(source, 0)}")
    money[source] -= amount
    money[target] = money.get(target, 0) + amount


def check(text: HandText, game: Game) -> None:
    """What `tapete replay` asks of a text: a full one is executed again, of a projection the form,
    money, public facts and openings are checked. Raises Differs, Unreadable."""
    if text.roots:
        check_openings(text, game)
    if text.partial:
        check_partial(text, game)
    else:
        replay(text, game)
