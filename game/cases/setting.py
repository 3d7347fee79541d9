"""The situation of a case (`given`): board, units and clock, mustered by the ruleset and then put as the case says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from game.cases.naming import BadCase, Names, check_kinds
from game.cases.placing import PUT, check_unit, put_unit
from game.cases.reading import Case
from game.cases.revising import revised
from game.cases.stage import Stage
from game.data import sheets
from game.grid.grid import cells
from game.kernel.components import FIELD, Clock, Lying, Pools, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.map.board import Board
from game.map.file import load_board
from game.map.library import find_map
from game.map.roster import Duty, Entry, SideSetup
from game.map.scenario import Opening, Scenario
from game.map.terrain import kinds
from game.map.writer import dump_board
from game.rules.ruleset import Arrangement, Arranges, Ruleset

Given = dict[str, Any]

_UNIT = re.compile("[A-Za-z][0-9]*")
_MAP = ("legend", "elevation", "levels", "edges", "props", "zones", "zone_rows", "labels", "rim")
_CASE = ("grid", "board", "map", "walls", "doors", "each", "sides", "turn", "acted", "round", "lying", "dice", "sheet")
_SCENARIO = ("settings", "seed", "deployment", "opening", "round_limit")
_ENTRY = ("unit", "role", "facing", "controller", "duty")


class _Shared(Struct, frozen=True):
    """What all rulesets' situations may have, as far as it is looked at here."""

    grid: Literal["square", "hex"] = "square"
    board: str | list[Any] = ""
    map: str = ""
    walls: list[str] = []
    doors: list[str] = []
    legend: dict[str, str] = {}
    each: dict[str, Any] = {}
    sides: dict[str, dict[str, Any]] = {}
    turn: str = ""
    acted: list[str] = []
    round: Annotated[int, Meta(ge=0)] = 1
    lying: list[str] = []
    dice: list[Annotated[int, Meta(ge=1)]] = []
    settings: dict[str, Any] = {}
    seed: int | str = 0
    opening: dict[str, Any] = {}
    round_limit: int = 0


def open_stage(ruleset: Ruleset, case: Case, folder: Path | None = None) -> Stage:
    """The case before its first answer; ValueError, LookupError or SheetError tell what is wrong with it.

    `folder` is where the ruleset's sheets were read, for cases that lay something over them.
    """
    given = case.given
    _check_kinds(given)
    rows, found = _rows(given)
    units = _units(given, found)
    ruleset = revised(ruleset, case, units, folder)
    scenario = _scenario(ruleset, given, _board(given, rows, units, found), units, found)
    world = World()
    ruleset.muster(world, scenario)
    ids = {side.name: entity for entity, side in world.each(Side)}
    names = Names(ids | {unit.name: entity for entity, unit in world.each(Unit)}, scenario.board.grid)
    for name, unit in units.items():
        put_unit(world, names, names.id(name), unit)
    for text in given.get("lying", ()):
        item, _, cell = str(text).partition(" ")
        world.spawn(Lying(item), Position(names.cell(cell)))
    _arrange(ruleset, world, given, units, names)
    return Stage(case, ruleset, world.save(), names)


def _check_kinds(given: Given) -> None:
    check_kinds(given, _Shared, "given")
    for name, unit in given.items():
        if _UNIT.fullmatch(name) and not isinstance(unit, dict | None):
            raise BadCase(f"given.{name}: expected a mapping, found {sheets.quoted(unit)}")


# Board


def _rows(given: Given) -> tuple[list[list[str]], dict[str, tuple[int, int]]]:
    """The board's signs, and where the letters stand: column and row of each name's first cell."""
    written = given.get("board", [])
    lines = written.strip("\n").split("\n") if isinstance(written, str) else written
    rows = [line.split() if " " in line.strip() else list(line.strip()) for line in map(str, lines)]
    legend = given.get("legend", {})
    found: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if _UNIT.fullmatch(sign) and sign not in legend:
                found.setdefault(sign, (column, number))
    return rows, found


def _board(given: Given, rows: list[list[str]], units: Mapping[str, Given], found: Mapping[str, Any]) -> Board:
    if "map" in given:
        return load_board(find_map(str(given["map"])))
    if not rows:
        raise BadCase("given.board or given.map is missing")
    grid = str(given.get("grid", "square"))
    ground = kinds().terrain["grass"].glyph
    legend, below = dict(given.get("legend", {})), {}
    for name, unit in units.items():
        if "on" in unit and name in found:
            below[name] = _glyph(str(unit["on"]))
    lines = ["".join(below.get(sign, ground) if sign in found else sign for sign in row) for row in rows]
    values = {"name": "case", "grid": grid, "rows": lines, **{key: given[key] for key in _MAP if key in given}}
    values["legend"] = legend
    values["edges"] = [*_edges(given, "walls", "wall"), *_edges(given, "doors", "door"), *given.get("edges", [])]
    return load_board(sheets.dump(values), "given")


def _glyph(terrain: str) -> str:
    if terrain not in kinds().terrain:
        raise BadCase(sheets.unknown("terrain", terrain, kinds().terrain)[0])
    return kinds().terrain[terrain].glyph


def _edges(given: Given, key: str, kind: str) -> list[Given]:
    """`walls: [2 0 e]` in the words of a map file."""
    edges = []
    for text in given.get(key, ()):
        words = str(text).replace(",", " ").split()
        if len(words) < 3 or not (words[0] + words[1]).isdecimal():
            raise BadCase(f"{key}: {text!r} is no edge; write column, row and side: 2 0 e")
        edges.append({"kind": kind, "at": [int(words[0]), int(words[1])], "side": " ".join(words[2:])})
    return edges


