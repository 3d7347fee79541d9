"""The endless plain, where every step costs one metre: ways on it serve wherever a map looks like it (AURA-MOVE-6)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, make_grid
from game.grid.layout import Kind
from game.grid.paths import Reach, Tolls, make_tolls, reach
from game.rules.aura.position.lines import Vector, legs, measured, vector


class Trail(NamedTuple):
    """A way over the plain: its cells, the metres used at each, turns paid, and where its first leg leads."""

    path: tuple[Cell, ...]
    costs: tuple[int, ...]
    turns: int
    first: Vector


def room(budget: int) -> int:
    """How far the map leads each way on which so many metres are looked at: few maps serve all."""
    return -(-budget // 10) * 10


@lru_cache(maxsize=64)
def plain(kind: Kind, budget: int) -> Reach:
    """The reach from the middle of a map on which every step costs one metre."""
    far = room(budget)
    grid = make_grid(kind, 2 * far + 5, 2 * far + 5)
    return reach(grid, _tolls(kind, far), grid.at(far + 2, far + 2), budget, diagonals="flat")


@lru_cache(maxsize=256)
def standing(kind: Kind, budget: int, blocked: CellSet) -> Reach:
    """The same while these cells cannot be entered."""
    found = plain(kind, budget)
    return reach(found.grid, _tolls(kind, room(budget)), found.start, budget, diagonals="flat", blocked=blocked)


@lru_cache(maxsize=64)
def _tolls(kind: Kind, far: int) -> Tolls:
    grid = make_grid(kind, 2 * far + 5, 2 * far + 5)
    return make_tolls(grid, lambda here, there, d: 1)


@lru_cache(maxsize=1 << 14)
def between(kind: Kind, budget: int, cell: Cell, longest: int) -> CellSet:
    """Every cell on a way from the middle to one of its cells that is at most so long."""
    whole, found = plain(kind, budget), 0
    for gone in range(longest + 1):
        found |= whole.grid.disc(whole.start, gone, "chebyshev") & whole.grid.disc(cell, longest - gone, "chebyshev")
    return found & whole.everywhere


@lru_cache(maxsize=1 << 15)
def trail(kind: Kind, far: int, path: tuple[Cell, ...]) -> Trail:
    """The way by a path on a map that leads so far, with what its turns cost but for that to its first leg."""
    grid = plain(kind, far).grid
    first = vector(grid, path[0], path[legs(grid, path)[0][1]])
    return Trail(*measured(grid, path, tuple(range(len(path))), None), first)


def headed(way: Trail, lost: int) -> Trail:
    """The same for whoever loses so much by turning to its first leg."""
    if not lost:
        return way
    path, costs, turns, first = way
    return Trail(path, (0, *[metres + lost for metres in costs[1:]]), turns + 1, first)
