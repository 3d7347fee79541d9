"""What the board shows of a battle: overlays, targets and the preview of what is looked at, gathered once an answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.grid.grid import bits
from game.kernel.components import FIELD, Clock, Position, Unit
from game.rules.ruleset import Overlay, Preview
from game.ui.battle import (
    advice,
    dangers,
    drawn_way,
    knowing,
    measuring,
    option_groups,
    planning,
    ranking,
    searching,
    supposed,
)
from game.ui.battle.scene import Scene
from game.ui.battle.state import Battle
from game.ui.battle.visible import doors, ground


def scene(battle: Battle) -> Scene:
    """What the board shows now."""
    clock = battle.table.world.find(FIELD, Clock)
    request, prefs, scenario = battle.request, battle.app.prefs, battle.table.skirmish.scenario
    plan = planning.planned(battle)
    preview = battle.preview(plan.move.key) if plan is not None else battle.shown_preview()
    preview = drawn_way.preview(battle) or preview
    line = measuring.line(battle)
    later = battle.pane.busy or not battle.pane.drawn  # what is seen is not the present yet, or nothing is seen at all
    shown = () if later else _shown(battle)
    if line is not None:
        preview = replace(preview or Preview("", ()), sight=line[0])
        shown = (*shown, measuring.crossed(line[0]))
    fog = knowing.overlays(battle)
    shown = (*fog[:1], *shown, *measuring.view(battle), *fog[1:])
    return Scene(
        battle.table.world,
        battle.ruleset,
        battle.app.look.palette,
        selected=request.who if request is not None else None,
        active=clock.active if clock else None,
        hover=battle.pointed() if battle.cursor is None else None,
        cursor=battle.cursor,
        overlays=shown,
        preview=preview,
        options=battle.keep(("free", battle.verb, battle.request is not None), lambda: _free(battle)),
        targets=battle.keep(("targets", battle.verb, request is None), lambda: _targets(battle)),
        grid=prefs.grid,
        coordinates=prefs.coordinates,
        soft=prefs.soft,
        acted=battle.acted(),
        labels=(*measuring.labels(battle), *_odds(battle)),
        ranks=advice.labels(battle),
        aims=(*planning.aims(battle), *advice.aims(battle)),
        dim_outside=prefs.dim,
        hidden=battle.hidden(),
        ghosts=tuple((unit, at.cell) for unit, at in knowing.ghosts(battle).items()),
        board=battle.keep(("ground", *battle.lookers()), lambda: ground(battle.board, scenario.board)),
        doors=battle.keep(("doors", *battle.lookers()), lambda: doors(battle.board, scenario.board)),
    )


def _shown(battle: Battle) -> tuple[Overlay, ...]:
    return (
        *dangers.clear(battle, (*overlays(battle), *_zones(battle))),
        *dangers.overlays(battle),
        *dangers.provoking(battle),
    )


def _odds(battle: Battle) -> tuple[tuple[int, str], ...]:
    """The odds of the attack that is looked at, beside its target."""
    option, plan = battle.option(battle.looked_at()), planning.planned(battle)
    if plan is not None:
        at = battle.table.world.get(plan.foe, Position).cell
        said = supposed.told(battle, plan.strike)
        return ((at, said),) if said else ()
    if option is None or option.unit is None or battle.worths().hope(option) is None:
        return ()
    cell = option_groups.cell_of(battle.table.world, option)
    said = ranking.outcome(battle, option)
    return ((cell, said),) if cell is not None and said else ()


def overlays(battle: Battle) -> tuple[Overlay, ...]:
    """What concerns the unit whose turn it is: its reach, its aims, how it stands."""
    return battle.keep(("shown", battle.request is not None), lambda: _gather(battle))


def _free(battle: Battle) -> int:
    """Empty cells that can be chosen: while no verb is chosen, the reach says it."""
    if not battle.verb and any(one.kind == "reach" for one in overlays(battle)):
        return 0
    request, covered, here = battle.request, battle.covered(), [*battle.here()]
    if request is not None and not here:
        here = [one.cell for one in request.options if one.cell is not None and option_groups.carries(one)]
    return bits(cell for cell in here if cell not in covered)


def _targets(battle: Battle) -> tuple[tuple[int, str], ...]:
    """Units that can be chosen."""
    covered = battle.covered()
    units = {covered[cell] for cell in battle.here() if cell in covered}
    request = battle.request
    if request is not None and not battle.verb:
        units |= {one.unit for one in request.options if one.unit is not None and option_groups.carries(one)}
    own = request.who if request is not None else None
    return tuple((unit, "") for unit in sorted(units - {own}))


def _gather(battle: Battle) -> tuple[Overlay, ...]:
    found: list[Overlay] = []
    request, world = battle.request, battle.table.world
    if request is not None and battle.table.is_turn() and world.has(request.who, Unit):
        bands = ranking.reach(battle)
        found += [bands] if bands is not None else []
        kinds = ("objective",) if bands is not None else ("reach", "objective")
        found += [one for one in battle.overlays(request.who) if one.kind in kinds]
        found += dangers.stance(battle, request.who)
    return tuple(found)


def _zones(battle: Battle) -> tuple[Overlay, ...]:
    """The zones of everybody who can be seen, if asked for, once they are known."""
    if not battle.toggles["zones"]:
        return ()
    zones = searching.search(battle, ("zones", battle.seat, battle.let_in), lambda: _finding_zones(battle))
    return tuple(zones.found) if searching.soon(zones) else ()


def _finding_zones(battle: Battle) -> Iterator[Overlay | None]:
    for unit in dict.fromkeys(battle.covered().values()):
        yield from (one for one in battle.overlays(unit) if one.kind in ("zone", "surrounded"))
        yield None
