"""Previews of deeds that are neither movement nor attack, and of questions amid an action; who may break in on one."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules import asking
from game.rules.asking import certain
from game.rules.aura.budget import Price, Pricing, unaffordable
from game.rules.aura.checks import contests
from game.rules.aura.checks.numbers import longest_reach, name_of
from game.rules.aura.checks.odds import Odds, blow_odds, harm_spread, maneuver_odds, shot_odds, spell_odds, weighed_odds
from game.rules.aura.checks.powers import energy_grant
from game.rules.aura.checks.rolls import Weighed, check_bonus, check_net, may_roll_initiative
from game.rules.aura.position.facing import sharpest_needed, stealth_needed
from game.rules.aura.position.sight import aware, sees
from game.rules.aura.position.space import at, distance, door_toward, faced_cells, faces, gap_to, others
from game.rules.aura.position.ways import Way
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Orders, Watch, beat, spent
from game.rules.aura.turns.challenges import able
from game.rules.aura.turns.windows import Racing
from game.rules.aura.verbs.deeds import Doubted
from game.rules.aura.verbs.plans import Planned
from game.rules.aura.verbs.shots import Cast, Shot, aim, attacks, spell_aim
from game.rules.aura.verbs.strikes import Blow, Poised, facts
from game.rules.aura.verbs.targets import Moment, feats, striking_items, swift_possible
from game.rules.aura.verbs.travel import climb_height, climb_price, climbed
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, enemies, shape_of


def enhanced(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-ECON-11: what a set of enhancing abilities costs, and what the attack comes to with them."""
    planned, sheet, names = world.get(request.who, Planned), sheet_of(world), option.action.how
    lines = tuple(add(sheet.abilities[name].stamina, sheet.titles[name].lower(), "AURA-ECON-11") for name in names)
    price = (Breakdown("stamina_cost", lines),) if lines else ()
    return changed(_odds_of(world, changed(planned.attack, enhance=names), title), numbers=price)


