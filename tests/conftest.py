"""Options of the test run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The gate's machine may be slow and shared: no example fails for its time. Nightly runs look for new examples.
settings.register_profile("gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile("gate")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-records` writes tests/records anew instead of comparing."""
    parser.addoption("--update-records", action="store_true", help="write tests/records/*.txt anew")
