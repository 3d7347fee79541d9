"""Things and magic that units use in their turn and, most of them, in reaction: what is offered, what it does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.board import Board, Edge, kinds
from game.components import FIELD, Down, Field, Gear, Lying, Pools, Position, changed
from game.ecs import World
from game.events import ItemMoved, Rolled, Used
from game.flow import Option, Roll
from game.grid.grid import CellSet, EdgeId, bits
from game.grid.grid import cells as each_cell
from game.numbers import Breakdown, add
from game.rules.clash import gear
from game.rules.clash.cover import sees_cell
from game.rules.clash.harm import heal
from game.rules.clash.maneuvers import loosen
from game.rules.clash.position import astride, metric, reach_cells, stops
from game.rules.clash.sheet import Power, dice_of, sheet_of
from game.rules.clash.state import Body, Owned, Spent, able, attacks_left, free, held_by, inflict, magic, pace, points
from game.rules.clash.stealth import notice
from game.systems.field import PLACES, board_of, bodies, cells_of, enemies, size_of, team
from game.systems.lasting import holds
from game.systems.placing import place

FREE = ("drop", "let_go", "quick_draw")
HANDLING = ("draw", "stow", "pick_up", "reload", "door")


# Offers


def manipulations(world: World, unit: int) -> Iterator[Option]:
    """CLASH-REACT-2 and GEAR-2, 3: draw, stow, pick up, reload."""
    held, empty = world.get(unit, Gear), gear.free_hands(world, unit)
    rule = "CLASH-REACT-2"
    for item in dict.fromkeys(held.carried):
        hands = gear.hands_of(world, item)
        if hands and hands <= empty:
            yield Option(f"draw {item}", rule=rule)
    for item in dict.fromkeys(held.held):
        yield Option(f"stow {item}", rule=rule)
        if gear.loaded(world, unit, item) < held.held.count(item):
            yield Option(f"reload {item}", rule="CLASH-GEAR-3")
    for item, cell in lying(world, unit):
        if gear.hands_of(world, item) <= empty:
            yield Option(f"pick_up {item} {board_of(world).grid.name(cell)}", cell=cell, rule=rule)
    for edge in doors(world, unit):
        name = board_of(world).grid.edge_name(edge)
        yield Option(f"door {name}", cell=board_of(world).grid.edge_side(edge)[0], rule=rule)


def touch(world: World, unit: int) -> CellSet:
    """CLASH-REACT-2: the own cells and those next to them that no wall separates."""
    return cells_of(world, unit) | reach_cells(world, unit, sheet_of(world).numbers.touch)


def lying(world: World, unit: int) -> list[tuple[str, int]]:
    """(item, cell) of what lies in touch; nothing under a conscious foe's feet."""
    near = touch(world, unit)
    for foe in enemies(world, unit):
        near &= ~cells_of(world, foe)
    rows = [(row[1].item, row[2].cell) for row in world.each(Lying, Position)]
    return list(dict.fromkeys(row for row in rows if near >> row[1] & 1))


def in_touch(world: World, unit: int) -> list[str]:
    """What a unit carries, and what lies about it."""
    return [*world.get(unit, Gear).carried, *(item for item, _ in lying(world, unit))]


def doors(world: World, unit: int) -> list[EdgeId]:
    """CLASH-REACT-2: doors beside the unit's cells that nobody stands astride of."""
    board, own = board_of(world), cells_of(world, unit)
    found = []
    for edge in board.doors:
        beside = bits(cell for cell in board.grid.edge_cells(edge) if cell is not None)
        if beside & own and not any(filled & beside == beside for filled in bodies(world).values()):
            found.append(edge)
    return found


@lru_cache(maxsize=256)
def turned(board: Board, edge: EdgeId) -> Board:
    """The board with that door the other way: open or shut."""
    other = kinds().edges[board.doors[edge]].turns_to
    edges = tuple(Edge(each.edge, other) if each.edge == edge else each for each in board.edges)
    made = changed(board, edges=edges)
    assert isinstance(made, Board)
    return made


