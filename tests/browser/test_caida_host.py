"""The host of a table: how well the house plays at it, and closing it."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.player import bar, open_table
from tests.browser.test_axe import findings
from tests.browser.test_caida import SIZES, WIDE, person, sit


@pytest.mark.parametrize("size", [WIDE, SIZES[2]], ids=["desktop", "phone"])
def test_a_table_is_opened_with_a_level_and_closed_by_its_host(
    browser: Browser, house: Server, axe: str, tmp_path: Path, size: ViewportSize
) -> None:
    someone = person(browser, house, size)
    page, name = someone.page, f"Mesa {secrets.token_hex(2)}"
    page.goto("/mesas")
    page.get_by_role("button", name="Abrir mesa").click()
    page.get_by_label("Juego").last.select_option("primera")
    expect(page.get_by_label("Cómo juegan los de la casa")).to_have_count(0)
    page.get_by_label("Juego").last.select_option("caida")
    level = page.get_by_label("Cómo juegan los de la casa")
    expect(level.locator("option")).to_have_text(
        [re.compile("De la escuela"), re.compile("Buenos")]
    )
    expect(level).to_have_value("good")
    page.get_by_label("Jugadores de la casa").select_option("0")
    expect(level).to_have_count(0)
    page.get_by_label("Jugadores de la casa").select_option("1")
    level.select_option("greedy")
    page.get_by_label("Nombre de la mesa").fill(name)
    found = findings(page, axe)
    page.screenshot(path=tmp_path / "level.png")
    with page.expect_request("**/api/tables") as asked:
        page.locator("dialog[open] form button.main").click()
    sent = asked.value.post_data_json
    assert sent
    assert sent["level"] == "greedy"
    expect(bar(page).get_by_role("button", name="Cerrar mesa")).to_be_visible()
    page.screenshot(path=tmp_path / "may-close.png")
    page.keyboard.press("x")
    expect(page.locator("dialog[open]")).to_contain_text("nadie podrá sentarse")
    found += findings(page, axe)
    page.screenshot(path=tmp_path / "closing.png")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text("La mesa está cerrada")
    expect(page.get_by_role("button", name=re.compile("[Ss]entar"))).to_have_count(0)
    found += findings(page, axe)
    page.screenshot(path=tmp_path / "closed.png")
    page.keyboard.press("Enter")  # the way back has the focus
    expect(page).to_have_url(re.compile("/mesas$"))
    expect(page.get_by_role("link", name=name)).to_have_count(0)
    assert found == []
    assert someone.errors == []
    someone.context.close()


def test_a_table_that_keeps_an_acumulado_says_why_it_does_not_close(
    browser: Browser, house: Server, tmp_path: Path
) -> None:
    ana, beto = person(browser, house, SIZES[2]), person(browser, house, WIDE)
    rules = {"jugadores": 2, "costo": 1_000}
    table = open_table(ana.context, house.url, "caida", rules=rules)
    sit(ana, table)
    sit(beto, table)
    expect(bar(ana.page).get_by_role("button", name="Cerrar mesa")).to_have_count(0)
    for someone in (ana, beto):
        bar(someone.page).get_by_role("button", name="Listo", exact=True).click()
    for someone in (ana, beto):
        expect(
            someone.page.locator(".foot .clock, .foot [role=timer], .foot .bar").first
        ).to_be_visible()
    dealer = beto if beto.page.locator(".foot .tiles.deal").count() else ana
    dealer.page.locator(".foot .tiles.deal").wait_for()
    dealer.page.keyboard.press("a")
    expect(beto.page.locator("aside .pot")).to_contain_text("2.000")
    beto.page.get_by_role("button", name="Salir de la mesa").click()
    beto.page.locator("dialog[open] .yes").click()
    expect(ana.page.locator(".result .title")).to_have_text(
        f"{beto.nick} se fue: partida cancelada"
    )
    expect(bar(ana.page)).to_contain_text("La mesa guarda un acumulado de 1.000")
    expect(bar(ana.page).get_by_role("button", name="Cerrar mesa")).to_have_count(0)
    ana.page.screenshot(path=tmp_path / "carry.png")
    for someone in (ana, beto):
        assert someone.errors == []
        someone.context.close()
