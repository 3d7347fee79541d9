"""Verbs made of the skills of the sheet: what may be done with them now, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, TypeAlias

from msgspec import structs

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.flow import Action, Group
from game.rules.poise.budget import MANEUVER, PRICES, used_up
from game.rules.poise.gear import ready
from game.rules.poise.harm.pools import gainable, payable
from game.rules.poise.position.sight import in_range, sees
from game.rules.poise.position.space import METRIC
from game.rules.poise.riding import mover_of
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import EMPTY, STEED, PoiseSheet, Skill, Tag
from game.rules.poise.state import Submerged, suffers
from game.rules.poise.verbs.targets import aims, around, confused_targets, out_of_water_range, targets
from game.rules.poise.verbs.use import Flow, use, using
from game.rules.poise.worth import promise
from game.rules.reasons import Reason
from game.rules.verbs import Reasons, Verb
from game.systems.conditions import having, holds
from game.systems.field import board_of, cells_of, enemies, standing, strangers_cells, team, teams

Uses: TypeAlias = "Callable[[World, int, str, Skill], Iterable[Action]]"

NO_ROOM = Reason("reason_no_room", "POISE-MOVE-7")


def skill_verb(sheet: PoiseSheet, key: str, group: Group) -> Verb:
    """A skill that strikes or helps somebody, or several."""
    skill = sheet.skills[key]
    if skill.area == "cone":
        return made(sheet, key, group, ("cell",), _cones, use, short=_nobody)
    if skill.area:
        return made(sheet, key, group, (), _around, use, short=_nobody, scarce=True)
    vain = None if skill.target in ("any_other", "ally_or_self") else _far(skill.mode, skill.range)
    return made(sheet, key, group, ("unit",), _targets, use, short=_nobody, scarce=True, vain=vain)


@lru_cache(maxsize=64)
def _far(mode: str, paces: int) -> Callable[[World, int], bool]:
    """Whether no enemy is in range, whatever else a skill needs: one question for all skills of that range."""

    def vain(world: World, unit: int) -> bool:
        board = board_of(world)
        if board.heights and mode != "melee":
            return False
        near = board.grid.within(cells_of(world, unit), paces, METRIC)
        return not (near & strangers_cells(world, team(world, unit)) or suffers(world, unit, "confused"))

    return vain


def made(
    sheet: PoiseSheet, key: str, group: Group, fields: tuple[str, ...], uses: Uses, flow: Flow, *,
    reasons: Reasons | None = None, short: Callable[[World, int, Skill], list[Reason]] | Reason = NO_ROOM,
    **facts: Any,
) -> Verb:  # fmt: skip
    """A skill as a verb: on whom it may be used, and what becomes of it."""
    skill, bars = sheet.skills[key], unaffordable(key, sheet.skills[key])

    def gain(world: World, unit: int, action: Action) -> float:
        return promise(world, unit, key, action.unit) if action.unit is not None else 0.0

    def why_not(world: World, unit: int) -> list[Reason]:
        return [*bars(world, unit), *(reasons(world, unit) if reasons is not None else ())]

    return Verb(
        name=key, rule=partial(_rule, skill) if skill.mode != "self" and skill.area in ("", "cone") else skill.rule,
        group=group, label=skill.title, key=fields, price=PRICES[skill.type], pays=False, reasons=why_not,
        actions=lambda world, unit: uses(world, unit, key, skill),
        short=(lambda world, unit: short(world, unit, skill)) if callable(short) else short,
        perform=using(key, skill, flow), preview=previews.skill(key, skill),
        promise=gain if skill.threat is not None and "unit" in fields else None, **facts,
    )  # fmt: skip


def of_mount(sheet: PoiseSheet, verb: Verb) -> Verb:
    """POISE-MOUNT-14: the same, done by an animal in place of its rider."""
    name, (own, reasons, short) = STEED + verb.name, (verb.actions, verb.reasons, verb.short)
    assert own is not None and reasons is not None

    def actions(world: World, unit: int) -> Iterator[Action]:
        mover = mover_of(world, unit)
        return (changed(each, verb=name, by=mover) for each in own(world, mover))

    return structs.replace(
        verb, name=name, own=None, vain=None, family=verb.name, label=sheet.titles[name], actions=actions,
        reasons=lambda world, unit: reasons(world, mover_of(world, unit)),
        short=(lambda world, unit: short(world, mover_of(world, unit))) if callable(short) else short,
    )  # fmt: skip


def no_skill(name: str, title: str, group: Group, rule: str, flow: Flow, *tags: Tag, **fields: Any) -> Verb:
    """A maneuver that is no skill of the sheet; `fields` are further ones of the verb."""
    skill = Skill(title=title, type="maneuver", mode="self", tags=tags, rule=rule)
    return Verb(
        name=name, rule=rule, group=group, price=MANEUVER, pays=False,
        perform=using(name, skill, flow), preview=previews.maneuver, **{"label": title, **fields},
    )  # fmt: skip


def _rule(skill: Skill, world: World, unit: int, action: Action) -> str:
    """POISE-COND-9: the confused aim at nobody."""
    return "POISE-COND-9" if action.unit is None and action.cell is None else skill.rule


def unaffordable(key: str, skill: Skill) -> Reasons:
    """Costs (POISE-POOL-10), uses, gear, and what conditions forbid: of a skill only what may bar it."""
    bars: list[tuple[Callable[[World, int], bool], Reason]] = []
    if skill.cost:
        bars.append((lambda world, unit: not payable(world, unit, skill.cost), Reason("reason_cost", "POISE-POOL-10")))
    bars.append((partial(used_up, skill=key), Reason("reason_limit", "POISE-LEG-3")))
    if skill.uses_ammo or "reload" in skill.tags:
        empty = Reason("reason_loaded" if "reload" in skill.tags else "reason_not_loaded", "POISE-ECON-8")
        bars.append((lambda world, unit: not ready(world, unit, key, skill), empty))
    if "concentrate" in skill.tags:
        bars.append((lambda world, unit: holds(world, unit, "choking"), Reason("reason_choking", "POISE-COND-15")))
    if "not_underwater" in skill.tags:
        under = Reason("reason_under_water", "POISE-WATER-5")
        bars.append((lambda world, unit: world.has(unit, Submerged), under))
    return lambda world, unit: [reason for barred, reason in bars if barred(world, unit)]


def _at_somebody(uses: Uses) -> Uses:
    """POISE-COND-9: the confused name nobody."""

    def aimed(world: World, unit: int, key: str, skill: Skill) -> Iterable[Action]:
        if suffers(world, unit, "confused"):
            return (Action(key),) if confused_targets(world, unit, skill) else ()
        return uses(world, unit, key, skill)

    return aimed


@_at_somebody
def _targets(world: World, unit: int, key: str, skill: Skill) -> Iterator[Action]:
    return (Action(key, target) for target in targets(world, unit, skill))


@_at_somebody
def _cones(world: World, unit: int, key: str, skill: Skill) -> Iterator[Action]:
    """POISE-ATK-2: a cone is aimed at a cell."""
    return (Action(key, cell=cell) for cell in aims(world, unit, skill))


@_at_somebody
def rallies(world: World, unit: int, key: str, skill: Skill) -> Iterator[Action]:
    """POISE-SKILL-8: each friend, and each of the three that it suffers from."""
    for target in targets(world, unit, skill):
        for condition in EMPTY.values():
            if holds(world, target, condition):
                yield Action(key, target, what=condition)


def nobody_ails(world: World, unit: int) -> bool:
    """Whether nobody of its team is to be rallied, nor itself confused: nearly always."""
    side = teams(world)
    return not any(side[other] == side[unit] for name in EMPTY.values() for other in having(world, name))


def _around(world: World, unit: int, key: str, skill: Skill) -> Iterable[Action]:
    """POISE-ATK-2: all around there is nothing to choose."""
    return (Action(key),) if around(world, unit, skill) else ()


def gains(world: World, unit: int, key: str, skill: Skill) -> Iterator[Action]:
    """The pools in which it may gain."""
    return (Action(key, unit, what=pool) for pool in gainable(world, unit))


def itself(world: World, unit: int, key: str, skill: Skill) -> tuple[Action]:
    """On itself alone."""
    return (Action(key, unit),)


def _nobody(world: World, unit: int, skill: Skill) -> list[Reason]:
    """Why a skill that could be paid has nobody to be used on."""
    others = enemies(world, unit) if skill.target == "enemy" else [o for o in standing(world) if o != unit]
    near = [other for other in others if in_range(world, unit, other, skill)]
    if not near:
        return [Reason("reason_out_of_range", "POISE-HIGH-7")]
    if not any(sees(world, unit, other) for other in near):
        return [Reason("reason_unseen", "POISE-COVER-5")]
    if all(out_of_water_range(world, unit, skill, other) for other in near):
        return [Reason("reason_water", "POISE-WATER-4")]
    return [Reason("reason_cost_there", "POISE-POOL-10")]
