"""Immediate Interrupts: who may break in with what, asked in order and carried out at once (AURA-INT-1 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from game.components import FIELD, Conditions, Down, Position, Side, Unit, changed
from game.ecs import World
from game.events import Event, Used
from game.flow import Option, decide
from game.grid.grid import Cell
from game.rules.aura.figures import (
    has,
    longest_reach,
    melee_weapons,
    reach_of,
    shooters,
    shot_energy,
    size_index,
    weapon,
)
from game.rules.aura.gearing import draw, drawable
from game.rules.aura.maneuvers import MANEUVER_SIZES, carry_out, too_heavy, weapons_of
from game.rules.aura.pools import Price, Reason, lose, pay, unaffordable
from game.rules.aura.rolls import initiative, may_roll_initiative
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Aim, Shot, aim, loose
from game.rules.aura.space import aware, distance, distances, faces, reaches, sees
from game.rules.aura.state import (
    Beat,
    Body,
    Drained,
    Halted,
    Holding,
    Orders,
    Ready,
    beat,
    conscious,
    helpless,
    holds,
    inflict,
    lift,
    mark,
    note,
    spent,
)
from game.rules.aura.steps import agile_cells, step
from game.rules.aura.strikes import MANEUVERS, Blow, Facts, facts, resolve
from game.systems.field import board_of, cells_of, size_of, standing, team


class Moment(Struct, frozen=True):
    """A window: whose action it lies in, at whom that is aimed, who may be struck here, and by whom alone if given."""

    kind: str  # declared, leaving, unguarded, end
    actor: int
    targets: tuple[int, ...] = ()
    victims: tuple[int, ...] = ()
    by: tuple[int, ...] | None = None
    crossing: bool = False
    melee: bool = False  # the action is a melee attack that has not been rolled yet


def order(world: World, targets: Sequence[int]) -> list[int]:
    """AURA-FLOOR-10: targets first, then the others by side, beginning after the floor's holder, and by number."""
    from_side = beat(world).holder
    sides = sides_after(world, from_side)
    rest = sorted(standing(world), key=lambda unit: (sides.index(side_of(world, unit)), unit))
    return [*targets, *(unit for unit in rest if unit not in targets)]


def sides_after(world: World, side: int) -> list[int]:
    """All sides in cyclic order, beginning after one."""
    every = [entity for entity, _ in world.each(Side)]
    at = every.index(side) + 1 if side in every else 0
    return every[at:] + every[:at]


def side_of(world: World, unit: int) -> int:
    """The side that a unit belongs to."""
    return world.get(unit, Unit).side


# Swift Attacks


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


def open_to_swift(world: World, unit: int, target: int) -> bool:
    """AURA-SWIFT-3: Unguarded, helpless, or without an inkling of the attacker."""
    return holds(world, target, "unguarded") or helpless(world, target) or not aware(world, target, unit)


def barred(world: World, unit: int, target: int) -> bool:
    """AURA-FLOOR-6: the unit has just attacked that target, which has had no chance to answer."""
    return (unit, target) in beat(world).barred


def bar(world: World, unit: int, target: int) -> None:
    """AURA-FLOOR-6: remember that the unit attacked."""
    if not barred(world, unit, target):
        mark(world, barred=(*beat(world).barred, (unit, target)))


def swift_possible(world: World, unit: int) -> bool:
    """AURA-SWIFT-2: awake, free to attack, and not yet used in this Round."""
    return conscious(world, unit) and not spent(world, unit).swift and not cannot_attack(world, unit)


