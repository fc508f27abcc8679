"""The names of accounts, and how a game's `seat:3` becomes one of them.

An account belongs to a user, a table or the house. Its currency is the last part of a user's or
the house's name; a table's accounts take the currency of the first row that touches them and the
store keeps them to it. Only the two sources of credits may stand below zero.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

Account: TypeAlias = str
User: TypeAlias = str  # a user's opaque id: letters, digits, _ and -

PRA = "PRA"  # practice pesos
CR = "CR"  # credits of closed poker
FV = "FV"  # session chips of limite
COP = "COP"  # value mode only

SOURCES = ("emision", "fichas")  # the house accounts that may be below zero
FORMS = re.compile(
    r"user:(?P<user>[A-Za-z0-9_-]{1,40}):(?P<user_currency>[A-Z]{2,3})"
    r"|house:(?P<house>[a-z_]{1,20}):(?P<house_currency>[A-Z]{2,3})"
    r"|table:(?P<table>[A-Za-z0-9_-]{1,40}):"
    r"(?:pot:(?P<pot>[a-z0-9_-]{1,20})|(?P<carry>carry)|seat-stack:(?P<stack>[A-Za-z0-9_-]{1,40}))",
    re.ASCII,
)


class Named(Struct, frozen=True):
    """An account's name taken apart. `currency` is empty for a table's account; `user` is the
    owner of a wallet or of a stack, empty for every other account."""

    kind: Literal["wallet", "house", "pot", "carry", "stack"]
    user: User = ""
    table: str = ""
    currency: str = ""
    name: str = ""


def wallet(user: User, currency: str) -> Account:
    """A user's chips in one currency: what he has at hand anywhere in the house."""
    return f"user:{user}:{currency}"


def house(name: str, currency: str) -> Account:
    """An account of the house: `rake`, `emision` (grants and refills), `fichas` (session chips)."""
    return f"house:{name}:{currency}"


def pot(table: str, name: str) -> Account:
    """A pot of a table. It is zero whenever no hand is open there."""
    return f"table:{table}:pot:{name}"


def carry(table: str) -> Account:
    """What the table keeps from hand to hand."""
    return f"table:{table}:carry"


def stack(table: str, user: User) -> Account:
    """What a user has bought in with at a table whose chips are not the wallet."""
    return f"table:{table}:seat-stack:{user}"


@lru_cache(maxsize=16_384)
def named(account: Account) -> Named | None:
    """The parts of a name, or None when it is not the name of an account."""
    found = FORMS.fullmatch(account)
    if found is None:
        return None
    part = found.groupdict()
    if part["user"]:
        return Named("wallet", user=part["user"], currency=part["user_currency"])
    if part["house"]:
        return Named("house", currency=part["house_currency"], name=part["house"])
    if part["pot"]:
        return Named("pot", table=part["table"], name=part["pot"])
    if part["carry"]:
        return Named("carry", table=part["table"])
    return Named("stack", user=part["stack"], table=part["table"])


def may_owe(account: Account) -> bool:
    """Whether the balance may be below zero: credits come from somewhere."""
    parts = account.split(":")
    return parts[0] == "house" and parts[1] in SOURCES


def placed(
    account: str,
    *,
    table: str,
    currency: str,
    users: Mapping[int, User],
    bank: Literal["wallet", "buyin", "session"],
) -> Account:
    """The ledger's name for an account as a game or its table writes it: `seat:3`, `wallet:3` (the
    table's: where chips are bought), `pot:pique`, `carry`, `house:rake`, `house:fichas`.

    `users` = who sat at each seat when the chips moved. Raises KeyError for an empty seat and
    ValueError for a name that no game may use.
    """
    kind, _, rest = account.partition(":")
    if kind == "wallet":
        return wallet(users[int(rest)], currency)
    if kind == "seat":
        user = users[int(rest)]
        return wallet(user, currency) if bank == "wallet" else stack(table, user)
    if kind == "pot" and rest:
        return pot(table, rest)
    if account == "carry":
        return carry(table)
    if account in ("house:rake", "house:fichas"):
        return house(rest, currency)
    raise ValueError(account)
