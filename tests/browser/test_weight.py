"""The first load is light: page, program and style of the lobby, without card art."""

from __future__ import annotations

import gzip

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Server
from tests.browser.player import guest

LIMIT = 100 * 1024  # bytes after gzip
KINDS = {"document", "script", "stylesheet"}


def test_the_first_load_stays_below_its_limit(page: Page, house: Server) -> None:
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    guest(page.context, house.url)
    page.goto(f"{house.url}/mesas")
    expect(page.locator("li.row").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    bodies = [a.body() for a in answers if a.request.resource_type in KINDS]
    assert len(bodies) > 3
    assert sum(len(gzip.compress(body)) for body in bodies) <= LIMIT
    assert any(a.headers.get("content-encoding") == "gzip" for a in answers)
