"""Declaring attacks and spells, and what others may put in between: windows and opportunity attacks."""

from __future__ import annotations

from game.components import FIELD, Clock, Down, Pools, Position, changed
from game.ecs import World
from game.events import Attacked, Blocked, Event, Used
from game.flow import Option
from game.rules.clash.attack import attack_test, chosen_attribute, resolve, within
from game.rules.clash.gear import UNARMED, free_hands, melee_weapons, weapons_of
from game.rules.clash.handling import (
    FREE,
    HANDLING,
    affordable,
    consume,
    doors,
    handle,
    in_touch,
    items_of,
    powers_of,
    reactions,
    still_usable,
    take_effect,
    use_free_action,
)
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
    pay,
    points,
    rank_in_order,
    reveal,
    spend_magic,
)
from game.rules.clash.stealth import notice
from game.rules.objectives import verdict
from game.rules.windows import offer
from game.systems.field import board_of, bodies, cells_of, enemies, standing, team
from game.systems.lasting import holds

NEAR = 2  # cells: a foe so near makes a unit want something better in its hand


# Attacks


async def attack(world: World, plan: Plan, *, paid: bool = False) -> None:
    """CLASH-ATK-9: declare and commit, let others react, look again whether it may go on, resolve."""
    if not paid:
        pay(world, plan.unit, attack=True)
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


def opportunities(world: World, foe: int, unit: int) -> list[Option]:
    """CLASH-OA-9: the melee weapons with which a foe reaches the unit."""
    weapons = sheet_of(world).weapons
    items = melee_weapons(world, foe)
    return [
        Option(f"strike {unit} {item}", "Opportunity attack", unit=unit, rule="CLASH-OA-1")
        for item in items
        if in_reach(world, foe, unit, weapons[item].reach or (1 if item == UNARMED else 0))
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
        key = await offer(foe, "opportunity", opportunities(world, foe, unit), rule=rule, about=about)
        if key is None:
            continue
        if moving:
            now = world.get(FIELD, Turn)
            world.put(FIELD, changed(now, reacted=(*now.reacted, foe)))
        await attack(world, Plan(foe, unit, key.split(" ")[2], "melee", reaction=True))
        if moving and (world.get(unit, Position).cell != here or holds(world, unit, "prone") != prone):
            return False
    return not world.has(unit, Down) and verdict(world) is None


# Magic and things


async def use(world: World, unit: int, key: str, *, reaction: bool) -> None:
    """Carry out whatever `reactions` offers, and the powers of a turn."""
    verb, _, rest = key.partition(" ")
    if verb in FREE:
        use_free_action(world, unit)
        handle(world, unit, key)
    elif verb in HANDLING:
        pay(world, unit)
        handle(world, unit, key)
        await notice(world)  # an opened door may show somebody
    else:
        await use_power(world, unit, verb, powers_of(world, unit)[verb], rest, reaction=reaction)


async def use_power(world: World, unit: int, key: str, power: Power, rest: str, *, reaction: bool) -> None:
    """CLASH-ACT-7, REACT-4: pay, let a spell provoke (CLASH-OA-3, 8), then its attack or effect."""
    sheet = sheet_of(world)
    pay(world, unit, attack=power.attack)
    if power.magic:
        spend_magic(world, unit, power.magic, "CLASH-ACT-7")
    target = int(rest) if rest.isdigit() else None
    rule = "CLASH-REACT-4" if reaction else "CLASH-ACT-7"
    cell = board_of(world).grid.parse(rest) if "," in rest else None
    about = Used(unit, key, "reaction" if reaction else "action", (target,) if target else (), cell, rule)
    world.emit(about)
    if key in sheet.gear.items:
        consume(world, unit, key)
    elif key in sheet.spells and not power.melee and not await provoke(world, unit, about, "CLASH-OA-3"):
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-8"))
        return
    if power.attack:
        assert target is not None
        await attack(world, Plan(unit, target, key, kind_of(power, key, sheet.spells), power=True), paid=True)
    elif still_usable(world, unit, key, power, rest):
        await take_effect(world, unit, key, power, rest)
    else:
        world.emit(Blocked(unit, "void_spell", "CLASH-INTX-13"))


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


def harmful_items(world: World, unit: int) -> list[Option]:
    """CLASH-REACT-4: magic items that harm may be set off as a reaction too; spells that harm may not."""
    found = []
    for key in items_of(world, unit) if able(world, unit) else ():
        power = sheet_of(world).gear.items[key]
        if power.attack and affordable(world, unit, power):
            plans = [Plan(unit, foe, key, kind_of(power, key, {}), power=True) for foe in foes(world, unit)]
            found += [
                Option(f"{key} {plan.target}", power.title, unit=plan.target, rule="CLASH-REACT-4")
                for plan in plans
                if within(world, plan)
            ]
    return found


# Windows


async def window(world: World, about: Event, plan: Plan | None = None) -> None:
    """CLASH-ECON-5 and REACT-5: everybody with something to use may use it, in order."""
    for unit in in_order(world, standing(world)):
        again = False
        while verdict(world) is None and _wants(world, unit, plan, again=again):
            again = True  # a door that it has just shut is no reason to ask whether it opens it
            uses = [*reactions(world, unit), *harmful_items(world, unit)]
            key = await offer(unit, "window", uses, rule="CLASH-ECON-5", about=about)
            if key is None:
                break
            if unit == world.get(FIELD, Clock).active:
                world.put(FIELD, changed(world.get(FIELD, Turn), started=True))  # CLASH-SAVE-3
            await use(world, unit, key, reaction=True)


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
    return any(option.verb in verbs for option in reactions(world, unit))


def _may_shut(world: World, unit: int) -> bool:
    """Whether a door stands open beside it."""
    board = board_of(world)
    return points(world, unit) > 0 and any(not board.opaque >> edge & 1 for edge in doors(world, unit))


def _could_reload(world: World, unit: int) -> bool:
    return bool(world.get(unit, Unloaded).items) and _may(world, unit, ("reload",))


def _should_mend(world: World, unit: int) -> bool:
    """Somebody whom its magic would heal, itself maybe, is at half of its health or less."""
    healing = [key for key, power in powers_of(world, unit).items() if power.heal]
    targets = [option.unit for option in reactions(world, unit) if option.verb in healing] if healing else []
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
