"""What others may put in between: windows and opportunity attacks (CLASH-ECON-5, OA)."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Down, Gear, Pools, Position
from game.kernel.ecs import World, derived_of
from game.kernel.events import Event
from game.kernel.flow import Action
from game.rules.asking import invite, perform
from game.rules.clash.budget import update_turn
from game.rules.clash.gear import UNARMED, free_hands, melee_weapons, powers_of, weapons_of
from game.rules.clash.house import house
from game.rules.clash.position.space import foes_reach, in_reach, metric, zone_of, zones
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import ARMS, Body, Order, Plan, Unloaded, able, attacks_left, aware, points, turn
from game.rules.clash.verbs.gear import lying
from game.rules.clash.verbs.strike import within
from game.rules.objectives import verdict
from game.rules.offering import options
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of, enemies, standing, strangers_cells, team
from game.systems.ground import doors_beside

GUARDING = ("ward", "blink")  # magic that may keep an attack off
NEAR = 2  # cells: a foe so near makes a unit want something better in its hand


def reactors(world: World, unit: int, asked: tuple[int, ...] = ()) -> list[int]:
    """CLASH-OA-1, 6, 9 and REACT-5: foes who may strike at a unit that exposes itself, in order."""
    if holds(world, unit, "disengaged"):
        return []
    cells = cells_of(world, unit)
    if not cells & foes_reach(world, team(world, unit)):
        return []
    reached = zones(world)
    near = [foe for foe in enemies(world, unit) if reached[foe] & cells and foe not in asked]
    return in_order(world, [foe for foe in near if may_strike_at(world, foe, unit)])


def may_strike_at(world: World, foe: int, unit: int) -> bool:
    """Whether a foe has what an opportunity attack takes, reach aside."""
    return may_strike(world, foe) and aware(world, foe, unit)


def may_strike(world: World, unit: int) -> bool:
    """Whether a unit has the point and the attack that an opportunity attack takes."""
    return able(world, unit) and points(world, unit) > 0 and attacks_left(world, unit) > 0


def in_order(world: World, units: list[int]) -> list[int]:
    """CLASH-REACT-5: by initiative, those who have not rolled last; the side whose turn it is after the others."""
    if len(units) < 2:
        return units
    active = world.get(FIELD, Clock).active
    own = team(world, active) if active is not None else 0
    rank = {unit: at for at, unit in enumerate(world.get(FIELD, Order).units)}
    return sorted(units, key=lambda unit: (team(world, unit) == own, rank.get(unit, len(rank)), unit))


async def provoke(
    world: World, unit: int, about: Event, rule: str, *, moving: bool = False, spared: tuple[int, ...] = ()
) -> bool:
    """CLASH-OA-2 to 4, 8: each foe in turn may strike first; whether the unit may go on as it meant to. A mover is
    struck at once a move by each (OA-2), and stops if it was pushed or tripped (INTX-2). Foes in `spared` are not
    asked. A foe strikes with any melee weapon that reaches the unit (CLASH-OA-9)."""
    here, prone, weapons = world.get(unit, Position).cell, holds(world, unit, "prone"), sheet_of(world).weapons
    for foe in reactors(world, unit, (*spared, *turn(world).reacted) if moving else spared):
        if world.has(unit, Down) or verdict(world) is not None:
            return False
        if not (may_strike_at(world, foe, unit) and zone_of(world, foe) & cells_of(world, unit)):
            continue  # what happened since it was counted has changed that
        items = [item for item in melee_weapons(world, foe) if in_reach(world, foe, unit, weapons[item].reach)]
        given = [Action("strike", unit, what=item) for item in items]
        option = await invite(world, foe, "opportunity", given, rule=rule, about=about)
        if option is None:
            continue
        if moving:
            update_turn(world, reacted=(*turn(world).reacted, foe))
        await perform(world, foe, "opportunity", option)
        if moving and (world.get(unit, Position).cell != here or holds(world, unit, "prone") != prone):
            return False
    return not world.has(unit, Down) and verdict(world) is None


async def window(world: World, about: Event, plan: Plan | None = None) -> None:
    """CLASH-ECON-5 and REACT-5: everybody with something to use may use it, in order."""
    for unit in in_order(world, _may_want(world, plan)):
        again = False
        while verdict(world) is None and _wants(world, unit, plan, again=again):
            again = True  # a door that it has just shut is no reason to ask whether it opens it
            option = await invite(world, unit, "window", about=about)
            if option is None:
                break
            if unit == world.get(FIELD, Clock).active:
                update_turn(world, started=True)  # CLASH-SAVE-3
            await perform(world, unit, "window", option)


def _may_want(world: World, plan: Plan | None) -> list[int]:
    """Those who might be asked, as far as can be told at once: mostly there is nobody."""
    up = standing(world)
    if house(world).windows == "all":
        return up
    if plan is not None:
        return [plan.target] if plan.target in up else []
    return up if any(_wants(world, unit, None, again=False) for unit in up) else []


def _wants(world: World, unit: int, plan: Plan | None, *, again: bool) -> bool:
    """CLASH-ECON-13: whether a unit is asked. By default only who has a reason; `windows: all` asks everybody. Nobody
    is asked about an attack by somebody whom it does not know of (CLASH-DEF-1)."""
    if house(world).windows != "all" and not board_of(world).doors and _content(world, unit, plan):
        return False
    if not able(world, unit) or (plan is not None and not aware(world, unit, plan.unit)):
        return False
    if house(world).windows == "all":
        return True
    if plan is not None:
        if plan.target != unit or not within(world, plan):
            return False
        board = board_of(world)
        shuts = points(world, unit) > 0 and any(not board.opaque >> edge & 1 for edge in doors_beside(world, unit))
        guarded = shuts or _may(world, unit, *GUARDING)
        parried = "parry" in sheet_of(world).main.defences[plan.kind]  # a blade is of no use against an arrow
        return guarded or _should_mend(world, unit) or (parried and _could_arm(world, unit))
    if unit == world.get(FIELD, Clock).active:
        return False  # its own turn is the time for that
    if (world.get(unit, Unloaded).items and _may(world, unit, "reload")) or _should_mend(world, unit):
        return True
    if _armed(world, unit) and (again or not board_of(world).doors):
        return False
    near = _anybody_near(world, unit) and _foe_near(world, unit)
    return near and (_could_arm(world, unit) or (not again and _may(world, unit, "door")))


def _content(world: World, unit: int, plan: Plan | None) -> bool:
    """Whether it needs nothing that is at hand, as far as can be told at once, doors aside."""
    if plan is not None:
        return _armed(world, unit) and not _guarding(world, unit)
    return _ready(world, unit) and (_armed(world, unit) or not _anybody_near(world, unit))


@derived_of(ARMS | {Unloaded})
def _ready(world: World, unit: int) -> bool:
    """Whether it has nothing to load, and no magic that heals."""
    healing = any(power.heal for power in powers_of(world, unit).values())
    return not world.get(unit, Unloaded).items and not healing


@derived_of(ARMS)
def _guarding(world: World, unit: int) -> bool:
    """Whether it has magic that heals or guards."""
    return any(power.heal or key in GUARDING for key, power in powers_of(world, unit).items())


def _anybody_near(world: World, unit: int) -> bool:
    around = board_of(world).grid.within(cells_of(world, unit), NEAR, metric(world))
    return bool(around & strangers_cells(world, team(world, unit)))


def _foe_near(world: World, unit: int) -> bool:
    """Whether one is so near of whom it knows."""
    around, there = board_of(world).grid.within(cells_of(world, unit), NEAR, metric(world)), bodies(world)
    return any(aware(world, unit, foe) for foe in enemies(world, unit) if there[foe] & around)


def _may(world: World, unit: int, *verbs: str) -> bool:
    return bool(options(world, unit, "window", *verbs))


def _should_mend(world: World, unit: int) -> bool:
    """Somebody whom its magic would heal, itself maybe, is at half of its health or less."""
    if not (healing := [key for key, power in powers_of(world, unit).items() if power.heal]):
        return False
    targets = [option.unit for option in options(world, unit, "window", *healing)]
    hurt = (world.get(target, Pools) for target in targets if target is not None)
    return any(2 * pools["health"] <= pools.base_of("health") for pools in hurt)


@derived_of(ARMS)
def _armed(world: World, unit: int) -> bool:
    """Something to strike and parry with besides bare hands."""
    weapons = sheet_of(world).weapons
    return any(weapons[item].reach for item in weapons_of(world, unit) if item != UNARMED)


def _could_arm(world: World, unit: int) -> bool:
    """Nothing to strike and parry with but bare hands, and something to take up, if need be for what it holds."""
    weapons, held = sheet_of(world).weapons, weapons_of(world, unit)
    if _armed(world, unit):
        return False
    if held == (UNARMED,) and _may(world, unit, "draw", "pick_up", "quick_draw"):
        return True
    at_hand = (*world.get(unit, Gear).carried, *(item for item, _ in lying(world, unit)))
    blades = [item for item in at_hand if item in weapons and weapons[item].reach]
    hands = min((weapons[item].hands for item in blades), default=0)
    if not hands or hands > world.get(unit, Body).hands or not points(world, unit):
        return False
    # A hand is emptied by a free action, or for a point of its own.
    return hands <= free_hands(world, unit) or points(world, unit) > 1 or _may(world, unit, "drop", "let_go")
