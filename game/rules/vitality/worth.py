"""What the computer player wants more of."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.grid.grid import CellSet
from game.kernel.components import FIELD, Conditions, Gear, Pools, Side, Unit
from game.kernel.ecs import World, derived_own
from game.rules.objectives import prospects
from game.rules.odds import Dist
from game.rules.vitality.checks import odds
from game.rules.vitality.checks.numbers import dr_power, engaged, weapons_of
from game.rules.vitality.checks.rolls import dr_chance
from game.rules.vitality.harm.damage import Blow, damage_dist
from game.rules.vitality.harm.suffering import death_at, gentle_floor
from game.rules.vitality.position.ground import movement
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.near import anybody_near
from game.rules.vitality.position.sight import Look, distance, hidden_from, look, targetable
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import (
    AWAKE,
    FIT,
    KNOWN,
    Attack,
    Held,
    Hidden,
    Leaning,
    Order,
    Turn,
    able,
    beings,
    body,
    conscious_enemies,
    foes,
    is_thing,
    pool,
    up,
)
from game.rules.vitality.turns.sharing import turns, weight_of
from game.rules.vitality.verbs.answers import can_react
from game.rules.vitality.verbs.powers import dr_of, power_blow
from game.rules.vitality.verbs.strike import certain_blow
from game.systems.conditions import holds
from game.systems.field import cells_of, team

_STANDING = KNOWN | {Leaning}
_COMING = _STANDING | {Gear, Pools}
_MARKS = FIT | {Unit}
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
WATCHING = 0.04  # an attack held for whoever comes
SOON = 2  # moves after which a foe may be there
BLEEDS = 5  # what two turns of bleeding take
ARMED = 0.02  # a thing of its own in its hands
WAVERED = 0.02
LEANS = 0.06  # out of cover, with an enemy in range and an attack to make


def worth(world: World, side: int) -> float:
    """The team's units against all others, in units of 100 skirmish points, and progress toward objectives."""
    own = world.get(side, Side).team
    total = 0.0
    for unit in beings(world):
        friend = team(world, unit) == own
        total += value_of(world, unit) if friend else -value_of(world, unit)
        if friend:
            total -= _beyond(world, unit) * APPROACH
    return total + turns(world, own) + prospects(world, own, METRIC, _spots, AWAKE)


def value_of(world: World, unit: int) -> float:
    """What a unit is worth: its points by how much of it is left, a good place to shoot from, and a guard in need."""
    acting = unit in world.get(FIELD, Order).active
    alone = world.derive_own(unit, ("value", acting), lambda world: _alone(world, unit, acting=acting))
    return _by_place(world, unit, alone.value, alone.waits) if alone.placed else alone.value


class _Alone(NamedTuple):
    """What a unit is worth but for where others are, what it counts that it is ready for whoever comes, and whether it
    matters where others are."""

    value: float
    waits: float
    placed: bool


def _alone(world: World, unit: int, *, acting: bool) -> _Alone:
    waits = _waits(world, unit)
    placed = bool(waits) or holds(world, unit, "defending") or world.has(unit, Leaning)
    return _Alone(_own_value(world, unit, acting=acting), waits, placed)


def _by_place(world: World, unit: int, value: float, waits: float) -> float:
    """The same with what hangs on where enemies are."""
    if waits and up(world, unit) and anybody_near(world, unit, _comes, _COMING):
        value += waits * weight_of(world, unit)
    if holds(world, unit, "defending") and up(world, unit) and engaged(world, unit):
        value += GUARDED * weight_of(world, unit)
    if world.has(unit, Leaning) and able(world, unit):
        ready = world.get(unit, Turn).banked or pool(world, unit, "ap") >= sheet_of(world).numbers.attack_ap
        far = best_range(world, unit)[0]
        if ready and any(distance(world, unit, f) <= far and targetable(world, unit, f) for f in foes(world, unit)):
            value += LEANS * weight_of(world, unit)
    return value


def _waits(world: World, unit: int) -> float:
    """What it counts that it is ready for whoever comes."""
    found, held = GOOD["taking_cover"] * holds(world, unit, "taking_cover"), world.get(unit, Held).items
    return found + WATCHING * any(item.trigger == "enemy_enters_range" for item in held) if held else found


