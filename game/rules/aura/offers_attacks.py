"""Which attacks, maneuvers, shots and spells a unit may make, and why not the others."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.grid import cells as each_cell
from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.aura.figures import (
    free_hands,
    longest_reach,
    melee_weapons,
    range_of,
    shield_of,
    shooters,
    shot_energy,
    weapon,
)
from game.rules.aura.footways import Way, sprint_extra, ways
from game.rules.aura.lines import bearing
from game.rules.aura.loads import is_loaded
from game.rules.aura.offers_moves import run_reasons
from game.rules.aura.pools import Price, unaffordable
from game.rules.aura.powers import speed
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.sights import sees
from game.rules.aura.space import at, distance, distances, far, foes, reaches
from game.rules.aura.spells import attacks
from game.rules.aura.spells import price as spell_price
from game.rules.aura.spells import trio as spell_trio
from game.rules.aura.state import Body, helpless, holds, pool, spent
from game.rules.aura.swift import (
    barred,
    cannot_attack,
    maneuver_reasons,
    sparing_reasons,
    swift_options,
    swift_possible,
)
from game.rules.offering import Reason
from game.systems.field import board_of, bodies, cells_of, shape_of, team

Found = tuple[list[Option], list[Reason]]


def _targeted(verb: str, targets: list[int], rule: str, detail: str = "") -> list[Option]:
    return [Option(f"{verb} {target}{detail}", unit=target, rule=rule) for target in targets]


# Blows


def blow_price(world: World, unit: int, target: int, item: str) -> Price:
    """AURA-ATK-1, UNARM-1 and ATK-12: what a blow costs."""
    costs = sheet_of(world).main.costs
    if helpless(world, target):
        return Price(costs.helpless)
    return Price(costs.unarmed if item == "unarmed" else costs.melee)


def blow_reasons(world: World, unit: int, target: int, item: str) -> list[Reason]:
    """Why a weapon cannot strike a target: reach, sight, the right to answer, price."""
    if not reaches(world, unit, target, item):
        return [Reason("reason_reach", "AURA-UNARM-1" if item == "unarmed" else "AURA-ATK-1")]
    found = [] if sees(world, unit, target) else [Reason("reason_unseen", "AURA-COVER-8")]
    if barred(world, unit, target):
        found.append(Reason("reason_barred", "AURA-FLOOR-6"))
    return found + unaffordable(world, unit, blow_price(world, unit, target, item))


def _each(world: World, unit: int, verb: str, item: str, rule: str, detail: str = "", maneuver: str = "") -> Found:
    """Options of one verb with one weapon, and the reasons against the targets that it does not have."""
    reasons = cannot_attack(world, unit)
    if reasons:
        return [], reasons
    targets = []
    for target in near_foes(world, unit):
        against = blow_reasons(world, unit, target, item)
        if maneuver in ("trip", "disarm", "restrain", "push"):
            against = against + maneuver_reasons(world, unit, target, item, maneuver)
        if maneuver == "spare":
            against = against + sparing_reasons(world, target)
        if maneuver == "shield" and shield_of(world, target) is None:
            against = [*against, Reason("reason_no_shield", "AURA-GEAR-14")]
        if against:
            reasons += against
        else:
            targets.append(target)
    if not targets and not reasons:
        reasons = [Reason("reason_reach", rule)]
    return _targeted(verb, targets, rule, detail), _nearest_reasons(reasons)


def near_foes(world: World, unit: int) -> list[int]:
    """Enemies within the unit's longest reach: nobody else can be struck."""
    metres, reach = distances(world, unit), longest_reach(world, unit)
    return [foe for foe in foes(world, unit) if metres[foe] <= reach]


def _nearest_reasons(reasons: list[Reason]) -> list[Reason]:
    """Whoever has somebody in reach is told what else is missing, not that others are out of reach."""
    better = [reason for reason in reasons if reason.key != "reason_reach"]
    return better or reasons


