"""Previews of the questions in the middle of an action: prices, chances, and who has spoken up."""

from __future__ import annotations

from fractions import Fraction

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Rolled
from game.kernel.flow import Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.aura.chances import (
    Odds,
    ahead_odds,
    blow_odds,
    check_odds,
    escape_odds,
    harm_spread,
    holding_odds,
    initiative_odds,
    maneuver_odds,
    race_odds,
    shot_odds,
    spell_odds,
    weighed_odds,
)
from game.rules.aura.declaring import Doubted
from game.rules.aura.enhancing import Planned
from game.rules.aura.figures import name_of
from game.rules.aura.openings import Racing
from game.rules.aura.pools import Price
from game.rules.aura.rolls import Weighed
from game.rules.aura.sheet import sheet_of
from game.rules.aura.shots import Shot, aim
from game.rules.aura.spells import Cast, attacks
from game.rules.aura.spells import aim as spell_aim
from game.rules.aura.state import beat
from game.rules.aura.strikes import Blow, Poised, facts
from game.rules.ruleset import Chance, Note, Preview


def midway(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The preview of an option of such a question; without chance where nothing is left to it."""
    if request.question == "challenged":
        return _challenged(world, request.who, option, title)
    if request.question == "care" and isinstance(request.about, Attacked):
        return _care(world, request.who, request.about, option, title)
    if request.question in ("escape_by", "hold_by"):
        return _by(world, request, option, title)
    if request.question == "enhance":
        return _enhanced(world, request.who, option, title)
    if request.question == "also_harm" and option.key != "no":
        return _also(world, request.who, option, title)
    if request.question in _ASKED:
        found = _ASKED[request.question](world, request.who, option, title)
        if found is not None:
            return found
    price = Price(agility=1) if option.verb in ("agile", "fling") else Price()
    return sure(world, title, option.rule, *price_lines(price, option.rule))


def _enhanced(world: World, who: int, option: Option, title: str) -> Preview:
    """AURA-ECON-11: what a set of enhancing abilities costs, and what the attack comes to with them."""
    planned, sheet = world.find(who, Planned), sheet_of(world)
    if planned is None:
        return sure(world, title, option.rule)
    names = () if option.key == "no" else tuple(option.key.split("+"))
    attack = changed(planned.attack, enhance=names)
    odds = _odds(world, attack)
    lines = tuple(add(sheet.abilities[name].stamina, sheet.titles[name].lower(), "AURA-ECON-11") for name in names)
    price = (Breakdown("stamina_cost", lines),) if lines else ()
    return Preview(
        title,
        results(world, odds, _rule(planned.attack)),
        price,
        spread=odds.spread,
        spread_of="damage",
        targets=(attack.target,),
    )


def _odds(world: World, attack: Blow | Shot | Cast) -> Odds:
    """What comes of an attack as it is planned."""
    if isinstance(attack, Blow):
        return blow_odds(world, attack, facts(world, attack))
    if isinstance(attack, Shot):
        return shot_odds(world, attack, aim(world, attack))
    return spell_odds(world, attack, spell_aim(world, attack) if attacks(world, attack.spell) else None)


def _rule(attack: Blow | Shot | Cast) -> str:
    """By what it hits or misses."""
    return "AURA-ATK-8" if isinstance(attack, Blow) else "AURA-RNG-2"


def _dice(world: World, who: int, option: Option, title: str) -> Preview | None:
    """AURA-GEN-2: what comes of a roll with Advantage or without, with the one die or the other."""
    weighed, titles = world.find(who, Weighed), sheet_of(world).titles
    if weighed is None or not weighed.rungs:
        return None
    found = weighed_odds(weighed, option.key)
    return Preview(title, tuple(Chance(titles[what], float(part), rule) for (what, rule), part in found.items()))


def _race(world: World, who: int, option: Option, title: str) -> Preview | None:
    """AURA-INIT-10: how likely it comes first."""
    racing, titles = world.find(who, Racing), sheet_of(world).titles
    if racing is None:
        return None
    first = race_odds(world, who, racing, rolls=option.key == "roll")
    parts = (("comes_first", first), ("comes_late", 1 - first))
    return Preview(title, tuple(Chance(titles[key], float(part), "AURA-INIT-10") for key, part in parts if part))


def _doubts(world: World, who: int, option: Option, title: str) -> Preview | None:
    """AURA-INC-1 and 2: the action as it stands now, or what breaking off costs."""
    doubted = world.find(who, Doubted)
    if doubted is None:
        return None
    if option.key == "withdraw":
        return sure(world, title, option.rule, *price_lines(Price(int(doubted.disturbed)), option.rule))
    price, attack = price_lines(doubted.price, option.rule), doubted.attack
    if attack is None:
        return sure(world, title, option.rule, *price)
    if isinstance(attack, Blow) and attack.maneuver:
        works = maneuver_odds(world, attack, facts(world, attack))
        return Preview(title, either(world, works, "AURA-MAN-4"), price, targets=(attack.target,))
    odds, what = _odds(world, attack), "damage" if not isinstance(attack, Cast) or attacks(world, attack.spell) else ""
    return Preview(
        title,
        results(world, odds, _rule(attack)),
        price,
        spread=odds.spread,
        spread_of=what,
        targets=(attack.target,),
    )


_ASKED = {"use_advantage": _dice, "which_die": _dice, "race": _race, "second_thoughts": _doubts}


def _also(world: World, who: int, option: Option, title: str) -> Preview:
    """AURA-GEAR-8: the damage that a maneuver may do as well."""
    poised = world.find(who, Poised)
    if poised is None:
        return sure(world, title, option.rule)
    hit = poised.hit
    spread = harm_spread(world, poised.blow, poised.known, hit.face, critical=hit.critical)
    return changed(sure(world, title, option.rule), spread=spread, spread_of="damage", targets=(poised.blow.target,))


def _challenged(world: World, actor: int, option: Option, title: str) -> Preview:
    """AURA-INIT-2 and 7: whether the actor's roll keeps all those behind it who have named what they would do."""
    titles, challengers = sheet_of(world).titles, beat(world).challengers
    ahead = ahead_odds(world, actor, challengers) if option.key == "roll" else Fraction(0)
    parts = (("stays_ahead", ahead), ("overtaken", 1 - ahead))
    chances = tuple(Chance(titles[key], float(part), option.rule) for key, part in parts if part)
    notes = (
        Note(f"{titles['breaks_in_first']}: {name_of(world, unit)} ({float(part):.0%})", "AURA-INIT-1")
        for unit in challengers
        for part in (initiative_odds(world, unit, actor, rolls=option.key == "roll"),)
    )
    return Preview(title, chances, notes=tuple(notes))


def _care(world: World, who: int, about: Attacked, option: Option, title: str) -> Preview:
    """AURA-NL-3 and 4: what a number of steps costs, and how likely the life is spared."""
    numbers, titles, steps = sheet_of(world).main.numbers, sheet_of(world).titles, int(option.key.partition(" ")[2])
    need = about.numbers[0].plus(add(-numbers.care_step * steps, "care to spare", "AURA-NL-4"))
    penalty = Breakdown("penalty", (add(numbers.care * steps, "care to spare", "AURA-NL-4"),))
    spares = check_odds(0, Breakdown("chance"), need.total)
    notes = (Note(f"{titles['spares']}: {float(spares):.0%}", "AURA-NL-3"),)
    planned = world.find(who, Planned)
    if planned is None:
        return Preview(title, (), (need, penalty), targets=(about.target,), notes=notes)
    odds = _odds(world, changed(planned.attack, care=steps))
    return Preview(
        title,
        results(world, odds, _rule(planned.attack)),
        (need, penalty),
        spread=odds.spread,
        spread_of="damage",
        targets=(about.target,),
        notes=notes,
    )


def _by(world: World, request: Decision, option: Option, title: str) -> Preview:
    """AURA-MAN-17: how likely a way to break free works, or one to keep hold."""
    if request.question == "escape_by":
        return Preview(title, either(world, escape_odds(world, request.who, option.key), option.rule))
    about = request.about
    if not isinstance(about, Rolled) or not about.numbers:
        return sure(world, title, option.rule)
    rolled = about.numbers[0].total + (min(about.faces) if about.why == "check_roll" else 0)
    return Preview(title, either(world, holding_odds(world, request.who, option.key, rolled), option.rule))


# Shared with the previews of actions


def sure(world: World, title: str, rule: str, *numbers: Breakdown, notes: tuple[Note, ...] = ()) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(sheet_of(world).titles["certain"], 1.0, rule),), numbers, notes=notes)


def either(world: World, works: Fraction, rule: str) -> tuple[Chance, ...]:
    """Something that works or does not."""
    titles = sheet_of(world).titles
    parts = (("works", works), ("does_not_work", 1 - works))
    return tuple(Chance(titles[key], float(part), rule) for key, part in parts if part)


def price_lines(price: Price, rule: str, *more: Modifier, label: str = "price") -> tuple[Breakdown, ...]:
    """What it costs, pool by pool; `more` are lines of the Energy or Agility that have reasons of their own."""
    extra = sum(line.value for line in more)
    found = []
    named = (("energy_cost", price.energy), ("stamina_cost", price.stamina), ("agility_cost", price.agility))
    for what, amount in named:
        own = more if what != "stamina_cost" and amount else ()
        if amount:
            found.append(Breakdown(what, (add(amount - (extra if own else 0), label, rule), *own)))
    return tuple(found)


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
