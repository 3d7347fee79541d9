"""Summoned creatures: how they come, and what they do without orders (ACT-32, ROUND-6)."""

from __future__ import annotations

from game.grid.grid import Cell, cells
from game.kernel.components import Position, Unit
from game.kernel.ecs import World
from game.kernel.events import Moved
from game.rules.vitality import holding
from game.rules.vitality.figures import basic_movement, reach, weapons_of
from game.rules.vitality.ground import destinations, movement
from game.rules.vitality.kinds import Ability
from game.rules.vitality.moving import bumps, settle, stand_up, walk
from game.rules.vitality.muster import outfit
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import METRIC, distance, hidden_from, targetable
from game.rules.vitality.state import Master, has, pool, set_pool, spend, still
from game.rules.vitality.strike import make_attack, weapon_attack
from game.rules.vitality.who import charmed_by, side_of, summons, up, upright
from game.systems.field import board_of, cells_of


def summon(world: World, unit: int, entry: Ability, cell: Cell) -> int:
    """VITALITY-ROUND-6: it stands there at once, has its RP, and takes its first turn next round."""
    sheet = sheet_of(world)
    bumps(world, unit, 1 << cell)
    kind = sheet.units[entry.unit]
    side = side_of(world, unit)
    number = 1 + max(row[1].number for row in world.each(Unit) if row[1].side == side)
    name = f"{kind.title} {1 + sum(row[1].sheet == entry.unit for row in world.each(Unit))}"
    owner = world.get(unit, Unit)
    made = world.spawn(Unit(name, entry.unit, side, number, "swarm", owner.controller), Position(cell))
    for part in outfit(sheet, kind, board_of(world).kind, {}):
        world.put(made, part)
    set_pool(world, made, "ap", 0)
    set_pool(world, made, "movement", 0)
    world.put(made, Master(unit))
    world.emit(Moved(made, None, cell, "summon", 0, "VITALITY-ROUND-6"))
    settle(world, made)
    return made


def room_for_more(world: World, unit: int, entry: Ability) -> bool:
    """Not more of them than the Ability allows."""
    return len([each for each in summons(world, unit) if world.get(each, Unit).sheet == entry.unit]) < entry.most


def obeys(world: World, unit: int) -> bool:
    """VITALITY-ACT-32, COND-14: whether a summon waits for its master's orders now; others always do."""
    master = world.find(unit, Master)
    if master is None:
        return True
    return up(world, master.unit) and has(world, master.unit, "commanding") and not has(world, unit, "charmed")


async def by_itself(world: World, unit: int) -> None:
    """VITALITY-ACT-32: without orders it goes to the nearest enemy and attacks it."""
    known = [f for f in upright(world, unit) if not hidden_from(world, f, unit) and not charmed_by(world, unit, f)]
    if not known:
        return
    if has(world, unit, "prone") and not still(world, unit) and movement(world, unit) >= numbers_of(world).stand_metres:
        stand_up(world, unit)
    seen = [foe for foe in known if targetable(world, unit, foe)]
    foe = min(seen or known, key=lambda each: (distance(world, unit, each), pool(world, each, "vitality"), each))
    near = reach(world, unit)
    if distance(world, unit, foe) > near:
        await _approach(world, unit, foe)
    numbers = numbers_of(world)
    if not up(world, unit) or not up(world, foe):
        return
    if distance(world, unit, foe) > near and pool(world, unit, "ap") > numbers.attack_ap:
        spend(world, unit, "VITALITY-ACT-7", ap=numbers.move_ap)
        set_pool(world, unit, "movement", movement(world, unit) + basic_movement(world, unit).total)
        await _approach(world, unit, foe)
    if not up(world, unit) or not up(world, foe) or pool(world, unit, "ap") < numbers.attack_ap:
        return
    weapon = next(
        (w for w in weapons_of(world, unit) if sheet_of(world).weapons[w].melee >= distance(world, unit, foe)), None
    )
    if weapon is not None and targetable(world, unit, foe):
        spend(world, unit, "VITALITY-ACT-1", ap=numbers.attack_ap)
        await make_attack(world, weapon_attack(world, unit, [weapon, str(foe)]), foe)
        await holding.happened(world, "attack", unit, foe)


async def _approach(world: World, unit: int, foe: int) -> None:
    grid, goal = board_of(world).grid, cells_of(world, foe)
    now = grid.distance_sets(cells_of(world, unit), goal, METRIC)
    metres = movement(world, unit)
    best = min(
        cells(destinations(world, unit, metres)),
        key=lambda cell: (grid.distance_sets(1 << cell, goal, METRIC), cell),
        default=None,
    )
    if best is not None and grid.distance_sets(1 << best, goal, METRIC) < now:
        await walk(world, unit, best, metres)
