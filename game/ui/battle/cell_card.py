"""One line about the cell that is pointed at: what it is, what it does, and why it cannot be gone to."""

from __future__ import annotations

import pygame

from game.grid.grid import Cell
from game.kernel.components import Lying, Position
from game.map.board import Board, Zone
from game.map.terrain import EdgeKind, PropKind, Terrain
from game.rules.ruleset import Ruleset, reads_hazard
from game.text import names
from game.ui.battle import knowing, measuring
from game.ui.battle.state import Battle
from game.ui.kit import text
from game.ui.kit.theme import Color, Look

_WAYS = {"n": "north", "ne": "north-east", "e": "east", "se": "south-east"}
_WAYS |= {"s": "south", "sw": "south-west", "w": "west", "nw": "north-west"}


def describe(board: Board, cell: Cell, ruleset: Ruleset) -> str:
    """Place, terrain and what it does by these rules, height, what stands there and on its edges, zones."""
    grid, terrain, prop = board.grid, board.terrain(cell), board.prop(cell)
    parts = [_kind(terrain, ruleset)]
    if board.sixths(cell):
        parts.append(f"level {float(board.level(cell)):.3g}")
    if prop is not None:
        parts.append(_kind(prop, ruleset))
    parts += _edges(board, cell)
    parts += [_zone(zone, ruleset) for zone in board.zones if zone.cells >> cell & 1]
    return f"{grid.name(cell)}  {' · '.join(parts)}"


def _kind(kind: Terrain | PropKind, ruleset: Ruleset) -> str:
    does = []
    if kind.impassable:
        does.append("impassable")
    elif kind.extra:
        does.append(f"{kind.extra} extra movement to enter")
    if isinstance(kind, Terrain) and kind.water != "none":
        does.append("swimming" if kind.water == "deep" else "shallow")
    does += _view(obstacle=kind.obstacle, blocks=kind.blocks_sight)
    does += _dangers(kind.hazard, ruleset)
    return f"{kind.title} ({', '.join(does)})" if does else kind.title


def _zone(zone: Zone, ruleset: Ruleset) -> str:
    title = zone.title or zone.name.replace("_", " ")
    does = _dangers(zone.effect, ruleset) if zone.kind == "hazard" else []
    return f"{title} ({', '.join(does)})" if does else title


def _dangers(effect: str, ruleset: Ruleset) -> list[str]:
    """What a hazard does and when, in the ruleset's own words; nothing where the ruleset knows none of it."""
    if not effect or not reads_hazard(ruleset, effect):
        return []
    return [ruleset.titles.get(f"danger_{effect.split(' ')[0]}", f"dangerous: {effect}")]


def _view(*, obstacle: bool, blocks: bool) -> list[str]:
    return ["blocks sight"] if blocks else ["gives cover"] if obstacle else []


def _edges(board: Board, cell: Cell) -> list[str]:
    """What stands on the cell's edges, each kind once with its sides."""
    grid = board.grid
    found: dict[str, list[str]] = {}
    for d in range(grid.directions):
        if grid.is_diagonal(d):
            continue
        kind = board.edge_kind(grid.edge(cell, d))
        if kind is not None:
            found.setdefault(_edge(kind), []).append(_WAYS[grid.names[d]])
    return [f"{what} to the {names.join(ways)}" for what, ways in found.items()]


def _edge(kind: EdgeKind) -> str:
    does = {"closed": ["no way through"], "low": ["can be stepped over"]}.get(kind.step, [])
    does = does + _view(obstacle=kind.obstacle, blocks=kind.blocks_sight)
    return f"{kind.title} ({', '.join(does)})" if does else kind.title


def _known(battle: Battle, cell: Cell) -> str:
    """What the side at the screen knows of a cell."""
    if not knowing.shown(battle, cell, "shroud"):
        return f"{battle.board.grid.name(cell)}  Unexplored"
    lying = _lying(battle, cell) if knowing.shown(battle, cell, "fog") else ""
    return describe(battle.board, cell, battle.ruleset) + lying


def _lying(battle: Battle, cell: Cell) -> str:
    """What lies about there."""
    things = battle.table.world.each(Lying, Position)
    found = [names.title(battle.ruleset, thing.item) for _, thing, place in things if place.cell == cell]
    return f" · here lies {names.join(found)}" if found else ""


def why_not(battle: Battle, cell: Cell) -> str:
    """Why the unit whose turn it is cannot go there, where that can be told; empty if it can."""
    request = battle.request
    world = battle.table.world
    if request is None or request.question != "turn" or world.find(request.who, Position) is None:
        return ""
    reach = next((one for one in battle.overlays(request.who) if one.kind == "reach"), None)
    covered = battle.covered().get(cell)
    if reach is None or cell in battle.here() or covered == request.who:
        return ""
    if battle.board.impassable >> cell & 1:
        return "Nobody can stand here."
    if covered is not None:
        return f"{names.who_name(world, covered)} stands here."
    return "" if reach.cells >> cell & 1 else "Out of reach."


def draw(battle: Battle, surface: pygame.Surface) -> None:
    """On the lower edge of the board, while a cell is pointed at."""
    cell = battle.pointed()
    if cell is None:
        return
    look, rect, p = battle.app.look, battle.areas.board, battle.app.look.palette
    size, pad = look.size("small"), look.px(8)
    said = battle.keep(("cell", cell, *battle.lookers()), lambda: _known(battle, cell))
    why = battle.keep(("why not", cell, battle.verb), lambda: why_not(battle, cell))
    room = rect.width - 4 * pad
    lines = [(line, p.text) for line in text.wrap(said, size, room)]
    ghosts = knowing.said(battle, cell)
    lines += [(line, p.warn) for line in text.wrap(ghosts, size, room)] if ghosts else []
    lines += [(part, p.info) for line in measuring.said(battle) for part in text.wrap(line, size, room)]
    lines += [(line, p.warn) for line in text.wrap(why, size, room)] if why else []
    wide = max(text.width(line, size) for line, _ in lines) + 2 * pad
    place = pygame.Rect(rect.x + pad, 0, wide, text.line_height(size) * len(lines) + pad)
    place.bottom = rect.bottom - pad
    cell_high = battle.pane.camera.size
    if place.inflate(cell_high, cell_high).collidepoint(battle.pane.place_of(cell)):
        place.y = rect.y + pad  # never over what is pointed at
    _plate(surface, look, place, lines)


def _plate(surface: pygame.Surface, look: Look, rect: pygame.Rect, lines: list[tuple[str, Color]]) -> None:
    """Lines in their colours on a plate."""
    size, pad, p = look.size("small"), look.px(8), look.palette
    pygame.draw.rect(surface, p.panel, rect, border_radius=look.px(5))
    pygame.draw.rect(surface, p.line, rect, 1, border_radius=look.px(5))
    for number, (line, ink) in enumerate(lines):
        text.draw(surface, line, (rect.x + pad, rect.y + pad // 2 + number * text.line_height(size)), size, ink)
