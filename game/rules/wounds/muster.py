"""The start of a skirmish: units with their bodies, pools, gear, wounds, and mounts."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct

import game.kernel.components as parts
import game.rules.wounds.state as kinds
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.verbs import Table
from game.rules.wounds.budget import invest
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import free_near
from game.rules.wounds.riding import seat
from game.rules.wounds.sheet import ATTRIBUTES, LEVELS, Kind, Skill, UnitSheet, WoundsSheet
from game.systems.movement import clear

POOLS = ("ap", "initiative", "stamina", "mana")
Count = Annotated[int, Meta(ge=0)]
Things = tuple[tuple[str, ...], tuple[str, ...]]  # held, carried


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roster entry's `state` may override. Wounds are names of levels or their numbers."""

    kind: Kind | None = None
    body_size: int | None = None
    attributes: dict[str, int] = {}
    skills: dict[str, Skill] = {}
    armour: str | None = None
    tags: tuple[str, ...] | None = None
    modes: dict[str, int] | None = None
    immune: tuple[str, ...] | None = None
    spells: tuple[str, ...] | None = None
    hands: Count | None = None
    rate: Count | None = None
    control_tn: int | None = None
    points: int | None = None
    natural: tuple[str, ...] | None = None
    packed: dict[str, str] = {}
    wounds: tuple[Annotated[int, Meta(ge=1, le=5)] | str, ...] = ()
    fatigue: Count = 0
    exhausted: bool | None = None
    recovery: Count = 0
    stamina: Count | None = None
    mana: Count | None = None
    ap: Count | None = None
    initiative: Count | None = None
    held: tuple[str, ...] | None = None
    carried: tuple[str, ...] | None = None
    used: tuple[str, ...] = ()
    shots: Count | None = None
    unloaded: tuple[str, ...] = ()
    day: kinds.Day = kinds.Day()
    mounted_on: str = ""
    mount: dict[str, Any] = {}
    arrives: Count = 0
    unconscious: bool = False
    dying: Count = 0
    upheld: tuple[tuple[str, str], ...] = ()


def footprint(size: int) -> int:
    """Cells a side of a creature's size."""
    return 1 if size <= 3 else 2 if size <= 7 else 3 if size <= 11 else 4


def muster(world: World, scenario: Scenario, sheet: WoundsSheet, table: Table) -> None:
    """Spawn everything; ValueError says what does not fit."""
    main, made = sheet.main, partial(outfit, sheet)
    settings = mustering.settled(main.settings, scenario.settings)
    names = mustering.muster(
        world, scenario, sheet, settings=settings, roles=main.roles, units=sheet.units, outfit=made, table=table
    )
    for component in (kinds.Round(), kinds.Flanks(), _start(world, scenario, names)):
        world.put(parts.FIELD, component)
    for unit, seated in world.each(_Seat):
        _mount_up(world, sheet, unit, seated)
        world.drop(unit, _Seat)
    for unit, kept in world.each(_Kept):
        for spell, name in kept.spells:
            if name in names:
                inflict(world, names[name], sheet.spells[spell].effect, "WOUNDS-REST-19", unit)
                invest(world, unit, spell, names[name], paid=True)
        world.drop(unit, _Kept)
    for unit, arrival in world.each(kinds.Arrives):
        seat_ = world.find(unit, parts.Carried)
        for each in (unit,) if seat_ is None else (unit, seat_.by):
            world.put(each, kinds.Arrives(arrival.round, world.get(each, parts.Position).cell))
            clear(world, each)


class _Seat(Struct, frozen=True):
    """While mustering: the mount a rider asked for, and the state of one that comes with it."""

    mount: str
    state: dict[str, Any] = {}


class _Kept(Struct, frozen=True):
    """While mustering: spells that are kept up, and the names of those they lie on."""

    spells: tuple[tuple[str, str], ...]


