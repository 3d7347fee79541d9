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
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.rules.wounds.budget import normal_stamina
from game.rules.wounds.checks.blows import deception, hasty_bonus
from game.rules.wounds.checks.rolls import combat_check, hold_bonus, hold_tn, ordinary_dice, steps_beyond, wild_dice
from game.rules.wounds.harm.recovery import healing
from game.rules.wounds.pace import affordable, purse, yards_left
from game.rules.wounds.position.ground import level
from game.rules.wounds.riding import partner
from game.rules.wounds.screen.attacks import Effect, either, recovery_preview, sure, title_of
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Grapple, Strain, body, haste_of, pool, wounds
from game.rules.wounds.verbs.jumping import hangs_short, jump_bonus, jump_number, landing_check
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
    bonus = hasty_bonus(world, unit, how)
    tn, have = sheet_of(world).main.tn.hasten, pool(world, unit, "ap")

    def spent(result: int) -> int:
        margin = result - tn
        if margin >= 0:
            return max(1, cost - 1 - steps_beyond(margin, 3))
        lost = min(have, 1 + steps_beyond(-margin, 3))
        return lost + cost if have - lost >= cost else lost

    odds = (ordinary_dice(world) + bonus.total).map(spent)
    return replace(found, spread=odds.spread(), spread_of=title_of(world, "ap"), numbers=(bonus,))


# Moves


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
    label = "unless_rebuffed" if alarms else "arrives"
    chance = Chance(title_of(world, label), 1.0, sheet_of(world).actions[action.verb].rule)
    return Preview(title, (chance,), (yards, left), path=path, costs=costs, alarms=alarms, notes=tuple(notes))


def hauling(world: World, unit: int, action: Action, title: str) -> Preview:
    """WOUNDS-GRAP-5: a step of a whole grapple, which others may rebuff."""
    path, partners = (world.get(unit, Position).cell, action.there), world.get(unit, Grapple).others
    alarms = tuple(each for each in _alarms(world, unit, path) if each.unit not in partners)
    notes = (Note(title_of(world, "may_be_rebuffed"), "WOUNDS-REACT-1"),) if alarms else ()
    return replace(sure(world, title, "certain", "WOUNDS-GRAP-5"), path=path, alarms=alarms, notes=notes)


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the cell from which the step crosses its optimal reach; only steps from where it stands now."""
    here, found, known = world.get(unit, Position).cell, list[Alarm](), set[int]()
    for at, cell in enumerate(path[1:]):
        for foe in rebuffs(world, unit, cell):
            if foe not in known:
                known.add(foe)
                found.append(Alarm(path[at] if at else here, foe, "rebuff", "WOUNDS-REACT-1"))
    return tuple(found)


# Checks and other throws


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
    tn = sheet_of(world).main.treat_wound_tn[LEVELS.index(action.what)]
    bonus = healing(world, unit, "Wounds", "WOUNDS-HEAL-4")
    return checked(world, title, bonus, tn, "WOUNDS-HEAL-4")


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
