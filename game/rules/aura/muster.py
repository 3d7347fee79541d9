"""An aura skirmish's start: units with their pools, gear and bodies; and the proof of what their sheets list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from msgspec import Struct, ValidationError, convert

from game.data.sheets import SheetError
from game.grid.layout import Kind
from game.kernel.components import FIELD, Condition, Conditions, Down, Field, Footprint, Gear, Pools, Side, Unit
from game.kernel.ecs import World
from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules import mustering
from game.rules.aura.checks import numbers as figures
from game.rules.aura.checks import powers
from game.rules.aura.gear import check_draws, melee_weapons, shooters
from game.rules.aura.harm.conditions import complete
from game.rules.aura.house import Settings
from game.rules.aura.sheet.entries import Size, UnitSheet
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.state import Beat, Body, Drained, Orders, Ready, Spent, Watch, Wear, Weary, conscious
from game.rules.data import Folder
from game.rules.verbs import Table
from game.systems.pools import rebase, reset

POOLS = ("energy", "agility", "stamina", "aura", "surges")


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roster entry's `state` may override; amounts of pools are the present ones."""

    scores: tuple[int, int, int, int, int, int] | None = None
    level: int | None = None
    size: Size | None = None
    footprint: str | None = None
    speed: int | None = None
    mpl: int | None = None
    arm: int | None = None
    leg: int | None = None
    initiative: int | None = None
    awareness: int | None = None
    stealth: int | None = None
    draw: dict[str, int] = {}  # AURA-DRAW-1: kg, by kind of weapon
    training: dict[str, int] = {}  # AURA-MPL-5: points for levels beyond the sheet's, by what they go into
    armour: str | None = None
    under: str | None = None
    abilities: tuple[str, ...] | None = None
    styles: tuple[str, ...] | None = None
    spells: dict[str, int] | None = None
    weaknesses: tuple[str, ...] = ()
    resistances: tuple[str, ...] = ()
    inherent: tuple[int, int, int] | None = None
    items: tuple[str, ...] | None = None  # in hand
    pack: tuple[str, ...] | None = None  # carried
    ammunition: int | None = None
    loaded: bool | tuple[str, ...] | None = None  # all in hand, or by name, those in hand first
    access: dict[str, int] = {}
    broken: tuple[str, ...] = ()
    durability: dict[str, int] = {}
    used_up: tuple[str, ...] = ()
    in_armour: int = 0  # minutes, since the last night
    lasting: dict[str, str] = {}  # conditions from a skirmish before, and how they end
    fixed: bool | None = None
    orders: dict[str, str] = {}
    energy: int | None = None
    agility: int | None = None
    stamina: int | None = None
    aura: int | None = None
    surges: int | None = None


def muster(world: World, scenario: Scenario, sheet: AuraSheet, table: Table) -> dict[str, int]:
    """Spawn everything; returns names -> entities. ValueError says what does not fit."""
    settings = mustering.settled(sheet.main.settings, scenario.settings)
    names = mustering.muster(
        world,
        scenario,
        sheet,
        settings=settings,
        roles=sheet.main.roles,
        units=sheet.units,
        outfit=lambda key, entry: outfit(sheet, key, entry, settings, scenario.board.kind),
        table=table,
    )
    sides = {entry.name: side for side, entry in world.each(Side)}
    surprised = tuple(sides[name] for name in scenario.opening.surprised if name in sides)
    if scenario.opening.ambush in sides:
        surprised += tuple(side for name, side in sides.items() if name != scenario.opening.ambush)
    world.put(
        FIELD, Beat(opener=_opener(world, scenario.opening.first_actor), surprised=tuple(dict.fromkeys(surprised)))
    )
    for unit, pools in world.each(Pools):
        most = powers.agility_maximum(world, unit).total  # AURA-ECON-12: known once gear and body are there
        rebase(world, unit, "agility", most)
        reset(world, unit, "agility", most if pools["agility"] < 0 else pools["agility"])
        complete(world, unit)
        if not conscious(world, unit):
            world.put(unit, Down("unconscious", "AURA-UNC-1"))
    return names


def alone(sheet: AuraSheet, key: str) -> tuple[World, int]:
    """A unit by itself, as its sheet has it."""
    world = World()
    world.spawn(Field(None, sheet, sheet.main.settings, 0))
    unit = world.spawn(Unit(key, key, 0, 1), *outfit(sheet, key, Entry(unit=key), sheet.main.settings, "square"))
    return world, unit


