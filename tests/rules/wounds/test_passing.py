"""Whoever only goes by: who would be flanked is told as if it stood there."""

from __future__ import annotations

import pytest

from game.grid.grid import cells
from game.kernel.components import Carried
from game.rules.supposing import Supposition
from game.rules.wounds.position.flanks import all_flanked
from game.rules.wounds.position.passing import same_at
from game.systems.field import board_of, bodies, shape_of, standing
from tests.playing import GRIDS, play, skirmish


@pytest.mark.parametrize("grid", GRIDS)
def test_who_is_flanked_elsewhere_is_told_as_if_it_stood_there(grid: str) -> None:
    asked = 0
    for seed in range(3):
        world = play(skirmish("wounds", grid, seed), seed, 150).session.world
        if world.each(Carried):
            continue
        board, now = board_of(world), all_flanked(world)
        supposed, taken = Supposition(world), sum(set(bodies(world).values()))
        for unit in standing(world):
            shape = shape_of(world, unit)
            for cell in [*cells(board.passable & ~taken)][seed::11]:
                here = board.grid.footprint(cell, shape)
                if here:
                    asked += 1
                    assert same_at(world, unit, here) == (all_flanked(supposed.at(unit, cell)) == now)
    assert asked
