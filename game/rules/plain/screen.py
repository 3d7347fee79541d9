"""What people see of a unit in a plain ruleset: card, refusals, overlays; and what a side is worth by its units."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.grid.grid import union
from game.grid.layout import Metric
from game.kernel.components import Conditions, Pools, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules import verbs
from game.rules.cards import gauges, subtitle
from game.rules.objectives import prospects
from game.rules.plain.sheet import Sheet
from game.rules.ruleset import Card, Overlay, Tag
from game.systems import zones
from game.systems.field import board_of, cells_of, enemies, standing, team


def overlays(world: World, unit: int, sheet: Sheet, zone_rule: str) -> tuple[Overlay, ...]:
    """Where it can go by any way of its own turn, its zone, and those of its foes."""
    if not world.has(unit, Position) or unit not in standing(world):
        return ()
    side = world.get(unit, Unit).side
    shown: list[Overlay] = []
    threat = union(zones.zone(world, foe) for foe in enemies(world, unit))
    for verb in verbs.question_of(world, "turn").verbs.values():
        if verb.ways is not None:
            levels = tuple(band for _, band in verb.ways(world, unit))
            rule = verb.rule if isinstance(verb.rule, str) else ""
            shown.append(Overlay("reach", union(levels), sheet.titles["reach"], unit, side, rule, levels))
    shown.append(Overlay("zone", zones.zone(world, unit), sheet.titles["zone"], unit, side, zone_rule))
    shown.append(Overlay("threat", threat, sheet.titles["threat"], unit, None, zone_rule))
    return tuple(each for each in shown if each.cells)


def card(
    world: World, unit: int, sheet: Sheet, numbers: Iterable[Breakdown], gear: Iterable[str], pool_rule: str
) -> Card:
    """Pools, the given numbers, conditions by the sheet's words, the titles of gear."""
    titles, entry = sheet.titles, world.get(unit, Unit)
    pools = tuple(gauges(world, unit, titles, dict.fromkeys(world.get(unit, Pools).names, pool_rule)))
    tags = []
    for item in world.get(unit, Conditions).items:
        known = sheet.main.conditions[item.name]
        tags.append(Tag(item.name, known.title, known.text, known.ends, known.rule, known.good))
    told = subtitle(world, unit, sheet.units[entry.sheet].text)
    return Card(entry.name, told, pools, tuple(numbers), tuple(tags), tuple(titles[item] for item in gear))


def worth(
    world: World,
    side: int,
    value: Callable[[World, int], float],
    far: Callable[[World, int], int],
    metric: Metric,
    away: float = 0.012,
) -> float:
    """The values of a team's units less those of all others, and progress toward objectives; see `Ruleset.worth`.

    Each own unit loses `away` for each cell that the nearest foe is further off than its weapons go (`far`).
    """
    own, total, grid = world.get(side, Side).team, 0.0, board_of(world).grid
    for unit in standing(world):
        ours = team(world, unit) == own
        total += value(world, unit) if ours else -value(world, unit)
        if ours and (foes := enemies(world, unit)):
            cells = cells_of(world, unit)
            gap = min(grid.distance_sets(cells, cells_of(world, foe), metric) for foe in foes)
            total -= away * max(0, gap - far(world, unit))
    return total + prospects(world, own, metric)
