"""Gear: hands, bows and their draw weights, what is loaded, what breaks; the only writer of `Ready` and `Wear`."""

from __future__ import annotations

from collections.abc import Mapping

from game.grid.grid import Cell
from game.kernel.components import Gear, Lying, changed
from game.kernel.ecs import World
from game.kernel.events import Gained
from game.rules.aura.house import house
from game.rules.aura.sheet.entries import DrawRow, Shield, Weapon
from game.rules.aura.sheet.load import AuraSheet, lookup, sheet_of
from game.rules.aura.state import Body, Ready, Wear
from game.systems.gear import let_fall, without

UNARMED = Weapon(title="Unarmed", damage="0d1", group="unarmed")


def weapon(world: World, item: str) -> Weapon:
    """A weapon of the sheet; "unarmed" is the body itself."""
    return UNARMED if item == "unarmed" else sheet_of(world).weapons[item]


def title_of(world: World, item: str) -> str:
    """What players read of an item, in lower case."""
    return sheet_of(world).titles[item].lower()


def in_hand(world: World, unit: int, item: str) -> bool:
    """Whether a unit has what it attacks with: a weapon that it holds, or its body."""
    return item == "unarmed" or item in world.get(unit, Gear).held


def hands(sheet: AuraSheet, item: str) -> int:
    """AURA-GEAR-20: how many hands an item takes."""
    found = sheet.weapons.get(item)
    return 2 if found is not None and found.two_handed else 1


def free_hands(world: World, unit: int) -> int:
    """AURA-GEAR-20: hands with nothing in them."""
    if world.get(unit, Body).beast:
        return 0
    sheet = sheet_of(world)
    return 2 - sum(hands(sheet, item) for item in world.get(unit, Gear).held)


def fits(world: World, unit: int, item: str) -> bool:
    """AURA-GEAR-20: whether there are hands for a thing."""
    return hands(sheet_of(world), item) <= free_hands(world, unit)


def access(world: World, unit: int, item: str) -> int:
    """AURA-ACT-9: Energy to draw or stow a thing: by its kind, or as the scenario buries it."""
    buried = dict(world.get(unit, Ready).access).get(item)
    if buried is not None:
        return buried
    sheet = sheet_of(world)
    costs, found = sheet.main.costs, sheet.weapons.get(item) or sheet.shields[item]
    return costs.equip_easy if found.access == 1 else costs.equip_other


def melee_weapons(world: World, unit: int) -> list[str]:
    """Held weapons that strike, in the order they are held."""
    weapons, held = sheet_of(world).weapons, dict.fromkeys(world.get(unit, Gear).held)
    return [item for item in held if item in weapons and weapons[item].range is None]


def shooters(world: World, unit: int) -> list[str]:
    """Held weapons that shoot."""
    weapons, held = sheet_of(world).weapons, dict.fromkeys(world.get(unit, Gear).held)
    return [item for item in held if item in weapons and weapons[item].range is not None]


def shield_of(world: World, unit: int) -> tuple[str, Shield] | None:
    """The shield in hand, if there is one that is not broken."""
    shields, broken = sheet_of(world).shields, world.get(unit, Wear).broken
    held = world.get(unit, Gear).held
    return next(((item, shields[item]) for item in held if item in shields and item not in broken), None)


def in_both_hands(world: World, unit: int, item: str) -> bool:
    """AURA-GEAR-11: whether a Versatile weapon has the second hand to itself."""
    found = weapon(world, item)
    return found.versatile and not found.two_handed and free_hands(world, unit) >= 1


def has_draw(sheet: AuraSheet, item: str) -> bool:
    """Whether an item is made for a certain draw weight."""
    return item in sheet.weapons and sheet.weapons[item].draw


def draw_row(world: World, unit: int, item: str) -> DrawRow:
    """The row of a unit's weapon: the one chosen for it, else the highest allowed."""
    wanted, rows = dict(world.get(unit, Body).draws).get(item), draw_rows(world, unit, item)
    return next((row for row in rows if row.kg == wanted), rows[-1])


def draw_rows(world: World, unit: int, item: str) -> list[DrawRow]:
    """AURA-DRAW-1 and 3: all rows that the unit's arms and training allow."""
    return allowed_draws(sheet_of(world), world.get(unit, Body), item, house(world).draw_limit)


def bows(world: World, unit: int) -> dict[str, int]:
    """AURA-REST-14: kg by kind of weapon, of all that a unit has with it."""
    gear, sheet = world.get(unit, Gear), sheet_of(world)
    mine = dict.fromkeys(item for item in (*gear.held, *gear.carried) if has_draw(sheet, item))
    return {item: draw_row(world, unit, item).kg for item in mine}


def allowed_draws(sheet: AuraSheet, body: Body, item: str, limit: str) -> list[DrawRow]:
    """As `draw_rows`, for a unit that is not on the board yet; `limit` is the setting `draw_limit`."""
    main, found = sheet.main, sheet.weapons[item]
    arm = body.arm + (main.numbers.crossbow_arm if found.crossbow and found.two_handed else 0)
    most: int = lookup(main.draw_limits, body.mpl if limit == "mpl" else found.mpr)
    kilos, free = main.draw_most.get(item, most), most == main.draw_limits[-1][1]

    def fits(row: DrawRow) -> bool:
        return free and item in row.only if row.only else row.kg <= kilos  # AURA-HOUSE-28

    weakest, *others = main.draw_weight
    return [weakest, *(row for row in others if arm >= row.arm and fits(row))]


