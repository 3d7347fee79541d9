"""Whom an attack or spell may be aimed at, and why not; what may be done in a Moment: Swift Attacks, and feats."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from msgspec import Struct

from game.grid.grid import CellSet
from game.grid.grid import cells as each_cell
from game.kernel.components import Gear, Position
from game.kernel.ecs import World, derived_of
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.aura.budget import Price, energy_at_hand, pay, set_beat, set_spent, unaffordable
from game.rules.aura.checks.numbers import has, longest_reach, range_of, reach_of, shot_price, size_index
from game.rules.aura.checks.powers import speed_metres
from game.rules.aura.gear import access, fits, free_hands, is_loaded, melee_weapons, shooters, weapon
from game.rules.aura.harm.conditions import inflict
from game.rules.aura.house import house
from game.rules.aura.position.lines import bearing
from game.rules.aura.position.plains import Walks
from game.rules.aura.position.sight import aware, sees
from game.rules.aura.position.space import at, distance, faces, far, reaches
from game.rules.aura.position.ways import Way, sprint_extra, ways
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import BUILT, MEANS, Drained, Holding, beat, conscious, helpless, spent
from game.rules.aura.verbs.maneuvers import too_heavy, weapons_of
from game.rules.aura.verbs.shots import attacks
from game.rules.aura.verbs.steps import agile_cells, step
from game.rules.reasons import Reason
from game.rules.verbs import Perform, at_once
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, shape_of
from game.systems.gear import draw
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


@derived_of(BUILT)
def cannot_attack(world: World, unit: int) -> list[Reason]:
    """AURA-COND-16 and 17: held units and holders do not attack."""
    table = (
        ("restrained", "reason_restrained", "AURA-COND-16"),
        ("bound", "reason_restrained", "AURA-DEF-9"),
        ("restraining", "reason_restraining", "AURA-COND-17"),
    )
    return [Reason(key, rule) for name, key, rule in table if holds(world, unit, name)]


def sparing_reasons(world: World, target: int) -> list[Reason]:
    """AURA-NL-1 and HOUSE-21: why there is nothing to spare: while Aura takes the blow it kills nobody."""
    spared = amount(world, target, "aura") and not house(world).overflow_death_roll
    return [Reason("reason_protected", "AURA-HOUSE-21")] if spared else []


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


ANYWHERE = 1_000_000  # metres


def swift_possible(world: World, unit: int) -> bool:
    """AURA-SWIFT-2: awake, free to attack, and not yet used in this Round."""
    return conscious(world, unit) and not spent(world, unit).swift and not cannot_attack(world, unit)


@derived_of(MEANS)
def swift_reach(world: World, unit: int) -> int:
    """Metres beyond which no Swift Attack of a unit goes, whatever it has; -1 where it may make none."""
    if not swift_possible(world, unit):
        return -1
    strung = any(is_loaded(world, unit, item) for item in shooters(world, unit))
    thrown = any(weapon(world, item).thrown for item in melee_weapons(world, unit))
    return ANYWHERE if strung or thrown else longest_reach(world, unit)


def swift_actions(
    world: World, unit: int, target: int, *, crossing: bool = False, turning: bool = False
) -> list[Action]:
    """AURA-SWIFT-1, 3, 4 and 7, FACE-5: the Swift Attacks that a unit may make on a target, `turning` to it first."""
    if not crossing and not open_to_swift(world, unit, target):
        return []  # nearly always, and soonest told
    if distance(world, unit, target) > swift_reach(world, unit):
        return []
    if not (turning or faces(world, unit, target)) or not sees(world, unit, target):
        return []
    how = ("blow", "swift", "crossing") if crossing else ("blow", "swift")
    found: list[Action] = []
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


def swift_throwers(world: World, unit: int, target: int) -> list[str]:
    """AURA-HOUSE-29: weapons in hand that are made for throwing, at a target out of their reach."""
    items = [item for item in melee_weapons(world, unit) if weapon(world, item).thrown]
    return [item for item in _affordable(world, unit, target, items) if not reaches(world, unit, target, item)]


def swift_shooters(world: World, unit: int, target: int) -> list[str]:
    """Weapons in hand that can be shot at a target right now."""
    return _affordable(world, unit, target, [item for item in shooters(world, unit) if is_loaded(world, unit, item)])


def _affordable(world: World, unit: int, target: int, items: list[str]) -> list[str]:
    metres = far(world, unit, target)
    near = [item for item in items if metres <= range_of(world, unit, item)[2]]
    return [item for item in near if not unaffordable(world, unit, Price(shot_price(world, unit, item).total))]


def blow_price(world: World, unit: int, target: int, item: str) -> Price:
    """AURA-ATK-1, UNARM-1 and ATK-12: what a blow costs."""
    costs = sheet_of(world).main.costs
    armed = costs.unarmed if item == "unarmed" else costs.melee
    return Price(costs.helpless if helpless(world, target) else armed)


def shot_reasons(world: World, unit: int, target: int, most: int) -> list[Reason]:
    """Why a weapon that carries so far cannot be shot or thrown at a target (AURA-RNG-11, COVER-3)."""
    if far(world, unit, target) > most:
        return [Reason("reason_range", "AURA-RNG-11")]
    if not sees(world, unit, target):
        return [Reason("reason_unseen", "AURA-COVER-3")]
    return [Reason("reason_barred", "AURA-FLOOR-6")] if barred(world, unit, target) else []


def casting_reasons(world: World, unit: int, spell: str, *, gesture: bool) -> list[Reason]:
    """AURA-MAGIC-5 and 6, COND-16: what keeps a unit's arms from a spell."""
    tied = gesture and (not free_hands(world, unit) or holds(world, unit, "restrained"))
    reasons = cannot_attack(world, unit) if attacks(world, spell) else []
    return [*reasons, *([Reason("reason_gesture", "AURA-MAGIC-5")] if tied else [])]


