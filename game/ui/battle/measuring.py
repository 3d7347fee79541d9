"""The tools that look and measure: a line of sight with what is in its way, and the distance by the ruleset's count."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid import sight
from game.grid.grid import Cell, CellSet, cells
from game.grid.masks import union
from game.grid.sight import Heights, Sight
from game.grid.views import seen_by_rows
from game.kernel.components import Footprint, Position
from game.map.board import Board
from game.rules.ruleset import Overlay
from game.text import names
from game.ui.battle.searching import search, soon
from game.ui.battle.state import Battle

_EYES = 3  # sixths of a level above the ground: half of somebody of size 1
_GRADES = {"clear": "Clear line of sight", "cover": "Cover", "unseen": "No line of sight"}


def start(battle: Battle) -> CellSet:
    """Where is measured from: the pinned cell, else the unit that is inspected, asked or acting; 0 for nowhere."""
    if battle.pinned is not None:
        return 1 << battle.pinned
    request = battle.table.request
    unit = battle.inspected if battle.inspected is not None else request.who if request is not None else None
    return _filled(battle, unit) if unit is not None else 0


def target(battle: Battle) -> CellSet:
    """The cells pointed at: all of a unit's, or the one; 0 for nothing, and for where is measured from."""
    cell = battle.pointed()
    if cell is None:
        return 0
    unit = battle.covered().get(cell)
    found = _filled(battle, unit) if unit is not None else 1 << cell
    return 0 if found & start(battle) else found


def _filled(battle: Battle, unit: int) -> CellSet:
    world = battle.table.world
    at, size = world.find(unit, Position), world.find(unit, Footprint)
    return battle.board.grid.footprint(at.cell, size.shape if size else 1) if at is not None else 0


def line(battle: Battle) -> tuple[Sight, bool] | None:
    """What lies between, and whether the rules themselves looked: they do where an attack is offered."""
    if not battle.toggles["sight"]:
        return None
    here, there = start(battle), target(battle)
    if not here or not there:
        return None
    request, cell = battle.request, battle.pointed()
    unit = battle.covered().get(cell) if cell is not None else None
    if request is not None and unit is not None and here == _filled(battle, request.who):
        for option in request.options:
            found = battle.preview(option.key) if option.unit == unit and option.cell is None else None
            if found is not None and isinstance(found.sight, Sight):
                return found.sight, True
    return battle.keep(("line", here, there), lambda: _over_terrain(battle.board, here, there)), False


def _over_terrain(board: Board, here: CellSet, there: CellSet) -> Sight:
    eyes, aims = (
        {cell: board.sixths(cell) + _EYES for cell in cells(here)},
        {cell: board.sixths(cell) + _EYES for cell in cells(there)},
    )
    return sight.look(
        board.grid,
        here,
        there,
        blocks=board.blocks_sight,
        obstacles=board.obstacles,
        edge_blocks=board.opaque,
        edge_obstacles=board.obstacle_edges,
        heights=Heights(eyes, aims, dict(enumerate(board.tops)), board.edge_tops),
    )


def view(battle: Battle) -> tuple[Overlay, ...]:
    """What is seen from where is measured from, over the terrain."""
    here = start(battle) if battle.toggles["sight"] else 0
    if not here:
        return ()
    found = search(battle, ("view", here), lambda: _seen_from(battle.board, here))
    return (Overlay("seen", union(found.found), "What is seen from there"),) if soon(found) else ()


def _seen_from(board: Board, here: CellSet) -> Iterator[CellSet]:
    yield here
    for cell in cells(here):
        yield from seen_by_rows(board.grid, cell, board.grid.everywhere & ~here, board.blocks_sight, board.opaque)


def crossed(found: Sight) -> Overlay:
    """The cells under the line between the centres."""
    return Overlay("cover", sight.cells_in(found.rays()[0].crossings) & found.grid.everywhere, "crossed")


def in_the_way(found: Sight) -> list[Cell]:
    """The cells that stop the line or give cover from it."""
    stopped = 0
    for crossings in found.stopped():
        stopped |= sight.cells_in(crossings) & found.blocks[0]
    covered = sight.cells_in(found.covered()) & (found.blocks[0] | found.obstacles[0])
    return [*cells((stopped if found.grade == "unseen" else covered) & ~found.skip & found.grid.everywhere)]


def said(battle: Battle) -> list[str]:
    """What the tools that are on say of the cell pointed at."""
    lines = []
    found = line(battle)
    if found is not None:
        seen, ruled = found
        by = "by the rules" if ruled else "terrain only"
        things = list(
            dict.fromkeys([_thing(battle, cell) for cell in in_the_way(seen)] + edges_in_the_way(battle, seen))
        )
        behind = f", because of {names.join(things)}" if things and seen.grade != "clear" else ""
        lines.append(f"{_GRADES[seen.grade]}{behind} ({by})")
    paces = distance(battle)
    if paces is not None:
        lines.append(f"Distance: {paces} {'pace' if paces == 1 else 'paces'}")
    return lines


def edges_in_the_way(battle: Battle, found: Sight) -> list[str]:
    """What stands on the edges that stop the line, or give cover from it, by its title."""
    stopped = 0
    for crossings in found.stopped() if found.grade == "unseen" else (found.covered(),):
        stopped |= sight.edges_in(crossings) & (found.blocks[1] | found.obstacles[1])
    kinds = [battle.board.edge_kind(edge) for edge in cells(stopped)]
    return [kind.title for kind in kinds if kind is not None]


def _thing(battle: Battle, cell: Cell) -> str:
    name, unit, prop = battle.board.grid.name(cell), battle.covered().get(cell), battle.board.prop(cell)
    if unit is not None:
        return names.who_name(battle.table.world, unit)
    return f"{(prop or battle.board.terrain(cell)).title} at {name}"


def distance(battle: Battle) -> int | None:
    """Paces to what is pointed at, as the ruleset counts them; None while the ruler is off."""
    if not battle.toggles["ruler"]:
        return None
    here, there = start(battle), target(battle)
    if not here or not there:
        return None
    return battle.board.grid.distance_sets(here, there, battle.ruleset.metric)


def labels(battle: Battle) -> tuple[tuple[Cell, str], ...]:
    """The distance beside the cell that is pointed at."""
    paces, cell = distance(battle), battle.pointed()
    return ((cell, str(paces)),) if paces is not None and cell is not None else ()
