"""The game contract: the one page that everything else serves.

A game is a set of pure functions over a frozen state. Time, chance and money go in and come out
as data: chance is a `Shuffled` that answers a `Shuffle`, silence is `idle`, money is `Moved`.
`apply` either returns the next `Step` or raises `Illegal`; it never does both.

Seats are numbered from 1, clockwise. A card is its two characters (`7o`). Chips are integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from tapete.game.errors import Code, Illegal

Card: TypeAlias = str
Seat: TypeAlias = int
Account: TypeAlias = str  # "seat:3", "pot:pique", "house:rake", "carry"
Wish: TypeAlias = Literal["play", "wait", "post", "out"]


# ── what comes in ────────────────────────────────────────────────────────────────────────────
class Shuffled(Struct, frozen=True, tag="shuffled"):
    """The answer to a `Shuffle`: the wanted items in their new order (0 = top), or one seat."""

    order: tuple[Card | Seat, ...]


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """A seat's answer to a `Decide`. `turn` must be that of the question."""

    seat: Seat
    turn: int
    move: str
    amount: int | None = None
    cards: tuple[Card, ...] = ()
    option: str | None = None


class Leave(Struct, frozen=True, tag="leave"):
    """The seat left for good: got up, was expelled, or its grace ended."""

    seat: Seat


class Cancel(Struct, frozen=True, tag="cancel"):
    """The table ends the hand; what is not yet adjudicated returns to who put it."""

    why: str


Command: TypeAlias = Shuffled | Act | Leave | Cancel


# ── what happened ────────────────────────────────────────────────────────────────────────────
class Moved(Struct, frozen=True, tag="moved"):
    """Money, always more than 0. Consecutive ones of a step with one `why` are one journal row."""

    source: Account
    target: Account
    amount: int
    why: str


class Told(Struct, frozen=True, tag="told", omit_defaults=True):
    """A fact. `only` = the seats that may know it (empty: everybody); `pause` = a clock's name:
    the next deadline starts after it. `what` is a member of the game's own Fact enum."""

    what: str
    seat: Seat = 0
    amount: int = 0
    cards: tuple[Card, ...] = ()
    word: str = ""
    pause: str = ""
    only: tuple[Seat, ...] = ()


Event: TypeAlias = Moved | Told


# ── what the game waits for ──────────────────────────────────────────────────────────────────
class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Chance is wanted: cards to be put in order, or one seat to be drawn among `items`."""

    items: tuple[Card | Seat, ...]
    why: str


class Decide(Struct, frozen=True, tag="decide"):
    """These seats are asked at once. Several = a sealed window: nobody is told who answered, and
    `turn` stays until it closes; `seats` shrinks as answers come in."""

    seats: tuple[Seat, ...]
    clock: str
    turn: int
    sealed: bool = False


class Over(Struct, frozen=True, tag="over"):
    """The hand ended. `memory` is what the next hand inherits, `stand` who must get up."""

    memory: Any
    stand: tuple[Seat, ...] = ()


Need: TypeAlias = Shuffle | Decide | Over


class Step(NamedTuple):
    """One transition: the state it led to, what that waits for, and what happened on the way."""

    state: Any
    need: Need
    events: tuple[Event, ...]


# ── what a seat is offered ───────────────────────────────────────────────────────────────────
class Offer(Struct, frozen=True, omit_defaults=True):
    """A legal move with its bounds.

    `most` = 0: it takes no amount. An amount a fits when least <= a <= most and (a is a multiple
    of `step`, or a == most). `cost` is what a move without an amount puts in now; with an amount
    the cost is the amount less `paid`. `pick` bounds how many of `cards` go with it.
    """

    move: str
    least: int = 0
    most: int = 0
    step: int = 1
    cost: int = 0
    paid: int = 0
    options: tuple[str, ...] = ()
    pick: tuple[int, int] = (0, 0)
    cards: tuple[Card, ...] = ()


def accepted(offers: tuple[Offer, ...], act: Act) -> Offer:
    """The offer that `act` takes up, or Illegal with the first guard that it fails."""
    for offer in offers:
        if offer.move == act.move:
            break
    else:
        raise Illegal(Code.NOT_OFFERED)
    if offer.most or act.amount is not None:
        _check_amount(offer, act.amount)
    if (act.option or offer.options) and (act.option or "") not in (offer.options or ("",)):
        raise Illegal(Code.OPTION_WRONG)
    if act.cards or offer.pick[0]:
        _check_cards(offer, act.cards)
    return offer


def _check_amount(offer: Offer, amount: int | None) -> None:
    if offer.most == 0:
        if amount is not None:
            raise Illegal(Code.AMOUNT_UNWANTED)
        return
    if amount is None:
        raise Illegal(Code.AMOUNT_MISSING)
    if amount < offer.least:
        raise Illegal(Code.AMOUNT_TOO_LOW)
    if amount > offer.most:
        raise Illegal(Code.AMOUNT_TOO_HIGH)
    if amount % offer.step and amount != offer.most:
        raise Illegal(Code.AMOUNT_OFF_STEP)


def _check_cards(offer: Offer, cards: tuple[Card, ...]) -> None:
    if not offer.pick[0] <= len(cards) <= offer.pick[1]:
        raise Illegal(Code.CARDS_WRONG_COUNT)
    if len(set(cards)) != len(cards):
        raise Illegal(Code.CARD_REPEATED)
    for card in cards:
        if card not in offer.cards:
            raise Illegal(Code.CARD_NOT_YOURS)


# ── what a seat sees ─────────────────────────────────────────────────────────────────────────
class Level(Struct, frozen=True):
    """One level of a pot and the seats that can still win it."""

    amount: int
    seats: tuple[Seat, ...]


class Pot(Struct, frozen=True, omit_defaults=True):
    """A pot by its account's short name (`pique`), with its levels from the lowest up."""

    name: str
    amount: int
    levels: tuple[Level, ...] = ()


