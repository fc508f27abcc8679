"""axe finds nothing serious on any page, in both rooms, on a desktop and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.player import guest, open_table, sit_down, whole_hand

SERIOUS = {"serious", "critical"}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = {
    "lobby": "/mesas",
    "wallet": "/saldo",
    "replays": "/repeticiones",
    "rules": "/reglas/primera",
    "glossary": "/glosario",
    "terms": "/terminos",
    "account": "/cuenta",
    "nowhere": "/nada",
}
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def findings(page: Page, axe: str) -> list[str]:
    """Serious findings of the page as it is now, each with its first place."""
    page.evaluate(axe)
    result: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS
    )
    return [
        f"{v['id']}: {v['help']} at {v['nodes'][0]['target']} ({v['nodes'][0]['failureSummary']})"
        for v in result["violations"]
        if v["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("room", ["light", "night"])
@pytest.mark.parametrize("size", SIZES, ids=list(SIZES))
def test_every_page(browser: Browser, house: Server, axe: str, size: str, room: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="es-CO"
    )
    context.add_init_script(f"localStorage.setItem('tapete.room', '{room}')")
    page = context.new_page()
    page.goto(f"{house.url}/entrar")
    page.get_by_role("button", name="Crear cuenta").click()
    found = {"door": findings(page, axe)}
    guest(context, house.url)
    for name, path in PAGES.items():
        page.goto(house.url + path)
        expect(page.locator("h1, .state .title").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        found[name] = findings(page, axe)
    table = open_table(context, house.url, house=1)
    page.goto(f"{house.url}/mesa/{table}")
    expect(page.get_by_role("region", name="Mis jugadas")).to_be_visible()
    found["watching"] = findings(page, axe)
    sit_down(page, house.url, table)
    page.locator(".tile").first.wait_for(timeout=90_000)
    found["my turn"] = findings(page, axe)
    page.keyboard.press("?")
    found["keys"] = findings(page, axe)
    page.keyboard.press("Escape")
    whole_hand(page)
    found["result"] = findings(page, axe)
    page.keyboard.press("m")
    expect(page.locator(".controls")).to_be_visible(timeout=15_000)
    found["replay"] = findings(page, axe)
    context.close()
    lines = [f"{name}: {line}" for name, all_ in found.items() for line in all_]
    assert not lines, "\n".join(lines)
