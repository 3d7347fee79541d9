"""What the computer player wants more of."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Conditions, Gear, Pools, Side, Unit
from game.kernel.ecs import World
from game.rules.objectives import prospects
from game.rules.vitality.checks.numbers import engaged, initiative, weapons_of
from game.rules.vitality.position.ground import movement
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import distance, hidden_from, targetable
from game.rules.vitality.position.who import able, beings, conscious_enemies, foes, up
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import AWAKE, KNOWN, Held, Hidden, Leaning, Order, Plans, Turn, body, pool
from game.rules.vitality.turns.unions import mounted
from game.systems.conditions import holds
from game.systems.field import cells_of, team

_STANDING = KNOWN | {Leaning}
ALIVE = 0.35  # share of a unit's value for standing; the rest is what is left of it
FALLEN = 0.04  # of a unit that is down but may be helped
BAD = 0.07  # a Status Effect
WORSE = {"bleeding": 0.1, "stunned": 0.25, "restrained": 0.12, "blinded": 0.15, "surprised": 0.0, "down": 0.0}
GOOD = {
    "ward": 0.05,
    "quicken": 0.02,
    "defending": 0.008,
    "taking_cover": 0.012,
    "commanding": 0.03,
    "pinning": 0.05,
    "awakened": 0.1,
}
APPROACH = 0.014  # per metre beyond the range of its best attack
ENGAGED = 0.05
GUARDED = 0.03  # defending with an enemy that reaches it
AP = 0.004  # a point not spent yet
RP = 0.004
WALKED = 0.0008  # a metre walked for nothing, so that it ends its turn where there is no better place
MOMENTUM = 0.03  # as much as a stunt costs; what is beyond that comes back by itself
SURPLUS = 0.008
WP = 0.003
HIDDEN = 0.04
HOLDING = 0.02
WATCHING = 0.03  # an attack held for whoever comes
ARMED = 0.02  # a thing of its own in its hands
WAVERED = 0.02
LEANS = 0.06  # out of cover, with an enemy in range and an attack to make
IDLE = 0.001  # each time a union's turn is handed on and nobody does anything
TOGETHER = 0.01  # a union of a rider and its mount; others are a burden, unless they overtake somebody
OVERTAKEN = 0.02  # an enemy that a unit comes before by its union, for each hundred points of the unit


def worth(world: World, side: int) -> float:
    """The team's units against all others, in units of 100 skirmish points, and progress toward objectives."""
    own = world.get(side, Side).team
    total = 0.0
    for unit in beings(world):
        friend = team(world, unit) == own
        total += _value(world, unit) if friend else -_value(world, unit)
        if friend:
            total -= _beyond(world, unit) * APPROACH
    return total + _turns(world, own) + prospects(world, own, METRIC, _spots, AWAKE)


def _turns(world: World, own: int) -> float:
    """Held turns, idle ones, and unions that are or are planned."""
    order, total = world.get(FIELD, Order), 0.0
    total -= HOLDING * sum(team(world, unit) == own for group in order.holders for unit in group)
    if order.idle and team(world, order.active[0]) == own:
        total -= IDLE * order.idle
    for group in (*order.unions, *world.get(FIELD, Plans).groups):
        if team(world, group[0]) == own:
            total += TOGETHER if mounted(world, group) else OVERTAKEN * _ahead(world, group) - TOGETHER
    return total


def _ahead(world: World, group: tuple[int, ...]) -> float:
    """VITALITY-UNION-3: how many more enemies the members come before at their mean, by what each of them is worth."""
    own = {unit: initiative(world, unit).total for unit in group if up(world, unit)}
    mean = sum(own.values()) // len(own) if own else 0
    order = [initiative(world, foe).total for foe in conscious_enemies(world, group[0])]
    return sum(_weight(world, u) * sum((each < mean) - (each < alone) for each in order) for u, alone in own.items())


def _value(world: World, unit: int) -> float:
    """What a unit is worth: its points by how much of it is left, a good place to shoot from, and a guard in need."""
    acting = unit in world.get(FIELD, Order).active
    value = world.derive_own(unit, ("value", acting), lambda world: _own_value(world, unit, acting=acting))
    if holds(world, unit, "defending") and up(world, unit) and engaged(world, unit) is not None:
        value += GUARDED * _weight(world, unit)
    if world.has(unit, Leaning) and able(world, unit):
        ready = world.get(unit, Turn).banked or pool(world, unit, "ap") >= sheet_of(world).numbers.attack_ap
        far = best_range(world, unit)[0]
        if ready and any(distance(world, unit, f) <= far and targetable(world, unit, f) for f in foes(world, unit)):
            value += LEANS * _weight(world, unit)
    return value


