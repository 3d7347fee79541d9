"""Scenarios: what a skirmish starts from, complete in itself, and where units deploy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from game.data import disk, paths, sheets
from game.data.faults import Fault, Report, examine
from game.data.faults import Path as Keys
from game.data.sheets import Sheet, SheetError
from game.grid.angles import between_middles, dot
from game.grid.grid import Cell, CellSet, Grid, Point, cells
from game.grid.layout import Size
from game.map.board import Board, Fog
from game.map.file import load_board
from game.map.library import find_map
from game.map.roster import Entry, SideSetup, as_usual
from game.map.writer import dump_board

Declared = Callable[[str], type[Struct]]
"""A ruleset's name -> the struct of its settings; LookupError names the rulesets there are."""

Tried = Callable[["Scenario"], object]
"""Musters a scenario; ValueError or LookupError tell what its ruleset does not take."""

RoundLimit = Annotated[int, Meta(ge=1, le=1000)]

_BACK_ROLES = {"archer": 2, "caster": 2, "leader": 1, "skirmisher": 1}


class Opening(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it begins: names of units or sides. `ambush` is the side that lies in wait."""

    first_actor: str = ""
    surprised: tuple[str, ...] = ()
    ambush: str = ""

    def __post_init__(self) -> None:
        as_usual(self)


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a skirmish starts from; `map` is the text of the map file, so that a record needs no other file."""

    ruleset: str
    map: str
    sides: tuple[SideSetup, ...]
    name: str = ""
    deployment: Literal["automatic", "by_hand"] = "automatic"
    settings: dict[str, Any] = {}
    seed: int | str = 0
    opening: Opening = Opening()
    round_limit: RoundLimit = 20
    description: str = ""

    def __post_init__(self) -> None:
        as_usual(self)

    @property
    def board(self) -> Board:
        """The board of the map's text; SheetError if the text is faulty."""
        return _board(self.map)


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that every ruleset knows; each declares others of its own."""

    undo: Literal["fair", "free"]
    round_limit: RoundLimit  # before the scenario's own
    fog: Fog  # before the map's own


class ScenarioSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a scenario file. `map` names a map; sides given here replace the map's."""

    ruleset: str
    map: str
    name: str = ""
    sides: tuple[SideSetup, ...] = ()
    deployment: Literal["automatic", "by_hand"] = "automatic"
    settings: dict[str, Any] = {}
    seed: int | str = 0
    opening: Opening = Opening()
    round_limit: RoundLimit | None = None
    description: str = ""


@lru_cache(maxsize=32)
def _board(text: str) -> Board:
    return load_board(text, "map")


def quick(
    board: Board | str, ruleset: str, controllers: Sequence[str] | Mapping[str, str] = (), seed: int | str = 0
) -> Scenario:
    """A skirmish on a board, or a map's name, with the map's own sides.

    `controllers` are names in the order of the sides or by side; sides without one stay as the map has them.
    ValueError if the map has fewer than two sides, LookupError for an unknown map or side.
    """
    board = board if isinstance(board, Board) else load_board(find_map(board))
    if len(board.sides) < 2:
        raise ValueError(f"the map {board.name!r} has no two sides of its own")
    if not isinstance(controllers, Mapping):
        controllers = dict(zip((side.name for side in board.sides), controllers, strict=False))
    strange = set(controllers) - {side.name for side in board.sides}
    if strange:
        raise LookupError(f"there is no side {min(strange)!r} on the map {board.name!r}")
    sides = tuple(
        msgspec.structs.replace(side, controller=controllers.get(side.name, side.controller)) for side in board.sides
    )
    return Scenario(ruleset, dump_board(board), sides, board.name, seed=seed, round_limit=board.round_limit)


def load_scenario(
    source: Path | str, name: str = "", declared: Declared | None = None, tried: Tried | None = None
) -> Scenario:
    """The scenario of a file (a Path) or text (a str); SheetError lists whatever is wrong with it.

    `declared` says which settings its ruleset knows, `tried` whether it takes rosters and their states; without them
    these are looked at when the skirmish begins.
    """
    sheet = sheets.load(source, name)
    written = sheet.convert(ScenarioSheet)
    try:
        board = load_board(_beside(source, written.map))
    except LookupError as problem:
        raise SheetError([sheet.fault(("map",), str(problem))]) from None
    sides = written.sides or board.sides
    zones = [zone.name for zone in board.zones]
    faults = _setting_faults(sheet, written, declared) if declared else []
    for number, side in enumerate(written.sides):
        path: tuple[str | int, ...] = ("sides", number)
        named = [((*path, "zone"), side.zone)]
        named += [((*path, *where), zone) for where, zone in side.named_zones()]
        faults += [
            sheet.fault(at, *sheets.unknown("zone", zone, zones)) for at, zone in named if zone not in ("", *zones)
        ]
        if side.name in (each.name for each in written.sides[:number]):
            faults.append(sheet.fault((*path, "name"), f"there are two sides {side.name!r}"))
    if len(sides) < 2:
        faults.append(sheet.fault(("sides",), "a skirmish needs at least two sides"))
    if faults:
        raise SheetError(faults)
    found = Scenario(
        ruleset=written.ruleset,
        map=dump_board(board),
        sides=sides,
        name=written.name or board.name,
        deployment=written.deployment,
        settings=written.settings,
        seed=written.seed,
        opening=written.opening,
        round_limit=written.round_limit or board.round_limit,
        description=written.description,
    )
    refused = _refused(sheet, found, tried) if tried else []
    if refused:
        raise SheetError(refused)
    return found


def _refused(sheet: Sheet, scenario: Scenario, tried: Tried) -> list[Fault]:
    """What the ruleset does not take, line by line: each where the words stand without which it would not be said."""
    said = _said(scenario, tried)
    places: dict[str, Keys] = {}
    for path, side, at, entry in _less(scenario) if said else ():
        roster = scenario.sides[side].roster
        news = (*roster[:at], *([entry] if entry else []), *roster[at + 1 :])
        sides = list(scenario.sides)
        sides[side] = msgspec.structs.replace(sides[side], roster=news)
        now = _said(msgspec.structs.replace(scenario, sides=tuple(sides)), tried)
        # Without a whole entry much else may be wrong: only what cures everything is to blame.
        cured = [line for line in said if line not in now] if entry is not None or not now else []
        for line in cured:
            places.setdefault(line, path if "sides" in sheet.value else ("map",))
        if len(places) == len(said):
            break
    return [sheet.fault(places.get(line, ()), line) for line in said]


def _said(scenario: Scenario, tried: Tried) -> list[str]:
    try:
        tried(scenario)
    except (ValueError, LookupError) as problem:
        return list(dict.fromkeys(str(problem.args[0] if problem.args else problem).splitlines()))
    return []


def _less(scenario: Scenario) -> Iterator[tuple[Keys, int, int, Entry | None]]:
    """Every entry of a roster without one word of its state, then every entry left out: path, side, place, entry."""
    entries = [(side, at, entry) for side, setup in enumerate(scenario.sides) for at, entry in enumerate(setup.roster)]
    for side, at, entry in entries:
        for key in entry.state:
            state = {name: value for name, value in entry.state.items() if name != key}
            path = ("sides", side, "roster", at, "state", key)
            yield path, side, at, msgspec.structs.replace(entry, state=state)
    yield from ((("sides", side, "roster", at), side, at, None) for side, at, _ in entries)


@lru_cache(maxsize=64)
def settings_of(known: type[Struct]) -> Mapping[str, Any]:
    """The settings of a ruleset's struct and of `Shared`, each with its type; msgspec looks long for them."""
    return {field.name: field.type for kind in (known, Shared) for field in msgspec.structs.fields(kind)}


def examine_settings(given: Mapping[str, Any], known: type[Struct], report: Report) -> None:
    """Report every setting that neither the ruleset's struct nor `Shared` has, or whose value does not fit there."""
    kinds = settings_of(known)
    for name, value in given.items():
        if name in kinds:
            examine(value, kinds[name], (name,), report)
        else:
            report((name,), *sheets.unknown("setting", name, kinds))


def _setting_faults(sheet: Sheet, written: ScenarioSheet, declared: Declared) -> list[Fault]:
    try:
        known = declared(written.ruleset)
    except LookupError as problem:
        return [sheet.fault(("ruleset",), str(problem))]
    faults: list[Fault] = []

    def report(path: Keys, message: str, remedy: str) -> None:
        place = sheet.key_fault if message.startswith("unknown setting") else sheet.fault
        faults.append(place(("settings", *path), message, remedy))

    examine_settings(written.settings, known, report)
    return faults


def find_scenarios() -> dict[str, Path]:
    """Scenario files by name: the rulesets' own as `ruleset/name`, and those in the user's data folder."""
    shipped = sorted(paths.data("rulesets").glob("*/scenarios/*.yaml"))
    found = {f"{path.parent.parent.name}/{path.stem}": path for path in shipped}
    return found | {path.stem: path for path in disk.listed(paths.user_data() / "scenarios", ".yaml")}


def dump_scenario(scenario: Scenario, map_name: str) -> str:
    """The scenario file that stands beside a map of that name; `load_scenario` reads it back."""
    values = {**msgspec.to_builtins(scenario), "map": map_name}
    first = ("name", "ruleset", "map")
    return sheets.dump({key: values[key] for key in (*first, *values) if key in values})


def _beside(source: Path | str, name: str) -> Path:
    """A map beside the scenario's own file comes before the shipped and the user's maps."""
    if isinstance(source, Path):
        for near in (source.parent / name, source.parent / f"{name}.yaml"):
            if near.suffix == ".yaml" and disk.is_file(near):
                return near
    return find_map(name)


# Deployment


def rank_of(role: str | None) -> int:
    """How far behind the front a role stands: 0 in front, 2 at the back."""
    return _BACK_ROLES.get(role or "", 0)


def places(
    board: Board,
    zone: CellSet,
    footprints: Sequence[Size],
    *,
    toward: CellSet = 0,
    taken: CellSet = 0,
    ranks: Sequence[int] = (),
) -> tuple[Cell, ...] | str:
    """Anchor cells for units of the given sizes inside a zone, in the same order; or a text that says who does not fit.

    The front stands nearest to the cells `toward` (the other side's zone); a unit of rank n keeps 2 n cells behind
    it. Big units choose first. Nobody stands on impassable cells, in deep water, or on `taken` ones. The same
    arguments always give the same places.
    """
    return _places(board, zone, tuple(footprints), toward, taken, tuple(ranks))


@lru_cache(maxsize=256)
def _places(
    board: Board, zone: CellSet, footprints: tuple[Size, ...], toward: CellSet, taken: CellSet, ranks: tuple[int, ...]
) -> tuple[Cell, ...] | str:
    grid = board.grid
    free = zone & board.passable & ~board.deep & ~taken
    depths = _depths(board, free, toward)
    front = min(depths.values(), default=0)
    bulk = [len(grid.shape(size)) for size in footprints]
    order = sorted(range(len(footprints)), key=lambda n: (-bulk[n], _rank(ranks, n), n))
    stands = {size: _stands(board, size, zone, free, toward, depths) for size in dict.fromkeys(footprints)}
    left: dict[tuple[Size, int], Iterator[tuple[CellSet, Cell]]] = {}
    found: dict[int, Cell] = {}
    for number in order:
        size, line = footprints[number], front + 2 * _rank(ranks, number)
        if (size, line) not in left:
            ordered = sorted((abs(depth - line), off, cell, covered) for depth, off, cell, covered in stands[size])
            left[size, line] = iter([(covered, cell) for _, _, cell, covered in ordered])
        # What has been taken stays taken: whoever comes later need not look there again.
        taking = next(((covered, cell) for covered, cell in left[size, line] if covered & free == covered), None)
        if taking is None:
            body = f" ({bulk[number]} cells)" if bulk[number] > 1 else ""
            return f"no room in the zone for unit {number + 1} of {len(footprints)}{body}"
        free &= ~taking[0]
        found[number] = taking[1]
    return tuple(found[number] for number in range(len(footprints)))


def _stands(
    board: Board, size: Size, zone: CellSet, free: CellSet, toward: CellSet, depths: dict[Cell, int]
) -> list[tuple[int, tuple[int, ...], Cell, CellSet]]:
    """Where a body of that size has room: how deep in the zone, how far off its middle, the anchor and its cells."""
    grid, ahead, found = board.grid, _ahead(board.grid, zone, toward), []
    for cell in cells(free):
        covered = grid.footprint(cell, size)
        if covered and covered & free == covered and not _split(board, covered):
            depth = min(depths[each] for each in cells(covered))
            found.append((depth, _off(grid, covered, zone, ahead), cell, covered))
    return found


def _rank(ranks: Sequence[int], number: int) -> int:
    return ranks[number] if number < len(ranks) else 0


def _depths(board: Board, free: CellSet, toward: CellSet) -> dict[Cell, int]:
    if not toward:
        return dict.fromkeys(cells(free), 0)
    grid, depths, depth = board.grid, dict.fromkeys(cells(free & toward), 0), 0
    reached = toward
    while len(depths) < free.bit_count() and (wider := grid.spread(reached)) != reached:
        depth += 1
        depths.update(dict.fromkeys(cells(wider & ~reached & free), depth))
        reached = wider
    return depths


def _ahead(grid: Grid, zone: CellSet, toward: CellSet) -> Point:
    """Which way the front looks, from the middle of the zone; of any length, (0, 0) where there is no such way."""
    return between_middles(grid, zone, toward) if zone and toward else (0, 0)


def _off(grid: Grid, covered: CellSet, zone: CellSet, ahead: Point) -> tuple[int, ...]:
    """How far a body is off the middle of the zone, then how far to the right and to the rear.

    By left and right, not by north and south: on a map that is turned, the formations are turned too.
    """
    x, y = between_middles(grid, zone, covered)
    right = ahead[0] * y - ahead[1] * x
    return dot(grid.layout, (x, y), (x, y)), right, -dot(grid.layout, ahead, (x, y))


def _split(board: Board, covered: CellSet) -> bool:
    """Whether a wall stands between two cells of a footprint."""
    if covered & (covered - 1) == 0:
        return False
    return any(covered & cut & board.grid.shift(covered, board.grid.opposite(d)) for d, cut in enumerate(board.walls))
