"""What holds for every test: reproducible hypothesis, rule marks, no silent skip in CI."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.coverage_map"]

settings.register_profile(
    "test",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("slow", parent=settings.get_profile("test"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

IN_CI = os.environ.get("CI") == "true"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    return _no_skip_in_ci(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    report = yield
    return _no_skip_in_ci(report)


def _no_skip_in_ci(report: Any) -> Any:
    """A test that is skipped proves nothing: in CI everything it could need is installed."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report
