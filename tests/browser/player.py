"""A person at the table, as far as a page shows it: comes in, sits down, answers what is asked."""

from __future__ import annotations

import itertools
import re
import secrets
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

QUICK = {"showdown_s": 2, "disputa_s": 1, "botada_s": 1, "fondo_s": 1, "mostrar_s": 5}
ASKED_OR_OVER = """() => {
    const asked = document.querySelector('[aria-label="Mis jugadas"] .tile, .editor .send');
    return asked ? 'asked' : document.querySelector('.result') ? 'over' : null;
}"""
STAYS = ("Voy,", "Igualar", "Me quedo", "Declarar", "Pasar", "Paso", "Mostrar", "Voy a", "Resto")
_numbers = itertools.count(1)


def guest(context: BrowserContext, url: str) -> str:
    """Come in as a guest; the nick."""
    nick = f"Ana{next(_numbers)}{secrets.token_hex(2)}"
    terms = context.request.get(f"{url}/api/session").json()["terms"]
    answer = context.request.post(
        f"{url}/api/guest",
        data={"nick": nick, "terms": terms, "fair_play": True},
        headers={"Origin": url},
    )
    assert answer.ok, answer.text()
    return nick


def open_table(context: BrowserContext, url: str, game: str = "primera", **more: Any) -> str:
    """A practice table with short pauses; its id."""
    body = {"game": game, "name": f"Mesa {secrets.token_hex(2)}", **more}
    if game == "primera":
        body.setdefault("rules", QUICK)
    answer = context.request.post(f"{url}/api/tables", data=body, headers={"Origin": url})
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def watch_errors(page: Page) -> list[str]:
    """What the page complains about from now on."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda m: found.append(m.text) if m.type == "error" else None)
    return found


def wait_turn(page: Page, timeout_ms: int = 90_000) -> str:
    """`asked` when something is asked of me, `over` when the hand has ended."""
    return str(page.wait_for_function(ASKED_OR_OVER, timeout=timeout_ms).json_value())


def bar(page: Page) -> Any:
    """The moves at the bottom of the table."""
    return page.get_by_role("region", name="Mis jugadas")


def titles(page: Page) -> list[str]:
    """The moves that are offered, by their title."""
    found = bar(page).locator(".tile .head b, .editor .send b").all_inner_texts()
    return [re.sub(r"\s+", " ", title) for title in found]


def stay(page: Page) -> str:
    """Take the first move that keeps me in the hand; its title."""
    offered = titles(page)
    for wish in STAYS:
        for title in offered:
            if title.startswith(wish):
                bar(page).get_by_role("button", name=re.compile(re.escape(title))).first.click()
                confirm(page)
                return title
    raise AssertionError(f"nothing to stay with in {offered}")


def confirm(page: Page) -> None:
    """Say yes to a question, if one was asked."""
    yes = page.locator("dialog[open] .yes")
    if yes.count():
        yes.click()


def whole_hand(page: Page) -> list[str]:
    """Play until a hand that I was in is over; what I said."""
    said: list[str] = []
    for _ in range(60):
        if wait_turn(page) == "over":
            if said:
                return said
            page.wait_for_function("() => !document.querySelector('.result')", timeout=60_000)
            continue
        before = page.locator("[data-live='turn']").inner_text()
        said.append(stay(page))
        page.wait_for_function(
            "old => document.querySelector(\"[data-live='turn']\").innerText !== old",
            arg=before,
            timeout=20_000,
        )
    raise AssertionError(f"no end after {said}")


def reach(page: Page, url: str, table: str) -> None:
    """From the lobby to the table by Tab and Enter."""
    page.goto(f"{url}/mesas")
    link = page.locator(f"a[href='/mesa/{table}']")
    link.wait_for()
    for _ in range(80):
        if link.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(bar(page)).to_be_visible()


def sit_down(page: Page, url: str, table: str) -> None:
    """Open the table from the lobby's button and wait for the seat."""
    page.goto(f"{url}/mesas")
    page.locator(f"a[href='/mesa/{table}']").wait_for()
    row = page.locator("li.row").filter(has=page.locator(f"a[href='/mesa/{table}']"))
    row.get_by_role("button").click()
    expect(page.locator(".mine .plate, .mine .stack, .seats .take").first).to_be_attached()
    page.wait_for_function("() => !document.querySelector('.take b')", timeout=15_000)
