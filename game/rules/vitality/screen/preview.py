"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm, prod

from msgspec.structs import replace

import game.rules.vitality.checks.rolls as rolls
import game.rules.vitality.verbs.strike as blows
from game.kernel.components import Conditions, Position
from game.kernel.ecs import World
from game.kernel.events import Judged, Used
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import either
from game.rules.cards import called
from game.rules.ruleset import Chance, Note, Preview
from game.rules.verbs import Previewing
from game.rules.vitality.checks import odds
from game.rules.vitality.checks.numbers import armour, attack_modes, check_modes, dr_modes, dr_power, dr_value, skill
from game.rules.vitality.entries import Ability
from game.rules.vitality.gear import Spot, thing_in, vitality_left
from game.rules.vitality.position import hiding
from game.rules.vitality.position.ground import budget_of, factor, movement, routes, walkable
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import afoot, area, look
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Attack, conscious_enemies, friendly, is_thing, pool, up
from game.rules.vitality.verbs import force, powers
from game.rules.vitality.verbs.stunts import partners
from game.rules.vitality.verbs.walking import advance_metres, jump_number, jumps
from game.rules.walking import perils
from game.systems.field import board_of


def sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(sheet_of(world).titles.get(label, label), 1.0, rule),), tuple(numbers))


def _judged(world: World, title: str, chance: Fraction, rule: str, *numbers: Breakdown) -> Preview:
    return Preview(title, either(sheet_of(world).titles, chance, rule, "success", "failure"), tuple(numbers))