class SeatView(Struct, frozen=True, omit_defaults=True):
    """What everybody knows of a seat that was dealt in. `cards` = shown to all; `backs` = how
    many more it holds; `bet` = put in this round; `word` = its last move; `state` as the game
    names it; `alive` = can still win something."""

    seat: Seat
    chips: int
    state: str = ""
    alive: bool = True
    backs: int = 0
    cards: tuple[Card, ...] = ()
    bet: int = 0
    word: str = ""
    amount: int = 0
    score: int = 0
    won: int = 0


class Own(Struct, frozen=True, omit_defaults=True):
    """What a seat alone knows: its cards, what they make (as `rank` says it; `uses` = the cards
    that make it), what it owes, its own last word, its sealed answer."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    rank: Mapping[str, Any] = {}
    uses: tuple[Card, ...] = ()
    owes: int = 0
    word: str = ""
    answered: bool = False


class View(Struct, frozen=True, omit_defaults=True):
    """The table as one viewer may see it. Everything but `own` is the same for everybody.

    `role` = the seat of La Mano, the button or the dealer; `asks` = the seats that are asked (a
    sealed window names all of them until it closes); `board` = public cards; `deck`, `beside` =
    counts. A game adds fields by inheriting.
    """

    phase: str
    turn: int = 0
    role: Seat = 0
    asks: tuple[Seat, ...] = ()
    seats: tuple[SeatView, ...] = ()
    pots: tuple[Pot, ...] = ()
    board: tuple[Card, ...] = ()
    deck: int = 0
    beside: int = 0
    winner: Seat = 0
    own: Own | None = None


# ── what a game is ───────────────────────────────────────────────────────────────────────────
class Seated(Struct, frozen=True):
    """A seat of the table as `open` receives it. `sitting` = ready, connected, not sitting out,
    wallet free: the table's part; the game adds its own conditions of being dealt in."""

    seat: Seat
    sitting: bool
    chips: int
    wish: Wish = "play"


class Session(Struct, frozen=True):
    """When hands stop sharing memory: the seats changed, `idle_s` passed, `hands` were played."""

    same_seats: bool = False
    idle_s: int | None = None
    hands: bool = False


class Mask(Struct, frozen=True):
    """A move that the others see as `seen_as`, until a fact `until` about that seat is told."""

    seen_as: str
    until: str = ""


class Info(Struct, frozen=True):
    """The facts of a game that table, server and tools need and that no hand changes.

    `clocks` in seconds; a field of Rules with a clock's name overrides it. `facts` and `phases`
    are all that can occur, in the order of a hand; `moves` all that can be offered; `reveals` the
    facts by which something hidden becomes public (the secrecy law lets hands differ from there);
    `shows` the facts whose cards lie open by rule (`sorteo`; a card that is dealt or played face
    up stands in both: it was hidden, and nobody has «shown his cards» by it);
    `masks` the moves that nobody else can tell from another move (`no_llevo`, `llevo` as `paso`).
    """

    key: str
    seats: tuple[int, int]
    decks: tuple[str, ...]
    clocks: Mapping[str, int]
    rules: type[Struct]
    memory: type[Struct]
    version: str
    currency: str
    bank: Literal["wallet", "buyin", "session"]
    phases: tuple[str, ...]
    moves: tuple[str, ...]
    facts: tuple[str, ...]
    reveals: frozenset[str]
    role: str  # what `View.role` is called in `_prior`: mano, button, dealer
    variant: str  # of the hand text: tapete/primera, or a PHH code
    away: Literal["leave", "sit_out"] = "leave"
    silence: Literal["hurry", "leave"] = "hurry"
    ready: Literal["each", "once"] = "once"
    session: Session = Session()
    carry: str = ""
    spelling: Any = None
    shows: frozenset[str] = frozenset()
    masks: Mapping[str, Mask] = {}


class Entry(NamedTuple):
    """Chips needed to sit or buy in, the largest buy-in (None: no bound), chips to be dealt in."""

    least: int
    most: int | None
    stake: int


class Game(Protocol):
    """A game of the room. All functions are pure; `state` is the game's own frozen struct.

    `open` seats everybody who may play and says what it waits for; memory None = draw the role.
    `dealt` = the seats dealt into this hand, also those who have left; `alive` = who can still win.
    `zones` = where each card of the deck lies now, by the zone's name (`deck`, `beside`, `seat:2` =
    the cards that seat 2 may see), only for the laws and for audits: it never travels.
    """

    info: Info

    def open(self, rules: Any, seats: tuple[Seated, ...], memory: Any, carry: int) -> Step: ...
    def offers(self, state: Any, seat: Seat) -> tuple[Offer, ...]: ...
    def apply(self, state: Any, command: Command) -> Step: ...
    def idle(self, state: Any, seat: Seat) -> Act | Leave: ...
    def view(self, state: Any, seat: Seat | None) -> View: ...
    def entry(self, rules: Any) -> Entry: ...
    def dealt(self, state: Any) -> tuple[Seat, ...]: ...
    def alive(self, state: Any) -> tuple[Seat, ...]: ...
    def zones(self, state: Any) -> Mapping[str, tuple[Card, ...]]: ...
    def rank(self, cards: tuple[Card, ...]) -> dict[str, Any]: ...
