"""The rules page of Primera: complete, linkable, in its own words, right in its figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.server.documents import load
from tests.docs.reading import DOCS, RULES, paragraphs, sentences
from tests.shared import ROOT, shared

PARAGRAPH = re.compile(r"\bP-[A-Z]\d*\b")
LINK = re.compile(r"\]\((/[a-z/]+)?(?:#([\w-]+))?\)")
PAGES = [RULES, DOCS / "glossary.md", DOCS / "terms.es.md"]


def _anchors() -> list[str]:
    page = load("reglas/primera")
    assert page is not None
    return [section.id for section in page.sections]


def _sources() -> list[Path]:
    kinds = {".py", ".ts", ".svelte", ".json"}
    folders = ("src", "tests", "web/src")
    found = [p for folder in folders for p in (ROOT / folder).rglob("*") if p.suffix in kinds]
    assert found
    return [p for p in found if p != Path(__file__) and p.name != "test_documents.py"]


# ── anchors and links ────────────────────────────────────────────────────────────────────────
def test_every_paragraph_of_the_rules_has_its_anchor() -> None:
    text = shared("rules", "primera.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^([A-Z]\d+) ", text, re.MULTILINE)
    wanted += re.findall(r"^## ([A-Z])\. ", text, re.MULTILINE)
    assert len(wanted) > 30
    assert [p for p in wanted if f"P-{p}" not in _anchors()] == []


def test_anchors_are_unique() -> None:
    anchors = _anchors()
    assert sorted(set(anchors)) == sorted(anchors)


def test_a_paragraph_named_anywhere_in_the_house_exists() -> None:
    anchors = set(_anchors())
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in _sources()
        for name in PARAGRAPH.findall(path.read_text(encoding="utf-8"))
        if name not in anchors
    }
    assert lost == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_inside_a_page_lead_somewhere(path: Path) -> None:
    name = {"glossary.md": "glosario", "terms.es.md": "terminos"}.get(path.name, "reglas/primera")
    text = path.read_text(encoding="utf-8")
    for other, anchor in LINK.findall(text):
        page = load((other or f"/{name}").removeprefix("/"))
        assert page is not None, other
        assert not anchor or anchor in [section.id for section in page.sections], anchor


def test_a_paragraph_that_the_page_refers_to_exists() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert set(PARAGRAPH.findall(text)) - set(_anchors()) == set()


# ── interpretations ──────────────────────────────────────────────────────────────────────────
def test_each_interpretation_is_marked_where_it_acts_and_explained_at_the_end() -> None:
    for anchor, text in paragraphs().items():
        if not anchor.startswith("I-"):
            continue
        home = re.search(r"\((P-[A-Z]\d*)\)$", text.strip())
        assert home, f"{anchor} does not say where it acts"
        below = [t for a, t in paragraphs().items() if a.startswith(home[1])]
        assert any(f"(#{anchor})" in t for t in below), f"{anchor} is not marked in {home[1]}"


def test_each_decision_of_ours_is_marked() -> None:
    text = shared("rules", "primera.md").read_text(encoding="utf-8")
    decided = set()
    section = ""
    for line in text.splitlines():
        heading = re.match(r"## ([A-Z])\. ", line)
        paragraph = re.match(r"([A-Z]\d+) ", line)
        section = heading[1] if heading else "" if line.startswith("## ") else section
        if section and re.search(r"\[(?:T/)?D\b", line):
            decided.add(paragraph[1] if paragraph else section)
    assert {"A1", "B3", "B8", "C1", "E", "F1", "L"} <= decided
    marked = {a for a, body in paragraphs().items() if "(#I-" in body}
    assert [d for d in decided if not any(m.startswith(f"P-{d}") for m in marked)] == []


# ── the header and the annex ─────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:2")
def test_the_page_says_which_game_it_describes_and_who_plays_it() -> None:
    head = RULES.read_text(encoding="utf-8").split("\n## ")[0]
    assert "Primera Riverada los 4 Ases" in head
    assert "servidor" in head


def test_the_notices_of_the_house_are_an_annex() -> None:
    page = load("reglas/primera")
    assert page is not None
    assert page.sections[-1].title == "Avisos del local"


# ── our own words ────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_sentence_is_copied(path: Path) -> None:
    theirs = set()
    for seed in sorted(shared("seeds").glob("*.txt")):
        theirs |= set(sentences(seed.read_text(encoding="utf-8")))
    assert len(theirs) > 150
    assert sorted(set(sentences(path.read_text(encoding="utf-8"))) & theirs) == []
