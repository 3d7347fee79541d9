"""What the board and its panels tell of dangers: who could attack where with what odds, and which steps provoke."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.grid.grid import Cell, CellSet, bits
from game.grid.masks import union
from game.kernel.components import Down, Position, Unit
from game.rules import danger
from game.rules.danger import Attack, Threat
from game.rules.foresight import Gauges
from game.rules.ruleset import Overlay
from game.skirmish.record import team_of
from game.text import names
from game.ui.battle import odds_line, ranking, searching, target_table
from game.ui.battle.searching import Search, search, soon
from game.ui.battle.state import Battle
from game.ui.kit.text_column import TextColumn, rule_lines

_REST = 100  # milliseconds after which the pointer rests
_ABOUT = 2  # cells about a unit in which its arc is drawn
_TOLD = 5  # attackers whose odds are told


# Who threatens


def team(battle: Battle) -> int | None:
    """The team for which dangers are looked at; None where nobody at the screen has one."""
    request, seats = battle.request, battle.table.human_sides()
    who = request.who if request is not None else battle.let_in or battle.seat or next(iter(seats), None)
    return team_of(battle.world, who) if who is not None else None


def foes(battle: Battle) -> list[int]:
    """The enemies on their feet that the side at the screen knows of."""
    world, own = battle.world, team(battle)
    if own is None:
        return []
    known = dict.fromkeys(battle.covered().values())
    return sorted(unit for unit in known if team_of(world, unit) != own and not world.has(unit, Down))


def threat(battle: Battle, foe: int) -> Threat:
    """What a foe could do in its next turn."""
    return _threat(battle, foe).finish()[0]


def _threat(battle: Battle, foe: int) -> Search[Threat]:
    return search(battle, ("threat of", foe), lambda: danger.finding_threat(battle.world, battle.ruleset, foe))


def watched(battle: Battle) -> int | None:
    """The foe whose reach is shown: the one pointed at, else the one whose card was asked for."""
    cell = battle.pointed()
    for unit in (battle.covered().get(cell) if cell is not None else None, battle.inspected):
        if unit is not None and unit in battle.keep("foes", lambda: foes(battle)):
            return unit
    return None


def overlays(battle: Battle) -> tuple[Overlay, ...]:
    """Of the watched foe where it gets, strikes and shoots, arc and flanks; else, if asked for, all foes together."""
    unit = watched(battle)
    if unit is not None:
        known = soon(_threat(battle, unit))
        return battle.keep(("dangers of", unit), lambda: _of_one(battle, unit)) if known else ()
    if not battle.toggles["threat"] or not soon(*(_threat(battle, foe) for foe in foes(battle))):
        return ()
    return battle.keep("dangers", lambda: _of_all(battle))


def clear(battle: Battle, shown: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """Make room for dangers: the reach is outlined only under their sum, and gone under that of one foe."""
    if watched(battle) is not None:
        return tuple(each for each in shown if each.kind not in ("reach", "arc"))
    if not battle.toggles["threat"]:
        return shown
    return tuple(replace(each, kind="bounds") if each.kind == "reach" else each for each in shown)


def _of_one(battle: Battle, unit: int) -> tuple[Overlay, ...]:
    found, request = threat(battle, unit), battle.request
    side = battle.world.get(unit, Unit).side
    flanks = 0
    if request is not None and request.moment == "own_turn" and isinstance(battle.ruleset, Gauges):
        ways = bits(ranking.ways(battle))
        flanks = danger.flanks(battle.world, battle.ruleset, request.who, unit, ways)
    shown = (
        Overlay("walk", found.walks, "Where it gets", unit, side),
        Overlay("shots", found.shots & ~found.strikes, "What it can shoot at", unit, side),
        Overlay("strikes", found.strikes | found.walks if found.strikes else 0, "What it can strike", unit, side),
        *stance(battle, unit),
        Overlay("flank", flanks, "From where it would be flanked", unit, side),
    )
    return tuple(each for each in shown if each.cells)


def stance(battle: Battle, unit: int) -> tuple[Overlay, ...]:
    """Whether a unit is flanked or surrounded, and where it faces: as much of that as lies about it."""
    grid, own = battle.board.grid, bits(cell for cell, each in battle.covered().items() if each == unit)
    found = [each for each in battle.overlays(unit) if each.kind == "surrounded"]
    around = grid.within(own, _ABOUT, "chebyshev")
    arcs = (each for each in battle.overlays(unit) if each.kind == "arc")
    return (*found, *(replace(arc, cells=arc.cells & around) for arc in arcs))


def _of_all(battle: Battle) -> tuple[Overlay, ...]:
    bands = danger.crowds(threat(battle, foe) for foe in foes(battle))
    whole = union(bands)
    return (Overlay("danger", whole, "How many enemies could attack", costs=bands),) if whole else ()


# What waits at a cell


def attacks(battle: Battle, cell: Cell) -> list[Attack]:
    """Who could attack the unit whose turn it is if it stood there, and with what odds: the worst first."""
    return danger.worst_first(_attacks(battle, cell).finish())


def _attacks(battle: Battle, cell: Cell) -> Search[Attack]:
    return search(battle, ("attacks at", cell), lambda: _finding_attacks(battle, cell))


def _finding_attacks(battle: Battle, cell: Cell) -> Iterator[Attack | None]:
    request, world = battle.request, battle.world
    if request is None or not world.has(request.who, Position):
        return
    known = foes(battle)
    for foe in known:
        while not _threat(battle, foe).go_on(0):
            yield None
    yield from danger.attacks(world, battle.ruleset, request.who, cell, (threat(battle, foe) for foe in known))


def _pointed(battle: Battle) -> Cell | None:
    """The cell whose dangers are told: one that the unit can go to, its own, or any while the danger is shown."""
    request, cell = battle.request, battle.pointed()
    if request is None or cell is None or request.moment != "own_turn" or not isinstance(battle.ruleset, Gauges):
        return None
    under = battle.covered().get(cell)
    if under not in (None, request.who):
        return None
    known = cell in ranking.ways(battle) or under == request.who or battle.toggles["threat"]
    return cell if known and battle.world.has(request.who, Position) else None


def _rested(battle: Battle) -> set[Cell]:
    """The cells at which the pointer has rested: a pointer that only passes by waits for nothing."""
    return battle.keep("rested at", set[Cell])


def asked_of(battle: Battle) -> Cell | None:
    """The cell whose dangers are told, once the pointer rests there and they are known."""
    cell = _pointed(battle)
    return cell if cell is not None and cell in _rested(battle) and _attacks(battle, cell).done else None


def write(battle: Battle, column: TextColumn, cell: Cell) -> None:
    """Who could attack there, the worst first."""
    p, world, found = column.look.palette, battle.world, attacks(battle, cell)
    column.gap(4)
    if not found:
        column.line("No enemy you know of can attack here next turn.", p.good, size="small")
        return
    many = "1 enemy" if len(found) == 1 else f"{len(found)} enemies"
    column.line(f"Next turn {many} could attack here", p.bad, size="small", bold=True)
    for attack in found[:_TOLD]:
        how = target_table.short(battle, attack.option)
        tip = rule_lines(battle.ruleset, attack.option.rule)
        column.line(f"{names.who_name(world, attack.foe)}: {how}", tip=tip)
        said = odds_line.outcome(battle.ruleset, attack.preview)
        if said:
            column.line(said, p.dim, size="small", indent=10)
    if len(found) > _TOLD:
        column.line(f"and {len(found) - _TOLD} more", p.dim, size="small")


# Found out while nothing else is to be done


def look_out(battle: Battle) -> None:
    """Find out, a little in each frame that has nothing else to show, what waits where the pointer rests, and where a
    step provokes."""
    if not battle.seen or battle.app.dirty:
        return
    cell = _pointed(battle)
    came = battle.keep(("came to", cell), battle.app.now)
    if cell is not None and cell not in _rested(battle) and battle.app.now() - came >= _REST:
        _rested(battle).add(cell)
        battle.app.dirty = _attacks(battle, cell).done
    _provoking(battle)
    battle.app.dirty |= searching.go_on(battle)


def looking(battle: Battle) -> bool:
    """Whether there is something left to find out."""
    cell = _pointed(battle)
    _provoking(battle)
    return (cell is not None and cell not in _rested(battle)) or searching.searching(battle)


def provoking(battle: Battle) -> tuple[Overlay, ...]:
    """The cells at which a foe may react to a step of the unit whose turn it is, once they are known."""
    found = _provoking(battle)
    if found is None or not found.done or not found.found:
        return ()
    return (Overlay("provokes", union(found.found), "Where a step provokes"),)


def _provoking(battle: Battle) -> Search[CellSet] | None:
    request = battle.request
    if request is None or request.moment != "own_turn":
        return None
    return search(battle, "provoking", lambda: _alarmed(battle))


def _alarmed(battle: Battle) -> Iterator[CellSet | None]:
    """The cells at which a foe may react to a step of the unit whose turn it is, way by way."""
    for options in [*ranking.ways(battle).values()]:
        preview = battle.preview(options[0].key)
        yield bits(alarm.cell for alarm in preview.alarms) or None if preview is not None else None
