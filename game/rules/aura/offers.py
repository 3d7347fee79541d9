"""What a unit may do now, and why not the rest: the one source of legality for play, refusals and computer players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from game.components import Conditions, Gear, Lying, Pools
from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid
from game.grid.grid import cells as each_cell
from game.rules.aura.figures import (
    free_hands,
    has,
    longest_reach,
    melee_weapons,
    range_of,
    shield_of,
    shooters,
    shot_energy,
    speed,
    weapon,
)
from game.rules.aura.gearing import access, fits, load_reasons, lying
from game.rules.aura.hiding import hide_reasons
from game.rules.aura.jumping import climbs, difficulty, jump_limit, jump_price, landings
from game.rules.aura.openings import (
    barred,
    cannot_attack,
    is_loaded,
    maneuver_reasons,
    ready,
    swift_options,
    swift_possible,
)
from game.rules.aura.footways import Way, crawl_limit, quick_limit, sprint_extra, ways
from game.rules.aura.pools import Price, Reason, energy_at_hand, left, unaffordable
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.space import at, barring, distance, distances, far, foes, others, reaches, sees, tolls
from game.rules.aura.spells import attacks
from game.rules.aura.spells import price as spell_price
from game.rules.aura.spells import trio as spell_trio
from game.rules.aura.state import Body, Holding, Orders, conscious, helpless, holds, pool, spent
from game.rules.aura.steps import neighbours
from game.systems.field import board_of, bodies, cells_of, size_of, team


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()


Found = tuple[list[Option], list[Reason]]


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """AURA-ECON-16: every primary action of a unit."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def able(world: World, unit: int) -> bool:
    """AURA-FLOOR-4: whether a unit has a legal primary action."""
    return world.derive(("able", unit), lambda world: _able(world, unit))


def _able(world: World, unit: int) -> bool:
    if not conscious(world, unit):
        return False
    have = left(world, unit)
    if energy_at_hand(world, unit) <= 0 and have.agility < sheet_of(world).main.numbers.shift_agility:
        return False
    if energy_at_hand(world, unit) >= 1 and not holds(world, unit, "bound"):
        return True  # to lie down or to kneel up can always be paid with one
    return any(found[0] for make in _MAKERS for _, found in make(world, unit))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    for make in _MAKERS:
        for verb, (options, reasons) in make(world, unit):
            yield Offer(verb, tuple(options), () if options else tuple(dict.fromkeys(reasons)))


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


