"""Ability rolls, and animals that shy."""

from __future__ import annotations

from game.kernel.components import Unit
from game.kernel.ecs import World
from game.kernel.events import Blocked, Rolled
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, add, counting
from game.rules.poise.house import house
from game.rules.poise.position.space import distance
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Body
from game.systems.field import board_of, cells_of, enemies


def target_number(world: World, unit: int, ability: str, net: int = 0) -> Breakdown:
    """POISE-ROLL-2: the die must not show more than this."""
    lines = [add(_ability(world, unit, ability), ability, "POISE-ROLL-2"), add(1, "roll", "POISE-ROLL-2")]
    return Breakdown("target_number", (*lines, *counting((net, net, "boons and banes", "POISE-ROLL-2"))))


def opposed_die(world: World, opponent: int, ability: str) -> int:
    """POISE-ROLL-3: the sides of the die that an opponent's ability sets."""
    dice = sheet_of(world).surroundings.difficulty.opposed
    return dice[min(_ability(world, opponent, ability), len(dice) - 1)]


def _ability(world: World, unit: int, ability: str) -> int:
    value = getattr(world.get(unit, Body), ability)
    assert isinstance(value, int)
    return value


async def ability_roll(world: World, unit: int, ability: str, sides: int, why: str, net: int = 0) -> bool:
    """POISE-ROLL-1 and 2: whether it succeeds; a die without sides is no roll at all."""
    if not sides:
        return True
    number = target_number(world, unit, ability, net)
    faces = await Roll(unit, why, (sides,), "POISE-ROLL-2")
    world.emit(Rolled(unit, why, (sides,), faces, (number,), "POISE-ROLL-2"))
    return faces[0] <= number.total


def spooks(world: World, steed: int) -> int | None:
    """POISE-MOUNT-17: sides of the die for a command to an animal here; None where nothing is strange to it.

    The scenario's setting `spooks` names hazards, which count when one is in or beside it, and units of the sheet,
    which count as opponents (POISE-ROLL-3) when an enemy of that kind is within a pace.
    """
    words = house(world).spooks
    if not words:
        return None
    board, found = board_of(world), list[int]()
    near, difficulty = board.grid.spread(cells_of(world, steed)), sheet_of(world).surroundings.difficulty
    if any(board.hazards.get(word, 0) & near for word in words):
        found.append(difficulty.dice[difficulty.spook])
    for enemy in enemies(world, steed):
        if world.get(enemy, Unit).sheet in words and distance(world, steed, enemy) <= 1:
            found.append(opposed_die(world, enemy, "cunning"))
    return max(found, default=None)


async def shies(world: World, rider: int, steed: int) -> bool:
    """POISE-MOUNT-17: whether the animal refuses; its rider's cunning is rolled against."""
    sides = spooks(world, steed)
    if sides is None or await ability_roll(world, rider, "cunning", sides, "shy"):
        return False
    world.emit(Blocked(steed, "shy", "POISE-MOUNT-17"))
    return True
