"""What one option would do: breakdowns and exact odds, by the same functions that resolve it."""

from __future__ import annotations

from msgspec.structs import replace

from game.grid.grid import Cell
from game.kernel.components import FIELD, Clock, Position
from game.kernel.ecs import World
from game.kernel.events import Attacked
from game.kernel.flow import Decision, Option, Request
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.ruleset import Alarm, Chance, Note, Preview
from game.rules.wounds.actions import VERBS, hasty_bonus, price, price_stamina
from game.rules.wounds.attack import (
    Blow,
)
from game.rules.wounds.checks import (
    ordinary_dice,
    steps_beyond,
)
from game.rules.wounds.fighting import ATTACKS
from game.rules.wounds.foresight import attack_preview, guard_preview, spell_preview, sure, title_of, weapon_preview
from game.rules.wounds.going import route
from game.rules.wounds.moving import rebuffs, surcharge
from game.rules.wounds.riding import partner
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import (
    Grapple,
    Riding,
    pool,
)
from game.rules.wounds.tries import CHECKS, OTHERS, landing_preview, tried
from game.rules.wounds.verbs import price_of
from game.rules.wounds.yards import affordable, purse, yards_left
from game.systems.conditions import holds

REACTIONS = ("rebuff", "interpose", "cling", "harry")


def preview(world: World, request: Request, key: str) -> Preview:
    """The preview of one option of a decision; KeyError for a key that is no option."""
    assert isinstance(request, Decision)
    option = {option.key: option for option in request.options}[key]
    title = option.label or title_of(world, option.verb)
    if request.question in ("guard", "opening") and isinstance(request.about, Attacked):
        return guard_preview(world, request.about, key, title)
    verb = option.verb
    if verb == "land" and option.cell is not None:
        return landing_preview(world, request.who, option.cell, title)
    if request.question == "ready_action":
        return sure(world, title, "certain", option.rule)
    if verb == "long":
        inner = replace(option, key=key.removeprefix("long "))
        found = act(world, request.who, inner, title)
        note = Note(title_of(world, "takes_longer"), "WOUNDS-ECON-6")
        return replace(sure(world, title, "takes_longer", option.rule), numbers=found.numbers, notes=(note,))
    if verb in VERBS or verb in REACTIONS:
        return act(world, request.who, option, title, reaction=request.question == "readied")
    return sure(world, title, key if key in sheet_of(world).titles else "certain", option.rule)


def act(world: World, unit: int, option: Option, title: str, *, reaction: bool = False) -> Preview:
    """The preview of an action, reaction or move of a unit, with what it costs; `reaction` costs no initiative."""
    verb, words = option.verb, option.key.split(" ")
    if verb in ATTACKS or verb == "grapple":
        found = weapon_preview(world, unit, option.key, title)
    elif verb == "rebuff":
        found = attack_preview(world, Blow(unit, int(words[1]), words[2], "rebuff"), title)
    elif verb == "command":
        mount = world.get(unit, Riding).mount
        inner = replace(option, key=option.key.partition(" ")[2])
        return act(world, mount, inner, title)
    elif verb == "cast":
        found = spell_preview(world, unit, words, title)
    elif verb in ("move", "ride"):
        found = _move(world, unit, option, title)
    elif verb == "haul":
        found = _haul(world, unit, option, title)
    elif verb in CHECKS:
        found = tried(world, unit, words, title)
    elif verb in OTHERS:
        found = OTHERS[verb](world, unit, words, title)
    else:
        found = sure(world, title, "certain", option.rule)
    if option.verb in REACTIONS:
        more = surcharge(world, unit) if option.verb == "rebuff" else 0
        return replace(
            found, numbers=(*found.numbers, _ap_cost(world, option.verb, price_of(world, option.verb) + more))
        )
    return _with_costs(world, unit, option, found, reaction=reaction)


def _ap_cost(world: World, verb: str, cost: int) -> Breakdown:
    return Breakdown("ap_cost", (add(cost, title_of(world, verb).lower(), "WOUNDS-HD-5"),))


