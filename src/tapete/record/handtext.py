"""Hand text: one TOML format for every game, a superset of PHH; its one reader and one writer.

A recorded hand, a golden hand of the tests, a dispute bundle and a bug report are all this format.
Players are numbered p1, p2 … in the order of the stacks. The writer's bytes are stable: the same
hand gives the same file, and reading it back gives the same hand.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tapete.game.contract import Card, Wish

WIDTH = 100  # of a written line, where it can be broken
UNSEEN: Card = "??"


class Unreadable(Exception):
    """The text is not a hand text: the message names the line or the field."""


class RootText(Struct, frozen=True):
    """The commitment of shuffle `k`: n cards under one root (hex)."""

    k: int
    n: int
    root: str


class OpenText(Struct, frozen=True):
    """The opening of one card: its place (k, i), salt and path (hex)."""

    k: int
    i: int
    card: Card
    salt: str
    path: tuple[str, ...]


class EventText(Struct, frozen=True, omit_defaults=True):
    """One event of the chain: salt and the JSON text that was hashed, or a bare leaf (hex)."""

    salt: str = ""
    event: str = ""
    leaf: str = ""


class ChainText(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The links before the first and after the last event (hex), and the events between."""

    first: str
    last: str
    events: tuple[EventText, ...]


Stack: TypeAlias = Annotated[int, Meta(ge=0)]
_RENAMED = frozenset((
    "rules", "prior", "hand", "roots", "open", "chain", "wish", "version", "view", "illegal",
    "offers", "expect",
))  # fmt: skip


class HandText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand text as values. Attributes named in HANDTEXT with `_` stand here without it.

    `seats` = the seat numbers at the table of p1, p2 … (PHH's field; empty: 1, 2 …). `view` (file:
    `_view`) = whose projection it is: `full`, `spectator` or `pN`. `comment` = the file's head.
    """

    variant: str
    starting_stacks: tuple[Stack, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[int | float, ...] | None = None
    seats: tuple[int, ...] = ()
    rules: dict[str, Any] = {}
    prior: dict[str, Any] = {}
    wish: dict[str, Wish] = {}
    hand: str = ""
    version: str = ""
    view: str = ""
    illegal: tuple[str, ...] = ()
    offers: dict[str, tuple[str, ...]] = {}
    expect: dict[str, Any] = {}
    roots: tuple[RootText, ...] = ()
    open: tuple[OpenText, ...] = ()
    chain: ChainText | None = None
    comment: str = ""

    @property
    def table_seats(self) -> tuple[int, ...]:
        """The seats of p1, p2 …"""
        return self.seats or tuple(range(1, len(self.starting_stacks) + 1))

    @property
    def partial(self) -> bool:
        """Whether it is what one viewer saw: such a text is checked, not executed again."""
        return self.view not in ("", "full") or any(UNSEEN in line for line in self.actions)


# ── the lines of `actions` ───────────────────────────────────────────────────────────────────
class Deal(Struct, frozen=True):
    """`d sh CARDS`: the answer to a wanted shuffle, from top to bottom."""

    cards: tuple[Card, ...]


class Draw(Struct, frozen=True):
    """`d draw pN`: the answer to a wanted draw of a seat."""

    player: int


class Move(Struct, frozen=True):
    """`pN MOVE [OPTION] [AMOUNT] [CARDS]`."""

    player: int
    move: str
    option: str | None = None
    amount: int | None = None
    cards: tuple[Card, ...] = ()


class Idle(Struct, frozen=True):
    """`pN idle`: the player's clock ran out."""

    player: int


class Gone(Struct, frozen=True):
    """`pN leave`: he left, or his grace ended."""

    player: int


class CallOff(Struct, frozen=True):
    """`d cancel`: the table cancels the hand."""


Line: TypeAlias = Deal | Draw | Move | Idle | Gone | CallOff

_CARD = r"(?:[A2-9TJQKSCR][ocebdhs]|\?\?)"
_CARDS = re.compile(rf"{_CARD}+")
_LINE = re.compile(
    r"p(?P<player>[1-9][0-9]?) (?P<move>[a-z_]+)(?: (?P<option>[a-z_]+))?"
    rf"(?: (?P<amount>-?[0-9]{{1,18}}))?(?: (?P<cards>{_CARD}+))?"
)
_DRAW = re.compile(r"d draw p([1-9][0-9]?)")


def read_line(text: str) -> Line:
    """One line of `actions`. Raises Unreadable."""
    if text == "d cancel":
        return CallOff()
    if text.startswith("d sh ") and _CARDS.fullmatch(text, 5):
        return Deal(cards_of(text[5:]))
    if drawn := _DRAW.fullmatch(text):
        return Draw(int(drawn[1]))
    found = _LINE.fullmatch(text)
    if found is None:
        raise Unreadable(f"no such action: {text!r}")
    player, move = int(found["player"]), found["move"]
    option, amount, cards = found["option"], found["amount"], found["cards"]
    if move in ("idle", "leave"):
        if option or amount or cards:
            raise Unreadable(f"`{move}` stands alone: {text!r}")
        return Idle(player) if move == "idle" else Gone(player)
    number = None if amount is None else int(amount)
    return Move(player, move, option, number, cards_of(cards or ""))