def charge_way(world: World, unit: int, target: int) -> Way | None:
    """The shortest way of a Sprint to a place beside the target; of two as short the right one (AURA-HOUSE-36)."""
    found, goals = _sprints(world, unit), beside(world, unit, target)
    least = min([level for level in found.levels if level[1] & goals], default=None)
    if least is None:
        return None
    grid, here, goal = board_of(world).grid, at(world, unit), at(world, target)
    return found[min(each_cell(least[1] & goals), key=lambda cell: bearing(grid, here, goal, cell))]


def charge_goals(world: World, unit: int) -> CellSet:
    """Where a charge may lead."""
    return _sprints(world, unit).within


def beside(world: World, unit: int, target: int) -> CellSet:
    """Where a unit would touch the target."""
    grid = board_of(world).grid
    return grid.anchors_touching(grid.spread(cells_of(world, target)), shape_of(world, unit))


def _sprints(world: World, unit: int) -> Walks:
    return ways(world, unit, speed_metres(world, unit) + sprint_extra(world, unit))


BEND = 2  # metres that the shortest way with a turn in it takes, without the turn


@derived_of(BUILT)
def run_reasons(world: World, unit: int) -> list[Reason]:
    """AURA-ACT-4, MOVE-17 and COND-16: why a unit cannot run."""
    table = (
        ("prone", "reason_prone", "AURA-MOVE-17"),
        ("kneeling", "reason_kneeling", "AURA-ACT-4"),
        ("restrained", "reason_restrained", "AURA-COND-16"),
        ("bound", "reason_restrained", "AURA-DEF-9"),
    )
    return [Reason(key, rule) for name, key, rule in table if holds(world, unit, name)]


def bound(world: World, unit: int) -> list[Reason]:
    """AURA-DEF-9: why whoever is bound does nothing with its body."""
    return [Reason("reason_restrained", "AURA-DEF-9")] if holds(world, unit, "bound") else []


