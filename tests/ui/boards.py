"""Boards and worlds for drawing, made by hand: no ruleset is needed."""

from __future__ import annotations

from game.grid.grid import Kind, bits, make_grid
from game.kernel.components import Condition, Conditions, Down, Facing, Field, Footprint, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.map.board import Board, Edge, Label, Prop, Zone
from game.map.roster import SideSetup
from game.map.terrain import kinds

GLYPHS = "".join(sorted(kind.glyph for kind in kinds().terrain.values()))


def plain(kind: Kind, width: int = 12, height: int = 9) -> Board:
    """Grass and nothing else."""
    return Board(name="plain", kind=kind, rows=("." * width,) * height)


def rich(kind: Kind, width: int = 12, height: int = 9) -> Board:
    """Every terrain, every prop, every kind of edge, heights, zones and a label."""
    count = width * height
    text = (GLYPHS * (count // len(GLYPHS) + 1))[:count]
    rows = tuple(text[row * width : (row + 1) * width] for row in range(height))
    grid = make_grid(kind, width, height)
    props = tuple(Prop(grid.at(n % width, n // width), name) for n, name in enumerate(kinds().props))
    across = grid.parse_direction("e")
    edges = tuple(
        Edge(grid.edge(grid.at(n % (width - 1), 3 + n // (width - 1)), across), name)
        for n, name in enumerate(kinds().edges)
    )
    zones = tuple(
        Zone(f"zone {n}", word, bits(grid.at(col, height - 1 - n) for col in range(width)), title=word)
        for n, word in enumerate(("deploy", "objective", "exit", "hazard", "area"))
    )
    heights = tuple((n % width) // 2 * 3 - 6 for n in range(count))
    return Board(
        name="rich",
        kind=kind,
        rows=rows,
        heights=heights,
        edges=edges,
        props=props,
        zones=zones,
        labels=(Label(grid.at(2, 2), "Here"),),
        sides=(SideSetup("Red", zone="zone 0"),),
    )


def armies(board: Board, count: int = 6) -> tuple[World, list[int]]:
    """A world with two sides and `count` units, every third with conditions, one of them fallen."""
    world = World()
    world.spawn(Field(board, None, {}, 20))
    sides = [world.spawn(Side(name, n, n)) for n, name in enumerate(("Red", "Blue"), 1)]
    units = []
    for n in range(count):
        cell = board.grid.at(n * 2 % board.width, n * 2 // board.width * 2 % board.height)
        names = ("burning", "wet", "reeling", "confused", "hindered") if n % 3 == 0 else ()
        units.append(
            world.spawn(
                Unit(f"unit {n}", "archer", sides[n % 2], n // 2 + 1, "archer"),
                Position(cell),
                Footprint(1),
                Facing(n % board.grid.directions),
                Pools(("poise", "momentum", "focus"), (n % 13, n % 7, n % 5), (12, 6, 4)),
                Conditions(tuple(Condition(name) for name in names)),
            )
        )
    if count > 4:
        world.put(units[4], Down("defeated"))
    return world, units
