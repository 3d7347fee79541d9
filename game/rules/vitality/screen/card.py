"""What a person sees of a unit: card and overlays. Reads only."""

from __future__ import annotations

from game.grid.grid import union
from game.kernel.components import FIELD, Clock, Conditions, Down, Gear, Position, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.cards import gauges, subtitle, tag
from game.rules.ruleset import Card, Note, Overlay, Tag
from game.rules.vitality.checks import numbers as figures
from game.rules.vitality.entries import STATS
from game.rules.vitality.position.ground import budget_of, movement, stops, walkable
from game.rules.vitality.position.sight import hidden_from
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Held, Hidden, Leaning, Master, Turn, body, foes, host_of, is_thing, pool, up
from game.systems.conditions import holds

_POOL_RULES = {
    "vitality": "VITALITY-DMG-12", "temp_vitality": "VITALITY-DMG-13", "wp": "VITALITY-ACT-41",
    "nm": "VITALITY-CINE-21", "ap": "VITALITY-ECON-1", "rp": "VITALITY-ECON-4", "movement": "VITALITY-ECON-3",
}  # fmt: skip


def overlays(world: World, unit: int) -> tuple[Overlay, ...]:
    """Where the unit can walk now, and where enemies' weapons reach in melee."""
    titles, side = sheet_of(world).titles, world.get(unit, Unit).side
    if world.find(unit, Position) is None or world.has(unit, Down) or is_thing(world, unit):
        return ()
    known = (foe for foe in foes(world, unit) if up(world, foe) and not hidden_from(world, foe, unit))
    threat = union(figures.strikes_into(world, foe) for foe in known)
    found = [Overlay("threat", threat, titles["enemy_reach"], unit, None, "VITALITY-ATK-9")]
    metres = movement(world, unit) or figures.basic_movement(world, unit).total
    if up(world, unit):
        steps, free = walkable(world, unit, budget_of(world, unit, metres)), stops(world, unit, unit)
        levels = tuple(level & free for level in steps.levels)
        found.append(Overlay("reach", steps.everywhere & free, titles["reach"], unit, side, "VITALITY-ECON-3", levels))
    return tuple(found)


def card(world: World, unit: int) -> Card:
    """Pools, numbers with their lines, effects with what they do and how they end, gear."""
    titles, own, gear = sheet_of(world).titles, body(world, unit), world.get(unit, Gear)
    carried = (f"{titles[item]} ({titles['carried'].lower()})" for item in gear.carried)
    worn = (titles[key] for key in (*((own.armour,) if own.armour else ()), *own.natural, *own.abilities))
    things = (*(titles[item] for item in gear.held), *carried, *worn)
    pools = (each for each in gauges(world, unit, titles, _POOL_RULES) if each.base or each.pool == "vitality")
    name, text, lines = world.get(unit, Unit).name, subtitle(world, unit, own.text), tuple(numbers(world, unit))
    able = up(world, unit) and not is_thing(world, unit) and not holds(world, unit, "confused")
    reacts = able and pool(world, unit, "rp") > 0  # VITALITY-ECON-5, COND-15
    return Card(name, text, tuple(pools), lines, _tags(world, unit), things, _notes(world, unit), reacts)


def numbers(world: World, unit: int) -> list[Breakdown]:
    """Initiative, Evasion, Armor, DR Power and the seven Defense Rolls."""
    if is_thing(world, unit):
        return [figures.armour(world, unit)]
    plain = (figures.initiative, figures.evasion, figures.armour, figures.basic_movement)
    found = [each(world, unit) for each in plain]
    found.append(Breakdown("dr_power", (add(figures.dr_power(world, unit), "primary stat", "VITALITY-DR-3"),)))
    return found + [Breakdown(f"dr_{stat}", figures.dr_value(world, unit, stat).parts) for stat in STATS]


def _tags(world: World, unit: int) -> tuple[Tag, ...]:
    sheet, titles = sheet_of(world), sheet_of(world).titles
    found = []
    for item in world.get(unit, Conditions).items:
        entry = sheet.effects[item.name]
        good = entry.category in ("buff", "stance") and item.name != "surprised"
        rounds = item.level if item.until else 0
        found.append(Tag(item.name, entry.title, entry.text, entry.ends, item.rule, good, rounds))
    hidden, host = world.find(unit, Hidden), host_of(world, unit)
    if hidden is not None and hidden.of:
        found.append(tag(titles, "hidden", "VITALITY-HIDE-3", good=True))
    if world.has(unit, Leaning):
        found.append(tag(titles, "lean", "VITALITY-COVER-9", good=True))
    if host is not None:
        found.append(tag(titles, "riding", "VITALITY-ACT-27", world.get(host, Unit).name, good=True))
    master = world.find(unit, Master)
    if master is not None:
        found.append(tag(titles, "summoned", "VITALITY-ACT-32", world.get(master.unit, Unit).name))
    held = world.find(unit, Held)
    for waiting in held.items if held is not None else ():
        what = ", ".join(titles.get(word, word) for word in (waiting.action, waiting.what) if word)
        label = f"{titles['holds']}: {what}"
        text = titles[waiting.trigger]
        if not any(tag.label == label for tag in found):
            found.append(Tag("held", label, text, titles["held_ends"], "VITALITY-HOLD-6", True))
    return tuple(found)


def _notes(world: World, unit: int) -> tuple[Note, ...]:
    if world.get(FIELD, Clock).active != unit:
        return ()
    turn, titles = world.get(unit, Turn), sheet_of(world).titles
    found = [Note(titles["token_used" if turn.token else "token_left"], "VITALITY-ECON-7")]
    if turn.banked:
        found.append(Note(f"{titles['banked']}: {len(turn.banked)}", "VITALITY-ACT-2"))
    return tuple(found)
