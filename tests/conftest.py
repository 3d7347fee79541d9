"""Options of the test run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The gate's machine may be slow and shared: no example fails for its time. Nightly runs look for new examples.
settings.register_profile("gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile("gate")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-records` writes tests/records anew instead of comparing."""
    parser.addoption("--update-records", action="store_true", help="write tests/records/*.txt anew")


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests has settings, levels and maps of his own: the tests see none of them and write none."""
    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            patch.setenv(name, str(folder / name.lower()))
        yield
