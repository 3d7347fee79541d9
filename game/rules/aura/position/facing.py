"""Which way units look: their orders, their focus, and turning."""

from __future__ import annotations

from game.kernel.components import Facing, Footprint, Position, changed
from game.kernel.ecs import World, derived, derived_of
from game.kernel.events import Turned
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.aura.checks.numbers import name_of
from game.rules.aura.checks.rolls import check
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.position.sight import in_the_open, sees, view
from game.rules.aura.position.space import at, distances, faces, foes, others, stands_free, toward
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import BUILT, PLACED, Body, Watch, beat, conscious, helpless
from game.rules.reasons import Reason
from game.systems.conditions import having, holds
from game.systems.field import board_of, cells_of, standing, team
from game.systems.movement import turn_to

LONG = 2  # spaces of a body that swings round


def look(world: World, mover: int | None = None) -> None:
    """AURA-FACE-6: everybody who keeps its eyes on somebody turns to that unit, or to the nearest if it is lost.

    After a step of one unit only that unit and those who watch it, or nobody, need to look.
    """
    up = standing(world)
    if mover is not None:
        watching = _watching(world)
        concerned = {mover, *watching.get(mover, ()), *watching.get(None, ())}
        up = [unit for unit in up if unit in concerned]
    all_seen = in_the_open(world)
    for unit in up:
        watch = world.get(unit, Watch)
        if watch.fixed or not _can_turn(world, unit):
            continue
        focus = watch.focus
        lost = focus is None or world.find(focus, Position) is None or helpless(world, focus)
        if focus is None or lost or not (all_seen or sees(world, unit, focus)):
            focus = nearest(world, unit)
        if focus != watch.focus:
            world.put(unit, Watch(focus))
        if focus is not None:
            face(world, unit, focus)


def keep_looking(world: World, mover: int) -> bool:
    """Whether all that have to look when that unit moves will do so where they look now, wherever it goes."""
    if not in_the_open(world):
        return False
    watching = _watching(world)
    for unit in {mover, *watching.get(mover, ()), *watching.get(None, ())}.intersection(standing(world)):
        watch = world.get(unit, Watch)
        focus = watch.focus
        if watch.fixed or not _can_turn(world, unit):
            continue
        if focus is None or world.find(focus, Position) is None or helpless(world, focus):
            return False
    return True


@derived((Watch,))
def _watching(world: World) -> dict[int | None, list[int]]:
    """By whom they keep their eyes on, or nobody yet: all that watch."""
    found: dict[int | None, list[int]] = {}
    for unit, watch in world.each(Watch):
        found.setdefault(watch.focus, []).append(unit)
    return found


@derived_of(BUILT)
def _can_turn(world: World, unit: int) -> bool:
    """AURA-FACE-8."""
    return conscious(world, unit) and not holds(world, unit, "bound")


@derived(PLACED)
def nearest(world: World, unit: int) -> int | None:
    """The nearest visible enemy that is not helpless, then the lowest number."""
    metres = distances(world, unit)
    found = [foe for foe in foes(world, unit) if not helpless(world, foe) and sees(world, unit, foe)]
    return min(found, key=lambda foe: (metres[foe], foe), default=None)


def face(world: World, unit: int, other: int) -> None:
    """Turn without a word toward another unit (AURA-FACE-2)."""
    direction, now = toward(world, unit, other), world.find(unit, Facing)
    if direction is None:
        return
    if now is None or now.direction != direction:
        turn_to(world, unit, direction)
    if world.get(unit, Footprint).cells:
        swing(world, unit)


def swing(world: World, unit: int) -> None:
    """AURA-GRID-9 and HOUSE-16: a long body swings round its first space to lie behind it, if there is room.

    In the middle of somebody's movement it stays as it lies: whoever walks has chosen the way by what was free.
    """
    foot = world.get(unit, Footprint)
    if len(foot.cells) != LONG or beat(world).mover or world.find(unit, Position) is None:
        return
    grid = board_of(world).grid
    shape = ((0, 0), grid.layout.steps[grid.opposite(world.get(unit, Facing).direction)])
    cells = grid.footprint(at(world, unit), shape)
    if shape != foot.cells and cells and stands_free(world, unit, cells):
        world.put(unit, changed(foot, cells=shape))


def attend(world: World, unit: int, target: int) -> None:
    """AURA-FLOOR-8: with its own action a unit turns to its target, and keeps its eyes on an enemy (AURA-FACE-6)."""
    if not _can_turn(world, unit):
        return
    if not world.get(unit, Watch).fixed and team(world, unit) != team(world, target):
        world.put(unit, Watch(target))
    face(world, unit, target)


def turn(world: World, unit: int, action: Action) -> None:
    """AURA-FACE-2 and 6: a facing order given by hand: an eye on somebody, or a fixed direction."""
    if action.unit is not None:
        world.put(unit, Watch(action.unit))
        face(world, unit, action.unit)
    else:
        world.put(unit, Watch(None, fixed=True))
        turn_to(world, unit, action.numbers[0])
    swing(world, unit)
    world.emit(Turned(unit, world.get(unit, Facing).direction, "AURA-FACE-2"))


def concealed(world: World, unit: int, observer: int) -> bool:
    """AURA-COVER-7: heavy or total cover from that observer, or a space to hide in, or it looks elsewhere."""
    if not faces(world, observer, unit) or board_of(world).concealing & cells_of(world, unit):
        return True
    return view(world, observer, unit).grade in ("heavy", "total")


def hide_reasons(world: World, unit: int) -> list[Reason]:
    """Why a unit cannot hide here."""
    if holds(world, unit, "hidden"):
        return [Reason("reason_pointless", "AURA-FACE-7")]
    covered = all(concealed(world, unit, observer) for observer in others(world, unit))
    return [] if covered else [Reason("reason_in_the_open", "AURA-FACE-7")]


def stealth_needed(world: World, observer: int) -> Breakdown:
    """AURA-FACE-7: what a Stealth check must come to against one observer."""
    base, alert = sheet_of(world).main.numbers.stealth, world.get(observer, Body).awareness
    lines = (add(base, "base", "AURA-FACE-7"), add(alert, f"awareness of {name_of(world, observer)}", "AURA-FACE-7"))
    return Breakdown("stealth_needed", lines)


def sharpest_needed(world: World, unit: int) -> Breakdown:
    """AURA-HOUSE-1: what it must come to against the sharpest of all enemies that are awake."""
    found = [stealth_needed(world, observer) for observer in others(world, unit)]
    base = Breakdown("stealth_needed", (add(sheet_of(world).main.numbers.stealth, "base", "AURA-FACE-7"),))
    return max(found, key=lambda number: number.total, default=base)


async def hide(world: World, unit: int) -> bool:
    """A Stealth check against the sharpest of those who could see (AURA-FACE-7, HOUSE-1)."""
    total, _ = await check(world, unit, "stealth", "AURA-FACE-7")
    if total < sharpest_needed(world, unit).total:
        return False
    inflict(world, unit, "hidden", "AURA-FACE-7", unit)
    return True


def notice(world: World) -> None:
    """AURA-HOUSE-2: whoever stands in the open before an enemy's eyes is not hidden any more."""
    for unit in having(world, "hidden"):
        if not all(concealed(world, unit, each) for each in others(world, unit)):
            lift(world, unit, "hidden", "AURA-HOUSE-2")
