"""What surroundings do by themselves: water at the end of a turn, hazards at the end of a round."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Clock, Conditions, Down, Position, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.objectives import verdict
from game.rules.poise.harm.conditions import inflict
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import damage, lose
from game.rules.poise.house import house
from game.rules.poise.sheet import Hazard, Pool, sheet_of
from game.rules.poise.state import Submerged, is_animal, steed_of
from game.rules.poise.water import breath_cost, breathe, breathe_out, drown, holds_breath, said_to_hold
from game.rules.throwing import damage_by
from game.systems.conditions import holds, lift
from game.systems.field import board_of, cells_of

_BREATH_POOLS: tuple[Pool, ...] = ("momentum", "focus")


async def end_of_turn(world: World, unit: int) -> None:
    """POISE-WATER-6 to 8, COND-15: what held breath and choking cost; an animal's turn ends with its rider's."""
    for each in _led(world, unit):
        if world.has(each, Down) or world.find(each, Position) is None:
            continue
        if said_to_hold(world, each):
            _pay(world, each, breath_cost(world, each), "POISE-WATER-7")
        else:
            breathe_out(world, each)
        if holds(world, each, "choking"):
            _pay(world, each, sheet_of(world).surroundings.water.choking, "POISE-COND-15")
        if holds(world, each, "burning"):
            number = Breakdown("damage", (add(sheet_of(world).numbers.burning, "burning", "POISE-COND-15"),))
            await damage(world, each, "poise", number, "POISE-COND-15")
        await defeat(world, each, None)
        if house(world).temporary_ends_with_turn:
            _end_temporary(world, each)


def _end_temporary(world: World, unit: int) -> None:
    """POISE-COND-11, by a setting: what lasts until an action ends with the turn as well."""
    for item in world.get(unit, Conditions).items:
        if item.until:
            lift(world, unit, item.name, "POISE-COND-11")


def start_of_turn(world: World, unit: int) -> None:
    """POISE-WATER-6 and 7: breath may be held on; under water there is choking without it."""
    for each in _led(world, unit):
        breathe(world, each)
        if world.has(each, Submerged) and not holds_breath(world, each):
            drown(world, each)


def _led(world: World, unit: int) -> list[int]:
    steed = steed_of(world, unit)
    return [unit] if steed is None or not is_animal(world, steed) else [unit, steed]


def _pay(world: World, unit: int, price: int, rule: str) -> None:
    for pool in _BREATH_POOLS:
        lose(world, unit, pool, price, rule)


async def strike_hazards(world: World) -> None:
    """POISE-INIT-9, HAZ-1 to 4: each hazard of the board, until the fight is decided."""
    for word, place in board_of(world).hazards.items():
        hazard = sheet_of(world).surroundings.hazards.get(word)
        if hazard is not None and _due(world, word):
            for unit in _in(world, place, hazard.within):
                if verdict(world) is None:
                    await _strike(world, unit, word, hazard)


def awaiting(world: World, place: CellSet) -> list[tuple[str, str]]:
    """The words and rules of what strikes whoever is still there when this round ends."""
    table, grid = sheet_of(world).surroundings.hazards, board_of(world).grid
    return [
        (word, table[word].rule)
        for word, cells in board_of(world).hazards.items()
        if word in table and _due(world, word) and grid.distance_sets(place, cells, "alternating") <= table[word].within
    ]


def _due(world: World, word: str) -> bool:
    """Whether it happens in this round: a setting may name the only one, 0 is every round."""
    own = house(world)
    rounds = {"swaying": own.swaying_round, "gale": own.gale_round, "blast": own.blast_round, "fire": own.fire_round}
    return rounds.get(word, 0) in (0, world.get(FIELD, Clock).round)


def _in(world: World, place: CellSet, within: int) -> list[int]:
    """Everybody with a cell in those, or so many paces from them."""
    grid, units = board_of(world).grid, [unit for unit, _, _ in world.each(Unit, Position)]
    return [unit for unit in units if grid.distance_sets(cells_of(world, unit), place, "alternating") <= within]


async def _strike(world: World, unit: int, word: str, hazard: Hazard) -> None:
    """What one hazard does to one unit: nobody can defend against it, and armour does not help (POISE-DMG-1)."""
    if hazard.lose and hazard.pool:
        lose(world, unit, hazard.pool, hazard.lose, hazard.rule)
    if hazard.dice and hazard.pool:
        number = await damage_by(world, unit, word, hazard.dice, hazard.rule, hazard.title.lower())
        await damage(world, unit, hazard.pool, number, hazard.rule)
    if hazard.condition and not world.has(unit, Down):
        inflict(world, unit, hazard.condition, hazard.rule)
    await defeat(world, unit, None)
