"""What breaks and is mended: the only writer of `Wear` (AURA-GEAR-9, 10, 14)."""

from __future__ import annotations

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.events import Gained
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Wear


def break_worn(world: World, unit: int) -> None:
    """AURA-GEAR-9 and 10: the outer suit breaks."""
    armour, wear = sheet_of(world).armour, world.get(unit, Wear)
    worn = [item for item in world.get(unit, Gear).worn if armour[item].ar and not armour[item].natural]
    if worn and worn[0] not in wear.broken:
        world.put(unit, Wear((*wear.broken, worn[0]), wear.damage))
        world.emit(Gained(unit, "broken_armour", None, "AURA-GEAR-10"))


def durability(world: World, unit: int, item: str) -> int:
    """What a shield can still take."""
    return sheet_of(world).shields[item].durability - dict(world.get(unit, Wear).damage).get(item, 0)


def wear_down(world: World, unit: int, item: str, left: int) -> None:
    """AURA-GEAR-10 and 14: a shield can take no more than that, and is broken when that is nothing."""
    wear, lost = world.get(unit, Wear), sheet_of(world).shields[item].durability - left
    damage = {**dict(wear.damage), item: lost}
    world.put(unit, Wear(wear.broken if left else (*wear.broken, item), tuple(damage.items())))


def mend(world: World, unit: int, item: str) -> None:
    """AURA-REST-4 and GEAR-10: whole again."""
    wear = world.get(unit, Wear)
    damage = tuple(pair for pair in wear.damage if pair[0] != item)
    world.put(unit, Wear(tuple(name for name in wear.broken if name != item), damage))
