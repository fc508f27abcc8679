"""A partida of Caída by keyboard alone, decided from what a screen reader is told."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.player import bar, guest, open_table, reach, watch_errors

MOST_TURNS = 200
CARD = r"(?:As|\d|Sota|Caballo|Rey) de (?:oros|copas|espadas|bastos)"
LISTEN = """() => {
    window.heard = [];
    const voice = document.querySelector("[data-live='events']");
    new MutationObserver(() => voice.innerText && heard.push(voice.innerText)).observe(voice, {
        childList: true, characterData: true, subtree: true,
    });
}"""
NEXT = """old => {
    if (document.querySelector('.result')) return 'over';
    if (document.querySelector(".foot .tile[aria-disabled='true']")) return null;
    const text = document.querySelector("[data-live='turn']").innerText;
    return text && text !== old ? text : null;
}"""


def heard(page: Page) -> str:
    """All that the polite voice has read so far."""
    return " ".join(page.evaluate("heard"))


def answer(page: Page, sentence: str) -> str:
    """Do what the sentence offers, with its own keys: what I did."""
    deal = re.search(r"Te toca repartir\. ([ADR]): ", sentence)
    if deal:
        page.keyboard.press(deal[1].lower())
        return "deal"
    assert re.search(rf"Tienes {CARD}", sentence, re.IGNORECASE), sentence
    assert "En la mesa:" in sentence or "La mesa está vacía." in sentence, sentence
    assert re.search(r"Vas \d+\. \S+ \d+\.", sentence), sentence
    offered = re.findall(rf"(\d): ({CARD}), ([^;]+)", sentence, re.IGNORECASE)
    assert offered, sentence
    key, card, _ = max(offered, key=lambda each: ("Caída" in each[2], "Recoge" in each[2]))
    page.keyboard.press(key)
    chosen = page.locator(".foot .tile[aria-pressed='true']")
    expect(chosen).to_contain_text(card, ignore_case=True)
    page.keyboard.press("Enter")
    return str(card)


def test_a_partida_by_keyboard_from_the_accessibility_tree(page: Page, house: Server) -> None:
    errors = watch_errors(page)
    guest(page.context, house.url)
    rules = {"jugadores": 2, "costo": 100, "meta": 45}
    table = open_table(page.context, house.url, "caida", rules=rules, house=1, level="greedy")
    reach(page, house.url, table)
    page.evaluate(LISTEN)
    page.keyboard.press("s")
    expect(bar(page).get_by_role("button", name="Listo", exact=True)).to_be_enabled()
    page.keyboard.press("l")
    done: list[str] = []
    sentence = ""
    for _ in range(MOST_TURNS):
        found = page.wait_for_function(NEXT, arg=sentence, timeout=60_000).json_value()
        if found == "over":
            break
        sentence = str(found)
        done.append(answer(page, sentence))
    expect(page.get_by_role("heading", name="La cuenta de la partida")).to_be_visible()
    said = heard(page)
    mine = [card for card in done if card != "deal"]
    assert mine
    for card in mine:
        assert f"tú jugaste {card}".lower() in said.lower()
    assert len(re.findall(rf"(?!tú )\S+ jugó {CARD}", said, re.IGNORECASE)) >= len(mine) - 2
    assert done.count("deal") == len(re.findall("repartiste", said, re.IGNORECASE))
    if "Mazo 2" in said:  # a Tribilín may end it in the first one
        assert re.search(r"Recogidas: .+Mazo 2", said), said
    assert re.search(r"ganas? la partida", said), said
    assert page.get_by_role("log").inner_text()
    assert errors == []
