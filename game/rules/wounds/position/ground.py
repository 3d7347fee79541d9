"""What the ground costs and does, and how units are in it: steps, water, cliffs (WOUNDS-MOVE-5 to 8, HD-15)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Literal

from game.grid.grid import Cell, CellSet, bits, cells, union
from game.grid.paths import Tolls, make_tolls
from game.kernel.components import Carried
from game.kernel.ecs import World, derived
from game.map.board import LEVEL, Board
from game.rules.wounds.house import house
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import body, helpless, tagged
from game.systems.conditions import holds
from game.systems.field import FIXED, board_of, bodies
from game.systems.steps import astride, repriced

Gait = Literal["walk", "swim", "climb", "both", "fly", "sunk", "hang"]
_SWIMS, _CLIMBS = ("swim", "both"), ("climb", "both")
Costs = tuple[tuple[str, int], ...]
LOW = 1.5  # levels: what is no higher can be climbed over or jumped, and hides whoever ducks behind it


# The words with which the effects of hazards begin that some rule of wounds reads.
HAZARDS = frozenset(("fire", "caltrops", "venom", "cliff", "current", "choppy", "rapids", "ice", "slippery"))


def effect(board: Board, word: str) -> CellSet:
    """The cells of hazard zones whose effect begins with that word."""
    hazards = (zone for zone in board.zones if zone.kind == "hazard")
    return union(zone.cells for zone in hazards if zone.effect.split(" ")[0] == word)


def grade(board: Board, word: str, cell: Cell, otherwise: str) -> str:
    """The second word of the effect that begins with `word` in a cell: `cliff slick` is slick."""
    for zone in board.zones:
        words = zone.effect.split(" ")
        if zone.kind == "hazard" and words[0] == word and len(words) > 1 and zone.cells >> cell & 1:
            return words[1]
    return otherwise


@lru_cache(maxsize=64)
def cliffs(board: Board) -> CellSet:
    """Cells of rock faces: whoever is there climbs (WOUNDS-HD-15)."""
    return effect(board, "cliff")


@lru_cache(maxsize=64)
def currents(board: Board) -> tuple[tuple[CellSet, int, int], ...]:
    """(cells, direction, yards a round) of flowing water: the effect `current e 2` (WOUNDS-MOVE-9)."""
    hazards = [(zone.cells, zone.effect.split(" ")) for zone in board.zones if zone.kind == "hazard"]
    flowing = [(place, words) for place, words in hazards if words[0] == "current" and len(words) == 3]
    return tuple((place, board.grid.parse_direction(way), int(yards)) for place, (_, way, yards) in flowing)


def slipperiness(board: Board, cell: Cell) -> str:
    """WOUNDS-JUMP-9: what one lands on: ice, slippery, difficult, or nothing; in deep water one swims (HD-15)."""
    if board.deep >> cell & 1:
        return ""
    if effect(board, "ice") >> cell & 1 or board.terrain(cell).id == "ice":
        return "ice"
    if effect(board, "slippery") >> cell & 1 or "slippery" in board.terrain(cell).tags:
        return "slippery"
    return "difficult" if board.difficult >> cell & 1 or board.water >> cell & 1 else ""


def feature_height(board: Board, cell: Cell) -> float:
    """Levels of something low in a cell that is climbed over: a hedge, a barricade; 0 for none."""
    prop, ground = board.prop(cell), board.terrain(cell)
    if prop is not None and not prop.impassable and prop.id == "barricade":
        return 1.5  # 54 inches (WOUNDS-HD-32)
    return float(ground.height) if "hedge" in ground.tags else 0.0


def level(board: Board, cell: Cell) -> int:
    """Whole yards of height of the ground."""
    return board.sixths(cell) // LEVEL


def multiplier(board: Board, cell: Cell, mode: Gait, costs: dict[str, int]) -> int:
    """WOUNDS-MOVE-7: what a yard in a cell costs; several kinds of hard ground multiply."""
    if mode == "fly":
        return 1
    if board.deep >> cell & 1:
        return 1 if mode in _SWIMS else costs["walking_underwater" if mode == "sunk" else "swimming"]
    total, known = 1, False
    ground, prop = board.terrain(cell), board.prop(cell)
    tags = {*ground.tags, *(prop.tags if prop else ())}
    for tag in ("knee_high", "waist_high", "mud", "undergrowth"):
        if tag in tags and not (mode in _SWIMS and tag != "mud" and tag != "undergrowth"):
            total, known = total * costs[tag], True
    if ground.water == "shallow" and not {"knee_high", "waist_high"} & tags and mode not in _SWIMS:
        total, known = total * costs["knee_high"], True
    if cliffs(board) >> cell & 1 and mode not in _CLIMBS:
        total, known = total * costs["vertical_climb"], True
    if not known and not feature_height(board, cell) and board.extra(cell) and ground.water == "none":
        total *= 1 + board.extra(cell)
    return total


def step_toll(board: Board, mode: Gait, costs: dict[str, int], start: Cell, end: Cell, d: int) -> int | None:
    """Yards for one step; None where none is possible (WOUNDS-MOVE-7, 8, HD-32)."""
    if board.impassable >> end & 1 or board.walls[d] >> start & 1:
        return None
    if board.grid.is_diagonal(d):
        flanks = [board.grid.step(start, board.grid.turn(d, side)) for side in (-1, 1)]
        if all(flank is None or board.impassable >> flank & 1 for flank in flanks):
            return None
    cost = multiplier(board, end, mode, costs)
    if mode == "fly":
        return cost
    rise = level(board, end) - level(board, start)
    climb = 1 if mode in _CLIMBS else costs["vertical_climb"]
    if mode == "hang" and rise >= 0:
        return climb  # WOUNDS-JUMP-10: up from the ledge
    if rise == 1:
        cost *= costs["steep_hill"]
    elif abs(rise) > 1:
        cost += climb * abs(rise)
    return cost + climb * (ceil(feature_height(board, end)) + ceil(edge_height(board, start, d)))


def edge_height(board: Board, start: Cell, d: int) -> float:
    """Levels of a low wall, fence or hedge that the step crosses; 0 for none."""
    if not board.low_steps[d] >> start & 1:
        return 0.0
    kind = None if board.grid.is_diagonal(d) else board.edge_kind(board.grid.edge(start, d))
    return float(kind.height) if kind is not None else 1.0


@lru_cache(maxsize=256)
def _tolls(board: Board, size: int, mode: Gait, costs: Costs) -> Tolls:
    known = dict(costs)
    return make_tolls(board.grid, lambda start, end, d: step_toll(board, mode, known, start, end, d), size)


def tolls(world: World, size: int, mode: Gait) -> Tolls:
    """What each step costs a footprint of that size, by its anchor."""
    return _tolls(board_of(world), size, mode, _costs(world))


@derived(FIXED)
def _costs(world: World) -> Costs:
    """WOUNDS-MOVE-8: a scenario may make climbing harder, where holds are few."""
    return tuple({**sheet_of(world).main.terrain, "vertical_climb": house(world).vertical_climb}.items())


def scaled(board: Board, table: Tolls, factor: int, slow: CellSet, within: CellSet) -> Tolls:
    """The tolls times `factor`; twice that for steps to one of the `slow` anchors, or from one `within` to another."""
    if factor == 1 and not slow | within:
        return table
    shift, back = board.grid.shift, map(board.grid.opposite, range(board.grid.directions))
    into = [shift(slow, d) | within & shift(within, d) for d in back]
    return repriced(table, into, factor, lambda cost: 2 * cost * factor)


@lru_cache(maxsize=64)
def parted(board: Board, size: int) -> CellSet:
    """Anchors at which a closed edge would cut the footprint in two."""
    anchors = cells(board.grid.anchors(size) if size > 1 else 0)
    return bits(anchor for anchor in anchors if astride(board, board.grid.footprint(anchor, size)))


def in_deep(world: World, unit: int) -> bool:
    """Whether the unit is in deep water, and in it itself."""
    return bool(bodies(world)[unit] & board_of(world).deep) and not _carried(world, unit)


def in_water(world: World, unit: int) -> bool:
    """Whether the unit stands or swims in water; riders and flyers do not."""
    return bool(bodies(world)[unit] & board_of(world).water) and not _carried(world, unit)


def flying(world: World, unit: int) -> bool:
    """WOUNDS-MOVE-5: in the air, above water, rocks and whatever lies on the ground; not when it lies there itself."""
    return "fly" in body(world, unit).modes and not holds(world, unit, "prone") and not helpless(world, unit)


def _carried(world: World, unit: int) -> bool:
    return world.find(unit, Carried) is not None or flying(world, unit)


def underwater(world: World, unit: int) -> bool:
    """WOUNDS-ENV-1: below the surface, and not at home there."""
    return holds(world, unit, "submerged") and not tagged(world, unit, "aquatic")


def swimming(world: World, unit: int) -> bool:
    """WOUNDS-HD-15: at the surface of deep water."""
    return in_deep(world, unit) and not holds(world, unit, "submerged")


def climbing(world: World, unit: int) -> bool:
    """WOUNDS-HD-15: on a cliff, or hanging from a ledge."""
    if holds(world, unit, "hanging"):
        return True
    return bool(bodies(world)[unit] & cliffs(board_of(world))) and not _carried(world, unit)


def mode_of(world: World, unit: int) -> Gait:
    """How the unit moves where it is."""
    modes = body(world, unit).modes
    if flying(world, unit):
        return "fly"
    if "swim" in modes and bodies(world)[unit] & board_of(world).water:
        return "swim"
    if holds(world, unit, "submerged"):
        return "sunk"
    return "climb" if "climb" in modes and climbing(world, unit) else "walk"


def gait(world: World, unit: int) -> Gait:
    """What the ground costs the unit, wherever it goes from here: WOUNDS-MOVE-5 holds from the first yard on."""
    modes, now = body(world, unit).modes, mode_of(world, unit)
    if now != "fly" and holds(world, unit, "hanging"):
        return "hang"
    if now in ("fly", "sunk") or not modes.keys() & {"swim", "climb"}:
        return now
    return "both" if modes.keys() >= {"swim", "climb"} else "swim" if "swim" in modes else "climb"