def outfit(sheet: WoundsSheet, key: str, entry: Entry) -> list[Any]:
    """The components of one unit, with what `entry.state` overrides; ValueError names a state that is unknown."""
    unit = sheet.units[key]
    names = {"used": [*sheet.weapons, *sheet.items], "unloaded": [*sheet.weapons]}
    state = mustering.stated(State, entry.state, unit.title, names, ("spells", "tags"))
    if state.mount and not state.mounted_on:
        raise ValueError(f"{unit.title}: state: mount: there is no mount without mounted_on")
    things = belongings(unit, state.held, state.carried, state.used)
    _check_names(sheet, unit, state, things)
    held = tuple(item for item in things[0] if item not in sheet.weapons or sheet.weapons[item].hands)
    natural = tuple(item for item in things[0] if item not in held) if state.natural is None else state.natural
    body = mustering.own(unit, state, "attributes", "skills", "stamina", "mana")
    own = kinds.Body(
        **mustering.shared(kinds.Body, body) | {
            "size": unit.size if state.body_size is None else state.body_size,
            "attributes": {**unit.attributes, **state.attributes},
            "skills": {**unit.skills, **state.skills},
            "natural": natural,
            "packed": state.packed,
        }
    )  # fmt: skip
    normal = max(1, own.stamina + own.attribute("Vit"))
    latched = 2 * state.fatigue >= normal if state.exhausted is None else state.exhausted
    found: list[Any] = [
        parts.Footprint(footprint(own.size)), own, _pools(sheet, own, state),
        parts.Conditions(tuple(_lasting(sheet, state))), parts.Gear(held, things[1]),
        kinds.Wounds(tuple(LEVELS.index(each) + 1 if isinstance(each, str) else each for each in state.wounds)),
        kinds.Strain(state.fatigue, latched, state.recovery), kinds.Going(), kinds.Grapple(), kinds.Ignoring(),
        kinds.Harried(), kinds.Upheld(), kinds.Magic(), state.day,
        kinds.Stock(packed_shots(sheet, things) if state.shots is None else state.shots, state.unloaded, state.used),
    ]  # fmt: skip
    if state.mounted_on:
        found.append(_Seat(state.mounted_on, state.mount))
    if state.upheld:
        found.append(_Kept(state.upheld))
    if state.unconscious:
        found.append(parts.Down("unconscious", "WOUNDS-COND-8"))
    if state.arrives:
        found.append(kinds.Arrives(state.arrives, 0))
    return found


def _check_names(sheet: WoundsSheet, unit: UnitSheet, state: State, things: Things) -> None:
    kept_up = [key for key, spell in sheet.spells.items() if spell.effect in sheet.main.conditions]
    rows: tuple[tuple[str, Iterable[str], Container[str]], ...] = (
        ("no thing {}", (*things[0], *things[1]), {**sheet.weapons, **sheet.items}),
        ("no weapon {}", state.natural or (), sheet.weapons),
        ("no container {}", state.packed.values(), sheet.main.containers),
        ("no armour {}", (state.armour or unit.armour,), sheet.armour),
        ("no spell {}", state.spells or (), sheet.spells),
        ("no spell {} to keep up", (spell for spell, _ in state.upheld), kept_up),
        ("no attribute {}", state.attributes, ATTRIBUTES),
        ("no wound {}", (each for each in state.wounds if isinstance(each, str)), LEVELS),
    )
    mustering.check(unit.title, rows)


def _lasting(sheet: WoundsSheet, state: State) -> Iterator[parts.Condition]:
    """WOUNDS-HD-34: what an earlier skirmish has left."""
    if state.dying:
        yield parts.Condition("dying", sheet.main.conditions["dying"].rule, until=f"round {state.dying}")
    for name in ("unconscious", "prone") if state.unconscious else ():
        yield parts.Condition(name, sheet.main.conditions[name].rule)


