"""Striking what stands on the board: doors, props, what lies along edges (ATK-3)."""

from __future__ import annotations

from game.grid.grid import Cell, cells
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality import holding, things
from game.rules.vitality.aiming import attack_price
from game.rules.vitality.damage import Blow, Part, amounts_of
from game.rules.vitality.figures import reach, weapons_of
from game.rules.vitality.harm import roll_blow
from game.rules.vitality.hiding import give_away
from game.rules.vitality.kinds import Thing
from game.rules.vitality.lines import blocked
from game.rules.vitality.reasons import Found, short
from game.rules.vitality.sheet import faces, sheet_of
from game.rules.vitality.sight import METRIC, sight_board
from game.rules.vitality.state import Turn, has
from game.rules.vitality.strike import Attack, blow
from game.systems.field import board_of, cells_of

RULE = "VITALITY-ATK-3"


def smash_offer(world: World, unit: int, verb: str) -> Found:
    """Things within reach; they cost what any weapon attack costs."""
    reasons = short(world, unit, attack_price(world, unit))
    if has(world, unit, "stunned"):
        reasons = [Reason("reason_stunned", "VITALITY-COND-9")]
    if reasons:
        return [], reasons
    title = sheet_of(world).titles[verb]
    options = [Option(f"smash {spot}", title, cell=cell, rule=RULE) for spot, cell in spots(world, unit)]
    return options, [Reason("reason_nothing_near", RULE)]


def spots(world: World, unit: int) -> list[tuple[str, Cell]]:
    """What can be struck: (`4,5` or `4,5 e`, a cell of it). House rule: no walls, and nothing out of melee reach."""
    board, own = board_of(world), cells_of(world, unit)
    grid, wall = board.grid, sheet_of(world).gear.things["wall"]
    near, seen, found = grid.within(own, reach(world, unit), METRIC), sight_board(world), list[tuple[str, Cell]]()
    for prop in board.props:
        thing = things.thing_at(world, prop.cell) if near >> prop.cell & 1 else None
        if thing in (None, wall) or all(blocked(seen, eye, prop.cell, 1 << prop.cell) for eye in cells(own)):
            continue
        found.append((grid.name(prop.cell), prop.cell))
    beside = {grid.edge(cell, d): cell for cell in cells(own) for d in grid.layout.sides}
    for edge, cell in sorted(beside.items()):
        if things.edge_thing(world, edge) not in (None, wall):
            found.append((grid.edge_name(edge), cell))
    return found


def weapon_for(world: World, unit: int, spot: str) -> str:
    """The weapon that is likely to do most to it, of those that reach it."""
    grid, table = board_of(world).grid, sheet_of(world).weapons
    words = spot.split(" ")
    far = 1 if len(words) > 1 else grid.distance_sets(cells_of(world, unit), 1 << grid.parse(words[0]), METRIC)
    fitting = [key for key in weapons_of(world, unit) if table[key].melee >= max(1, far)]

    def likely(key: str) -> int:
        found = smash_blow(world, unit, key)
        return sum(sides + 1 for sides in found.dice()) + 2 * sum(line.value for line in found.parts[0].flat)

    return max(fitting, key=likely)


def smash_blow(world: World, unit: int, weapon: str) -> Blow:
    """The weapon's damage and nothing else: no roll, so no critical hit either."""
    part = Part(sheet_of(world).weapons[weapon].type, faces(sheet_of(world).weapons[weapon].dice))
    return Blow((changed(part, flat=blow(world, Attack(unit, weapon), unit).parts[0].flat),))


def thing_in(world: World, spot: str) -> Thing | None:
    """What is there to be struck."""
    grid = board_of(world).grid
    if " " in spot:
        return things.edge_thing(world, grid.parse_edge(spot))
    return things.thing_at(world, grid.parse(spot))


async def smash(world: World, unit: int, spot: str) -> None:
    """VITALITY-ATK-3: a weapon attack without a roll; it is paid, or one that waits is used up."""
    turn = world.get(unit, Turn)
    world.put(unit, changed(turn, banked=turn.banked[1:]))
    found = smash_blow(world, unit, weapon_for(world, unit, spot))
    thrown, _ = await roll_blow(world, unit, found)
    amounts, _ = amounts_of(found, thrown)
    things.damage_thing(world, unit, spot, sum(amount for _, amount in amounts))
    give_away(world, unit)
    await holding.happened(world, "attack", unit)
