"""For how strong a pull a bow is made: the rows that a unit may have, and the one that it has (AURA-DRAW-1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.rules.aura.entries import DrawRow
from game.rules.aura.sheet import AuraSheet, house, lookup, sheet_of
from game.rules.aura.state import Body


def made(sheet: AuraSheet, item: str) -> bool:
    """Whether an item is made for a certain draw weight."""
    return item in sheet.weapons and sheet.weapons[item].draw


def drawn(world: World, unit: int, item: str) -> DrawRow:
    """The row of a unit's weapon: the one chosen for it, else the highest allowed."""
    wanted, rows = dict(world.get(unit, Body).draws).get(item), draws(world, unit, item)
    return next((row for row in rows if row.kg == wanted), rows[-1])


def draws(world: World, unit: int, item: str) -> list[DrawRow]:
    """AURA-DRAW-1 and 3: all rows that the unit's arms and training allow."""
    return allowed(sheet_of(world), world.get(unit, Body), item, house(world).draw_limit)


def told(world: World, unit: int, item: str) -> str:
    """What players read of it: "30 kg"."""
    return f"{drawn(world, unit, item).kg} {sheet_of(world).titles['kilograms']}"


def bows(world: World, unit: int) -> dict[str, int]:
    """AURA-REST-14: kg by kind of weapon, of all that a unit has with it."""
    gear, sheet = world.get(unit, Gear), sheet_of(world)
    mine = dict.fromkeys(item for item in (*gear.held, *gear.carried) if made(sheet, item))
    return {item: drawn(world, unit, item).kg for item in mine}


def allowed(sheet: AuraSheet, body: Body, item: str, limit: str) -> list[DrawRow]:
    """As `draws`, for a unit that is not on the board yet; `limit` is the setting `draw_limit`."""
    main, found = sheet.main, sheet.weapons[item]
    arm = body.arm + (main.numbers.crossbow_arm if found.crossbow and found.two_handed else 0)
    most: int = lookup(main.draw_limits, body.mpl if limit == "mpl" else found.mpr)
    kilos, free = main.draw_most.get(item, most), most == main.draw_limits[-1][1]

    def fits(row: DrawRow) -> bool:
        return free and item in row.only if row.only else row.kg <= kilos  # AURA-HOUSE-28

    weakest, *others = main.draw_weight
    return [weakest, *(row for row in others if arm >= row.arm and fits(row))]


def check(sheet: AuraSheet, body: Body, wanted: Mapping[str, int], limit: str) -> None:
    """AURA-DRAW-1 and 2: ValueError says which choice of item -> kg cannot be."""
    table = [row.kg for row in sheet.main.draw_weight]
    for item, kilos in wanted.items():
        if not made(sheet, item):
            others = ", ".join(name for name, each in sheet.weapons.items() if each.draw)
            raise ValueError(f"{item!r} has no draw weight; these have: {others}")
        if kilos not in table:
            raise ValueError(f"no draw weight of {kilos} kg; there are: {_listed(table)} (AURA-DRAW-2)")
        rows = [row.kg for row in allowed(sheet, body, item, limit)]
        if kilos not in rows:
            name = sheet.titles[item].lower()
            raise ValueError(f"a {name} of {kilos} kg is too strong; it may have {_listed(rows)} (AURA-DRAW-1)")


def _listed(kilos: list[int]) -> str:
    return ", ".join(map(str, kilos))