def swift_options(
    world: World, unit: int, target: int, *, crossing: bool = False, turning: bool = False
) -> list[Option]:
    """AURA-SWIFT-1, 3, 4 and 7, FACE-5: the Swift Attacks that a unit may make on a target; it may turn first with the floor."""
    far_off = distance(world, unit, target) > longest_reach(world, unit)
    if far_off and not any(is_loaded(world, unit, item) for item in shooters(world, unit)):
        return []
    if not swift_possible(world, unit) or not (turning or faces(world, unit, target)) or not sees(world, unit, target):
        return []
    if not crossing and not open_to_swift(world, unit, target):
        return []
    found = []
    item = striking_item(world, unit, target, crossing=crossing)
    price = Price(sheet_of(world).main.costs.swift)
    if item is not None and not unaffordable(world, unit, price):
        found.append(Option(f"swift {target}", unit=target, rule="AURA-SWIFT-1"))
        found.append(Option(f"swift_subdue {target}", unit=target, rule="AURA-NL-1"))
        found += _swift_maneuvers(world, unit, target, item)
    if not crossing:
        found += _swift_shots(world, unit, target)
    return found


def striking_item(world: World, unit: int, target: int, *, crossing: bool = False) -> str | None:
    """The first weapon in hand, or the body, that reaches a target; the longest where its reach is crossed."""
    items = [*melee_weapons(world, unit), "unarmed"]
    if crossing:
        items = [item for item in items if reach_of(world, unit, item) == longest_reach(world, unit)]
    return next((item for item in items if reaches(world, unit, target, item)), None)


def _swift_maneuvers(world: World, unit: int, target: int, item: str) -> list[Option]:
    found = [name for name in ("trip", "disarm") if not maneuver_reasons(world, unit, target, item, name)]
    if reaches(world, unit, target, "unarmed"):
        found += [name for name in ("restrain", "push") if not maneuver_reasons(world, unit, target, "unarmed", name)]
    return [Option(f"swift_{name} {target}", unit=target, rule="AURA-SWIFT-7") for name in found]


def maneuver_reasons(world: World, unit: int, target: int, item: str, name: str) -> list[Reason]:
    """AURA-MAN-8, 9, 11, 13 and 18: why a maneuver cannot be tried on a target."""
    found = []
    if size_index(world, target) - size_index(world, unit) > MANEUVER_SIZES[name]:
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


def _swift_shots(world: World, unit: int, target: int) -> list[Option]:
    """AURA-SWIFT-1: a loaded weapon at its normal price."""
    for item in shooters(world, unit):
        price = Price(shot_energy(world, unit, item))
        if is_loaded(world, unit, item) and not unaffordable(world, unit, price):
            return [Option(f"swift_shot {target}", unit=target, rule="AURA-SWIFT-1")]
    return []


def is_loaded(world: World, unit: int, item: str) -> bool:
    """Whether a weapon needs no loading, or has been loaded (AURA-ACT-1)."""
    return not weapon(world, item).load or item in world.get(unit, Ready).loaded


def swift_blow(world: World, unit: int, key: str, *, moment: Moment) -> Blow:
    """The blow that an option's key means."""
    verb, _, number = key.partition(" ")
    name, target = verb.removeprefix("swift").removeprefix("_"), int(number)
    item = striking_item(world, unit, target, crossing=moment.crossing) or "unarmed"
    if name in ("restrain", "push"):
        item = "unarmed"
    return Blow(
        unit,
        target,
        item,
        name if name in MANEUVERS else "",
        swift=True,
        nonlethal=name == "subdue",
        moving=beat(world).mover == target,
        crossing=moment.crossing,
    )


# Windows


async def window(world: World, moment: Moment, about: Event) -> bool:
    """Offer interrupts until nobody uses one; whether anything happened (AURA-INT-3)."""
    if not _promising(world, moment):
        return False
    before, happened = unguarded(world), False
    for _ in range(20):
        fresh = tuple(unit for unit in unguarded(world) if unit not in before)
        now = changed(moment, victims=(*moment.victims, *(unit for unit in fresh if unit not in moment.victims)))
        chosen = []
        for unit in order(world, moment.targets):
            key = await _ask(world, unit, now, about)
            if key:
                chosen.append((unit, key))
        if not chosen:
            return happened
        happened = True
        await _together(world, now, chosen)
    return happened