def plain(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Something of which nothing more can be told."""
    return sure(world, title, "certain", option.rule)


def parry(world: World, request: Decision, option: Option, title: str) -> Preview:
    """It is only asked where it helps."""
    return sure(world, title, "miss", option.rule)


def reaction(world: World, request: Decision, option: Option, title: str) -> Preview:
    """A Cinematic Reaction."""
    return _judged(world, title, rolls.stunt_chance(world, request.who, option.action.verb), option.rule)


def chosen_skill(world: World, request: Decision, option: Option, title: str) -> Preview:
    """VITALITY-CHECK-4: what is tried with the skill picked; whoever picks later takes its best one."""
    about, name = request.about, option.action.what
    number = skill(world, request.who, name)
    modes = check_modes(world, request.who, name)
    if isinstance(about, Used) and about.what in sheet_of(world).stunts:
        edge: tuple[Modifier, ...] = rolls.COMPANY if about.targets else ()
        chance = rolls.stunt_chance(world, request.who, about.what, name, edge=edge)
        against = rolls.stunt_difficulty(world, request.who, sheet_of(world).stunts[about.what])
        return _judged(world, title, chance, option.rule, number, against, *_modes((*modes, *edge)))
    assert isinstance(about, Used | Judged)
    entry = sheet_of(world).main.manoeuvres[about.what]
    other = about.targets[0] if isinstance(about, Used) else about.target
    assert other is not None
    if isinstance(about, Used):
        chance = rolls.opposed_chance(world, entry, about.unit, other, mine=name)
        foe = other if request.who == about.unit else about.unit
        edge = rolls.size_edges(world, entry, request.who, foe)[0]
    else:
        unit, target = (other, about.unit) if entry.again else (about.unit, other)
        chance = rolls.opposed_chance(world, entry, unit, target, mine=about.how, theirs=name)
        edge = rolls.size_edges(world, entry, about.unit, other)[1]
    return _judged(world, title, chance, option.rule, number, *_modes((*modes, *edge)))


def _modes(modes: tuple[Modifier, ...]) -> list[Breakdown]:
    return [Breakdown("modes", modes)] if modes else []


def oppose(world: World, request: Decision, option: Option, title: str) -> Preview:
    """VITALITY-ACT-24: what comes of it if an ally does not let it happen."""
    entry = sheet_of(world).main.manoeuvres[option.action.what]
    return _judged(world, title, rolls.opposed_chance(world, entry, option.action.others[0], request.who), entry.rule)


def strike(world: World, request: Decision, option: Option, title: str) -> Preview:
    """An attack with a weapon."""
    action = option.action
    return attack_preview(world, blows.weapon_attack(world, request.who, action), action.target, title)


def attack_preview(world: World, attack: Attack, target: int, title: str) -> Preview:
    """Chances to hit whom, and what the chosen target would lose."""
    titles = sheet_of(world).titles
    ends: dict[str, int] = {}
    for result, weight in odds.results(world, attack, target):
        label = titles["miss" if result.unit is None else "critical" if result.critical else "hit"]
        if result.unit is not None and result.unit != target:
            label = f"{titles['hits_instead']} {called(world, result.unit)}"
        ends[label] = ends.get(label, 0) + weight
    total, spread = sum(ends.values()), odds.spread(world, attack, target)
    chances = tuple(Chance(label, weight / total, "VITALITY-ATK-2") for label, weight in ends.items())
    number, _ = blows.defending(world, attack, target)
    seen = look(world, attack.user, target)
    found = Preview(title, chances, (), spread.spread(), titles["damage"], targets=(target,), sight=seen.witness)
    found = replace(found, notes=tuple(_attack_notes(world, attack, target)))
    if is_thing(world, target):
        return replace(found, numbers=(armour(world, target),), fells=0.0)  # ATK-3: nobody rolls
    modes = _modes(attack_modes(world, attack.user, target, ranged=attack.ranged))
    all_of_it = pool(world, target, "temp_vitality") + max(1, pool(world, target, "vitality"))
    numbers = (blows.hit_bonus(world, attack), number, *modes)
    return replace(found, numbers=numbers, fells=float(spread.at_least(all_of_it)))


def _attack_notes(world: World, attack: Attack, target: int) -> list[Note]:
    entry, titles = blows.ability_of(world, attack), sheet_of(world).titles
    if entry is None or not entry.dr:
        return []
    cover = look(world, attack.user, target) if attack.ranged else None
    chance = 1 - rolls.dr_chance(world, target, entry.dr, dr_power(world, attack.user), cover)
    return [Note(f"{titles['on_hit']} {titles[entry.adds].lower()}: {float(chance):.0%}", "VITALITY-DR-1")]


def smash(world: World, request: Decision, option: Option, title: str) -> Preview:
    """What is struck, what is left of it, and with what."""
    titles, spot = sheet_of(world).titles, Spot(option.action.there, *option.action.numbers)
    found, thing = sure(world, title, "hit", option.rule), thing_in(world, spot)
    assert thing is not None
    weapon = blows.weapon_for(world, request.who, spot)
    number = Breakdown("armour", (add(thing.armour, "armour", "VITALITY-ARMOR-1"),))
    text = f"{thing.title}: {vitality_left(world, spot, thing)}/{thing.vitality} {titles['vitality']}, {titles[weapon]}"
    return replace(found, numbers=(number,), notes=(Note(text, option.rule),))


def cast(world: World, request: Decision, option: Option, title: str) -> Preview:
    """An Ability that attacks."""
    action = option.action
    return attack_preview(world, blows.ability_attack(request.who, action), action.target, title)


def resisted(entry: Ability) -> Previewing:
    """An Ability that a Defense Roll answers: in an area, or of one target."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        if entry.radius or entry.line:
            return _area(world, request.who, entry, option.action.there, title)
        return _resisted(world, request.who, entry, option.action.target, title)

    return preview


def spot(world: World, request: Decision, option: Option, title: str) -> Preview:
    """An Ability without chance in it, and where it leads; into a taken space it tears (TELE-1)."""
    found, cell = sure(world, title, "certain", "VITALITY-ACT-41"), option.action.cell
    if cell is None:
        return found
    if "into" in option.action.how:
        metres = board_of(world).grid.distance(world.get(request.who, Position).cell, cell, METRIC)
        found = replace(found, notes=(Note(f"{sheet_of(world).titles['torn']}: {metres}", "VITALITY-TELE-1"),))
    return replace(found, area=1 << cell)


def _resisted(world: World, unit: int, entry: Ability, target: int, title: str) -> Preview:
    seen, power = look(world, unit, target), dr_power(world, unit)
    passed = rolls.dr_chance(world, target, powers.dr_of(world, entry), power, seen)
    numbers, stat = [Breakdown("dr_power", (add(power, "DR Power", "VITALITY-DR-3"),))], powers.dr_of(world, entry)
    if not is_thing(world, target):
        numbers += [dr_value(world, target, stat, seen), *_modes(dr_modes(world, target, stat))]
    titles = sheet_of(world).titles
    chances = either(titles, 1 - passed, "VITALITY-DR-3", "dr_failed", "dr_passed")
    found = Preview(title, chances, tuple(numbers), targets=(target,), sight=seen.witness)
    if entry.push:
        return _pushed(world, unit, entry, target, found)
    if not entry.damage:
        return found
    ways, half = (passed.numerator, passed.denominator), entry.success == "half"
    spread = odds.resisted(world, target, powers.power_blow(world, entry), ways, half=half, seen=seen)
    return replace(found, spread=spread.spread(), spread_of=titles["damage"])


def _pushed(world: World, unit: int, entry: Ability, target: int, found: Preview) -> Preview:
    """Where a failed Defense Roll would send the target, what it would crash into, and how hard (FORCE-3, FORCE-6)."""
    titles, (path, met) = sheet_of(world).titles, force.foresee(world, unit, target, entry.push)
    harm = ((dice, titles[kind]) for kind, dice in entry.damage.items())
    notes = [Note(f"{titles['damage']}: {dice} {kind}", "VITALITY-DMG-1") for dice, kind in harm]
    notes.append(Note(f"{titles['pushed']}: {len(path)} m", "VITALITY-FORCE-5"))
    if met is not None:
        into = ", ".join(called(world, other) for other in met.units) or titles["obstacle"]
        notes.append(Note(f"{titles['crash']}: {entry.push} ({into})", "VITALITY-FORCE-3"))
    return replace(found, path=path, notes=tuple(notes))


def _area(world: World, unit: int, entry: Ability, cell: int, title: str) -> Preview:
    hit = powers.affected(world, unit, entry, cell)
    where = powers.line_cells(world, unit, cell, entry.line) if entry.line else area(world, cell, entry.radius)
    origin, power = (cell if entry.radius else None), dr_power(world, unit)
    notes, failed = [], sheet_of(world).titles["dr_failed"]
    for target in hit:
        seen = look(world, unit, target, origin=origin)
        chance = 1 - rolls.dr_chance(world, target, powers.dr_of(world, entry), power, seen)
        notes.append(Note(f"{called(world, target)}: {failed} {float(chance):.0%}", "VITALITY-DR-1"))
    found = sure(world, title, "certain", "VITALITY-DR-1")
    return replace(found, area=where, targets=tuple(hit), notes=tuple(notes))


def manoeuvre(key: str, *, lets: bool) -> Previewing:
    """An opposed manoeuvre; an ally may let it happen (ACT-24)."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        entry, target = sheet_of(world).main.manoeuvres[key], option.action.target
        if lets and friendly(world, request.who, target) and up(world, target):
            found = sure(world, title, "success", "VITALITY-ACT-24")
        else:
            found = _judged(world, title, rolls.opposed_chance(world, entry, request.who, target), entry.rule)
        return replace(found, targets=(target,))

    return preview


def stunt(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The check, or for several the chance that failures are made good."""
    key, unit = option.action.verb, request.who
    entry = sheet_of(world).stunts[key]
    number = rolls.stunt_difficulty(world, unit, entry)
    if "together" not in option.action.how:
        return _judged(world, title, rolls.stunt_chance(world, unit, key), entry.rule, number)
    return _judged(world, title, _all_of(world, unit, key), "VITALITY-CINE-9", number)


def hide(world: World, request: Decision, option: Option, title: str) -> Preview:
    """VITALITY-HIDE-2: one total against all of theirs; by the setting one of them that is beaten is enough."""
    others = [rolls.total_of(world, foe, "perception") for foe in conscious_enemies(world, request.who)]
    own, chance = rolls.total_of(world, request.who, "stealth"), Fraction(0)
    for total, weight in own.items():
        beaten = [other.at_most(total - 1) for other in others]
        if hiding.for_all(world) or not others:
            success = prod(beaten, start=Fraction(1))
        else:
            success = 1 - prod((1 - each for each in beaten), start=Fraction(1))
        chance += Fraction(weight, own.total) * success
    return _judged(world, title, chance, "VITALITY-HIDE-2")


def stabilize(world: World, request: Decision, option: Option, title: str) -> Preview:
    """First Aid against 8."""
    chance = rolls.check_chance(world, request.who, "first_aid", numbers_of(world).stabilize_vs)
    return _judged(world, title, chance, "VITALITY-ACT-9")


def break_restrained(world: World, request: Decision, option: Option, title: str) -> Preview:
    """A check against what restrains it."""
    item = world.get(request.who, Conditions).find("restrained")
    source = item.source if item is not None else None
    power = numbers_of(world).hazard_power if source is None else dr_power(world, source)
    name = rolls.best_skill(world, request.who, sheet_of(world).main.manoeuvres["break_grab"].by)
    return _judged(world, title, rolls.check_chance(world, request.who, name, power), "VITALITY-COND-8")


def _all_of(world: World, unit: int, key: str) -> Fraction:
    """VITALITY-CINE-9: failures no more than criticals, if every partner joins."""
    stunt, edge = sheet_of(world).stunts[key], rolls.COMPANY
    ahead, cases = {0: 1}, 1  # criticals less failures, and in how many of all cases
    for each in (unit, *partners(world, unit)):
        name = rolls.best_skill(world, each, stunt.skills)
        against = rolls.stunt_difficulty(world, each, stunt).total
        critical = rolls.check_chance(world, each, name, 10_000, edge=edge)
        passed = rolls.check_chance(world, each, name, against, edge=edge)
        parts = lcm(critical.denominator, passed.denominator)
        high, good = int(critical * parts), int(passed * parts)
        following: Counter[int] = Counter()
        for before, count in ahead.items():
            for by, share in ((1, high), (0, good - high), (-1, parts - good)):
                following[before + by] += count * share
        ahead, cases = dict(following), cases * parts
    return Fraction(sum(count for more, count in ahead.items() if more >= 0), cases)


def force_past(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The chance to push past all of them."""
    entry, unit, past = sheet_of(world).main.manoeuvres["pass"], request.who, option.action.others
    chance = prod((rolls.opposed_chance(world, entry, unit, enemy) for enemy in past), start=Fraction(1))
    path = routes(world, unit)[option.action.there, past]
    notes = perils(world, unit, path, "VITALITY-DR-15")
    return replace(_judged(world, title, chance, entry.rule), path=path, targets=past, notes=notes)


def jump(world: World, request: Decision, option: Option, title: str) -> Preview:
    """How far it jumps."""
    cell, number = option.action.there, jump_number(world, request.who)
    costs = (jumps(world, request.who)[cell],)
    notes = perils(world, request.who, (cell, cell), "VITALITY-DR-15")
    return Preview(title, (_arrives(world, option),), (number,), path=(cell,), costs=costs, notes=notes)


def walk(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Path and costs in metres."""
    return _walked(world, request.who, option, title, movement(world, request.who))


def advance(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The same, and the AP that it takes."""
    unit, cell = request.who, option.action.there
    ways = ((ap, far, walkable(world, unit, budget_of(world, unit, far))) for ap, far in advance_metres(world, unit))
    ap, metres = next((ap, far) for ap, far, way in ways if way.everywhere >> cell & 1)
    note = Note(f"{sheet_of(world).titles['ap']}: {ap}", "VITALITY-ACT-7")
    found = _walked(world, unit, option, title, metres)
    return replace(found, notes=(note, *found.notes))


def _walked(world: World, unit: int, option: Option, title: str, metres: int) -> Preview:
    found, by = walkable(world, unit, budget_of(world, unit, metres)), factor(world, unit)
    path = found.path(option.action.there)
    costs = tuple(cost * by for cost in found.costs(path))
    notes = perils(world, unit, path, "VITALITY-DR-15") if afoot(world, unit) else ()
    return Preview(title, (_arrives(world, option),), (), path=path, costs=costs, notes=notes)


def _arrives(world: World, option: Option) -> Chance:
    return Chance(sheet_of(world).titles["arrives"], 1.0, option.rule)
