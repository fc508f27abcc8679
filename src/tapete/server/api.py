"""The bodies of the REST side; the client's types are generated from here, as from wire.py.

    GET  /api/session           Session       POST /api/register    Register → Session
    POST /api/login   Login   → Session       POST /api/guest       Guest → Session
    POST /api/logout          → Session       POST /api/refill      → Session
    GET  /api/lobby             Lobby         POST /api/tables      NewTable → TableRow
    GET  /api/tables/{table}    TableRow      GET  /api/wallet      Wallet
    GET  /api/wallet.csv        the same rows, all of them, as a file
    GET  /api/hands             Hands         GET  /api/hands/{hand}          Replay
    GET  /api/hands/{hand}/record             the hand text as its player saw it, as a file
    GET  /api/pages/reglas/{game}  Document      GET  /api/pages/glosario     Document
    GET  /ws                    the socket    GET  /health · /metrics · /schema

`wallet` takes `before` (a row's id), `limit`, `why` (several: with commas), `hand`, `since_ms`,
`until_ms`, `sign` (in, out); `hands` takes `before_ms`, `game` and `limit`. A refused request
answers 4xx with a Fault, never with a trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from tapete.game.contract import View
from tapete.server.wire import Opening, Root, Seen, Strict


# ── requests ─────────────────────────────────────────────────────────────────────────────────
class Register(Strict, frozen=True):
    """A new member. `terms` = the version of the terms that was shown and accepted; `fair_play` =
    the prohibitions were accepted."""

    nick: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=256)]
    terms: Annotated[str, Meta(max_length=32)]
    fair_play: bool


class Login(Strict, frozen=True):
    """Nick and password; the answer is a session cookie."""

    nick: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=256)]


class Guest(Strict, frozen=True):
    """A guest for practice: a nick alone, gone when the session ends."""

    nick: Annotated[str, Meta(max_length=64)]
    terms: Annotated[str, Meta(max_length=32)]
    fair_play: bool


class NewTable(Strict, frozen=True):
    """A practice table. `rules`: the fields of the game's Rules that differ from the defaults;
    `house` = seats of house players, `level` = how well they play (empty: as well as they can)."""

    game: Annotated[str, Meta(max_length=32)]
    name: Annotated[str, Meta(max_length=64)]
    rules: Mapping[str, Any] = {}
    house: Annotated[int, Meta(ge=0, le=6)] = 0
    level: Annotated[str, Meta(max_length=16)] = ""


# ── answers ──────────────────────────────────────────────────────────────────────────────────
class Fault(Struct, frozen=True):
    """What every refused request answers."""

    code: str


class Me(Struct, frozen=True):
    """The account behind the session. `balance` in practice pesos; `refill` = it may ask for the
    daily refill now; `locked` = the wallet is staked in a running hand; `seats` = tables where
    it sits; `abandons` = how many hands it has abandoned, which everybody at its table sees."""

    user: str
    nick: str
    guest: bool
    balance: int
    refill: bool
    locked: bool
    seats: tuple[str, ...]
    abandons: int = 0


class Session(Struct, frozen=True):
    """Who is signed in (null: nobody), and the version of the terms that a new account accepts."""

    me: Me | None
    terms: str


class TableRow(Struct, frozen=True):
    """A table in the lobby. `taken` and `house` are occupied seats, `house` those of house
    players; `least`, `most`, `stake` as the game's entry(); `phase` is empty between hands;
    `carry` = what the next hand's pot begins with."""

    table: str
    name: str
    game: str
    version: str
    currency: str
    practice: bool
    capacity: int
    taken: int
    house: int
    watching: int
    status: str
    phase: str
    least: int
    most: int | None
    stake: int
    rules: Mapping[str, Any]
    carry: int = 0


class GameRow(Struct, frozen=True):
    """A game of the room, with what the create form and the phase strip need. `levels` = how well
    house players may play it, from the weakest to the best."""

    key: str
    version: str
    seats: tuple[int, int]
    decks: tuple[str, ...]
    bank: str
    currency: str
    phases: tuple[str, ...]
    moves: tuple[str, ...]
    facts: tuple[str, ...]
    role: str
    rules: Mapping[str, Any]
    levels: tuple[str, ...] = ()


class Lobby(Struct, frozen=True):
    """All tables and games."""

    tables: tuple[TableRow, ...]
    games: tuple[GameRow, ...]


class WalletRow(Struct, frozen=True):
    """One posting of the wallet: `amount` is signed, `balance` is the running one after it. Or a
    movement of one of his hands that touched no wallet (from pot to pot, the house's commission):
    `amount` is 0 and `beside` what moved."""

    id: str
    at_ms: int
    why: str
    amount: int
    balance: int
    table: str
    hand: str
    beside: int = 0


class Wallet(Struct, frozen=True):
    """A page of «Historial de saldo», newest first; `next` = the `before` of the next page
    (empty: this was the last)."""

    currency: str
    balance: int
    rows: tuple[WalletRow, ...]
    next: str


class HandRow(Struct, frozen=True):
    """A hand that the member played; `net` = what it changed in his wallet."""

    hand: str
    table: str
    name: str
    game: str
    version: str
    opened_ms: int
    over_ms: int
    net: int


class Hands(Struct, frozen=True):
    """A page of hands, newest first; `next` = the `before_ms` of the next page (0: none)."""

    rows: tuple[HandRow, ...]
    next: int


class ReplayStep(Struct, frozen=True):
    """What the viewer saw at one step, and the View after it."""

    at_ms: int
    events: tuple[Seen, ...]
    view: View


class Replay(Struct, frozen=True):
    """A finished hand as this viewer may see it; `seat` = his own (0: none)."""

    hand: str
    table: str
    name: str
    game: str
    version: str
    seat: int
    nicks: Mapping[str, str]
    steps: tuple[ReplayStep, ...]
    roots: tuple[Root, ...]
    openings: tuple[Opening, ...]
