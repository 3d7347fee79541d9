"""What an action is made of: its options, its price, why there may be none, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, Grid, cells
from game.kernel.components import Down
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.wounds.house import house
from game.rules.wounds.position import gap, space
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import helpless, spaces
from game.rules.wounds.terrain import turned, walls
from game.systems.field import board_of, enemies, team, teams

Options = Callable[[World, int], Iterable[Option]]
Perform = Callable[[World, int, str], Awaitable[None]]
Price = Callable[[World, int, str], int]
Reasons = Callable[[World, int], list[Reason]]


class Verb(NamedTuple):
    """One verb. `options` tells what is legal whatever the AP; `price` is the AP of one of them.

    `own_turn` cannot be done out of turn, `free` costs no AP and is neither action nor reaction, `moves` is movement,
    `short` cannot be a long action. `kinds` are all kinds of components that options and price look at; the options
    stay as they are until one of them changes. Without them any change counts; with `own` only one of the unit's.
    """

    options: Options
    perform: Perform
    reasons: Reasons
    price: Price | None = None
    own_turn: bool = False
    free: bool = False
    moves: bool = False
    short: bool = False
    own: bool = False
    kinds: Kinds = ()


def price_of(world: World, verb: str) -> int:
    """AP of the sheet (WOUNDS-HD-5)."""
    return sheet_of(world).actions[verb].ap


def option(world: World, verb: str, *words: object, unit: int | None = None, cell: int | None = None) -> Option:
    """An option of a verb with the sheet's title and rule."""
    return _option(sheet_of(world), " ".join(map(str, (verb, *words))), unit, cell)


def toward(world: World, verb: str, goals: CellSet) -> list[Option]:
    """An option of a verb for each cell."""
    sheet, grid = sheet_of(world), board_of(world).grid
    return [_cell_option(sheet, verb, grid, cell) for cell in cells(goals)]


@lru_cache(maxsize=65536)
def _cell_option(sheet: WoundsSheet, verb: str, grid: Grid, cell: Cell) -> Option:
    return _option(sheet, f"{verb} {grid.name(cell)}", None, cell)


@lru_cache(maxsize=65536)
def _option(sheet: WoundsSheet, key: str, unit: int | None, cell: int | None) -> Option:
    action = sheet.actions[key.partition(" ")[0]]
    return Option(key, action.title, cell=cell, unit=unit, rule=action.rule)


def foes(world: World, unit: int) -> list[int]:
    """Enemies that may be attacked: standing ones, and by setting those who lie unconscious."""
    found = enemies(world, unit)
    if house(world).strike_fallen:
        own = team(world, unit)
        found = [*found, *(each for each in spaces(world) if world.has(each, Down) and team(world, each) != own)]
    return found


def touchable(world: World, unit: int) -> list[int]:
    """WOUNDS-HEAL-3 and 4: the unit itself and whoever is beside it, willing or helpless."""
    own, found = teams(world)[unit], [unit]
    for other in beside(world, unit):
        willing = teams(world)[other] == own or helpless(world, other)
        if willing and on_board(world, other):
            found.append(other)
    return found


def beside(world: World, unit: int) -> list[int]:
    """Everybody else at gap 0 or nearer, with no wall in between."""
    near = near_cells(world, space(world, unit))
    return [
        other
        for other, there in spaces(world).items()
        if other != unit and there & near and gap(world, unit, other) <= 0
    ]


def near_cells(world: World, own: CellSet) -> CellSet:
    """These cells and those beside them that no wall cuts off: what can be touched from there."""
    found, grid = own, board_of(world).grid
    for d, cut in enumerate(walls(board_of(world), turned(world))):
        found |= grid.shift(own & ~cut, d)
    return found


def none(world: World, unit: int) -> list[Reason]:
    """Nothing to say: the verb simply does not come into question."""
    return []
