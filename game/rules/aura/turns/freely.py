"""Acts beside the beat: looking about, and standing orders; the only writer of `Orders`."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.asking import invite, perform
from game.rules.aura.budget import set_spent
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.position.facing import turn
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import others
from game.rules.aura.state import Orders, conscious, spent
from game.rules.aura.turns.floor import able_units
from game.rules.aura.turns.swift import side_of
from game.systems.conditions import holds
from game.systems.field import board_of, standing


async def look_about(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-9 and FACE-6: turn the unit, and comrades that can begin nothing more and so are not taken up."""
    set_spent(world, unit, turned=True)
    able_now, side = able_units(world, side_of(world, unit)), side_of(world, unit)
    for _ in range(12):
        idle = [other for other in turnable(world, side) if other not in able_now]
        mates = [Action("mate", other, how=("for another",)) for other in idle]
        option = await invite(world, unit, "facing", [*directions(world, unit), *mates])
        if option is None or not option.action.how:
            if option is not None:
                turn(world, unit, option.action)
            return
        mate = option.action.target
        set_spent(world, mate, turned=True)
        chosen = await invite(world, mate, "facing", directions(world, mate), rule="AURA-FLOOR-9")
        if chosen is not None:
            turn(world, mate, chosen.action)


def directions(world: World, unit: int) -> list[Action]:
    """AURA-FACE-6: on whom to keep an eye, or where to look."""
    seen = [Action("focus", foe) for foe in others(world, unit) if sees(world, unit, foe)]
    return [*seen, *(Action("face", numbers=(d,)) for d in range(board_of(world).grid.directions))]


def turnable(world: World, side: int) -> list[int]:
    """AURA-FLOOR-9 and FACE-8: who of a side can turn and has not been turned by hand in this beat."""
    own = [unit for unit in standing(world) if side_of(world, unit) == side and conscious(world, unit)]
    return [unit for unit in own if may_turn(world, unit)]


def may_turn(world: World, unit: int) -> bool:
    """AURA-FACE-2 and 8: once in a beat, unless it is bound."""
    return not spent(world, unit).turned and not holds(world, unit, "bound")


async def give_orders(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-11: standing orders, one after the other until all are as wished."""
    set_spent(world, unit, looked=True)
    for _ in range(12):
        option = await invite(world, unit, "orders", orders(world, unit))
        if option is None:
            return
        await perform(world, unit, "orders", option)


def orders(world: World, unit: int) -> list[Action]:
    """AURA-FLOOR-11: how the unit's standing orders may be changed; and whether it offers a defence (ATK-12)."""
    now = world.get(unit, Orders)
    found = [
        Action(name, what=value)
        for name in Orders.__struct_fields__
        for value in ("ask", "never", *_MORE.get(name, ()))
        if value != getattr(now, name)
    ]
    return [*found, Action("guard_up" if holds(world, unit, "held_back") else "guard_down")]


_MORE = {  # orders that know a third way
    "swift": ("always",),
    "agile": ("near",),
    **dict.fromkeys(("challenge_attacked", "challenge_ally", "challenge_approach"), ("always",)),
}


async def set_order(world: World, unit: int, action: Action) -> None:
    """AURA-FLOOR-11: one order is another from now on."""
    world.put(unit, changed(world.get(unit, Orders), **{action.verb: action.what}))


async def lower_guard(world: World, unit: int, action: Action) -> None:
    """AURA-HOUSE-7: it offers no defence."""
    inflict(world, unit, "held_back", "AURA-HOUSE-7", unit)


async def raise_guard(world: World, unit: int, action: Action) -> None:
    """AURA-HOUSE-7: it defends itself again."""
    lift(world, unit, "held_back", "AURA-HOUSE-7")
