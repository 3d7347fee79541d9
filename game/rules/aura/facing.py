"""Which way units look: their orders, their focus, and turning."""

from __future__ import annotations

from game.kernel.components import Facing, Footprint, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Turned
from game.rules.aura.sights import sees
from game.rules.aura.space import at, distances, foes, stands_free, toward
from game.rules.aura.state import PLACED, Watch, beat, conscious, helpless, holds
from game.systems.field import board_of, standing, team

LONG = 2  # spaces of a body that swings round


def look(world: World, mover: int | None = None) -> None:
    """AURA-FACE-6: everybody who keeps its eyes on somebody turns to that unit, or to the nearest if it is lost.

    After a step of one unit only that unit and those who watch it, or nobody, need to look.
    """
    for unit in standing(world):
        watch = world.get(unit, Watch)
        focus = watch.focus
        if watch.fixed or (mover is not None and unit != mover and focus is not None and focus != mover):
            continue
        if not _can_turn(world, unit):
            continue
        focus = _focus(world, unit, focus)
        if focus != watch.focus:
            world.put(unit, Watch(focus))
        if focus is not None:
            face(world, unit, focus)


def _focus(world: World, unit: int, kept: int | None) -> int | None:
    """On whom a unit keeps its eyes: the one it did while it can, else the nearest."""
    return world.derive(("focus", unit, kept), lambda world: _chosen(world, unit, kept), PLACED)


def _chosen(world: World, unit: int, kept: int | None) -> int | None:
    if kept is not None and _worth_watching(world, unit, kept):
        return kept
    return nearest(world, unit)


def _can_turn(world: World, unit: int) -> bool:
    """AURA-FACE-8."""
    return world.derive_own(unit, "can_turn", lambda world: conscious(world, unit) and not holds(world, unit, "bound"))


def _worth_watching(world: World, unit: int, focus: int) -> bool:
    return world.find(focus, Position) is not None and not helpless(world, focus) and sees(world, unit, focus)


def nearest(world: World, unit: int) -> int | None:
    """The nearest visible enemy that is not helpless, then the lowest number."""
    metres = distances(world, unit)
    found = [foe for foe in foes(world, unit) if not helpless(world, foe) and sees(world, unit, foe)]
    return min(found, key=lambda foe: (metres[foe], foe), default=None)


def face(world: World, unit: int, other: int) -> None:
    """Turn without a word toward another unit (AURA-FACE-2)."""
    direction = toward(world, unit, other)
    now = world.find(unit, Facing)
    if direction is not None and (now is None or now.direction != direction):
        world.put(unit, Facing(direction))
    if direction is not None:
        swing(world, unit)


def swing(world: World, unit: int) -> None:
    """AURA-GRID-9 and HOUSE-16: a long body swings round its first space to lie behind it, if there is room.

    In the middle of somebody's movement it stays as it lies: whoever walks has chosen the way by what was free.
    """
    foot = world.get(unit, Footprint)
    if len(foot.cells) != LONG or beat(world).mover or world.find(unit, Position) is None:
        return
    board, anchor = board_of(world), at(world, unit)
    behind = board.grid.layout.steps[board.grid.opposite(world.get(unit, Facing).direction)]
    shape = ((0, 0), behind)
    cells = board.grid.footprint(anchor, shape)
    if shape != foot.cells and cells and stands_free(world, unit, cells):
        world.put(unit, changed(foot, cells=shape))


def attend(world: World, unit: int, target: int) -> None:
    """AURA-FLOOR-8: with its own action a unit turns to its target, and keeps its eyes on an enemy (AURA-FACE-6)."""
    if not _can_turn(world, unit):
        return
    if not world.get(unit, Watch).fixed and team(world, unit) != team(world, target):
        world.put(unit, Watch(target))
    face(world, unit, target)


def turn(world: World, unit: int, words: list[str]) -> None:
    """AURA-FACE-2 and 6: a facing order given by hand: `focus 7` or `face ne`."""
    if words[0] == "focus":
        world.put(unit, Watch(int(words[1])))
        face(world, unit, int(words[1]))
    else:
        world.put(unit, Watch(None, fixed=True))
        world.put(unit, Facing(int(words[1])))
    swing(world, unit)
    world.emit(Turned(unit, world.get(unit, Facing).direction, "AURA-FACE-2"))
