"""What happens when a unit's slot is reached, and to things when the round ends (ROUND-5, HOLD-5)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.events import Rolled, SlotReached
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add
from game.rules.vitality.harm.damage import Blow, Part
from game.rules.vitality.harm.suffering import deal, lose, roll_blow
from game.rules.vitality.position.hiding import wake_up
from game.rules.vitality.position.who import beings
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import count_down
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.walking import enter
from game.systems.conditions import holds


async def reach_slot(world: World, unit: int) -> None:
    """VITALITY-ROUND-5: what lasted until the unit's next turn ends, then what its slot brings (HOLD-12)."""
    world.emit(SlotReached(unit, "VITALITY-ROUND-5"))
    holding.expire(world, unit)
    ticking = [name for name in ("bleeding", "burning") if holds(world, unit, name)]
    count_down(world, unit, "slot")
    wake_up(world, unit)
    if "bleeding" in ticking:
        await _bleed(world, unit)
    if "burning" in ticking and unit in beings(world):
        await _burn(world, unit)
    await enter(world, unit, slot=True)


async def last(world: World, unit: int) -> None:
    """VITALITY-COND-1: things have no slot; effects on them tick and run on when the round ends."""
    burning = holds(world, unit, "burning")
    count_down(world, unit, "slot")
    count_down(world, unit, "turn")
    if burning:
        await _burn(world, unit)


async def _bleed(world: World, unit: int) -> None:
    """VITALITY-COND-6."""
    dice = (numbers_of(world).bleed_die,)
    (face,) = await Roll(unit, "bleeding", dice, "VITALITY-COND-6")
    world.emit(Rolled(unit, "bleeding", dice, (face,), (), "VITALITY-COND-6"))
    lose(world, unit, face, "VITALITY-COND-6", Breakdown("blood", (add(face, "bleeding", "VITALITY-COND-6"),)))


async def _burn(world: World, unit: int) -> None:
    """VITALITY-COND-18: Armor does not help, resistances do."""
    blow = Blow((Part("heat", (numbers_of(world).burn_die,)),), armour=False)
    faces, _ = await roll_blow(world, unit, blow, "burning")
    await deal(world, None, unit, blow, None, "VITALITY-COND-18", faces, 0)
