"""«Historial de saldo»: the lines of a wallet, page by page or as a file."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated, Literal, TypeAlias

from litestar import get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from tapete.ledger.accounts import PRA, named
from tapete.server import api
from tapete.server.http.accounts import NO_STORE, must_be
from tapete.server.http.strict import StrictRequest
from tapete.server.wire import SAFE_INT
from tapete.store.port import MOST_PAGE, Filter, Line, Store

Text = Annotated[str, QueryParameter(max_length=64)]
Moment = Annotated[int, QueryParameter(ge=0, le=SAFE_INT)]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_PAGE)]
Place = Annotated[str, QueryParameter(max_length=31, pattern=r"^([0-9]{1,15}\.[0-9]{1,4})?$")]
Sign: TypeAlias = Literal["", "in", "out"]

COLUMNS = ("fecha", "concepto", "importe", "saldo", "mesa", "mano")


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
    lines = await store.history(found.member.user, wanted)
    rows = tuple(_row(line) for line in lines)
    balance = (await store.purse(found.member.user, PRA)).balance
    return api.Wallet(PRA, balance, rows, rows[-1].id if len(rows) == limit else "")


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
    before = None
    while True:
        wanted = Filter(currency=PRA, before=before, limit=MOST_PAGE)
        lines = await store.history(user, wanted)
        for line in lines:
            row = _row(line)
            at = datetime.fromtimestamp(row.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
            writer.writerow((at, row.why, row.amount, row.balance, row.table, row.hand))
        yield text.getvalue()
        text.seek(0)
        text.truncate()
        if len(lines) < MOST_PAGE:
            return
        before = (lines[-1].number, lines[-1].part)


HANDLERS = [wallet, wallet_csv]
