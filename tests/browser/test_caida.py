"""Partidas of Caída by three accounts in three browsers at once: one to its end, one that somebody
leaves in the middle, and the pot that comes after it."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.player import bar, guest, open_table, watch_errors
from tests.browser.test_axe import findings

COSTO = 1_000
WIDE = ViewportSize(width=1440, height=900)
SIZES = (WIDE, ViewportSize(width=390, height=844), ViewportSize(width=360, height=640))
MOST_PLAYS = 600
NEXT = """last => {
    if (document.querySelector('.result')) return 'over';
    const stage = document.querySelector('.stage');
    if (!stage || Number(stage.dataset.turn) === last) return null;
    return document.querySelector('.asked')?.closest('[data-seat]')?.dataset.seat ?? null;
}"""
TILES = """turn => {
    const stage = document.querySelector('.stage');
    const row = document.querySelector('.foot .tiles');
    return Number(stage.dataset.turn) === turn && row ? row.className : null;
}"""


class Person(NamedTuple):
    """Somebody at the table in a browser of their own."""

    context: BrowserContext
    page: Page
    nick: str
    errors: list[str]

    @property
    def balance(self) -> int:
        """The wallet as the server has it."""
        me = self.context.request.get("/api/session").json()["me"]
        return int(me["balance"])

    def whys(self) -> list[str]:
        """The reasons in «Historial de saldo», newest first."""
        rows = self.context.request.get("/api/wallet?limit=50").json()["rows"]
        return [row["why"] for row in rows]


def person(browser: Browser, house: Server, size: ViewportSize = WIDE, room: str = "") -> Person:
    """A new account in a new browser."""
    context = browser.new_context(
        viewport=size, reduced_motion="reduce", locale="es-CO", base_url=house.url
    )
    if room:
        context.add_init_script(f"localStorage.setItem('tapete.room', '{room}')")
    nick = guest(context, house.url)
    page = context.new_page()
    return Person(context, page, nick, watch_errors(page))


def sit(someone: Person, table: str) -> None:
    """Through the lobby's link to the table; the seat waits for «Listo»."""
    someone.page.goto(f"/mesa/{table}?sentarme=1")
    expect(bar(someone.page).get_by_role("button", name="Listo", exact=True)).to_be_enabled()


def ready(people: list[Person]) -> None:
    """Everybody says Listo with its key; the partida opens."""
    for someone in people:
        expect(bar(someone.page).get_by_role("button", name="Listo", exact=True)).to_be_enabled()
        someone.page.keyboard.press("l")
    for someone in people:
        someone.page.wait_for_function(
            "() => document.querySelector('.strip .here')?.innerText === 'Por repartir'"
            " || innerHeight < 700 && !document.querySelector('.result, .wait')",
            timeout=30_000,
        )


def seat_of(someone: Person) -> str:
    """Their seat."""
    return str(someone.page.locator(".mine").get_attribute("data-seat"))


class Course:
    """Plays what is asked by keys, whoever is asked."""

    def __init__(self, people: list[Person]) -> None:
        self.people = {seat_of(someone): someone for someone in people}
        self.turn = 0
        self.kinds: list[str] = []

    def play(self) -> str:
        """One answer of whoever is asked: what it was, or `over`."""
        witness = next(iter(self.people.values())).page
        found = witness.wait_for_function(NEXT, arg=self.turn, timeout=30_000).json_value()
        if found == "over":
            return "over"
        self.turn = int(witness.locator(".stage").get_attribute("data-turn") or 0)
        page = self.people[str(found)].page
        row = page.wait_for_function(TILES, arg=self.turn, timeout=15_000).json_value()
        kind = press(page, str(row))
        self.kinds.append(kind)
        return kind

    def until(self, *ends: str) -> str:
        """Play on until one of these was done."""
        for _ in range(MOST_PLAYS):
            kind = self.play()
            if kind in ends:
                return kind
        raise AssertionError(f"no end after {len(self.kinds)} plays")


def press(page: Page, row: str) -> str:
    """Deal (an order if one is sung), or choose a card that takes something and play it."""
    if "deal" in row.split():
        sung = page.locator(".tile .order").count() > 0
        page.keyboard.press("d" if sung else "r")
        return "sing" if sung else "deal"
    says = page.locator(".foot .tile .what").all_inner_texts()
    best = next((n for n, text in enumerate(says) if "Recoge" in text), 0)
    page.keyboard.press(str(best + 1))
    rings = page.locator(".board .taken").count()
    assert (rings > 0) == ("Recoge" in says[best]), (rings, says)
    page.keyboard.press("Enter")
    return "play"


