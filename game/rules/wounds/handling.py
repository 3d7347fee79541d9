"""Things in hands and bags, doors, reloading, armour (WOUNDS-ACT-10, ACT-22, ACT-23, ECON-8, ECON-10)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import FIELD, Gear, Lying, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Gained, ItemMoved
from game.kernel.flow import Option
from game.map.board import Board
from game.rules.offering import Reason
from game.rules.wounds.effects import inflict
from game.rules.wounds.healing import recover
from game.rules.wounds.leaving import drop_item
from game.rules.wounds.position import space
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    SPACES,
    Body,
    Doors,
    Long,
    Magic,
    Stock,
    arms,
    body,
    free_hands,
    hands_of,
    pool,
    spaces,
    weapon,
)
from game.rules.wounds.terrain import turned
from game.rules.wounds.verbs import Verb, near_cells, none, option, price_of
from game.systems.field import board_of

LYING = "lying"  # after the key of a thing that is not in hand
HASTE = ("", "acrobatics", "athletics")  # WOUNDS-FAST-2: how one may try to be quicker


def hastened(world: World, verb: str, *words: object, unit: int | None = None, cell: int | None = None) -> list[Option]:
    """An option and the two ways to hurry it (WOUNDS-FAST-1); what costs 1 AP anyway cannot be hurried (ECON-9)."""
    return [option(world, verb, *words, *((how,) if how else ()), unit=unit, cell=cell) for how in HASTE]


def moved(world: World, unit: int, verb: str, item: str) -> list[Option]:
    """Getting a thing in or out of where it is kept, hurried where that can help."""
    near = sheet_of(world).main.containers[place_of(world, unit, item)] <= 1
    return [option(world, verb, item)] if near else hastened(world, verb, item)


def place_of(world: World, unit: int, item: str) -> str:
    """WOUNDS-HD-4: where a thing is kept: weapons at the belt, the rest where the sheet or the scenario says."""
    packed = body(world, unit).packed.get(item)
    if packed:
        return packed
    sheet = sheet_of(world)
    return "scabbard" if item in sheet.weapons else sheet.items[item].place


def container_price(world: World, unit: int, key: str) -> int:
    """WOUNDS-ACT-10."""
    return sheet_of(world).main.containers[place_of(world, unit, key.split(" ")[1])]


# Retrieve, Stow, Pick up, Drop


def _retrievable(world: World, unit: int) -> Iterator[Option]:
    for item in dict.fromkeys(world.get(unit, Gear).carried):
        if hands_of(world, item) <= free_hands(world, unit):
            yield from moved(world, unit, "retrieve", item)


def _cannot_retrieve(world: World, unit: int) -> list[Reason]:
    if not world.get(unit, Gear).carried:
        return [Reason("reason_nothing_carried", "WOUNDS-ACT-10")]
    return [Reason("reason_no_free_hand", "WOUNDS-ACT-10")]


async def _do_retrieve(world: World, unit: int, key: str) -> None:
    take(world, unit, key.split(" ")[1])


def take(world: World, unit: int, item: str) -> None:
    """A carried thing comes to hand."""
    gear = world.get(unit, Gear)
    carried = list(gear.carried)
    carried.remove(item)
    world.put(unit, changed(gear, held=(*gear.held, item), carried=tuple(carried)))
    world.emit(ItemMoved(unit, item, "drawn", rule="WOUNDS-ACT-10"))


def _stowable(world: World, unit: int) -> Iterator[Option]:
    for item in dict.fromkeys(world.get(unit, Gear).held):
        yield from moved(world, unit, "stow", item)


async def _do_stow(world: World, unit: int, key: str) -> None:
    gear, item = world.get(unit, Gear), key.split(" ")[1]
    held = list(gear.held)
    held.remove(item)
    world.put(unit, changed(gear, held=tuple(held), carried=(*gear.carried, item)))
    world.emit(ItemMoved(unit, item, "stowed", rule="WOUNDS-ACT-10"))


def _nothing_held(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nothing_held", "WOUNDS-ACT-10")]


def lying_near(world: World, unit: int) -> list[tuple[int, str]]:
    """Things on the ground in reach: (entity, key)."""
    near = near_cells(world, space(world, unit))
    return [
        (entity, lying.item) for entity, lying, position in world.each(Lying, Position) if near >> position.cell & 1
    ]


def _pickable(world: World, unit: int) -> Iterator[Option]:
    for item in dict.fromkeys(item for _, item in lying_near(world, unit)):
        if hands_of(world, item) <= free_hands(world, unit):
            yield option(world, "pick_up", item)


async def _do_pick_up(world: World, unit: int, key: str) -> None:
    item = key.split(" ")[1]
    entity = next(entity for entity, lying in lying_near(world, unit) if lying == item)
    cell = world.get(entity, Position).cell
    world.drop(entity, Lying)
    world.drop(entity, Position)
    gear = world.get(unit, Gear)
    world.put(unit, changed(gear, held=(*gear.held, item)))
    world.emit(ItemMoved(unit, item, "picked_up", cell, "WOUNDS-ACT-10"))


def _nothing_near(world: World, unit: int) -> list[Reason]:
    near = lying_near(world, unit)
    return [Reason("reason_no_free_hand" if near else "reason_nothing_lies_here", "WOUNDS-ACT-10")]


def _droppable(world: World, unit: int) -> Iterator[Option]:
    for item in dict.fromkeys(world.get(unit, Gear).held):
        yield option(world, "drop", item)


async def _do_drop(world: World, unit: int, key: str) -> None:
    drop_item(world, unit, key.split(" ")[1])


# Use an Object


def _usable(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-22: what is in hand and can be used now, and with a free hand what lies in reach."""
    sheet = sheet_of(world)
    for item in dict.fromkeys(world.get(unit, Gear).held):
        if item in sheet.items and _works(world, unit, item):
            yield from hastened(world, "use_object", item)
    if free_hands(world, unit) > 0:
        for item in dict.fromkeys(item for _, item in lying_near(world, unit)):
            if item in sheet.items and _works(world, unit, item):
                yield from hastened(world, "use_object", item, LYING)


