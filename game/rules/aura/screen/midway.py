"""Previews of the questions in the middle of an action: prices, chances, and who has spoken up."""

from __future__ import annotations

from fractions import Fraction

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules import asking
from game.rules.asking import certain
from game.rules.aura.budget import Price
from game.rules.aura.checks import contests
from game.rules.aura.checks.numbers import name_of
from game.rules.aura.checks.odds import Odds, blow_odds, harm_spread, maneuver_odds, shot_odds, spell_odds, weighed_odds
from game.rules.aura.checks.rolls import Weighed
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import beat
from game.rules.aura.turns.windows import Racing
from game.rules.aura.verbs.declare import Doubted
from game.rules.aura.verbs.plans import Planned
from game.rules.aura.verbs.shots import Shot, aim
from game.rules.aura.verbs.spells import Cast, attacks
from game.rules.aura.verbs.spells import aim as spell_aim
from game.rules.aura.verbs.strikes import Blow, Poised, facts
from game.rules.ruleset import Chance, Note, Preview


def enhanced(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-ECON-11: what a set of enhancing abilities costs, and what the attack comes to with them."""
    planned, sheet, names = world.get(request.who, Planned), sheet_of(world), option.action.how
    lines = tuple(add(sheet.abilities[name].stamina, sheet.titles[name].lower(), "AURA-ECON-11") for name in names)
    price = (Breakdown("stamina_cost", lines),) if lines else ()
    return changed(_odds_of(world, changed(planned.attack, enhance=names), title), numbers=price)


def _odds(world: World, attack: Blow | Shot | Cast) -> Odds:
    if isinstance(attack, Blow):
        return blow_odds(world, attack, facts(world, attack))
    if isinstance(attack, Shot):
        return shot_odds(world, attack, aim(world, attack))
    return spell_odds(world, attack, spell_aim(world, attack) if attacks(world, attack.spell) else None)


def _rule(attack: Blow | Shot | Cast) -> str:
    return "AURA-ATK-8" if isinstance(attack, Blow) else "AURA-RNG-2"


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
    hit = poised.hit
    spread = harm_spread(world, poised.blow, poised.known, hit.face, critical=hit.critical)
    return changed(sure(world, title, option.rule), spread=spread, spread_of="damage", targets=(poised.blow.target,))


def challenged(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-INIT-2 and 7: whether the actor's roll keeps all those behind it who have named what they would do."""
    titles, challengers, actor = sheet_of(world).titles, beat(world).challengers, request.who
    rolls = option.role == "act"
    ahead = contests.ahead_odds(world, actor, challengers) if rolls else Fraction(0)
    chances = asking.either(titles, ahead, option.rule, "stays_ahead", "overtaken")
    notes = (
        Note(f"{titles['breaks_in_first']}: {name_of(world, unit)} ({float(part):.0%})", "AURA-INIT-1")
        for unit in challengers
        for part in (contests.initiative_odds(world, unit, actor, rolls=rolls),)
    )
    return Preview(title, chances, notes=tuple(notes))


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
    """What comes of an attack as it is planned, its price aside."""
    odds, harms = _odds(world, attack), not isinstance(attack, Cast) or attacks(world, attack.spell)
    what = "damage" if harms else ""
    return Preview(
        title, results(world, odds, _rule(attack)), spread=odds.spread, spread_of=what, targets=(attack.target,)
    )


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
