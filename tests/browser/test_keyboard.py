"""One hand by keyboard alone, decided from what a screen reader is told."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.player import guest, open_table, reach, wait_turn, watch_errors

WISHES = ("Voy,", "Igualar", "Me quedo", "Declarar", "Pasar", "Paso", "Mostrar", "Voy a", "Resto")


def moves(spoken: str) -> dict[str, str]:
    """Title → letter, out of the sentence that names my moves."""
    found = re.findall(r"([A-Z]): ([^;]+?)(?:;|\.\s|\.$)", spoken)
    return {title: letter for letter, title in found}


def test_a_whole_hand_by_keyboard_from_the_accessibility_tree(page: Page, house: Server) -> None:
    errors = watch_errors(page)
    guest(page.context, house.url)
    table = open_table(page.context, house.url, house=1)
    reach(page, house.url, table)
    page.keyboard.press("s")
    voice = page.locator("[data-live='turn']")
    spoken: list[str] = []
    for _ in range(60):
        if wait_turn(page) == "over":
            if spoken:
                break
            page.wait_for_function("() => !document.querySelector('.result')", timeout=60_000)
            continue
        sentence = voice.inner_text()
        spoken.append(sentence)
        assert re.search(r"Tienes (as|dos|tres|cuatro|cinco|seis|siete) de", sentence), sentence
        assert "Debes" in sentence or "No debes" in sentence
        offered = moves(sentence)
        title = next(t for w in WISHES for t in offered if t.startswith(w))
        if title.startswith("Me quedo"):
            title = mark_first_card(page)
            letter = "d"
        else:
            letter = offered[title].lower()
        page.keyboard.press(letter)
        if page.locator("dialog[open]").count():
            page.keyboard.press("Enter")
        page.wait_for_function(
            "old => document.querySelector(\"[data-live='turn']\").innerText !== old",
            arg=sentence,
            timeout=20_000,
        )
    assert spoken
    assert page.get_by_role("log").inner_text()
    assert errors == []


def mark_first_card(page: Page) -> str:
    """A digit jumps to the card, space marks it; the button says how many go."""
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    card = page.locator(".mine .cards button").first
    expect(card).to_have_attribute("aria-pressed", "true")
    name = card.get_attribute("aria-label") or ""
    assert re.search(r"^\w+ de (oros|copas|espadas|bastos)$", name)
    expect(page.locator(".tile.main")).to_contain_text("Descartar 1")
    return "Descartar 1"


def test_the_list_of_keys_opens_and_closes_by_keyboard(page: Page, house: Server) -> None:
    guest(page.context, house.url)
    table = open_table(page.context, house.url)
    page.goto(f"{house.url}/mesa/{table}")
    expect(page.get_by_role("region", name="Mis jugadas")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Teclas")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
