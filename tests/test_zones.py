"""What units hold, or strike into, as their ruleset hands it to the shared query."""

from __future__ import annotations

import pytest

from game.kernel.components import Carried, Down, Position, Unit
from game.systems import downfall, zones
from game.systems.field import board_of, cells_of, standing, team
from tests.playing import GRIDS, RULESETS, brawl


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", RULESETS)
def test_who_stands_holds_what_is_beside_it_and_who_is_down_nothing(name: str, grid: str) -> None:
    world = brawl(name, grid, 2).session.world
    held = {unit: zones.zone(world, unit) for unit in standing(world)}
    assert any(held.values())
    everywhere = board_of(world).grid.everywhere
    for unit, cells in held.items():
        near = board_of(world).grid.spread(cells_of(world, unit))
        assert not cells & ~everywhere and (not cells or cells & near)
    unit = next(unit for unit, cells in held.items() if cells and not world.has(unit, Carried))
    downfall.bring_down(world, unit, "defeated", "")
    assert world.has(unit, Down) and not zones.zone(world, unit)


@pytest.mark.parametrize("name", RULESETS)
def test_holders_are_the_foes_whose_zones_cover_a_unit(name: str) -> None:
    world = brawl(name, "hex", 4).session.world
    for unit, _, _ in world.each(Unit, Position):
        found = zones.holders(world, unit)
        assert all(team(world, foe) != team(world, unit) for foe in found)
        assert all(zones.zone(world, foe) & cells_of(world, unit) for foe in found)
