"""A clash skirmish's start: units with their pools, gear and bodies."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

import game.rules.clash.state as kinds
from game.kernel.components import FIELD, Clock, Conditions, Footprint, Gear, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.clash.sheet import STYLE_WORDS, ClashSheet, Style, UnitSheet, Worn
from game.rules.verbs import Table


def muster(world: World, scenario: Scenario, sheet: ClashSheet, table: Table) -> None:
    """Spawn everything; ValueError says what does not fit."""
    main, made = sheet.main, partial(outfit, sheet)
    settings = mustering.settled(main.settings, scenario.settings)
    mustering.muster(
        world, scenario, sheet, settings=settings, roles=main.roles, units=sheet.units, outfit=made, table=table
    )
    for component in (kinds.Turn(), kinds.Order(), kinds.Elapsed(), kinds.Underway(), _opening(world, scenario)):
        world.put(FIELD, component)
    for unit, arrival in world.each(kinds.Arrival):
        world.put(unit, kinds.Arrival(arrival.round, world.get(unit, Position).cell))
        world.drop(unit, Position)
    # CLASH-REST-5 to 7: whoever has earned enough for a lesson is asked before anything else
    rows, clock = world.each(kinds.Experience), world.get(FIELD, Clock)
    if waiting := tuple(unit for unit, earned in rows if earned.xp >= sheet.numbers.item_xp):
        world.put(FIELD, kinds.Training(waiting, clock.phase))
        world.put(FIELD, changed(clock, phase="training"))


def _opening(world: World, scenario: Scenario) -> kinds.Opening:
    """CLASH-SURP-1: who lies in wait, and who is surprised anyway; ValueError for names that nobody bears."""
    opening = scenario.opening
    sides = [entry.name for _, entry in world.each(Side)]
    units = [entry.name for _, entry in world.each(Unit)]
    if opening.ambush and opening.ambush not in sides:
        raise ValueError(f"the opening's ambush {opening.ambush!r} should be a side: {', '.join(sides)}")
    for name in opening.surprised:
        if name not in (*sides, *units):
            raise ValueError(f"nobody is called {name!r}, who should be surprised")
    return kinds.Opening(opening.ambush, opening.surprised)


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roster entry's `state` may override; amounts of pools are the present ones."""

    pc: bool | None = None
    scale: str | None = None
    attributes: dict[str, int] = {}
    skills: dict[str, int] = {}
    styles: tuple[Style, ...] | None = None
    gear: tuple[str, ...] | None = None
    rank: int | None = None
    armour: Worn | None = None
    unarmoured: bool = False
    natural_armour: int | None = None
    natural_weapons: tuple[str, ...] | None = None
    held: tuple[str, ...] | None = None
    carried: tuple[str, ...] | None = None
    hands: int | None = None
    spells: tuple[str, ...] | None = None
    abilities: tuple[str, ...] | None = None
    resistances: dict[str, int] | None = None
    vulnerabilities: dict[str, int] | None = None
    speed: int | None = None
    initiative: int | None = None
    health: int | None = None
    magic: int | None = None
    unloaded: tuple[str, ...] = ()
    arrives: int = 0
    xp: int = 0


def unloaded(empty: tuple[str, ...], held: tuple[str, ...]) -> kinds.Unloaded:
    """What of it is in hand; the rest is carried."""
    left = list(held)
    items: list[str] = []
    stowed: list[str] = []
    for item in empty:
        if item in left:
            left.remove(item)
            items.append(item)
        else:
            stowed.append(item)
    return kinds.Unloaded(tuple(items), tuple(stowed))


def outfit(sheet: ClashSheet, key: str, entry: Entry) -> list[Any]:
    """The components of one unit, with what `entry.state` overrides; ValueError names a state that is unknown."""
    unit = sheet.units[key]
    names = {"attributes": [*sheet.main.attributes], "skills": [*sheet.main.skills], "unloaded": [*sheet.weapons]}
    state = mustering.stated(State, entry.state, unit.title, names, ("abilities", "spells"))
    if state.scale is not None and state.scale not in sheet.main.sizes:
        raise ValueError(f"{unit.title}: there is no size {state.scale!r}; there are: {', '.join(sheet.main.sizes)}")
    own = mustering.own(unit, state, "attributes", "skills")
    body, held, carried = _body(sheet, own, state), own.held, own.carried
    _check(sheet, unit, body, (*held, *carried))
    if sum(map(sheet.hands, held)) > body.hands:
        raise ValueError(f"{unit.title}: {', '.join(held)} takes more than {body.hands} hands")
    found: list[Any] = [
        Footprint(sheet.main.footprints[sheet.main.sizes[body.size]]), _pools(sheet, body, state), Conditions(),
        Gear(held, carried), kinds.Owned(held, carried), kinds.Experience(state.xp), body, kinds.Spent(),
        unloaded(state.unloaded, held),
    ]  # fmt: skip
    return [*found, kinds.Arrival(state.arrives, 0)] if state.arrives else found


