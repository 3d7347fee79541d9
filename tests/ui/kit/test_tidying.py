"""Memory is tidied up while nothing moves."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from game.ui.kit.tidying import Tidying


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_a_full_look_waits_until_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [0], list[int]()
    monkeypatch.setattr(gc, "collect", lambda: looks.append(now[0]))
    tidying = Tidying(lambda: now[0])
    assert gc.get_threshold()[2] > 1_000_000
    for now[0] in range(0, 30_000, 500):
        tidying.look(idle=now[0] % 7_000 == 0)
    assert looks == [14_000, 28_000]
    for now[0] in range(30_000, 400_000, 500):
        tidying.look(idle=False)
    assert looks == [14_000, 28_000, 148_000, 268_000, 388_000]
