"""What the computer player wants more of."""

from __future__ import annotations

from functools import lru_cache

from game.kernel.components import FIELD, Clock, Conditions, Facing, Gear, Pools, Side, Unit
from game.kernel.ecs import World, derived_of
from game.rules.aura.budget import energy_at_hand
from game.rules.aura.checks import means
from game.rules.aura.checks.numbers import longest_reach
from game.rules.aura.checks.powers import speed
from game.rules.aura.gear import able_shooters, melee_weapons, shooters, weapon
from game.rules.aura.house import house
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import distances, faced_cells, foes, toward
from game.rules.aura.sheet.entries import Wound
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import MEANS, PLACED, Body, Ready, beat, conscious, dead, helpless, spent
from game.rules.aura.verbs import shots
from game.rules.aura.verbs.shots import Cast, Shot
from game.rules.aura.verbs.strikes import Blow, facts
from game.rules.objectives import prospects
from game.systems.conditions import holds
from game.systems.field import bodies, cells_of, team

SCALE = 10  # skirmish points that count 1
ALIVE = 0.4  # share of a unit's value for being awake at all
ASLEEP = 0.08  # and for being alive
SPENT = 0.1  # and for being awake without any Energy to come (AURA-ECON-4)
WINDED = 0.08  # less for whoever is left with too little Energy for a blow each Round
AURA = 0.5  # and for the Aura that is left of it
WEIGHTS = {  # what a condition takes off a unit's value
    "exposed": 0.015,
    "unguarded": 0.05,
    "prone": 0.08,
    "restrained": 0.2,
    "restraining": 0.05,
    "dazed": 0.12,
    "blinded": 0.12,
    "exhausted": 0.12,
    "shaken": 0.05,
    "bleeding": 0.3,
    "slowed": 0.04,
    "kneeling": 0.03,
    "held_back": 0.5,
}
OPEN = ("exposed", "unguarded")  # only while somebody could use it
COMES, SHOT = 7, 20  # metres at which he could, by hand or from afar
DEFENDING = 0.008  # for being ready while an enemy is near
NEAR = 4  # metres beyond its reach
BACK = 0.04  # an enemy in reach behind one's back
APPROACH = 0.012  # per metre beyond one's reach
ENGAGED = 3  # metres that standing in an enemy's reach counts for a shooter
ENERGY = 0.002  # per Energy left: nothing is done that is not worth more
AGILITY = 0.002
FOUGHT = 0.008  # per Energy put into attacks in this Round: a miss was worth trying, too
LOADED = 0.004  # a shot that only needs to be loosed, beyond the Energy it took
PRESSED = 0.03
EMPTY_HANDS = 0.25
DRAWABLE = 0.03  # empty hands, but something to fill them with
WALK = 2  # metres worth going
BETTERED = ("prone", "kneeling", "exposed", "unguarded", "restrained")  # what a point of Energy may end
REST = 0.03  # a breath, for whoever is left with too little Energy for a blow; it costs as much, or all there is
IDLE = -0.02  # for taking up a unit that has nothing to do
TRIFLE = -0.15  # for a free act: less than what a new Round can cost
AGAIN = -1000.0  # for taking up a unit that was put back in the same beat: even if the skirmish is lost by waiting
_BACKS = frozenset({*PLACED, Facing})


def worth(world: World, side: int) -> float:
    """The team's units against all others, in tens of skirmish points, and progress toward objectives."""
    own = world.get(side, Side).team
    total = 0.0
    for unit in bodies(world):
        value = value_of(world, unit)
        if team(world, unit) == own:
            total += value - _cares(world, unit)
        else:
            total -= value
    return total + prospects(world, own, "chebyshev", away=0.02, inside=0.12) + taken_up(world, own)


def value_of(world: World, unit: int) -> float:
    """What a unit is worth: its cost by how much of it is left."""
    value = _value_alone(world, unit)
    items = world.get(unit, Conditions)
    laid_open = sum(WEIGHTS[name] for name in OPEN if name in items)
    if laid_open and conscious(world, unit) and _near(world, unit):
        value -= laid_open * _price(world, unit)
    return value


def _near(world: World, unit: int) -> bool:
    """Whether an enemy may soon be at it, or shoot at it."""
    return world.derive(("near", unit), lambda world: _may_come(world, unit), PLACED)


def _may_come(world: World, unit: int) -> bool:
    metres = distances(world, unit)
    return any(
        metres[foe] <= (SHOT if shooters(world, foe) or world.get(foe, Body).spells else COMES)
        for foe in foes(world, unit)
        if foe in metres and not helpless(world, foe)
    )


