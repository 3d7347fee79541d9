"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import FIELD, Carried, Clock, Position
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.joint import Joint
from game.rules.odds import dice
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.rules.walking import perils
from game.rules.wounds.budget import normal_stamina
from game.rules.wounds.checks import blows
from game.rules.wounds.checks.blows import deception, hasty_bonus
from game.rules.wounds.checks.rolls import (
    combat_check,
    hold_bonus,
    hold_tn,
    ordinary_dice,
    steps_beyond,
    toughness,
    wild_dice,
)
from game.rules.wounds.gear import weapon
from game.rules.wounds.harm.wounds import healing, recoverable, recovery_bonus
from game.rules.wounds.pace import affordable, purse, yards_left
from game.rules.wounds.position.cover import witness
from game.rules.wounds.position.ground import flying, level
from game.rules.wounds.position.space import METRIC
from game.rules.wounds.riding import partner
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Grapple, Strain, body, haste_of, pool, wounds
from game.rules.wounds.verbs.jumping import hangs_short, jump_bonus, jump_number, landing_check
from game.rules.wounds.verbs.spells import burst_targets
from game.rules.wounds.verbs.walking import rebuffs, route, surcharge
from game.systems.conditions import holds
from game.systems.field import board_of

Thrown: TypeAlias = "tuple[Breakdown, int, str]"
"""A bonus, the number to reach, and the rule."""
Throw: TypeAlias = "Callable[[World, int, Action], Thrown]"


def reacting(effect: Effect | None = None) -> Previewing:
    """A reaction, with what it costs."""

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        unit, verb = request.who, option.verb
        found = effect(world, unit, option.action, title) if effect else sure(world, title, "certain", option.rule)
        cost = sheet_of(world).actions[verb].ap + (surcharge(world, unit) if verb == "rebuff" else 0)
        return replace(found, numbers=(*found.numbers, _ap_cost(world, verb, cost)))

    return preview


def takes_longer(world: World, found: Preview, title: str, rule: str) -> Preview:
    """WOUNDS-ECON-6: the same over several turns."""
    note = Note(title_of(world, "takes_longer"), "WOUNDS-ECON-6")
    return replace(sure(world, title, "takes_longer", rule), numbers=found.numbers, notes=(note,))


def with_costs(world: World, unit: int, name: str, cost: int, found: Preview, *, breaks_in: bool) -> Preview:
    """AP and stamina beside the numbers, and the initiative that an action costs which `breaks_in`."""
    lines, stamina = [], sheet_of(world).actions[name].stamina
    if cost:
        lines.append(_ap_cost(world, name, cost))
    if stamina:
        lines.append(Breakdown("stamina_cost", (add(stamina, "stamina", "WOUNDS-ACT-0"),)))
    notes, active = found.notes, world.get(FIELD, Clock).active
    if breaks_in and active is not None and active not in (unit, partner(world, unit)):
        notes = (*notes, Note(title_of(world, "costs_initiative"), "WOUNDS-TURN-3"))
    return replace(found, numbers=(*found.numbers, *lines), notes=notes)


def _ap_cost(world: World, verb: str, cost: int) -> Breakdown:
    return Breakdown("ap_cost", (add(cost, title_of(world, verb).lower(), "WOUNDS-HD-5"),))


def hurried(world: World, unit: int, how: str, cost: int, found: Preview) -> Preview:
    """WOUNDS-FAST-2 and 3: how many AP it takes in the end is a matter of chance."""
    bonus, tn, have = hasty_bonus(world, unit, how), sheet_of(world).main.tn.hasten, pool(world, unit, "ap")

    def spent(result: int) -> int:
        margin = result - tn
        if margin >= 0:
            return max(1, cost - 1 - steps_beyond(margin, 3))
        lost = min(have, 1 + steps_beyond(-margin, 3))
        return lost + cost if have - lost >= cost else lost

    odds = (ordinary_dice(world) + bonus.total).map(spent)
    return replace(found, spread=odds.spread(), spread_of=title_of(world, "ap"), numbers=(bonus,))


