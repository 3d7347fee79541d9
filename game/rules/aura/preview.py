"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from game.grid.grid import Cell
from game.kernel.components import Pools, Position
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option, Request
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.aura.breakers import alarms_on, intruders, landed, strikers
from game.rules.aura.chances import (
    blow_odds,
    check_odds,
    initiative_odds,
    jumps,
    maneuver_odds,
    shot_odds,
    spell_odds,
)
from game.rules.aura.damage import mercy
from game.rules.aura.doing import DEEDS
from game.rules.aura.facing import attend, look
from game.rules.aura.figures import name_of, shot_price, weapon
from game.rules.aura.footways import Way, crawl_limit, run_energy, sprint_extra, ways
from game.rules.aura.jumping import flight, jump_price, metres_to, run_up
from game.rules.aura.midway import either, midway, price_lines, results, sure
from game.rules.aura.offers_attacks import blow_price, charge_way
from game.rules.aura.offers_moves import metres_at_hand, shift_price
from game.rules.aura.openings import ability_of, ability_price
from game.rules.aura.plans import SHOTS, planned_blow, planned_shot
from game.rules.aura.pools import Price
from game.rules.aura.powers import recovery_value, speed
from game.rules.aura.preview_deeds import deed
from game.rules.aura.rolls import may_roll_initiative
from game.rules.aura.routes import Routing, onward
from game.rules.aura.sheet import house, sheet_of
from game.rules.aura.shots import Shot, aim
from game.rules.aura.space import at
from game.rules.aura.spells import Cast, cast_number
from game.rules.aura.spells import aim as spell_aim
from game.rules.aura.spells import price as spell_price
from game.rules.aura.state import Body, helpless, holds
from game.rules.aura.strikes import MANEUVERS, Blow, Facts, facts
from game.rules.ruleset import Chance, Note, Preview

CHALLENGES = ("challenge_attacked", "challenge_ally", "challenge_approach")


def preview(world: World, request: Request, key: str) -> Preview:
    """The preview of one option of a decision; KeyError for a key that is no option."""
    assert isinstance(request, Decision)
    option = {option.key: option for option in request.options}[key]
    title = sheet_of(world).titles.get(option.verb, option.label or option.verb)
    if request.question in (*CHALLENGES, "response") and key != "no":
        return _challenge(world, request, title, option)
    if request.question in ("turn", "interrupt", "swift_crossing", "joint_move"):
        return _action(world, request.who, option, title, crossing=request.question == "swift_crossing")
    if option.verb == "stretch" and option.cell is not None:
        return _stretch(world, request.who, option.cell, title, option.rule)
    if request.question in _ON_THE_WAY and option.cell is not None:
        return _move(world, request.who, _ON_THE_WAY[request.question] or option.verb, option.cell, title, option.rule)
    return midway(world, request, option, title)


_LEAP = Price(2, 1)  # AURA-MOVE-12: a run-up of a third of the Speed, and a jump
_ON_THE_WAY = {"take_off": "", "landing": "landing", "run_on": "run_on"}  # questions about ways, and what they are


def _challenge(world: World, request: Decision, title: str, option: Option) -> Preview:
    """AURA-INIT-2: whether it comes first at all; its own numbers are shown without their chances."""
    actor = getattr(request.about, "unit", None)
    titles = sheet_of(world).titles
    if not isinstance(actor, int) or not world.has(actor, Body):
        return sure(world, title, option.rule)
    wins = initiative_odds(world, request.who, actor, rolls=may_roll_initiative(world, actor))
    chances = [Chance(titles["challenge_won"], float(wins), "AURA-INIT-2")]
    if wins < 1:
        chances.append(Chance(titles["challenge_lost"], float(1 - wins), "AURA-INIT-5"))
    if option.verb in ("interrupt", "turn_to"):
        return Preview(title, tuple(chances))
    inner = _action(world, request.who, option, title)
    notes = tuple(Note(f"{each.label}: {each.probability:.0%}", each.rule) for each in inner.chances)
    return Preview(title, tuple(chances), inner.numbers, path=inner.path, costs=inner.costs, notes=notes)