def free_actions(world: World, unit: int) -> Iterator[Option]:
    """CLASH-FREE-1 to 3: drop, let go, and what abilities grant; one a round."""
    if world.get(unit, Spent).free or not able(world, unit):
        return
    for item in dict.fromkeys(world.get(unit, Gear).held):
        yield Option(f"drop {item}", rule="CLASH-FREE-3")
    for other in held_by(world, unit):
        yield Option(f"let_go {other}", unit=other, rule="CLASH-FREE-3")
    if "quick_draw" in world.get(unit, Body).abilities:
        for item in dict.fromkeys(world.get(unit, Gear).carried):
            if 0 < gear.hands_of(world, item) <= gear.free_hands(world, unit):
                yield Option(f"quick_draw {item}", rule="CLASH-FREE-1")


def items_of(world: World, unit: int) -> list[str]:
    """Magic items a unit has about it."""
    have = world.get(unit, Gear)
    return [item for item in dict.fromkeys((*have.held, *have.carried)) if item in sheet_of(world).gear.items]


def powers_of(world: World, unit: int) -> dict[str, Power]:
    """Spells, abilities and magic items at hand, by key."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    found = {key: sheet.spells[key] for key in body.spells}
    found |= {key: sheet.abilities[key] for key in body.abilities if not sheet.abilities[key].free}
    return found | {key: sheet.gear.items[key] for key in items_of(world, unit)}


def power_options(world: World, unit: int, key: str, power: Power) -> list[Option]:
    """Targets of a power that could be paid for; attack powers on foes in range are `offers`' matter."""
    grid, rule = board_of(world).grid, power_rule(world, key)
    if power.target == "self":
        useless = (power.condition and holds(world, unit, power.condition)) or (power.heal and not _hurt(world, unit))
        return [] if useless else [Option(key, power.title, unit=unit, rule=rule)]
    if power.target == "ally_or_self":
        return [Option(f"{key} {each}", power.title, unit=each, rule=rule) for each in healable(world, unit, power)]
    if power.target == "cell":
        return [
            Option(f"{key} {grid.name(cell)}", power.title, cell=cell, rule=rule)
            for cell in each_cell(landings(world, unit, power))
        ]
    return []


def power_rule(world: World, key: str) -> str:
    """The rule behind a spell, an item or an ability."""
    return "CLASH-ATK-8" if key in sheet_of(world).abilities else "CLASH-ACT-7"


def healable(world: World, unit: int, power: Power) -> list[int]:
    """Friends in range, itself and the unconscious among them, who are hurt."""
    own, found = team(world, unit), []
    near = cells_of(world, unit) | reach_cells(world, unit, power.range)
    for other, cells in bodies(world).items():
        if team(world, other) == own and cells & near and _hurt(world, other):
            found.append(other)
    return found


def _hurt(world: World, unit: int) -> bool:
    pools = world.get(unit, Pools)
    down = world.find(unit, Down)
    return pools["health"] < pools.base_of("health") and (down is None or down.how == "unconscious")


def landings(world: World, unit: int, power: Power) -> CellSet:
    """Anchors in range at which the unit has room and which it sees."""
    return world.derive(("landings", unit, power.range), lambda world: _landings(world, unit, power), PLACES)