def _opener(world: World, wanted: str) -> int:
    """The side that opens: named itself, or by one of its units; 0 without a name, ValueError if nobody bears it."""
    if not wanted:
        return 0
    units = ((entry.side, entry.name, world.get(entry.side, Side).name) for _, entry in world.each(Unit))
    found = {int(side) for side, entry in world.each(Side) if entry.name == wanted}
    found = found or {side for side, name, own in units if wanted in (name, f"{own} {name}")}
    if len(found) != 1:
        raise ValueError(f"the opening's first_actor {wanted!r} should name a side, or a unit of one side")
    return found.pop()


def outfit(sheet: AuraSheet, key: str, entry: Entry, settings: Settings, kind: Kind) -> list[Any]:
    """The components of one unit, with what `entry.state` overrides; ValueError names a state that is unknown."""
    unit = sheet.units[key]
    items = [*sheet.weapons, *sheet.shields]
    names: dict[str, Collection[str]] = {
        "loaded": sheet.weapons, "access": items, "broken": [*items, *sheet.armour], "durability": sheet.shields,
        "used_up": sheet.abilities, "orders": Orders.__struct_fields__,
    }  # fmt: skip
    state = mustering.stated(State, entry.state, unit.title, names, ("abilities", "styles"))
    try:
        orders = convert(state.orders, Orders)
    except ValidationError as error:
        raise ValueError(f"{unit.title}: orders: {error}; there are: {', '.join(Orders.__struct_fields__)}") from None
    own = mustering.own(unit, state, "weaknesses", "resistances", "footprint", "loaded")
    body = _body(sheet, unit, own, state)
    _known(sheet, unit, state, body)
    try:
        check_draws(sheet, body, state.draw, settings.draw_limit)
    except ValueError as error:
        raise ValueError(f"{unit.title}: {error.args[0]}") from None
    worn = tuple(item for item in (own.armour, own.under) if item)
    held = unit.held if state.items is None else state.items
    ready = unit.loaded if state.loaded is None else state.loaded
    pack = unit.carried if state.pack is None else state.pack
    loaded, stowed = _loaded(sheet, held, pack, ready if isinstance(ready, tuple) else held if ready else ())
    damage = tuple((item, sheet.shields[item].durability - left) for item, left in state.durability.items())
    lasting, weary = Conditions(_lasting(sheet, unit, state)), [Weary(state.in_armour)] if state.in_armour else []
    return [
        _footprint(sheet, unit, state, body, kind), _pools(sheet, body, state, settings, worn), lasting,
        Gear(held, pack, worn), body, Wear(state.broken, damage),
        Ready(loaded, own.ammunition, tuple(state.access.items()), stowed),
        Spent(), Watch(None, fixed=bool(state.fixed)), orders, Drained(state.used_up), *weary,
    ]  # fmt: skip


def _footprint(sheet: AuraSheet, unit: UnitSheet, state: State, body: Body, kind: Kind) -> Footprint:
    """AURA-GRID-9: squares by size; on hexes the shape of the unit, else the one that is usual for its size."""
    main, row = sheet.main, sheet.main.sizes[body.size]
    if kind == "square":
        return Footprint(row.foot)
    own = unit.footprint if body.size == unit.size else ""
    shape = (own if state.footprint is None else state.footprint) or row.hexes
    if shape and shape not in main.footprints:
        raise ValueError(f"{unit.title}: there is no footprint {shape!r}; there are: {', '.join(main.footprints)}")
    return Footprint(row.foot, main.footprints[shape] if shape else ())


