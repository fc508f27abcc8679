"""How the tests read the pages: paragraphs by anchor, tables as rows, sentences to compare."""

from __future__ import annotations

import re
from pathlib import Path

from tests.shared import ROOT

DOCS = ROOT / "docs"
RULES = DOCS / "rules" / "primera.es.md"
HEADING = re.compile(r"^#{2,3} (?:([A-Z]-[A-Z]?\d*) · )?(.+)$")
AMOUNT = re.compile(r"\$([\d.]+)")


def paragraphs(path: Path = RULES) -> dict[str, str]:
    """Anchor → the text below its heading, up to the next heading."""
    found: dict[str, list[str]] = {}
    here: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = HEADING.match(line)
        if match:
            here = found.setdefault(match[1] or match[2], [])
        else:
            here.append(line)
    return {anchor: "\n".join(lines) for anchor, lines in found.items()}


def rows(text: str) -> list[list[str]]:
    """The body rows of the tables in a text, cells stripped."""
    body: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("|") and set(line) <= set("|-: "):
            body.pop()  # what stood above the rule was the head
        elif line.startswith("|"):
            body.append([cell.strip() for cell in line.strip("|").split("|")])
    return body


def amounts(text: str) -> list[int]:
    """The pesos named in a text: `$12.500` → 12500."""
    return [int(match.rstrip(".").replace(".", "")) for match in AMOUNT.findall(text)]


def sentences(text: str) -> list[str]:
    """The sentences of a text in plain lower case words, long enough to be somebody's own."""
    found = []
    for piece in re.split(r"[\n|]|(?<=[.:;])\s", text):
        words = re.findall(r"\w+", piece.lower())
        if len(words) >= 5:
            found.append(" ".join(words))
    return found
