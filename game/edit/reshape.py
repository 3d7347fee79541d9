"""Changing the frame of a draft: resizing, cropping, turning and mirroring it as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from game.edit import lattice
from game.edit.content import Content, contents, put, set_edges, with_roster
from game.edit.draft import Draft, blank, changed, edges_of, place_of
from game.edit.lattice import Flip, Motion
from game.edit.paint import glyph_of
from game.edit.shapes import bounds
from game.grid.grid import UNIT, Cell, CellSet, EdgeId, Grid, Kind, bits, cells
from game.map.board import Label
from game.map.file import MAX_SIZE
from game.map.notes import Backdrop, Comment, Light
from game.map.roster import Entry

N = TypeVar("N", Light, Comment)

Corner = Literal["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"]
"""Which part of the old map stays where it is."""


class Reshaped(Struct, frozen=True, eq=False):
    """The new draft, and what the mapmaker should know about it."""

    draft: Draft
    notes: tuple[str, ...] = ()


class Carry(Struct, frozen=True, eq=False):
    """How things get from one draft to another: where cells, edges, facings and points in widths of a cell go."""

    cell: Callable[[Cell], Cell | None]
    edge: Callable[[EdgeId], EdgeId | None]
    facing: Callable[[str], str]
    point: Callable[[float, float], tuple[float, float]]


# Resizing


def resize(draft: Draft, width: int, height: int, corner: Corner = "nw", terrain: str = "grass") -> Reshaped:
    """Another number of columns and rows, added or cut away from the part that stays; ValueError for a size too big."""
    across = {"w": 0, "c": 1, "e": 2}["w" if "w" in corner else "e" if "e" in corner else "c"]
    down = {"n": 0, "c": 1, "s": 2}["n" if "n" in corner else "s" if "s" in corner else "c"]
    left, top = -((width - draft.width) * across // 2), -((height - draft.height) * down // 2)
    notes: tuple[str, ...] = ()
    if draft.kind == "hex" and top % 2:
        # An odd shift would move every second row by half a cell and tear the map.
        top -= 1 if top > 0 else -1
        notes = ("Rows of hexes move by an even number only: a row was added or cut at the bottom, not the top.",)
    found = reframe(draft, left, top, width, height, terrain)
    return Reshaped(found.draft, (*notes, *found.notes))


def crop(draft: Draft, mask: CellSet, terrain: str = "grass") -> Reshaped:
    """Only the rectangle about some cells; ValueError for no cells."""
    left, top, width, height = frame(draft, mask)
    notes: tuple[str, ...] = ()
    if top < bounds(draft.grid, mask)[1]:
        notes = ("Rows of hexes move by an even number only: one row more was kept at the top.",)
    found = reframe(draft, left, top, width, height, terrain)
    return Reshaped(found.draft, (*notes, *found.notes))


def frame(draft: Draft, mask: CellSet) -> tuple[int, int, int, int]:
    """What `crop` would leave: column, row, width and height; on hexes from an even row on."""
    left, top, width, height = bounds(draft.grid, mask)
    odd = top % 2 if draft.kind == "hex" else 0
    return left, top - odd, width, height + odd


def reframe(draft: Draft, left: int, top: int, width: int, height: int, terrain: str = "grass") -> Reshaped:
    """The part of the map from a column and row on; new cells are of one terrain. On hexes `top` must be even."""
    if draft.kind == "hex" and top % 2:
        raise ValueError("rows of hexes move by an even number only")
    new = empty_like(draft, draft.kind, width, height, terrain)
    old_grid, grid = draft.grid, new.grid

    def cell(old: Cell) -> Cell | None:
        col, row = old_grid.xy(old)
        return grid.at(col - left, row - top) if grid.inside(col - left, row - top) else None

    def edge(old: EdgeId) -> EdgeId | None:
        here, d = old_grid.edge_side(old)
        there, beyond = cell(here), old_grid.step(here, d)
        if there is not None:
            return grid.edge(there, d)
        other = cell(beyond) if beyond is not None else None
        return None if other is None else grid.edge(other, grid.opposite(d))

    ratio = _row_height(draft.kind)
    return carried(draft, new, Carry(cell, edge, lambda name: name, lambda x, y: (x - left, y - top * ratio)))


def _row_height(kind: Kind) -> float:
    """From one row to the next, in widths of a cell."""
    return 3**0.5 / 2 if kind == "hex" else 1.0


def empty_like(draft: Draft, kind: Kind, width: int, height: int, terrain: str = "grass") -> Draft:
    """A draft of another size with the same name, sides and zones, and nothing on it yet; ValueError if too big."""
    if not 1 <= width <= MAX_SIZE or not 1 <= height <= MAX_SIZE:
        raise ValueError(f"a map of {width} x {height} cells; each must be between 1 and {MAX_SIZE}")
    new = blank(kind, width, height, terrain=terrain, name=draft.name)
    same = ("author", "description", "tags", "round_limit", "fog", "rim", "backdrop", "fairness", "legend")
    zones = tuple(msgspec.structs.replace(zone, cells=0) for zone in draft.zones)
    sides = tuple(
        with_roster(side, (entry for entry in side.roster if place_of(draft.grid, entry) is None))
        for side in draft.sides
    )
    return changed(new, zones=zones, sides=sides, **{name: getattr(draft, name) for name in same})


def carried(draft: Draft, new: Draft, carry: Carry) -> Reshaped:
    """Everything of a draft carried over into an empty one that has its zones and sides."""
    filled: dict[Cell, Content] = {}
    lost_units: list[tuple[int, Entry]] = []
    lost_cells = lost_labels = 0
    for cell, each in contents(draft, draft.grid.everywhere).items():
        there = carry.cell(cell)
        units = tuple(
            (side, msgspec.structs.replace(entry, facing=carry.facing(entry.facing))) for side, entry in each.units
        )
        if there is None or there in filled:
            lost_cells, lost_labels = lost_cells + 1, lost_labels + len(each.labels)
            lost_units += units
        else:
            filled[there] = msgspec.structs.replace(each, units=units)
    new = put(new, filled, layers=("terrain", "elevation", "props", "zones", "units"))
    labels = [Label(cell, text) for cell, each in filled.items() for text in each.labels]
    edges = {there: kind for edge, kind in edges_of(draft).items() if (there := carry.edge(edge)) is not None}
    new = changed(
        new,
        labels=tuple(sorted(labels, key=lambda each: (each.cell, each.text))),
        edge_rows=set_edges(new, edges),
        lights=tuple(_moved(light, carry) for light in draft.lights),
        comments=tuple(_moved(comment, carry) for comment in draft.comments),
        backdrop=_moved_backdrop(draft, carry),
        sides=tuple(
            msgspec.structs.replace(side, facing=carry.facing(side.facing)) if side.facing else side
            for side in new.sides
        ),
    )
    new = _unplaced(new, lost_units)
    return Reshaped(new, _notes(draft, lost_cells, lost_labels, len(lost_units)))


def _moved(note: N, carry: Carry) -> N:
    x, y = carry.point(*note.at)
    return msgspec.structs.replace(note, at=(round(x, 4), round(y, 4)))


def _moved_backdrop(draft: Draft, carry: Carry) -> Backdrop | None:
    if draft.backdrop is None:
        return None
    x, y = carry.point(*draft.backdrop.at)
    return msgspec.structs.replace(draft.backdrop, at=(round(x, 4), round(y, 4)))


def _unplaced(draft: Draft, units: list[tuple[int, Entry]]) -> Draft:
    """Units whose cell is gone stay in the roster, to be deployed anywhere."""
    sides = list(draft.sides)
    for number, entry in units:
        free = msgspec.structs.replace(entry, at="")
        sides[number] = with_roster(sides[number], (*sides[number].roster, free))
    return changed(draft, sides=tuple(sides))


def _notes(draft: Draft, cells_lost: int, labels_lost: int, units_lost: int) -> tuple[str, ...]:
    counted = (
        (cells_lost, "cell was cut off", "cells were cut off"),
        (labels_lost, "label was cut off", "labels were cut off"),
        (
            units_lost,
            "unit lost its place and deploys in its zone",
            "units lost their places and deploy in their zones",
        ),
    )
    found = [f"{count} {one if count == 1 else more}." for count, one, more in counted if count]
    if draft.recipes:
        found.append("The generators' recipes no longer fit and were dropped.")
    return tuple(found)


# Turning


def turn(draft: Draft, steps: int, terrain: str = "grass") -> Reshaped:
    """The whole map clockwise by quarters (squares) or sixths (hexes); new cells in the corners are of one terrain."""
    return _swung(draft, lattice.turning(draft.grid.layout, steps), terrain)


def flip(draft: Draft, way: Flip, terrain: str = "grass") -> Reshaped:
    """The whole map mirrored."""
    return _swung(draft, lattice.flipping(draft.grid.layout, way), terrain)


def _swung(draft: Draft, motion: Motion, terrain: str) -> Reshaped:
    old, half = draft.grid, 2 if draft.kind == "hex" else 0
    spots = {cell: motion.at(*old.axial(cell)) for cell in cells(old.everywhere)}
    top = min(r for _, r in spots.values())
    columns = {cell: q + ((r - top) // half if half else 0) for cell, (q, r) in spots.items()}
    left = min(columns.values())
    width, height = max(columns.values()) - left + 1, max(r for _, r in spots.values()) - top + 1
    if width == draft.width + 1 and height == draft.height:
        # On hexes every second row then sticks out by a cell: no wider than before if nothing is there.
        width, left = _trimmed(draft, columns, left, width, terrain)
    new = empty_like(draft, draft.kind, width, height, terrain)
    new = changed(new, rim=_turned_rim(draft, motion))
    grid = new.grid
    final = Motion(motion.a, motion.b, motion.c, motion.d, -left, -top)

    def point(x: float, y: float) -> tuple[float, float]:
        return _swung_point(old, grid, final, x, y)

    carry = Carry(
        lambda cell: grid.at_axial(*final.at(*old.axial(cell))),
        lambda edge: lattice.edge_image(old, final, edge, grid),
        lambda name: lattice.facing(old.layout, motion, name),
        point,
    )
    found = carried(draft, new, carry)
    notes = [*found.notes]
    if draft.backdrop:
        notes.append("The backdrop's picture itself is not turned.")
    added = width * height - draft.width * draft.height
    if added > 0:
        notes.append(f"{added} cells of {terrain} fill the corners.")
    return Reshaped(found.draft, tuple(notes))


def _trimmed(draft: Draft, columns: dict[Cell, int], left: int, width: int, terrain: str) -> tuple[int, int]:
    found = contents(draft, bits(cell for cell, col in columns.items() if col in (left, left + width - 1)))
    plain = Content(glyph_of(terrain))
    for col, start in ((left, left + 1), (left + width - 1, left)):
        if all(found[cell] == plain for cell, at in columns.items() if at == col):
            return width - 1, start
    return width, left


def _turned_rim(draft: Draft, motion: Motion) -> tuple[str, ...]:
    """The closed sides after a turn by quarters or a mirror; a turn by sixths has no such sides and closes all."""
    if not draft.rim or len(draft.rim) == 4:
        return draft.rim
    if draft.kind == "square":
        found = {lattice.facing(draft.grid.layout, motion, side) for side in draft.rim}
    else:
        plain = Motion(motion.a, motion.b, motion.c, motion.d)
        across, down, half = Motion(-1, -1, 0, 1), Motion(1, 1, 0, -1), Motion(-1, 0, 0, -1)
        swaps = {across: {"e": "w", "w": "e"}, down: {"n": "s", "s": "n"}, half: dict(zip("nesw", "swne", strict=True))}
        if plain not in swaps:
            return draft.rim if plain == Motion(1, 0, 0, 1) else ("n", "e", "s", "w")
        found = {swaps[plain].get(side, side) for side in draft.rim}
    return tuple(side for side in ("n", "e", "s", "w") if side in found)


def _swung_point(old: Grid, new: Grid, motion: Motion, x: float, y: float) -> tuple[float, float]:
    """A point in widths of a cell, moved as the cells are: an affine map fixed by where three points go."""
    unit = UNIT
    spots = ((0, 0), (unit, 0), (0, unit))
    before = [old.point_px(spot, 1.0) for spot in spots]
    after = [new.point_px(_scaled(motion, spot, unit), 1.0) for spot in spots]
    (ox, oy), (ax, ay), (bx, by) = before
    ux, uy, vx, vy = ax - ox, ay - oy, bx - ox, by - oy
    size = ux * vy - uy * vx
    s, t = ((x - ox) * vy - (y - oy) * vx) / size, (ux * (y - oy) - uy * (x - ox)) / size
    (px, py), (qx, qy), (rx, ry) = after
    return px + s * (qx - px) + t * (rx - px), py + s * (qy - py) + t * (ry - py)


def _scaled(motion: Motion, spot: tuple[int, int], unit: int) -> tuple[int, int]:
    q, r = spot
    return motion.a * q + motion.b * r + motion.e * unit, motion.c * q + motion.d * r + motion.f * unit