def _landings(world: World, unit: int, power: Power) -> CellSet:
    board, size = board_of(world), size_of(world, unit)
    near = board.grid.within(cells_of(world, unit), pace(world, power.range, 1), metric(world))
    room = stops(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    found = 0
    for cell in each_cell(near & room & ~cells_of(world, unit)):
        if sees_cell(world, unit, cell) and not astride(board, board.grid.footprint(cell, size)):
            found |= 1 << cell
    return found


def affordable(world: World, unit: int, power: Power) -> bool:
    """Action points, magic points and, for attacks, the two a round."""
    if not points(world, unit) or magic(world, unit) < power.magic:
        return False
    return not power.attack or attacks_left(world, unit) > 0


def reactions(world: World, unit: int) -> list[Option]:
    """CLASH-ECON-5: what a unit may use at any window: things, non-attack magic and items, its free action."""
    if not able(world, unit):
        return []
    found = list(free_actions(world, unit))
    if points(world, unit):
        found += manipulations(world, unit)
        for key, power in powers_of(world, unit).items():
            if not power.attack and not power.contest and affordable(world, unit, power):
                found += power_options(world, unit, key, power)
    return found


# Doing it


def handle(world: World, unit: int, key: str) -> bool:
    """Carry out a manipulation or a free action; whether the key was one. The point is paid already."""
    verb, _, rest = key.partition(" ")
    item, _, cell = rest.partition(" ")
    if verb in ("draw", "quick_draw"):
        gear.draw(world, unit, item, "CLASH-GEAR-2")
    elif verb == "stow":
        gear.stow(world, unit, item, "CLASH-GEAR-2")
    elif verb == "pick_up":
        gear.take_up(world, unit, item, board_of(world).grid.parse(cell), "CLASH-REACT-2")
    elif verb == "reload":
        gear.reload(world, unit, item, "CLASH-GEAR-3")
    elif verb == "door":
        field = world.get(FIELD, Field)
        edge = board_of(world).grid.parse_edge(rest)
        world.put(FIELD, changed(field, board=turned(board_of(world), edge)))
        world.emit(Used(unit, "door", "action", cell=board_of(world).grid.edge_side(edge)[0], rule="CLASH-REACT-2"))
    elif verb == "drop":
        gear.let_fall(world, unit, item, world.get(unit, Position).cell, "dropped", "CLASH-FREE-3")
    elif verb == "let_go":
        free(world, int(item), unit, "CLASH-FREE-3")
    else:
        return False
    return True


def use_free_action(world: World, unit: int) -> None:
    """CLASH-FREE-2: one a round."""
    world.put(unit, Spent(world.get(unit, Spent).attacks, free=True))


def consume(world: World, unit: int, item: str) -> None:
    """An item that is used up; it does not come back after the battle (CLASH-REST-3)."""
    have, owned = world.get(unit, Gear), world.get(unit, Owned)
    world.put(unit, Gear(*_less(have.held, have.carried, item), have.worn))
    world.put(unit, Owned(*_less(owned.held, owned.carried, item)))
    world.emit(ItemMoved(unit, item, "used_up", None, "CLASH-ACT-7"))


def _less(held: tuple[str, ...], carried: tuple[str, ...], item: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both lists, one item of that kind less."""
    if item in held:
        return gear.without(held, item), carried
    return held, gear.without(carried, item) if item in carried else carried


async def take_effect(world: World, unit: int, key: str, power: Power, rest: str) -> None:
    """What a power that is no attack does."""
    if power.heal:
        target = int(rest) if rest else unit
        sides, plus = dice_of(power.heal)
        faces = await Roll(unit, "healing", sides, "CLASH-DMG-15")
        lines = [add(sum(faces), "rolled", "CLASH-DMG-15")]
        lines += [add(plus, power.title.lower(), "CLASH-DMG-15")] if plus else []
        number = Breakdown("healing", tuple(lines))
        world.emit(Rolled(unit, "healing", sides, faces, (number,), "CLASH-DMG-15"))
        heal(world, target, number, unit)
    elif power.teleport:
        there = board_of(world).grid.parse(rest)
        place(world, unit, there, "teleport", rule="CLASH-OA-6")
        loosen(world)
        await notice(world)
    elif power.condition:
        inflict(world, unit, power.condition, "CLASH-ARM-5", unit)


def still_usable(world: World, unit: int, key: str, power: Power, rest: str) -> bool:
    """CLASH-INTX-13: whether target or cell are still there once others have reacted."""
    if power.target in ("self", "foe"):
        return True
    return any(option.key == f"{key} {rest}" for option in power_options(world, unit, key, power))
