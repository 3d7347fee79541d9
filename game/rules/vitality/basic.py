"""Basic and house actions that are no attack, move or Ability: what each does once it is paid (ACT-4 to 17)."""

from __future__ import annotations

from game.grid.grid import Cell, bits, cells
from game.kernel.components import Conditions, Gear, Lying, Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Answered, ItemMoved, Rolled, Used
from game.kernel.flow import Option, Roll, decide
from game.rules.vitality import holding, things
from game.rules.vitality.bonds import carry, get_off, leave_place, load, tidy
from game.rules.vitality.checks import check, defense_roll
from game.rules.vitality.damage import blow_of
from game.rules.vitality.harm import deal, heal, roll_blow
from game.rules.vitality.hiding import give_away, glance, in_view
from game.rules.vitality.moving import bumps, enter
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.sight import area, blocked_between, look, on_board
from game.rules.vitality.state import Leaning, Turn, Unloaded, has, inflict, lift, pool, spend, still, waver
from game.rules.vitality.stunts import swappable
from game.rules.vitality.who import hands_used, living
from game.systems.field import board_of, cells_of, size_of
from game.systems.movement import place


def defend(world: World, unit: int) -> None:
    """VITALITY-ACT-4."""
    inflict(world, unit, "defending", unit)


def take_cover(world: World, unit: int) -> None:
    """VITALITY-ACT-14 to 16."""
    inflict(world, unit, "taking_cover", unit)


def command(world: World, unit: int) -> None:
    """VITALITY-ACT-32."""
    inflict(world, unit, "commanding", unit)


