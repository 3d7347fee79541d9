"""What is shown of each unit: read from the world, corrected by what the animation has not shown yet."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.grid.grid import Cell
from game.grid.layout import Size
from game.kernel.components import (
    Carried,
    Conditions,
    Down,
    Facing,
    Footprint,
    Gear,
    Pools,
    Position,
    Side,
    Unit,
)
from game.kernel.ecs import World
from game.rules.ruleset import Gauge, Ruleset, ShowsOnBoard, Wears
from game.text import names

GAUGES = 3
HEALTH = "health"  # among `ShowsOnBoard.on_board` what is left of a unit where no pool tells it


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
    bars: tuple[Bar, ...] = ()
    conditions: tuple[str, ...] = ()  # what harms before what helps
    down: str = ""  # empty, defeated, fled or surrendered
    health: int = 100  # per cent that is left of it
    troubles: bool = False  # whether a condition harms it
    levels: tuple[tuple[str, int], ...] = ()  # how strong conditions above the first are
    rounds: tuple[tuple[str, int], ...] = ()  # for how many rounds conditions last that are counted in them
    reacts: bool = False  # whether it could break in on others
    mark: str = ""  # its short name in the log, such as B2
    gear: Gear | None = None  # None if nobody knows
    mounted: bool = False

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
            else _held_back(_on_its_feet(world, ruleset, look) if look.unit in shown.standing else look, shown)
            for look in plain
        ]
        found = [look for look in found if look.cell >= 0]
    return sorted(found, key=lambda look: (not look.down, look.unit))


_NOTHING = Shown()


def _read(world: World, ruleset: Ruleset | None) -> list[UnitLook]:
    """Every unit, with cell -1 for those off the board."""
    return [_look(world, ruleset, entity, unit) for entity, unit in world.each(Unit)]


def _look(world: World, ruleset: Ruleset | None, entity: int, unit: Unit) -> UnitLook:
    side = world.find(unit.side, Side)
    place = world.find(entity, Position)
    facing = world.find(entity, Facing)
    footprint = world.find(entity, Footprint)
    down = world.find(entity, Down)
    look = UnitLook(
        unit=entity,
        name=unit.name,
        role=unit.role,
        sheet=unit.sheet,
        side=side.number if side else 1,
        number=unit.number,
        cell=place.cell if place else -1,
        size=footprint.shape if footprint else 1,
        facing=facing.direction if facing else None,
        down=down.how if down else "",
        mark=names.tag(world, entity) if side else "",
        gear=world.find(entity, Gear),
        mounted=world.has(entity, Carried),
    )
    return look if down else _state(world, ruleset, look)


def _state(world: World, ruleset: Ruleset | None, look: UnitLook) -> UnitLook:
    """With what it has left and what weighs on it."""
    conditions = world.find(look.unit, Conditions)
    found = tuple(item.name for item in conditions.items) if conditions else ()
    levels = tuple((item.name, item.level) for item in conditions.items if item.level > 1) if conditions else ()
    look = replace(look, levels=levels)
    if ruleset is None:
        return replace(look, bars=_pools(world, look.unit), conditions=found, troubles=bool(found))
    card = ruleset.card(world, look.unit)
    helps = {tag.name for tag in card.tags if tag.good}
    rounds = {tag.name: tag.rounds for tag in card.tags if tag.rounds}
    whole = ruleset.wholeness(world, look.unit) if isinstance(ruleset, Wears) else 1.0
    health = min(100, max(0, round(100 * whole)))
    return replace(
        look,
        bars=_gauges(ruleset, card.gauges, health),
        conditions=tuple(sorted(found, key=lambda name: name in helps)),
        troubles=not helps.issuperset(found),
        health=health,
        levels=tuple(each for each in levels if each[0] not in rounds),
        rounds=tuple(rounds.items()),
        reacts=card.reacts,
    )


def _gauges(ruleset: Ruleset, gauges: tuple[Gauge, ...], health: int) -> tuple[Bar, ...]:
    """What the ruleset shows on the board, else the first gauges that have a base."""
    known = {each.pool: Bar(each.pool, each.now, each.base) for each in gauges if each.base > 0}
    if isinstance(ruleset, ShowsOnBoard) and ruleset.on_board:
        known.setdefault(HEALTH, Bar(HEALTH, health, 100))
        return tuple(known[name] for name in ruleset.on_board if name in known)
    return tuple(known.values())[:GAUGES]


def _pools(world: World, unit: int) -> tuple[Bar, ...]:
    """Without a ruleset the unit's pools."""
    pools = world.find(unit, Pools)
    rows = zip(pools.names, pools.now, pools.base, strict=True) if pools else ()
    return tuple(Bar(*row) for row in rows if row[2] > 0)[:GAUGES]


def _concerned(shown: Shown) -> set[int]:
    """The units of which something besides their cell is held back."""
    found = {unit for unit, _ in shown.pools}
    return found.union(shown.gained, shown.lost, shown.facings, shown.standing)


def _on_its_feet(world: World, ruleset: Ruleset | None, look: UnitLook) -> UnitLook:
    """As it looked before it fell: with its gauges."""
    key = ("unit look before the fall", look.unit, ruleset.name if ruleset else "")  # every frame asks
    found: UnitLook = world.derive(key, lambda w: _state(w, ruleset, replace(look, down="")))
    return found


def _held_back(look: UnitLook, shown: Shown) -> UnitLook:
    unit = look.unit
    cell = shown.cells.get(unit, look.cell)
    conditions = tuple(name for name in look.conditions if name not in shown.gained.get(unit, ()))
    return replace(
        look,
        cell=-1 if cell is None else cell,
        facing=shown.facings.get(unit, look.facing) if look.facing is not None else None,
        bars=tuple(Bar(bar.pool, shown.pools.get((unit, bar.pool), bar.now), bar.base) for bar in look.bars),
        conditions=conditions + tuple(name for name in shown.lost.get(unit, ()) if name not in conditions),
    )
