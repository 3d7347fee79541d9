"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-records` writes tests/records anew instead of comparing."""
    parser.addoption("--update-records", action="store_true", help="write tests/records/*.txt anew")
