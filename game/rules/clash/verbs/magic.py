"""Spells, abilities and magic items, in the own turn and as reactions: at whom or where, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.grid.masks import CellSet
from game.grid.masks import cells as each_cell
from game.kernel.components import Down, Pools
from game.kernel.ecs import World, derived
from game.kernel.events import Blocked, Rolled, Used
from game.kernel.flow import Action, Group, Roll
from game.kernel.numbers import Breakdown, add
from game.rules.clash.budget import ATTACK, POINT
from game.rules.clash.checks.tests import contest, skill_test
from game.rules.clash.gear import consume
from game.rules.clash.harm import heal
from game.rules.clash.position.cover import look
from game.rules.clash.position.hiding import notice
from game.rules.clash.position.space import in_reach, metric, reach_cells
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import ClashSheet, Power, dice_of, sheet_of
from game.rules.clash.state import Plan, inflict, pace
from game.rules.clash.turns.windows import provoke
from game.rules.clash.verbs.attack import attack, begin_act, foes, rivals
from game.rules.clash.verbs.maneuvers import loosen, push
from game.rules.clash.verbs.strike import within
from game.rules.clash.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Verb, at_units
from game.systems.conditions import holds
from game.systems.field import PLACES, board_of, bodies, cells_of, size_of, team
from game.systems.movement import place
from game.systems.steps import astride, free_anchors

USELESS = Reason("reason_useless", "CLASH-ACT-7")


def powers(sheet: ClashSheet) -> tuple[Verb, ...]:
    """CLASH-ACT-7, ATK-4, 8: what a unit may use in its own turn."""
    return tuple(_verb(sheet, key, power, reaction=False) for key, power in _all(sheet).items())


def reactions(sheet: ClashSheet) -> tuple[Verb, ...]:
    """CLASH-REACT-4: magic that harms nobody, and any magic item, may be used in others' turns too."""
    return tuple(
        _verb(sheet, key, power, reaction=True)
        for key, power in _all(sheet).items()
        if not power.contest and (not power.attack or key in sheet.gear.items)
    )


def _all(sheet: ClashSheet) -> dict[str, Power]:
    abilities = {key: power for key, power in sheet.abilities.items() if not power.free}
    return {**sheet.spells, **abilities, **sheet.gear.items}


def _verb(sheet: ClashSheet, key: str, power: Power, *, reaction: bool) -> Verb:
    spell, far, kind = key in sheet.spells, power.target == "foe", sheet.kind_of(key)
    rule = "CLASH-ATK-8" if key in sheet.abilities else "CLASH-ACT-7"
    if far:
        rule = "CLASH-REACT-4" if reaction else "CLASH-ATK-4" if spell else rule
    out_of_range = Reason("reason_out_of_range", "CLASH-ATK-4" if spell else "CLASH-ATK-11")
    hinders: Group = "hinder" if power.contest else "attack" if power.attack else "help"

    def gain(world: World, unit: int, action: Action) -> float:
        return promise(world, unit, Plan(unit, action.target, key, kind, power=True))

    def in_range(world: World, unit: int) -> Iterator[int]:
        if power.attack:
            return (foe for foe in foes(world, unit) if within(world, Plan(unit, foe, key, kind, power=True)))
        return (foe for foe in rivals(world, unit) if in_reach(world, unit, foe, power.range))

    return Verb(
        name=key, rule=rule, group="help" if power.heal else "magic" if spell else hinders, label=power.title,
        key=("unit",) if power.target in ("foe", "ally_or_self") else ("cell",),
        price=(*(ATTACK if power.attack else POINT), *((("magic", power.magic),) if power.magic else ())),
        actions=at_units(key, in_range) if far else partial(power_actions, key=key, power=power),
        short=out_of_range if far else USELESS,
        perform=partial(_contest, power) if power.contest else partial(_use, power=power, reaction=reaction),
        preview=previews.power(key, power), promise=gain if power.attack else None,
    )  # fmt: skip


