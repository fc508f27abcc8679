"""The pages of the house that are written in Markdown: rules, glossary, terms.

The files under docs/ are the source; a reader on GitHub and a player in the browser see the same
text. `load` turns one into HTML that the client inserts as it is: raw HTML in a file is escaped,
so the result holds only tags that this module knows.

What is ours on top of plain Markdown:
- a heading that begins with a paragraph id (`### P-C1 · …`, `### I-3 · …`) has it as its anchor;
- a link to `#I-…` is the mark of an interpretation and gets its class;
- a code span of cards (`Ao6o`) is read aloud as their names;
- a fence called `mano` is a hand text, folded away below the example that it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from msgspec import Struct

# In a wheel the build puts docs/ inside the package; in a checkout they lie beside src/.
_FOLDERS = (Path(__file__).parents[1] / "_docs", Path(__file__).parents[3] / "docs")
_SINGLE = {"glosario": "glossary.md", "terminos": "terms.es.md"}
_NAME = re.compile(r"[a-z]+(/[a-z]+)?")
_ANCHOR = re.compile(r"([A-Z]-[A-Z]?\d*)(?: ·|$)")
_VERSION = re.compile(r"^Versión (\S+)", re.MULTILINE)
_CARDS = re.compile(r"(?:[A2-7SCR][oceb])+")
_RANKS = {"A": "as", "S": "sota", "C": "caballo", "R": "rey"} | dict(
    zip("234567", ("dos", "tres", "cuatro", "cinco", "seis", "siete"), strict=True)
)
_SUITS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}


class Section(Struct, frozen=True):
    """One heading: its anchor, its words and its depth (2 = chapter, 3 = paragraph)."""

    id: str
    title: str
    level: int


class Document(Struct, frozen=True):
    """A page as the client receives it. `version` is "" where a file names none."""

    name: str
    title: str
    version: str
    sections: tuple[Section, ...]
    html: str


@cache
def load(name: str) -> Document | None:
    """The page called `name` (`reglas/primera`, `glosario`, `terminos`), or None."""
    if not _NAME.fullmatch(name):
        return None
    kind, _, game = name.partition("/")
    file = f"rules/{game}.es.md" if kind == "reglas" and game else _SINGLE.get(name)
    for folder in _FOLDERS if file else ():
        path = folder / str(file)
        if path.is_file():
            return render(name, path.read_text(encoding="utf-8"))
    return None


def render(name: str, text: str) -> Document:
    """Turn one Markdown text into a page. The `#` heading that it begins with is the title: no
    section, and no part of the HTML."""
    parser = _parser()
    tokens = parser.parse(text)
    title, sections = "", []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        level, words = int(opening.tag[1]), _plain(inline)
        if level == 1:
            title = words  # the client heads the page with it
            continue
        anchor = _anchor(words)
        opening.attrSet("id", anchor)
        sections.append(Section(anchor, words, level))
    version = _VERSION.search(text)
    if title:
        tokens = tokens[[token.type for token in tokens].index("heading_close") + 1 :]
    page = str(parser.renderer.render(tokens, parser.options, {}))
    return Document(name, title, version[1] if version else "", tuple(sections), page)


def spoken(cards: str) -> str:
    """`Ao6c` → «as de oros, seis de copas»."""
    pairs = zip(cards[::2], cards[1::2], strict=True)
    return ", ".join(f"{_RANKS[rank]} de {_SUITS[suit]}" for rank, suit in pairs)


def _anchor(words: str) -> str:
    found = _ANCHOR.match(words)
    if found:
        return found[1]
    return re.sub(r"[^\w]+", "-", words.lower()).strip("-")


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("code_inline", _code)
    parser.add_render_rule("link_open", _link)
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


_Options = Mapping[str, Any]


def _code(self: RendererHTML, tokens: Sequence[Token], i: int, options: _Options, env: Any) -> str:
    content = tokens[i].content
    if not _CARDS.fullmatch(content):
        return f"<code>{escape(content)}</code>"
    apart = " ".join(map("".join, zip(content[::2], content[1::2], strict=True)))
    return f'<span class="cards" role="img" aria-label="{spoken(content)}">{apart}</span>'


def _link(self: RendererHTML, tokens: Sequence[Token], i: int, options: _Options, env: Any) -> str:
    href = str(tokens[i].attrGet("href") or "")
    mark = ' class="interpretacion"' if href.startswith("#I-") else ""
    return f'<a href="{escape(href)}"{mark}>'


def _fence(self: RendererHTML, tokens: Sequence[Token], i: int, options: _Options, env: Any) -> str:
    body = f'<pre tabindex="0"><code>{escape(tokens[i].content)}</code></pre>'
    if tokens[i].info.strip() != "mano":
        return body
    return f"<details><summary>La misma mano, jugada por jugada</summary>{body}</details>"


def _table_open(
    self: RendererHTML, tokens: Sequence[Token], i: int, options: _Options, env: Any
) -> str:
    return '<div class="scroll" tabindex="0" role="group" aria-label="tabla"><table>'


def _table_close(
    self: RendererHTML, tokens: Sequence[Token], i: int, options: _Options, env: Any
) -> str:
    return "</table></div>"
