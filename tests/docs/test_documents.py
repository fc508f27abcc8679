"""How a written page becomes HTML."""

from __future__ import annotations

from tapete.server.documents import load, render

PAGE = """# Una página

Versión v2.3.4 · de prueba

## P-A · La *sesión*

### P-A1 · Uno

Con `Ao6c` y `voy X` [interpretación](#I-3) <b>no</b>.

## Avisos del local
"""


def test_headings_carry_their_paragraph_as_anchor() -> None:
    page = render("reglas/prueba", PAGE)
    assert [section.id for section in page.sections] == ["P-A", "P-A1", "avisos-del-local"]
    assert '<h3 id="P-A1">' in page.html


def test_title_and_version_come_from_the_header() -> None:
    page = render("reglas/prueba", PAGE)
    assert page.title == "Una página"
    assert page.html.startswith("<p>Versión v2.3.4")
    assert page.version == "v2.3.4"
    assert render("glosario", "# Sin versión\n").version == ""


def test_cards_are_read_by_name_and_marks_have_their_class() -> None:
    page = render("reglas/prueba", PAGE)
    assert 'aria-label="as de oros, seis de copas">Ao 6c</span>' in page.html
    assert "<code>voy X</code>" in page.html
    assert '<a href="#I-3" class="interpretacion">interpretación</a>' in page.html


def test_raw_html_is_escaped() -> None:
    page = render("reglas/prueba", PAGE)
    assert "<b>" not in page.html
    fence = "```mano\n<script>\n```\n"
    assert "<script>" not in render("x", fence).html


def test_a_name_reaches_no_file_outside_the_pages() -> None:
    for name in ("reglas/../decisions", "reglas", "reglas/otro", "../README", "REGLAS/primera"):
        assert load(name) is None
