"""What is remembered must be what would be found: every memo that is used again is worked out anew and compared."""

from __future__ import annotations

import pytest

from game.map.file import load_board
from tests import memories

_GROUND = """
name: Ford
grid: {grid}
size: [12, 7]
rows: |
  {row}
  {row}
  {row}
  {row}
  {row}
  {row}
  {row}
zones:
  west: {{kind: deploy, rect: [0, 0, 4, 7]}}
  east: {{kind: deploy, rect: [8, 0, 4, 7]}}
sides:
  - name: West
    zone: west
    roster:
      - {{unit: knight, state: {{mounted_on: riding_horse}}}}
      - {{unit: mage}}
      - {{unit: medic}}
      - {{unit: duelist}}
  - {{name: East, zone: east, roster: [{{unit: ogre}}, {{unit: wolf}}, {{unit: archer}}, {{unit: goblin}}]}}
"""


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_memos_are_up_to_date(grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board(_GROUND.format(grid=grid, row=". " * 11 + "."), "ford")
    memories.play(board, "wounds", monkeypatch)
