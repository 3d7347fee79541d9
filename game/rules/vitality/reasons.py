"""Offers and the reasons why there are none: what all of them share."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid
from game.rules.vitality.state import (
    Riding,
    pool,
    still,
    up,
)


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()


Found = tuple[list[Option], list[Reason]]


def short(world: World, unit: int, ap: int) -> list[Reason]:
    """VITALITY-ECON-1 and 8: AP that are missing."""
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_ap", "VITALITY-ECON-8")] if pool(world, unit, "ap") < ap else []


def fixed(world: World, unit: int) -> list[Reason]:
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_still", "VITALITY-COND-8")] if still(world, unit) else []


def host_of(world: World, unit: int) -> int | None:
    riding = world.find(unit, Riding)
    return riding.host if riding is not None else None


@lru_cache(maxsize=1 << 16)
def cell_option(grid: Grid, verb: str, title: str, cell: Cell, rule: str) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", title, cell=cell, rule=rule)
