"""The line breaks in the middle of my turn; the server restarts; another window takes over."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server
from tests.browser.player import guest, open_table, sit_down, titles, watch_errors


def my_cards(page: Page) -> list[str]:
    """The names of my cards, in their order."""
    found = page.locator(".mine .cards [aria-label]")
    return list(found.evaluate_all("all => all.map(n => n.ariaLabel)"))


class Cable:
    """Stands between page and server, so that a test can cut the line."""

    def __init__(self, page: Page) -> None:
        self.ends: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self.cut_off = False
        page.route_web_socket("**/ws", self.join)

    def join(self, route: WebSocketRoute) -> None:
        if self.cut_off:
            route.close()
            return
        self.ends.append((route, route.connect_to_server()))

    def cut(self) -> None:
        self.cut_off = True
        for near, far in self.ends:
            far.close()
            near.close()
        self.ends = []

    def mend(self) -> None:
        self.cut_off = False


def test_a_break_in_my_turn_gives_the_same_turn_back_without_a_reload(
    page: Page, house: Server
) -> None:
    errors = watch_errors(page)
    cable = Cable(page)
    guest(page.context, house.url)
    sit_down(page, house.url, open_table(page.context, house.url, house=1))
    page.locator(".tile").first.wait_for(timeout=90_000)
    offered = titles(page)
    cards = my_cards(page)
    page.evaluate("window.sameDocument = true")
    cable.cut()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("Se perdió la conexión")
    expect(banner).to_contain_text("Tu asiento se guarda")
    expect(page.locator(".table.away")).to_have_count(1)
    expect(page.locator(".tile").first).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".mine .cards [aria-label]").first).to_be_visible()
    cable.mend()
    page.get_by_role("button", name="Intentar ya").click()
    expect(banner).to_have_count(0, timeout=20_000)
    assert page.evaluate("window.sameDocument") is True
    assert titles(page) == offered
    again = my_cards(page)
    assert again == cards
    page.locator(".tile").first.click()
    changed = "old => document.querySelectorAll('.tile').length !== old"
    page.wait_for_function(changed, arg=len(offered))
    assert [e for e in errors if "WebSocket" not in e] == []


def test_the_newer_window_has_the_table_and_the_older_one_says_so(
    page: Page, house: Server
) -> None:
    guest(page.context, house.url)
    table = open_table(page.context, house.url)
    page.goto(f"{house.url}/mesa/{table}?sentarme=1")
    expect(page.locator(".mine .plate")).to_contain_text("Tú")
    second = page.context.new_page()
    second.goto(f"{house.url}/mesa/{table}")
    expect(second.locator(".mine .plate")).to_contain_text("Tú")
    expect(page.locator(".banner")).to_contain_text("en otra ventana")
    page.get_by_role("button", name="Traerla aquí").click()
    expect(page.locator(".banner")).to_have_count(0)
    expect(second.locator(".banner")).to_contain_text("en otra ventana")


def test_a_restart_of_the_server_is_survived_by_the_page(page: Page, toys: Server) -> None:
    guest(page.context, toys.url)
    table = open_table(page.context, toys.url, game="tanto")
    page.goto(f"{toys.url}/mesa/{table}?sentarme=1")
    expect(page.locator(".seats")).to_contain_text("Tú")
    page.evaluate("window.sameDocument = true")
    toys.stop()
    expect(page.locator(".banner")).to_contain_text("Se perdió la conexión", timeout=10_000)
    toys.start()
    expect(page.locator(".banner")).to_have_count(0, timeout=30_000)
    expect(page.locator(".seats")).to_contain_text("Tú")
    assert page.evaluate("window.sameDocument") is True
