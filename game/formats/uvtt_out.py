"""Boards -> Universal VTT: walls as lines, doors as portals, lights, and a picture of the ground."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator
from typing import Any

import msgspec

from game.formats import safe
from game.formats.report import Exported, FormatError, Note, counted, places
from game.formats.uvtt import DEFAULT_PIXELS
from game.grid.grid import EdgeId, Point, cells
from game.map.board import Board
from game.map.notes import Light
from game.map.terrain import kinds


def write(board: Board, picture: bytes = b"", pixels: int = 0) -> Exported:
    """The file of a board: walls as lines, doors as portals, lights; `picture` is a PNG of the map, if there is one."""
    wide, high = board.grid.extent_px(1)
    found = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": _number(wide), "y": _number(high)},
            "pixels_per_grid": pixels or int(DEFAULT_PIXELS),
        },
        "line_of_sight": [_spots(board, line) for line in _chains(board, _walls(board))],
        "objects_line_of_sight": [_spots(board, line) for line in _chains(board, _outlines(board))],
        "portals": [_portal(board, edge, kind) for edge, kind in board.doors.items()],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [_lamp(light) for light in board.lights],
        "image": base64.b64encode(picture).decode(),
    }
    data = msgspec.json.encode(found)
    if len(data) > safe.MAX_BYTES:
        raise FormatError(f"{board.name}: the picture is too big for the format; fewer pixels to a cell help")
    return Exported(data + b"\n", tuple(_losses(board, picture=bool(picture))))


def _walls(board: Board) -> list[EdgeId]:
    """The edges that stop steps and looks for good."""
    opaque = [
        edge.edge for edge in board.edges if kinds().edges[edge.kind].blocks_sight and edge.edge not in board.doors
    ]
    return sorted({*opaque, *cells(board.rim_walls)} - set(board.doors))


def _outlines(board: Board) -> list[EdgeId]:
    """The edges around cells that cannot be seen through."""
    grid, mask, found = board.grid, board.blocks_sight, []
    for cell in cells(mask):
        for d in grid.layout.sides:
            there = grid.step(cell, d)
            if there is not None and not mask >> there & 1:
                found.append(grid.edge(cell, d))
    walls = {*_walls(board), *board.doors}
    return sorted(set(found) - walls)


def _chains(board: Board, edges: list[EdgeId]) -> Iterator[list[Point]]:
    """Edges joined to lines as long as can be, corners in straight runs left out."""
    ends = {edge: board.grid.edge_ends(edge) for edge in edges}
    roads: dict[Point, list[EdgeId]] = {}
    for edge, both in ends.items():
        for corner in both:
            roads.setdefault(corner, []).append(edge)
    left = dict.fromkeys(edges)
    # Lines begin where no or several others go on; what is left then are rings.
    starts = [corner for corner in roads if len(roads[corner]) != 2]
    for corner in (*starts, *roads):
        while onward := [each for each in roads[corner] if each in left]:
            line = [corner]
            while onward:
                del left[onward[0]]
                a, b = ends[onward[0]]
                here = b if line[-1] == a else a
                line.append(here)
                onward = [each for each in roads[here] if each in left] if len(roads[here]) == 2 else []
            yield _straightened(line)


def _straightened(line: list[Point]) -> list[Point]:
    found = line[:1]
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        cross = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if cross:
            found.append(here)
    return [*found, line[-1]]


def _spots(board: Board, line: list[Point]) -> list[dict[str, float]]:
    return [_spot(*board.grid.point_px(corner, 1)) for corner in line]


def _spot(x: float, y: float) -> dict[str, float]:
    return {"x": _number(x), "y": _number(y)}


def _number(value: float) -> float:
    """To a millionth; whole numbers without a point."""
    return int(value) if value == int(value) else round(value, 6)


def _portal(board: Board, edge: EdgeId, kind: str) -> dict[str, Any]:
    (x, y), (x2, y2) = board.grid.edge_px(edge, 1)
    return {
        "position": _spot((x + x2) / 2, (y + y2) / 2),
        "bounds": [_spot(x, y), _spot(x2, y2)],
        "rotation": round(math.atan2(y2 - y, x2 - x), 6),
        "closed": kinds().edges[kind].step == "closed",
        "freestanding": False,
    }


def _lamp(light: Light) -> dict[str, Any]:
    return {
        "position": _spot(*light.at),
        "range": _number(light.range),
        "intensity": _number(light.intensity),
        "color": f"ff{light.colour[1:]}",
        "shadows": light.shadows,
    }


def _losses(board: Board, *, picture: bool) -> Iterator[Note]:
    if board.kind == "hex":
        yield Note("lost", "the hexes: the format knows a grid of squares only; walls stand where they stood")
    where = "is in the picture only" if picture else "is not in the file: it has no picture"
    yield Note("lost" if not picture else "changed", f"terrain {where}")
    if any(kinds().edges[edge.kind].blocks_sight for edge in board.edges):
        yield Note("changed", "walls and palisades are lines without a kind")
    held = [edge for edge in board.edges if not kinds().edges[edge.kind].blocks_sight and edge.edge not in board.doors]
    if held:
        names = sorted({edge.kind for edge in held})
        at = places([board.grid.edge_name(edge.edge) for edge in held])
        yield Note("lost", f"{counted(len(held), 'edge')} one can see across: {', '.join(names)}{at}")
    for what, there in (
        ("heights", any(board.heights)),
        ("zones", board.zones),
        ("labels", board.labels),
        ("props but for their outlines", board.props),
        ("sides and units", board.sides),
        ("author, description and tags", board.author or board.description or board.tags),
        ("recipes and the fairness remark", board.recipes or board.fairness),
        ("the fog", board.fog != "off"),
        ("comments", board.comments),
        ("the backdrop's file" if not picture else "the backdrop but for what the picture shows", board.backdrop),
    ):
        if there:
            yield Note("lost", what)