def _comes(world: World, unit: int, foe: int) -> bool:
    """Whether an enemy could soon attack it."""
    return distance(world, unit, foe) <= _soon(world, foe) and not hidden_from(world, foe, unit)


@derived_own
def _soon(world: World, foe: int) -> int:
    """How far it gets and attacks, its way there included."""
    return SOON * world.get(foe, Pools).base_of("movement") + best_range(world, foe)[0]


def _bleeding(pools: Pools) -> float:
    """What is still to be lost by bleeding, unless somebody stops it."""
    vitality, extra = pools["vitality"], pools["temp_vitality"]
    left = _wholeness(pools, vitality - BLEEDS, extra) if vitality > BLEEDS else FALLEN
    return max(WORSE["bleeding"], _wholeness(pools, vitality, extra) - left)


def _wholeness(pools: Pools, vitality: int, extra: int) -> float:
    """What is left of who stands, from ALIVE to 1, with so much Vitality and Temporary Vitality."""
    whole = pools.base_of("vitality") + 0.8 * pools.base_of("temp_vitality")
    share: float = min(1.0, max(0.0, (vitality + 0.8 * extra) / whole)) ** 0.8
    return ALIVE + (1 - ALIVE) * share


def _own_value(world: World, unit: int, *, acting: bool) -> float:
    weight = weight_of(world, unit)
    if not up(world, unit):
        bleeds = "bleeding" in world.get(unit, Conditions)
        return weight * FALLEN * (0.5 if bleeds else 1.0)
    if not able(world, unit):
        return 0.05 * weight
    pools = world.get(unit, Pools)
    value = _wholeness(pools, pools["vitality"], pools["temp_vitality"])
    for item in world.get(unit, Conditions).items:
        # What ends with this turn anyhow is no reason to end it.
        if item.name == "bleeding":
            value -= _bleeding(pools)
        elif item.name != "taking_cover" and not (acting and item.until == "turn" and item.level <= 1):
            value += GOOD.get(item.name, -WORSE.get(item.name, BAD))
    hidden = world.find(unit, Hidden)
    value += HIDDEN * bool(hidden and hidden.of and not hidden.given_away)
    value -= WAVERED * world.get(unit, Turn).wavered
    value += _means(world, unit, pools) + ARMED * len(set(world.get(unit, Gear).held) & set(body(world, unit).held))
    if acting:
        value -= WALKED * max(0, pools.base_of("movement") - pools["movement"])
    return float(value * weight)


# What attacks gain


def promise(world: World, attack: Attack, target: int) -> float:
    """About what an attack gains for the unit's team, whomever it hits: by how much it is worth less.

    The target parries if it can; what others do about it, and how else it may be dared, is left out.
    """
    found, total = 0.0, 0
    for result, weight in odds.results(world, attack, target, parry=_parry(world, attack, target)):
        total += weight
        if result.unit is not None:
            found += weight * _struck(world, attack, result.unit, critical=result.critical)
    return found / total


def _parry(world: World, attack: Attack, target: int) -> int:
    """What the target can add to its Evasion once it knows the roll."""
    if attack.ranged or is_thing(world, target) or not can_react(world, target, "parry", attack.user):
        return 0
    return sheet_of(world).abilities["parry"].evasion


def _struck(world: World, attack: Attack, unit: int, *, critical: bool) -> float:
    blow = certain_blow(world, attack, unit, crit=critical)
    cover = look(world, attack.user, unit) if attack.ranged else None
    entry = attack.what if attack.ability else attack.maneuver
    power = dr_power(world, attack.user)
    left = _left(world, unit)
    key = ("struck", blow, cover.grade if cover is not None else "", entry, power, left)
    gain = world.derive_of(unit, _MARKS, key, _taken, unit, blow, cover, entry, power, left.whole)
    return _against(world, attack.user, unit, gain)


class _Left(NamedTuple):
    """What there is to lose: what a unit is worth, its Vitality, and whether it can fight."""

    whole: float
    vitality: int
    extra: int
    able: bool


