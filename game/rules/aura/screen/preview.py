"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from typing import TypeAlias

from game.grid.grid import Cell
from game.kernel.components import Pools, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.kernel.scratch import Scratch
from game.rules.aura.budget import Price, Pricing
from game.rules.aura.checks.contests import check_odds, initiative_odds
from game.rules.aura.checks.numbers import name_of, shot_price
from game.rules.aura.checks.odds import Odds, blow_odds, fell_chance, jumps, maneuver_odds, shot_odds, spell_odds
from game.rules.aura.checks.powers import recovery_value, speed
from game.rules.aura.checks.rolls import may_roll_initiative
from game.rules.aura.gear import weapon
from game.rules.aura.harm.dying import mercy
from game.rules.aura.position.facing import attend, look
from game.rules.aura.position.space import at
from game.rules.aura.position.ways import Way, crawl_limit, share_of
from game.rules.aura.screen.midway import (
    alarms_off,
    alarms_on,
    either,
    intruders,
    landed,
    price_lines,
    results,
    strikers,
    sure,
)
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, helpless
from game.rules.aura.verbs.journeys import Routing, charge_price, onward, way_crawl, way_run, way_shift, way_sprint
from game.rules.aura.verbs.plans import attack_price, planned_blow, planned_shot, planned_spell
from game.rules.aura.verbs.shots import Cast, Shot, aim, cast_number, spell_aim, spell_price
from game.rules.aura.verbs.strikes import MANEUVERS, Blow, Facts, facts
from game.rules.aura.verbs.targets import charge_way
from game.rules.aura.verbs.travel import flight, jump_price, metres_to, run_up, sprint_price
from game.rules.ruleset import Chance, Note, Preview
from game.rules.verbs import Previewing
from game.rules.walking import perils
from game.systems.conditions import holds
from game.systems.movement import lay

Numbers: TypeAlias = tuple[Breakdown, ...]


def challenging(inner: Previewing | None) -> Previewing:
    """AURA-INIT-2: whether it comes first at all; its own numbers are shown without their chances."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        actor = getattr(request.about, "unit", None)
        titles = sheet_of(world).titles
        if not isinstance(actor, int) or not world.has(actor, Body):
            return sure(world, title, option.rule)
        wins = initiative_odds(world, request.who, actor, rolls=may_roll_initiative(world, actor))
        chances = [Chance(titles["challenge_won"], float(wins), "AURA-INIT-2")]
        if wins < 1:
            chances.append(Chance(titles["challenge_lost"], float(1 - wins), "AURA-INIT-5"))
        if inner is None:
            return Preview(title, tuple(chances))
        own = inner(world, request, option, title)
        notes = tuple(Note(f"{each.label}: {each.probability:.0%}", each.rule) for each in own.chances)
        return Preview(title, tuple(chances), own.numbers, path=own.path, costs=own.costs, notes=notes)

    return preview


def priced(price: Price | Pricing, label: str = "price") -> Previewing:
    """Something sure for a price; `label` says if that is the least, for what is decided on later."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        now = price(world, request.who, option.action) if callable(price) else price
        return sure(world, title, option.rule, *price_lines(now, option.rule, label=label))

    return preview


# Attacks


def attack(world: World, request: Decision, option: Option, title: str) -> Preview:
    """A blow or shot, with all its numbers, its odds, and who may break in on it."""
    action = option.action
    if "shot" in action.how:
        return _shot(world, planned_shot(world, request.who, action), title)
    return _blow(world, planned_blow(world, request.who, action), title)


def _blow(world: World, blow: Blow, title: str) -> Preview:
    known, shield, price = facts(world, blow), blow.maneuver == "shield", attack_price(world, blow)
    rule = "AURA-SWIFT-1" if blow.swift else "AURA-ATK-12" if helpless(world, blow.target) else "AURA-ECON-2"
    numbers = (known.value, known.guard, *_advantages(known.combat, known.defence), *price_lines(price, rule))
    # Nobody breaks in on a Swift Attack (AURA-INIT-12).
    others = () if blow.swift else intruders(world, blow.user, (blow.target,), melee=True)
    if blow.maneuver:
        works = either(world, maneuver_odds(world, blow, known), "AURA-GEAR-14" if shield else "AURA-MAN-4")
        notes = (*_bares(world, blow, known), *others)
        return Preview(title, works, numbers, targets=(blow.target,), notes=notes)
    odds = blow_odds(world, blow, known)
    after = _after(world, blow, weapon(world, blow.item).group, fatal=known.fatal)
    found = _attack(title, odds, results(world, odds, "AURA-ATK-8"), numbers, blow.target, (*after, *others))
    return changed(found, fells=_fells(world, blow, odds, weapon(world, blow.item).group, fatal=known.fatal))


def _attack(
    title: str, odds: Odds, chances: tuple[Chance, ...], numbers: Numbers, target: int, notes: tuple[Note, ...]
) -> Preview:
    spread = odds.spread
    return Preview(title, chances, numbers, spread=spread, spread_of="damage", targets=(target,), notes=notes)