def fights(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    weapons = melee_weapons(world, unit)
    for verb, rule, maneuver in (
        ("strike", "AURA-ATK-1", ""),
        ("subdue", "AURA-NL-1", "spare"),
        ("strike_shield", "AURA-GEAR-14", "shield"),
    ):
        options, reasons = list[Option](), list[Reason]()
        for at_item, item in enumerate(weapons):
            found, against = _each(world, unit, verb, item, rule, f" {item}" if at_item else "", maneuver)
            options += found
            reasons += against
        yield verb, (options, reasons or [Reason("reason_no_weapon", rule)])
    yield "punch", _each(world, unit, "punch", "unarmed", "AURA-UNARM-1")
    yield "subdue_punch", _each(world, unit, "subdue_punch", "unarmed", "AURA-NL-2", maneuver="spare")
    yield from _swift(world, unit)


def _swift(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    """AURA-SWIFT-6: with the floor, a Swift Attack is a beat of its own, and the unit turns first."""
    reasons, options = cannot_attack(world, unit), list[Option]()
    if spent(world, unit).swift:
        reasons.append(Reason("reason_swift_used", "AURA-SWIFT-2"))
    if swift_possible(world, unit):
        for target in foes(world, unit):
            if not barred(world, unit, target) and not holds(world, unit, "bound"):
                options += swift_options(world, unit, target, turning=True)
    costs = unaffordable(world, unit, Price(sheet_of(world).main.costs.swift))
    verbs = dict.fromkeys(["swift", *(option.verb for option in options)])
    for verb in verbs:
        of_verb = [option for option in options if option.verb == verb]
        yield verb, (of_verb, [*reasons, *costs] or [Reason("reason_nobody", "AURA-SWIFT-3")])


def maneuvers(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    weapons = melee_weapons(world, unit)
    for name, rule in (("trip", "AURA-MAN-6"), ("disarm", "AURA-MAN-9")):
        options, reasons = list[Option](), list[Reason]()
        for number, item in enumerate(weapons):
            found, against = _each(world, unit, name, item, rule, f" {item}" if number else "", name)
            options += found
            reasons += against
        if weapons:
            yield name, (options, reasons)
        yield f"{name}_unarmed", _each(world, unit, f"{name}_unarmed", "unarmed", rule, maneuver=name)
    for name, rule in (("restrain", "AURA-MAN-12"), ("push", "AURA-MAN-18")):
        yield name, _each(world, unit, name, "unarmed", rule, maneuver=name)
    yield "charge", _charge(world, unit)


def _charge(world: World, unit: int) -> Found:
    """AURA-MAN-20: a Sprint that began far enough away, and a Push at its end."""
    numbers = sheet_of(world).main.numbers
    price = Price(3 + house(world).sprint_push_energy, numbers.sprint_stamina)
    reasons = [*cannot_attack(world, unit), *run_reasons(world, unit), *unaffordable(world, unit, price)]
    if reasons:
        return [], reasons
    targets = []
    for target in foes(world, unit):
        away = distance(world, unit, target)
        if away < numbers.charge or maneuver_reasons(world, unit, target, "unarmed", "push") or helpless(world, target):
            continue
        if not barred(world, unit, target) and sees(world, unit, target) and charge_way(world, unit, target):
            targets.append(target)
    return _targeted("charge", targets, "AURA-MAN-20"), [Reason("reason_no_run_up", "AURA-MAN-20")]


def charge_way(world: World, unit: int, target: int) -> Way | None:
    """The shortest way of a Sprint to a place beside the target."""
    grid, size = board_of(world).grid, shape_of(world, unit)
    found = ways(world, unit, speed(world, unit).total + sprint_extra(world, unit))
    beside = grid.anchors_touching(grid.spread(cells_of(world, target)), size)
    fit, here, goal = [cell for cell in each_cell(beside) if cell in found], at(world, unit), at(world, target)
    best = min(fit, key=lambda cell: (found[cell][1][-1], bearing(grid, here, goal, cell)), default=None)
    return None if best is None else found[best]


# Shots and spells


def shot_reasons(world: World, unit: int, target: int, most: int) -> list[Reason]:
    """Why a weapon that carries so far cannot be shot or thrown at a target (AURA-RNG-11, COVER-3)."""
    if far(world, unit, target) > most:
        return [Reason("reason_range", "AURA-RNG-11")]
    if not sees(world, unit, target):
        return [Reason("reason_unseen", "AURA-COVER-3")]
    return [Reason("reason_barred", "AURA-FLOOR-6")] if barred(world, unit, target) else []


def _shots(world: World, unit: int, verb: str, item: str, rule: str, *, thrown: bool, detail: str = "") -> Found:
    reasons = [*cannot_attack(world, unit), *unaffordable(world, unit, Price(shot_energy(world, unit, item)))]
    if not thrown and not is_loaded(world, unit, item):
        reasons.append(Reason("reason_not_loaded", "AURA-ACT-1"))
    if reasons:
        return [], reasons
    most = range_of(world, unit, item, thrown=thrown)[2]
    against = {target: shot_reasons(world, unit, target, most) for target in foes(world, unit)}
    if verb.startswith("subdue"):
        against = {target: [*found, *sparing_reasons(world, target)] for target, found in against.items()}
    fit = [target for target, found in against.items() if not found]
    reasons = [reason for found in against.values() for reason in found] or [Reason("reason_nobody", rule)]
    return _targeted(verb, fit, rule, detail), reasons


def shooting(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    for number, item in enumerate(shooters(world, unit)):
        thrown, detail = weapon(world, item).leaves, f" {item}" if number else ""
        yield "shoot", _shots(world, unit, "shoot", item, "AURA-RNG-1", thrown=thrown, detail=detail)
        yield "subdue_shot", _shots(world, unit, "subdue_shot", item, "AURA-NL-1", thrown=thrown, detail=detail)
    yield from _throws(world, unit)


def _throws(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    throwable = [item for item in melee_weapons(world, unit) if not weapon(world, item).natural]
    for verb, rule in (("throw", "AURA-THROW-1"), ("subdue_throw", "AURA-NL-1")):
        options, reasons = list[Option](), list[Reason]()
        for number, item in enumerate(throwable):
            detail = f" {item}" if number else ""
            found, against = _shots(world, unit, verb, item, rule, thrown=True, detail=detail)
            options += found
            reasons += against
        if throwable:
            yield verb, (options, reasons)


def casting(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    for spell, _ in world.get(unit, Body).spells:
        yield spell, _cast(world, unit, spell, gesture=False)
        if sheet_of(world).spells[spell].gesture is not None:
            yield f"{spell}_gesture", _cast(world, unit, spell, gesture=True)


def casting_reasons(world: World, unit: int, spell: str, *, gesture: bool) -> list[Reason]:
    """AURA-MAGIC-5 and 6, COND-16: what keeps a unit's arms from a spell."""
    reasons = cannot_attack(world, unit) if attacks(world, spell) else []
    if gesture and (not free_hands(world, unit) or holds(world, unit, "restrained")):
        reasons.append(Reason("reason_gesture", "AURA-MAGIC-5"))
    return reasons


def _cast(world: World, unit: int, spell: str, *, gesture: bool) -> Found:
    """AURA-MAGIC-3 to 6: hands, price, range, and somebody to cast it on."""
    found, verb = sheet_of(world).spells[spell], f"{spell}_gesture" if gesture else spell
    reasons = casting_reasons(world, unit, spell, gesture=gesture)
    reasons += unaffordable(world, unit, spell_price(world, spell, gesture=gesture))
    if reasons:
        return [], reasons
    most = spell_trio(world, spell, gesture=gesture)[2]
    if found.mends:
        own = [ally for ally in friends(world, unit) if far(world, unit, ally) <= most and sees(world, unit, ally)]
        fit = [ally for ally in own if pool(world, ally, "surges") and _hurt(world, ally)]
        return _targeted(verb, fit, found.rule), [Reason("reason_no_surge", "AURA-MAGIC-4")]
    fit = [
        target
        for target in foes(world, unit)
        if far(world, unit, target) <= most and sees(world, unit, target) and not barred(world, unit, target)
    ]
    return _targeted(verb, fit, found.rule), [Reason("reason_range", "AURA-RNG-11")]


def _hurt(world: World, unit: int) -> bool:
    pools = world.get(unit, Pools)
    return pools["aura"] < pools.base_of("aura")


def friends(world: World, unit: int) -> list[int]:
    """A unit and its allies on the board, the unconscious among them."""
    own = team(world, unit)
    return [other for other in bodies(world) if team(world, other) == own]