def _weight(world: World, unit: int) -> float:
    """Its points, in hundreds."""
    return max(body(world, unit).cost, 20) / 100 * (1.3 if world.get(unit, Unit).role == "leader" else 1.0)


def _own_value(world: World, unit: int, *, acting: bool) -> float:
    weight = _weight(world, unit)
    if not up(world, unit):
        bleeds = "bleeding" in world.get(unit, Conditions)
        return weight * FALLEN * (0.5 if bleeds else 1.0)
    if not able(world, unit):
        return 0.05 * weight
    pools = world.get(unit, Pools)
    whole = pools.base_of("vitality") + 0.8 * pools.base_of("temp_vitality")
    left = pools["vitality"] + 0.8 * pools["temp_vitality"]
    value = ALIVE + (1 - ALIVE) * min(1.0, max(0.0, left / whole)) ** 0.8
    for item in world.get(unit, Conditions).items:
        # What ends with this turn anyhow is no reason to end it.
        if not (acting and item.until == "turn" and item.level <= 1):
            value += GOOD.get(item.name, -WORSE.get(item.name, BAD))
    hidden = world.find(unit, Hidden)
    value += HIDDEN * bool(hidden and hidden.of and not hidden.given_away)
    value -= WAVERED * world.get(unit, Turn).wavered
    value += _means(world, unit, pools) + ARMED * len(set(world.get(unit, Gear).held) & set(body(world, unit).held))
    value += WATCHING * any(item.trigger == "enemy_enters_range" for item in world.get(unit, Held).items)
    if acting:
        value -= WALKED * max(0, pools.base_of("movement") - pools["movement"])
    return float(value * weight)


def _means(world: World, unit: int, pools: Pools) -> float:
    """What its points promise: a stunt's worth of Momentum most of all."""
    stunt = sheet_of(world).numbers.cinematic_nm
    momentum = MOMENTUM * min(pools["nm"], stunt) + SURPLUS * max(0, pools["nm"] - stunt)
    return momentum + WP * min(pools["wp"], 12) + AP * pools["ap"] + RP * pools["rp"]


def _beyond(world: World, unit: int) -> float:
    """Metres by which the nearest enemy is beyond this unit's best attack, and a price for shooting when engaged."""
    if not up(world, unit):
        return 0.0
    reach, shoots = best_range(world, unit)
    beyond = max(0.0, _nearest(world, unit) - reach)
    beyond -= min(beyond, 0.6 * movement(world, unit))  # what it can still walk is nearly walked
    if shoots and engaged(world, unit) is not None:
        beyond += ENGAGED / APPROACH
    return beyond


def _nearest(world: World, unit: int) -> int:
    """Metres to the nearest enemy it knows of."""

    def compute(world: World) -> int:
        known = [foe for foe in conscious_enemies(world, unit) if not hidden_from(world, foe, unit)]
        return min((distance(world, unit, foe) for foe in known), default=0)

    return world.derive(("nearest", unit), compute, _STANDING)


def best_range(world: World, unit: int) -> tuple[int, bool]:
    """The range of what it does most harm with, and whether that is done from afar."""
    return world.derive_own(unit, "best_range", lambda world: _best_range(world, unit))


def _best_range(world: World, unit: int) -> tuple[int, bool]:
    sheet = sheet_of(world)
    shots = [w.range for w in (sheet.weapons[key] for key in weapons_of(world, unit)) if w.range]
    casts = [
        max(entry.range, entry.line)
        for entry in (sheet.abilities[key] for key in body(world, unit).abilities)
        if entry.kind in ("attack", "dr") and entry.damage and entry.wp <= pool(world, unit, "wp")
    ]
    if shots:
        return min(max(shots), 20), True
    if len(casts) >= 2:
        return max(4, min(casts)), True
    melee = max((sheet.weapons[key].melee for key in weapons_of(world, unit)), default=1)
    return melee, False


def _spots(world: World) -> dict[int, CellSet]:
    return {unit: cells_of(world, unit) for unit in beings(world) if up(world, unit)}