def _bares(world: World, blow: Blow, known: Facts) -> tuple[Note, ...]:
    """AURA-MAN-2: whoever tries a maneuver on somebody guarded lays itself open."""
    if blow.maneuver not in MANEUVERS or blow.swift or known.exposed:
        return ()
    return Note(sheet_of(world).titles["lays_open"], "AURA-MAN-2"), *strikers(world, blow.user)


def _advantages(attack: tuple[Modifier, ...], defence: tuple[Modifier, ...]) -> tuple[Breakdown, ...]:
    rows = (("advantage", attack), ("defence_advantage", defence))
    return tuple(Breakdown(what, sources) for what, sources in rows if sources)


def _fells(world: World, attack: Blow | Shot | Cast, found: Odds, group: str, *, fatal: bool = False) -> float:
    """The chance that the target is out of the fight by it."""
    spared = 0.0
    if not isinstance(attack, Cast) and attack.nonlethal:
        spared = float(check_odds(0, Breakdown("chance"), mercy(world, group, attack.care)))
    return fell_chance(world, attack.target, found.spread, fatal=fatal, spared=spared)


def _after(world: World, attack: Blow | Shot | Cast, group: str, *, fatal: bool = False) -> tuple[Note, ...]:
    """What damage would mean for the target: Aura lost, a life spared, a Death roll, or death."""
    titles, aura = sheet_of(world).titles, world.get(attack.target, Pools)["aura"]
    found = [Note(f"{titles['aura']}: {aura}", "AURA-POOL-1")] if aura else []
    if not isinstance(attack, Cast) and attack.nonlethal:
        spares = check_odds(0, Breakdown("chance"), mercy(world, group, 0))
        found.append(Note(f"{titles['spares']}: {float(spares):.0%}", "AURA-NL-3"))
    elif fatal:
        found.append(Note(titles["dies_outright"], "AURA-DEATH-9"))
    return tuple(found) or (Note(titles["death_roll_follows"], "AURA-DEATH-2"),)


def _shot(world: World, shot: Shot, title: str) -> Preview:
    known = aim(world, shot)
    odds, guard = shot_odds(world, shot, known), (known.guard,) if known.guard is not None else ()
    price = shot_price(world, shot.user, shot.item)
    numbers = (known.miss, *guard, *_advantages(known.hit, known.defence), price)
    notes = (*_after(world, shot, "ranged"), *(() if shot.swift else intruders(world, shot.user, (shot.target,))))
    found = _attack(title, odds, results(world, odds, "AURA-RNG-2"), numbers, shot.target, notes)
    return changed(found, fells=_fells(world, shot, odds, "ranged"))


def spell(world: World, request: Decision, option: Option, title: str) -> Preview:
    """A spell: the Cast roll, then as a shot."""
    cast = planned_spell(request.who, option.action)
    mends = sheet_of(world).spells[cast.spell].mends
    known = None if mends else spell_aim(world, cast)
    odds = spell_odds(world, cast, known)
    price = price_lines(spell_price(world, cast.spell, gesture=cast.gesture), "AURA-MAGIC-2")
    need = cast_number(world, cast.user, cast.spell)
    if known is None:
        value = recovery_value(world.get(cast.target, Body)).total
        gain = Breakdown("recovery", (add(value, "Recovery Value", "AURA-POOL-8"),))
        return Preview(title, results(world, odds, "AURA-MAGIC-2"), (need, gain, *price), targets=(cast.target,))
    guard, words = (known.guard,) if known.guard is not None else (), sheet_of(world).titles["strikes_as_well"]
    numbers = (need, known.miss, *guard, *_advantages(known.hit, known.defence), *price)
    leaps = (f"{words}: {name_of(world, unit)} ({float(part):.1%})" for unit, part in jumps(world, cast).items())
    also = (Note(text, "AURA-MAGIC-3") for text in leaps)  # whom a bolt may hit as well
    notes = (*_after(world, cast, ""), *also, *intruders(world, cast.user, (cast.target,)))
    found = _attack(title, odds, results(world, odds, "AURA-RNG-2"), numbers, cast.target, notes)
    return changed(found, fells=_fells(world, cast, odds, ""))


# Moves