def _promising(world: World, moment: Moment) -> bool:
    """Whether it is worth asking everybody: somebody is open to a Swift Attack, or a target has interrupts of its own."""
    if moment.crossing or any(
        holds(world, victim, "unguarded") or helpless(world, victim) for victim in moment.victims
    ):
        return True
    if moment.kind == "declared" and any(world.get(target, Body).abilities for target in moment.targets):
        return True
    return any("hidden" in items for _, items in world.each(Conditions))


def unguarded(world: World) -> list[int]:
    """Everybody Unguarded on the board."""
    return [unit for unit, items, _ in world.each(Conditions, Position) if "unguarded" in items]


async def _ask(world: World, unit: int, moment: Moment, about: Event) -> str | None:
    """One unit's choice, or its standing order's (AURA-FLOOR-11)."""
    if (moment.by is not None and unit not in moment.by) or (moment.kind == "declared" and unit == moment.actor):
        return None
    standing_order = world.get(unit, Orders).swift
    options = [] if standing_order == "never" else _swift(world, unit, moment)
    own = _abilities(world, unit, moment)
    if standing_order == "always" and options:
        return options[0].key
    options += own
    if not options:
        return None
    options.append(Option("no", rule="AURA-FLOOR-11"))
    question = "swift_crossing" if moment.crossing else "interrupt"
    key = await decide(unit, question, options, rule="AURA-INT-1", about=about)
    if key != "no":
        return key
    declined = tuple((unit, victim) for victim in moment.victims)
    mark(world, declined=(*beat(world).declined, *(pair for pair in declined if pair not in beat(world).declined)))
    return None


def _swift(world: World, unit: int, moment: Moment) -> list[Option]:
    """Swift Attacks of a unit in a window; what it let pass in this beat is not offered again but in a new situation."""
    fresh = moment.kind in ("leaving", "unguarded")
    found = []
    for victim in moment.victims:
        allied = team(world, victim) == team(world, unit)
        if allied or world.find(victim, Position) is None or world.find(unit, Position) is None:
            continue
        if not fresh and (unit, victim) in beat(world).declined:
            continue
        if barred(world, unit, victim) and victim != moment.actor:
            continue
        found += swift_options(world, unit, victim, crossing=moment.crossing)
    return found


def _abilities(world: World, unit: int, moment: Moment) -> list[Option]:
    """AURA-INT-6: interrupts that abilities add, at the moment an attack is declared on their owner."""
    if moment.kind != "declared" or unit not in moment.targets or not conscious(world, unit):
        return []
    found = []
    if moment.melee and ready(world, unit, "tactical_retreat"):
        found += [
            Option(f"retreat {board_of(world).grid.name(cell)}", cell=cell, rule="AURA-INT-5")
            for cell in retreats(world, unit, moment.actor)
        ]
    if ready(world, unit, "quick_defender") and not holds(world, unit, "defending"):
        found.append(Option("quick_defend", rule="AURA-INT-6"))
    if ready(world, unit, "quick_draw"):
        found += [Option(f"quick_draw {item}", rule="AURA-INT-6") for item in drawable(world, unit)]
    if ready(world, unit, "steadfast") and holds(world, unit, "slowed") and not holds(world, unit, "ignoring"):
        found.append(Option("steadfast", rule="AURA-COND-4"))
    return found


def ready(world: World, unit: int, ability: str) -> bool:
    """Whether an ability is there, not used up, and can be paid."""
    if not has(world, unit, ability) or ability in world.get(unit, Drained).abilities:
        return False
    found = sheet_of(world).abilities[ability]
    return not unaffordable(world, unit, Price(found.energy, 0, found.agility))


def retreats(world: World, unit: int, actor: int) -> list[Cell]:
    """Steps that lead a unit farther from its attacker."""
    grid, now = board_of(world).grid, distance(world, unit, actor)
    away = cells_of(world, actor)
    size = size_of(world, unit)
    return [
        cell
        for cell in agile_cells(world, unit)
        if grid.distance_sets(grid.footprint(cell, size), away, "chebyshev") > now
    ]


# Carrying out


