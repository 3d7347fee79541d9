"""Previews of the actions that are neither movement nor attack."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules.aura.breakers import strikers
from game.rules.aura.chances import (
    ESCAPING,
    check_odds,
    climb_odds,
    escape_odds,
)
from game.rules.aura.doing import DEEDS, deed_price
from game.rules.aura.figures import name_of, weapon
from game.rules.aura.hiding import sharpest_needed, stealth_needed
from game.rules.aura.jumping import climb_height, climbed
from game.rules.aura.midway import either, price_lines, sure
from game.rules.aura.offers_deeds import door_edges
from game.rules.aura.powers import energy_grant
from game.rules.aura.rolls import check_bonus, check_tilt
from game.rules.aura.sheet import sheet_of
from game.rules.aura.space import others
from game.rules.aura.state import holds, spent
from game.rules.ruleset import Chance, Note, Preview
from game.systems.field import board_of


def deed(world: World, unit: int, verb: str, rest: str, title: str) -> Preview:
    """An action that is neither movement nor attack."""
    numbers = price_lines(deed_price(world, unit, verb, rest), DEEDS[verb].rule)
    main, titles = sheet_of(world).main, sheet_of(world).titles
    if verb == "break_door":
        skill = max(("arm", "leg"), key=lambda name: check_bonus(world, unit, name).total)
        board, grid = board_of(world), board_of(world).grid
        beyond = grid.parse(rest)
        kinds = [
            each.kind
            for each in board.edges
            if each.edge in door_edges(world, unit) and beyond in grid.edge_cells(each.edge)
        ]
        run_up = main.numbers.door_charge if spent(world, unit).ran >= main.numbers.charge else 0
        bonus = check_bonus(world, unit, skill)
        works = check_odds(check_tilt(world, unit, skill), bonus, main.doors[kinds[0]] - run_up)
        return Preview(title, either(world, works, DEEDS[verb].rule), (bonus, *numbers))
    if verb == "escape":
        works = max(escape_odds(world, unit, way) for way in ESCAPING)
        return Preview(title, either(world, works, DEEDS[verb].rule), numbers)  # if both sides choose best
    if verb == "climb":
        return _climb(world, unit, board_of(world).grid.parse(rest), title, numbers)
    if verb == "hide":
        return _hide(world, unit, title, numbers)
    if verb in ("load", "equip", "stow") and holds(world, unit, "shaken"):
        works = check_odds(0, Breakdown("check"), main.numbers.clumsy)
        return Preview(title, either(world, works, "AURA-ACT-12"), numbers)
    notes = list[Note]()
    if verb == "catch_breath":
        notes.append(Note(titles["next_round"] + f": {energy_grant(world, unit).total}", "AURA-ECON-1"))
    bares = verb == "kneel" or (verb == "load" and weapon(world, rest).load >= 3)  # AURA-ACT-1 and 2
    if bares or holds(world, unit, "unguarded"):
        notes += strikers(world, unit)
    return sure(world, title, DEEDS[verb].rule, *numbers, notes=tuple(notes))


def _climb(world: World, unit: int, cell: int, title: str, prices: tuple[Breakdown, ...]) -> Preview:
    """AURA-ACT-14: how far up one roll may lead."""
    titles, found = sheet_of(world).titles, climb_odds(world, unit, cell)
    order = ("climb_top", "climb_higher", "climb_stuck", "climb_falls")
    chances = tuple(Chance(titles[how], float(found[how]), "AURA-ACT-14") for how in order if how in found)
    height = f"{titles['climbed']}: {climbed(world, unit, cell)}/{climb_height(world, unit, cell)} m"
    return Preview(title, chances, (check_bonus(world, unit, "climb"), *prices), notes=(Note(height, "AURA-HOUSE-10"),))


def _hide(world: World, unit: int, title: str, prices: tuple[Breakdown, ...]) -> Preview:
    """AURA-FACE-7 and HOUSE-1: the chance against the sharpest, and against each observer by itself."""
    titles, bonus, tilt = (
        sheet_of(world).titles,
        check_bonus(world, unit, "stealth"),
        check_tilt(world, unit, "stealth"),
    )
    need = sharpest_needed(world, unit)
    found = {foe: check_odds(tilt, bonus, stealth_needed(world, foe).total) for foe in others(world, unit)}
    notes = (f"{titles['unnoticed_by']}: {name_of(world, foe)} ({float(odds):.0%})" for foe, odds in found.items())
    works = either(world, check_odds(tilt, bonus, need.total), "AURA-FACE-7")
    return Preview(title, works, (bonus, need, *prices), notes=tuple(Note(text, "AURA-FACE-7") for text in notes))
