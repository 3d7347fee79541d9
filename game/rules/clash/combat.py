"""Declaring attacks and spells, and what others may put in between: windows and opportunity attacks."""

from __future__ import annotations

from game.components import FIELD, Clock, Down, Pools, Position, changed
from game.ecs import World
from game.events import Attacked, Blocked, Event
from game.flow import Action
from game.rules.clash.at_hand import doors_beside, in_touch
from game.rules.clash.attack import attack_test, chosen_attribute, resolve, within
from game.rules.clash.gear import UNARMED, free_hands, melee_weapons, powers_of, weapons_of
from game.rules.clash.house import house
from game.rules.clash.position import distances, in_reach, zone_of
from game.rules.clash.sheet import Kind, Power, sheet_of
from game.rules.clash.state import (
    Body,
    Plan,
    Turn,
    Underway,
    Unloaded,
    able,
    attacks_left,
    aware,
    begin,
    points,
    rank_in_order,
    reveal,
    sources,
)
from game.rules.objectives import verdict
from game.rules.verbs import invite, options, perform
from game.systems.field import board_of, bodies, cells_of, enemies, standing, team
from game.systems.lasting import holds, lift

NEAR = 2  # cells: a foe so near makes a unit want something better in its hand


# What an act does to a turn


def end_feint(world: World, unit: int) -> list[int]:
    """CLASH-MAN-7, COND-8: the next primary action uses feints up; at whom they were."""
    feints = sources(world, unit, "feinting")
    lift(world, unit, "feinting", "CLASH-MAN-7")
    return feints


def begin_act(world: World, unit: int) -> None:
    """An act that is neither a step nor handling things uses a feint up and begins a new move (CLASH-OA-2)."""
    end_feint(world, unit)
    fresh_move(world)


def fresh_move(world: World) -> None:
    """CLASH-OA-2: an act between two steps begins a new move."""
    world.put(FIELD, changed(world.get(FIELD, Turn), started=True, reacted=()))


# Attacks


async def attack(world: World, plan: Plan) -> None:
    """CLASH-ATK-9: declare what is paid for already, let others react, look again whether it may go on, resolve."""
    world.put(FIELD, Underway((*world.get(FIELD, Underway).plans, plan)))
    about = Attacked(plan.unit, plan.target, plan.what, attack_test(world, plan).numbers, _rule(plan))
    world.emit(about)
    if plan.kind == "melee" and not plan.power:
        plan = changed(plan, attribute=await chosen_attribute(world, plan.unit, about, "CLASH-ATK-2"))
        world.put(FIELD, Underway((*world.get(FIELD, Underway).plans[:-1], plan)))
    await window(world, about, plan)
    if verdict(world) is None:
        if world.has(plan.unit, Down) or not _still_there(world, plan):
            world.emit(Blocked(plan.unit, "void_attack", "CLASH-INTX-13"))
            if holds(world, plan.unit, "hidden"):
                reveal(world, plan.unit, "CLASH-COND-6")
        else:
            await resolve(world, plan, about)
    world.put(FIELD, Underway(world.get(FIELD, Underway).plans[:-1]))


def _still_there(world: World, plan: Plan) -> bool:
    """Whether target and weapon still are: the unconscious are none, unless the setting `attack_downed` says so."""
    if not plan.power and plan.what not in weapons_of(world, plan.unit):
        return False
    if world.has(plan.target, Down) and not house(world).attack_downed:
        return False
    return world.has(plan.target, Position) and within(world, plan)


def _rule(plan: Plan) -> str:
    if plan.reaction:
        return "CLASH-OA-1"
    if plan.power:
        return "CLASH-ATK-4" if plan.kind in ("melee_spell", "ranged_spell") else "CLASH-ATK-8"
    return {"melee": "CLASH-ATK-1", "ranged": "CLASH-ATK-3"}.get(plan.kind, "CLASH-ATK-7")


# Opportunity attacks


def reactors(world: World, unit: int, asked: tuple[int, ...] = ()) -> list[int]:
    """CLASH-OA-1, 6, 9 and REACT-5: foes who may strike at a unit that exposes itself, in order."""
    if holds(world, unit, "disengaged"):
        return []
    cells = cells_of(world, unit)
    found = [foe for foe in enemies(world, unit) if foe not in asked and may_strike_at(world, foe, unit)]
    return in_order(world, [foe for foe in found if zone_of(world, foe) & cells])


def may_strike_at(world: World, foe: int, unit: int) -> bool:
    """Whether a foe has what an opportunity attack takes, reach aside."""
    return able(world, foe) and points(world, foe) > 0 and attacks_left(world, foe) > 0 and aware(world, foe, unit)


def in_order(world: World, units: list[int]) -> list[int]:
    """CLASH-REACT-5: by initiative, the side whose turn it is last."""
    active = world.get(FIELD, Clock).active
    own = team(world, active) if active is not None else 0
    return sorted(units, key=lambda unit: (team(world, unit) == own, rank_in_order(world, unit), unit))


def opportunities(world: World, foe: int, unit: int) -> list[Action]:
    """CLASH-OA-9: the melee weapons with which a foe reaches the unit."""
    weapons = sheet_of(world).weapons
    return [
        Action("strike", unit, what=item)
        for item in melee_weapons(world, foe)
        if in_reach(world, foe, unit, weapons[item].reach)
    ]