async def _together(world: World, moment: Moment, chosen: list[tuple[int, str]]) -> None:
    """AURA-INT-3: all numbers are those of the window's opening; whoever chose acts even if it was struck meanwhile."""
    plans: list[tuple[int, str, Blow | Shot | None, Facts | Aim | None]] = []
    for unit, key in chosen:
        plan = _planned(world, unit, key, moment)
        known: Facts | Aim | None = None
        if isinstance(plan, Blow):
            known = facts(world, plan)
        elif isinstance(plan, Shot):
            known = aim(world, plan)
        plans.append((unit, key, plan, known))
    losers = await _race(world, chosen)
    for unit, key, plan, known in plans:
        if unit in losers:
            continue
        if isinstance(plan, Blow) and isinstance(known, Facts):
            await _swift_attack(world, moment, plan, known)
        elif isinstance(plan, Shot) and isinstance(known, Aim):
            await _swift_shot(world, moment, plan, known)
        else:
            await _use(world, unit, key)


def _planned(world: World, unit: int, key: str, moment: Moment) -> Blow | Shot | None:
    if key.startswith("swift_shot"):
        item = next(item for item in shooters(world, unit) if is_loaded(world, unit, item))
        return Shot(unit, int(key.split(" ")[1]), item, swift=True)
    return swift_blow(world, unit, key, moment=moment) if key.startswith("swift") else None


async def _race(world: World, chosen: list[tuple[int, str]]) -> set[int]:
    """AURA-INIT-10: of several who step into one space at once the quickest gets it; the others stay and pay nothing."""
    wanted: dict[str, list[int]] = {}
    for unit, key in chosen:
        if key.startswith("retreat "):
            wanted.setdefault(key, []).append(unit)
    losers: set[int] = set()
    for units in wanted.values():
        if len(units) > 1:
            losers |= set(units) - {await race(world, units)}
    return losers


async def race(world: World, units: list[int]) -> int:
    """AURA-INIT-10: who is first; those who cannot roll fail, else Initiative bonus and number decide."""
    rolled: dict[int, int] = {}
    for unit in units:
        if not may_roll_initiative(world, unit):
            continue
        options = [Option("roll", rule="AURA-INIT-10"), Option("no", rule="AURA-INIT-7")]
        if (
            await decide(unit, "race", options, rule="AURA-INIT-10", about=world.events[-1] if world.events else None)
            == "roll"
        ):
            rolled[unit] = await initiative(world, unit, "AURA-INIT-10")
    return min(units, key=lambda unit: (-rolled.get(unit, -1), -world.get(unit, Body).initiative, unit))


async def _swift_attack(world: World, moment: Moment, blow: Blow, known: Facts) -> None:
    """AURA-SWIFT-1 and 2: one Energy, once a Round; the target in its own action does not bar (AURA-FLOOR-6)."""
    if world.find(blow.target, Position) is None:
        return
    pay(world, blow.user, Price(sheet_of(world).main.costs.swift), "AURA-SWIFT-1")
    note(world, blow.user, swift=True)
    verb = f"swift_{blow.maneuver}" if blow.maneuver else "swift"
    world.emit(Used(blow.user, verb, "reaction", (blow.target,), rule="AURA-SWIFT-1"))
    hit = await resolve(world, blow, known)
    if hit.hit and blow.maneuver and world.find(blow.target, Position) is not None:
        await carry_out(world, blow, known, evaded=not hit.critical and not known.auto)
    if hit.hit and moment.crossing and weapon(world, blow.item).brace:
        world.put(blow.target, Halted(blow.user))
        lose(world, blow.target, "energy", 1, "AURA-GEAR-7", blow.user)
    if blow.target != moment.actor:
        bar(world, blow.user, blow.target)
    await agile(world, blow.user, 1)


async def _swift_shot(world: World, moment: Moment, shot: Shot, known: Aim) -> None:
    pay(world, shot.user, Price(shot_energy(world, shot.user, shot.item)), "AURA-SWIFT-1")
    note(world, shot.user, swift=True)
    world.emit(Used(shot.user, "swift_shot", "reaction", (shot.target,), rule="AURA-SWIFT-1"))
    await loose(world, shot, known)
    if shot.target != moment.actor:
        bar(world, shot.user, shot.target)