def _fights(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    weapons = melee_weapons(world, unit)
    for verb, rule, maneuver in (
        ("strike", "AURA-ATK-1", ""),
        ("subdue", "AURA-NL-1", ""),
        ("strike_shield", "AURA-GEAR-14", "shield"),
    ):
        options, reasons = list[Option](), list[Reason]()
        for at_item, item in enumerate(weapons):
            found, against = _each(world, unit, verb, item, rule, f" {item}" if at_item else "", maneuver)
            options += found
            reasons += against
        yield verb, (options, reasons or [Reason("reason_no_weapon", rule)])
    yield "punch", _each(world, unit, "punch", "unarmed", "AURA-UNARM-1")
    yield "subdue_punch", _each(world, unit, "subdue_punch", "unarmed", "AURA-NL-2")
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


def _maneuvers(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    weapons = melee_weapons(world, unit)
    for name, rule in (("trip", "AURA-MAN-6"), ("disarm", "AURA-MAN-9")):
        if weapons:
            yield name, _each(world, unit, name, weapons[0], rule, maneuver=name)
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
    grid, size = board_of(world).grid, size_of(world, unit)
    found = ways(world, unit, speed(world, unit).total + sprint_extra(world, unit))
    beside = grid.anchors_touching(grid.spread(cells_of(world, target)), size)
    fit = [found[cell] for cell in each_cell(beside) if cell in found]
    return min(fit, key=lambda way: (way[1][-1], way[0]), default=None)


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
    fit = [target for target, found in against.items() if not found]
    reasons = [reason for found in against.values() for reason in found] or [Reason("reason_nobody", rule)]
    return _targeted(verb, fit, rule, detail), reasons


def _shooting(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    for number, item in enumerate(shooters(world, unit)):
        thrown, detail = weapon(world, item).leaves, f" {item}" if number else ""
        yield "shoot", _shots(world, unit, "shoot", item, "AURA-RNG-1", thrown=thrown, detail=detail)
        yield "subdue_shot", _shots(world, unit, "subdue_shot", item, "AURA-NL-1", thrown=thrown, detail=detail)
    throwable = [item for item in melee_weapons(world, unit) if not weapon(world, item).natural]
    options, reasons = list[Option](), list[Reason]()
    for number, item in enumerate(throwable):
        detail = f" {item}" if number else ""
        found, against = _shots(world, unit, "throw", item, "AURA-THROW-1", thrown=True, detail=detail)
        options += found
        reasons += against
    if throwable:
        yield "throw", (options, reasons)


def _casting(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    for spell, _ in world.get(unit, Body).spells:
        yield spell, _cast(world, unit, spell, gesture=False)
        if sheet_of(world).spells[spell].gesture is not None:
            yield f"{spell}_gesture", _cast(world, unit, spell, gesture=True)


def _cast(world: World, unit: int, spell: str, *, gesture: bool) -> Found:
    """AURA-MAGIC-3 to 6: hands, price, range, and somebody to cast it on."""
    found, verb = sheet_of(world).spells[spell], f"{spell}_gesture" if gesture else spell
    reasons = cannot_attack(world, unit) if attacks(world, spell) else []
    if gesture and (not free_hands(world, unit) or holds(world, unit, "restrained")):
        reasons.append(Reason("reason_gesture", "AURA-MAGIC-5"))
    reasons += unaffordable(world, unit, spell_price(world, spell, gesture=gesture))
    if reasons:
        return [], reasons
    most = spell_trio(world, spell, gesture=gesture)[2]
    if found.mends:
        own = [ally for ally in friends(world, unit) if far(world, unit, ally) <= most]
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


# Moves


def run_reasons(world: World, unit: int) -> list[Reason]:
    """AURA-ACT-4, MOVE-17 and COND-16: why a unit cannot run."""
    table = (
        ("prone", "reason_prone", "AURA-MOVE-17"),
        ("kneeling", "reason_kneeling", "AURA-ACT-4"),
        ("restrained", "reason_restrained", "AURA-COND-16"),
        ("bound", "reason_restrained", "AURA-DEF-9"),
    )
    return [Reason(key, rule) for name, key, rule in table if holds(world, unit, name)]


def metres_at_hand(world: World, unit: int, pace: int) -> int:
    """AURA-ECON-16: as many metres as thirds of the Speed can be paid."""
    return min(pace, max(0, energy_at_hand(world, unit)) * pace // 3)


def _cells(verb: str, cells: list[Cell], world: World, rule: str) -> list[Option]:
    grid = board_of(world).grid
    return [_cell_option(grid, verb, cell, rule) for cell in cells]


@lru_cache(maxsize=1 << 16)
def _cell_option(grid: Grid, verb: str, cell: Cell, rule: str) -> Option:
    """There are thousands of them in a skirmish, ever the same ones."""
    return Option(f"{verb} {grid.name(cell)}", cell=cell, rule=rule)


def _moves(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    pace, limit = speed(world, unit).total, quick_limit(world, unit)
    reasons = run_reasons(world, unit)
    energy = unaffordable(world, unit, Price(1))
    found = {} if reasons else ways(world, unit, metres_at_hand(world, unit, pace))
    quick = [cell for cell, way in found.items() if way[1][-1] <= limit]
    full = [cell for cell, way in found.items() if way[1][-1] > limit]
    nowhere = [Reason("reason_nowhere", "AURA-MOVE-19")]
    yield (
        "run",
        (
            _cells("run", full, world, "AURA-MOVE-2"),
            reasons + (energy or unaffordable(world, unit, Price(3))) or nowhere,
        ),
    )
    yield "quick_run", (_cells("quick_run", quick, world, "AURA-MOVE-3"), reasons + energy or nowhere)
    yield "sprint", _sprint(world, unit, pace, reasons)
    yield "shift", _shift(world, unit, "shift")
    yield "shift_agile", _shift(world, unit, "shift_agile")
    yield "crawl", _crawl(world, unit)
    yield from _jumping(world, unit, reasons)


def _sprint(world: World, unit: int, pace: int, reasons: list[Reason]) -> Found:
    """AURA-MOVE-4 and 5: beyond the Speed, for a full Run and a point of Stamina."""
    costs = unaffordable(world, unit, Price(3, sheet_of(world).main.numbers.sprint_stamina))
    if reasons or costs or not pace:
        return [], [*reasons, *costs]
    found = ways(world, unit, pace + sprint_extra(world, unit))
    beyond = [cell for cell, way in found.items() if way[1][-1] > pace]
    return _cells("sprint", beyond, world, "AURA-MOVE-4"), [Reason("reason_nowhere", "AURA-MOVE-19")]


def shift_price(world: World, unit: int, verb: str) -> Price:
    """AURA-MOVE-1 and ACT-4: doubled on the knees."""
    main = sheet_of(world).main
    times = 2 if holds(world, unit, "kneeling") else 1
    return Price(main.costs.shift * times) if verb == "shift" else Price(0, 0, main.numbers.shift_agility * times)


def _shift(world: World, unit: int, verb: str) -> Found:
    reasons = [reason for reason in run_reasons(world, unit) if reason.key != "reason_kneeling"]
    reasons += unaffordable(world, unit, shift_price(world, unit, verb))
    if reasons:
        return [], reasons
    table, here, grid, found = tolls(board_of(world), size_of(world, unit)), at(world, unit), board_of(world).grid, []
    for cell in each_cell(neighbours(world, unit) & ~barred_cells(world, unit)):
        d = grid.direction(here, cell)
        if any(cost == 1 and sources >> here & 1 for cost, sources in table.by_direction[d]):
            found.append(cell)
    return _cells(verb, found, world, "AURA-MOVE-1"), [Reason("reason_nowhere", "AURA-MOVE-19")]


def barred_cells(world: World, unit: int) -> int:
    """Anchors that enemies close to a unit."""
    return board_of(world).grid.anchors_touching(barring(world, unit), size_of(world, unit))


def _crawl(world: World, unit: int) -> Found:
    """AURA-MOVE-17."""
    if not holds(world, unit, "prone"):
        return [], [Reason("reason_not_prone", "AURA-MOVE-17")]
    reasons = [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]
    limit = crawl_limit(world, unit)
    if reasons:
        return [], reasons
    found = ways(world, unit, metres_at_hand(world, unit, limit), turning=False)
    costs = unaffordable(world, unit, Price(1))
    return _cells("crawl", list(found), world, "AURA-MOVE-17"), costs or [Reason("reason_nowhere", "AURA-MOVE-19")]


def _jumping(world: World, unit: int, reasons: list[Reason]) -> Iterator[tuple[str, Found]]:
    shortest = unaffordable(world, unit, jump_price(world, unit, 1, moving=False))
    options = list[Option]()
    if not reasons and not shortest:
        grid, here = board_of(world).grid, at(world, unit)
        limit = jump_limit(world, unit)
        payable = {
            metres
            for metres in range(limit + 1)
            if not unaffordable(world, unit, jump_price(world, unit, metres, moving=False))
        }
        near = landings(world, unit, limit)
        fit = [cell for cell in near if grid.distance(here, cell, "chebyshev") in payable]
        options = _cells("jump", fit, world, "AURA-MOVE-12")
    yield "jump", (options, [*reasons, *shortest] or [Reason("reason_nowhere", "AURA-MOVE-14")])
    run_up = unaffordable(world, unit, Price(2, 1))
    yield "leap", ([] if reasons or run_up else [Option("leap", rule="AURA-MOVE-12")], [*reasons, *run_up])
    yield "climb", _climbing(world, unit, reasons)


def _climbing(world: World, unit: int, reasons: list[Reason]) -> Found:
    """AURA-ACT-14."""
    if reasons:
        return [], reasons
    fit, costs = [], list[Reason]()
    for cell in climbs(world, unit):
        against = unaffordable(world, unit, Price(sheet_of(world).main.costs.climb, difficulty(world, cell).stamina))
        costs += against
        if not against:
            fit.append(cell)
    return _cells("climb", fit, world, "AURA-ACT-14"), costs or [Reason("reason_no_height", "AURA-ACT-14")]


# Posture, breath, guard


def _single(world: World, unit: int, verb: str, energy: int, reasons: list[Reason], rule: str) -> tuple[str, Found]:
    reasons = [*reasons, *unaffordable(world, unit, Price(energy))]
    return verb, ([] if reasons else [Option(verb, rule=rule)], reasons)


def _posture(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    costs = sheet_of(world).main.costs
    items = world.get(unit, Conditions)
    bound = [Reason("reason_restrained", "AURA-DEF-9")] if "bound" in items else []
    prone = [] if "prone" in items else [Reason("reason_not_prone", "AURA-ACT-2")]
    yield _single(world, unit, "kneel", costs.kneel, [*bound, *prone], "AURA-ACT-2")
    kneeling = [] if "kneeling" in items else [Reason("reason_not_kneeling", "AURA-ACT-3")]
    yield _single(world, unit, "stand", costs.stand, [*bound, *kneeling], "AURA-ACT-3")
    down = [Reason("reason_prone", "AURA-ACT-16")] if "prone" in items else []
    yield _single(world, unit, "drop_prone", costs.drop_prone, [*bound, *down], "AURA-ACT-16")
    own = any(item.name in ("exposed", "unguarded") and not item.until.startswith("while ") for item in items.items)
    guarded = [Reason("reason_pointless", "AURA-ACT-5")] if "defending" in items and not own else []
    yield _single(world, unit, "defend", costs.defend, guarded, "AURA-ACT-5")
    yield "catch_breath", _breath(world, unit)
    free = [] if "restrained" in items else [Reason("reason_not_restrained", "AURA-MAN-17")]
    yield _single(world, unit, "escape", costs.escape, [*bound, *free], "AURA-MAN-17")


def breath_price(world: World, unit: int) -> Price:
    """AURA-ACT-11: three Energy, or all of a Round that gave less."""
    cost, done = sheet_of(world).main.costs.catch_breath, spent(world, unit)
    have = left(world, unit).energy
    low = 0 < done.granted < cost and not done.used and have == done.granted
    if house(world).catch_breath_all == "any_leftover" and 0 < have < cost:
        low = True
    return Price(have) if low else Price(cost)


def _breath(world: World, unit: int) -> Found:
    pools = world.get(unit, Pools)
    reasons = list[Reason]()
    if pools["stamina"] >= pools.base_of("stamina"):
        reasons.append(Reason("reason_pointless", "AURA-ECON-10"))
    price = breath_price(world, unit)
    if price.energy > left(world, unit).energy:  # a breath is not bought with Stamina
        reasons.append(Reason("reason_energy", "AURA-ACT-11"))
    return ([] if reasons else [Option("catch_breath", rule="AURA-ACT-11")]), reasons


# Things


def _things(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    beast = [Reason("reason_no_hands", "AURA-GEAR-20")] if world.get(unit, Body).beast else []
    gear, sheet = world.get(unit, Gear), sheet_of(world)
    yield (
        "load",
        _named(world, unit, "load", [item for item in shooters(world, unit) if weapon(world, item).load], beast),
    )
    yield "equip", _named(world, unit, "equip", list(dict.fromkeys(gear.carried)), beast)
    loose = [item for item in dict.fromkeys(gear.held) if item not in sheet.weapons or not sheet.weapons[item].natural]
    yield "stow", _named(world, unit, "stow", loose, beast)
    price = unaffordable(world, unit, Price(sheet.main.costs.pick_up))
    options, reasons = list[Option](), [*beast, *price]
    for thing, item in lying(world, unit):
        if not fits(world, unit, item):
            reasons.append(Reason("reason_hands", "AURA-GEAR-20"))
        elif not beast and not price:
            name = world.get(thing, Lying).item
            options.append(Option(f"pick_up {thing}", sheet.titles[name], rule="AURA-ACT-10"))
    yield "pick_up", (options, reasons or [Reason("reason_nothing_there", "AURA-ACT-10")])


def _named(world: World, unit: int, verb: str, items: list[str], stopping: list[Reason]) -> Found:
    """Options of a verb that handles a thing by its name."""
    rule = "AURA-ACT-1" if verb == "load" else "AURA-ACT-9"
    options, reasons = list[Option](), list(stopping)
    for item in items if not stopping else ():
        energy = weapon(world, item).load if verb == "load" else access(world, unit, item)
        against = unaffordable(world, unit, Price(energy))
        if verb == "load":
            against = [*load_reasons(world, unit, item), *against]
        elif verb == "equip" and not fits(world, unit, item):
            against = [Reason("reason_hands", "AURA-GEAR-20"), *against]
        if against:
            reasons += against
        else:
            options.append(Option(f"{verb} {item}", rule=rule))
    return options, reasons or [Reason("reason_nothing_there", rule)]


# Doors, hiding, abilities


def _others(world: World, unit: int) -> Iterator[tuple[str, Found]]:
    yield "break_door", _doors(world, unit)
    if house(world).stealth:
        reasons = [*hide_reasons(world, unit), *unaffordable(world, unit, Price(sheet_of(world).main.costs.hide))]
        yield "hide", ([] if reasons else [Option("hide", rule="AURA-FACE-7")], reasons)
    if has(world, unit, "rally"):
        spare = [] if pool(world, unit, "surges") else [Reason("reason_no_surge", "AURA-POOL-7")]
        used = [] if ready(world, unit, "rally") or spare else [Reason("reason_used_up", "AURA-REST-7")]
        yield _single(world, unit, "rally", sheet_of(world).abilities["rally"].energy, [*spare, *used], "AURA-POOL-7")


def door_edges(world: World, unit: int) -> list[int]:
    """Edges beside a unit that can be broken down."""
    board, table = board_of(world), sheet_of(world).main.doors
    found = []
    for edge in board.edges:
        beside = sum(1 << cell for cell in board.grid.edge_cells(edge.edge) if cell is not None)
        if edge.kind in table and beside & cells_of(world, unit):
            found.append(edge.edge)
    return found


def _doors(world: World, unit: int) -> Found:
    """AURA-ACT-13."""
    main, grid = sheet_of(world).main, board_of(world).grid
    edges = door_edges(world, unit)
    if not edges:
        return [], [Reason("reason_no_door", "AURA-ACT-13")]
    reasons = [
        *cannot_move(world, unit),
        *unaffordable(world, unit, Price(main.costs.break_door, main.numbers.door_stamina)),
    ]
    if reasons:
        return [], reasons
    made = []
    for edge in edges:
        cells = [cell for cell in grid.edge_cells(edge) if cell is not None]
        beyond = next((cell for cell in cells if cell != at(world, unit)), cells[0])
        made.append(Option(f"break_door {grid.name(beyond)}", cell=beyond, rule="AURA-ACT-13"))
    return list({option.key: option for option in made}.values()), []


def cannot_move(world: World, unit: int) -> list[Reason]:
    """Held and bound units break nothing."""
    return [reason for reason in run_reasons(world, unit) if reason.key == "reason_restrained"]


_MAKERS = (_posture, _moves, _things, _fights, _maneuvers, _shooting, _casting, _others)


# Free acts


def free_acts(world: World, unit: int) -> list[Option]:
    """AURA-FLOOR-3: what does not use up the beat: dropping, letting go, pressing on, turning, orders."""
    found = []
    gear, sheet, done = world.get(unit, Gear), sheet_of(world), spent(world, unit)
    for item in dict.fromkeys(gear.held):
        if item not in sheet.weapons or not sheet.weapons[item].natural:
            found.append(Option(f"drop {item}", rule="AURA-ACT-9"))
    if world.find(unit, Holding) is not None:
        found.append(Option("release", rule="AURA-MAN-14"))
    if not done.pressed and not done.substitutes and left(world, unit).stamina:
        found.append(Option("press", rule="AURA-ECON-5"))
    if not done.turned and not holds(world, unit, "bound"):
        found.append(Option("facing", rule="AURA-FACE-2"))
    if not done.looked:
        found.append(Option("orders", rule="AURA-FLOOR-11"))
    return found


def order_options(world: World, unit: int) -> list[Option]:
    """AURA-FLOOR-11: how the unit's standing orders may be changed; and whether it offers a defence (ATK-12)."""
    orders = world.get(unit, Orders)
    found = []
    for name in Orders.__struct_fields__:
        values = ("ask", "never", "always") if name == "swift" else ("ask", "never")
        found += [Option(f"{name} {value}", rule="AURA-FLOOR-11") for value in values if value != getattr(orders, name)]
    guard = "guard_up" if holds(world, unit, "held_back") else "guard_down"
    return [*found, Option(guard, rule="AURA-DEF-12"), Option("stay", rule="AURA-FLOOR-11")]


def facing_options(world: World, unit: int) -> list[Option]:
    """AURA-FACE-6: on whom to keep an eye, or where to look."""
    grid = board_of(world).grid
    found = [
        Option(f"focus {foe}", unit=foe, rule="AURA-FACE-6") for foe in others(world, unit) if sees(world, unit, foe)
    ]
    found += [Option(f"face {d}", grid.names[d], rule="AURA-FACE-6") for d in range(grid.directions)]
    return [*found, Option("stay", rule="AURA-FACE-6")]
