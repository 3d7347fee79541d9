"""Swift Attacks and who may be struck: openings, bars, what a maneuver needs (AURA-SWIFT-1 to 7)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from game.kernel.components import Side, Unit
from game.kernel.ecs import World, derived
from game.kernel.flow import Action
from game.rules.aura.budget import Price, set_beat, set_spent, unaffordable
from game.rules.aura.checks.numbers import longest_reach, range_of, reach_of, shot_energy, size_index
from game.rules.aura.gear import is_loaded, melee_weapons, shooters, weapon
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware, sees
from game.rules.aura.position.space import distance, faces, far, reaches
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Holding, beat, conscious, helpless, spent
from game.rules.aura.verbs.maneuvers import too_heavy, weapons_of
from game.rules.reasons import Reason
from game.systems.conditions import holds
from game.systems.field import FIXED, PLACES, standing
from game.systems.pools import amount


class Moment(Struct, frozen=True):
    """A window: whose action it lies in, at whom that is aimed, and who may be struck here.

    `crossed` pairs each unit with whoever is about to cross its reach; where there is any, nobody else may break in.
    """

    kind: str  # declared, leaving, unguarded, end
    actor: int
    targets: tuple[int, ...] = ()
    victims: tuple[int, ...] = ()
    crossed: tuple[tuple[int, int], ...] = ()
    forced: bool = False  # the actor is being pushed: it does nothing itself
    melee: bool = False  # the action is a melee attack that has not been rolled yet


def order(world: World, targets: Sequence[int]) -> list[int]:
    """AURA-FLOOR-10: targets first, then the others by side, beginning after the floor's holder, and by number."""
    rest = by_sides(world, sides_after(world, beat(world).holder)[0])
    return [*targets, *(unit for unit in rest if unit not in targets)]


@derived(PLACES)
def by_sides(world: World, first: int) -> list[int]:
    """Everybody standing, by side in cyclic order from the first, and by number."""
    sides = [first, *(side for side in sides_after(world, first) if side != first)]
    return sorted(standing(world), key=lambda unit: (sides.index(side_of(world, unit)), unit))


@derived(FIXED)
def sides_after(world: World, side: int) -> list[int]:
    """All sides in cyclic order, beginning after one."""
    every = [entity for entity, _ in world.each(Side)]
    at = every.index(side) + 1 if side in every else 0
    return every[at:] + every[:at]


def side_of(world: World, unit: int) -> int:
    """The side that a unit belongs to."""
    return world.get(unit, Unit).side


def cannot_attack(world: World, unit: int) -> list[Reason]:
    """AURA-COND-16 and 17: held units and holders do not attack."""
    found = []
    if holds(world, unit, "restrained"):
        found.append(Reason("reason_restrained", "AURA-COND-16"))
    if holds(world, unit, "bound"):
        found.append(Reason("reason_restrained", "AURA-DEF-9"))
    if holds(world, unit, "restraining"):
        found.append(Reason("reason_restraining", "AURA-COND-17"))
    return found


def sparing_reasons(world: World, target: int) -> list[Reason]:
    """AURA-NL-1 and HOUSE-21: why there is nothing to spare: while Aura takes the blow it kills nobody."""
    if amount(world, target, "aura") and not house(world).overflow_death_roll:
        return [Reason("reason_protected", "AURA-HOUSE-21")]
    return []


def open_to_swift(world: World, unit: int, target: int) -> bool:
    """AURA-SWIFT-3: Unguarded, helpless, or without an inkling of the attacker."""
    return holds(world, target, "unguarded") or helpless(world, target) or not aware(world, target, unit)


def barred(world: World, unit: int, target: int) -> bool:
    """AURA-FLOOR-6: the unit has just attacked that target, which has had no chance to answer."""
    return (unit, target) in beat(world).barred


def bar(world: World, unit: int, target: int, energy: int = 0) -> None:
    """AURA-FLOOR-6: remember that the unit attacked, and what it put into that."""
    if energy:
        set_spent(world, unit, fought=spent(world, unit).fought + energy)
    if not barred(world, unit, target):
        set_beat(world, barred=(*beat(world).barred, (unit, target)))


def swift_possible(world: World, unit: int) -> bool:
    """AURA-SWIFT-2: awake, free to attack, and not yet used in this Round."""
    return conscious(world, unit) and not spent(world, unit).swift and not cannot_attack(world, unit)


