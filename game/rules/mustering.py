"""Set-up that all rulesets share: field, sides, rosters, names and automatic deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, convert, structs

from game.data.faults import examine
from game.data.sheets import dotted, nearest, unknown
from game.grid.layout import Size
from game.grid.masks import Cell, CellSet
from game.kernel.components import (
    FIELD,
    Clock,
    Duty,
    Facing,
    Field,
    Footprint,
    Objective,
    Objectives,
    Position,
    Side,
    Unit,
)
from game.kernel.ecs import World
from game.map.board import Board
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario, examine_settings, places, rank_of
from game.rules.data import Titled
from game.rules.deploying import deploying

S = TypeVar("S", bound=Struct)

Outfit = Callable[[str, Entry], list[Any]]
"""(key of the unit's sheet, roster entry) -> the ruleset's own components, a Footprint among them."""


@lru_cache(maxsize=64)
def own_settings(kind: type[Struct]) -> Mapping[str, Any]:
    """The settings of a ruleset's struct, each with its type."""
    return {field.name: field.type for field in structs.fields(kind)}


def settled(defaults: S, given: Mapping[str, Any]) -> S:
    """A ruleset's settings with what a scenario gives; ValueError tells of each that is unknown or does not fit."""
    faults: list[str] = []

    def report(path: tuple[str | int, ...], message: str, remedy: str) -> None:
        hint = f" (did you mean {remedy!r}?)" if remedy else ""
        faults.append(f"settings.{dotted(path)}: {message}{hint}")

    examine_settings(given, type(defaults), report)
    if faults:
        raise ValueError("\n".join(faults))
    own = own_settings(type(defaults))
    return structs.replace(defaults, **{key: convert(given[key], own[key]) for key in given if key in own})


def overridden(kind: type[S], given: Mapping[str, Any], title: str, also: Iterable[str] = ()) -> S:
    """What a roster's `state` overrides; ValueError tells of each key that is unknown or does not fit.

    `also` are further words that the ruleset takes there.
    """
    try:
        return convert(given, kind)
    except ValidationError as refused:
        faults: list[str] = []

        def report(path: tuple[str | int, ...], message: str, remedy: str) -> None:
            if len(path) == 1 and message.startswith("unknown key"):
                message, remedy = unknown("key", path[0], (*kind.__struct_fields__, *also))
            hint = f" (did you mean {remedy!r}?)" if remedy else ""
            faults.append(f"{title}: state: {dotted(path)}: {message}{hint}")

        examine(given, kind, (), report)
        raise ValueError("\n".join(faults) or f"{title}: state: {refused}") from None


def stated(
    kind: type[S],
    state: Mapping[str, Any],
    title: str,
    names: Mapping[str, Collection[str]],
    once: Collection[str] = (),
) -> S:
    """What a roster's `state` says of a unit; ValueError for whatever the rules do not know, or know only once.

    `names` are the words that there are for some of the fields, `once` the fields in which none may stand twice.
    """
    found = overridden(kind, state, title)
    for name in dict.fromkeys((*names, *once)):
        words = getattr(found, name)
        for at, word in enumerate(words if isinstance(words, (tuple, dict)) else ()):
            known = names.get(name)
            if known is not None and word not in known:
                raise ValueError(f"{title}: state: {name}: there is no {word!r}; there are: {', '.join(known)}")
            if name in once and word in tuple(words)[:at]:
                raise ValueError(f"{title}: state: {name}: {word!r} is listed twice")
    return found


def muster(
    world: World,
    scenario: Scenario,
    sheet: object,
    *,
    settings: Struct,
    roles: Mapping[str, str],
    units: Mapping[str, Titled],
    outfit: Outfit,
    table: object,
) -> dict[str, int]:
    """Spawn the field, then each side followed by its units; returns unit and side names -> entities.

    `settings` are those of `settled`; `roles` maps roles of rosters to keys of `units`; `table` has the verbs.
    ValueError says what does not fit.
    """
    board = scenario.board
    rounds = int(scenario.settings.get("round_limit", scenario.round_limit))
    fog = scenario.settings.get("fog", board.fog)
    field = world.spawn(Field(board, sheet, settings, rounds, table, fog))
    assert field == FIELD
    phase = "deploy" if scenario.deployment == "by_hand" else "opening"
    world.put(FIELD, Clock(phase))
    names: dict[str, int] = {}
    zones: dict[int, CellSet] = {}
    titles = {key: unit.title for key, unit in units.items()}
    taken: CellSet = 0
    for number, setup in enumerate(scenario.sides, start=1):
        side = _spawn_side(world, setup, number)
        names.setdefault(setup.name, side)
        zones[side] = board.zone_cells(setup.zone) if setup.zone else 0
        entries = [(_unit_key(entry, roles, titles), entry) for entry in setup.roster for _ in range(entry.count)]
        outfits = [outfit(key, entry) for key, entry in entries]
        shapes = [_shape(components) for components in outfits]
        bodies = [(shape, entry) for shape, (_, entry) in zip(shapes, entries, strict=True)]
        anchors = _anchors(board, scenario, setup, bodies, taken)
        labels = _labels([entry.name or titles[key] for key, entry in entries])
        for at, (key, entry) in enumerate(entries):
            unit = _spawn_unit(world, board, setup, side, at + 1, key, entry, labels[at], anchors[at])
            for component in outfits[at]:
                world.put(unit, component)
            taken |= board.grid.footprint(anchors[at], shapes[at])
            names.setdefault(labels[at], unit)
    called = {entry.name for _, entry in world.each(Unit)}
    for _, duty in world.each(Duty):
        if duty.unit and duty.unit not in called:
            near = nearest(duty.unit, called)
            raise ValueError(f"duty: there is no unit {duty.unit!r}" + (f" (did you mean {near!r}?)" if near else ""))
    if phase == "deploy":
        deploying(world, zones)
    return names


def check(title: str, rows: Iterable[tuple[str, Iterable[str], Container[str]]]) -> None:
    """ValueError for a name that is not among those there are; rows begin with such as `no gear {}`."""
    for what, names, known in rows:
        for name in names:
            if name not in known:
                raise ValueError(f"{title}: there is {what.format(repr(name))}")


def own(unit: S, state: Struct, *apart: str) -> S:
    """A unit's sheet with what a roster's `state` says instead under the same names, but for those `apart`."""
    names = {*unit.__struct_fields__} & {*state.__struct_fields__} - {*apart}
    return structs.replace(unit, **{name: value for name in names if (value := getattr(state, name)) is not None})


def shared(kind: type[Struct], unit: Struct) -> dict[str, Any]:
    """What a unit's sheet says of the fields of a component, by name."""
    return {name: getattr(unit, name) for name in kind.__struct_fields__ if name in unit.__struct_fields__}


def _shape(components: list[Any]) -> Size:
    return next(each.shape for each in components if isinstance(each, Footprint))


def _spawn_side(world: World, setup: SideSetup, number: int) -> int:
    objectives = tuple(Objective(each.kind, each.zone, each.amount) for each in setup.objectives)
    # Team 0 means a team of its own: numbers beyond those a file can name.
    team = setup.team or 100 + number
    return world.spawn(Side(setup.name, number, team, setup.controller), Objectives(objectives))


def _spawn_unit(
    world: World,
    board: Board,
    setup: SideSetup,
    side: int,
    number: int,
    key: str,
    entry: Entry,
    name: str,
    anchor: Cell,
) -> int:
    role = entry.role or ""
    facing = entry.facing or setup.facing
    unit = world.spawn(Unit(name, key, side, number, role, entry.controller), Position(anchor))
    if facing:
        world.put(unit, Facing(board.grid.parse_direction(facing)))
    if entry.duty is not None:
        world.put(unit, Duty(**structs.asdict(entry.duty)))
    return unit


def _unit_key(entry: Entry, roles: Mapping[str, str], titles: Mapping[str, str]) -> str:
    key = entry.unit or roles.get(entry.role or "", "")
    if key not in titles:
        near = nearest(entry.unit, titles)
        hint = f" (did you mean {near!r}?)" if near else ""
        raise ValueError(f"there is no unit {entry.unit or entry.role!r}; there are: {', '.join(titles)}{hint}")
    return key


def _labels(titles: list[str]) -> list[str]:
    """Names, numbered where several units of a side would share one."""
    total, seen = Counter(titles), Counter[str]()
    names = []
    for title in titles:
        seen[title] += 1
        names.append(f"{title} {seen[title]}" if total[title] > 1 else title)
    return names


def _anchors(
    board: Board, scenario: Scenario, setup: SideSetup, entries: list[tuple[Size, Entry]], taken: CellSet
) -> list[Cell]:
    """Given places first; the others find room in the side's zone, the front toward the other sides' zones."""
    found: list[Cell | None] = []
    for size, entry in entries:
        cell = board.grid.parse(entry.at) if entry.at else None
        if cell is not None:
            filled = board.grid.footprint(cell, size)
            if not filled or filled & (board.impassable | taken):
                raise ValueError(f"{setup.name}: {entry.name or entry.unit or entry.role} cannot stand at {entry.at}")
            taken |= filled
        found.append(cell)
    open_entries = [(size, entry) for (size, entry), cell in zip(entries, found, strict=True) if cell is None]
    others = 0
    for other in scenario.sides:
        if other.name != setup.name and other.zone:
            others |= board.zone_cells(other.zone)
    placed = places(
        board,
        board.zone_cells(setup.zone) if setup.zone else 0,
        [size for size, _ in open_entries],
        toward=others,
        taken=taken,
        ranks=[rank_of(entry.role) for _, entry in open_entries],
    )
    if isinstance(placed, str):
        raise ValueError(f"{setup.name}: {placed}")
    rest = iter(placed)
    return [next(rest) if cell is None else cell for cell in found]