def _loaded(
    sheet: AuraSheet, held: tuple[str, ...], pack: tuple[str, ...], names: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """AURA-HOUSE-30: which weapons are loaded in hand, and which in the pack."""
    left = Counter(item for item in names if item in sheet.weapons and sheet.weapons[item].load)
    in_hand = tuple((Counter(held) & left).elements())
    left -= Counter(in_hand)
    return in_hand, tuple((Counter(pack) & left).elements())


def _lasting(sheet: AuraSheet, unit: UnitSheet, state: State) -> tuple[Condition, ...]:
    """Conditions that a unit brings along; whoever is unconscious lies on the ground."""
    table = sheet.main.conditions
    for name in state.lasting:
        if name not in table:
            raise ValueError(f"{unit.title}: there is no condition {name!r}")
    found = [Condition(name, table[name].rule, None, until) for name, until in state.lasting.items()]
    return (*found, Condition("prone", "AURA-UNC-1")) if "unconscious" in state.lasting else tuple(found)


def _body(sheet: AuraSheet, unit: UnitSheet, own: UnitSheet, state: State) -> Body:
    values = mustering.shared(Body, own)
    if own.speed is None:
        values["speed"] = sheet.main.sizes[own.size].speed  # AURA-MOVE-18
    for name, points in _training(unit, state, own.mpl).items():
        values[name] += points
    given = {
        "spells": tuple(own.spells.items()),
        "weaknesses": (*unit.weaknesses, *state.weaknesses),
        "resistances": (*unit.resistances, *state.resistances),
        "inherent": state.inherent,
        "draws": tuple(state.draw.items()),
    }
    return Body(**values | given)


def _training(unit: UnitSheet, state: State, mpl: int) -> dict[str, int]:
    """AURA-MPL-5: a point for each level that a unit has come beyond its sheet, for arms, legs or Initiative."""
    for name in state.training:
        if name not in ("arm", "leg", "initiative"):
            raise ValueError(f"{unit.title}: training puts no points in {name!r}; arm, leg, initiative (AURA-MPL-5)")
    points, levels = sum(state.training.values()), max(0, mpl - unit.mpl)
    if points > levels:
        raise ValueError(f"{unit.title}: {points} points of training for {levels} more levels (AURA-MPL-5)")
    return state.training


def _known(sheet: AuraSheet, unit: UnitSheet, state: State, body: Body) -> None:
    items = {*sheet.weapons, *sheet.shields}
    used: list[tuple[str, tuple[str, ...], Collection[str]]] = [
        ("no ability {}", body.abilities, sheet.abilities),
        ("no style {}", body.styles, sheet.styles),
        ("no item {}", (*(state.items or ()), *(state.pack or ())), items),
        ("no armour {}", tuple(name for name in (state.armour, state.under) if name), sheet.armour),
        ("no spell {}", tuple(name for name, _ in body.spells), sheet.spells),
        ("no damage {}", (*body.weaknesses, *body.resistances), damage_types(sheet)),
    ]
    if 3 * len(body.styles) > max(0, body.mpl) or len(body.styles) > 2:
        raise ValueError(
            f"{unit.title}: {len(body.styles)} Combat Styles are more than training {body.mpl} knows (AURA-MPL-6)"
        )
    mustering.check(unit.title, used)
    for kind in ("level", "speed", "ammunition", "in_armour", *POOLS):
        if (getattr(state, kind) or 0) < 0:
            raise ValueError(f"{unit.title}: {kind} cannot be less than 0")


def damage_types(sheet: AuraSheet) -> set[str]:
    """AURA-HOUSE-4: what a Weakness or Resistance may be to."""
    hazards, spells = sheet.main.hazards.values(), sheet.spells.values()
    return {"blunt", "sharp", *(hazard.type for hazard in hazards), *(spell.type for spell in spells if spell.type)}


def _pools(sheet: AuraSheet, body: Body, state: State, house: Settings, worn: tuple[str, ...]) -> Pools:
    base = {
        "energy": sheet.main.numbers.energy,
        "agility": sheet.main.numbers.agility,
        "stamina": powers.stamina_maximum(sheet, body, worn, state.in_armour if house.armour_fatigue else 0).total,
        "aura": powers.aura_strength(sheet, body, house.aura_factor, house.aura_scale).total,
        "surges": powers.surges_maximum(sheet, body),
    }
    now = {name: base[name] if getattr(state, name) is None else getattr(state, name) for name in POOLS}
    if state.agility is None:
        now["agility"] = -1  # full, once its maximum is known
    return Pools(POOLS, tuple(now[name] for name in POOLS), tuple(base[name] for name in POOLS))


def prove(sheet: AuraSheet, folder: Folder) -> None:
    """Compare; SheetError names every number that is not what it should be, at its place."""
    faults, source = [], None
    for key, unit in sheet.units.items():
        for name, value in _derived(sheet, key).items():
            listed = getattr(unit.listed, name)
            if listed is not None and listed != value:
                source = source or folder.load("units.yaml")
                faults.append(source.fault((key, "listed", name), f"{name} comes to {value}, not {listed}"))
    if faults:
        raise SheetError(faults)


def _derived(sheet: AuraSheet, key: str) -> dict[str, int]:
    world, unit = alone(sheet, key)
    body = world.get(unit, Body)
    weapons, bows = melee_weapons(world, unit), shooters(world, unit)
    found = {
        "agility": powers.agility_maximum(world, unit),
        "aura": powers.aura_strength(sheet, body, "four_thirds", 1.0),
        "recovery": powers.recovery_value(body),
        "evasion": powers.evasion(world, unit),
        "unarmed": powers.unarmed_evasion(world, unit),
        "ranged": powers.ranged_evasion(world, unit),
        "fortitude": powers.fortitude(world, unit),
        "will": powers.will(world, unit),
        "masab": figures.melee_attack_bonus(world, unit),
    }
    if weapons:
        found["av"] = figures.attack_value(world, unit, weapons[0])
    if bows:
        found["miss"] = figures.miss_modifier(world, unit, bows[0])
    totals = {name: number.total for name, number in found.items()}
    return {"stamina": body.scores[1], "surges": powers.surges_maximum(sheet, body), **totals}