async def _contest(power: Power, world: World, unit: int, action: Action) -> None:
    """CLASH-ATK-8: an ability that is no attack: a contest, and a push for the winner."""
    begin_act(world, unit)
    target = action.target
    world.emit(Used(unit, action.verb, "action", (target,), rule="CLASH-ATK-8"))
    mine, theirs = skill_test(world, unit, power.contest), skill_test(world, target, power.contest)
    if await contest(world, mine, theirs, "contest", "CLASH-ATK-8") and power.push:
        await push(world, unit, target, "CLASH-ATK-8")


def power_actions(world: World, unit: int, key: str, power: Power) -> Iterator[Action]:
    """What a power that is aimed at no foe may be used on: itself, friends in range who are hurt, the unconscious
    among them, places."""
    if power.target == "self":
        useless = (power.condition and holds(world, unit, power.condition)) or (power.heal and not _hurt(world, unit))
        if not useless:
            yield Action(key, unit)
    elif power.target == "ally_or_self":
        own, near = team(world, unit), cells_of(world, unit) | reach_cells(world, unit, power.range)
        friends = (other for other, cells in bodies(world).items() if cells & near and team(world, other) == own)
        yield from (Action(key, other) for other in friends if _hurt(world, other))
    else:
        yield from (Action(key, cell=cell) for cell in each_cell(_landings(world, unit, power.range)))


def _hurt(world: World, unit: int) -> bool:
    pools, down = world.get(unit, Pools), world.find(unit, Down)
    return pools["health"] < pools.base_of("health") and (down is None or down.how == "unconscious")


@derived(PLACES)
def _landings(world: World, unit: int, far: int) -> CellSet:
    """Anchors in range at which the unit has room and which it sees."""
    board, size, here, how = board_of(world), size_of(world, unit), cells_of(world, unit), metric(world)
    near = board.grid.within(here, pace(world, far, 1), how)
    room = free_anchors(world, unit) & ~board.grid.anchors_touching(board.impassable, size)
    found = 0
    for cell in each_cell(near & room & ~here):
        if look(board, here, 1 << cell, how).seen and not astride(board, board.grid.footprint(cell, size)):
            found |= 1 << cell
    return found


async def _use(world: World, unit: int, action: Action, *, power: Power, reaction: bool) -> None:
    """CLASH-ACT-7, REACT-4: let a spell provoke (CLASH-OA-3, 8), then its attack or effect."""
    if not reaction:
        begin_act(world, unit)
    sheet, key = sheet_of(world), action.verb
    rule = "CLASH-REACT-4" if reaction else "CLASH-ACT-7"
    targets = (action.unit,) if action.unit is not None and power.target != "self" else ()
    about = world.emit(Used(unit, key, "reaction" if reaction else "action", targets, action.cell, rule))
    if key in sheet.gear.items:
        consume(world, unit, key)
    elif key in sheet.spells and not power.melee and not await provoke(world, unit, about, "CLASH-OA-3"):
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-8"))
        return
    if power.attack:
        await attack(world, Plan(unit, action.target, key, sheet.kind_of(key), power=True))
    elif power.target in ("self", "foe") or action in power_actions(world, unit, key, power):
        await _take_effect(world, unit, power, action)
    else:  # target or cell are no longer there, now that others have reacted
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-13"))


async def _take_effect(world: World, unit: int, power: Power, action: Action) -> None:
    """What a power that is no attack does."""
    if power.heal:
        sides, plus = dice_of(power.heal)
        faces = await Roll(unit, "healing", sides, "CLASH-DMG-15")
        lines = [add(sum(faces), "rolled", "CLASH-DMG-15")]
        lines += [add(plus, power.title.lower(), "CLASH-DMG-15")] if plus else []
        number = Breakdown("healing", tuple(lines))
        world.emit(Rolled(unit, "healing", sides, faces, (number,), "CLASH-DMG-15"))
        heal(world, unit if action.unit is None else action.unit, number, unit)
    elif power.teleport:
        place(world, unit, action.there, "teleport", rule="CLASH-OA-6")
        loosen(world)
        await notice(world)
    elif power.condition:
        inflict(world, unit, power.condition, "CLASH-ARM-5", unit)
