"""Random play of shipped rulesets on shipped maps, for tests that look at every step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from game.data.paths import data
from game.kernel.components import Side, Unit
from game.kernel.dice import Chooser
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_maps
from game.map.roster import ROLES, Entry, Objective, SideSetup
from game.map.scenario import Scenario, quick
from game.rules.registry import SHIPPED
from game.rules.ruleset import Ruleset, find_ruleset
from game.skirmish.record import Skirmish

GRIDS = ("square", "hex")
RULESETS = (*SHIPPED, "d20")  # those that ship, and the example of one by others


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset, read once."""
    return find_ruleset(name)


@cache
def board(grid: str) -> Board:
    """The smallest shipped map of that kind on which two sides meet."""
    folder = data("maps")
    boards = [load_board(path) for path in find_maps().values() if path.parent == folder]
    fitting = [each for each in boards if each.kind == grid and len(each.sides) >= 2]
    return min(fitting, key=lambda each: (each.width * each.height, each.name))


def scenario(name: str, grid: str, seed: int | str) -> Scenario:
    """The map's own sides with the ruleset's units."""
    return quick(board(grid), name, seed=seed)


def skirmish(name: str, grid: str, seed: int | str) -> Skirmish:
    """A skirmish before its first answer."""
    return Skirmish(scenario(name, grid, seed), ruleset(name)).settle()


FATEFUL = ("gambit", "truce", "surrender")  # ends of units and skirmishes: chosen rarely, or nothing would last


def pick(chooser: Chooser, request: Decision) -> str:
    """An option at random: half the time one that concerns another unit; first a verb, then one of its options.

    Taking each option alike would drown everything in moves.
    """
    options = request.options
    if chooser.pick("ab") == "a":
        options = tuple(option for option in options if option.unit is not None) or options
    verbs = sorted({option.verb for option in options})
    verb = chooser.pick(verbs)
    for _ in range(3):
        verb = chooser.pick(verbs) if verb in FATEFUL else verb
    return chooser.pick([option.key for option in options if option.verb == verb])


def play(game: Skirmish, seed: int | str, answers: int) -> Skirmish:
    """Random answers until the end, or so many."""
    chooser = Chooser(f"play {seed}")
    for _ in range(answers):
        if not isinstance(game.session.request, Decision):
            break
        game.answer(pick(chooser, game.session.request))
    return game


def rules_in(value: Any) -> Iterator[str]:
    """All rule IDs named in a value and in what it is made of."""
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            inside = getattr(value, field)
            if field == "rule" and isinstance(inside, str):
                yield from [inside] if inside else []
            else:
                yield from rules_in(inside)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from rules_in(each)


def units(world: World) -> list[int]:
    """All units in id order."""
    return [row[0] for row in world.each(Unit)]


def sides(world: World) -> list[int]:
    """All sides in id order."""
    return [row[0] for row in world.each(Side)]


def brawl(name: str, grid: str, seed: int | str) -> Skirmish:
    """A skirmish at close quarters: one unit of each role on either side, on broken ground."""
    roster = tuple(Entry(role=role) for role in ROLES)
    sides = (SideSetup("red", "west", roster=roster), SideSetup("blue", "east", roster=roster))
    made = Scenario(name, f"name: Brawl\ngrid: {grid}\n{_BRAWL}", sides, seed=seed)
    return Skirmish(made, ruleset(name)).settle()


_BRAWL = """
rows: |
  . . . . . . . . . . . .
  . . . ~ . . . o . . . .
  . . . . . # . . . . . .
  . . . m . . . . ~ . . .
  . . . . . . o . . . . .
  . . . . . . . . . . . .
  . . . T . . . . . b . .
  . . . . . . . . . . . .
elevation: |
  ............
  ............
  ....11......
  ....12......
  .....1......
  ............
  ............
  ............
edges:
  - {kind: low_wall, from: [6, 5], to: [6, 6], side: e}
zones:
  west: {kind: deploy, rect: [2, 0, 4, 8]}
  east: {kind: deploy, rect: [6, 0, 4, 8]}
  out: {kind: exit, rect: [0, 7, 12, 1]}
"""


def gate(name: str, grid: str) -> Skirmish:
    """Two units far apart; the first stands on an exit, and wins by leaving."""
    leaves = (Objective("escape", zone="gate", count=1),)
    fighter = (Entry(role="guard"),)
    sides = (SideSetup("red", "west", roster=fighter, objectives=leaves), SideSetup("blue", "east", roster=fighter))
    made = Scenario(name, f"name: Gate\ngrid: {grid}\n{_GATE}", sides, seed="gate")
    return Skirmish(made, ruleset(name)).settle()


_GATE = """
rows: |
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
zones:
  west: {kind: deploy, rect: [0, 0, 2, 4]}
  east: {kind: deploy, rect: [14, 0, 2, 4]}
  gate: {kind: exit, rect: [0, 0, 8, 4]}
"""


def begin(name: str, grid: str, seed: int) -> Skirmish:
    """A brawl for odd seeds, a shipped map for even ones."""
    return brawl(name, grid, seed) if seed % 2 else skirmish(name, grid, seed)