def belongings(
    unit: UnitSheet, held: Sequence[str] | None = None, carried: Sequence[str] | None = None, used: Sequence[str] = ()
) -> Things:
    """What a unit comes with, held and carried: the sheet's things or those given, less what it has used up."""
    hands, pack = list(unit.held if held is None else held), list(unit.carried if carried is None else carried)
    for item in used:
        place = hands if item in hands else pack
        if item in place:
            place.remove(item)
    return tuple(hands), tuple(pack)


def packed_shots(sheet: WoundsSheet, things: Things) -> int:
    """WOUNDS-HD-4: what is in the quivers."""
    return sum(sheet.items[item].ammo for item in (*things[0], *things[1]) if item in sheet.items)


def _pools(sheet: WoundsSheet, own: kinds.Body, state: State) -> parts.Pools:
    """AP and initiative come with the first round; stamina and mana are full (WOUNDS-STA-1, MANA-1)."""
    row = sheet.main.ap_by_speed[max(-10, min(10, own.attribute("Spd"))) + 10]
    stamina, mana = max(1, own.stamina + own.attribute("Vit")), max(0, own.mana + own.attribute("Lor"))
    fresh = max(0, stamina - state.fatigue) if state.stamina is None else state.stamina
    now = (state.ap or 0, state.initiative or 0, fresh, mana if state.mana is None else state.mana)
    return parts.Pools(POOLS, now, (row[2], 0, stamina, mana))


def _start(world: World, scenario: Scenario, names: Mapping[str, int]) -> kinds.Start:
    """WOUNDS-INIT-11: names of units or sides; ValueError for one that nothing bears."""
    found: list[int] = []
    sides = {entry.name: side for side, entry in world.each(parts.Side)}
    for name in scenario.opening.surprised:
        if name in sides:
            found += [unit for unit, entry in world.each(parts.Unit) if entry.side == sides[name]]
        elif name in names:
            found.append(names[name])
        else:
            raise ValueError(f"opening.surprised: nobody is called {name!r}")
    ambush = scenario.opening.ambush
    if ambush and ambush not in sides:
        raise ValueError(f"opening.ambush: there is no side {ambush!r}")
    return kinds.Start(tuple(found), sides.get(ambush))


def _mount_up(world: World, sheet: WoundsSheet, rider: int, seated: _Seat) -> None:
    """Put a rider on the mount it asked for: one of its side by name or kind, or a fresh one of that kind."""
    entry, wanted = world.get(rider, parts.Unit), seated.mount
    for mount, other in world.each(parts.Unit):
        free = other.side == entry.side and mount != rider and not world.has(mount, kinds.Ridden)
        if free and wanted in (other.name, other.sheet):
            _fits(world, rider, mount)
            seat(world, rider, mount)
            return
    if wanted not in sheet.units:
        raise ValueError(f"{entry.name}: there is no mount {wanted!r}")
    number = 1 + sum(other.side == entry.side for _, other in world.each(parts.Unit))
    mount = world.spawn(parts.Unit(sheet.units[wanted].title, wanted, entry.side, number, "", entry.controller))
    for component in outfit(sheet, wanted, Entry(unit=wanted, state=seated.state)):
        world.put(mount, component)
    _fits(world, rider, mount)
    world.put(mount, kinds.Brought(rider))
    here = world.get(rider, parts.Position).cell
    world.drop(rider, parts.Position)
    there = free_near(world, mount, here)
    if there is None:
        raise ValueError(f"{entry.name}: there is no room for the mount")
    for each in (mount, rider):
        world.put(each, parts.Position(there))
    seat(world, rider, mount)


def _fits(world: World, rider: int, mount: int) -> None:
    """WOUNDS-MOUNT-1: ValueError for a mount that is smaller than its rider."""
    if world.get(mount, kinds.Body).size < world.get(rider, kinds.Body).size:
        one, other = world.get(rider, parts.Unit).name, world.get(mount, parts.Unit).name
        raise ValueError(f"{one}: {other} is too small to be ridden by it")
