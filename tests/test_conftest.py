"""In CI a skip is a failure; elsewhere it stays a skip."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests import conftest


@pytest.mark.parametrize(("in_ci", "outcome"), [(True, "failed"), (False, "skipped")])
def test_a_skip(monkeypatch: pytest.MonkeyPatch, in_ci: bool, outcome: str) -> None:
    monkeypatch.setattr(conftest, "IN_CI", in_ci)
    report = SimpleNamespace(skipped=True, outcome="skipped", longrepr="no chromium")
    assert conftest._no_skip_in_ci(report).outcome == outcome


def test_an_expected_failure_is_no_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "IN_CI", True)
    report = SimpleNamespace(skipped=True, outcome="skipped", longrepr="", wasxfail="why")
    assert conftest._no_skip_in_ci(report).outcome == "skipped"
