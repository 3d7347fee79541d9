"""What units hold, and what lies about: drawing, throwing, dropping, picking up: writes `Stock` and `Bundle`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from game.grid.masks import Cell
from game.kernel.components import Gear, Position, changed
from game.kernel.ecs import World
from game.kernel.events import ItemMoved
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.poise.harm.conditions import inflict, release
from game.rules.poise.house import house
from game.rules.poise.sheet import Skill, sheet_of
from game.rules.poise.state import Body, Bundle, Concentration, Stock
from game.rules.throwing import throw_dice
from game.systems import gear as things
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of

HANDS = 2  # POISE-GEAR-1
EMPTY_HANDS = "nothing"  # how a Draw calls them


def stows(world: World, unit: int) -> bool:
    """Whether putting something away alone is of use: while something lies about for which no hand is free."""
    return bool(things.things(world))


def draws(world: World, unit: int) -> list[tuple[str, ...]]:
    """POISE-ECON-4 and SKILL-4: what the hands may hold after a Draw that takes up to two changes, each hand once."""
    gear, weapons = world.get(unit, Gear), sheet_of(world).weapons
    found: dict[tuple[str, ...], None] = {}
    useful = stows(world, unit)
    for count in (0, 1, 2):
        for hand in combinations((*gear.held, *gear.carried), count):
            drawn, stowed = Counter(hand) - Counter(gear.held), Counter(gear.held) - Counter(hand)
            few = 0 < drawn.total() + stowed.total() <= 2 and (drawn or useful)
            if few and sum(weapons[item].hands for item in hand) <= HANDS:
                found[hand] = None
    return list(found)


def draw(world: World, unit: int, hand: tuple[str, ...]) -> None:
    """POISE-SKILL-4: the named items come to hand, the others are stowed."""
    gear = world.get(unit, Gear)
    have, held = Counter((*gear.held, *gear.carried)), Counter(gear.held)
    for item in (Counter(hand) - held).elements():
        world.emit(ItemMoved(unit, item, "drawn", rule="POISE-SKILL-4"))
    for item in (held - Counter(hand)).elements():
        world.emit(ItemMoved(unit, item, "stowed", rule="POISE-SKILL-4"))
    things.outfit(world, unit, changed(gear, held=hand, carried=tuple((have - Counter(hand)).elements())))


def source_of(world: World, unit: int, key: str) -> str | None:
    """The held item that gives a skill; None for inborn ones."""
    weapons = sheet_of(world).weapons
    return next((item for item in world.get(unit, Gear).held if key in weapons[item].skills), None)


def left_of(world: World, unit: int, item: str) -> int:
    """How many javelins are left, or whether a crossbow is loaded."""
    return world.get(unit, Stock).of(item)


def _stock(world: World, unit: int, item: str, count: int) -> None:
    world.put(unit, world.get(unit, Stock).with_(item, count))


def ready(world: World, unit: int, key: str, skill: Skill) -> bool:
    """Whether what the skill throws or shoots off is there; a reload needs something to load."""
    loads = "reload" in skill.tags
    if not loads and not skill.uses_ammo:
        return True
    item = source_of(world, unit, key)
    if item is None:
        return True
    return left_of(world, unit, item) < sheet_of(world).weapons[item].ammo if loads else left_of(world, unit, item) > 0


def use_ammo(world: World, unit: int, key: str, skill: Skill) -> None:
    """One shot or throw less."""
    item = source_of(world, unit, key)
    if skill.uses_ammo and item is not None:
        _stock(world, unit, item, left_of(world, unit, item) - 1)


def reload(world: World, unit: int, key: str) -> None:
    """A slow maneuver that loads again what is shot off."""
    item = source_of(world, unit, key)
    assert item is not None
    _stock(world, unit, item, sheet_of(world).weapons[item].ammo)


def throw_away(world: World, unit: int, key: str, skill: Skill, cell: Cell) -> None:
    """POISE-GEAR-2: what was thrown lies in the target's cell; of several javelins it is one."""
    item = source_of(world, unit, key)
    if skill.mode != "thrown" or item is None:
        return
    if not skill.uses_ammo:
        _let_go(world, unit, item)
    _lay(world, unit, item, cell, "thrown", int(skill.uses_ammo), "POISE-GEAR-2")
    if skill.uses_ammo and not left_of(world, unit, item):
        _let_go(world, unit, item)


def thrown(world: World, unit: int, action: Action) -> str:
    """See `Base.thrown`: of several javelins only the last."""
    skill = sheet_of(world).skills.get(action.verb)
    item = source_of(world, unit, action.verb) if skill is not None and skill.mode == "thrown" else None
    if item is None or skill is None or (skill.uses_ammo and left_of(world, unit, item) > 1):
        return ""
    return item


