"""The chain of events: it closes for every viewer, and nothing can be changed in it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tapete.record.log import FIRST_LINK, Entry, Hidden, leaf_of, link_of, project

SALTS = st.binary(min_size=16, max_size=16)
KNOWERS = st.none() | st.lists(st.sampled_from(["ana", "beto"]), max_size=2).map(tuple)


@st.composite
def chains(draw: st.DrawFn, least: int = 1) -> tuple[Entry, ...]:
    link, entries = FIRST_LINK, list[Entry]()
    for number in range(draw(st.integers(least, 6))):
        salt, text = draw(SALTS), draw(st.binary(max_size=20))
        leaf = leaf_of(salt, text)
        link = link_of(link, leaf)
        entries.append(Entry("h", number + 1, text, salt, leaf, link, 0, draw(KNOWERS)))
    return tuple(entries)


def closes(events: Any, last: bytes) -> bool:
    link = FIRST_LINK
    for event in events:
        leaf = event.leaf if isinstance(event, Hidden) else leaf_of(event.salt, event.text)
        link = link_of(link, leaf)
    return link == last


@given(chains(), st.sampled_from([None, "ana", "beto", "eva"]))
def test_the_chain_closes_for_every_viewer_and_shows_the_number_of_events(
    chain: tuple[Entry, ...], user: str | None
) -> None:
    seen = project(chain, user)
    assert len(seen) == len(chain)
    assert closes(seen, chain[-1].link)


@given(chains(), st.sampled_from([None, "ana", "beto", "eva"]))
def test_a_viewer_reads_what_is_public_or_his_own(
    chain: tuple[Entry, ...], user: str | None
) -> None:
    for entry, seen in zip(chain, project(chain, user), strict=True):
        may = entry.only is None or user in entry.only
        assert isinstance(seen, Entry) == may


@given(chains(least=2), st.data())
def test_a_chain_in_which_anything_was_changed_does_not_close(
    chain: tuple[Entry, ...], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(chain) - 1))
    entry, rest = chain[at], (*chain[:at], *chain[at + 1 :])
    how = data.draw(st.sampled_from(["text", "salt", "gone", "doubled", "moved", "hidden"]))
    text, salt, leaf = entry.text, entry.salt, entry.leaf
    other: tuple[Any, ...] = (Entry("h", 1, text + b"!", salt, leaf, entry.link, 0),)
    if how == "salt":
        salt = bytes([salt[0] ^ 1]) + salt[1:]
        other = (Entry("h", 1, text, salt, leaf, entry.link, 0),)
    elif how == "gone":
        other = ()
    elif how == "doubled":
        other = (entry, entry)
    elif how == "hidden":
        other = (Hidden("h", 1, bytes([leaf[0] ^ 1]) + leaf[1:], entry.link),)
    changed = (*chain[:at], *other, *chain[at + 1 :])
    if how == "moved":
        changed = (*rest, entry) if at < len(chain) - 1 else (entry, *rest)
        if [e.leaf for e in changed] == [e.leaf for e in chain]:
            return
    assert not closes(changed, chain[-1].link)


def test_a_leaf_is_no_link_and_a_link_no_leaf() -> None:
    assert leaf_of(FIRST_LINK[:16], FIRST_LINK[16:] + FIRST_LINK) != link_of(FIRST_LINK, FIRST_LINK)
