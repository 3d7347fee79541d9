"""Striking what stands on the board: doors, props, what lies along edges (ATK-3)."""

from __future__ import annotations

from game.grid.grid import Cell, cells
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.vitality.budget import use_attack
from game.rules.vitality.checks.numbers import reach, weapons_of
from game.rules.vitality.harm.damage import Blow, Part, rolled
from game.rules.vitality.harm.suffering import roll_blow
from game.rules.vitality.position.hiding import give_away
from game.rules.vitality.position.lines import METRIC, blocked
from game.rules.vitality.position.sight import sight_board
from game.rules.vitality.sheet import faces, sheet_of
from game.rules.vitality.state import Attack
from game.rules.vitality.things import Spot, damage_thing, edge_thing, thing_at
from game.rules.vitality.turns import waiting
from game.rules.vitality.verbs.strike import blow
from game.systems.field import board_of, cells_of


def spot_of(action: Action) -> Spot:
    """What an action aims at."""
    return Spot(action.there, *action.numbers)


def spots(world: World, unit: int) -> list[tuple[Spot, Cell]]:
    """What can be struck: (where it is, a cell to point at). House rule: no walls, and nothing out of melee reach."""
    board, own = board_of(world), cells_of(world, unit)
    grid, wall = board.grid, sheet_of(world).gear.things["wall"]
    near, seen, found = grid.within(own, reach(world, unit), METRIC), sight_board(world), list[tuple[Spot, Cell]]()
    for prop in board.props:
        thing = thing_at(world, prop.cell) if near >> prop.cell & 1 else None
        if thing in (None, wall) or all(blocked(seen, eye, prop.cell, 1 << prop.cell) for eye in cells(own)):
            continue
        found.append((Spot(prop.cell), prop.cell))
    beside = {grid.edge(cell, d): cell for cell in cells(own) for d in grid.layout.sides}
    for edge, cell in sorted(beside.items()):
        if edge_thing(world, edge) not in (None, wall):
            found.append((Spot(cell, edge), cell))
    return found


def weapon_for(world: World, unit: int, spot: Spot) -> str:
    """The weapon that is likely to do most to it, of those that reach it."""
    grid, table = board_of(world).grid, sheet_of(world).weapons
    far = 1 if spot.edge is not None else grid.distance_sets(cells_of(world, unit), 1 << spot.cell, METRIC)
    fitting = [key for key in weapons_of(world, unit) if table[key].melee >= max(1, far)]

    def likely(key: str) -> int:
        found = smash_blow(world, unit, key)
        return sum(sides + 1 for sides in found.dice()) + 2 * sum(line.value for line in found.parts[0].flat)

    return max(fitting, key=likely)


def smash_blow(world: World, unit: int, weapon: str) -> Blow:
    """The weapon's damage and nothing else: no roll, so no critical hit either."""
    part = Part(sheet_of(world).weapons[weapon].type, faces(sheet_of(world).weapons[weapon].dice))
    return Blow((changed(part, flat=blow(world, Attack(unit, weapon), grudge=False).parts[0].flat),))


async def smash(world: World, unit: int, spot: Spot) -> None:
    """VITALITY-ATK-3: a weapon attack without a roll; it is paid, or one that waits is used up."""
    use_attack(world, unit)
    found = smash_blow(world, unit, weapon_for(world, unit, spot))
    thrown, _ = await roll_blow(world, unit, found)
    damage_thing(world, unit, spot, sum(amount for _, amount in rolled(found, thrown).amounts))
    give_away(world, unit)
    await waiting.happened(world, "attack", unit)