@derived_of(MEANS)
def _value_alone(world: World, unit: int) -> float:
    if dead(world, unit):
        return 0.0
    price = _price(world, unit)
    if not conscious(world, unit):
        return ASLEEP * price
    pools, items = world.get(unit, Pools), world.get(unit, Conditions)
    value: float
    aura = pools["aura"] / max(1, pools.base_of("aura"))
    breath = min(1.0, pools["stamina"] / 5)
    value = ALIVE + AURA * aura**0.9 + 0.07 * breath + 0.03 * pools["stamina"] / max(1, pools.base_of("stamina"))
    for item in items.items:
        value -= WEIGHTS.get(item.name, 0.0) if item.name not in OPEN else 0.0
    if _winded(world, pools, items):
        value -= WINDED
    if "exhausted" in items and pools["stamina"] <= sheet_of(world).main.numbers.exhausted:
        value = min(value, SPENT + AURA * aura)
    if not melee_weapons(world, unit) and not able_shooters(world, unit) and not world.get(unit, Body).spells:
        value -= DRAWABLE if world.get(unit, Gear).carried else EMPTY_HANDS
    done = spent(world, unit)
    value = max(0.1, value) * price + ENERGY * pools["energy"] + AGILITY * pools["agility"]
    value += FOUGHT * (done.fought + done.swift)
    return value + sum(LOADED + ENERGY * weapon(world, item).load for item in world.get(unit, Ready).loaded)


def _winded(world: World, pools: Pools, items: Conditions) -> bool:
    """Whether a Round gives too little Energy for a blow (AURA-ECON-1)."""
    main = sheet_of(world).main
    return pools["stamina"] < main.costs.melee + main.numbers.exhausted * ("exhausted" in items)


def _price(world: World, unit: int) -> float:
    """What a unit counts: its cost, and more for a leader."""
    price: float = sheet_of(world).units[world.get(unit, Unit).sheet].cost / SCALE
    return price * (1.3 if world.get(unit, Unit).role == "leader" else 1.0)


# What attacks gain


def promise(world: World, attack: Blow | Shot | Cast) -> float:
    """About what an attack gains for the unit's team: by how much the target is worth less, and what turning brings.

    Nothing at worst. Whoever breaks in on it, and what it lays open to besides, is left out.
    """
    target = attack.target
    spares = not isinstance(attack, Cast) and attack.nonlethal
    gain: float
    if isinstance(attack, Blow):
        known = facts(world, attack)
        gain = means.blow_mean(world, attack, known, _loss(world, target, spares=spares, fatal=known.fatal))
    elif isinstance(attack, Shot):
        gain = means.shot_mean(world, attack, shots.aim(world, attack), _loss(world, target, spares=spares))
    else:
        gain = means.spell_mean(world, attack, shots.spell_aim(world, attack), _loss(world, target))
    if team(world, attack.user) == team(world, target):
        return -gain
    return max(0.0, gain + _turning(world, attack.user, target))


def _loss(world: World, unit: int, *, spares: bool = False, fatal: bool = False) -> means.Losses:
    """What a unit loses by so much damage: its Aura first, and without Aura what a Death roll takes (DEATH-2)."""
    key = ("losses", spares, fatal, house(world).overflow_death_roll)
    return world.derive_own(unit, key, lambda world: _losses(world, unit, spares=spares, fatal=fatal))


def _losses(world: World, unit: int, *, spares: bool, fatal: bool) -> tuple[float, ...]:
    """By each damage up to one more than its Aura."""
    if dead(world, unit):
        return (0.0,)
    pools, price, whole = world.get(unit, Pools), _price(world, unit), value_of(world, unit)
    aura, wound = pools["aura"], whole if fatal else _wounded(world, unit, spares=spares)
    if not aura:
        return 0.0, wound
    # Whoever is not awake has nothing more to lose by it.
    found = _shares(price, aura, max(1, pools.base_of("aura"))) if conscious(world, unit) else (0.0,) * (aura + 1)
    over = found[-1] + (wound if house(world).overflow_death_roll else 0.0)
    return (*found, min(whole, over))


@lru_cache(maxsize=1 << 10)
def _shares(price: float, aura: int, base: int) -> tuple[float, ...]:
    """What a unit is worth less by each damage that its Aura takes."""
    return tuple([price * AURA * ((aura / base) ** 0.9 - ((aura - lost) / base) ** 0.9) for lost in range(aura + 1)])