def _action(world: World, unit: int, option: Option, title: str, *, crossing: bool = False) -> Preview:
    verb, _, rest = option.key.partition(" ")
    spell = verb.removesuffix("_gesture")
    if spell in sheet_of(world).spells:
        return _spell(world, Cast(unit, int(rest), spell, verb != spell), title)
    if verb in SHOTS:
        return _shot(world, unit, verb, rest, title)
    if option.unit is not None and verb != "charge":
        return _blow(world, planned_blow(world, unit, verb, rest, crossing=crossing), title)
    if verb == "charge":
        return _charge(world, unit, int(rest), title)
    if ability_of(verb) in sheet_of(world).abilities and verb != "rally":
        return sure(world, title, option.rule, *price_lines(ability_price(world, verb), option.rule))
    if verb == "route":
        return sure(world, title, option.rule, *price_lines(Price(1), option.rule, label="at least"))
    if verb == "leap":  # the least that it comes to
        return sure(world, title, option.rule, *price_lines(_LEAP, option.rule, label="at least"))
    if option.cell is not None and verb not in ("climb", "break_door"):
        return _move(world, unit, verb, option.cell, title, option.rule)
    if verb in DEEDS:
        return deed(world, unit, verb, rest, title)
    return sure(world, title, option.rule)


# Attacks


def _blow(world: World, blow: Blow, title: str) -> Preview:
    known = facts(world, blow)
    costs, shield = sheet_of(world).main.costs, blow.maneuver == "shield"
    price = Price(costs.swift) if blow.swift else blow_price(world, blow.user, blow.target, blow.item)
    numbers = (
        known.value,
        known.guard,
        *_tilts(known.combat, known.defence),
        *price_lines(price, _price_rule(world, blow)),
    )
    if blow.maneuver:
        works = either(world, maneuver_odds(world, blow, known), "AURA-GEAR-14" if shield else "AURA-MAN-4")
        notes = (*_bares(world, blow, known), *_breaking_in(world, blow))
        return Preview(title, works, numbers, targets=(blow.target,), notes=notes)
    odds = blow_odds(world, blow, known)
    return Preview(
        title,
        results(world, odds, "AURA-ATK-8"),
        numbers,
        spread=odds.spread,
        spread_of="damage",
        targets=(blow.target,),
        notes=(*_after(world, blow, weapon(world, blow.item).group, fatal=known.fatal), *_breaking_in(world, blow)),
    )


def _price_rule(world: World, blow: Blow) -> str:
    """Why a blow costs what it does."""
    if blow.swift:
        return "AURA-SWIFT-1"
    return "AURA-ATK-12" if helpless(world, blow.target) else "AURA-ECON-2"


def _bares(world: World, blow: Blow, known: Facts) -> tuple[Note, ...]:
    """AURA-MAN-2: whoever tries a maneuver on somebody guarded lays itself open."""
    if blow.maneuver not in MANEUVERS or blow.swift or known.exposed:
        return ()
    return Note(sheet_of(world).titles["lays_open"], "AURA-MAN-2"), *strikers(world, blow.user)


def _breaking_in(world: World, blow: Blow) -> tuple[Note, ...]:
    """Nobody breaks in on a Swift Attack (AURA-INIT-12)."""
    return () if blow.swift else intruders(world, blow.user, (blow.target,), melee=True)


def _tilts(attack: tuple[Modifier, ...], defence: tuple[Modifier, ...]) -> tuple[Breakdown, ...]:
    """Advantages and Disadvantages, where there are any."""
    found = []
    for what, sources in (("advantage", attack), ("defence_advantage", defence)):
        if sources:
            found.append(Breakdown(what, sources))
    return tuple(found)


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