async def stabilize(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-9: First Aid against 8."""
    numbers = numbers_of(world)
    passed, _, _ = await check(world, unit, "first_aid", numbers.stabilize_vs, "VITALITY-ACT-9")
    if passed:
        lift(world, target, "bleeding", "VITALITY-ACT-9")


# Switching


def willing(world: World, unit: int, ally: int) -> bool:
    """VITALITY-ACT-11 and COND-15: whether an ally could react and move to change places."""
    numbers = numbers_of(world)
    ready = (
        pool(world, ally, "rp") >= numbers.switch_places_rp
        and not still(world, ally)
        and not has(world, ally, "confused")
    )
    return ally != unit and ready and swappable(world, unit, ally)


async def switch_places(world: World, unit: int, ally: int) -> None:
    """VITALITY-ACT-10: the ally pays 1 RP, or nothing happens."""
    options = [Option("agree", unit=unit, rule="VITALITY-ACT-10"), Option("refuse", rule="VITALITY-ACT-10")]
    key = await decide(ally, "switch_places", options, rule="VITALITY-ACT-10", about=world.events[-1])
    if key == "refuse":
        world.emit(Answered(ally, unit, "refuse", (), "VITALITY-ACT-10"))
        return
    spend(world, ally, "VITALITY-ECON-6", rp=numbers_of(world).switch_places_rp)
    before = holding.watch(world, *load(world, unit), *load(world, ally))
    here, there = world.get(unit, Position).cell, world.get(ally, Position).cell
    place(world, unit, there, "place", rule="VITALITY-ACT-10")
    place(world, ally, here, "place", rule="VITALITY-ACT-10")
    carry(world, unit, here, there, "place")
    carry(world, ally, there, here, "place")
    leave_place(world, unit)
    leave_place(world, ally)
    tidy(world)
    glance(world)
    for each in (unit, ally):
        await enter(world, each)
    await holding.moved(world, before)


def hands(world: World, unit: int) -> list[tuple[str, ...]]:
    """VITALITY-ACT-12: every choice of items in hand that two hands allow, without the present one."""
    sheet, gear = sheet_of(world), world.get(unit, Gear)
    usable = [item for item in (*gear.held, *gear.carried) if item in sheet.weapons or item in sheet.gear.shields]
    free = 2 - hands_used(world, unit, ())
    found: list[tuple[str, ...]] = [()]
    for at, one in enumerate(usable):
        for chosen in [(one,), *((one, other) for other in usable[at + 1 :])]:
            need = sum(sheet.weapons[i].hands if i in sheet.weapons else 1 for i in chosen)
            shields = sum(i in sheet.gear.shields for i in chosen)
            if need <= free and shields < 2 and chosen not in found:
                found.append(chosen)
    return [each for each in found if sorted(each) != sorted(gear.held)]


def free_switch(world: World, unit: int, chosen: tuple[str, ...]) -> bool:
    """VITALITY-ACT-13: with the drawing hands empty, or only putting away."""
    held = list(world.get(unit, Gear).held)
    drawn = list(chosen)
    for item in held:
        if item in drawn:
            drawn.remove(item)
    kept = all(item in chosen for item in held) and all(chosen.count(i) >= held.count(i) for i in held)
    return not drawn or kept


def switch_weapons(world: World, unit: int, chosen: tuple[str, ...]) -> None:
    """VITALITY-ACT-12: these are in hand from now on."""
    gear = world.get(unit, Gear)
    rest = [*gear.held, *gear.carried]
    for item in chosen:
        rest.remove(item)
        if item not in gear.held:
            world.emit(ItemMoved(unit, item, "drawn", rule="VITALITY-ACT-12"))
    for item in gear.held:
        if item in rest and item not in chosen:
            world.emit(ItemMoved(unit, item, "stowed", rule="VITALITY-ACT-12"))
    world.put(unit, changed(gear, held=chosen, carried=tuple(rest)))


# Interacting


def lying_near(world: World, unit: int) -> list[tuple[int, str, Cell]]:
    """Things on the ground within 1 m: (entity, item, cell)."""
    own = cells_of(world, unit)
    near = board_of(world).grid.spread(own)
    return [
        (each, lying.item, at.cell)
        for each, lying, at in world.each(Lying, Position)
        if near >> at.cell & 1 and any(not blocked_between(world, eye, at.cell) for eye in cells(own))
    ]


async def interact(world: World, unit: int, words: list[str]) -> None:
    """VITALITY-ACT-5: `door 4,5 e`, `pick 4,5 javelin`, `give 7 stimulant`, `douse`, `douse 7`."""
    what, grid = words[0], board_of(world).grid
    if what == "door":
        edge = grid.parse_edge(f"{words[1]} {words[2]}")
        watched = in_view(world, unit, bits(cell for cell in grid.edge_cells(edge) if cell is not None))
        opened = things.turn_door(world, unit, edge)
        if watched:
            give_away(world, unit)
        glance(world)
        if opened:
            await holding.happened(world, "door", unit)
    elif what == "pick":
        place_ = grid.parse(words[1])
        pick_up(world, unit, next(row[0] for row in lying_near(world, unit) if row[1:] == (words[2], place_)))
    elif what == "give":
        _give(world, unit, int(words[1]), words[2])
    else:
        lift(world, int(words[1]) if len(words) > 1 else unit, "burning", "VITALITY-COND-18")


def pick_up(world: World, unit: int, entity: int) -> None:
    """Into a free hand, or into the pack if no hand is free for it."""
    item = world.get(entity, Lying).item
    cell = world.get(entity, Position).cell
    world.drop(entity, Lying)
    world.drop(entity, Position)
    take(world, unit, item)
    world.emit(ItemMoved(unit, item, "picked_up", cell, "VITALITY-ACT-5"))


def take(world: World, unit: int, item: str) -> None:
    """Into the hands if they hold it, else to what is carried."""
    gear = world.get(unit, Gear)
    if fits(world, unit, item):
        world.put(unit, changed(gear, held=(*gear.held, item)))
    else:
        world.put(unit, changed(gear, carried=(*gear.carried, item)))


def fits(world: World, unit: int, item: str) -> bool:
    """Whether free hands can hold the item."""
    sheet = sheet_of(world)
    if item in sheet.gear.items:
        return False
    need = sheet.weapons[item].hands if item in sheet.weapons else 1
    return hands_used(world, unit) + need <= 2


def _give(world: World, unit: int, ally: int, item: str) -> None:
    gear = world.get(unit, Gear)
    if item in gear.held:
        held = list(gear.held)
        held.remove(item)
        world.put(unit, changed(gear, held=tuple(held)))
    else:
        carried = list(gear.carried)
        carried.remove(item)
        world.put(unit, changed(gear, carried=tuple(carried)))
    world.emit(ItemMoved(unit, item, "given", rule="VITALITY-ACT-5"))
    take(world, ally, item)


# Items


async def use_item(world: World, unit: int, item: str, cell: Cell | None) -> None:
    """VITALITY-ACT-17: it is used up."""
    entry, gear = sheet_of(world).gear.items[item], world.get(unit, Gear)
    carried = [*gear.carried]
    if item in carried:
        carried.remove(item)
        world.put(unit, changed(gear, carried=tuple(carried)))
    else:
        held = [*gear.held]
        held.remove(item)
        world.put(unit, changed(gear, held=tuple(held)))
    if entry.heal:
        dice = faces(entry.heal)
        thrown = await Roll(unit, "heal", dice, "VITALITY-ACT-17")
        world.emit(Rolled(unit, "heal", dice, thrown, (), "VITALITY-ACT-17"))
        heal(world, unit, sum(thrown), "VITALITY-ACT-17", unit)
    if entry.cures:
        lift(world, unit, entry.cures, "VITALITY-ACT-17")
    if entry.damage and cell is not None:
        await _burst(world, unit, item, cell)


async def _burst(world: World, unit: int, item: str, cell: Cell) -> None:
    """VITALITY-DR-15: an item carries its own DR Power."""
    entry = sheet_of(world).gear.items[item]
    blow = blow_of(entry.damage)
    thrown, _ = await roll_blow(world, unit, blow)
    where = area(world, cell, entry.radius)
    for target in [each for each in living(world) if cells_of(world, each) & where]:
        if not on_board(world, target):
            continue
        seen = look(world, unit, target, origin=cell)
        power = entry.power or numbers_of(world).hazard_power
        passed = await defense_roll(world, target, entry.dr, power, seen, None, "VITALITY-DR-15")
        if not passed or entry.success == "half":
            await deal(world, unit, target, changed(blow, halved=passed), seen, "VITALITY-DMG-1", thrown, 0)


def reload(world: World, unit: int, weapon: str) -> None:
    """VITALITY-GEAR-10."""
    items = list(world.get(unit, Unloaded).items)
    items.remove(weapon)
    world.put(unit, Unloaded(tuple(items)))


def lean(world: World, unit: int, cell: Cell) -> None:
    """VITALITY-COVER-8 and 9."""
    waver(world, unit)
    if bumps(world, unit, 1 << cell):
        return
    world.put(unit, Leaning(cell))
    world.emit(Used(unit, "lean", "free", cell=cell, rule="VITALITY-COVER-8"))
    glance(world)


async def dismount(world: World, unit: int, cell: Cell) -> None:
    """VITALITY-ACT-31: 1 m of movement, down beside the host and into whatever is there."""
    if bumps(world, unit, board_of(world).grid.footprint(cell, size_of(world, unit))):
        return
    before = holding.watch(world, *load(world, unit))
    pools = world.get(unit, Pools)
    world.put(unit, pools.with_("movement", pools["movement"] - numbers_of(world).dismount_metres))
    get_off(world, unit, cell)
    glance(world)
    await enter(world, unit)
    await holding.moved(world, before)


def release(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-39: the grabber may let go at any time."""
    item = world.get(target, Conditions).find("grabbed")
    if item is not None and item.source == unit:
        lift(world, target, "grabbed", "VITALITY-ACT-39")


def keep_pinning(world: World, unit: int) -> None:
    """VITALITY-CINE-17: 2 AP each turn."""
    world.put(unit, changed(world.get(unit, Turn), paid_pin=True))