def move(world: World, unit: int, action: Action, title: str) -> Preview:
    """The unit's own way."""
    return _way(world, unit, purse(world, unit), action, title)


def ride(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-MOUNT-5: the mount's way."""
    mount = world.get(unit, Carried).by
    return _way(world, mount, purse(world, mount, unit), action, title)


def _way(world: World, mover: int, ap: int, action: Action, title: str) -> Preview:
    """Path, yards, and every cell where somebody may rebuff."""
    path, costs = route(world, mover, action.there, affordable(world, mover, ap))
    alarms = _alarms(world, mover, path)
    yards = Breakdown("yards", (add(costs[-1], "way", "WOUNDS-MOVE-7"),))
    left = Breakdown("yards_left", (Modifier(yards_left(world, mover), "bought before", "WOUNDS-MOVE-3"),))
    notes = [Note(title_of(world, "may_be_rebuffed"), "WOUNDS-REACT-1")] if alarms else []
    if holds(world, mover, "grappling"):
        notes.append(Note(title_of(world, "may_be_clung_to"), "WOUNDS-GRAP-3"))
    dry = [path[0], *(cell for cell in path[1:] if not board_of(world).water >> cell & 1)]
    notes += [] if flying(world, mover) else perils(world, mover, dry, "WOUNDS-HD-27")
    label, rule = "unless_rebuffed" if alarms else "arrives", sheet_of(world).actions[action.verb].rule
    chance = Chance(title_of(world, label), 1.0, rule)
    return Preview(title, (chance,), (yards, left), path=path, costs=costs, alarms=alarms, notes=tuple(notes))


def hauling(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-5: a step of a whole grapple, which others may rebuff."""
    path, partners = (world.get(unit, Position).cell, action.there), world.get(unit, Grapple).others
    alarms = tuple(each for each in _alarms(world, unit, path) if each.unit not in partners)
    notes = (Note(title_of(world, "may_be_rebuffed"), "WOUNDS-REACT-1"),) if alarms else ()
    return replace(sure(world, title, "certain", "WOUNDS-GRAP-5"), path=path, alarms=alarms, notes=notes)


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the cell from which the step crosses its optimal reach; only steps from where it stands now."""
    here = world.get(unit, Position).cell
    found: list[Alarm] = []
    known: set[int] = set()
    for at, cell in enumerate(path[1:]):
        for foe in rebuffs(world, unit, cell):
            if foe not in known:
                known.add(foe)
                found.append(Alarm(path[at] if at else here, foe, "rebuff", "WOUNDS-REACT-1"))
    return tuple(found)


def trial(throw: Throw, *, wild: bool = True) -> Effect:
    """A check against a number."""
    return lambda world, unit, action, title: checked(world, title, *throw(world, unit, action), wild=wild)


def checked(world: World, title: str, bonus: Breakdown, tn: int, rule: str, *, wild: bool = False) -> Preview:
    """The chance to reach a number."""
    odds = (wild_dice(world) if wild else ordinary_dice(world)) + bonus.total
    goal = Breakdown("tn", (add(tn, "to reach", rule),))
    return Preview(title, either(world, float(odds.at_least(tn)), rule), (bonus, goal))


def surface(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ENV-9: sure for whoever swims by nature."""
    if "swim" in body(world, unit).modes:
        return sure(world, title, "success", "WOUNDS-ENV-9")
    return checked(world, title, hold_bonus(world, unit), hold_tn(world, unit), "WOUNDS-ENV-9")


def treat_wound(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HEAL-4 and 6: nothing helps whoever is too tired."""
    if world.get(action.target, Strain).fatigue >= normal_stamina(world, action.target):
        return sure(world, title, "failure", "WOUNDS-HEAL-6")
    tn, bonus = sheet_of(world).main.treat_wound_tn, healing(world, unit, "Wounds", "WOUNDS-HEAL-4")
    return checked(world, title, bonus, tn[LEVELS.index(action.what)], "WOUNDS-HEAL-4")


def distract(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-HIND-2 and CORE-5: ties are the actor's."""
    mine, theirs = deception(world, unit, "Prs"), deception(world, action.target, "Prc")
    odds = (ordinary_dice(world) + mine.total) - (ordinary_dice(world) + theirs.total)
    chances = either(world, float(odds.at_least(0)), "WOUNDS-HIND-2")
    return Preview(title, chances, (mine, replace(theirs, what="deception_against")), targets=(action.target,))


def seize(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-21."""
    sides = sheet_of(world).main.dice.seize
    spread = tuple((face, float(Fraction(1, sides))) for face in range(1, sides + 1))
    return replace(sure(world, title, "certain", "WOUNDS-ACT-21"), spread=spread, spread_of="initiative")


def jumping(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-JUMP-1: how far or how high, before the place is chosen."""
    bonus = jump_bonus(world, unit)
    odds = (ordinary_dice(world) + bonus.total).map(lambda result: jump_number(world, unit, result).total)
    found = sure(world, title, "jump_then_land", "WOUNDS-JUMP-1", bonus)
    return replace(found, spread=odds.spread(), spread_of=title_of(world, f"{action.verb}_spread"))


def touching_down(world: World, request: Decision, option: Option, title: str) -> Preview:
    """WOUNDS-JUMP-9 and 10, HD-15: what is asked for where the jump ends, or how far down that is."""
    unit, cell = request.who, option.action.there
    board, here = board_of(world), world.get(unit, Position).cell
    drop = level(board, here) - level(board, cell)
    asked = landing_check(world, unit, cell, drop, short=hangs_short(board, here, cell))
    if asked is not None:
        _, bonus, tn, rule = asked
        return checked(world, title, bonus, tn, rule)
    falls = (Breakdown("fall", (add(drop, "yards", "WOUNDS-HD-15"),)),) if drop > 1 else ()
    return sure(world, title, "certain", "WOUNDS-JUMP-6", *falls)


def cling(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-3: the points that are divided afterwards."""
    bonus = combat_check(world, unit, "power")
    found = sure(world, title, "certain", "WOUNDS-GRAP-3", bonus)
    return replace(found, spread=(wild_dice(world) + bonus.total).spread(), spread_of="cling")


def use_object(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-22."""
    title = f"{title}: {title_of(world, action.what)}"
    if sheet_of(world).items[action.what].use == "recovery" and not haste_of(action) and wounds(world, unit):
        return recovery_preview(world, unit, title)
    return sure(world, title, "certain", "WOUNDS-ACT-22")


Effect: TypeAlias = "Callable[[World, int, Action, str], Preview]"
"""(world, unit, action, title) -> what the effect of an action comes to, its costs aside."""


def title_of(world: World, key: str) -> str:
    """The English of a key; made of the key itself where the sheet has none."""
    return sheet_of(world).titles.get(key, key.replace("_", " ").capitalize())


def sure(world: World, title: str, label: str, rule: str, *numbers: Breakdown) -> Preview:
    """Something without chance in it."""
    return Preview(title, (Chance(title_of(world, label), 1.0, rule),), tuple(numbers))


def weapon_attack(blow_of: Callable[[World, int, Action], blows.Blow]) -> Effect:
    """An attack with a weapon, by what the action means. A defender is expected to choose its best Defense; swimmers
    and climbers may lose their hold (WOUNDS-ENV-7)."""

    def effect(world: World, unit: int, action: Action, title: str) -> Preview:
        blow = blow_of(world, unit, action)
        return _struck(world, blow, title, blows.attack_bonus(world, blow), blows.best_defense(world, blow), risky=True)

    return effect


def _notes(world: World, blow: blows.Blow) -> tuple[Note, ...]:
    spec, found = sheet_of(world).main.dice.wild, []
    odds = dice(*spec.dice)
    good, bad = odds.at_least(spec.success), odds.at_most(spec.failure)
    found.append(Note(f"{title_of(world, 'critical_success')} {float(good):.0%}", "WOUNDS-INIT-7"))
    found.append(Note(f"{title_of(world, 'critical_failure')} {float(bad):.0%}", "WOUNDS-INIT-8"))
    if blows.guards(world, blow):
        found.append(Note(title_of(world, "best_guard"), "WOUNDS-ACT-8"))
    arm = weapon(world, blow.key)
    if arm.slicing and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(title_of(world, "slices"), "WOUNDS-HD-11"))
    if arm.concussive and blow.mode not in ("nonlethal", "grapple"):
        found.append(Note(f"{title_of(world, 'shakes')} {arm.concussive}", "WOUNDS-HD-11"))
    return tuple(found)


def _mana(world: World, key: str) -> tuple[Breakdown, ...]:
    spell = sheet_of(world).spells[key]
    rows = (("mana_cost", spell.spend), ("mana_invested", spell.invest))
    return tuple(Breakdown(what, (add(cost, spell.title.lower(), "WOUNDS-MANA-2"),)) for what, cost in rows if cost)


def open_up(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-12: the number that may stand in for a Defense."""
    bonus = blows.attack_bonus(world, blows.Blow(unit, action.target, action.what))
    odds = wild_dice(world) + bonus.total
    holds_on = blows.steadiness(world, unit)
    spread = tuple((number, float(holds_on * chance)) for number, chance in odds.chances().items())
    found = sure(world, title, "certain", "WOUNDS-ACT-12", bonus)
    if holds_on < 1:
        lost = Chance(title_of(world, "failure"), float(1 - holds_on), "WOUNDS-ENV-7")
        found = replace(found, chances=(replace(found.chances[0], probability=float(holds_on)), lost))
    return replace(found, spread=spread, spread_of="opening", targets=(action.target,))


def guard(world: World, request: Decision, option: Option, title: str) -> Preview:
    """The target's side of an attack: what each answer leaves of it."""
    blow = blows.answered(request.who, option.action)
    met = blows.plain_defense(world, blow, option.verb)
    if blow.key in sheet_of(world).weapons:
        return _struck(world, blow, title, blows.attack_bonus(world, blow), met)
    bonus = blows.spell_bonus(world, blow.unit, blow.key, blow.target, blow.place)
    levels = blows.spell_levels(world, blow.unit, blow.key, blow.target, bonus.total, met.total)
    numbers = (bonus, met, blows.spell_damage(world, blow.unit, blow.key, blow.target), toughness(world, blow.target))
    return _landed(world, blow.unit, blow.target, title, levels, numbers)


def _struck(
    world: World, blow: blows.Blow, title: str, bonus: Breakdown, met: Breakdown, *, risky: bool = False
) -> Preview:
    harm, tough, grapple = blows.damage_bonus(world, blow), blows.hard(world, blow), blow.mode == "grapple"
    levels = blows.outcomes(world, blow, bonus.total, harm.total, met.total, tough.total)
    levels = blows.while_hanging(world, blow.unit, levels) if risky else levels
    numbers, held = ((bonus, met), "grappled") if grapple else ((bonus, met, harm, tough), "")
    return _landed(world, blow.unit, blow.target, title, levels, numbers, held=held, notes=_notes(world, blow))


def _landed(
    world: World,
    unit: int,
    target: int,
    title: str,
    levels: Joint[int],
    numbers: tuple[Breakdown, ...],
    *,
    held: str = "",
    notes: tuple[Note, ...] = (),
) -> Preview:
    """Chance of each wound after overflow, or of a hold."""
    labels = ("miss", held) if held else ("miss", "no_wound", *LEVELS, "kills")
    chances = tuple(
        Chance(title_of(world, label), float(levels.exactly(level)), "WOUNDS-WND-10" if level > 0 else "WOUNDS-ATK-1")
        for level, label in enumerate(labels, start=-1)
        if levels.exactly(level)
    )
    odds, sight = levels.map(lambda level: max(0, level)), witness(world, unit, target)
    found = Preview(title, chances, numbers, targets=(target,), sight=sight, notes=notes)
    spread = tuple((level, float(odds.exactly(level))) for level in range(7) if odds.exactly(level))
    if held:
        return found
    return replace(found, spread=spread, spread_of=title_of(world, "wound_level"), fells=float(levels.exactly(6)))


def spell(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-ACT-7: a spell with what it costs."""
    key, cast = action.what, sheet_of(world).spells[action.what]
    title, costs = f"{title}: {title_of(world, key)}", _mana(world, key)
    if cast.radius:
        return _burst(world, unit, action, title)
    target = action.target
    if cast.effect == "recovery":
        return recovery_preview(world, target, title)
    if not cast.target:
        return replace(sure(world, title, "certain", "WOUNDS-HD-12", *costs), targets=(target,))
    bonus, harm = blows.spell_bonus(world, unit, key, target), blows.spell_damage(world, unit, key, target)
    met = blows.spell_defense(world, unit, key, target)
    levels = blows.while_hanging(world, unit, blows.spell_levels(world, unit, key, target, bonus.total, met.total))
    numbers, held = ((bonus, met, harm, toughness(world, target)), "") if cast.damage else ((bonus, met), "held")
    burns = cast.rider and not blows.wet(world, unit, target)
    notes = (Note(title_of(world, "may_burn"), "WOUNDS-HD-12"),) if burns else ()
    return _landed(world, unit, target, title, levels, (*numbers, *costs), held=held, notes=notes)


def _burst(world: World, unit: int, action: Action, title: str) -> Preview:
    """One roll against everybody in the area: how many are hit."""
    key = action.what
    area = board_of(world).grid.disc(action.there, sheet_of(world).spells[key].radius, METRIC)
    targets = burst_targets(world, area)
    met = [blows.best_defense(world, blows.Blow(unit, other, key, ranged=True)) for other in targets]
    rows = list(zip([blows.spell_bonus(world, unit, key, other) for other in targets], met, strict=True))
    hits = wild_dice(world).map(lambda natural: sum(natural + bonus.total >= met.total for bonus, met in rows))
    steady = blows.while_hanging(world, unit, Joint(dict(hits.items()))).map(lambda count: max(0, count))
    spread = steady.marginal(lambda count: count).spread()
    return Preview(
        title,
        tuple(Chance(f"{count} {title_of(world, 'hit_count')}", chance, "WOUNDS-HD-12") for count, chance in spread),
        (*(number for row in rows for number in row), *_mana(world, key)), spread=spread, spread_of="hits",
        targets=tuple(targets), area=area,
    )  # fmt: skip


def either(world: World, chance: float, rule: str, *labels: str) -> tuple[Chance, ...]:
    """The chances of two outcomes, those that are possible."""
    rows = zip(labels or ("success", "failure"), (chance, 1 - chance), strict=True)
    return tuple(Chance(title_of(world, label), each, rule) for label, each in rows if each)


def recovery_preview(world: World, unit: int, title: str) -> Preview:
    """WOUNDS-REST-14: whether anything gets better."""
    bonus = recovery_bonus(world, unit)
    odds = (ordinary_dice(world) + bonus.total).map(lambda result: int(bool(recoverable(world, unit, result))))
    chances = either(world, float(odds.at_least(1)), "WOUNDS-REST-14", "healed", "not_healed")
    return Preview(title, chances, (bonus,), targets=(unit,))