def _shot(world: World, unit: int, verb: str, rest: str, title: str) -> Preview:
    shot = planned_shot(world, unit, verb, rest)
    known = aim(world, shot)
    odds = shot_odds(world, shot, known)
    numbers = [known.miss, *([known.guard] if known.guard is not None else []), *_tilts(known.hit, known.defence)]
    numbers.append(shot_price(world, unit, shot.item))
    return Preview(
        title,
        results(world, odds, "AURA-RNG-2"),
        tuple(numbers),
        spread=odds.spread,
        spread_of="damage",
        targets=(shot.target,),
        notes=(*_after(world, shot, "ranged"), *(() if shot.swift else intruders(world, unit, (shot.target,)))),
    )


def _spell(world: World, cast: Cast, title: str) -> Preview:
    mends = sheet_of(world).spells[cast.spell].mends
    known = None if mends else spell_aim(world, cast)
    odds = spell_odds(world, cast, known)
    price = price_lines(spell_price(world, cast.spell, gesture=cast.gesture), "AURA-MAGIC-2")
    need = cast_number(world, cast.user, cast.spell)
    if known is None:
        value = recovery_value(world.get(cast.target, Body))
        gain = Breakdown("recovery", (add(value, "Recovery Value", "AURA-POOL-8"),))
        return Preview(title, results(world, odds, "AURA-MAGIC-2"), (need, gain, *price), targets=(cast.target,))
    guard = (known.guard,) if known.guard is not None else ()
    return Preview(
        title,
        results(world, odds, "AURA-RNG-2"),
        (need, known.miss, *guard, *_tilts(known.hit, known.defence), *price),
        spread=odds.spread,
        spread_of="damage",
        targets=(cast.target,),
        notes=(*_after(world, cast, ""), *_leaps(world, cast), *intruders(world, cast.user, (cast.target,))),
    )


def _leaps(world: World, cast: Cast) -> tuple[Note, ...]:
    """AURA-MAGIC-3: whom a bolt may hit as well."""
    words = sheet_of(world).titles["strikes_as_well"]
    return tuple(
        Note(f"{words}: {name_of(world, unit)} ({float(part):.1%})", "AURA-MAGIC-3")
        for unit, part in jumps(world, cast).items()
    )


# Moves


def _stretch(world: World, unit: int, cell: int, title: str, rule: str) -> Preview:
    """The way with one more stretch, as the Run or Sprint that it comes to."""
    routing = world.find(unit, Routing)
    way = onward(world, unit, routing.way if routing is not None else ((at(world, unit),), (0,), 0))[cell]
    pace, numbers = speed(world, unit).total, sheet_of(world).main.numbers
    if way[1][-1] > pace:
        return _on_foot(world, unit, "sprint", way, Price(3, numbers.sprint_stamina), title, "AURA-MOVE-4")
    return _on_foot(world, unit, "run", way, Price(run_energy(way[1][-1], pace)), title, rule)


def _move(world: World, unit: int, verb: str, cell: int, title: str, rule: str) -> Preview:
    return _on_foot(world, unit, verb, *_way(world, unit, verb, cell), title, rule)


def _on_foot(world: World, unit: int, verb: str, way: Way, price: Price, title: str, rule: str) -> Preview:
    """Path, metres used at each space, who may strike on the way, and the price."""
    titles, cell = sheet_of(world).titles, way[0][-1]
    alarms = alarms_on(world, unit, way)
    label = "unless_stopped" if alarms else "arrives"
    numbers = (
        Breakdown("metres", (add(way[1][-1], "metres used", "AURA-MOVE-6"),)),
        *_move_price(world, unit, verb, way, price, rule),
    )
    turns = (Note(titles["turns_paid"], "AURA-MOVE-6"),) if way[2] else ()
    if way[2] >= 2 or verb == "sprint":
        turns = (*turns, Note(titles["hard_to_hit"], "AURA-RNG-7"))
    notes = (*turns, *landed(world, unit, verb, cell), *intruders(world, unit, (), alarms))
    return Preview(
        title, (Chance(titles[label], 1.0, rule),), numbers, path=way[0], costs=way[1], alarms=alarms, notes=notes
    )


