"""Hands and things: drawing, stowing, dropping, picking up and loading."""

from __future__ import annotations

from game.kernel.components import Gear, Lying, Position, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved, Used
from game.rules.aura.figures import free_hands, hands, weapon
from game.rules.aura.loads import bring_out, empty, put_away, take_up, without
from game.rules.aura.maneuvers import drop
from game.rules.aura.rolls import chance
from game.rules.aura.sheet import sheet_of
from game.rules.aura.space import at
from game.rules.aura.state import Ready, holds
from game.rules.offering import Reason
from game.systems.field import board_of, cells_of


def access(world: World, unit: int, item: str) -> int:
    """AURA-ACT-9: Energy to draw or stow a thing: by its kind, or as the scenario buries it."""
    buried = dict(world.get(unit, Ready).access).get(item)
    if buried is not None:
        return buried
    sheet = sheet_of(world)
    costs, found = sheet.main.costs, sheet.weapons.get(item) or sheet.shields[item]
    return costs.equip_easy if found.access == 1 else costs.equip_other


def drawable(world: World, unit: int) -> list[str]:
    """What a unit carries and has the hands for."""
    free, sheet = free_hands(world, unit), sheet_of(world)
    carried = dict.fromkeys(world.get(unit, Gear).carried)
    return [item for item in carried if hands(sheet, item) <= free]


def draw(world: World, unit: int, item: str, rule: str) -> bool:
    """An item comes to hand, of two alike a loaded one; whether it is loaded."""
    ready, gear = bring_out(world, unit, item), world.get(unit, Gear)
    world.put(unit, changed(gear, held=(*gear.held, item), carried=without(gear.carried, item)))
    world.emit(ItemMoved(unit, item, "drawn", rule=rule))
    return ready


def stow(world: World, unit: int, item: str, rule: str) -> None:
    """An item leaves the hand for its place, of two alike an empty one."""
    put_away(world, unit, item)
    gear = world.get(unit, Gear)
    world.put(unit, changed(gear, held=without(gear.held, item), carried=(*gear.carried, item)))
    world.emit(ItemMoved(unit, item, "stowed", rule=rule))


def let_fall(world: World, unit: int, item: str) -> None:
    """AURA-ACT-9: dropping is free."""
    drop(world, unit, item, at(world, unit), "AURA-ACT-9")


def lying(world: World, unit: int) -> list[tuple[int, str]]:
    """Things in a unit's own spaces: entity and item."""
    here = cells_of(world, unit)
    return [(thing, entry.item) for thing, entry, place in world.each(Lying, Position) if here >> place.cell & 1]


def on_tables(world: World, unit: int) -> list[tuple[int, str]]:
    """AURA-ACT-10: things on tables beside a unit, to be scooped up in passing."""
    things = world.each(Lying, Position)
    if not things:
        return []
    board = board_of(world)
    tables = board.of_prop(lambda kind: kind.id == "table") & board.grid.spread(cells_of(world, unit))
    return [(thing, entry.item) for thing, entry, place in things if tables >> place.cell & 1]


def take(world: World, unit: int, thing: int, rule: str) -> None:
    """Something comes up from the ground into the hand."""
    item = world.get(thing, Lying).item
    world.drop(thing, Position)
    world.drop(thing, Lying)
    take_up(world, unit, thing)
    gear = world.get(unit, Gear)
    world.put(unit, changed(gear, held=(*gear.held, item)))
    world.emit(ItemMoved(unit, item, "picked_up", at(world, unit), rule))


def fits(world: World, unit: int, item: str) -> bool:
    """AURA-GEAR-20: whether there are hands for a thing."""
    return hands(sheet_of(world), item) <= free_hands(world, unit)


def load_reasons(world: World, unit: int, item: str) -> list[Reason]:
    """AURA-ACT-1 and GEAR-12: why a weapon cannot be loaded now."""
    found, ready, sheet = weapon(world, item), world.get(unit, Ready), sheet_of(world)
    reasons = []
    if not empty(world, unit, item):
        reasons.append(Reason("reason_loaded", "AURA-ACT-1"))
    if not ready.ammunition:
        reasons.append(Reason("reason_ammunition", "AURA-HOUSE-8"))
    rest = list(world.get(unit, Gear).held)
    rest.remove(item)
    in_the_way = found.two_handed or any(not (sheet.weapons.get(other) or sheet.shields[other]).light for other in rest)
    if rest and in_the_way:
        reasons.append(Reason("reason_hands", "AURA-GEAR-12"))
    return reasons


async def clumsy(world: World, unit: int, item: str, handling: str) -> bool:
    """AURA-ACT-12: whether a shaken unit drops what it is about to `load`, `stow` or `equip`."""
    if not holds(world, unit, "shaken"):
        return False
    if await chance(world, unit, sheet_of(world).main.numbers.clumsy, "AURA-ACT-12"):
        return False
    world.emit(Used(unit, "fumbles", "free", rule="AURA-ACT-12"))
    full = draw(world, unit, item, "AURA-ACT-12") if handling == "equip" else False
    drop(world, unit, item, at(world, unit), "AURA-ACT-12", full=full)
    return True