def amounts(page: Page, place: str) -> list[int]:
    """The figures that stand somewhere, without their marks."""
    found = re.findall(r"[−+]?\d[\d.]*", page.locator(place).inner_text())
    return [int(text.replace(".", "").replace("−", "-").replace("+", "")) for text in found]


class Evening(NamedTuple):
    """Three people at one table, and what axe found so far."""

    people: list[Person]
    table: str
    axe: str
    folder: Path
    serious: list[str]

    def look(self, moment: str, people: list[Person] | None = None) -> None:
        """Let axe look at a moment, and keep pictures of it for people to look at."""
        for n, someone in enumerate(people or self.people, 1):
            found = findings(someone.page, self.axe)
            self.serious.extend(f"{moment}: {text}" for text in found)
            someone.page.screenshot(path=self.folder / f"{moment}-{n}.png")

    def balances(self) -> list[int]:
        """Everybody's wallet."""
        return [someone.balance for someone in self.people]


def test_a_partida_to_its_end_and_one_that_is_left(
    browser: Browser, house: Server, axe: str, tmp_path: Path
) -> None:
    people = [person(browser, house, size) for size in SIZES]
    rules: dict[str, Any] = {"costo": COSTO, "jugadores": 3, "doble_menos5": True}
    table = open_table(people[0].context, house.url, "caida", rules=rules)
    evening = Evening(people, table, axe, tmp_path, [])
    for someone in people:
        sit(someone, table)
    expect(bar(people[0].page)).to_contain_text("Podrías pagar hasta 2.000: 2× el costo")
    evening.look("between")
    winner = _to_its_end(evening)
    _looked_at_again(evening, winner)
    _other_options(evening)
    _left_in_the_middle(evening)
    _the_pot_after_it(evening)
    assert evening.serious == []
    for someone in people:
        assert someone.errors == []
        expect(someone.page.locator(".banner")).to_have_count(0)
        someone.context.close()


