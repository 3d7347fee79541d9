"""What a person sees of a unit: card and overlays. Reads only."""

from __future__ import annotations

from collections import Counter

from game.kernel.components import FIELD, Clock, Conditions, Gear, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.aura.checks import guards, powers
from game.rules.aura.checks import numbers as figures
from game.rules.aura.gear import has_draw, in_both_hands, melee_weapons, shooters, told_draw
from game.rules.aura.house import house
from game.rules.aura.position.space import faced_cells
from game.rules.aura.position.ways import run_energy, ways
from game.rules.aura.screen.breakers import may_challenge, may_strike
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Holding, Orders, Ready, Watch, Wear, Weary, beat, conscious, spent
from game.rules.aura.turns.able import able
from game.rules.aura.verbs.feats import ready
from game.rules.aura.verbs.targets import metres_at_hand
from game.rules.cards import gauges, subtitle
from game.rules.ruleset import Card, Note, Overlay, Tag
from game.systems.field import board_of, cells_of, standing

_POOL_RULES = {
    "energy": "AURA-ECON-1",
    "agility": "AURA-ECON-12",
    "stamina": "AURA-ECON-7",
    "aura": "AURA-POOL-3",
    "surges": "AURA-POOL-7",
}


def spent_out(world: World, unit: int) -> bool:
    """Whether a unit can begin nothing more in this Round."""
    return world.find(unit, Position) is not None and not able(world, unit)


def overlays(world: World, unit: int) -> tuple[Overlay, ...]:
    """What it faces, the edge of its reach, and where it can run for each Energy."""
    titles, side = sheet_of(world).titles, world.get(unit, Unit).side
    if world.find(unit, Position) is None or not conscious(world, unit):
        return ()
    grid, own = board_of(world).grid, cells_of(world, unit)
    reach = figures.longest_reach(world, unit)
    ring = grid.within(own, reach, "chebyshev") & ~(grid.within(own, reach - 1, "chebyshev") if reach else 0) & ~own
    found = [
        Overlay("arc", faced_cells(world, unit), titles["faced"], unit, side, "AURA-FACE-1"),
        Overlay("threat", ring & faced_cells(world, unit), titles["ring"], unit, side, "AURA-SWIFT-4"),
    ]
    pace = powers.speed(world, unit).total
    levels, everywhere = [0, 0, 0, 0], 0
    for cell, way in ways(world, unit, metres_at_hand(world, unit, pace)).items():
        levels[min(3, run_energy(way[1][-1], pace))] |= 1 << cell
        everywhere |= 1 << cell
    found.append(Overlay("reach", everywhere, titles["reach"], unit, side, "AURA-MOVE-2", tuple(levels)))
    return tuple(found)


def headline(world: World) -> tuple[str, ...]:
    """AURA-FLOOR-1, 5 and 7: who holds the floor, what a Wait would mean, and who may break in with what."""
    clock, now = world.get(FIELD, Clock), beat(world)
    if clock.phase not in ("floor", "turn") or not now.holder:
        return ()
    titles, holder = sheet_of(world).titles, now.holder
    name = world.get(holder, Side).name
    found = [titles["headline_floor"] if clock.active is None else titles["headline_acts"].format(side=name)]
    sides = [side for side, _ in world.each(Side) if any(_of(world, unit, side) for unit in standing(world))]
    others = [side for side in sides if side != holder and _able_side(world, side)]
    if now.resume:
        found.append(titles["headline_answers"].format(side=world.get(now.resume, Side).name))
    elif all(side in now.waited for side in others):
        names = ", ".join(world.get(side, Side).name for side in others)
        found.append(titles["headline_last" if others else "headline_alone"].format(side=name, others=names))
    enemies = [side for side in sides if world.get(side, Side).team != world.get(holder, Side).team]
    found += [words for side in enemies if (words := _breakers(world, side))]
    return tuple(found)


def _of(world: World, unit: int, side: int) -> bool:
    return world.get(unit, Unit).side == side and conscious(world, unit)


def _able_side(world: World, side: int) -> bool:
    return any(_of(world, unit, side) and able(world, unit) for unit in standing(world))


def _breakers(world: World, side: int) -> str:
    """AURA-INIT-1, SWIFT-1 and INT-6: how many could still break in by Initiative, Swift Attack or an ability."""
    titles = sheet_of(world).titles
    own = [unit for unit in standing(world) if _of(world, unit, side)]
    quick = sum(may_challenge(world, unit) for unit in own)
    swift = sum(may_strike(world, unit) for unit in own)
    name, ways = world.get(side, Side).name, []
    if quick:
        ways.append(titles["headline_initiative"].format(count=quick))
    if swift:
        ways.append(titles["headline_swift"].format(count=swift))
    for feat, count in _feats(world, own).items():
        ways.append(titles["headline_feat"].format(count=count, feat=titles[feat]))
    return titles["headline_breaks_in" if ways else "headline_spent"].format(side=name, ways=", ".join(ways))


def _feats(world: World, units: list[int]) -> Counter[str]:
    """AURA-INT-6: abilities that are interrupts, by how many could use them now."""
    abilities = sheet_of(world).abilities
    return Counter(
        name
        for unit in units
        for name in world.get(unit, Body).abilities
        if abilities[name].interrupt and ready(world, unit, name)
    )