def _works(world: World, unit: int, item: str) -> bool:
    entry = sheet_of(world).items[item]
    held = world.get(unit, Gear).held
    if entry.use == "light":
        return fire_near(world, unit)
    if entry.use == "strike_fire":
        return "torch" in held
    if entry.use == "coat":
        return any(key in sheet_of(world).weapons and weapon(world, key).kind == "melee" for key in held)
    if entry.use == "activate":
        return not any(each[0] == item for each in world.get(unit, Magic).active)
    return entry.use in ("recovery", "ring")


def fire_near(world: World, unit: int) -> bool:
    """A flame in reach: a burning cell, or a lit torch that lies there or is in somebody's hand."""
    near = near_cells(world, space(world, unit))
    if near & board_of(world).hazards.get("fire", 0):
        return True
    if any(item == "lit_torch" for _, item in lying_near(world, unit)):
        return True
    return any(
        "lit_torch" in gear.held and near >> position.cell & 1 for _, gear, position in world.each(Gear, Position)
    )


def object_price(world: World, unit: int, key: str) -> int:
    """AP of the thing, or what things cost that do not say (WOUNDS-ACT-22)."""
    sheet = sheet_of(world)
    return sheet.items[key.split(" ")[1]].ap or sheet.main.object_ap


async def _do_use(world: World, unit: int, key: str) -> None:
    _, item, *words = key.split(" ")
    entry, lies = sheet_of(world).items[item], LYING in words
    if entry.used_up and not lies:
        stock = world.get(unit, Stock)
        world.put(unit, changed(stock, spent=(*stock.spent, item)))
    if entry.used_up or entry.becomes:
        (_swap_lying if lies else _swap)(world, unit, item, entry.becomes)
    if entry.use == "recovery":
        await recover(world, unit)
    elif entry.use == "strike_fire":
        _swap(world, unit, "torch", sheet_of(world).items["torch"].becomes)
    elif entry.use == "coat":
        inflict(world, unit, "coated", "WOUNDS-COND-16", unit)
    elif entry.use == "activate":
        active = world.get(unit, Magic).active
        world.put(unit, Magic((*active, *((item, effect) for effect in entry.effects))))
        for effect in entry.effects:
            inflict(world, unit, effect, "WOUNDS-ACT-19", unit)
    elif entry.use == "ring":
        world.emit(Gained(unit, "alarm", None, "WOUNDS-ACT-22"))


