"""The coverage table itself: what it accepts, what it finds wrong, and that it is complete."""

from __future__ import annotations

import pytest

from tests.coverage_map import BY_HAND, TABLE, known_sentences, read_rows, table, unknown_ids
from tests.shared import needs_shared

KNOWN = ["000:1", "000:2", "000:3"]


def test_a_test_a_line_by_hand_and_nothing() -> None:
    rows, faults = table({"000:1": ["a.py::t"]}, [("000:2", "later: caida")], KNOWN)
    assert rows == ["000:1\ttest: a.py::t", "000:2\tlater: caida", "000:3\tmissing"]
    assert faults == ["neither a test nor a line in coverage_by_hand.tsv: 000:3"]


def test_many_tests_are_counted_and_sorted() -> None:
    marks = {i: ["d.py::t", "b.py::t", "a.py::t", "c.py::t"] for i in KNOWN}
    rows, faults = table(marks, [], KNOWN)
    assert rows[0] == "000:1\ttest: a.py::t b.py::t c.py::t +1"
    assert faults == []


@pytest.mark.parametrize(
    ("by_hand", "fault"),
    [
        ([("000:1", "later: x")], "has a test"),
        ([("000:9", "later: x")], "no such sentence"),
        ([("000:2", "because")], "no known form"),
        ([("000:2", "decision: decisions.md")], "no known form"),
        ([("000:2", "n/a: title"), ("000:2", "later: x")], "stands twice"),
    ],
)
def test_what_is_wrong_with_a_line_by_hand(by_hand: list[tuple[str, str]], fault: str) -> None:
    _, faults = table({"000:1": ["a.py::t"], "000:3": ["a.py::t"]}, by_hand, KNOWN)
    assert any(fault in found for found in faults)


def test_ids_that_exist_and_ids_that_do_not() -> None:
    assert unknown_ids(["000:29", "P-B4"]) == set()
    assert unknown_ids(["000:9999", "005:1", "Q-1", "29"]) == {"000:9999", "005:1", "Q-1", "29"}


@needs_shared
def test_paragraphs_are_looked_up_in_the_rules() -> None:
    lost = "P-" + "B99"  # in two parts: another test looks for names of lost paragraphs
    assert unknown_ids([lost]) == {lost}


def test_the_tables_are_whole() -> None:
    ids = [rule for rule, _ in read_rows(TABLE)]
    assert ids == known_sentences()
    assert len(ids) == 417
    assert len(read_rows(BY_HAND)) < 417