def _left(world: World, unit: int) -> _Left:
    if is_thing(world, unit):
        return _NOTHING
    pools = world.get(unit, Pools)
    return _Left(value_of(world, unit), pools["vitality"], pools["temp_vitality"], able(world, unit))


_NOTHING = _Left(0.0, 0, 0, able=False)


def _taken(world: World, unit: int, blow: Blow, cover: Look | None, entry: str, power: int, whole: float) -> float:
    """What one hit takes from a unit of that worth, by damage and by what an Ability adds to it."""
    gain = _suffered(world, unit, damage_dist(world, unit, blow, cover), gentle=blow.gentle is not None, whole=whole)
    ability = sheet_of(world).abilities[entry] if entry else None
    if ability is not None and ability.dr:
        gain += _afflicted(world, unit, ability.adds, dr_chance(world, unit, ability.dr, power, cover))
    return gain


def resisted_promise(world: World, user: int, key: str, target: int) -> float:
    """The same of an Ability that one target answers with a Defense Roll."""
    seen, power = look(world, user, target), dr_power(world, user)
    left = _left(world, target)
    known = ("resisted", key, seen.grade, power, left)
    gain = world.derive_of(target, _MARKS, known, _taken_unless_resisted, target, key, seen, power, left.whole)
    return _against(world, user, target, gain)


def _taken_unless_resisted(world: World, target: int, key: str, seen: Look, power: int, whole: float) -> float:
    entry, gain = sheet_of(world).abilities[key], 0.0
    passed = dr_chance(world, target, dr_of(world, entry), power, seen)
    if entry.damage:
        ways, half = (passed.numerator, passed.denominator), entry.success == "half"
        dealt = odds.resisted(world, target, power_blow(world, entry), ways, half=half, seen=seen)
        gain = _suffered(world, target, dealt, gentle=False, whole=whole)
    if entry.adds:
        gain += _afflicted(world, target, entry.adds, passed)
    return gain


def _against(world: World, user: int, unit: int, gain: float) -> float:
    return -gain if team(world, unit) == team(world, user) else gain


def _afflicted(world: World, unit: int, name: str, passed: Fraction) -> float:
    """What a Status Effect takes from a unit, unless its Defense Roll is passed."""
    if is_thing(world, unit) or not able(world, unit) or holds(world, unit, name):
        return 0.0
    return float(1 - passed) * WORSE.get(name, BAD) * weight_of(world, unit)


def _suffered(world: World, unit: int, dealt: Dist, *, gentle: bool, whole: float) -> float:
    """What a unit of that worth loses on average by so much damage."""
    if is_thing(world, unit):
        return 0.0
    key = ("losses", gentle, whole)  # Pools are looked at: what is worth as much may have lost something else
    losses = world.derive_own(unit, key, lambda world: _losses(world, unit, whole, gentle=gentle))
    most = len(losses) - 1
    return sum(ways * losses[min(amount, most)] for amount, ways in dealt.items()) / dealt.total


def _losses(world: World, unit: int, whole: float, *, gentle: bool) -> tuple[float, ...]:
    """What it loses by each damage up to what kills it: of what it is while it stands, and of all it is if it falls."""
    pools, weight = world.get(unit, Pools), weight_of(world, unit)
    vitality, extra = pools["vitality"], pools["temp_vitality"]
    before = _wholeness(pools, vitality, extra) if able(world, unit) else 0.0
    floor, dead = gentle_floor(world, unit), death_at(world, unit)
    found: list[float] = []
    for amount in range(max(0, vitality + extra - dead) + 1):
        shield = min(extra, amount)
        after = vitality - amount + shield
        if gentle and after < floor:
            after = min(vitality, floor)
        if after >= 1:
            found.append(weight * max(0.0, before - _wholeness(pools, after, extra - shield)) if before else 0.0)
        else:
            rest = FALLEN if gentle else 0.5 * FALLEN if after > dead else 0.0
            found.append(max(0.0, whole - rest * weight))
    return tuple(found)


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
    if shoots and engaged(world, unit):
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