def _swap(world: World, unit: int, item: str, other: str) -> None:
    gear = world.get(unit, Gear)
    held = list(gear.held)
    held[held.index(item)] = other
    world.put(unit, changed(gear, held=tuple(each for each in held if each)))


def _swap_lying(world: World, unit: int, item: str, other: str) -> None:
    """The same with something on the ground."""
    entity = next(entity for entity, lying in lying_near(world, unit) if lying == item)
    if other:
        world.put(entity, Lying(other))
        return
    world.drop(entity, Lying)
    world.drop(entity, Position)


def _nothing_to_use(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_nothing_to_use", "WOUNDS-ACT-22")]


# Doors


def doors_near(world: World, unit: int) -> list[tuple[int, int]]:
    """Doors beside the unit: (edge, the cell beyond)."""
    board, own, found = board_of(world), space(world, unit), []
    for edge in board.doors:
        ends = [cell for cell in board.grid.edge_cells(edge) if cell is not None]
        if any(own >> cell & 1 for cell in ends):
            found.append((edge, next((cell for cell in ends if not own >> cell & 1), ends[0])))
    return found


def _doors(world: World, unit: int) -> Iterator[Option]:
    board, filled = board_of(world), spaces(world).values()
    for edge, cell in doors_near(world, unit):
        ends = [1 << each for each in board.grid.edge_cells(edge) if each is not None]
        if any(all(there & end for end in ends) for there in filled):
            continue  # somebody big stands in it
        yield from hastened(world, "use_door", edge_word(board, edge), cell=cell)


def edge_word(board: Board, edge: int) -> str:
    """The text of an edge in one word: `4,5/e`."""
    return board.grid.edge_name(edge).replace(" ", "/")


async def _do_door(world: World, unit: int, key: str) -> None:
    board = board_of(world)
    edge = board.grid.parse_edge(key.split(" ")[1].replace("/", " "))
    world.put(FIELD, Doors(turned(world) ^ 1 << edge))


def _no_door(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_no_door", "WOUNDS-ACT-22")]


# Reload, armour


def _unloaded(world: World, unit: int) -> Iterator[Option]:
    for key in world.get(unit, Stock).unloaded:
        if key in arms(world, unit):
            yield option(world, "reload", key)


async def _do_reload(world: World, unit: int, key: str) -> None:
    stock, name = world.get(unit, Stock), key.split(" ")[1]
    world.put(unit, changed(stock, unloaded=tuple(each for each in stock.unloaded if each != name)))


def _loaded(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_loaded", "WOUNDS-ACT-23")]


def _worn(world: World, unit: int) -> Iterator[Option]:
    armour = sheet_of(world).armour[body(world, unit).armour]
    if armour.toughness and not armour.natural and not world.has(unit, Long) and pool(world, unit, "ap"):
        yield option(world, "doff")


async def do_doff(world: World, unit: int, key: str) -> None:
    """WOUNDS-ECON-8: at the end of all its rounds the armour is off."""
    worn = body(world, unit).armour
    world.put(unit, changed(body(world, unit), armour="no_armour"))
    world.emit(ItemMoved(unit, worn, "stowed", rule="WOUNDS-ECON-8"))


def _not_worn(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_no_armour", "WOUNDS-ECON-8")]


def doff_price(world: World, unit: int, key: str) -> int:
    """Measured in rounds, not in AP."""
    return price_of(world, "doff")


VERBS: dict[str, Verb] = {
    "retrieve": Verb(
        _retrievable,
        _do_retrieve,
        _cannot_retrieve,
        container_price,
        own=True,
    ),
    "stow": Verb(
        _stowable,
        _do_stow,
        _nothing_held,
        container_price,
        own=True,
    ),
    "pick_up": Verb(_pickable, _do_pick_up, _nothing_near, kinds=SPACES | {Gear, Body, Lying, Doors}),
    "drop": Verb(_droppable, _do_drop, none, free=True, own=True),
    "use_object": Verb(
        _usable, _do_use, _nothing_to_use, object_price, kinds=SPACES | {Gear, Body, Magic, Doors, Lying}
    ),
    "use_door": Verb(_doors, _do_door, _no_door, kinds=SPACES),
    "reload": Verb(
        _unloaded,
        _do_reload,
        _loaded,
        own=True,
    ),
    "doff": Verb(
        _worn,
        do_doff,
        _not_worn,
        doff_price,
        own_turn=True,
        own=True,
    ),
}
