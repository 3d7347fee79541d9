"""What the computer player wants more of."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Conditions, Pools, Position, Side, Unit
from game.kernel.ecs import World, derived_of
from game.rules.clash.campaign.rest import experience
from game.rules.clash.checks.odds import expected
from game.rules.clash.gear import items_of, weapons_of
from game.rules.clash.position.cover import sees
from game.rules.clash.position.space import distances, flanked, metric
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import (
    COMBAT,
    Body,
    Order,
    Plan,
    Turn,
    attacks_left,
    points,
    turn,
)
from game.rules.objectives import prospects
from game.systems.conditions import having
from game.systems.field import enemies, standing, team, teams

ALIVE = 0.45  # share of a unit's value for standing at all; the rest is its health
CONDITIONS = {
    "prone": -0.09,
    "dazed": -0.10,
    "grappled": -0.06,
    "entangled": -0.10,
    "hidden": 0.05,
    "braced": 0.03,
    "feinting": 0.03,
    "warded": 0.05,
    "slowed": -0.03,
}
LEARNED = 1e-5  # experience is kept rather than spent at random (CLASH-REST-5)
POINT = 0.012  # an action point kept for what is to come in this round
SPARE = 0.001  # the price of one that has no other use than a defence: it is lost with the round (CLASH-ECON-2)
ITEM = 0.06  # a magic item not used up yet
MAGIC = 0.01
FLANKED = 0.04
APPROACH = 0.012  # per cell beyond the best range of a unit's weapons
LEFT = 0.8  # share that a metre still to be walked counts of one walked
UNARMED = 0.12  # nothing in hand
UNSEEN = 0.03  # a shooter without a target in sight
SEARCH = 0.03  # a search of this turn while somebody hides who knows where (CLASH-ACT-4)


def worth(world: World, side: int) -> float:
    """The team's units against all others, in units of 10 skirmish points, and progress toward objectives."""
    own = world.get(side, Side).team
    total = 0.0
    for unit in standing(world):
        value = value_of(world, unit)
        total += value if team(world, unit) == own else -value
        if team(world, unit) == own:
            total -= _beyond(world, unit)
    if turn(world).searched and anybody_gone(world):
        active = world.get(FIELD, Clock).active
        total += SEARCH if active is not None and team(world, active) == own else -SEARCH
    return total + prospects(world, own, metric(world))


def anybody_gone(world: World) -> bool:
    """Whether somebody hides so well that its place is not even in this world: one that a computer player thinks in."""
    return any(not world.has(unit, Position) for unit in having(world, "hidden"))


def value_of(world: World, unit: int) -> float:
    """What a standing unit is worth: its cost by how much of it is left, and its action points."""
    return _value(world, unit) + _points(world, unit) * _weight(world, unit)


def _value(world: World, unit: int) -> float:
    value = world.derive_own(unit, "value", _valued_alone, unit)
    return value - FLANKED * _weight(world, unit) if flanked(world, unit) else value


def _valued_alone(world: World, unit: int) -> float:
    """What it is worth but for where others stand."""
    pools = world.get(unit, Pools)
    value = ALIVE + (1 - ALIVE) * pools["health"] / max(1, pools.base_of("health"))
    value += MAGIC * pools["magic"] if "magic" in pools.names else 0
    value += LEARNED * experience(world, unit) + ITEM * len(items_of(world, unit))
    for item in world.get(unit, Conditions).items:
        value += CONDITIONS.get(item.name, 0.0)
    if weapons_of(world, unit) == ("unarmed",) and not world.get(unit, Body).spells:
        value -= UNARMED
    return value * _weight(world, unit)


@derived_of((Unit,))
def _weight(world: World, unit: int) -> float:
    """What a unit counts: its cost, and more for a leader."""
    entry = world.get(unit, Unit)
    return sheet_of(world).units[entry.sheet].cost / 10 * (1.3 if entry.role == "leader" else 1)


def promise(world: World, unit: int, plan: Plan) -> float:
    """About what an attack gains for the unit's team: the harm to be expected, and the chance to fell the target."""
    found = expected(world, plan)
    pools = world.get(plan.target, Pools)
    health, base = pools["health"], max(1, pools.base_of("health"))
    gain = 0.0
    for amount, share in found.damage.items():
        gain += share * ((1 - ALIVE) * amount / base if amount < health else (1 - ALIVE) * health / base + ALIVE)
    fights_for = teams(world)
    return gain * _weight(world, plan.target) * (-1.0 if fights_for[unit] == fights_for[plan.target] else 1.0)


def _points(world: World, unit: int) -> float:
    """What action points are worth: nothing is gained by keeping those that only a defence can use.

    A unit whose turn is still to come needs one for each attack it may make.
    """
    left = points(world, unit)
    if world.get(FIELD, Clock).active == unit:
        return POINT * left
    needed = 0 if unit in world.get(FIELD, Order).acted else attacks_left(world, unit)
    return POINT * left if left <= needed else POINT * needed - SPARE * (left - needed)


def _beyond(world: World, unit: int) -> float:
    """A price for each cell by which the nearest foe is out of reach, and for seeing nobody to shoot at."""
    return world.derive(("beyond", unit), lambda world: _distance_to_fight(world, unit), (*COMBAT, Turn, Clock))


def _distance_to_fight(world: World, unit: int) -> float:
    paces, foes = distances(world, unit), enemies(world, unit)
    if not foes:
        return 0.0
    reach = far_reach(world, unit)
    gap: float = max(0, min(paces[foe] for foe in foes) - reach)
    if world.get(FIELD, Clock).active == unit:
        gap -= LEFT * min(gap, max(0, turn(world).left))  # or else a Dash would be worth nothing before its steps
    beyond = gap * APPROACH
    if reach > 3 and not any(sees(world, unit, foe) for foe in foes if paces[foe] <= reach):
        beyond += UNSEEN
    return beyond


def far_reach(world: World, unit: int) -> int:
    """How far the unit's best means of attack goes, spells included."""
    sheet, body = sheet_of(world), world.get(unit, Body)
    far = [max(sheet.weapons[item].reach, sheet.weapons[item].range) for item in weapons_of(world, unit)]
    far += [sheet.spells[key].range for key in body.spells if sheet.spells[key].attack]
    return max(far, default=1)
