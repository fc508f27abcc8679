"""The one reader and the one writer of hand texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.record import handtext
from tapete.record.handtext import (
    CallOff,
    ChainText,
    Deal,
    Draw,
    EventText,
    Gone,
    HandText,
    Idle,
    Line,
    Move,
    OpenText,
    RootText,
    Unreadable,
)
from tests.shared import needs_shared, shared

HEAD = 'variant = "tapete/tanto"\nstarting_stacks = [100, 100]\nactions = []\n'

LINES: list[tuple[str, Line]] = [
    ("d sh 2o7c??", Deal(("2o", "7c", "??"))),
    ("d draw p3", Draw(3)),
    ("d cancel", CallOff()),
    ("p1 voy 5000", Move(1, "voy", amount=5000)),
    ("p2 voy -5000", Move(2, "voy", amount=-5000)),
    ("p2 descartar 7o2c", Move(2, "descartar", cards=("7o", "2c"))),
    ("p2 descartar", Move(2, "descartar")),
    ("p1 repartir desc", Move(1, "repartir", option="desc")),
    ("p10 jugar Se", Move(10, "jugar", cards=("Se",))),
    ("p1 poner baja 5 Ao", Move(1, "poner", option="baja", amount=5, cards=("Ao",))),
    ("p1 idle", Idle(1)),
    ("p2 leave", Gone(2)),
]

MALFORMED = [
    "",
    "d",
    "d sh",
    "d sh 8x",
    "d sh 2o7",
    "d draw 3",
    "d draw p0",
    "p0 paso",
    "p1",
    "p1 ",
    "p1 VOY 5",
    "p1 voy 5.0",
    "p1 voy 1e3",
    "p1 voy 5 000",
    "p1 voy  5",
    "p1 idle 3",
    "p1 leave Ao",
    "x1 paso",
    "p1 paso # no",
    "p1 voy 99999999999999999999",
]


@pytest.mark.parametrize(("text", "line"), LINES, ids=[text for text, _ in LINES])
def test_a_line_is_read_and_written_back(text: str, line: Line) -> None:
    assert handtext.read_line(text) == line
    assert handtext.write_line(line) == text


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_line_is_named(text: str) -> None:
    with pytest.raises(Unreadable):
        handtext.read_line(text)


WRONG_FILES = [
    ("variant = ", "not TOML"),
    ('variant = "a"\nactions = []\n', "starting_stacks"),
    ("variant = 1\nstarting_stacks = [1]\nactions = []\n", "variant"),
    ('variant = "a"\nstarting_stacks = []\nactions = []\n', "nobody plays"),
    ('variant = "a"\nstarting_stacks = [1, -2]\nactions = []\n', "starting_stacks[1]"),
    ('variant = "a"\nstarting_stacks = [1, true]\nactions = []\n', "starting_stacks[1]"),
    (HEAD + "finishing_stacks = [1]\n", "finishing_stacks"),
    (HEAD + "rules = {}\n", "rules: no such field"),
    (HEAD + "_ilegal = []\n", "_ilegal: no such field"),
    (HEAD + '_wish = { p1 = "sit" }\n', "_wish"),
    (HEAD + '_wish = { p3 = "wait" }\n', "p3"),
    (HEAD + "_offers = { x1 = [] }\n", "x1"),
    (HEAD + '_view = "p3"\n', "p3"),
    (HEAD + "seats = [2, 1]\n", "seats"),
    (HEAD + "_open = [{ k = 0, i = 0 }]\n", "_open"),
]


@pytest.mark.parametrize(("text", "named"), WRONG_FILES, ids=[named for _, named in WRONG_FILES])
def test_an_unreadable_file_names_the_field(text: str, named: str) -> None:
    with pytest.raises(Unreadable) as caught:
        handtext.read(text)
    assert named in str(caught.value)


def test_fields_of_phh_that_no_game_needs_are_read_over() -> None:
    text = handtext.read(HEAD + 'event = "WSOP"\nplayers = ["a", "b"]\nyear = 2023\nhand = 7\n')
    assert text == handtext.read(HEAD)


def test_an_unknown_card_makes_it_a_projection() -> None:
    assert handtext.read(HEAD.replace("[]", '["d sh ??2o"]')).partial
    assert handtext.read(HEAD + '_view = "p1"\n').partial
    assert not handtext.read(HEAD + '_view = "full"\n').partial


@needs_shared
@pytest.mark.parametrize("folder", ["primera", "caida", "draw"])
def test_the_vectors_survive_reading_and_writing(folder: str) -> None:
    files = sorted(shared("vectors", folder).glob("*.phh"))
    assert files
    for path in files:
        text = handtext.read(path.read_text(encoding="utf-8"))
        written = handtext.write(text)
        assert handtext.read(written) == text
        for action in text.actions:
            assert handtext.write_line(handtext.read_line(action)) == action


# ── any hand text ────────────────────────────────────────────────────────────────────────────
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.text("abcdefgh_", min_size=1, max_size=8)
amounts = st.integers(0, 10**12)
values = st.one_of(st.booleans(), amounts, words, st.lists(amounts, max_size=3))
hexes = st.binary(max_size=8).map(bytes.hex)
comments = st.lists(
    st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20), max_size=3
).map("\n".join)


@st.composite
def hand_texts(draw: st.DrawFn) -> HandText:
    players = draw(st.integers(1, 7))
    stacks = st.lists(amounts, min_size=players, max_size=players).map(tuple)
    who = st.sampled_from([f"p{n}" for n in range(1, players + 1)])
    chain = ChainText(
        draw(hexes), draw(hexes), tuple(draw(st.lists(st.builds(EventText, hexes, words, hexes))))
    )
    seats = draw(st.sets(st.integers(1, 20), min_size=players, max_size=players))
    opened = st.builds(
        OpenText, amounts, amounts, words, hexes, st.lists(hexes, max_size=3).map(tuple)
    )
    return HandText(
        variant=draw(words),
        starting_stacks=draw(stacks),
        actions=tuple(draw(st.lists(words))),
        finishing_stacks=draw(st.none() | stacks),
        seats=tuple(sorted(seats)) if draw(st.booleans()) else (),
        rules=draw(st.dictionaries(names, values, max_size=3)),
        prior=draw(st.dictionaries(words, values, max_size=3)),
        wish=draw(st.dictionaries(who, st.sampled_from(["play", "wait", "post", "out"]))),
        hand=draw(words),
        version=draw(words),
        view=draw(st.sampled_from(["", "full", "spectator", "p1"])),
        illegal=tuple(draw(st.lists(words, max_size=4))),
        offers=draw(st.dictionaries(who, st.lists(names, max_size=3).map(tuple))),
        expect=draw(st.dictionaries(names, values, max_size=3)),
        roots=tuple(draw(st.lists(st.builds(RootText, amounts, amounts, hexes), max_size=2))),
        open=tuple(draw(st.lists(opened, max_size=2))),
        chain=draw(st.none() | st.just(chain)),
        comment=draw(comments),
    )


@given(hand_texts())
def test_what_is_written_reads_back_and_writes_the_same_bytes(text: HandText) -> None:
    written = handtext.write(text)
    again = handtext.read(written)
    assert again == text
    assert handtext.write(again) == written