def _way(world: World, unit: int, verb: str, cell: int) -> tuple[Way, Price]:
    here, pace = at(world, unit), speed(world, unit).total
    numbers = sheet_of(world).main.numbers
    if verb in ("sprint", "sprint_off", "run_on"):
        price = Price() if verb == "run_on" else Price(3, numbers.sprint_stamina)  # a charge has been paid for
        return ways(world, unit, pace + sprint_extra(world, unit))[cell], price
    if verb in ("run", "quick_run", "take_off"):
        way = ways(world, unit, metres_at_hand(world, unit, pace))[cell]
        return way, Price(run_energy(way[1][-1], pace))
    if verb == "crawl":
        limit = crawl_limit(world, unit)
        way = ways(world, unit, metres_at_hand(world, unit, limit), turning=False)[cell]
        return way, Price(run_energy(way[1][-1], limit))
    if verb in ("jump", "landing"):
        metres = metres_to(world, unit, cell)
        way = flight(world, unit, cell) or ((here, cell), (0, metres), 0)
        return way, jump_price(world, unit, metres)
    return ((here, cell), (0, 1), 0), shift_price(world, unit, verb)


def _move_price(world: World, unit: int, verb: str, way: Way, price: Price, rule: str) -> tuple[Breakdown, ...]:
    """AURA-INC-3: a run goes by its metres; other moves have a price, and what makes them dearer."""
    if verb in ("run", "quick_run", "take_off", "crawl"):
        pace = crawl_limit(world, unit) if verb == "crawl" else speed(world, unit).total
        return price_lines(price, "AURA-INC-3", label=f"for {way[1][-1]} of {pace} m")
    label = "after a run-up" if verb in ("jump", "landing") and run_up(world, unit) else "price"
    return price_lines(price, rule, *_surcharge(world, unit, verb, way), label=label)


def _surcharge(world: World, unit: int, verb: str, way: Way) -> tuple[Modifier, ...]:
    """What makes a move dearer than others of its kind: a knee on the ground, a long jump."""
    costs, numbers = sheet_of(world).main.costs, sheet_of(world).main.numbers
    if verb in ("shift", "shift_agile") and holds(world, unit, "kneeling"):
        return (add(costs.shift if verb == "shift" else numbers.shift_agility, "kneeling", "AURA-ACT-4"),)
    if verb in ("jump", "landing"):
        base = costs.jump_moving if run_up(world, unit) else costs.jump_standing
        price = jump_price(world, unit, metres_to(world, unit, way[0][-1]))
        return (add(price.energy - base, "a long jump", "AURA-MOVE-13"),) if price.energy > base else ()
    return ()


def _charge(world: World, unit: int, target: int, title: str) -> Preview:
    way = charge_way(world, unit, target)
    blow = Blow(unit, target, "unarmed", "push")
    there = _arrived(world, unit, way[0][-1], target) if way else world
    known = facts(there, blow)
    price = Price(3 + house(world).sprint_push_energy, sheet_of(world).main.numbers.sprint_stamina)
    path, costs = (way[0], way[1]) if way else ((), ())
    alarms = alarms_on(world, unit, way) if way else ()
    return Preview(
        title,
        either(world, maneuver_odds(there, blow, known), "AURA-MAN-4"),
        (known.value, known.guard, *_tilts(known.combat, known.defence), *price_lines(price, "AURA-MAN-20")),
        path=path,
        costs=costs,
        alarms=alarms,
        targets=(target,),
        notes=(*_bares(world, blow, known), *intruders(world, unit, (target,), alarms)),
        exact=False,  # what others do on the way may change what it meets
    )


def _arrived(world: World, unit: int, cell: Cell, target: int) -> World:
    """The world as it is when a unit has come to a cell unhindered, and who watches it has turned."""
    there = World()
    there.load(world.save())
    there.put(unit, Position(cell))
    look(there, unit)
    attend(there, unit, target)
    return there