def dice(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-GEN-2: what comes of a roll with Advantage or without, with the one die or the other."""
    weighed, titles = world.get(request.who, Weighed), sheet_of(world).titles
    if not weighed.rungs:
        return certain(world, request, option, title)
    found = weighed_odds(weighed, option.action.how)
    return Preview(title, tuple(Chance(titles[what], float(part), rule) for (what, rule), part in found.items()))


def race(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-INIT-10: how likely it comes first."""
    first = contests.race_odds(world, request.who, world.get(request.who, Racing), rolls=option.role == "act")
    return Preview(title, asking.either(sheet_of(world).titles, first, "AURA-INIT-10", "comes_first", "comes_late"))


def withdrawing(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-INC-2: what breaking off costs."""
    cost = Price(int(world.get(request.who, Doubted).disturbed))
    return sure(world, title, option.rule, *price_lines(cost, option.rule))


def going_on(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-INC-1: the action as it stands now."""
    doubted = world.get(request.who, Doubted)
    price, attack = price_lines(doubted.price, option.rule), doubted.attack
    if attack is None:
        return sure(world, title, option.rule, *price)
    if isinstance(attack, Blow) and attack.maneuver:
        works = maneuver_odds(world, attack, facts(world, attack))
        return Preview(title, either(world, works, "AURA-MAN-4"), price, targets=(attack.target,))
    return changed(_odds_of(world, attack, title), numbers=price)


def also(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-GEAR-8: the damage that a maneuver may do as well."""
    poised = world.get(request.who, Poised)
    blow, hit = poised.blow, poised.hit
    spread = harm_spread(world, blow, poised.known, hit.face, critical=hit.critical)
    return changed(sure(world, title, option.rule), spread=spread, spread_of="damage", targets=(blow.target,))


def challenged(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-INIT-2 and 7: whether the actor's roll keeps all those behind it who have named what they would do."""
    titles, challengers, actor, rolls = (
        sheet_of(world).titles,
        beat(world).challengers,
        request.who,
        option.role == "act",
    )
    ahead = contests.ahead_odds(world, actor, challengers) if rolls else Fraction(0)
    chances = asking.either(titles, ahead, option.rule, "stays_ahead", "overtaken")
    parts = {unit: contests.initiative_odds(world, unit, actor, rolls=rolls) for unit in challengers}
    notes = (_first(world, unit, part) for unit, part in parts.items())
    return Preview(title, chances, notes=tuple(notes))


def _first(world: World, unit: int, part: Fraction) -> Note:
    words = sheet_of(world).titles["breaks_in_first"]
    return Note(f"{words}: {name_of(world, unit)} ({float(part):.0%})", "AURA-INIT-1")


def care(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-NL-3 and 4: what a number of steps costs, and how likely the life is spared."""
    numbers, titles, (steps,) = sheet_of(world).main.numbers, sheet_of(world).titles, option.action.numbers
    need = request.about.numbers[0].plus(add(-numbers.care_step * steps, "care to spare", "AURA-NL-4"))
    penalty = Breakdown("penalty", (add(numbers.care * steps, "care to spare", "AURA-NL-4"),))
    spares = contests.check_odds(0, Breakdown("chance"), need.total)
    notes = (Note(f"{titles['spares']}: {float(spares):.0%}", "AURA-NL-3"),)
    attack = changed(world.get(request.who, Planned).attack, care=steps)
    return changed(_odds_of(world, attack, title), numbers=(need, penalty), notes=notes)


def _odds_of(world: World, attack: Blow | Shot | Cast, title: str) -> Preview:
    what, rule = "damage", "AURA-ATK-8" if isinstance(attack, Blow) else "AURA-RNG-2"
    if isinstance(attack, Blow):
        odds = blow_odds(world, attack, facts(world, attack))
    elif isinstance(attack, Shot):
        odds = shot_odds(world, attack, aim(world, attack))
    else:
        what = "damage" if attacks(world, attack.spell) else ""
        odds = spell_odds(world, attack, spell_aim(world, attack) if what else None)
    return Preview(title, results(world, odds, rule), spread=odds.spread, spread_of=what, targets=(attack.target,))


def escape_by(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-17: how likely a way to break free works."""
    return Preview(title, either(world, contests.escape_odds(world, request.who, option.verb), option.rule))


def hold_by(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-17: how likely a way keeps hold against what was rolled."""
    about = request.about
    if not isinstance(about, Rolled) or not about.numbers:
        return sure(world, title, option.rule)
    rolled = about.numbers[0].total + (min(about.faces) if about.why == "check_roll" else 0)
    return Preview(title, either(world, contests.holding_odds(world, request.who, option.verb, rolled), option.rule))


# Shared with the previews of actions


def sure(world: World, title: str, rule: str, *numbers: Breakdown, notes: tuple[Note, ...] = ()) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(sheet_of(world).titles["certain"], 1.0, rule),), numbers, notes=notes)


def either(world: World, works: Fraction, rule: str) -> tuple[Chance, ...]:
    """Something that works or does not."""
    return asking.either(sheet_of(world).titles, works, rule, "works", "does_not_work")


def price_lines(price: Price, rule: str, *more: Modifier, label: str = "price") -> tuple[Breakdown, ...]:
    """What it costs, pool by pool; `more` are lines of the Energy or Agility that have reasons of their own."""
    extra = sum(line.value for line in more)
    rows = (
        ("energy_cost", price.energy, more),
        ("stamina_cost", price.stamina, ()),
        ("agility_cost", price.agility, more),
    )
    lines = ((what, add(amount - (extra if own else 0), label, rule), own) for what, amount, own in rows if amount)
    return tuple(Breakdown(what, (line, *own)) for what, line, own in lines)


def results(world: World, odds: Odds, rule: str) -> tuple[Chance, ...]:
    """What may come of an attack."""
    titles = sheet_of(world).titles
    parts = (
        ("spell_fails", odds.fails, "AURA-MAGIC-2"),
        ("missed", odds.miss, rule),
        ("hit", odds.hit, rule),
        ("critical_hit", odds.critical, "AURA-DMG-9"),
    )
    return tuple(Chance(titles[key], float(part), why) for key, part, why in parts if part)


def moment(price: Price | Pricing, *, bares: bool = False) -> Previewing:
    """Something that takes a moment and is sure; `bares`: whoever does it is Unguarded (AURA-ACT-2)."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit = request.who
        open_to = bares or holds(world, unit, "unguarded")
        numbers = _price(world, unit, option, price)
        return sure(world, title, option.rule, *numbers, notes=tuple(strikers(world, unit)) if open_to else ())

    return preview


def _price(world: World, unit: int, option: Option, price: Price | Pricing) -> tuple[Breakdown, ...]:
    return price_lines(price(world, unit, option.action) if callable(price) else price, option.rule)


def breath(price: Pricing) -> Previewing:
    """AURA-ACT-11: with what the next Round gives."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, titles = request.who, sheet_of(world).titles
        notes = [Note(titles["next_round"] + f": {energy_grant(world, unit).total}", "AURA-ECON-1")]
        notes += strikers(world, unit) if holds(world, unit, "unguarded") else []
        return sure(world, title, option.rule, *_price(world, unit, option, price), notes=tuple(notes))

    return preview


def handling(price: Pricing, rule: str) -> Previewing:
    """AURA-ACT-9 and 12: the shaken may drop what they handle; a long Load leaves them Unguarded (ACT-1)."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        if holds(world, request.who, "shaken"):
            works = contests.check_odds(0, Breakdown("check"), sheet_of(world).main.numbers.clumsy)
            numbers = _price(world, request.who, option, price)
            return Preview(title, either(world, works, "AURA-ACT-12"), numbers)
        long = rule == "AURA-ACT-1" and price(world, request.who, option.action).energy >= 3
        return moment(price, bares=long)(world, request, option, title)

    return preview


def break_door(price: Price) -> Previewing:
    """AURA-ACT-13."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, main = request.who, sheet_of(world).main
        skill = max(("arm", "leg"), key=lambda name: check_bonus(world, unit, name).total)
        edge = door_toward(world, unit, option.action.there)
        kind = next(each.kind for each in board_of(world).edges if each.edge == edge)
        run_up = main.numbers.door_charge if spent(world, unit).ran >= main.numbers.charge else 0
        bonus = check_bonus(world, unit, skill)
        works = contests.check_odds(check_net(world, unit, skill), bonus, main.doors[kind] - run_up)
        return Preview(title, either(world, works, option.rule), (bonus, *price_lines(price, option.rule)))

    return preview


def escape(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-17: if both sides choose best."""
    works = max(contests.escape_odds(world, request.who, way) for way in contests.ESCAPING)
    price = price_lines(Price(sheet_of(world).main.costs.escape), option.rule)
    return Preview(title, either(world, works, option.rule), price)


def climb(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-ACT-14: how far up one roll may lead."""
    unit, cell, titles = request.who, option.action.there, sheet_of(world).titles
    prices, found = _price(world, unit, option, climb_price), contests.climb_odds(world, unit, cell)
    order = ("climb_top", "climb_higher", "climb_stuck", "climb_falls")
    chances = tuple(Chance(titles[how], float(found[how]), "AURA-ACT-14") for how in order if how in found)
    height = f"{titles['climbed']}: {climbed(world, unit, cell)}/{climb_height(world, unit, cell)} m"
    return Preview(title, chances, (check_bonus(world, unit, "climb"), *prices), notes=(Note(height, "AURA-HOUSE-10"),))


def hide(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-FACE-7 and HOUSE-1: the chance against the sharpest, and against each observer by itself."""
    unit, titles = request.who, sheet_of(world).titles
    prices = price_lines(Price(sheet_of(world).main.costs.hide), "AURA-FACE-7")
    bonus, net = check_bonus(world, unit, "stealth"), check_net(world, unit, "stealth")
    need = sharpest_needed(world, unit)
    found = {foe: contests.check_odds(net, bonus, stealth_needed(world, foe).total) for foe in others(world, unit)}
    notes = (f"{titles['unnoticed_by']}: {name_of(world, foe)} ({float(odds):.0%})" for foe, odds in found.items())
    works = either(world, contests.check_odds(net, bonus, need.total), "AURA-FACE-7")
    return Preview(title, works, (bonus, need, *prices), notes=tuple(Note(text, "AURA-FACE-7") for text in notes))


def _plain(world: World, unit: int) -> list[int]:
    """AURA-FACE-7: enemies that are awake, without those who hide: nothing is said of them."""
    return [foe for foe in others(world, unit) if not holds(world, foe, "hidden")]


def intruders(
    world: World, unit: int, targets: tuple[int, ...], alarms: tuple[Alarm, ...] = (), *, melee: bool = False
) -> tuple[Note, ...]:
    """AURA-INIT-1 and SWIFT-4: who may break in on an action of the unit, with what, and how likely it comes first."""
    titles = sheet_of(world).titles
    found: list[Note] = []
    for foe in _plain(world, unit):
        asked = "challenge_attacked" if foe in targets else "challenge_ally" if targets else "challenge_approach"
        willing = getattr(world.get(foe, Orders), asked) != "never"
        if willing and may_roll_initiative(world, foe) and able(world, foe) and aware(world, foe, unit):
            odds = contests.initiative_odds(world, foe, unit, rolls=may_roll_initiative(world, unit))
            found.append(_first(world, foe, odds))
    for foe in dict.fromkeys(alarm.unit for alarm in alarms):
        found.append(Note(f"{titles['breaks_in_swift']}: {name_of(world, foe)}", "AURA-SWIFT-4"))
    found += [note for foe in targets for note in _feats(world, foe, unit, melee=melee)]
    if holds(world, unit, "unguarded"):
        found += strikers(world, unit)
    return tuple(found) or (Note(titles["breaks_in_nobody"], "AURA-INIT-1"),)


def _feats(world: World, unit: int, actor: int, *, melee: bool) -> list[Note]:
    """AURA-INT-6: with which abilities somebody may answer an attack on it at once."""
    sheet = sheet_of(world)
    actions = feats(world, unit, Moment("declared", actor, (unit,), melee=melee))
    found = [sheet.abilities[name] for name in dict.fromkeys(action.how[0] for action in actions)]
    words = f"{sheet.titles['breaks_in_feat']}: {name_of(world, unit)}"
    return [Note(f"{words}, {each.title}", each.rule) for each in found]


def may_strike(world: World, unit: int) -> bool:
    """AURA-SWIFT-2 and FLOOR-11: whether a unit has its Swift Attack, can pay for it, and may be asked."""
    price = Price(sheet_of(world).main.costs.swift)
    wants = world.get(unit, Orders).swift != "never"
    return wants and swift_possible(world, unit) and not unaffordable(world, unit, price)


def may_challenge(world: World, unit: int) -> bool:
    """AURA-INIT-1 and FLOOR-11: whether a unit has its Initiative roll, and answers to anything at all."""
    orders = world.get(unit, Orders)
    names = (orders.challenge_attacked, orders.challenge_ally, orders.challenge_approach)
    return any(name != "never" for name in names) and may_roll_initiative(world, unit) and able(world, unit)


def strikers(world: World, unit: int) -> list[Note]:
    """AURA-SWIFT-3: who could strike the unit where it is while it is Unguarded."""

    def near(foe: int) -> bool:
        return bool(striking_items(world, foe, unit)) and faces(world, foe, unit) and sees(world, foe, unit)

    return _by_swift(world, [foe for foe in _plain(world, unit) if near(foe)])


def _by_swift(world: World, foes: list[int]) -> list[Note]:
    words = sheet_of(world).titles["breaks_in_unguarded"]
    return [Note(f"{words}: {name_of(world, foe)}", "AURA-SWIFT-3") for foe in foes if may_strike(world, foe)]


def landed(world: World, unit: int, cell: int) -> tuple[Note, ...]:
    """AURA-MOVE-15: who could strike whoever comes down there, Unguarded."""
    filled = board_of(world).grid.footprint(cell, shape_of(world, unit))

    def near(foe: int) -> bool:
        turned = world.get(foe, Watch).focus == unit or faced_cells(world, foe) & filled
        return bool(turned) and gap_to(world, unit, cell, cells_of(world, foe)) <= longest_reach(world, foe)

    open_to = [foe for foe in _plain(world, unit) if near(foe)]
    return Note(sheet_of(world).titles["lays_open"], "AURA-MOVE-15"), *_by_swift(world, open_to)


def alarms_on(world: World, unit: int, way: Way) -> tuple[Alarm, ...]:
    """AURA-SWIFT-4: enemies whose reach the first step crosses, and those crossed later on."""
    found: list[Alarm] = []
    for enemy in _watchers(world, unit):
        reach, filled = longest_reach(world, enemy), cells_of(world, enemy)
        steps = pairwise((cell, gap_to(world, unit, cell, filled)) for cell in way[0])
        crossed = next((here for (here, near), (_, far) in steps if near == reach != far), None)
        if crossed is not None:
            found.append(Alarm(crossed, enemy, "swift", "AURA-SWIFT-4"))
    return tuple(found)


def alarms_off(world: World, unit: int) -> tuple[Alarm, ...]:
    """AURA-HOUSE-37: enemies whose reach it leaves with the board."""
    near = (foe for foe in _watchers(world, unit) if distance(world, unit, foe) <= longest_reach(world, foe))
    return tuple(Alarm(at(world, unit), enemy, "swift", "AURA-SWIFT-4") for enemy in near)


def _watchers(world: World, unit: int) -> list[int]:
    """Enemies in plain sight that may strike whoever crosses their reach."""
    return [foe for foe in enemies(world, unit) if not holds(world, foe, "hidden") and may_strike(world, foe)]