def _to_its_end(evening: Evening) -> Person:
    """Dealt, sung and played by keys alone; the account is right. Who won."""
    people, before = evening.people, evening.balances()
    ready(people)
    course = Course(people)
    course.until("sing")
    evening.look("dealt")
    course.until("deal")
    evening.look("paid")
    course.until("over")
    for someone in people:
        expect(someone.page.locator(".result .title")).to_have_text(
            re.compile("^(Ganas la partida|Gana .+)$"), timeout=15_000
        )
    titles = [someone.page.locator(".result .title").inner_text() for someone in people]
    assert titles.count("Ganas la partida") == 1
    winner = people[titles.index("Ganas la partida")]
    assert titles.count(f"Gana {winner.nick}") == 2
    evening.look("won")
    changes = [now - was for now, was in zip(evening.balances(), before, strict=True)]
    lost = [-change for change in changes if change < 0]
    assert len(lost) == 2
    assert set(lost) <= {COSTO, 2 * COSTO}
    pot = COSTO + sum(lost)
    assert sum(changes) == -(pot * 5 // 100)
    said = amounts(people[0].page, "aside section[aria-label^='La cuenta']")
    assert {pot, pot * 95 // 100} <= set(said)
    assert {"ENTRADA", "PREMIO"} <= set(winner.whys())
    return winner


def _looked_at_again(evening: Evening, winner: Person) -> None:
    """Every card is proved, at the table and in the replay."""
    wide = evening.people[0].page
    wide.keyboard.press("c")
    expect(wide.locator("dialog[open] .good")).to_contain_text("comprobadas")
    wide.keyboard.press("Escape")
    hand = winner.context.request.get("/api/hands?limit=1").json()["rows"][0]["hand"]
    again = winner.context.new_page()
    again.goto(f"/repeticion/{hand}")
    expect(again.locator(".proof")).to_contain_text("comprobadas", timeout=30_000)
    phases = again.get_by_label("Ir a la fase")
    phases.select_option(label="Fin")
    expect(again.locator(".result .title")).to_have_text("Ganas la partida")
    places = phases.locator("option").all_inner_texts()
    for n in (2, 1):  # the second deal is another place than the first, if there was one
        if f"Juego {n}" not in places:
            continue
        phases.select_option(label=f"Juego {n}")
        expect(again.locator(".strip")).to_contain_text(f"Reparto {n} de")
        assert phases.evaluate("node => node.selectedIndex") == places.index(f"Juego {n}")
    again.screenshot(path=evening.folder / "again.png")
    again.close()


def _other_options(evening: Evening) -> None:
    """The host sets another option: everybody has to be ready again."""
    wide = evening.people[0].page
    evening.people[1].page.keyboard.press("l")
    wide.keyboard.press("o")
    wide.get_by_label("Doble si se gana con Tribilín").check()
    expect(wide.locator("dialog[open]")).to_contain_text("podría pagar hasta 4.000: 4× el costo")
    evening.look("options", evening.people[:1])
    wide.get_by_role("button", name="Cambiar").click()
    expect(wide.locator("dialog[open]")).to_have_count(0)
    expect(wide.get_by_role("log")).to_contain_text("Opciones nuevas")


def _left_in_the_middle(evening: Evening) -> None:
    """Who leaves loses the costo to the next pot; the others have everything back."""
    people, before = evening.people, evening.balances()
    ready(people)
    course = Course(people)
    course.until("sing")
    for _ in range(4):
        assert course.play() == "play"
    leaver = people[2]
    leaver.page.get_by_role("button", name="Salir de la mesa").click()
    expect(leaver.page.locator("dialog[open]")).to_contain_text("pierdes tus 1.000")
    leaver.page.locator("dialog[open] .yes").click()
    expect(leaver.page).to_have_url(re.compile("/mesas$"))
    for someone in people[:2]:
        expect(someone.page.locator(".result .title")).to_have_text(
            f"{leaver.nick} se fue: partida cancelada"
        )
    evening.look("left", people[:2])
    people[0].page.reload()
    expect(people[0].page.locator(".result .title")).to_have_text(
        f"{leaver.nick} se fue: partida cancelada"
    )
    expect(people[0].page.get_by_role("button", name="Cerrar mesa")).to_have_count(0)
    changes = [now - was for now, was in zip(evening.balances(), before, strict=True)]
    assert changes == [0, 0, -COSTO]
    assert {"ENTRADA", "RESERVA", "LIBERACION"} <= set(leaver.whys())
    assert "REINTEGRO" in people[0].whys()
    rows = people[0].context.request.get("/api/lobby").json()["tables"]
    assert next(row["carry"] for row in rows if row["table"] == evening.table) == COSTO
    leaver.page.goto(f"/mesa/{evening.table}?sentarme=1")
    expect(leaver.page.get_by_role("alert")).to_contain_text("Dejaste una mano aquí")


def _the_pot_after_it(evening: Evening) -> None:
    """What was left joins the next pot."""
    wide = evening.people[0].page
    ready(evening.people[:2])
    expect(wide.locator("aside .pot")).to_contain_text("3.000")
    expect(wide.locator("aside")).to_contain_text("Con 1.000 de acumulado")


@pytest.mark.parametrize("room", ["light", "night"])
def test_my_turn_against_the_house(browser: Browser, house: Server, axe: str, room: str) -> None:
    """On the smallest phone table, cards and moves are apart, and axe finds nothing serious."""
    someone = person(browser, house, SIZES[2], room)
    page = someone.page
    table = open_table(someone.context, house.url, "caida", rules={"jugadores": 2}, house=1)
    sit(someone, table)
    page.keyboard.press("l")
    page.wait_for_function("() => document.querySelector('.foot .tiles')", timeout=60_000)
    found = findings(page, axe)
    if page.locator(".foot .deal").count():
        page.keyboard.press("a")
        page.wait_for_function(
            "() => document.querySelector('.foot .tiles:not(.deal)')", timeout=60_000
        )
    found += findings(page, axe)
    boxes = [page.locator(place).bounding_box() for place in (".board", ".mine .cards", ".foot")]
    for above, below in itertools.pairwise(boxes):
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"] + 1
    assert boxes[2]
    assert boxes[2]["y"] + boxes[2]["height"] <= SIZES[2]["height"] + 1
    assert found == []
    assert someone.errors == []
    someone.context.close()
