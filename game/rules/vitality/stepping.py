"""Movement that the acting unit may make now."""

from __future__ import annotations

from game.grid.grid import cells
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality.bonds import landings
from game.rules.vitality.figures import basic_movement
from game.rules.vitality.ground import destinations, movement
from game.rules.vitality.moving import jumps, passes
from game.rules.vitality.reasons import Found, cell_option, fixed, host_of, short
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import has, pool
from game.rules.vitality.who import up
from game.systems.field import board_of, cells_of


def walk_offer(world: World, unit: int, verb: str) -> Found:
    """VITALITY-ECON-3: with what is in the pool."""
    if reasons := fixed(world, unit):
        return [], reasons
    return _cells_to(world, unit, verb, destinations(world, unit, movement(world, unit)), "VITALITY-ECON-3")


def _cells_to(world: World, unit: int, verb: str, where: int, rule: str) -> Found:
    grid, title = board_of(world).grid, sheet_of(world).titles.get(verb, "")
    options = [cell_option(grid, verb, title, cell, rule) for cell in cells(where)]
    return options, [Reason("reason_no_room", "VITALITY-MOVE-3")]


def advance_metres(world: World, unit: int) -> list[tuple[int, int]]:
    """VITALITY-ACT-7 and 8: (AP, metres in the pool) after so many Moves, or a Sprint where that is farther."""
    numbers, basic_ = numbers_of(world), basic_movement(world, unit).total
    have, ap = movement(world, unit), pool(world, unit, "ap")
    found = [(n * numbers.move_ap, have + n * basic_) for n in range(1, ap // numbers.move_ap + 1)]
    if ap >= numbers.sprint_ap:
        found = [row for row in found if row[0] < numbers.sprint_ap]
        found.append((numbers.sprint_ap, have + numbers.sprint_factor * basic_))
    return found


def advance_offer(world: World, unit: int, verb: str) -> Found:
    """Farther than the pool goes: with as many Moves as it takes, or a Sprint."""
    reasons = fixed(world, unit) or short(world, unit, numbers_of(world).move_ap)
    if reasons:
        return [], reasons
    near = destinations(world, unit, movement(world, unit))
    far = destinations(world, unit, advance_metres(world, unit)[-1][1]) & ~near
    return _cells_to(world, unit, verb, far, "VITALITY-ACT-7")


def move_offer(world: World, unit: int, verb: str) -> Found:
    numbers = numbers_of(world)
    ap, rule = (numbers.move_ap, "VITALITY-ACT-7") if verb == "move" else (numbers.sprint_ap, "VITALITY-ACT-8")
    reasons = fixed(world, unit) or short(world, unit, ap)
    return ([], reasons) if reasons else ([Option(verb, rule=rule)], [])


def leave_offer(world: World, unit: int, verb: str) -> Found:
    """House rule of END-1: from an exit, conscious and free to move."""
    if reasons := fixed(world, unit):
        return [], reasons
    if not cells_of(world, unit) & board_of(world).exits:
        return [], [Reason("reason_no_exit", "VITALITY-END-1")]
    return [Option("leave", rule="VITALITY-END-1")], []


def jump_offer(world: World, unit: int, verb: str) -> Found:
    if reasons := fixed(world, unit):
        return [], reasons
    return _cells_to(world, unit, verb, sum(1 << cell for cell in jumps(world, unit)), "VITALITY-MOVE-5")


def pass_offer(world: World, unit: int, verb: str) -> Found:
    grid, title = board_of(world).grid, sheet_of(world).titles.get(verb, "")
    options = [
        Option(f"pass {grid.name(cell)} {' '.join(map(str, past))}", title, cell=cell, rule="VITALITY-MOVE-7")
        for cell, past in (passes(world, unit) if up(world, unit) else {})
    ]
    return options, [Reason("reason_no_way_past", "VITALITY-MOVE-8")]


def stand_offer(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "prone"):
        return [], [Reason("reason_not_prone", "VITALITY-ACT-40")]
    if reasons := fixed(world, unit):
        return [], reasons
    if movement(world, unit) < numbers_of(world).stand_metres:
        return [], [Reason("reason_movement", "VITALITY-ACT-40")]
    return [Option("stand_up", rule="VITALITY-ACT-40")], []


def dismount_offer(world: World, unit: int, verb: str) -> Found:
    host = host_of(world, unit)
    if host is None:
        return [], [Reason("reason_not_riding", "VITALITY-ACT-31")]
    if fixed(world, unit) or movement(world, unit) < numbers_of(world).dismount_metres:
        return [], [Reason("reason_movement", "VITALITY-ACT-31")]
    grid = board_of(world).grid
    spots = landings(world, unit, host)
    return [Option(f"dismount {grid.name(c)}", cell=c, rule="VITALITY-ACT-31") for c in spots], [
        Reason("reason_no_room", "VITALITY-ACT-31")
    ]
