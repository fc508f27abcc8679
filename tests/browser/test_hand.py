"""A whole hand of Primera on a desktop and on a phone, and what stays of it afterwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.player import guest, open_table, sit_down, watch_errors, whole_hand

DESKTOP = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)


def seated(page: Page, house: Server) -> list[str]:
    """A guest at a fresh table with one house player; the list of the page's complaints."""
    guest(page.context, house.url)
    table = open_table(page.context, house.url, house=1)
    errors = watch_errors(page)
    sit_down(page, house.url, table)
    return errors


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_hand_from_the_lobby_to_its_result(
    page: Page, house: Server, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    errors = seated(page, house)
    said = whole_hand(page)
    assert any(word.startswith(("Voy", "Paso")) for word in said)
    expect(page.locator(".result .title")).to_have_text(re.compile(r"Gana|Ganas|Fin|cancelada"))
    expect(page.locator(".banner")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.locator("dialog[open] .good")).to_contain_text("comprobadas")
    assert errors == []


def test_the_hand_can_be_replayed_and_its_money_read(page: Page, house: Server) -> None:
    errors = seated(page, house)
    whole_hand(page)
    page.get_by_role("button", name="Ver repetición").click()
    expect(page.locator(".proof")).to_contain_text("comprobadas", timeout=15_000)
    count = page.locator(".count").last
    expect(count).to_have_text(re.compile(r"^1 de \d+"))
    page.get_by_role("button", name="Paso adelante").click()
    expect(count).to_have_text(re.compile(r"^2 de"))
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(re.compile(r"^1 de"))
    page.get_by_label("Ir a la fase").select_option(label="Fin")
    expect(page.locator(".result .title")).not_to_be_empty()
    with page.expect_download() as record:
        page.get_by_role("link", name="Registro").click()
    assert "tapete/primera" in record.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Historial de saldo").click()
    expect(page.get_by_role("cell", name="Aporte al pique").first).to_be_visible()
    page.get_by_label("Motivo").select_option("APORTE_PIQUE")
    expect(page).to_have_url(re.compile("motivo=APORTE_PIQUE"))
    assert errors == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["360x640", "390x844"])
def test_nothing_lies_under_another_thing_on_a_phone(
    browser: Browser, house: Server, size: tuple[int, int]
) -> None:
    """My cards, the moves and the pots are inside the screen and apart from each other."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale="es-CO"
    )
    page = context.new_page()
    seated(page, house)
    page.locator(".tile").first.wait_for(timeout=90_000)
    boxes = {}
    for name, place in {"cards": ".mine .cards", "moves": ".foot", "pots": ".centre"}.items():
        box = page.locator(place).bounding_box()
        assert box, name
        boxes[name] = box
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= size[0] + 1, name
        assert box["y"] + box["height"] <= size[1] + 1, name
    assert boxes["pots"]["y"] + boxes["pots"]["height"] <= boxes["cards"]["y"] + 1
    assert boxes["cards"]["y"] + boxes["cards"]["height"] <= boxes["moves"]["y"] + 1
    context.close()
