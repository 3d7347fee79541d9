"""In what a unit is: in the water, under it, on a cliff, in the air; and how it moves there (WOUNDS-MOVE-5, HD-15)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.rules.wounds.state import Riding, body, helpless, spaces, tagged
from game.rules.wounds.terrain import Mode, cliffs
from game.systems.conditions import holds
from game.systems.field import board_of


def in_deep(world: World, unit: int) -> bool:
    """Whether the unit is in deep water, and in it itself."""
    return bool(spaces(world)[unit] & board_of(world).deep) and not _carried(world, unit)


def in_water(world: World, unit: int) -> bool:
    """Whether the unit stands or swims in water; riders and flyers do not."""
    return bool(spaces(world)[unit] & board_of(world).water) and not _carried(world, unit)


def flying(world: World, unit: int) -> bool:
    """WOUNDS-MOVE-5: in the air, above water, rocks and whatever lies on the ground; not when it lies there itself."""
    return "fly" in body(world, unit).modes and not holds(world, unit, "prone") and not helpless(world, unit)


def _carried(world: World, unit: int) -> bool:
    return world.find(unit, Riding) is not None or flying(world, unit)


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
    return bool(spaces(world)[unit] & cliffs(board_of(world))) and not _carried(world, unit)


def mode_of(world: World, unit: int) -> Mode:
    """How the unit moves where it is."""
    modes = body(world, unit).modes
    if flying(world, unit):
        return "fly"
    if "swim" in modes and spaces(world)[unit] & board_of(world).water:
        return "swim"
    if holds(world, unit, "submerged"):
        return "sunk"
    return "climb" if "climb" in modes and climbing(world, unit) else "walk"


def gait(world: World, unit: int) -> Mode:
    """What the ground costs the unit, wherever it goes from here: WOUNDS-MOVE-5 holds from the first yard on."""
    modes, now = body(world, unit).modes, mode_of(world, unit)
    if now != "fly" and holds(world, unit, "hanging"):
        return "hang"
    if now in ("fly", "sunk") or not modes.keys() & {"swim", "climb"}:
        return now
    return "both" if modes.keys() >= {"swim", "climb"} else "swim" if "swim" in modes else "climb"