def swift_actions(
    world: World, unit: int, target: int, *, crossing: bool = False, turning: bool = False
) -> list[Action]:
    """AURA-SWIFT-1, 3, 4 and 7, FACE-5: the Swift Attacks that a unit may make on a target, `turning` to it first."""
    far_off = distance(world, unit, target) > longest_reach(world, unit)
    if far_off and not _flies(world, unit):
        return []
    if not swift_possible(world, unit) or not (turning or faces(world, unit, target)) or not sees(world, unit, target):
        return []
    if not crossing and not open_to_swift(world, unit, target):
        return []
    found, how = list[Action](), ("blow", "swift", "crossing") if crossing else ("blow", "swift")
    items = striking_items(world, unit, target, crossing=crossing)
    price = Price(sheet_of(world).main.costs.swift)
    if items and not unaffordable(world, unit, price):
        found += _by_item("swift", target, items, how)
        if not sparing_reasons(world, target):
            found += _by_item("swift_subdue", target, items, (*how, "nonlethal"))
        found += _swift_maneuvers(world, unit, target, items, how)
    if not crossing:
        found += _by_item("swift_shot", target, swift_shooters(world, unit, target), ("shot", "swift"))
        found += _by_item("swift_throw", target, swift_throwers(world, unit, target), ("shot", "swift", "thrown"))
    return found


def striking_items(world: World, unit: int, target: int, *, crossing: bool = False) -> list[str]:
    """Weapons in hand, and the body, that reach a target; only the longest where its reach is crossed."""
    items = [*melee_weapons(world, unit), "unarmed"]
    if crossing:
        items = [item for item in items if reach_of(world, unit, item) == longest_reach(world, unit)]
    return [item for item in items if reaches(world, unit, target, item)]


def _by_item(verb: str, target: int, items: list[str], how: tuple[str, ...]) -> list[Action]:
    """One action for each thing to do it with; the first is not named."""
    return [Action(verb, target, what=item if number else "", how=how) for number, item in enumerate(items)]


def _swift_maneuvers(world: World, unit: int, target: int, items: list[str], how: tuple[str, ...]) -> list[Action]:
    found = []
    for name in ("trip", "disarm"):
        able = [item for item in items if not maneuver_reasons(world, unit, target, item, name)]
        actions = _by_item(f"swift_{name}", target, items, (*how, name))
        found += [action for action, item in zip(actions, items, strict=True) if item in able]
    if reaches(world, unit, target, "unarmed"):
        names = [name for name in ("restrain", "push") if not maneuver_reasons(world, unit, target, "unarmed", name)]
        found += [Action(f"swift_{name}", target, how=(*how, name)) for name in names]
    return found


def maneuver_reasons(world: World, unit: int, target: int, item: str, name: str) -> list[Reason]:
    """AURA-MAN-8, 9, 11, 13 and 18: why a maneuver cannot be tried on a target."""
    found = []
    bigger = size_index(world, target) - size_index(world, unit)
    if bigger > sheet_of(world).main.maneuver_sizes.get(name, bigger):
        rule = {"trip": "AURA-MAN-8", "restrain": "AURA-MAN-13", "push": "AURA-MAN-18"}[name]
        found.append(Reason("reason_too_big", rule))
    if name == "disarm":
        if not faces(world, target, unit):
            found.append(Reason("reason_not_facing_you", "AURA-MAN-9"))
        armed = weapons_of(world, target)
        if not armed:
            found.append(Reason("reason_unarmed", "AURA-MAN-9"))
        elif all(too_heavy(world, item, other) for other in armed):
            found.append(Reason("reason_too_heavy", "AURA-MAN-11"))
    if name == "trip" and holds(world, target, "prone"):
        found.append(Reason("reason_prone_already", "AURA-MAN-6"))
    if name == "restrain" and world.find(unit, Holding) is not None:
        found.append(Reason("reason_restraining", "AURA-MAN-14"))
    return found


def _flies(world: World, unit: int) -> bool:
    if any(is_loaded(world, unit, item) for item in shooters(world, unit)):
        return True
    return any(weapon(world, item).thrown for item in melee_weapons(world, unit))


def swift_throwers(world: World, unit: int, target: int) -> list[str]:
    """AURA-HOUSE-29: weapons in hand that are made for throwing, at a target out of their reach."""
    items = [item for item in melee_weapons(world, unit) if weapon(world, item).thrown]
    return [item for item in _affordable(world, unit, target, items) if not reaches(world, unit, target, item)]


def swift_shooters(world: World, unit: int, target: int) -> list[str]:
    """Weapons in hand that can be shot at a target right now."""
    return _affordable(world, unit, target, [item for item in shooters(world, unit) if is_loaded(world, unit, item)])


def _affordable(world: World, unit: int, target: int, items: list[str]) -> list[str]:
    """Those of them that carry as far as the target, and whose price can be paid."""
    metres = far(world, unit, target)
    near = [item for item in items if metres <= range_of(world, unit, item)[2]]
    return [item for item in near if not unaffordable(world, unit, Price(shot_energy(world, unit, item)))]


def defend(world: World, unit: int) -> None:
    """AURA-ACT-5 and 6: the unit's own Exposed and Unguarded end, and it wins ties from now on."""
    lift(world, unit, "unguarded", "AURA-ACT-5")
    lift(world, unit, "exposed", "AURA-ACT-5")
    inflict(world, unit, "defending", "AURA-ACT-5", unit)