def metres_at_hand(world: World, unit: int, pace: int, full: int | None = None) -> int:
    """AURA-ECON-16: as many metres as parts of the pace can be paid; all of it takes `full`, or the Energy of a Run."""
    return min(pace, max(0, energy_at_hand(world, unit)) * pace // (full or sheet_of(world).main.costs.run))


def ready(world: World, unit: int, ability: str) -> bool:
    """Whether an ability is there, not used up, and can be paid."""
    if not has(world, unit, ability) or ability in world.get(unit, Drained).abilities:
        return False
    return not unaffordable(world, unit, ability_price(world, ability))


def ability_price(world: World, ability: str, *, agile: bool = False) -> Price:
    """What an ability costs; `agile`: paid with Agility instead of Energy."""
    found = sheet_of(world).abilities[ability]
    return Price(agility=found.or_agility) if agile else Price(found.energy, 0, found.agility)


def use_up(world: World, unit: int, ability: str) -> None:
    """An ability is spent until a rest."""
    world.put(unit, Drained((*world.get(unit, Drained).abilities, ability)))


def restore(world: World, unit: int, uses: Collection[str]) -> None:
    """AURA-REST-2: the abilities of such rests come back."""
    abilities, used = sheet_of(world).abilities, world.get(unit, Drained).abilities
    world.put(unit, Drained(tuple(name for name in used if abilities[name].use not in uses)))


def feats(world: World, unit: int, moment: Moment) -> list[Action]:
    """AURA-INT-6 and GEN-12: interrupts by abilities (the first way of each) when an attack on their owner begins."""
    if moment.kind != "declared" or unit not in moment.targets or not conscious(world, unit):
        return []
    if world.find(moment.actor, Position) is None or not aware(world, unit, moment.actor):
        return []  # nobody attacks it any more, or it does not know
    found: list[Action] = []
    if moment.melee and ready(world, unit, "tactical_retreat"):  # a step farther from the attacker
        grid, size, away = board_of(world).grid, shape_of(world, unit), cells_of(world, moment.actor)
        bodies = {cell: grid.footprint(cell, size) for cell in agile_cells(world, unit)}
        now = distance(world, unit, moment.actor)
        cells = (cell for cell, body in bodies.items() if grid.distance_sets(body, away, "chebyshev") > now)
        found += [Action("retreat", cell=cell, how=("tactical_retreat",)) for cell in cells]
    if ready(world, unit, "quick_defender") and not holds(world, unit, "defending"):
        found.append(Action("quick_defend", how=("quick_defender",)))
    quick = (draws(world, unit, verb) for verb in ("quick_draw", "quick_draw_agile"))
    return [*found, *chain.from_iterable(quick), *steadfast(world, unit)]


def steadfast(world: World, unit: int) -> list[Action]:
    """AURA-INT-1 and COND-4: what slows may be ignored; it needs nobody else, so with the floor as well."""
    able = ready(world, unit, "steadfast") and holds(world, unit, "slowed") and not holds(world, unit, "ignoring")
    return [Action("steadfast", how=("steadfast",))] if able else []


def draws(world: World, unit: int, verb: str) -> list[Action]:
    """AURA-INT-6: side arms that come to hand for an Energy, or for a point of Agility."""
    agile = verb == "quick_draw_agile"
    if not has(world, unit, "quick_draw") or unaffordable(world, unit, ability_price(world, "quick_draw", agile=agile)):
        return []
    easy, carried = sheet_of(world).main.costs.equip_easy, dict.fromkeys(world.get(unit, Gear).carried)
    arms = [item for item in carried if fits(world, unit, item) and access(world, unit, item) == easy]
    return [Action(verb, what=item, how=("quick_draw",)) for item in arms]


def using(ability: str, then: Perform, *, agile: bool) -> Perform:
    """An ability is paid for, used up if it is of that kind, and does what it does."""

    async def perform(world: World, unit: int, action: Action) -> None:
        found = sheet_of(world).abilities[ability]
        pay(world, unit, ability_price(world, ability, agile=agile), found.rule)
        if found.use:
            use_up(world, unit, ability)
        world.emit(Used(unit, ability, "reaction", rule=found.rule))
        await then(world, unit, action)

    return perform


async def retreat(world: World, unit: int, action: Action) -> None:
    """AURA-INT-5: a step away from an attacker."""
    await step(world, unit, action.there, 1, "AURA-INT-5")


# AURA-INT-6: something easy to get at comes to hand
quick_draw = at_once(lambda world, unit, action: draw(world, unit, action.what, "AURA-INT-6"))

# AURA-COND-4: for this Round it is not slowed
stand_firm = at_once(lambda world, unit, action: inflict(world, unit, "ignoring", "AURA-COND-4", unit))