def stretch(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The way with one more stretch, as the Run or Sprint that it comes to."""
    unit = request.who
    way = onward(world, unit, world.get(unit, Routing).way)[option.action.there]
    pace = speed(world, unit).total
    if way[1][-1] > pace:
        prices = price_lines(sprint_price(world), "AURA-MOVE-4")
        return _on_foot(world, unit, way, prices, title, "AURA-MOVE-4", fast=True)
    return _on_foot(world, unit, way, _by_metres(way, pace, sheet_of(world).main.costs.run), title, option.rule)


def running(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MOVE-2 and 3: a run goes by its metres (INC-3)."""
    way, pace = way_run(world, request.who, option.action), speed(world, request.who).total
    prices = _by_metres(way, pace, sheet_of(world).main.costs.run)
    return _on_foot(world, request.who, way, prices, title, option.rule)


def crawling(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MOVE-17."""
    way = way_crawl(world, request.who, option.action)
    prices = _by_metres(way, crawl_limit(world, request.who), sheet_of(world).main.costs.crawl)
    return _on_foot(world, request.who, way, prices, title, option.rule)


def _by_metres(way: Way, pace: int, full: int) -> tuple[Breakdown, ...]:
    metres = way[1][-1]
    return price_lines(Price(share_of(full, metres, pace)), "AURA-INC-3", label=f"for {metres} of {pace} m")


def sprinting(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MOVE-4: for a full Run and Stamina."""
    way = way_sprint(world, request.who, option.action)
    prices = price_lines(sprint_price(world), option.rule)
    if option.verb == "on":  # AURA-MAN-20: a charge has been paid for
        return _on_foot(world, request.who, way, (), title, option.rule)
    return _on_foot(world, request.who, way, prices, title, option.rule, fast=True)


def shifting(price: Pricing) -> Previewing:
    """AURA-MOVE-1: with what a knee on the ground adds."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, cost = request.who, price(world, request.who, option.action)
        half = (cost.energy + cost.agility) // 2
        more = counting((holds(world, unit, "kneeling"), half, "kneeling", "AURA-ACT-4"))
        way = way_shift(world, unit, option.action)
        return _on_foot(world, unit, way, price_lines(cost, option.rule, *more), title, option.rule)

    return preview


def jumping(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MOVE-12 and 13: with what a long jump adds; who may strike whoever comes down Unguarded (MOVE-15)."""
    unit, cell, costs = request.who, option.action.there, sheet_of(world).main.costs
    metres, ran = metres_to(world, unit, cell), run_up(world, unit)
    price = jump_price(world, unit, metres)
    longer = price.energy - (costs.jump_moving if ran else costs.jump_standing)
    more = counting((longer > 0, longer, "a long jump", "AURA-MOVE-13"))
    prices = price_lines(price, option.rule, *more, label="after a run-up" if ran else "price")
    way = flight(world, unit, cell) or ((at(world, unit), cell), (0, metres), 0)
    return _on_foot(world, unit, way, prices, title, option.rule, notes=landed(world, unit, cell))


def _on_foot(
    world: World, unit: int, way: Way, prices: Numbers, title: str, rule: str, *,
    fast: bool = False, notes: tuple[Note, ...] = (),
) -> Preview:  # fmt: skip
    """Path, metres used at each space, who may strike on the way, and the price."""
    titles, alarms = sheet_of(world).titles, alarms_on(world, unit, way)
    metres = Breakdown("metres", (add(way[1][-1], "metres used", "AURA-MOVE-6"),))
    turns = [Note(titles["turns_paid"], "AURA-MOVE-6")] if way[2] else []
    turns += [Note(titles["hard_to_hit"], "AURA-RNG-7")] if way[2] >= 2 or fast else []
    told = (*turns, *notes, *intruders(world, unit, (), alarms), *perils(world, unit, way[0], "AURA-DEATH-8"))
    chances = (Chance(titles["unless_stopped" if alarms else "arrives"], 1.0, rule),)
    return Preview(title, chances, (metres, *prices), path=way[0], costs=way[1], alarms=alarms, notes=told)


def leaving(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-HOUSE-37: who may strike as it goes."""
    alarms, titles = alarms_off(world, request.who), sheet_of(world).titles
    chances = (Chance(titles["unless_stopped" if alarms else "certain"], 1.0, option.rule),)
    return Preview(title, chances, alarms=alarms, notes=intruders(world, request.who, (), alarms))


def charge(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-20: the way, and the Push at its end."""
    unit, target = request.who, option.action.target
    way, blow = charge_way(world, unit, target), Blow(unit, target, "unarmed", "push")
    there = _arrived(world, unit, way[0][-1], target) if way else world
    known, price = facts(there, blow), price_lines(charge_price(world), "AURA-MAN-20")
    path, costs, _ = way or ((), (), 0)
    alarms = alarms_on(world, unit, way) if way else ()
    ground = perils(world, unit, path, "AURA-DEATH-8")
    return Preview(
        title, either(world, maneuver_odds(there, blow, known), "AURA-MAN-4"),
        (known.value, known.guard, *_advantages(known.combat, known.defence), *price),
        path=path, costs=costs, alarms=alarms, targets=(target,),
        notes=(*_bares(world, blow, known), *intruders(world, unit, (target,), alarms), *ground),
        exact=False,  # what others do on the way may change what it meets
    )  # fmt: skip


def _arrived(world: World, unit: int, cell: Cell, target: int) -> World:
    """The world as it is when a unit has come to a cell unhindered, and who watches it has turned."""
    there = Scratch()
    there.load(world.save())
    lay(there, unit, cell)
    look(there, unit)
    attend(there, unit, target)
    return there
