"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import FIELD, Carried, Clock, Position
from game.kernel.ecs import World
from game.kernel.flow import Action, Decision, Option
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.verbs import Previewing
from game.rules.wounds.checks.contests import hasty_bonus
from game.rules.wounds.checks.rolls import ordinary_dice, steps_beyond
from game.rules.wounds.pace import affordable, purse, yards_left
from game.rules.wounds.riding import partner
from game.rules.wounds.screen.attacks import Effect, sure, title_of
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import Grapple, pool
from game.rules.wounds.verbs.walking import rebuffs, route, surcharge
from game.systems.conditions import holds


def named(world: World, request: Decision, option: Option, title: str) -> Preview:
    """Something certain that its own title tells."""
    label = option.key if option.key in sheet_of(world).titles else "certain"
    return sure(world, title, label, option.rule)


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

    law = (ordinary_dice(world) + bonus.total).map(spent)
    spread = tuple((amount, float(chance)) for amount, chance in law.chances().items())
    return replace(found, spread=spread, spread_of=title_of(world, "ap"), numbers=(bonus,))


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
