"""Cover, reach and flanking on random boards, held against the rules written down once more, point by point."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest

from game.grid.grid import Grid
from game.grid.masks import Cell, bits, cells
from game.map.board import Board
from game.map.file import load_board
from game.map.terrain import kinds
from game.rules.clash.position.cover import look
from game.rules.clash.position.space import between, covered

PLAIN = "#.....o.b"  # signs of a random row: walls, boulders, brush and grass


def random_board(chance: random.Random, grid: str) -> Board:
    """A small board with obstacles of several grades in cells and on edges."""
    rows = ["".join(chance.choice(PLAIN) for _ in range(8)) for _ in range(6)]
    heights = ["".join(chance.choice("000013") for _ in range(8)) for _ in range(6)]
    sides = "es" if grid == "square" else ("e", "se", "sw")
    lines = [f"name: Random\ngrid: {grid}\nrows: |", *(f"  {row}" for row in rows)]
    lines += ["elevation: |", *(f"  {row}" for row in heights), "edges:"]
    for _ in range(6):
        kind = chance.choice(("wall", "low_wall", "arrow_slit", "window"))
        at = [chance.randrange(7), chance.randrange(5)]
        lines.append(f"  - {{at: {at}, side: {chance.choice(sides)}, kind: {kind}}}")
    return load_board("\n".join(lines) + "\n", "random")


def place(grid: Grid, q: Fraction, r: Fraction) -> tuple[Fraction, Fraction]:
    """Where a point lies on the ground; on hexes y is in units of half the square root of 3."""
    return (q, r) if grid.kind == "square" else (q + r / 2, r)


def points(grid: Grid, cell: Cell) -> list[tuple[Fraction, Fraction]]:
    """The sample points of a cell, in (q, r)."""
    q, r = grid.axial(cell)
    if grid.kind == "square":
        far, near = Fraction(12, 32), Fraction(5, 32)
        offsets = [(a * x, b * y) for x, y in ((far, near), (near, far)) for a in (1, -1) for b in (1, -1)]
    else:
        parts = [
            tuple(Fraction(s * p, 9) for p in order) for order in itertools.permutations((4, -1, -3)) for s in (1, -1)
        ]
        offsets = [(part[0], part[1]) for part in parts]
    return [(q + dq, r + dr) for dq, dr in offsets]


def inside(grid: Grid, cell: Cell, q: Fraction, r: Fraction) -> bool:
    """Whether a point lies strictly inside a cell."""
    x, y = grid.axial(cell)
    dq, dr = q - x, r - y
    half = Fraction(1, 2)
    if grid.kind == "square":
        return abs(dq) < half and abs(dr) < half
    return all(abs(a - b) < 1 for a, b in ((dq, dr), (dr, -dq - dr), (-dq - dr, dq)))


def crossed(grid: Grid, start: Cell, end: tuple[Fraction, Fraction]) -> list[Cell]:
    """The cells whose inside a segment passes, in order: sampled so finely that none is missed."""
    (a, b), (x, y) = grid.axial(start), end
    steps, found = 360, list[Cell]()
    near = list(cells(grid.everywhere))
    at = start
    for n in range(steps + 1):
        q, r = a + (x - a) * Fraction(n, steps), b + (y - b) * Fraction(n, steps)
        if not inside(grid, at, q, r):
            around = [cell for cell in (*grid.neighbours(at), *near) if inside(grid, cell, q, r)]
            if not around:
                continue
            at = around[0]
        if not found or found[-1] != at:
            found.append(at)
    return found


def protect(board: Board, cell: Cell) -> int:
    prop = board.prop(cell)
    return max(board.terrain(cell).protect, prop.protect if prop else 0)


def counts(board: Board, share: int, near: int, far: int, above: int) -> bool:
    """CLASH-GRID-7: whether an obstacle counts: full ones always, others unless one shoots over or through them."""
    if share == 100:
        return True
    return not (near == 1 and far > 1) and not (above >= 2 and far > 1)


def brute(board: Board, viewer: Cell, target: Cell) -> int:
    """Quarters hidden, summed over the samples."""
    grid, total = board.grid, 0
    high = board.ground[viewer] // 6
    for point in points(grid, target):
        way, worst = crossed(grid, viewer, point), 0
        for cell in way:
            if cell in (viewer, target) or not (board.obstacles | board.blocks_sight) >> cell & 1:
                continue
            near, far = grid.distance(viewer, cell, "chebyshev"), grid.distance(target, cell, "chebyshev")
            if counts(board, protect(board, cell), near, far, high - board.ground[cell] // 6):
                worst = max(worst, protect(board, cell))
        for one, other in itertools.pairwise(way):
            edge = grid.edge_between(one, other)
            kind = board.edge_kind(edge) if edge is not None else None
            if kind is None:
                continue
            near = 1 + min(grid.distance(viewer, cell, "chebyshev") for cell in (one, other))
            far = 1 + min(grid.distance(target, cell, "chebyshev") for cell in (one, other))
            above = high - max(board.ground[one], board.ground[other]) // 6
            if counts(board, kind.protect, near, far, above):
                worst = max(worst, kind.protect)
        total += worst * 4 // 100
    return total


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", range(3))
def test_cover_by_hand(grid: str, seed: int) -> None:
    chance = random.Random(f"cover {grid} {seed}")
    board = random_board(chance, grid)
    everywhere = list(cells(board.grid.everywhere))
    for _ in range(4):
        viewer, target = chance.sample(everywhere, 2)
        found = look(board, 1 << viewer, 1 << target, "chebyshev")
        name = board.grid.name
        assert found.quarters == brute(board, viewer, target), f"{name(viewer)} {name(target)}\n{board.rows}"


def test_kinds_that_hide_are_graded() -> None:
    assert {kind.protect for kind in kinds().edges.values()} >= {0, 50, 90, 100}


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_flanking_by_hand(grid: str, size: int) -> None:
    chance = random.Random(f"flank {grid} {size}")
    board = load_board(f"name: Field\ngrid: {grid}\nrows: |\n" + "  .........\n" * 9, "field")
    layout, anchors = board.grid, list(cells(board.grid.anchors(size)))
    for _ in range(150):
        middle = layout.footprint(chance.choice(anchors), size)
        one, other = chance.sample(list(cells(layout.everywhere & ~middle)), 2)
        assert between(layout, 1 << one, middle, 1 << other, size) == _flanks(layout, one, middle, other, size)


def _flanks(grid: Grid, one: Cell, middle: int, other: Cell, size: int) -> bool:
    """CLASH-GRID-6 with floating point: the foot of the perpendicular inside the segment, near enough to it."""
    tall = 1.0 if grid.kind == "square" else math.sqrt(3) / 2

    def at(cell: Cell) -> tuple[float, float]:
        x, y = place(grid, *map(Fraction, grid.axial(cell)))
        return float(x), float(y) * tall

    spots = [at(cell) for cell in cells(middle)]
    cx, cy = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    (ax, ay), (bx, by) = at(one), at(other)
    dx, dy = bx - ax, by - ay
    t = ((cx - ax) * dx + (cy - ay) * dy) / (dx * dx + dy * dy)
    off = abs((cx - ax) * dy - (cy - ay) * dx) / math.hypot(dx, dy)
    return 1e-9 < t < 1 - 1e-9 and off <= (size - 1) / 2 + 1e-9


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_reach_is_mutual_on_flat_ground(grid: str) -> None:
    chance = random.Random(f"reach {grid}")
    for _ in range(6):
        text = (
            "name: Field\ngrid: "
            + grid
            + "\nrows: |\n"
            + "".join("  " + "".join(chance.choice("#.......") for _ in range(8)) + "\n" for _ in range(6))
        )
        board = load_board(text, "field")
        for far in (1, 2, 3):
            zones = {cell: covered(board, 1 << cell, far, "chebyshev") for cell in cells(board.grid.everywhere)}
            for one, other in itertools.combinations(zones, 2):
                assert zones[one] >> other & 1 == zones[other] >> one & 1
            assert not any(zone & bits([cell]) for cell, zone in zones.items())
