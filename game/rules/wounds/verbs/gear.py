"""Things in hands and bags, doors, reloading, armour (WOUNDS-ACT-10, ACT-22, ACT-23, ECON-8, ECON-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import game.rules.wounds.gear as equipment
from game.kernel.components import Gear, Lying, Position
from game.kernel.ecs import World
from game.kernel.events import Gained
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import Price, at_once, once, with_items
from game.rules.wounds.budget import ap, begin_effects
from game.rules.wounds.gear import take_off
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.harm.wounds import recover
from game.rules.wounds.position.space import near_cells
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import Body, Long, Magic, Stock, body, pool
from game.rules.wounds.verbs.deeds import Deed, deed, hastened, hasty
from game.systems.field import PLACES, board_of, cells_of
from game.systems.gear import become, clear, draw, pick_up, stow, things
from game.systems.ground import doors_beside, turn_door

LYING = "lying"  # how one uses a thing that is not in hand
ITEM = ("what", "how")
_AT_HAND = frozenset((Gear, Body))


def handling(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-10, 22 and 23, ECON-8 and 10."""
    return (
        deed(
            sheet, "retrieve", "gear", at_once(lambda world, unit, act: draw(world, unit, act.what, "WOUNDS-ACT-10")),
            _retrievable, key=ITEM, price=_container_price, own=True, kinds=_AT_HAND, short=_cannot_retrieve,
            conceivable=_things,
        ),
        deed(
            sheet, "stow", "gear", at_once(lambda world, unit, act: stow(world, unit, act.what, "WOUNDS-ACT-10")),
            lambda world, unit: _moved(world, unit, "stow", world.get(unit, Gear).held), key=ITEM,
            price=_container_price, own=True, kinds=_AT_HAND, short=Reason("reason_nothing_held", "WOUNDS-ACT-10"),
            conceivable=_things,
        ),
        deed(
            sheet, "pick_up", "gear",
            at_once(lambda world, unit, act: pick_up(world, unit, nearest(world, unit, act.what), "WOUNDS-ACT-10")),
            with_items("pick_up", _pickable), key=("what",), kinds=PLACES | {Gear, Body, Lying}, short=_nothing_near,
        ),
        dropping(sheet),
        deed(
            sheet, "use_object", "gear", _use, hasty(_usable), key=ITEM, kinds=PLACES | {Gear, Body, Magic, Lying},
            price=lambda world, unit, act: ap(sheet.items[act.what].ap or sheet.main.object_ap),  # WOUNDS-ACT-22
            short=Reason("reason_nothing_to_use", "WOUNDS-ACT-22"), effect=previews.use_object,
            conceivable=lambda world, unit: any(
                item in sheet.items and sheet.items[item].use for item in _things(world, unit)
            ),
        ),
        deed(
            sheet, "use_door", "gear", at_once(lambda world, unit, act: turn_door(world, *act.numbers)), hasty(_doors),
            key=ITEM, kinds=PLACES, short=Reason("reason_no_door", "WOUNDS-ACT-22"),
            conceivable=lambda world, unit: bool(board_of(world).doors),
        ),
        deed(
            sheet, "reload", "gear", at_once(lambda world, unit, act: equipment.load(world, unit, act.what)), _unloaded,
            key=("what",), own=True, kinds=_AT_HAND | {Stock}, short=Reason("reason_loaded", "WOUNDS-ACT-23"),
            conceivable=lambda world, unit: any(
                item in sheet.weapons and sheet.weapons[item].reload for item in _things(world, unit)
            ),
        ),
        deed(  # WOUNDS-ECON-8: at the end of all its rounds the armour is off
            sheet, "doff", "gear", at_once(lambda world, unit, act: take_off(world, unit)), once("doff", _worn),
            final=True, own_turn=True, own=True, short=Reason("reason_no_armour", "WOUNDS-ECON-8"),
        ),
    )  # fmt: skip


def dropping(sheet: WoundsSheet) -> Deed:
    """WOUNDS-ECON-10."""
    return deed(
        sheet, "drop", "gear", at_once(lambda world, unit, act: equipment.drop_item(world, unit, act.what)),
        with_items("drop", lambda world, unit: world.get(unit, Gear).held),
        final=True, key=("what",), free=True, anytime=True, own=True, kinds=_AT_HAND,
    )  # fmt: skip


def _things(world: World, unit: int) -> tuple[str, ...]:
    gear = world.get(unit, Gear)
    return (*gear.held, *gear.carried)


def _cost(world: World, unit: int, item: str) -> int:
    """WOUNDS-ACT-10, by where a thing is kept (HD-4): weapons at the belt, the rest where sheet or scenario say."""
    sheet = sheet_of(world)
    usual = "scabbard" if item in sheet.weapons else sheet.items[item].place
    return sheet.main.containers[body(world, unit).packed.get(item) or usual]


def _container_price(world: World, unit: int, action: Action) -> Price:
    return ap(_cost(world, unit, action.what))


def _moved(world: World, unit: int, verb: str, items: Iterable[str]) -> Iterator[Action]:
    """Getting things in or out of where they are kept; what costs 1 AP anyway cannot be hurried (WOUNDS-ECON-9)."""
    for item in dict.fromkeys(items):
        action = Action(verb, what=item)
        yield from (action,) if _cost(world, unit, item) <= 1 else hastened(action)


