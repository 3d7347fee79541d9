"""A way drawn cell by cell, with the mouse or the cursor: it is gone as it was drawn, and dropped if things change."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import FIELD, Field, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.session import Session
from game.rules.ruleset import Preview, Ruleset
from game.rules.verbs import price_of
from game.ui.battle.state import Battle

_LEGS = 40  # answers that a way may take


class Leg(Struct, frozen=True):
    """One answer on the way: where the unit must stand for it, and what it would do."""

    key: str
    start: Cell
    preview: Preview | None = None
    rest: tuple[Cell, ...] = ()  # what is to be gone after it, as far as nobody knows yet how


def stands(battle: Battle) -> Cell | None:
    """Where a way can begin: the cell of the unit that has the turn."""
    request = battle.request
    here = battle.world.find(request.who, Position) if request is not None else None
    return here.cell if here is not None and battle.open_tab() is not None else None


def extend(battle: Battle, cell: Cell) -> None:
    """It goes on to that cell, straight if there are others between; back along itself it grows shorter."""
    way = battle.drawn
    if not way or cell == way[-1]:
        return
    if cell in way:
        battle.drawn = way[: way.index(cell) + 1]
    else:
        battle.drawn = (*way, *(each for each in battle.board.grid.straight(way[-1], cell)[1:] if each not in way))
    battle.pending, battle.aim, battle.chooser = "", None, None


def is_drawn(battle: Battle) -> bool:
    """Whether there is more of it than where it begins."""
    return len(battle.drawn) > 1


def legs(battle: Battle) -> tuple[Leg, ...]:
    """The answers that lead along the whole way if nobody hinders it; empty where none do."""
    return battle.keep(("drawn", battle.drawn), lambda: _legs(battle))


def _legs(battle: Battle) -> tuple[Leg, ...]:
    request, way = battle.request, battle.drawn
    if request is None or len(way) < 2:
        return ()
    if battle.world is not battle.table.world:  # trying it out would tell of those who are hidden
        leg, taken = _next(battle.ruleset, battle.world, request, way)
        return (replace(leg, rest=way[taken:]),) if leg is not None else ()
    by_steps = [one.key for one in request.options if one.group == "move" and one.cell is None and one.unit is None]
    for first in ("", *by_steps):
        found = _along(battle.ruleset, battle.table.skirmish.session.clone(), request.who, way, first)
        if found:
            return found
    return ()


def _along(ruleset: Ruleset, twin: Session, unit: int, way: tuple[Cell, ...], first: str) -> tuple[Leg, ...]:
    """The answers from a first one on, each time the farthest along the way; others let everything pass."""
    found: list[Leg] = []
    for _ in range(_LEGS):
        request = twin.request
        if not isinstance(request, Decision):
            return ()
        telling = request.who == unit and request.moment == "detail"
        if len(way) == 1 and _at(twin.world, unit) == way[0] and not telling:
            return tuple(found)
        passing = request.declining()
        leg, taken = None, 0
        if request.who != unit:
            if passing is None:
                return ()
            twin.answer(passing.key)
            continue
        if len(way) == 1:  # a way that was told step by step is closed
            closing = next((one for one in request.options if one.role == "commit"), passing)
            leg = Leg(closing.key, _at(twin.world, unit)) if closing is not None else None
        elif first and not found:
            leg = Leg(first, _at(twin.world, unit))
        else:
            leg, taken = _next(ruleset, twin.world, request, way)
        if leg is None:
            return ()
        twin.answer(leg.key)
        found.append(leg)
        way = way[taken:]
    return ()


def _next(ruleset: Ruleset, world: World, request: Decision, way: tuple[Cell, ...]) -> tuple[Leg | None, int]:
    """The option that leads farthest along the way, by the cells that were drawn; and how many cells that takes."""
    start, grid = _at(world, request.who), world.get(FIELD, Field).board.grid
    for at in range(len(way) - 1, 0, -1):
        for option in _by_price(world, request, way[at]):
            preview = ruleset.preview(world, request, option.key)
            path = preview.path if len(preview.path) > 1 else grid.straight(way[0], way[at])
            if path[-at - 1 :] == way[: at + 1]:  # what was told of it step by step may come before
                return Leg(option.key, start, preview), at
    return None, 0


def _by_price(world: World, request: Decision, cell: Cell) -> list[Option]:
    there = [one for one in request.options if one.group == "move" and one.cell == cell and one.unit is None]
    if world.get(FIELD, Field).table is None:
        return there
    return sorted(there, key=lambda one: sum(n for _, n in price_of(world, request.who, request.question, one)))


def _at(world: World, unit: int) -> Cell:
    here = world.find(unit, Position)
    return here.cell if here is not None else -1


def preview(battle: Battle) -> Preview | None:
    """The whole way as one: its cells, what they cost, who may hinder, and what is said of it."""
    if not is_drawn(battle):
        return None
    found = [leg.preview for leg in legs(battle) if leg.preview is not None]
    if not found:
        return Preview("This way cannot be gone", (), path=battle.drawn)
    costs, notes = [0], list(dict.fromkeys(note for each in found for note in each.notes))
    for each in found:
        costs += [costs[-1] + cost for cost in each.costs[1:]]
    numbers = found[0].numbers if len(found) == 1 else ()
    told = tuple(costs) if len(costs) == len(battle.drawn) else ()
    told = found[-1].costs if found[-1].path == battle.drawn else told
    alarms = tuple({(one.cell, one.unit): one for each in found for one in each.alarms}.values())
    return replace(found[-1], numbers=numbers, path=battle.drawn, costs=told, alarms=alarms, notes=tuple(notes))


def go(battle: Battle) -> bool:
    """Set out on the way that was drawn; whether there is one."""
    request = battle.request
    if not is_drawn(battle) or request is None:
        return False
    if not legs(battle):
        battle.app.say("This way cannot be gone.")
    elif battle.may_answer():
        battle.going = request.who, legs(battle)
        follow_up(battle)
    return True


def follow_up(battle: Battle) -> bool:
    """The next answer on the way, when its unit is asked and stands where it should; whether one was given."""
    request = battle.request
    if battle.going is None or request is None or not (battle.table.is_turn() or request.who == battle.going[0]):
        return False
    (who, left), battle.going = battle.going, None
    leg = left[0]
    if request.who == who and len(leg.rest) > 1 and _at(battle.world, who) == leg.rest[0]:
        found, taken = _next(battle.ruleset, battle.world, request, leg.rest)
        leg = replace(found, rest=leg.rest[taken:]) if found is not None else leg
    if request.who == who and _at(battle.world, who) == leg.start and battle.option(leg.key) is not None:
        battle.going = (who, left[1:]) if len(left) > 1 else (who, (leg,)) if len(leg.rest) > 1 else None
        battle.answer(leg.key)
        return True
    battle.app.say("Things have changed: the rest of the way is not gone.")
    return False
