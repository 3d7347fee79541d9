"""What surroundings do by themselves: water at the end of a turn, hazards at the end of a round."""

from __future__ import annotations

import game.rules.poise.harm.conditions as conditions
from game.grid.grid import CellSet
from game.kernel.components import FIELD, Clock, Conditions, Down, Position, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.objectives import verdict
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import damage, lose
from game.rules.poise.house import house
from game.rules.poise.sheet import Hazard, Pool, sheet_of
from game.rules.poise.state import Breath, Submerged, is_animal, steed_of
from game.rules.throwing import damage_by
from game.systems.conditions import holds, lift
from game.systems.field import board_of, cells_of

_BREATH_POOLS: tuple[Pool, ...] = ("momentum", "focus")


async def end_of_turn(world: World, unit: int) -> None:
    """POISE-WATER-6 to 8, COND-15: what held breath and choking cost; an animal's turn ends with its rider's."""
    for each in _led(world, unit):
        if world.has(each, Down) or world.find(each, Position) is None:
            continue
        if conditions.said_to_hold(world, each):
            _pay(world, each, conditions.breath_cost(world, each), "POISE-WATER-7")
        else:
            conditions.breathe_out(world, each)
        if holds(world, each, "choking"):
            _pay(world, each, sheet_of(world).surroundings.water.choking, "POISE-COND-15")
        if holds(world, each, "burning"):
            number = Breakdown("damage", (add(sheet_of(world).numbers.burning, "burning", "POISE-COND-15"),))
            await damage(world, each, "poise", number, "POISE-COND-15")
        await defeat(world, each, None)
        if house(world).temporary_ends_with_turn:
            # COND-11, by a setting: what lasts until an action ends with the turn as well
            for item in world.get(each, Conditions).items:
                if item.until:
                    lift(world, each, item.name, "POISE-COND-11")


def start_of_turn(world: World, unit: int) -> None:
    """POISE-WATER-6 and 7: breath may be held on; under water there is choking without it."""
    for each in _led(world, unit):
        conditions.breathe(world, each)
        if world.has(each, Submerged) and not world.has(each, Breath):
            conditions.drown(world, each)


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
            grid, units = board_of(world).grid, [unit for unit, _, _ in world.each(Unit, Position)]
            far = {unit: grid.distance_sets(cells_of(world, unit), place, "alternating") for unit in units}
            for unit in units:
                if far[unit] <= hazard.within and verdict(world) is None:
                    await _strike(world, unit, word, hazard)


def awaiting(world: World, place: CellSet) -> list[tuple[str, str]]:
    """The words and rules of what strikes whoever is still there when this round ends."""
    table, board = sheet_of(world).surroundings.hazards, board_of(world)
    due = ((word, table[word], cells) for word, cells in board.hazards.items() if word in table and _due(world, word))
    near = (row for row in due if board.grid.distance_sets(place, row[2], "alternating") <= row[1].within)
    return [(word, hazard.rule) for word, hazard, _ in near]


def _due(world: World, word: str) -> bool:
    """Whether it happens in this round: a setting may name the only one, 0 is every round."""
    own = house(world)
    rounds = {"swaying": own.swaying_round, "gale": own.gale_round, "blast": own.blast_round, "fire": own.fire_round}
    return rounds.get(word, 0) in (0, world.get(FIELD, Clock).round)


async def _strike(world: World, unit: int, word: str, hazard: Hazard) -> None:
    """What one hazard does to one unit: nobody can defend against it, and armour does not help (POISE-DMG-1)."""
    if hazard.lose and hazard.pool:
        lose(world, unit, hazard.pool, hazard.lose, hazard.rule)
    if hazard.dice and hazard.pool:
        number = await damage_by(world, unit, word, hazard.dice, hazard.rule, hazard.title.lower())
        await damage(world, unit, hazard.pool, number, hazard.rule)
    if hazard.condition and not world.has(unit, Down):
        conditions.inflict(world, unit, hazard.condition, hazard.rule)
    await defeat(world, unit, None)