def _retrievable(world: World, unit: int) -> Iterator[Action]:
    free = equipment.free_hands(world, unit)
    items = [item for item in world.get(unit, Gear).carried if equipment.hands_of(world, item) <= free]
    return _moved(world, unit, "retrieve", items)


def _cannot_retrieve(world: World, unit: int) -> list[Reason]:
    key = "reason_no_free_hand" if world.get(unit, Gear).carried else "reason_nothing_carried"
    return [Reason(key, "WOUNDS-ACT-10")]


def _pickable(world: World, unit: int) -> list[str]:
    near, free = lying_near(world, unit), equipment.free_hands(world, unit)
    return [item for _, item in near if equipment.hands_of(world, item) <= free]


def _nothing_near(world: World, unit: int) -> list[Reason]:
    near = lying_near(world, unit)
    return [Reason("reason_no_free_hand" if near else "reason_nothing_lies_here", "WOUNDS-ACT-10")]


def _usable(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-ACT-22: what is in hand and can be used now, and with a free hand what lies in reach."""
    for item in _working(world, unit, world.get(unit, Gear).held):
        yield Action("use_object", what=item)
    if (near := lying_near(world, unit)) and equipment.free_hands(world, unit) > 0:
        for item in _working(world, unit, [item for _, item in near]):
            yield Action("use_object", what=item, how=(LYING,))


def _working(world: World, unit: int, things: Iterable[str]) -> list[str]:
    known = sheet_of(world).items
    return [item for item in dict.fromkeys(things) if item in known and _works(world, unit, item)]


def _works(world: World, unit: int, item: str) -> bool:
    use, held = sheet_of(world).items[item].use, world.get(unit, Gear).held
    if use == "light":
        return fire_near(world, unit)
    if use == "strike_fire":
        return "torch" in held
    if use == "coat":
        return any(key in sheet_of(world).weapons and equipment.weapon(world, key).kind == "melee" for key in held)
    if use == "activate":
        return not any(each[0] == item for each in world.get(unit, Magic).active)
    return use in ("recovery", "ring")


def fire_near(world: World, unit: int) -> bool:
    """A flame in reach: a burning cell, or a lit torch that lies there or is in somebody's hand."""
    near = near_cells(world, cells_of(world, unit))
    if near & board_of(world).hazards.get("fire", 0) or any(key == "lit_torch" for _, key in lying_near(world, unit)):
        return True
    return any("lit_torch" in gear.held and near >> at.cell & 1 for _, gear, at in world.each(Gear, Position))


async def _use(world: World, unit: int, action: Action) -> None:
    item, entry, lies = action.what, sheet_of(world).items[action.what], LYING in action.how
    if entry.used_up and not lies:
        equipment.note_use(world, unit, item)
    if (entry.used_up or entry.becomes) and not lies:
        equipment.exchange(world, unit, item, entry.becomes)
    elif entry.becomes:
        become(world, nearest(world, unit, item), entry.becomes)
    elif entry.used_up:
        clear(world, nearest(world, unit, item))
    if entry.use == "recovery":
        await recover(world, unit)
    elif entry.use == "strike_fire":
        equipment.exchange(world, unit, "torch", sheet_of(world).items["torch"].becomes)
    elif entry.use == "coat":
        inflict(world, unit, "coated", "WOUNDS-COND-16", unit)
    elif entry.use == "activate":
        begin_effects(world, unit, item, entry.effects)
        for effect in entry.effects:
            inflict(world, unit, effect, "WOUNDS-ACT-19", unit)
    elif entry.use == "ring":
        world.emit(Gained(unit, "alarm", None, "WOUNDS-ACT-22"))


def _doors(world: World, unit: int) -> Iterator[Action]:
    grid, own = board_of(world).grid, cells_of(world, unit)
    for edge in doors_beside(world, unit):
        ends, word = grid.cells_beside(edge), grid.edge_name(edge).replace(" ", "/")
        beyond = next((cell for cell in ends if not own >> cell & 1), ends[0])
        yield Action("use_door", cell=beyond, what=word, numbers=(edge,))


def _unloaded(world: World, unit: int) -> Iterator[Action]:
    at_hand = equipment.arms(world, unit)
    return (Action("reload", what=key) for key in world.get(unit, Stock).unloaded if key in at_hand)


def _worn(world: World, unit: int) -> bool:
    armour = sheet_of(world).armour[body(world, unit).armour]
    return bool(armour.toughness and not armour.natural and not world.has(unit, Long) and pool(world, unit, "ap"))


def lying_near(world: World, unit: int) -> list[tuple[int, str]]:
    """Things on the ground in reach: (entity, key)."""
    if not (found := things(world)):
        return []
    near = near_cells(world, cells_of(world, unit))
    return [(thing, item) for thing, item, cell in found if near >> cell & 1]


def nearest(world: World, unit: int, item: str) -> int:
    """The first thing of that kind that lies in reach."""
    return next(thing for thing, lying in lying_near(world, unit) if lying == item)