def _let_go(world: World, unit: int, item: str) -> None:
    gear = world.get(unit, Gear)
    things.outfit(world, unit, changed(gear, held=things.without(gear.held, item)))
    weigh(world, unit)


def _lay(world: World, unit: int, item: str, cell: Cell, how: str, count: int, rule: str) -> None:
    """On the ground; `count` is how many javelins it is, or whether it is loaded."""
    thing = things.lay(world, item, cell)
    if count:
        world.put(thing, Bundle(count))
    world.emit(ItemMoved(unit, item, how, cell, rule))


async def scatter(world: World, unit: int) -> None:
    """POISE-DISARM-1 and 2: everything held lands three paces away, each thing in a direction of its own."""
    weapons, kept = sheet_of(world).weapons, world.find(unit, Concentration)
    held = world.get(unit, Gear).held
    if kept is not None and any(kept.skill in weapons[item].skills for item in held):
        release(world, unit, "POISE-DISARM-2")
    for item in held:
        (face,) = await throw_dice(world, unit, "scatter", (board_of(world).grid.directions,), "POISE-DISARM-1")
        count = left_of(world, unit, item) if weapons[item].ammo else 0
        _let_go(world, unit, item)
        _lay(world, unit, item, landing(world, unit, face - 1), "dropped", count, "POISE-DISARM-1")


def landing(world: World, unit: int, d: int) -> Cell:
    """Where something comes down that flies off that way: past units, but through nothing that is shut or solid."""
    board, cell = board_of(world), world.get(unit, Position).cell
    left = sheet_of(world).numbers.scatter
    for number in range(left):
        cost = 1 + (number % 2 if board.grid.is_diagonal(d) else 0)
        there = board.grid.step(cell, d)
        if cost > left or there is None or board.walls[d] >> cell & 1 or board.impassable >> there & 1:
            break
        cell, left = there, left - cost
    return cell


def takes(world: World, unit: int, item: str) -> bool:
    """POISE-SKILL-5: whether there is a hand for it; a javelin joins others that are in hand."""
    weapons = sheet_of(world).weapons
    free = HANDS - sum(weapons[each].hands for each in world.get(unit, Gear).held)
    return weapons[item].hands <= free or _joins(world, unit, item)


def _joins(world: World, unit: int, item: str) -> bool:
    weapon = sheet_of(world).weapons[item]
    return weapon.ammo > 1 and item in world.get(unit, Gear).held and left_of(world, unit, item) < weapon.ammo


def within_reach(world: World, unit: int, cell: Cell) -> bool:
    """POISE-SKILL-5: within a pace."""
    return bool(board_of(world).grid.spread(cells_of(world, unit)) >> cell & 1)


def pick_up(world: World, unit: int, item: str, cell: Cell) -> bool:
    """POISE-SKILL-5: one thing from that cell comes to hand; False when it is out of reach."""
    found = next((thing for thing, name, at in things.things(world) if name == item and at == cell), None)
    if found is None or not within_reach(world, unit, cell):
        return False
    bundle, weapon = world.find(found, Bundle), sheet_of(world).weapons[item]
    gear, count = world.get(unit, Gear), bundle.count if bundle is not None else 0
    things.clear(world, found)
    world.drop(found, Bundle)
    if _joins(world, unit, item):
        _stock(world, unit, item, min(weapon.ammo, left_of(world, unit, item) + count))
    else:
        things.outfit(world, unit, changed(gear, held=(*gear.held, item)))
        if weapon.ammo:
            _stock(world, unit, item, count)
    world.emit(ItemMoved(unit, item, "picked_up", cell, "POISE-SKILL-5"))
    weigh(world, unit)
    return True


def capacity(world: World, unit: int) -> Breakdown:
    """POISE-GEAR-4: how much bulk a unit carries with ease."""
    numbers, brawn, rule = sheet_of(world).numbers, world.get(unit, Body).brawn, "POISE-GEAR-4"
    lines = add(numbers.load_base, "everybody", rule), add(numbers.load_step * brawn, "brawn", rule)
    return Breakdown("capacity", lines)


def load(world: World, unit: int) -> int:
    """The bulk of all that a unit has with it."""
    sheet, gear, worn = sheet_of(world), world.get(unit, Gear), world.get(unit, Body).worn
    items = sum(sheet.weapons[item].bulk for item in (*gear.held, *gear.carried))
    return items + (sheet.armour[worn].bulk if worn else 0)


def overloaded(world: World, unit: int) -> bool:
    """POISE-GEAR-4: whether it carries more than that; counts only where the scenario says so."""
    return house(world).use_load and load(world, unit) > capacity(world, unit).total


def weigh(world: World, unit: int) -> None:
    """An overloaded unit is encumbered; `unburden` ends it."""
    if unit in bodies(world) and overloaded(world, unit) and not holds(world, unit, "encumbered"):
        inflict(world, unit, "encumbered", "POISE-GEAR-4")