async def _use(world: World, unit: int, key: str) -> None:
    """An ability's interrupt."""
    verb, _, rest = key.partition(" ")
    name = {"retreat": "tactical_retreat", "quick_defend": "quick_defender"}.get(verb, verb)
    found = sheet_of(world).abilities[name]
    pay(world, unit, Price(found.energy, 0, found.agility), found.rule)
    if found.use:
        world.put(unit, Drained((*world.get(unit, Drained).abilities, name)))
    world.emit(Used(unit, name, "reaction", rule=found.rule))
    if verb == "retreat":
        await step(world, unit, board_of(world).grid.parse(rest), 1, "AURA-INT-5")
    elif verb == "quick_defend":
        defend(world, unit)
    elif verb == "quick_draw":
        draw(world, unit, rest, "AURA-INT-6")
    else:
        inflict(world, unit, "ignoring", "AURA-COND-4", unit)


def defend(world: World, unit: int) -> None:
    """AURA-ACT-5 and 6: the unit's own Exposed and Unguarded end, and it wins ties from now on."""
    lift(world, unit, "unguarded", "AURA-ACT-5")
    lift(world, unit, "exposed", "AURA-ACT-5")
    inflict(world, unit, "defending", "AURA-ACT-5", unit)


# Agile Moves


async def agile(world: World, unit: int, uses: int, *, cells: Sequence[Cell] | None = None, reserved: int = 0) -> int:
    """AURA-MOVE-9: up to so many steps of a metre for a point of Agility each; how many were made.

    `cells` limits the first step.
    """
    made = 0
    while made < uses and world.find(unit, Position) is not None:
        if world.get(unit, Orders).agile == "never" or unaffordable(world, unit, Price(0, 0, 1)):
            return made
        where = (
            agile_cells(world, unit) if cells is None or made else [c for c in agile_cells(world, unit) if c in cells]
        )
        name = board_of(world).grid.name
        options = [Option(f"agile {name(cell)}", cell=cell, rule="AURA-MOVE-9") for cell in where]
        if not options:
            return made
        options.append(Option("no", rule="AURA-MOVE-9"))
        about = world.events[-1] if world.events else None
        key = await decide(unit, "agile", options, rule="AURA-MOVE-9", about=about)
        if key == "no":
            return made
        pay(world, unit, Price(agility=1), "AURA-MOVE-9")
        await step(world, unit, board_of(world).grid.parse(key.partition(" ")[2]), 1, "AURA-MOVE-9")
        made += 1
    return made


def crossers(world: World, unit: int, there: Cell) -> tuple[int, ...]:
    """AURA-SWIFT-4: enemies whose longest reach a step of the unit crosses: it starts on their ring and leaves it."""
    grid, filled = board_of(world).grid, board_of(world).grid.footprint(there, size_of(world, unit))
    metres, own, found = distances(world, unit), team(world, unit), []
    for other in standing(world):
        if team(world, other) == own or metres[other] != longest_reach(world, other):
            continue
        if grid.distance_sets(cells_of(world, other), filled, "chebyshev") != metres[other]:
            found.append(other)
    return tuple(found)


async def leaving(world: World, unit: int, there: Cell, about: Event) -> bool:
    """W-leave: before a step, those whose reach it crosses may strike; whether anything happened."""
    by = crossers(world, unit, there)
    if not by:
        return False
    return await window(world, Moment("leaving", unit, (), (unit,), by, crossing=True), about)


def out(world: World, unit: int) -> bool:
    """Whether a unit cannot go on."""
    return world.has(unit, Down) or world.find(unit, Position) is None


def fresh_beat(world: World) -> None:
    """Forget what was let pass in the last beat."""
    now = world.get(FIELD, Beat)
    world.put(FIELD, changed(now, declined=(), asked=(), looked=(), busy=False))
