"""The game looks for garbage less often than Python does by itself, in its workers too."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from game.__main__ import main
from game.ai import batch


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_commands_look_seldom(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "poise"]) == 0
    assert gc.get_threshold()[0] > 10_000 and gc.isenabled()


def test_workers_look_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_end_with_parent", lambda: None)  # this process has no parent to end with
    batch._begin_work()
    assert gc.get_threshold()[0] > 10_000 and gc.isenabled()
