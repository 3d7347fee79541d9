"""Offers and the reasons why there are none: what all of them share."""

from __future__ import annotations

from functools import lru_cache

from game.grid.grid import Cell, Grid
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality.sheet import VitalitySheet, sheet_of
from game.rules.vitality.state import Riding, effects, pool
from game.rules.vitality.who import up

Found = tuple[list[Option], list[Reason]]


@lru_cache(maxsize=8)
def _prices(sheet: VitalitySheet) -> dict[str, tuple[int, int]]:
    numbers = sheet.numbers
    found = {key: (entry.ap, entry.wp) for key, entry in sheet.abilities.items()}
    found |= {key: (entry.ap, 0) for key, entry in sheet.main.manoeuvres.items()}
    found |= {
        "defend": (numbers.defend_ap, 0),
        "interact": (numbers.interact_ap, 0),
        "move": (numbers.move_ap, 0),
        "sprint": (numbers.sprint_ap, 0),
        "stabilize": (numbers.stabilize_ap, 0),
        "switch_places": (numbers.switch_places_ap, 0),
        "switch_weapons": (numbers.switch_weapons_ap, 0),
        "take_cover": (numbers.taking_cover_ap, 0),
        "use_item": (numbers.use_item_ap, 0),
        "command": (numbers.command_ap, 0),
        "hide": (numbers.hide_ap, 0),
        "break_restrained": (numbers.break_ap, 0),
    }
    return found


def price(world: World, verb: str) -> tuple[int, int] | None:
    """AP and WP of an action that always costs as much; None for attacks, movement and stunts."""
    return _prices(sheet_of(world)).get(verb)


def short(world: World, unit: int, ap: int) -> list[Reason]:
    """VITALITY-ECON-1 and 8: AP that are missing."""
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_ap", "VITALITY-ECON-8")] if pool(world, unit, "ap") < ap else []


def fixed(world: World, unit: int) -> list[Reason]:
    if not up(world, unit):
        return [Reason("reason_down", "VITALITY-COND-11")]
    return [Reason("reason_still", effect.rule) for _, effect in effects(world, unit) if effect.still][:1]


def host_of(world: World, unit: int) -> int | None:
    riding = world.find(unit, Riding)
    return riding.host if riding is not None else None


@lru_cache(maxsize=1 << 16)
def cell_option(grid: Grid, verb: str, title: str, cell: Cell, rule: str) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", title, cell=cell, rule=rule)
