"""How a battle begins, who shares turns and who surrenders as a round begins, how it ends (SURP, UNION-1, END-1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import game.rules.vitality.state as state
from game.kernel.components import FIELD, Carried, Clock, Down, Pools, Side, Unit
from game.kernel.ecs import World
from game.kernel.events import Judged, RoundBegan, Used
from game.kernel.flow import Action
from game.rules.asking import ask, perform
from game.rules.objectives import on_points, verdict
from game.rules.ruleset import Outcome
from game.rules.vitality.budget import spend, update_turn
from game.rules.vitality.checks.rolls import best_skill, check, contest
from game.rules.vitality.house import house
from game.rules.vitality.position.hiding import catch_unaware, hide_from
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import (
    KINDS,
    Plans,
    able,
    allies,
    beings,
    body,
    conscious,
    foes,
    host_of,
    inflict,
    pool,
    side_of,
    up,
)
from game.rules.vitality.turns.order import Group, order_of, plan, reorder, turn_coat
from game.systems.clock import clock
from game.systems.conditions import holds, lift
from game.systems.downfall import fell
from game.systems.field import team


async def surprise(world: World) -> None:
    """VITALITY-SURP-1 to 3: those the scenario names, and those who miss an ambush."""
    own = house(world)
    named = set(own.surprised)
    for unit, entry in world.each(Unit):
        if named & {entry.name, world.get(entry.side, Side).name}:
            inflict(world, unit, "surprised", rule="VITALITY-SURP-1")
    liers = [u for u in beings(world) if world.get(side_of(world, u), Side).name == own.ambush]
    if liers:
        # SURP-3: the better of Perception and Intuition against the lowest Stealth of those in wait
        if own.ambush_stealth == "roll":
            least = min([(await contest(world, unit, "stealth", "VITALITY-SURP-3")).total for unit in liers])
        else:
            least = int(own.ambush_stealth)
        for victim in [u for u in beings(world) if any(lier in foes(world, u) for lier in liers)]:
            name = best_skill(world, victim, ("perception", "intuition"))
            passed, _, _ = await check(world, victim, name, least, "VITALITY-SURP-3")
            if not passed:
                world.emit(Judged(victim, name, "failure", liers[0], rule="VITALITY-SURP-3"))
                inflict(world, victim, "surprised", rule="VITALITY-SURP-1")
    for unit in beings(world):
        if holds(world, unit, "surprised"):
            catch_unaware(world, unit)
    for unit in beings(world):
        victims = tuple(foe for foe in foes(world, unit) if holds(world, foe, "surprised"))
        if victims and not holds(world, unit, "surprised"):
            hide_from(world, unit, victims, "VITALITY-SURP-2")


async def bribe(world: World) -> None:
    """VITALITY-REST-10: a retroactive stunt of the unit that the setting `bribe` names wins an enemy minion."""
    wanted = house(world).bribe
    unit = next((unit for unit, entry in world.each(Unit) if wanted and entry.name == wanted), None)
    numbers = numbers_of(world)
    if unit is None or pool(world, unit, "nm") < numbers.cinematic_nm:
        return
    spend(world, unit, "VITALITY-REST-10", nm=numbers.cinematic_nm)
    passed, _, _ = await check(world, unit, "street_smarts", numbers.difficulty, "VITALITY-REST-10")
    minion = next((foe for foe in foes(world, unit) if body(world, foe).minion), None)
    if passed and minion is not None:
        turn_coat(world, unit, minion)


def outcome(world: World) -> Outcome | None:
    """VITALITY-END-1: objectives first; then whoever alone can and wants to fight."""
    if world.get(FIELD, Clock).phase in ("deploy", "opening"):
        return None
    found = verdict(world, up)
    if found is not None:
        return Outcome(found.winners, found.why, "VITALITY-END-1")
    left = world.derive(("fighting", conscious(world)), _fighting, KINDS)
    if len(left) < 2:
        winners = tuple(side for side, entry in world.each(Side) if entry.team in left)
        return Outcome(winners, "defeat_all", "VITALITY-END-1")
    return _on_points(world) if world.get(FIELD, Clock).phase == "time" else None


def _fighting(world: World) -> frozenset[int]:
    """The teams with somebody who can and wants to fight."""
    return frozenset(team(world, unit) for unit in beings(world) if able(world, unit))


def _on_points(world: World) -> Outcome:
    """House rule: at the round limit the larger share of its Vitality left wins."""

    def left(unit: int, pools: Pools) -> int:
        return max(0, pools["vitality"]) if not world.has(unit, Down) and able(world, unit) else 0

    points = ((unit, left(unit, pools), pools.base_of("vitality")) for unit, _, pools in world.each(Unit, Pools))
    return on_points(world, points, "VITALITY-END-1")


def renewed(world: World, old: tuple[Group, ...]) -> tuple[Group, ...]:
    """Riders and their mounts stay together from round to round; other unions end (UNION-1)."""
    if not world.each(Carried):
        return ()
    apart = {*world.get(FIELD, Plans).apart}
    whole = (group for group in old if not apart & set(group) and all(up(world, unit) for unit in group))
    return tuple(group for group in whole if mounted(world, group))


def mounted(world: World, group: Group) -> bool:
    """Whether a rider and its mount are among these."""
    return bool(world.each(Carried)) and any(host_of(world, unit) in group for unit in group)


def asked(world: World) -> tuple[int, ...]:
    """The sides with something to decide as the round begins: those that lose, or have a rider not yet united; in the
    first round, or by the setting `ask_unions`, all with anybody to unite. Later on that is planned in turns.
    """
    own, groups, apart = house(world), order_of(world).unions, world.get(FIELD, Plans).apart
    taken = {*apart, *(unit for group in groups for unit in group)}
    pairs = ((unit, on.by) for unit, on, rider in world.each(Carried, state.Rider) if rider.willing)
    free = ((unit, by) for unit, by in pairs if not {unit, by} & taken)
    riders = {side_of(world, unit) for unit, by in free if up(world, unit) and up(world, by)}
    every = own.ask_unions or clock(world).round == 1
    uniting = [side for side, _ in world.each(Side) if side in riders or (every and _unions(world, side))]
    return tuple(side for side, _ in world.each(Side) if (own.unions and side in uniting) or losing(world, side))


def plan_with(world: World, unit: int) -> Iterator[Action]:
    """VITALITY-UNION-1: with whom it may say that it will share turns."""
    own = _planned(world, unit)
    free = (other for other in allies(world, unit) if other not in own and up(world, other))
    return (Action("plan_union", other) for other in free)


def plan_to_part(world: World, unit: int) -> Iterator[Action]:
    """VITALITY-UNION-1: it may say that it will share them with nobody, too."""
    if len(_planned(world, unit)) > 1:
        yield Action("plan_alone")


def plans_nothing(world: World, unit: int) -> bool:
    """VITALITY-UNION-1: unless it has done nothing in its turn, or has no AP left; and it does so only once."""
    if not house(world).unions or world.get(unit, state.Turn).planned or not up(world, unit):
        return True
    return not order_of(world).fresh and bool(pool(world, unit, "ap"))


def _planned(world: World, unit: int) -> Group:
    """With whom the unit will share its turns as things stand; it alone if with nobody."""
    groups = (*world.get(FIELD, Plans).groups, *renewed(world, order_of(world).unions))
    return next((group for group in groups if unit in group), (unit,))


async def plan_union(world: World, unit: int, action: Action) -> None:
    """Remember a plan; what it adds to stops being one of its own."""
    plans, whole = _says(world, unit, action), tuple(sorted({*_planned(world, unit), *_planned(world, action.target)}))
    groups = tuple(group for group in plans.groups if not set(group) & set(whole))
    plan(world, (*groups, whole), tuple(each for each in plans.apart if each not in whole))


async def plan_alone(world: World, unit: int, action: Action) -> None:
    """Remember that it wants to be alone."""
    own, plans = _planned(world, unit), _says(world, unit, action)
    left = tuple(each for each in own if each != unit)
    groups = tuple(left if group == own else group for group in plans.groups)
    plan(world, tuple(group for group in groups if len(group) > 1), (*plans.apart, unit))


def _says(world: World, unit: int, action: Action) -> Plans:
    update_turn(world, unit, planned=True)
    told = () if action.unit is None else (action.unit,)
    world.emit(Used(unit, action.verb, "free", told, rule="VITALITY-UNION-1"))
    return world.get(FIELD, Plans)


async def carry_out(world: World) -> None:
    """VITALITY-UNION-1: planned unions come about if all members can and their controllers agree."""
    for group in world.get(FIELD, Plans).groups:
        unions_ = order_of(world).unions
        kept = [known for known in unions_ if set(known) <= set(group)]
        taken = {unit for known in unions_ if known not in kept for unit in known}
        able_ = tuple(unit for unit in group if up(world, unit) and unit not in taken)
        if len({team(world, unit) for unit in able_}) == 1 and len(able_) > 1 and able_ not in kept:
            await _join(world, able_)


async def council(world: World, side: int) -> None:
    """One answer of a side: fight on, surrender, or a union; after a union it is asked again (see `asked`)."""
    given = [Action("fight_on"), *_unions(world, side), *([Action("surrender")] if losing(world, side) else [])]
    own = (group for group in order_of(world).unions if side_of(world, group[0]) == side)
    given += [Action("part", group[0], others=group) for group in own]
    about = RoundBegan(clock(world).round, "VITALITY-ROUND-1")
    await perform(world, side, "council", await ask(world, side, "council", given, about=about))


async def unite(world: World, side: int, action: Action) -> None:
    """VITALITY-UNION-1: these share their turns from now on."""
    await _join(world, action.others)


async def part(world: World, side: int, action: Action) -> None:
    """These no longer do."""
    gone, plans, order = action.others, world.get(FIELD, Plans), order_of(world)
    plan(world, tuple(each for each in plans.groups if not set(each) & set(gone)), (*plans.apart, *gone))
    reorder(world, unions=tuple(group for group in order.unions if group != gone))


async def fight_on(world: World, side: int, action: Action) -> None:
    """The next side is asked."""
    reorder(world, asking=order_of(world).asking[1:])


async def give_up(world: World, side: int, action: Action) -> None:
    """VITALITY-END-1: all of the side's creatures surrender."""
    reorder(world, asking=order_of(world).asking[1:])
    for unit, entry in world.each(Unit):
        if entry.side == side and not world.has(unit, Down):
            lift(world, unit, "pinning", "VITALITY-END-1")
            fell(world, unit, "surrendered", "VITALITY-END-1")