# Units and sides


def _units(given: Given, found: Mapping[str, tuple[int, int]]) -> dict[str, Given]:
    """What the case says of each unit, in the order of their names; `each` holds for all of them."""
    named = {key: value for key, value in given.items() if _UNIT.fullmatch(key)}
    for name in named.keys() & given.get("legend", {}).keys():
        raise BadCase(f"{name!r} is terrain in `legend` and a unit; give one of them another sign")
    units: dict[str, Given] = {}
    for name in sorted({*named, *found}):
        unit = {**given.get("each", {}), **(named.get(name) or {})}
        if "unit" not in unit and "role" not in unit:
            raise BadCase(f"unit {name}: `unit` or `role` is missing")
        check_unit(name, unit)
        units[name] = unit
    return units


def _scenario(
    ruleset: Ruleset, given: Given, board: Board, units: Mapping[str, Given], found: Mapping[str, tuple[int, int]]
) -> Scenario:
    rosters: dict[str, list[Entry]] = {"red": [], "blue": []}
    rosters.update({name: [] for name in given.get("sides", {}) if name not in rosters})
    pools = _pool_names(ruleset, board, units, found, given)
    for name, unit in units.items():
        side = str(unit.get("side", "red" if name[0].isupper() else "blue"))
        rosters.setdefault(side, []).append(_entry(board, name, unit, found, pools))
    return _make(ruleset, given, board, rosters)


def _make(ruleset: Ruleset, given: Given, board: Board, rosters: Mapping[str, list[Entry]]) -> Scenario:
    sides = []
    for name, roster in rosters.items():
        written = given.get("sides", {}).get(name, {})
        sides.append(msgspec.convert({"name": name, **written}, SideSetup))
        sides[-1] = changed(sides[-1], roster=(*sides[-1].roster, *roster))
    return Scenario(
        ruleset=ruleset.name,
        map=dump_board(board),
        sides=tuple(sides),
        deployment=given.get("deployment", "automatic"),
        settings=dict(given.get("settings", {})),
        seed=given.get("seed", 0),
        opening=msgspec.convert(given.get("opening", {}), Opening),
        round_limit=given.get("round_limit", board.round_limit),
    )


def _pool_names(
    ruleset: Ruleset, board: Board, units: Mapping[str, Given], found: Mapping[str, Any], given: Given
) -> frozenset[str]:
    """The names of the ruleset's pools, which tell `momentum: 6` from a key for the ruleset itself."""
    bare = {name: {key: value for key, value in unit.items() if key in _ENTRY} for name, unit in units.items()}
    rosters: dict[str, list[Entry]] = {"red": [], "blue": []}
    for name, unit in bare.items():
        side = "red" if name[0].isupper() else "blue"
        rosters[side].append(_entry(board, name, {**unit, "at": units[name].get("at")}, found, frozenset()))
    world = World()
    ruleset.muster(world, _make(ruleset, {"settings": given.get("settings", {})}, board, rosters))
    return frozenset(name for _, pools in world.each(Pools) for name in pools.names)


def _entry(board: Board, name: str, unit: Given, found: Mapping[str, tuple[int, int]], pools: frozenset[str]) -> Entry:
    at = unit.get("at")
    if at is None and name not in found:
        raise BadCase(f"unit {name} is not on the board: give it a letter there or `at: [column, row]`")
    cell = _place(board, name, found) if at in (None, "off") else at
    known = {*_ENTRY, *PUT, *pools, "side", "on"}
    return Entry(
        role=unit.get("role"),
        unit=str(unit.get("unit", "")),
        name=name,
        at=",".join(map(str, cell)) if not isinstance(cell, str) else ",".join(cell.replace(",", " ").split()),
        facing=str(unit.get("facing", "")),
        controller=str(unit.get("controller", "")),
        state={key: value for key, value in unit.items() if key not in known},
        duty=msgspec.convert(unit["duty"], Duty) if "duty" in unit else None,
    )


def _place(board: Board, name: str, found: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """The cell of the unit's letter; whoever is to be off the board is mustered on the last free cell."""
    free = [board.grid.xy(cell) for cell in cells(board.passable)]
    return found.get(name) or next(at for at in reversed(free) if at not in found.values())


# Clock


def _arrange(ruleset: Ruleset, world: World, given: Given, units: Mapping[str, Given], names: Names) -> None:
    turn = given.get("turn", next(iter(units), None))
    known = {*_MAP, *_CASE, *_SCENARIO, *units}
    arrangement = Arrangement(
        names=names.ids,
        rest={key: value for key, value in given.items() if key not in known},
        turn=None if turn in (None, "opening") else names.id(turn),
        acted=tuple(names.id(name) for name in given.get("acted", ())),
        round=int(given.get("round", 1)),
        shared=(*_MAP, *_CASE, *_SCENARIO),
    )
    if isinstance(ruleset, Arranges):
        ruleset.arrange(world, arrangement)
    else:
        arrangement.check(())
    if not isinstance(ruleset, Arranges) and arrangement.turn is not None:
        clock = world.get(FIELD, Clock)
        world.put(FIELD, changed(clock, round=arrangement.round, active=arrangement.turn))
