"""What a person sees of a unit: card, refusals, overlays. Reads only."""

from __future__ import annotations

from game.grid.grid import union
from game.kernel.components import FIELD, Clock, Conditions, Down, Gear, Position, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules import offering
from game.rules.cards import gauges, subtitle, tag
from game.rules.clash.checks.tests import skill_test, style_test
from game.rules.clash.gear import hands_of, loaded, weapons_of
from game.rules.clash.harm import sources_of_armour
from game.rules.clash.position.cover import cover
from game.rules.clash.position.space import flanked, reachable, zone_of
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import PAIRED, Body, Elapsed, Spent, aware, speed_of, turn
from game.rules.clash.turns.windows import may_strike
from game.rules.clash.verbs.walking import held_fast
from game.rules.ruleset import Card, Note, Overlay, Refusal, Tag
from game.systems.conditions import holds
from game.systems.field import cells_of, enemies
from game.systems.steps import free_anchors

_POOLS = {"health": "CLASH-DMG-1", "ap": "CLASH-ECON-1", "magic": "CLASH-ACT-7"}
_SKILLS = ("dodge", "athletics", "acrobatics", "stealth", "observation", "focus", "sorcery")


def refusals(world: World, unit: int) -> tuple[Refusal, ...]:
    """What the active unit cannot do now, with all reasons; another unit waits for its turn (CLASH-ECON-4)."""
    clock = world.get(FIELD, Clock)
    if clock.active != unit or clock.phase != "turn" or world.has(unit, Down):
        return ()
    return offering.refusals(world, unit, "turn")


def overlays(world: World, unit: int) -> tuple[Overlay, ...]:
    """What it can walk to, its reach, where foes may strike at it, who is flanked, who has cover from it."""
    if world.find(unit, Position) is None:
        return ()
    titles, side = sheet_of(world).titles, world.get(unit, Unit).side
    found = [Overlay("zone", zone_of(world, unit), titles["own_reach"], unit, side, "CLASH-GRID-4")]
    threat = union(zone_of(world, foe) for foe in enemies(world, unit) if aware(world, foe, unit))
    found.append(Overlay("threat", threat, titles["enemy_reach"], unit, None, "CLASH-OA-2"))
    if not world.has(unit, Down) and not held_fast(world, unit):
        active = world.get(FIELD, Clock).active == unit
        left = turn(world).left if active else speed_of(world, unit).total
        reach, free = reachable(world, unit, max(0, left), prone=holds(world, unit, "prone")), free_anchors(world, unit)
        levels = tuple(level & free for level in reach.levels)
        found.append(Overlay("reach", reach.everywhere & free, titles["reach"], unit, side, "CLASH-MOVE-1", levels))
    covered = union(cells_of(world, foe) for foe in enemies(world, unit) if cover(world, unit, foe))
    found.append(Overlay("cover", covered, titles["covered"], unit, None, "CLASH-COVER-4"))
    if flanked(world, unit):
        found.append(Overlay("surrounded", cells_of(world, unit), titles["flanked"], unit, side, "CLASH-FLANK-1"))
    return tuple(each for each in found if each.cells)


def card(world: World, unit: int) -> Card:
    """Pools, numbers with their lines, conditions with what they do and how they end, gear."""
    sheet, entry = sheet_of(world), world.get(unit, Unit)
    return Card(
        entry.name, subtitle(world, unit, sheet.units[entry.sheet].text),
        tuple(gauges(world, unit, sheet.titles, _POOLS)), _numbers(world, unit), _tags(world, unit), _gear(world, unit),
        _notes(world, unit), bool(zone_of(world, unit)) and may_strike(world, unit),
    )  # fmt: skip