def _with_costs(world: World, unit: int, option: Option, found: Preview, *, reaction: bool) -> Preview:
    """AP, stamina and mana beside the numbers; a hurried action's AP are a matter of chance."""
    if option.verb not in VERBS or option.verb in ("long_jump", "high_jump"):
        return found
    lines = []
    cost = 0 if VERBS[option.verb].free else price(world, unit, option.key)
    if option.key.rpartition(" ")[2] in ("acrobatics", "athletics"):
        return _haste(world, unit, option.key, cost, found)
    if cost:
        lines.append(_ap_cost(world, option.verb, cost))
    if price_stamina(world, option.verb):
        lines.append(Breakdown("stamina_cost", (add(price_stamina(world, option.verb), "stamina", "WOUNDS-ACT-0"),)))
    notes = found.notes
    active = world.get(FIELD, Clock).active
    interrupts = active is not None and active not in (unit, partner(world, unit)) and not reaction
    if interrupts and not VERBS[option.verb].moves and not VERBS[option.verb].free:
        notes = (*notes, Note(title_of(world, "costs_initiative"), "WOUNDS-TURN-3"))
    return replace(found, numbers=(*found.numbers, *lines), notes=notes)


def _haste(world: World, unit: int, key: str, cost: int, found: Preview) -> Preview:
    """WOUNDS-FAST-2 and 3: how many AP it takes in the end."""
    bonus = hasty_bonus(world, unit, key.rpartition(" ")[2])
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


# Moves


def _move(world: World, unit: int, option: Option, title: str) -> Preview:
    """Path, yards, AP, and every cell where somebody may rebuff."""
    assert option.cell is not None
    mover = world.get(unit, Riding).mount if option.verb == "ride" else unit
    purse_ = purse(world, mover, unit if mover != unit else None)
    path, costs = route(world, mover, option.cell, affordable(world, mover, purse_))
    alarms = _alarms(world, mover, path)
    yards = Breakdown("yards", (add(costs[-1], "way", "WOUNDS-MOVE-7"),))
    left = Breakdown("yards_left", (Modifier(yards_left(world, mover), "bought before", "WOUNDS-MOVE-3"),))
    notes = [Note(title_of(world, "may_be_rebuffed"), "WOUNDS-REACT-1")] if alarms else []
    if holds(world, mover, "grappling"):
        notes.append(Note(title_of(world, "may_be_clung_to"), "WOUNDS-GRAP-3"))
    label = "unless_rebuffed" if alarms else "arrives"
    chance = Chance(title_of(world, label), 1.0, option.rule)
    return Preview(title, (chance,), (yards, left), path=path, costs=costs, alarms=alarms, notes=tuple(notes))


def _haul(world: World, unit: int, option: Option, title: str) -> Preview:
    """WOUNDS-GRAP-5: a step of a whole grapple, which others may rebuff."""
    assert option.cell is not None
    path, partners = (world.get(unit, Position).cell, option.cell), world.get(unit, Grapple).others
    alarms = tuple(each for each in _alarms(world, unit, path) if each.unit not in partners)
    notes = (Note(title_of(world, "may_be_rebuffed"), "WOUNDS-REACT-1"),) if alarms else ()
    return replace(sure(world, title, "certain", option.rule), path=path, alarms=alarms, notes=notes)


def _alarms(world: World, unit: int, path: tuple[Cell, ...]) -> tuple[Alarm, ...]:
    """Each foe once, at the cell from which the step crosses its optimal reach; only steps from where it stands now."""
    here, found, known = world.get(unit, Position).cell, list[Alarm](), set[int]()
    for at, cell in enumerate(path[1:]):
        for foe in rebuffs(world, unit, cell):
            if foe not in known:
                known.add(foe)
                found.append(Alarm(path[at] if at else here, foe, "rebuff", "WOUNDS-REACT-1"))
    return tuple(found)
