"""What an action is made of: a verb with all that wounds knows of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from game.grid.grid import Cell, CellSet, Grid, cells
from game.kernel.ecs import Kinds, World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.systems.field import board_of


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


def none(world: World, unit: int) -> list[Reason]:
    """Nothing to say: the verb simply does not come into question."""
    return []


Options = Callable[[World, int], Iterable[Option]]


Perform = Callable[[World, int, str], Awaitable[None]]


Price = Callable[[World, int, str], int]


Reasons = Callable[[World, int], list[Reason]]


@lru_cache(maxsize=65536)
def _cell_option(sheet: WoundsSheet, verb: str, grid: Grid, cell: Cell) -> Option:
    return _option(sheet, f"{verb} {grid.name(cell)}", None, cell)


@lru_cache(maxsize=65536)
def _option(sheet: WoundsSheet, key: str, unit: int | None, cell: int | None) -> Option:
    action = sheet.actions[key.partition(" ")[0]]
    return Option(key, action.title, cell=cell, unit=unit, rule=action.rule)
