"""What a person sees of a unit: card and overlays. Reads only."""

from __future__ import annotations

from game.grid.grid import union
from game.kernel.components import Carried, Conditions, Down, Gear, Position, Side, Unit, changed
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.cards import gauges, tag
from game.rules.ruleset import Card, Gauge, Note, Overlay, Tag
from game.rules.wounds.budget import acts_out_of_turn, exhausted, invested, most_mana, most_stamina, staggered
from game.rules.wounds.checks.rolls import DEFENSES, base_toughness, defense, toughness
from game.rules.wounds.harm.conditions import rounds_left
from game.rules.wounds.pace import affordable, destinations, movable, purse, rate, yards_left
from game.rules.wounds.position.flanks import flanked, melee_reach
from game.rules.wounds.position.space import mount_of, reachable, stops
from game.rules.wounds.sheet import LEVELS, sheet_of
from game.rules.wounds.state import Ignoring, Long, Readied, Stock, Strain, Upheld, body, pool, slots, wounds
from game.rules.wounds.verbs.spells import clouds
from game.systems.field import bodies, enemies

_POOL_RULES = {
    "ap": "WOUNDS-ECON-3", "initiative": "WOUNDS-INIT-1", "stamina": "WOUNDS-STA-4", "mana": "WOUNDS-MANA-1",
}  # fmt: skip


def overlays(world: World, unit: int) -> tuple[Overlay, ...]:
    """Where the unit can go, what its weapons reach, who rebuffs where, whether it is flanked."""
    titles, side = sheet_of(world).titles, world.get(unit, Unit).side
    if world.find(unit, Position) is None:
        return ()
    danger = union(melee_reach(world, foe) for foe in enemies(world, unit))
    rows = (
        ("zone", melee_reach(world, unit), "own_reach", side, "WOUNDS-HD-9"),
        ("threat", danger, "enemy_reach", None, "WOUNDS-HD-9"),
        ("threat", union(cloud.cells for cloud in clouds(world)), "steam", None, "WOUNDS-ENV-5"),
    )
    found = [
        Overlay(kind, cells, titles[label], unit, whose, rule) for kind, cells, label, whose, rule in rows if cells
    ]
    if not world.has(unit, Down) and movable(world, unit):
        found.append(_reach(world, unit, side))
    if flanked(world, unit):
        found.append(Overlay("surrounded", bodies(world)[unit], titles["flanked"], unit, side, "WOUNDS-POS-1"))
    return tuple(found)


def _reach(world: World, unit: int, side: int) -> Overlay:
    mover = mount_of(world, unit) or unit
    budget = affordable(world, mover, purse(world, mover, unit if mover != unit else None))
    found, free = reachable(world, mover, max(0, budget)), stops(world, mover)
    levels, label = tuple(level & free for level in found.levels), sheet_of(world).titles["reach"]
    place = destinations(world, mover, budget) | levels[0]
    return Overlay("reach", place, label, unit, side, "WOUNDS-MOVE-2", levels)


def card(world: World, unit: int) -> Card:
    """Pools, wound slots, Defenses with their lines, conditions with what they do and how they end, gear."""
    sheet, entry, own = sheet_of(world), world.get(unit, Unit), body(world, unit)
    subtitle = f"{sheet.units[entry.sheet].text}, {world.get(entry.side, Side).name}, {sheet.titles[own.kind]}"
    return Card(
        entry.name, subtitle, (*_pools(world, unit), *_slots(world, unit)), numbers=_numbers(world, unit),
        tags=tuple(_tags(world, unit)), gear=_gear(world, unit), notes=_notes(world, unit),
        reacts=acts_out_of_turn(world, unit) and pool(world, unit, "ap") > 0,
    )  # fmt: skip