def check_draws(sheet: AuraSheet, body: Body, wanted: Mapping[str, int], limit: str) -> None:
    """AURA-DRAW-1 and 2: ValueError says which choice of item -> kg cannot be."""
    table = [row.kg for row in sheet.main.draw_weight]
    for item, kilos in wanted.items():
        if not has_draw(sheet, item):
            others = ", ".join(name for name, each in sheet.weapons.items() if each.draw)
            raise ValueError(f"{item!r} has no draw weight; these have: {others}")
        if kilos not in table:
            raise ValueError(f"no draw weight of {kilos} kg; there are: {_listed(table)} (AURA-DRAW-2)")
        rows = [row.kg for row in allowed_draws(sheet, body, item, limit)]
        if kilos not in rows:
            name = sheet.titles[item].lower()
            raise ValueError(f"a {name} of {kilos} kg is too strong; it may have {_listed(rows)} (AURA-DRAW-1)")


def _listed(kilos: list[int]) -> str:
    return ", ".join(map(str, kilos))


def loaded(world: World, unit: int, item: str) -> int:
    """How many weapons of that kind in hand are loaded."""
    return world.get(unit, Ready).loaded.count(item)


def unloaded(world: World, unit: int, item: str) -> int:
    """How many weapons of that kind in hand are not loaded."""
    return world.get(unit, Gear).held.count(item) - loaded(world, unit, item)


def is_loaded(world: World, unit: int, item: str) -> bool:
    """Whether a weapon needs no loading, or one of that kind in hand has been loaded."""
    return not weapon(world, item).load or loaded(world, unit, item) > 0


def able_shooters(world: World, unit: int) -> list[str]:
    """Held weapons that shoot and are loaded, or can be (AURA-HOUSE-8)."""
    found = shooters(world, unit)
    return [item for item in found if world.get(unit, Ready).ammunition or is_loaded(world, unit, item)]


def load(world: World, unit: int, item: str) -> None:
    """One in hand is ready to shoot."""
    ready = world.get(unit, Ready)
    world.put(unit, changed(ready, loaded=(*ready.loaded, item)))


def shoot_off(world: World, unit: int, item: str) -> None:
    """AURA-HOUSE-8: a loaded weapon is empty, and its ammunition gone; also if it was struck from the hand just now."""
    if not weapon(world, item).load:
        return
    ready = world.get(unit, Ready)
    if item in ready.loaded:
        ready = changed(ready, loaded=without(ready.loaded, item))
    else:
        things = {lying.item: thing for thing, lying, _ in world.each(Lying, Ready)}
        if item in things:
            world.drop(things[item], Ready)
    world.put(unit, changed(ready, ammunition=max(0, ready.ammunition - 1)))


# From hand to hand: what the system of gear asks


def drawn(world: World, unit: int, item: str) -> None:
    """One of a kind is drawn, a loaded one first."""
    ready = world.get(unit, Ready)
    if item in ready.stowed:
        world.put(unit, changed(ready, loaded=(*ready.loaded, item), stowed=without(ready.stowed, item)))


def stowed(world: World, unit: int, item: str) -> None:
    """One of a kind is stowed, an empty one first."""
    ready = world.get(unit, Ready)
    if item in ready.loaded and not unloaded(world, unit, item):
        world.put(unit, changed(ready, loaded=without(ready.loaded, item), stowed=(*ready.stowed, item)))


def dropped(world: World, unit: int, item: str, thing: int) -> None:
    """One of a kind has left the hand, an empty one if there was any."""
    if unloaded(world, unit, item) < 0:
        falls_loaded(world, unit, item, thing)


def falls_loaded(world: World, unit: int, item: str, thing: int) -> None:
    """Of two alike it is a loaded one that lies there."""
    ready = world.get(unit, Ready)
    if item in ready.loaded:
        world.put(unit, changed(ready, loaded=without(ready.loaded, item)))
        world.put(thing, Ready((item,)))


def drop(world: World, unit: int, item: str, cell: Cell, rule: str, *, full: bool = False) -> None:
    """An item leaves its bearer's hands, and lies in a cell; of two alike an empty one, or with `full` a loaded one."""
    thing = let_fall(world, unit, item, cell, "dropped", rule)
    if full and not world.has(thing, Ready):
        falls_loaded(world, unit, item, thing)


def picked_up(world: World, unit: int, item: str, thing: int) -> None:
    """Something comes up from the ground as it lies there, into the hand."""
    if world.has(thing, Ready):
        world.drop(thing, Ready)
        load(world, unit, item)


def packed(world: World, unit: int, item: str, thing: int) -> None:
    """The same, into the pack."""
    if world.has(thing, Ready):
        ready = world.get(unit, Ready)
        world.put(unit, changed(ready, stowed=(*ready.stowed, item)))


def break_worn(world: World, unit: int) -> None:
    """AURA-GEAR-9 and 10: the outer suit breaks."""
    armour, wear = sheet_of(world).armour, world.get(unit, Wear)
    worn = [item for item in world.get(unit, Gear).worn if armour[item].ar and not armour[item].natural]
    if worn and worn[0] not in wear.broken:
        world.put(unit, Wear((*wear.broken, worn[0]), wear.damage))
        world.emit(Gained(unit, "broken_armour", None, "AURA-GEAR-10"))


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
