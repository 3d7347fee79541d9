"""Counts of who is near a cell: by planes, and carried on from change to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from game.ai.controller import find_controller
from game.ai.counts import added, by_number, counted, exceeds, taken
from game.ai.crowds import crowd
from game.grid.grid import CellSet, bits, cells
from game.systems.field import board_of, bodies, standing, teams
from tests.playing import skirmish

AREAS = st.lists(st.sets(st.integers(0, 20)).map(bits), max_size=9)


def numbers(areas: Sequence[CellSet]) -> Counter[int]:
    return Counter(cell for area in areas for cell in cells(area))


@given(AREAS, AREAS)
def test_planes_count_areas(more: list[CellSet], less: list[CellSet]) -> None:
    planes, others = counted(more), counted(less)
    by_cell, by_other = numbers(more), numbers(less)
    everywhere = bits(range(21))
    told = [(number, cell) for number, there in by_number(planes, everywhere) for cell in cells(there)]
    assert sorted(told) == sorted((by_cell[cell], cell) for cell in range(21))
    assert len({number for number, _ in by_number(planes, everywhere)}) == len(by_number(planes, everywhere))
    assert set(cells(exceeds(planes, others))) == {cell for cell in range(21) if by_cell[cell] > by_other[cell]}
    for area in less:
        planes = added(planes, area)
    for area in more:
        planes = taken(planes, area)
    assert planes == others


def test_a_crowd_is_counted_on_as_units_move_and_fall() -> None:
    game, players = skirmish("poise", "hex", 4), [find_controller("random", 4)]
    changes = 0
    for _ in range(150):
        if game.session.request is None:
            break
        world, before = game.session.world, dict(bodies(game.session.world))
        game.answer(players[0].choose(game.session))
        changes += before != bodies(world)
        grid, filled, fights_for = board_of(world).grid, bodies(world), teams(world)
        for own in set(fights_for.values()):
            there = [one for one in standing(world) if fights_for[one] == own]
            others = [one for one in standing(world) if fights_for[one] != own]
            near = {one: grid.within(filled[one], 4, "alternating") for one in standing(world)}
            assert crowd(world, own, "own", 4, "alternating") == counted(near[one] for one in there)
            assert crowd(world, own, "others", 4, "alternating") == counted(near[one] for one in others)
    assert changes > 10
