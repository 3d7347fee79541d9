"""Exact odds of attacks: by the same tests and damage numbers that resolve them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.components import Field, Pools
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.clash.checks.tests import Test, beats, chance, skill_test, spread_of
from game.rules.clash.gear import shield_of
from game.rules.clash.house import house
from game.rules.clash.sheet import dice_of, sheet_of
from game.rules.clash.state import COMBAT, FIT, Body, Plan
from game.rules.clash.verbs import strike
from game.rules.clash.verbs.maneuvers import item_in
from game.rules.clash.verbs.strike import COMPARED, attack_test, defence_test, manners, shelter_of
from game.rules.odds import Dist, dice, sure
from game.systems.conditions import holds

LABELS = {
    "critical": "CLASH-RES-2", "hits": "CLASH-RES-5", "blocked": "CLASH-RES-4", "missed": "CLASH-RES-5",
    "nothing": "CLASH-RES-1", "countered": "CLASH-RES-3",
}  # fmt: skip


def rule_of(key: str, how: str) -> str:
    """The rule behind a result of LABELS if the target answers so."""
    if key == "critical" and how == "no":
        return "CLASH-RES-8"
    return COMPARED.get(how, LABELS[key]) if key in ("hits", "missed") else LABELS[key]


class Odds(Struct, frozen=True):
    """What comes of an attack, by key of LABELS, and how much damage with which chance."""

    results: dict[str, float]
    damage: dict[int, float]

    @property
    def mean(self) -> float:
        """Expected damage."""
        return sum(amount * chance for amount, chance in self.damage.items())


@lru_cache(maxsize=8192)
def results(attack: Dist, defence: Dist, how: str) -> dict[str, float]:
    """CLASH-RES-1 to 8 as chances; not to be changed."""
    passes, fails = float(attack.at_least(1)), float(attack.at_most(0))
    held, open_ = float(defence.at_least(1)), float(defence.at_most(0))
    found = {
        "critical": passes * open_,
        "hits": 0.0,
        "blocked": passes * held if how == "block" else 0.0,
        "missed": 0.0,
        "nothing": fails * open_,
        "countered": fails * held,
    }
    if how != "block":
        found["hits"] = max(0.0, beats(attack, defence) - passes * open_)
        found["missed"] = max(0.0, passes * held - found["hits"])
    return found


def damage_spread(world: World, plan: Plan, *, blocked: bool) -> Dist:
    """The damage of a hit, or of one that a shield has taken."""

    def further(faces: tuple[int, ...], rest: list[tuple[int, ...]]) -> Dist:
        if not rest:
            return sure(strike.damage_number(world, plan, faces, blocked=blocked).total)
        # What counts is the sum of each part's dice: the first die stands for all of them.
        count = len(rest[0])
        return dice(*rest[0]).then(lambda rolled: further((*faces, *(rolled, *(0,) * count)[:count]), rest[1:]))

    def found(world: World) -> Dist:
        throws = [dice_of(text)[0] for text in strike.damage_texts(world, plan)]
        if not strike.deals_damage(world, plan):
            return sure(0)
        if len(throws) > 1:
            return further((), throws)
        # Of one type every point thrown counts, but for those that bring it below 0.
        (sides,) = throws
        most = strike.damage_number(world, plan, sides, blocked=blocked).total
        return (dice(*sides) + (most - sum(sides))).clamp(low=0)

    # Neither where anybody stands nor how the attack came about makes a difference: only what is named in the key.
    shield, warded = shield_of(world, plan.target) if blocked else "", holds(world, plan.target, "warded")
    key = ("damage", plan.unit, plan.what, plan.power, plan.target, blocked, shield, warded)
    return world.derive(key, found, _BODIES)


_BODIES = frozenset((Field, Body))


@derived(COMBAT)
def odds(world: World, plan: Plan, how: str) -> Odds:
    """All of it if the target answers so."""
    attack = world.derive(("attack", plan), lambda world: spread_of(attack_test(world, plan)), COMBAT)
    return odds_against(world, plan, how, attack)


def odds_against(world: World, plan: Plan, how: str, attack: Dist) -> Odds:
    """The same if the attack is tested with such Successes."""
    defence = spread_of(defence_test(world, plan, how))
    found = results(attack, defence, how)
    full = damage_spread(world, plan, blocked=False) if found["critical"] + found["hits"] else None
    less = damage_spread(world, plan, blocked=True) if found["blocked"] else None
    return _odds(attack, defence, how, full, less)


@lru_cache(maxsize=8192)
def _odds(attack: Dist, defence: Dist, how: str, hit: Dist | None, held: Dist | None) -> Odds:
    found = results(attack, defence, how)
    full, less = found["critical"] + found["hits"], found["blocked"]
    amounts = {0: 1.0 - full - less}
    for share, damage in ((full, hit), (less, held)):
        for amount, part in damage.chances().items() if damage is not None else ():
            amounts[amount] = amounts.get(amount, 0.0) + share * part
    return Odds(found, dict(sorted(amounts.items())))


def best_manner(world: World, plan: Plan) -> str:
    """The defence that leaves the least damage to be expected; "no" where none is open."""
    return _best({how: odds(world, plan, how) for how in manners(world, plan)})


def _best(found: Mapping[str, Odds]) -> str:
    return min(
        found, key=lambda how: (round(found[how].mean, 9), round(found[how].results["critical"], 9)), default="no"
    )


def expected(world: World, plan: Plan) -> Odds:
    """What comes of an attack if its target answers as it does best."""
    if house(world).zone_modifiers:
        return odds(world, plan, best_manner(world, plan))
    test, open_, shelter = attack_test(world, plan), manners(world, plan), shelter_of(world, plan)
    attack = spread_of(test)
    # What else it hangs on is the target's own; of the attacker's body the damage.
    key = (
        "expected",
        plan.unit,
        plan.what,
        plan.kind,
        plan.power,
        plan.parry,
        attack,
        open_,
        shelter,
    )
    return world.derive_of(plan.target, FIT, key, _expected, plan, attack, open_)


def _expected(world: World, plan: Plan, attack: Dist, open_: tuple[str, ...]) -> Odds:
    found = {how: odds_against(world, plan, how, attack) for how in open_}
    best = _best(found)
    return found[best] if best in found else odds_against(world, plan, best, attack)


class Blow(NamedTuple):
    """What a critical hit may do before its maneuver does: chances that exclude each other."""

    out: float = 0.0  # nobody is left to do it to
    dazed: float = 0.0
    dropped: float = 0.0  # the item that is to be struck out of its hand


def after_the_blow(world: World, plan: Plan, action: Action) -> Blow:
    """The damage comes first, and with the setting `hit_locations` what it does to head and arms (CLASH-DMG-13)."""
    damage, target = damage_spread(world, plan, blocked=False), plan.target
    out = float(damage.at_least(world.get(target, Pools)["health"]))
    if not house(world).hit_locations:
        return Blow(out)
    main, item = sheet_of(world).main, action.what
    hurt = (float(damage.at_least(1)) - out) * (1 - chance(skill_test(world, target, "athletics")))
    share = {name: hurt * len(entry.faces) / main.numbers.location_die for name, entry in main.locations.items()}
    arms = [arm for arm in ("weapon_arm", "other_arm") if item and item_in(world, target, arm) == item]
    return Blow(out, 0.0 if holds(world, target, "dazed") else share["head"], sum(share[arm] for arm in arms))


def felled(world: World, plan: Plan, *, dazed: bool) -> float:
    """CLASH-GEAR-7: the chance that a bola has felled the target before it can be tripped."""
    source = sheet_of(world).weapons.get(plan.what)
    if source is None or source.entangle != "prone":
        return 0.0
    test = skill_test(world, plan.target, "acrobatics")
    return 1 - chance(with_bane(test) if dazed else test)


def with_bane(test: Test) -> Test:
    """The test of somebody who is dazed by then (CLASH-COND-3)."""
    return replace(test, edges=Breakdown(test.edges.what, (*test.edges.parts, add(-1, "dazed", "CLASH-COND-3"))))
