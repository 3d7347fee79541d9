"""The order of a round: slots, unions among them, and what happens when a slot is reached (INIT, ROUND-5, HOLD-5)."""

from __future__ import annotations

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled, SlotReached
from game.kernel.flow import Option, Roll, decide
from game.kernel.numbers import Breakdown, add
from game.rules.vitality import holding
from game.rules.vitality.damage import Blow, Part
from game.rules.vitality.figures import initiative, order_class, order_words, rank_key
from game.rules.vitality.harm import deal, lose, roll_blow
from game.rules.vitality.hiding import wake_up
from game.rules.vitality.moving import enter
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import Order, Round, count_down, has
from game.rules.vitality.who import beings, is_thing

Group = tuple[int, ...]


def group_class(world: World, group: Group) -> int:
    """VITALITY-UNION-4, 5, 7: first only if all are; last if any is, even one that is first as well."""
    if len(group) == 1:
        return order_class(world, group[0])
    words = [order_words(world, unit) for unit in group]
    if any("last" in each for each in words):
        return 1
    return -1 if all("first" in each for each in words) else 0


def _sort_key(world: World, group: Group) -> tuple[int, ...]:
    """VITALITY-INIT-6: class, then as in `rank_key`."""
    return group_class(world, group), *rank_key(world, group)


def build(world: World) -> tuple[Group, ...]:
    """VITALITY-INIT-4: Initiative is read once, when the round begins. Things have no slot."""
    for unit in beings(world):
        world.put(unit, changed(world.get(unit, Round), initiative=initiative(world, unit).total))
    unions = world.get(FIELD, Order).unions
    joined = {unit for group in unions for unit in group}
    groups = [*unions, *((unit,) for unit in beings(world) if unit not in joined and not is_thing(world, unit))]
    return tuple(sorted(groups, key=lambda group: _sort_key(world, group)))


def by_initiative(world: World, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """VITALITY-HOLD-2 and 3: holders, the highest Initiative first."""
    return tuple(sorted(groups, key=lambda group: rank_key(world, group)))


async def reach(world: World, unit: int) -> None:
    """VITALITY-ROUND-5: what lasted until the unit's next turn ends, then what its slot brings (HOLD-12)."""
    world.emit(SlotReached(unit, "VITALITY-ROUND-5"))
    holding.expire(world, unit)
    ticking = [name for name in ("bleeding", "burning") if has(world, unit, name)]
    count_down(world, unit, "slot")
    wake_up(world, unit)
    if "bleeding" in ticking:
        await _bleed(world, unit)
    if "burning" in ticking and unit in beings(world):
        await _burn(world, unit)
    await enter(world, unit, slot=True)


async def last(world: World, unit: int) -> None:
    """VITALITY-COND-1: things have no slot; effects on them tick and run on when the round ends."""
    burning = has(world, unit, "burning")
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


async def takes_turn(world: World, unit: int, *, late: bool) -> bool:
    """VITALITY-HOLD-2 to 4: whether a holder takes its turn now."""
    rule = "VITALITY-HOLD-3" if late else "VITALITY-HOLD-2"
    options = [Option("act", rule=rule), Option("refuse" if late else "wait", rule="VITALITY-HOLD-4" if late else rule)]
    question = "last_call" if late else "held_turn"
    return await decide(unit, question, options, rule=rule, about=world.events[-1]) == "act"
