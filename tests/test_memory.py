"""What every ruleset remembers is what it would find."""

from __future__ import annotations

import pytest

from game.ai.controller import find_controller
from game.kernel.ecs import World
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.rules.clash.position.space import zone_of
from game.skirmish.record import Skirmish
from game.systems.field import board_of
from game.systems.ground import turn_door
from tests import memories
from tests.playing import GRIDS, RULESETS, brawl, ruleset, units

ANSWERS = 150
_DOORS = """
name: Doors
grid: square
size: [9, 5]
rows: |
  .........
  .........
  .........
  .........
  .........
edges:
  - {kind: door, from: [4, 0], to: [4, 4], side: e}
zones:
  west: {kind: deploy, rect: [4, 0, 1, 5]}
  east: {kind: deploy, rect: [5, 0, 1, 5]}
"""


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", RULESETS)
def test_memories_are_up_to_date(name: str, grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    memories.watch(monkeypatch)
    game, player = brawl(name, grid, 3), find_controller("random", 3)
    for _ in range(ANSWERS):
        if game.session.request is None:
            break
        memories.check(game.session.world)
        game.answer(player.choose(game.session))


def test_a_door_that_opens_lets_zones_of_control_through() -> None:
    sides = (
        SideSetup("red", "west", roster=(Entry(role="fighter"),)),
        SideSetup("blue", "east", roster=(Entry(role="fighter"),)),
    )
    world = Skirmish(Scenario("clash", _DOORS, sides, seed=1), ruleset("clash")).settle().session.world
    before = [zone_of(world, unit) for unit in units(world)]
    for edge in board_of(world).doors:
        turn_door(world, edge)
    after = [zone_of(world, unit) for unit in units(world)]
    assert after == [zone_of(World(world.save()), unit) for unit in units(world)] != before
