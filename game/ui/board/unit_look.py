"""What is shown of each unit: read from the world, corrected by what the animation has not shown yet."""

from __future__ import annotations

from msgspec import Struct

from game.grid.grid import Cell
from game.grid.layout import Size
from game.kernel.components import Conditions, Down, Facing, Footprint, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.rules.ruleset import Ruleset

GAUGES = 3


class Shown(Struct):
    """What the animation still holds back, by unit: filled before it plays, emptied while it does."""

    cells: dict[int, Cell | None] = {}
    offsets: dict[int, tuple[float, float]] = {}  # in widths of a cell
    pools: dict[tuple[int, str], int] = {}
    gained: dict[int, frozenset[str]] = {}  # conditions that the world has and the screen does not yet
    lost: dict[int, tuple[str, ...]] = {}  # the other way round
    facings: dict[int, int] = {}
    fading: dict[int, float] = {}  # those who fall right now, and how far they have
    standing: frozenset[int] = frozenset()  # out of the fight already, still shown on their feet


class Bar(Struct, frozen=True):
    """A gauge at a glance: how full, in per cent, and its numbers."""

    pool: str
    now: int
    base: int


class UnitLook(Struct, frozen=True):
    """One unit as it is drawn; equal ones share a picture."""

    unit: int
    name: str
    role: str
    sheet: str
    side: int  # number from 1
    number: int
    cell: Cell
    size: Size
    facing: int | None
    bars: tuple[Bar, ...]
    conditions: tuple[str, ...]
    down: str  # empty, defeated, fled or surrendered

    @property
    def lying(self) -> bool:
        """Whether it fights on from the ground."""
        return "prone" in self.conditions


def looks(world: World, ruleset: Ruleset | None, shown: Shown) -> list[UnitLook]:
    """The units on the board, those out of the fight first: they lie under the others."""
    plain: list[UnitLook] = world.derive(("unit looks", ruleset.name if ruleset else ""), lambda w: _read(w, ruleset))
    if shown == _NOTHING:
        found = [look for look in plain if look.cell >= 0]
    else:
        held = _concerned(shown)
        found = [
            look
            if look.unit not in held and shown.cells.get(look.unit, look.cell) == look.cell
            else _held_back(look, shown)
            for look in plain
        ]
        found = [look for look in found if look.cell >= 0]
    return sorted(found, key=lambda look: (not look.down, look.unit))


_NOTHING = Shown()


def _read(world: World, ruleset: Ruleset | None) -> list[UnitLook]:
    """Every unit, with cell -1 for those off the board."""
    found = []
    for entity, unit in world.each(Unit):
        side = world.find(unit.side, Side)
        place = world.find(entity, Position)
        facing = world.find(entity, Facing)
        footprint = world.find(entity, Footprint)
        conditions = world.find(entity, Conditions)
        down = world.find(entity, Down)
        found.append(
            UnitLook(
                entity,
                unit.name,
                unit.role,
                unit.sheet,
                side.number if side else 1,
                unit.number,
                place.cell if place else -1,
                footprint.shape if footprint else 1,
                facing.direction if facing else None,
                () if down else _bars(world, ruleset, entity),
                tuple(item.name for item in conditions.items) if conditions and not down else (),
                down.how if down else "",
            )
        )
    return found


def _bars(world: World, ruleset: Ruleset | None, unit: int) -> tuple[Bar, ...]:
    """The ruleset's first gauges that have a base; without a ruleset the unit's pools."""
    if ruleset is not None:
        gauges = ruleset.card(world, unit).gauges
        return tuple(Bar(each.pool, each.now, each.base) for each in gauges if each.base > 0)[:GAUGES]
    pools = world.find(unit, Pools)
    rows = zip(pools.names, pools.now, pools.base, strict=True) if pools else ()
    return tuple(Bar(*row) for row in rows if row[2] > 0)[:GAUGES]


def _concerned(shown: Shown) -> set[int]:
    """The units of which something besides their cell is held back."""
    found = {unit for unit, _ in shown.pools}
    return found.union(shown.gained, shown.lost, shown.facings, shown.standing)


def _held_back(look: UnitLook, shown: Shown) -> UnitLook:
    unit = look.unit
    cell = shown.cells.get(unit, look.cell)
    conditions = tuple(name for name in look.conditions if name not in shown.gained.get(unit, ()))
    return UnitLook(
        unit,
        look.name,
        look.role,
        look.sheet,
        look.side,
        look.number,
        -1 if cell is None else cell,
        look.size,
        shown.facings.get(unit, look.facing) if look.facing is not None else None,
        tuple(Bar(bar.pool, shown.pools.get((unit, bar.pool), bar.now), bar.base) for bar in look.bars),
        conditions + tuple(name for name in shown.lost.get(unit, ()) if name not in conditions),
        "" if unit in shown.standing else look.down,
    )