def losing(world: World, side: int) -> bool:
    """House rule of END-1: a side is asked whether it gives up once half of its creatures cannot fight any more."""
    own = [unit for unit, entry in world.each(Unit) if entry.side == side]
    left = [unit for unit in own if unit in beings(world) and able(world, unit)]
    others = [unit for unit in beings(world) if able(world, unit) and unit not in left]
    return bool(left) and 2 * len(left) <= len(own) and len(others) > len(left)


def _unions(world: World, side: int) -> list[Action]:
    """Every two able creatures of the side, and every creature with a union there is already."""
    if not house(world).unions:
        return []
    order = order_of(world)
    joined = {unit for group in order.unions for unit in group}
    free = [u for u in beings(world) if side_of(world, u) == side and up(world, u) and u not in joined]
    found = [tuple(pair) for pair in combinations(free, 2)]
    found += [(*group, unit) for group in order.unions if side_of(world, group[0]) == side for unit in free]
    return [Action("union", group[-1], others=group) for group in found]


async def _join(world: World, group: Group) -> None:
    """VITALITY-UNION-1: every member's controller agrees; units of one controller are not asked one by one."""
    order, plans = order_of(world), world.get(FIELD, Plans)
    about = RoundBegan(clock(world).round, "VITALITY-ROUND-1")
    controllers = {(side_of(world, unit), world.get(unit, Unit).controller) for unit in group}
    for unit in group if len(controllers) > 1 else ():
        if (await ask(world, unit, "join_union", about=about)).action.verb == "refuse":
            return
    rest = tuple(known for known in order.unions if not set(known) <= set(group))
    reorder(world, unions=(*rest, group))
    plan(world, plans.groups, tuple(unit for unit in plans.apart if unit not in group))
    for unit in group:
        world.emit(Judged(unit, "union", "joined", group[0], rule="VITALITY-UNION-1"))
