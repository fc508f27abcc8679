"""«Historial de saldo»: the lines of a wallet, page by page or as a file."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated, Literal, TypeAlias

import msgspec
from litestar import get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from tapete.ledger.accounts import PRA, named
from tapete.server import api
from tapete.server.http.accounts import NO_STORE, must_be
from tapete.server.http.strict import StrictRequest
from tapete.server.wire import SAFE_INT
from tapete.store.port import MOST_PAGE, Beside, Filter, Line, Store

Text = Annotated[str, QueryParameter(max_length=64)]
Moment = Annotated[int, QueryParameter(ge=0, le=SAFE_INT)]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_PAGE)]
Place = Annotated[str, QueryParameter(max_length=31, pattern=r"^([0-9]{1,15}\.[0-9]{1,4})?$")]
Sign: TypeAlias = Literal["", "in", "out"]

LAST = 2**62  # beyond every row
COLUMNS = ("fecha", "concepto", "importe", "saldo", "mesa", "mano", "movido")


def _row(line: Line) -> api.WalletRow:
    other = named(line.other)
    return api.WalletRow(
        id=f"{line.number}.{line.part}",
        at_ms=line.at_ms,
        why=line.why,
        amount=line.amount,
        balance=line.balance,
        table=other.table if other else "",
        hand=line.hand,
    )


async def _page(store: Store, user: str, wanted: Filter) -> tuple[list[api.WalletRow], str]:
    """A page of the wallet's own lines, and between them what else moved in their hands; the id
    before which the next page begins ("" = this was the last)."""
    lines = await store.history(user, wanted)
    rows = {(line.number, line.part): _row(line) for line in lines}
    if lines and not wanted.sign:
        first = wanted.before[0] if wanted.before else LAST
        hands = sorted({line.hand for line in lines if line.hand})
        for row in await store.beside(hands, lines[-1].number, first):
            if not wanted.whys or row.why in wanted.whys:
                rows[row.number, 0] = _beside(row, lines)
    ordered = [rows[place] for place in sorted(rows, reverse=True)]
    more = len(lines) == wanted.limit
    return ordered, f"{lines[-1].number}.{lines[-1].part}" if more else ""


def _beside(row: Beside, lines: Sequence[Line]) -> api.WalletRow:
    """It stands at the balance that the wallet had by then."""
    line = next(line for line in lines if line.number < row.number)
    home = next(line for line in lines if line.hand == row.hand)
    return msgspec.structs.replace(
        _row(home),
        id=f"{row.number}.0",
        at_ms=row.at_ms,
        why=row.why,
        amount=0,
        balance=line.balance,
        beside=row.amount,
    )


def _before(text: str) -> tuple[int, int] | None:
    number, _, part = text.partition(".")
    return (int(number), int(part)) if part else None


@get("/api/wallet", response_headers=NO_STORE)
async def wallet(
    request: StrictRequest,
    before: Place = "",
    why: Text = "",
    hand: Text = "",
    since_ms: Moment = 0,
    until_ms: Moment = 0,
    sign: FromQuery[Sign] = "",
    limit: Limit = 50,
) -> api.Wallet:
    """A page of the wallet, newest first, with the running balance of each line."""
    found, store = await must_be(request), request.site.store
    wanted = Filter(
        currency=PRA,
        whys=tuple(w for w in why.split(",") if w),
        hand=hand,
        since_ms=since_ms,
        until_ms=until_ms,
        sign=sign,
        before=_before(before),
        limit=limit,
    )
    rows, after = await _page(store, found.member.user, wanted)
    balance = (await store.purse(found.member.user, PRA)).balance
    return api.Wallet(PRA, balance, tuple(rows), after)


@get("/api/wallet.csv", media_type="text/csv")
async def wallet_csv(request: StrictRequest) -> Stream:
    """Every line of the wallet as CSV, newest first, streamed page by page."""
    found = await must_be(request)
    headers = NO_STORE | {"Content-Disposition": 'attachment; filename="historial-de-saldo.csv"'}
    pages = _pages(request.site.store, found.member.user)
    return Stream(pages, media_type="text/csv", headers=headers)


async def _pages(store: Store, user: str) -> AsyncIterator[str]:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    after = ""
    while True:
        wanted = Filter(currency=PRA, before=_before(after), limit=MOST_PAGE)
        rows, after = await _page(store, user, wanted)
        for row in rows:
            at = datetime.fromtimestamp(row.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
            place = (row.table, row.hand, row.beside or "")
            writer.writerow((at, row.why, row.amount, row.balance, *place))
        yield text.getvalue()
        text.seek(0)
        text.truncate()
        if not after:
            return


HANDLERS = [wallet, wallet_csv]
