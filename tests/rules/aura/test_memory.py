"""What is remembered must be what would be found: every memo that is used again is worked out anew and compared."""

from __future__ import annotations

import pytest

from tests import memories
from tests.playing import board


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_memos_are_up_to_date(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    memories.play(board(grid), "aura", monkeypatch)
