"""A game that nobody has drawn a table for is played on the plain felt, by two people."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.player import bar, guest, open_table

WISHES = ("Repartir", "Igualar", "Poner", "Cambiar", "Votar alta", "Paso", "Guardo")


def answer(page: Page) -> str:
    """Take the first wished move that is offered; empty when nothing is asked."""
    buttons = bar(page).locator(".tile, .editor .send")
    for wish in WISHES:
        found = buttons.filter(has=page.locator("b", has_text=re.compile(f"^{wish}")))
        if found.count():
            if wish == "Cambiar":
                page.locator(".own button").first.click()
            found.first.click()
            page.wait_for_timeout(150)
            return wish
    return ""


def test_the_toy_game_is_played_on_the_plain_felt(browser: Browser, toys: Server) -> None:
    contexts = [browser.new_context(reduced_motion="reduce", locale="es-CO") for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    guest(contexts[0], toys.url)
    table = open_table(contexts[0], toys.url, game="tanto")
    guest(contexts[1], toys.url)
    for page in pages:
        page.goto(f"{toys.url}/mesa/{table}?sentarme=1")
        expect(page.locator(".seats")).to_contain_text("Tú")
    said: list[str] = []
    for _ in range(200):
        for page in pages:
            said.append(answer(page))
        if "Votar alta" in said and pages[0].locator(".phase").inner_text().startswith("Fin"):
            break
        pages[0].wait_for_timeout(100)
    for wish in ("Repartir", "Poner", "Igualar", "Cambiar", "Votar alta"):
        assert wish in said, said
    expect(pages[0].locator(".phase")).to_contain_text("Fin")
    for context in contexts:
        context.close()