async def provoke(
    world: World, unit: int, about: Event, rule: str, *, moving: bool = False, spared: tuple[int, ...] = ()
) -> bool:
    """CLASH-OA-2 to 4, 8: each foe in turn may strike first; whether the unit may go on as it meant to.

    A mover is struck at once a move by each (OA-2), and stops if it was pushed or tripped (INTX-2). Foes in
    `spared` are not asked.
    """
    here, prone = world.get(unit, Position).cell, holds(world, unit, "prone")
    for foe in reactors(world, unit, (*spared, *world.get(FIELD, Turn).reacted) if moving else spared):
        if world.has(unit, Down) or verdict(world) is not None:
            return False
        if not (may_strike_at(world, foe, unit) and zone_of(world, foe) & cells_of(world, unit)):
            continue  # what happened since it was counted has changed that
        option = await invite(world, foe, "opportunity", opportunities(world, foe, unit), rule=rule, about=about)
        if option is None:
            continue
        if moving:
            now = world.get(FIELD, Turn)
            world.put(FIELD, changed(now, reacted=(*now.reacted, foe)))
        await perform(world, foe, "opportunity", option)
        if moving and (world.get(unit, Position).cell != here or holds(world, unit, "prone") != prone):
            return False
    return not world.has(unit, Down) and verdict(world) is None


# Means and targets


def kind_of(power: Power, key: str, spells: dict[str, Power]) -> Kind:
    """How a power attacks: what defends against it, and whether cover and flanking count."""
    if key in spells:
        return "melee_spell" if power.melee else "ranged_spell"
    return "melee" if power.melee else "ranged"


def foes(world: World, unit: int) -> list[int]:
    """CLASH-ATK-10, COND-5, 6: conscious foes the unit knows of.

    The settings `attack_downed` and `friendly_fire` add the unconscious and friends.
    """
    found = [foe for foe in enemies(world, unit) if aware(world, unit, foe)]
    downed, friendly = house(world).attack_downed, house(world).friendly_fire
    if downed or friendly:
        own, up = team(world, unit), standing(world)
        friends = [other for other in up if team(world, other) == own and other != unit] if friendly else []
        fallen = [o for o in bodies(world) if o not in up and (friendly or team(world, o) != own)] if downed else []
        found = sorted((*found, *friends, *fallen))
    return found


def rivals(world: World, unit: int) -> list[int]:
    """CLASH-COND-5: those of them who could resist: nobody contends with the unconscious."""
    return [foe for foe in foes(world, unit) if not world.has(foe, Down)]


# Windows


async def window(world: World, about: Event, plan: Plan | None = None) -> None:
    """CLASH-ECON-5 and REACT-5: everybody with something to use may use it, in order."""
    for unit in in_order(world, standing(world)):
        again = False
        while verdict(world) is None and _wants(world, unit, plan, again=again):
            again = True  # a door that it has just shut is no reason to ask whether it opens it
            option = await invite(world, unit, "window", about=about)
            if option is None:
                break
            if unit == world.get(FIELD, Clock).active:
                begin(world)
            await perform(world, unit, "window", option)


def _wants(world: World, unit: int, plan: Plan | None, *, again: bool) -> bool:
    """CLASH-ECON-13: whether a unit is asked. By default only who has a reason; `windows: all` asks everybody.

    Nobody is asked about an attack by somebody whom it does not know of (CLASH-DEF-1).
    """
    if not able(world, unit) or (plan is not None and not aware(world, unit, plan.unit)):
        return False
    if house(world).windows == "all":
        return True
    if plan is not None:
        if plan.target != unit or not within(world, plan):
            return False
        guarded = _may(world, unit, ("ward", "blink")) or _may_shut(world, unit)
        return guarded or _should_mend(world, unit) or _could_arm(world, unit)
    if unit == world.get(FIELD, Clock).active:
        return False  # its own turn is the time for that
    near = _foe_near(world, unit)
    return (
        _could_reload(world, unit)
        or _should_mend(world, unit)
        or (near and (_could_arm(world, unit) or (not again and _may(world, unit, ("door",)))))
    )


def _may(world: World, unit: int, verbs: tuple[str, ...]) -> bool:
    """Whether one of these is open to it now."""
    return bool(options(world, unit, "window", *verbs))


def _may_shut(world: World, unit: int) -> bool:
    """Whether a door stands open beside it."""
    board = board_of(world)
    return points(world, unit) > 0 and any(not board.opaque >> edge & 1 for edge in doors_beside(world, unit))


def _could_reload(world: World, unit: int) -> bool:
    return bool(world.get(unit, Unloaded).items) and _may(world, unit, ("reload",))


def _should_mend(world: World, unit: int) -> bool:
    """Somebody whom its magic would heal, itself maybe, is at half of its health or less."""
    healing = [key for key, power in powers_of(world, unit).items() if power.heal]
    targets = [option.unit for option in options(world, unit, "window", *healing)] if healing else []
    return any(_badly(world, each) for each in targets if each is not None)


def _badly(world: World, unit: int) -> bool:
    pools = world.get(unit, Pools)
    return 2 * pools["health"] <= pools.base_of("health")


def _could_arm(world: World, unit: int) -> bool:
    """Nothing to strike and parry with but bare hands, and something to take up, if need be for what it holds."""
    weapons, held = sheet_of(world).weapons, weapons_of(world, unit)
    if any(weapons[item].reach for item in held if item != UNARMED):
        return False
    if held == (UNARMED,) and _may(world, unit, ("draw", "pick_up", "quick_draw")):
        return True
    blades = [item for item in in_touch(world, unit) if item in weapons and weapons[item].reach]
    hands = min((weapons[item].hands for item in blades), default=0)
    if not hands or hands > world.get(unit, Body).hands or not points(world, unit):
        return False
    # A hand is emptied by a free action, or for a point of its own.
    return hands <= free_hands(world, unit) or points(world, unit) > 1 or _may(world, unit, ("drop", "let_go"))


def _foe_near(world: World, unit: int) -> bool:
    paces = distances(world, unit)
    return any(paces[foe] <= NEAR for foe in enemies(world, unit) if aware(world, unit, foe))
