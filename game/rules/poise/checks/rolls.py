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
    lines = [add(getattr(world.get(unit, Body), ability), ability, "POISE-ROLL-2"), add(1, "roll", "POISE-ROLL-2")]
    return Breakdown("target_number", (*lines, *counting((net, net, "boons and banes", "POISE-ROLL-2"))))


def opposed_die(world: World, opponent: int, ability: str) -> int:
    """POISE-ROLL-3: the sides of the die that an opponent's ability sets."""
    dice = sheet_of(world).surroundings.difficulty.opposed
    own: int = getattr(world.get(opponent, Body), ability)
    return dice[min(own, len(dice) - 1)]


async def ability_roll(world: World, unit: int, ability: str, sides: int, why: str, net: int = 0) -> bool:
    """POISE-ROLL-1 and 2: whether it succeeds; a die without sides is no roll at all."""
    if not sides:
        return True
    number = target_number(world, unit, ability, net)
    faces = await Roll(unit, why, (sides,), "POISE-ROLL-2")
    world.emit(Rolled(unit, why, (sides,), faces, (number,), "POISE-ROLL-2"))
    return faces[0] <= number.total


def spooks(world: World, steed: int) -> int | None:
    """POISE-MOUNT-17: sides of the die for a command to an animal here; None where nothing is strange to it: hazards of
    the setting `spooks` in or beside it, and enemies of such a kind within a pace (POISE-ROLL-3).
    """
    words, board = house(world).spooks, board_of(world)
    if not words:
        return None
    near, difficulty = board.grid.spread(cells_of(world, steed)), sheet_of(world).surroundings.difficulty
    frightening = any(board.hazards.get(word, 0) & near for word in words)
    strange = (enemy for enemy in enemies(world, steed) if world.get(enemy, Unit).sheet in words)
    beside = [opposed_die(world, enemy, "cunning") for enemy in strange if distance(world, steed, enemy) <= 1]
    return max([*beside, *([difficulty.dice[difficulty.spook]] if frightening else [])], default=None)


async def shies(world: World, rider: int, steed: int) -> bool:
    """POISE-MOUNT-17: whether the animal refuses; its rider's cunning is rolled against."""
    sides = spooks(world, steed)
    if sides is None or await ability_roll(world, rider, "cunning", sides, "shy"):
        return False
    world.emit(Blocked(steed, "shy", "POISE-MOUNT-17"))
    return True