def _numbers(world: World, unit: int) -> tuple[Breakdown, ...]:
    body, sheet = world.get(unit, Body), sheet_of(world)
    sources = sources_of_armour(world, unit)
    best = max(sources, key=lambda source: source[1], default=("none", 0, 0, "CLASH-ARM-6"))
    found = [
        Breakdown("armour", (add(best[1], best[0], best[3]),)),
        speed_of(world, unit),
        Breakdown("initiative", (add(body.initiative, "score", "CLASH-INIT-3" if body.pc else "CLASH-INIT-4"),)),
    ]
    magic = max(sources, key=lambda source: source[2], default=best)
    if magic[2]:
        found.append(Breakdown("magic_armour", (add(magic[2], magic[0], "CLASH-ARM-8"),)))
    weapon = next(iter(weapons_of(world, unit)), "unarmed")
    melee = bool(sheet.weapons[weapon].reach)
    found.append(style_test(world, unit, "attack", ("STR", "AGI") if melee else ("AGI",), weapon).number)
    shown = _SKILLS if body.spells else _SKILLS[:-1]
    return (*found, *(skill_test(world, unit, skill).number for skill in shown))


def _tags(world: World, unit: int) -> tuple[Tag, ...]:
    sheet = sheet_of(world)
    found: list[Tag] = []
    for item in world.get(unit, Conditions).items:
        entry = sheet.main.conditions[item.name]
        who = item.source if item.name in PAIRED else None
        label = entry.title if who is None else f"{entry.title}: {world.get(who, Unit).name}"
        found.append(Tag(item.name, label, entry.text, entry.ends, entry.rule, entry.good))
    if world.find(unit, Position) is not None and not world.has(unit, Down) and flanked(world, unit):
        found.append(tag(sheet.titles, "flanked", "CLASH-FLANK-1"))
    return tuple(found)


def _gear(world: World, unit: int) -> tuple[str, ...]:
    titles, gear, body = sheet_of(world).titles, world.get(unit, Gear), world.get(unit, Body)
    held = []
    for at, item in enumerate(gear.held):
        text = (
            titles[item]
            if gear.held[:at].count(item) < loaded(world, unit, item)
            else f"{titles[item]} ({titles['empty']})"
        )
        held.append(f"{text} ({titles['both_hands']})" if hands_of(world, item) == 2 else text)
    carried = [f"{titles[item]} ({titles['carried']})" for item in gear.carried]
    natural = [titles[item] for item in body.natural_weapons]
    worn = [f"{titles[body.material]} ({titles[body.level]})"] if body.level else []
    return (*held, *natural, *carried, *worn)


def _notes(world: World, unit: int) -> tuple[Note, ...]:
    titles, sheet = sheet_of(world).titles, sheet_of(world)
    spent, body = world.get(unit, Spent), world.get(unit, Body)
    found = [Note(f"{titles['attacks']}: {spent.attacks}/{sheet.numbers.attacks}", "CLASH-ECON-7")]
    if spent.free:
        found.append(Note(titles["free_used"], "CLASH-FREE-2"))
    found.append(Note(f"{titles['size']}: {sheet.main.sizes[body.size]}", "CLASH-SIZE-7"))
    for style in body.styles:
        items = ", ".join(titles.get(item, item.replace("_", " ")) for item in style.gear) or "–"
        words = f"{titles['fighting_style']} {style.rank} ({style.name}), {titles['trained_with']}: {items}"
        found.append(Note(words, "CLASH-STYLE-1"))
    for name, keys, rule in (("spells", body.spells, "CLASH-ACT-7"), ("abilities", body.abilities, "CLASH-ATK-8")):
        if keys:
            found.append(Note(f"{titles[name]}: {', '.join(titles[key] for key in keys)}", rule))
    clock = world.get(FIELD, Clock)
    if clock.active == unit and clock.phase == "turn":
        found.append(Note(f"{titles['metres_left']}: {turn(world).left}", "CLASH-ECON-8"))
        found.append(Note(f"{titles['elapsed']}: {world.get(FIELD, Elapsed).seconds} s", "CLASH-INIT-2"))
    return tuple(found)