def _wounded(world: World, unit: int, *, spares: bool) -> float:
    """AURA-DEATH-3 and NL-5, 6: what damage takes from a unit without Aura, on average over its Death roll."""
    price, whole, items = _price(world, unit), value_of(world, unit), world.get(unit, Conditions)

    def suffers(*names: str) -> float:
        return min(whole, price * sum(WEIGHTS[name] for name in names if name not in items))

    def lost(found: Wound) -> float:
        if found.dead:
            return whole
        if found.unconscious:
            return whole - asleep
        less = suffers(*["exhausted"] * bool(found.exhausted), *["bleeding"] * found.bleeding)
        return max(less, whole - SPENT * price) if found.exhausted and done else less

    if spares:
        return suffers("exhausted", "shaken")
    asleep = ASLEEP * price if conscious(world, unit) else whole
    done = conscious(world, unit) and world.get(unit, Pools)["stamina"] <= sheet_of(world).main.numbers.exhausted
    rows, faces = _death_roll(sheet_of(world))
    each, total = [lost(found) for found in rows], 0.0
    for row in faces:  # one by one: floats add up to something else in another way
        total += each[row]
    return total / 20


@lru_cache(maxsize=16)
def _death_roll(sheet: AuraSheet) -> tuple[tuple[Wound, ...], tuple[int, ...]]:
    """The rows of the Death roll, and which of them each face comes to."""
    rows = sheet.main.death_roll
    return rows, tuple(next(at for at, row in enumerate(rows) if face >= row.min) for face in range(1, 21))


def _cares(world: World, unit: int) -> float:
    """What the side itself minds: backs turned, and the way to the fight."""
    cares = world.derive(("cares", unit), lambda world: _cares_about(world, unit), _BACKS)
    return cares + PRESSED if spent(world, unit).pressed else cares


def _cares_about(world: World, unit: int) -> float:
    if not conscious(world, unit):
        return 0.0
    far = _beyond(world, unit)
    ready = DEFENDING if far <= NEAR and holds(world, unit, "defending") else 0.0
    return far * APPROACH + _backs(world, unit) * BACK - ready


def _beyond(world: World, unit: int) -> float:
    """Metres by which the nearest enemy is beyond its reach, and a price for shooting with an enemy beside one."""
    metres = distances(world, unit)
    near = min((metres[foe] for foe in foes(world, unit) if not helpless(world, foe)), default=0)
    if able_shooters(world, unit) or world.get(unit, Body).spells:
        return max(0, near - 12) + (ENGAGED if near <= 2 else 0)
    return max(0, near - longest_reach(world, unit))


def _backs(world: World, unit: int, direction: int | None = None) -> int:
    """Enemies in reach that it does not face, or would not face if it were turned that way."""
    metres = distances(world, unit)
    near = [foe for foe in foes(world, unit) if metres[foe] <= longest_reach(world, foe) and conscious(world, foe)]
    front = faced_cells(world, unit, direction) if near else 0
    return sum(not front & cells_of(world, foe) for foe in near)


def _turning(world: World, unit: int, target: int) -> float:
    """AURA-FLOOR-8: what it brings to turn to a target: enemies in reach behind one's back, more of them or fewer."""

    def compute(world: World) -> float:
        return BACK * (_backs(world, unit) - _backs(world, unit, toward(world, unit, target)))

    return world.derive(("turning", unit, target), compute, _BACKS)


def taken_up(world: World, own: int) -> float:
    """How promising it is to take up a unit, while it is only that: a guess of what it could do."""
    unit = world.get(FIELD, Clock).active
    if unit is None and _looked_joint(world, own):
        return TRIFLE
    if unit is None or unit not in bodies(world) or world.get(FIELD, Clock).phase != "turn" or team(world, unit) != own:
        return 0.0
    if unit in beat(world).looked:
        return AGAIN
    if beat(world).busy:
        return TRIFLE
    energy = energy_at_hand(world, unit)
    return _prospect(world, unit, energy) + 0.01 * energy if energy else IDLE


def _looked_joint(world: World, own: int) -> bool:
    """Whether a side of the team has looked at moving together, and nobody did."""
    sides = [world.find(each, Side) for each in beat(world).looked]
    return any(side is not None and side.team == own for side in sides)


def _prospect(world: World, unit: int, energy: int) -> float:
    """What so much Energy may come to: a shot, a blow, a better posture, a breath, or a way toward the enemy."""
    metres, items, costs = distances(world, unit), world.get(unit, Conditions), sheet_of(world).main.costs
    enemies = [foe for foe in foes(world, unit) if sees(world, unit, foe)]
    near = min((metres[foe] for foe in enemies), default=99)
    if enemies and (able_shooters(world, unit) or world.get(unit, Body).spells):
        return 0.3
    if near <= longest_reach(world, unit) and energy >= (costs.melee if melee_weapons(world, unit) else costs.unarmed):
        return 0.4
    if near <= NEAR and any(name in items for name in BETTERED):
        return 0.1
    pools = world.get(unit, Pools)
    if _winded(world, pools, items) and pools["energy"] >= min(costs.catch_breath, spent(world, unit).granted) > 0:
        return REST
    walk = min(_beyond(world, unit), energy * speed(world, unit).total // costs.run)
    return walk * APPROACH if walk >= WALK and "restrained" not in items else IDLE