def card(world: World, unit: int) -> Card:
    """Pools, numbers with their lines, conditions with what they do and how they end, gear."""
    sheet, entry = sheet_of(world), world.get(unit, Unit)
    return Card(
        entry.name,
        subtitle(world, unit, sheet.units[entry.sheet].text),
        tuple(gauges(world, unit, sheet.titles, _POOL_RULES)),
        tuple(_numbers(world, unit)),
        _tags(world, unit),
        _gear(world, unit),
        _remarks(world, unit),
    )


def _numbers(world: World, unit: int) -> list[Breakdown]:
    body, weapons, bows = world.get(unit, Body), melee_weapons(world, unit), shooters(world, unit)
    found = [figures.attack_value(world, unit, item) for item in (weapons or ["unarmed"])[:1]]
    found += [figures.miss_modifier(world, unit, item) for item in bows[:1]]
    found += [
        guards.evasion(world, unit),
        guards.unarmed_evasion(world, unit),
        guards.ranged_evasion(world, unit),
        guards.fortitude(world, unit),
        guards.will(world, unit),
        guards.armour_rating(world, unit),
        guards.coverage_lines(world, unit),
        figures.melee_attack_bonus(world, unit),
        figures.melee_damage_bonus(world, unit),
        powers.speed(world, unit),
        max((figures.reach_lines(world, unit, item) for item in (*weapons, "unarmed")), key=lambda lines: lines.total),
        powers.energy_grant(world, unit),
        powers.agility_maximum(world, unit),
        powers.strength_lines(sheet_of(world), body, house(world).aura_factor, house(world).aura_scale),
        powers.recovery_lines(body),
        powers.aura_lines(body),
    ]
    weary = world.find(unit, Weary)
    if weary is not None and house(world).armour_fatigue:
        worn = world.get(unit, Gear).worn
        found.append(powers.stamina_maximum(sheet_of(world), body, worn, weary.minutes))
    if bows:
        left = add(world.get(unit, Ready).ammunition, "carried", "AURA-HOUSE-8")
        found.append(Breakdown("ammunition", (left,)))
        found += figures.range_lines(world, unit, bows[0])
    return found


def _tags(world: World, unit: int) -> tuple[Tag, ...]:
    table, titles, found = sheet_of(world).main.conditions, sheet_of(world).titles, []
    for item in world.get(unit, Conditions).items:
        entry = table[item.name]
        parent = item.until.removeprefix("while ") if item.until.startswith("while ") else ""
        own = titles.get(f"until_{item.until}", "") or entry.ends
        ends = f"{titles['with_parent']} {table[parent].title}" if parent else own
        found.append(Tag(item.name, entry.title, entry.text, ends, item.rule or entry.rule, entry.good))
    return tuple(found)


def _gear(world: World, unit: int) -> tuple[str, ...]:
    sheet, gear, wear, ready = sheet_of(world), world.get(unit, Gear), world.get(unit, Wear), world.get(unit, Ready)
    titles, strung, away = sheet.titles, Counter(ready.loaded), Counter(ready.stowed)

    def named(item: str) -> str:
        marks = [titles["broken"]] if item in wear.broken else []
        marks += [told_draw(world, unit, item)] if has_draw(sheet, item) else []
        if strung[item]:
            strung[item] -= 1
            marks.append(titles["loaded"])
        if item in gear.held and item in sheet.weapons and in_both_hands(world, unit, item):
            marks.append(titles["two_hands"])
        return titles[item] + (f" ({', '.join(marks)})" if marks else "")

    def packed(item: str) -> str:
        marks = [titles["carried"]]
        marks += [told_draw(world, unit, item)] if has_draw(sheet, item) else []
        if away[item]:
            away[item] -= 1
            marks.append(titles["loaded"])
        return f"{titles[item]} ({', '.join(marks)})"

    worn = tuple(named(item) for item in gear.worn if sheet.armour[item].ar)
    return (*map(named, gear.held), *map(packed, gear.carried), *worn)


def _remarks(world: World, unit: int) -> tuple[Note, ...]:
    titles, done, found = sheet_of(world).titles, spent(world, unit), []
    found.append(Note(titles["swift_used" if done.swift else "swift_left"], "AURA-SWIFT-2"))
    found.append(Note(titles["initiative_used" if done.initiative else "initiative_left"], "AURA-INIT-6"))
    if done.pressed:
        found.append(Note(titles["pressed"], "AURA-ECON-5"))
    found += _orders(world, unit)
    watch = world.get(unit, Watch)
    if watch.focus is not None:
        found.append(Note(f"{titles['watches']} {figures.name_of(world, watch.focus)}", "AURA-FACE-6"))
    held = world.find(unit, Holding)
    if held is not None:
        found.append(Note(f"{titles['restraining']}: {figures.name_of(world, held.target)}", "AURA-MAN-14"))
    if beat(world).holder == world.get(unit, Unit).side:
        found.append(Note(titles["has_floor"], "AURA-FLOOR-1"))
    return tuple(found)


def _orders(world: World, unit: int) -> list[Note]:
    """AURA-FLOOR-11: what others have to know of its standing orders, where they are not the usual ones."""
    titles, orders, usual = sheet_of(world).titles, world.get(unit, Orders), Orders()
    names = ("challenge_attacked", "challenge_ally", "challenge_approach", "swift")
    unusual = [name for name in names if getattr(orders, name) != getattr(usual, name)]
    return [Note(f"{titles[name]}: {titles[getattr(orders, name)]}", "AURA-FLOOR-11") for name in unusual]
