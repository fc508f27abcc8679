"""What counts as sent: an opening travels once, and again to who may not have it."""

from __future__ import annotations

import pytest

from tapete.record.proof import commit
from tapete.server.proofs import Proofs


def dealt() -> Proofs:
    proofs = Proofs()
    proofs.open("mesa-1")
    proofs.take(commit("mesa-1", 0, ("7o", "6c", "Ae"), bytes))
    return proofs


@pytest.mark.rule("000:16")
def test_an_opening_travels_once_to_each_viewer() -> None:
    proofs = dealt()
    assert [o.card for o in proofs.fresh("ana", ["7o"], ())] == ["7o"]
    assert proofs.fresh("ana", ["7o"], ()) == ()
    assert [o.card for o in proofs.fresh("beto", ["7o"], ())] == ["7o"]


@pytest.mark.rule("000:16")
def test_a_spectator_who_comes_late_is_not_taken_for_one_who_saw_it_all() -> None:
    proofs = dealt()
    proofs.fresh(None, ["7o"], ())  # everybody who watches has it
    proofs.all("late", ["6c"], ())  # by now it has left the felt and the log
    assert [o.card for o in proofs.fresh(None, ["7o"], ())] == ["7o"]


@pytest.mark.rule("000:16")
def test_who_comes_back_with_nothing_is_sent_everything_again() -> None:
    proofs = dealt()
    proofs.fresh("ana", ["7o"], ())
    proofs.all("ana", ["6c"], ())
    assert [o.card for o in proofs.fresh("ana", ["7o"], ())] == ["7o"]
