"""What is remembered must be what would be found: every memo that is used again is worked out anew and compared."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.kernel.components import Side
from game.kernel.flow import Decision
from game.map.file import load_board
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, side_of
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
    memories.watch(monkeypatch)
    board = load_board(_GROUND.format(grid=grid, row=". " * 11 + "."), "ford")
    skirmish = Skirmish(quick(board, "wounds", ("random", "random"), 4)).settle()
    rules = find_ruleset("wounds")
    players = [find_controller("random", f"{number}") for number in range(2)]
    for _ in range(150):
        request = skirmish.session.request
        if not isinstance(request, Decision):
            break
        world = skirmish.session.world
        memories.check(world)
        rules.worth(world, side_of(world, request.who))
        side = world.get(side_of(world, request.who), Side)
        skirmish.answer(players[side.number - 1].choose(skirmish.session))
