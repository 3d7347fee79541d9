"""Dash, Shift, Sprint; mounting, dismounting, coming up for air; and where moves end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.grid.masks import CellSet, union
from game.kernel.components import Carried, Conditions
from game.kernel.ecs import World, derived, derived_of
from game.kernel.flow import Action
from game.rules.poise.budget import MANEUVER, PRICES, short_of, turn
from game.rules.poise.harm.conditions import plain, surface
from game.rules.poise.house import house
from game.rules.poise.position.space import dash_points, distance, reached
from game.rules.poise.riding import dismount, landings, mount, mount_bar, mover_of
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import PoiseSheet, Skill, sheet_of
from game.rules.poise.state import Afflictions, Body, Gambit, Submerged, amount, in_gambit, is_animal, steed_of, suffers
from game.rules.poise.verbs.skills import NO_ROOM, no_skill, unaffordable
from game.rules.poise.verbs.use import Flow, staying, using
from game.rules.poise.verbs.walking import dash, shift, sprint
from game.rules.reasons import Reason
from game.rules.verbs import Previewing, Price, Question, Reasons, Verb, Ways, at_once, at_units, decline, detail
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, size_of, standing, team

NOT_MOVED = Reason("reason_not_moved", "POISE-SKILL-3")


def moves(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """POISE-MOVE-2 to 4: of the unit, or of the animal under it."""
    return (
        _move(sheet, "dash", dash, _fettered, _points(dash_points), previews.dash, _still),
        Verb(
            name="dash_steps", rule=sheet.skills["dash"].rule, group="move", label="Dash step by step", family="dash",
            price=MANEUVER, pays=False, beside="dash",
            perform=using("dash", sheet.skills["dash"], dash), preview=previews.maneuver,
        ),
        _move(sheet, "shift", shift, _immobile, _points(lambda world, mover: 1), previews.shift, _still),
        _move(
            sheet, "sprint", sprint, _breathless, _sprints, previews.sprint, _spent,
            lambda world, unit: [NOT_MOVED] if _spent(world, unit) else [NO_ROOM],
        ),
    )  # fmt: skip


def _move(
    sheet: PoiseSheet, key: str, flow: Flow, fetters: Reasons, ways: Ways, preview: Previewing,
    vain: Callable[[World, int], object], short: Reasons | Reason = NO_ROOM,
) -> Verb:  # fmt: skip
    skill = sheet.skills[key]
    return Verb(
        name=key, rule=skill.rule, group="move", label=skill.title, key=("cell",), price=lambda *_: PRICES[skill.type],
        pays=False, reasons=_cannot(key, skill, fetters), ways=ways, short=short,
        vain=vain, perform=using(key, skill, flow), preview=preview,
    )  # fmt: skip


def _still(world: World, unit: int) -> object:
    """Whether no maneuver is left to whoever would move."""
    return short_of(world, mover_of(world, unit), MANEUVER)


def _cannot(key: str, skill: Skill, fetters: Reasons) -> Reasons:
    price, bars = PRICES[skill.type], unaffordable(key, skill)

    def reasons(world: World, unit: int) -> list[Reason]:
        steed = steed_of(world, unit)
        if steed is not None and not is_animal(world, steed):
            return [Reason("reason_riding", "POISE-MOUNT-3")]
        mover = unit if steed is None else steed
        return [*short_of(world, mover, price), *fetters(world, mover), *bars(world, mover)]

    return reasons


def _immobile(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_immobile", "POISE-MOVE-15")] if holds(world, unit, "immobile") else []


@derived_of((Conditions, Gambit))
def _fettered(world: World, unit: int) -> list[Reason]:
    if not holds(world, unit, "immobile") and suffers(world, unit, "knocked_down"):
        return [Reason("reason_knocked_down", "POISE-COND-6")]
    kneels = [Reason("reason_kneeling", "POISE-COND-15")] if holds(world, unit, "kneeling") else []
    return _immobile(world, unit) or kneels


@derived_of((Conditions, Gambit, Afflictions))
def _breathless(world: World, unit: int) -> list[Reason]:
    winded = "winded" in world.get(unit, Afflictions).items
    return _fettered(world, unit) or ([Reason("reason_winded", "POISE-STRESS-2")] if winded else [])


def _paces(world: World, unit: int) -> int:
    """POISE-MOVE-4: paces the unit may sprint now and can pay, with a point of momentum left to stand on."""
    paces = turn(world).sprint
    if not paces or in_gambit(world, unit):
        return paces
    return min(paces, max(0, amount(world, unit, "momentum") - 1) // sheet_of(world).numbers.sprint_cost)


def _spent(world: World, unit: int) -> bool:
    """Whether whoever would sprint has not moved, or no momentum to do it with."""
    return not _paces(world, mover_of(world, unit))


def _sprints(world: World, unit: int) -> list[tuple[Price, CellSet]]:
    mover, each = mover_of(world, unit), sheet_of(world).numbers.sprint_cost
    bands = reached(world, mover, _paces(world, mover))
    return [((("momentum", points * each),), band) for points, band in enumerate(bands, start=1)]


def _points(points: Callable[[World, int], int]) -> Ways:
    def ways(world: World, unit: int) -> tuple[tuple[Price, CellSet]]:
        mover = mover_of(world, unit)
        return ((MANEUVER, union(reached(world, mover, points(world, mover)))),)

    return ways


def changes() -> tuple[Verb, ...]:
    """POISE-MOUNT-19, WATER-9."""
    return (
        no_skill(
            "dismount", "Dismount", "move", "POISE-MOUNT-19", staying(at_once(_dismount)), "slow", key=("cell",),
            has=lambda world, unit: world.has(unit, Carried), vain=plain, reasons=_immobile, ways=_off,
            short=Reason("reason_no_room", "POISE-MOUNT-19"),
        ),
        no_skill(
            "mount", "Mount", "move", "POISE-MOUNT-19", staying(at_once(_mount)), "slow", key=("unit",),
            has=lambda world, unit: not world.has(unit, Carried) and bool(_near(world, unit)), vain=plain,
            reasons=_barred,
            actions=at_units("mount", _mountable),
        ),
        no_skill(
            "surface", "Surface", "move", "POISE-WATER-9",
            staying(at_once(lambda world, unit, action: surface(world, unit))), "slow",
            has=lambda world, unit: world.has(unit, Submerged), vain=plain,
        ),
    )  # fmt: skip


def _off(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    """POISE-MOUNT-19: free cells next to the mount."""
    grid, steed = board_of(world).grid, steed_of(world, unit)
    assert steed is not None
    near = grid.anchors_touching(grid.spread(cells_of(world, steed)), size_of(world, unit))
    yield MANEUVER, landings(world, unit) & near


def _dismount(world: World, unit: int, action: Action) -> None:
    """Hindering may have thrown it down first."""
    if world.has(unit, Carried):
        dismount(world, unit, action.there)
    surface(world, unit)


def _near(world: World, unit: int) -> list[int]:
    """Mounts of its own side, and those of others beside it."""
    mounts = _mounts(world)
    if not mounts:
        return []
    own = team(world, unit)
    found = [steed for steed in standing(world) if steed != unit and steed in mounts]
    return [steed for steed in found if team(world, steed) == own or distance(world, unit, steed) <= 1]


@derived((Body,))
def _mounts(world: World) -> frozenset[int]:
    return frozenset(unit for unit, body in world.each(Body) if body.mount)


def _barred(world: World, unit: int) -> list[Reason]:
    """What holds it, and why none of the mounts can be mounted."""
    bars = [mount_bar(world, unit, steed) for steed in _near(world, unit)]
    why = [Reason(*bar) for bar in dict.fromkeys(bars) if bar] if all(bars) else []
    return [*_immobile(world, unit), *why]


def _mountable(world: World, unit: int) -> list[int]:
    return [steed for steed in _near(world, unit) if mount_bar(world, unit, steed) is None]


def _mount(world: World, unit: int, action: Action) -> None:
    if mount_bar(world, unit, action.target) is None:
        mount(world, unit, action.target)
    surface(world, unit)


def ends() -> tuple[Question, ...]:
    """Where moves end, in all the questions that ask it."""
    step = _to("step", "POISE-ECON-7", previews.included_step)
    return (
        detail("landing", "POISE-MOUNT-10", _to("to", "POISE-MOUNT-10")),
        detail("make_room", "POISE-MOVE-8", _to("to", "POISE-MOVE-8")),
        detail("step", "POISE-MOVE-2", _to("go", "POISE-MOVE-1"), decline("stop", "POISE-MOVE-7")),
        detail("free_move", "", _to("go"), decline("stay")),
        detail("included_step", "POISE-ECON-7", step, decline("stay", "POISE-ECON-7")),
        detail(
            "crawl", "POISE-DEFEAT-8", _to("crawl", "POISE-DEFEAT-7"), decline("stay", "POISE-DEFEAT-8"), idle=_safe
        ),
    )  # fmt: skip


def _safe(world: World, unit: int) -> bool:
    """POISE-DEFEAT-7: whether the defeated may as well lie where they are: nothing can harm them there."""
    board = board_of(world)
    here, perils = cells_of(world, unit), union(board.hazards.values()) | board.water
    near = board.grid.within(here, 1, "chebyshev")  # what blasts reaches so far
    return not (house(world).strike_fallen or near & perils)


def _to(name: str, rule: str = "", preview: Previewing | None = None) -> Verb:
    return Verb(name=name, rule=rule, group="move", key=("cell",), preview=preview)
