"""Settings for all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from ardennes.core.weights import NO_CHANGE
from ardennes.games import find, game_ids
from tests.machine import NOT_TESTED

# A shell makes background jobs ignore Ctrl-C, and child processes inherit that; the tests that press it need it back.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time, so that a failure is due to the change under test. `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("search", parent=settings.get_profile("fixed"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(autouse=True)
def _usual_weights() -> None:
    """No test finds the weights of a temperament that another test has used."""
    for name in game_ids():
        weights = find(name).weights
        if weights is not None:
            weights.use(NO_CHANGE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests noted with `record_property("summary", line)`, in any process, and what this machine cannot test."""
    for report in terminalreporter.stats.get("passed", []):
        for name, line in report.user_properties:
            if name == "summary":
                terminalreporter.write_line(str(line))
    skipped = [
        report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if isinstance(report.longrepr, tuple)
    ]
    reasons = [reason[reason.index(NOT_TESTED) :] for reason in skipped if NOT_TESTED in reason]
    for reason in sorted(set(reasons)):
        terminalreporter.write_line(f"!!! {reason}: {reasons.count(reason)} tests left out", red=True, bold=True)