def _body(sheet: ClashSheet, own: UnitSheet, state: State) -> kinds.Body:
    attributes = own.attributes | state.attributes
    worn = None if state.unarmoured else own.armour
    speed = sheet.numbers.base_speed + attributes["AGI"] // 2
    score = (attributes["AGI"] + attributes["PER"] + 1) // 2 if own.pc else attributes["PER"]
    given = {
        "size": sheet.main.sizes.index(state.scale or own.size),
        "attributes": attributes,
        "skills": own.skills | state.skills,
        "styles": own.styles if state.styles is not None else _styles(own.styles, state),
        "speed": speed if state.speed is None else state.speed,
        "initiative": score if state.initiative is None else state.initiative,
        "level": worn.level if worn else "",
        "material": worn.material if worn else "",
    }
    return kinds.Body(**mustering.shared(kinds.Body, own) | given)


def _styles(styles: tuple[Style, ...], state: State) -> tuple[Style, ...]:
    """`rank` and `gear` change the first of a unit's styles."""
    given = {key: value for key, value in (("rank", state.rank), ("gear", state.gear)) if value is not None}
    return (changed(styles[0], **given), *styles[1:]) if styles else styles


def _pools(sheet: ClashSheet, body: kinds.Body, state: State) -> Pools:
    """CLASH-DMG-1: health by Endurance and size; magic points by Will for whoever knows spells."""
    numbers, medium = sheet.numbers, sheet.main.sizes.index("medium")
    gap = body.size - medium
    health = numbers.base_health + numbers.health_end * body.attributes["END"]
    health += numbers.health_bigger * max(0, gap) - numbers.health_smaller * max(0, -gap)
    names, base = ["health", "ap"], [health, numbers.action_points]
    now = [health if state.health is None else min(health, state.health), numbers.action_points]
    if body.spells:
        most = 2 * body.attributes["WIL"]
        names, base = [*names, "magic"], [*base, most]
        now.append(most if state.magic is None else min(most, state.magic))
    return Pools(tuple(names), tuple(now), tuple(base))


def _check(sheet: ClashSheet, unit: UnitSheet, body: kinds.Body, items: tuple[str, ...]) -> None:
    """Refuse names that nothing bears, and styles with too many items (CLASH-STYLE-5)."""
    carriable, worn = {*sheet.weapons, *sheet.gear.shields, *sheet.gear.items}, [body.material] if body.material else []
    mustering.check(unit.title, (("no gear {}", items, carriable), ("no armour of {}", worn, sheet.gear.armour)))
    for name, known in (("spells", sheet.spells), ("abilities", sheet.abilities), ("natural_weapons", sheet.weapons)):
        for each in getattr(body, name):
            if each not in known:
                raise ValueError(f"{unit.title}: {name}: there is no {each!r}")
    for style in body.styles:
        most = sheet.numbers.free_items if style in unit.styles else sheet.numbers.max_items  # CLASH-STYLE-4
        if faults := style_faults(sheet, style.gear, most):
            raise ValueError(f"{unit.title}: style {style.name!r}: {faults}")


def style_faults(sheet: ClashSheet, gear: tuple[str, ...], most: int) -> str:
    """CLASH-STYLE-1, 4, 5: why this cannot be a style's list; nothing if it can."""
    if len(set(gear)) < len(gear):
        return "an item stands twice"
    if len(gear) > most:
        return f"{len(gear)} items, and at most {most} are allowed"
    strange = [item for item in gear if item not in (*STYLE_WORDS, *sheet.weapons)]
    return f"there is no item {strange[0]!r}" if strange else ""