def _pools(world: World, unit: int) -> list[Gauge]:
    titles, tired = sheet_of(world).titles, world.get(unit, Strain).fatigue
    most = {"stamina": most_stamina(world, unit), "mana": most_mana(world, unit)}
    known = [changed(each, base=most.get(each.pool, each.base)) for each in gauges(world, unit, titles, _POOL_RULES)]
    tied = Gauge("invested", titles["invested"], invested(world, unit), 0, "WOUNDS-MANA-4")
    return [*known, Gauge("fatigue", titles["fatigue"], tired, 0, "WOUNDS-STA-4"), *((tied,) if tied.now else ())]


def _slots(world: World, unit: int) -> list[Gauge]:
    rules = ("WOUNDS-WND-7", "WOUNDS-WND-8", "WOUNDS-WND-8", "WOUNDS-WND-8", "WOUNDS-WND-9")
    room, found, titles = slots(world, unit), wounds(world, unit), sheet_of(world).titles
    return [
        Gauge(name, titles[name], found.count(at + 1), room[at], rules[at])
        for at, name in enumerate(LEVELS)
        if room[at] or found.count(at + 1)
    ]


def _numbers(world: World, unit: int) -> tuple[Breakdown, ...]:
    if world.find(unit, Position) is None:
        return (toughness(world, unit), base_toughness(world, unit))
    found = [defense(world, unit, name) for name in DEFENSES]
    left = Breakdown("yards_left", (add(yards_left(world, unit), "bought", "WOUNDS-MOVE-3"),))
    return (*found, toughness(world, unit), base_toughness(world, unit), rate(world, unit), left)


def _tags(world: World, unit: int) -> list[Tag]:
    sheet = sheet_of(world)
    found: list[Tag] = []
    for item in world.get(unit, Conditions).items:
        entry = sheet.main.conditions[item.name]
        level = f" ({LEVELS[item.level - 1]})" if item.name in ("bleeding", "burning") and item.level <= 4 else ""
        rule, left = item.rule or entry.rule, rounds_left(world, item.until)
        found.append(Tag(item.name, entry.title + level, entry.text, entry.ends, rule, entry.good, left))
    derived = (
        ("wounded", bool(wounds(world, unit)), "WOUNDS-COND-4"),
        ("exhausted", exhausted(world, unit), "WOUNDS-COND-5"),
        ("staggered", staggered(world, unit), "WOUNDS-COND-6"),
        ("flanked", world.find(unit, Position) is not None and flanked(world, unit), "WOUNDS-COND-3"),
        ("readied", world.has(unit, Readied), "WOUNDS-COND-18"),
        ("long_action", world.has(unit, Long), "WOUNDS-ECON-6"),
        ("mana_invested", bool(world.get(unit, Upheld).spells), "WOUNDS-COND-18"),
    )
    return found + [tag(sheet.titles, name, rule) for name, there, rule in derived if there]


def _gear(world: World, unit: int) -> tuple[str, ...]:
    own, gear, titles = body(world, unit), world.get(unit, Gear), sheet_of(world).titles
    worn = () if own.armour == "no_armour" else (own.armour,)
    packed = tuple(f"{titles[item]} ({titles['carried']})" for item in gear.carried)
    return (*(titles[item] for item in (*gear.held, *own.natural, *worn)), *packed)


def _notes(world: World, unit: int) -> tuple[Note, ...]:
    sheet = sheet_of(world)
    found: list[Note] = []
    stock, seat = world.get(unit, Stock), world.find(unit, Carried)
    if stock.shots:
        found.append(Note(f"{sheet.titles['shots']}: {stock.shots}", "WOUNDS-HD-4"))
    if stock.unloaded:
        found.append(Note(sheet.titles["reason_unloaded"], "WOUNDS-HD-4"))
    if seat is not None:
        found.append(Note(f"{sheet.titles['rides']} {world.get(seat.by, Unit).name}", "WOUNDS-MOUNT-4"))
    for foe in world.get(unit, Ignoring).ignored:
        found.append(Note(f"{sheet.titles['ignores']} {world.get(foe, Unit).name}", "WOUNDS-POS-5"))
    return tuple(found)