def write_line(line: Line) -> str:
    """A line of `actions` as it is spelt; `read_line` gives it back."""
    match line:
        case Deal():
            return f"d sh {''.join(line.cards)}"
        case Draw():
            return f"d draw p{line.player}"
        case CallOff():
            return "d cancel"
        case Idle():
            return f"p{line.player} idle"
        case Gone():
            return f"p{line.player} leave"
    amount = "" if line.amount is None else str(line.amount)
    words = (f"p{line.player}", line.move, line.option or "", amount, "".join(line.cards))
    return " ".join(word for word in words if word)


def cards_of(text: str) -> tuple[Card, ...]:
    """`7o2c` as its cards. Raises Unreadable."""
    if text and not _CARDS.fullmatch(text):
        raise Unreadable(f"no cards: {text!r}")
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def player_of(name: str, players: int) -> int:
    """The number in `p2`, which must be one of the hand's players. Raises Unreadable."""
    found = re.fullmatch(r"p([1-9][0-9]?)", name)
    if found is None or int(found[1]) > players:
        raise Unreadable(f"no such player: {name!r}")
    return int(found[1])


class Spelling(Protocol):
    """Another spelling of a game's hands (PHH): it reaches the record through `Info.spelling`."""

    variants: frozenset[str]

    def lines(self, text: HandText) -> tuple[Line, ...]:
        """The actions as lines; a line that stands for no command is left out. Unreadable."""


# ── reading ──────────────────────────────────────────────────────────────────────────────────
# What PHH knows besides and no game of ours needs: read over, as other tools do.
_PHH_FIELDS = frozenset((
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country",
    "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level",
    "seat_count", "table", "players", "winnings", "currency", "currency_symbol",
    "ante_trimming_status", "time_limit", "time_banks",
))  # fmt: skip


def read(text: str) -> HandText:
    """A hand text from a file's text. Raises Unreadable with the line or the field."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Unreadable(f"not TOML: {wrong}") from None
    fields: dict[str, Any] = {"comment": _comment(text)}
    for name, value in found.items():
        if name in _PHH_FIELDS:
            continue
        field = name.removeprefix("_")
        if field not in HandText.__struct_fields__ or (field in _RENAMED) != (name != field):
            raise Unreadable(f"{name}: no such field")
        fields[field] = value
    try:
        hand = msgspec.convert(fields, HandText)
    except msgspec.ValidationError as wrong:
        raise Unreadable(_named(str(wrong))) from None
    _check(hand)
    return hand


def _named(message: str) -> str:
    """msgspec's message, the field spelt as in the file and first."""
    what, _, path = message.partition(" - at `$.")
    field = re.match(r"\w+", path)
    mark = "_" if field is not None and field[0] in _RENAMED else ""
    return f"{mark}{path.rstrip('`')}: {what}" if path else what


def _check(hand: HandText) -> None:
    players = len(hand.starting_stacks)
    if not players:
        raise Unreadable("starting_stacks: nobody plays")
    if hand.finishing_stacks is not None and len(hand.finishing_stacks) != players:
        raise Unreadable("finishing_stacks: not as many as starting_stacks")
    if hand.seats and (len(hand.seats) != players or sorted(set(hand.seats)) != [*hand.seats]):
        raise Unreadable("seats: one for each player, increasing")
    for name in (*hand.wish, *hand.offers):
        player_of(name, players)
    if hand.view not in ("", "full", "spectator"):
        player_of(hand.view, players)


def _comment(text: str) -> str:
    """The comment lines at the head of the file."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return "\n".join(lines)


# ── writing ──────────────────────────────────────────────────────────────────────────────────
def write(hand: HandText) -> str:
    """The hand as a file's text, always with the same bytes."""
    out = [f"# {line}".rstrip() for line in hand.comment.split("\n") if hand.comment]
    for name in _ORDER:
        value = getattr(hand, name)
        if name not in _ALWAYS and (value is None or not value):
            continue
        key = f"_{name}" if name in _RENAMED else name
        out += _field(key, value)
    return "\n".join(out) + "\n"


_ALWAYS = ("variant", "starting_stacks", "actions")
_ORDER = (
    "variant", "hand", "version", "view", "starting_stacks", "seats", "rules", "prior", "wish",
    "actions", "finishing_stacks", "illegal", "offers", "expect", "roots", "open", "chain",
)  # fmt: skip


def _field(key: str, value: Any) -> list[str]:
    if isinstance(value, ChainText):  # an inline table may not be broken: one of its own, last
        events = [f"  {_value(msgspec.to_builtins(event))}," for event in value.events]
        ends = [f"from = {_value(value.first)}", f"to = {_value(value.last)}"]
        return ["", f"[{key}]", *ends, "events = [", *events, "]"]
    if isinstance(value, tuple) and value and isinstance(value[0], Struct):
        return [f"{key} = [", *(f"  {_value(msgspec.to_builtins(item))}," for item in value), "]"]
    line = f"{key} = {_value(value)}"
    if isinstance(value, tuple) and value and isinstance(value[0], str) and len(line) > WIDTH:
        return [f"{key} = [", *_wrapped(_value(item) + "," for item in value), "]"]
    return [line]


def _wrapped(items: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 1 + len(item) <= WIDTH:
            lines[-1] += f" {item}"
        else:
            lines.append(f"  {item}")
    return lines


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value)}]"
    raise TypeError(f"no TOML value: {type(value).__name__}")


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)
