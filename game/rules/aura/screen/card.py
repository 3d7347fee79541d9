"""What a person sees of a unit: card and overlays. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.kernel.components import FIELD, Clock, Conditions, Gear, Position, Side, Unit
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown, add
from game.rules.aura.checks import numbers as figures
from game.rules.aura.checks import powers
from game.rules.aura.gear import draw_row, has_draw, in_both_hands, melee_weapons, shooters
from game.rules.aura.house import house
from game.rules.aura.position.space import faced_cells
from game.rules.aura.position.ways import share_of, ways
from game.rules.aura.screen.midway import may_challenge, may_strike
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Holding, Orders, Ready, Watch, Wear, Weary, beat, conscious, spent
from game.rules.aura.turns.challenges import able
from game.rules.aura.verbs.targets import metres_at_hand, ready
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
    pace, full = powers.speed(world, unit).total, sheet_of(world).main.costs.run
    levels, everywhere = [0] * (full + 1), 0
    for metres, band in ways(world, unit, metres_at_hand(world, unit, pace)).levels:
        levels[min(full, share_of(full, metres, pace))] |= band
        everywhere |= band
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
    up = [unit for unit in standing(world) if conscious(world, unit)]
    awake = {side: [unit for unit in up if world.get(unit, Unit).side == side] for side, _ in world.each(Side)}
    sides = [side for side, units in awake.items() if units]
    others = [side for side in sides if side != holder and any(able(world, unit) for unit in awake[side])]
    if now.resume:
        found.append(titles["headline_answers"].format(side=world.get(now.resume, Side).name))
    elif all(side in now.waited for side in others):
        names = ", ".join(world.get(side, Side).name for side in others)
        found.append(titles["headline_last" if others else "headline_alone"].format(side=name, others=names))
    enemies = [side for side in sides if world.get(side, Side).team != world.get(holder, Side).team]
    return (*found, *(_breakers(world, side, awake[side]) for side in enemies))


def _breakers(world: World, side: int, own: list[int]) -> str:
    """AURA-INIT-1, SWIFT-1 and INT-6: how many could still break in by Initiative, Swift Attack or an ability."""
    titles, abilities = sheet_of(world).titles, sheet_of(world).abilities
    counts = Counter({"initiative": sum(may_challenge(world, unit) for unit in own)})
    counts["swift"] = sum(may_strike(world, unit) for unit in own)
    ways = [titles[f"headline_{how}"].format(count=count) for how, count in counts.items() if count]
    known = ((unit, name) for unit in own for name in world.get(unit, Body).abilities if abilities[name].interrupt)
    feats = Counter(name for unit, name in known if ready(world, unit, name))
    ways += [titles["headline_feat"].format(count=count, feat=titles[feat]) for feat, count in feats.items()]
    words = titles["headline_breaks_in" if ways else "headline_spent"]
    return words.format(side=world.get(side, Side).name, ways=", ".join(ways))


def card(world: World, unit: int) -> Card:
    """Pools, numbers with their lines, conditions with what they do and how they end, gear."""
    sheet, entry = sheet_of(world), world.get(unit, Unit)
    words, pools = subtitle(world, unit, sheet.units[entry.sheet].text), gauges(world, unit, sheet.titles, _POOL_RULES)
    numbers, tags = tuple(_numbers(world, unit)), _tags(world, unit)
    breaks_in = may_challenge(world, unit) or may_strike(world, unit)
    return Card(entry.name, words, tuple(pools), numbers, tags, _gear(world, unit), _remarks(world, unit), breaks_in)


def _numbers(world: World, unit: int) -> list[Breakdown]:
    body, weapons, bows = world.get(unit, Body), melee_weapons(world, unit), shooters(world, unit)
    found = [figures.attack_value(world, unit, item) for item in (weapons or ["unarmed"])[:1]]
    found += [figures.miss_modifier(world, unit, item) for item in bows[:1]]
    reaches = [figures.reach_lines(world, unit, item) for item in (*weapons, "unarmed")]
    found += [
        *(number(world, unit) for number in _NUMBERS),
        max(reaches, key=lambda lines: lines.total),
        powers.energy_grant(world, unit),
        powers.agility_maximum(world, unit),
        powers.aura_strength(sheet_of(world), body, house(world).aura_factor, house(world).aura_scale),
        powers.recovery_value(body),
        powers.aura_modifier(body),
    ]
    weary = world.find(unit, Weary)
    if weary is not None and house(world).armour_fatigue:
        found.append(powers.stamina_maximum(sheet_of(world), body, world.get(unit, Gear).worn, weary.minutes))
    if bows:
        left = add(world.get(unit, Ready).ammunition, "carried", "AURA-HOUSE-8")
        found += (Breakdown("ammunition", (left,)), *figures.range_lines(world, unit, bows[0]))
    return found


_NUMBERS: tuple[Callable[[World, int], Breakdown], ...] = (
    powers.evasion, powers.unarmed_evasion, powers.ranged_evasion, powers.fortitude, powers.will, powers.armour_rating,
    powers.coverage, figures.melee_attack_bonus, figures.melee_damage_bonus, powers.speed,
)  # fmt: skip


def _tags(world: World, unit: int) -> tuple[Tag, ...]:
    table, titles, found = sheet_of(world).main.conditions, sheet_of(world).titles, []
    for item in world.get(unit, Conditions).items:
        entry = table[item.name]
        parent = item.until.removeprefix("while ") if item.until.startswith("while ") else ""
        own = titles.get(f"until_{item.until}", "") or entry.ends
        ends = f"{titles['with_parent']} {table[parent].title}" if parent else own
        rounds = item.level if item.until == "rounds" else 0
        found.append(Tag(item.name, entry.title, entry.text, ends, item.rule or entry.rule, entry.good, rounds))
    return tuple(found)


def _gear(world: World, unit: int) -> tuple[str, ...]:
    sheet, gear, wear, ready = sheet_of(world), world.get(unit, Gear), world.get(unit, Wear), world.get(unit, Ready)
    titles, strung, away = sheet.titles, Counter(ready.loaded), Counter(ready.stowed)

    def named(item: str, marks: list[str], ready: Counter[str]) -> str:
        marks += [f"{draw_row(world, unit, item).kg} {titles['kilograms']}"] if has_draw(sheet, item) else []
        if ready[item]:
            ready[item] -= 1
            marks.append(titles["loaded"])
        if ready is strung and item in gear.held and item in sheet.weapons and in_both_hands(world, unit, item):
            marks.append(titles["two_hands"])
        return titles[item] + (f" ({', '.join(marks)})" if marks else "")

    def broken(item: str) -> list[str]:
        return [titles["broken"]] if item in wear.broken else []

    held = [named(item, broken(item), strung) for item in gear.held]
    packed = [named(item, [titles["carried"]], away) for item in gear.carried]
    return (*held, *packed, *(named(item, broken(item), strung) for item in gear.worn if sheet.armour[item].ar))


def _remarks(world: World, unit: int) -> tuple[Note, ...]:
    titles, done, orders, usual = sheet_of(world).titles, spent(world, unit), world.get(unit, Orders), Orders()
    found = [
        Note(titles["swift_used" if done.swift else "swift_left"], "AURA-SWIFT-2"),
        Note(titles["initiative_used" if done.initiative else "initiative_left"], "AURA-INIT-6"),
    ]
    if done.pressed:
        found.append(Note(titles["pressed"], "AURA-ECON-5"))
    for name in ("challenge_attacked", "challenge_ally", "challenge_approach", "swift"):  # what others have to know
        if getattr(orders, name) != getattr(usual, name):
            found.append(Note(f"{titles[name]}: {titles[getattr(orders, name)]}", "AURA-FLOOR-11"))
    watch, held = world.get(unit, Watch), world.find(unit, Holding)
    if watch.focus is not None:
        found.append(Note(f"{titles['watches']} {figures.name_of(world, watch.focus)}", "AURA-FACE-6"))
    if held is not None:
        found.append(Note(f"{titles['restraining']}: {figures.name_of(world, held.target)}", "AURA-MAN-14"))
    if beat(world).holder == world.get(unit, Unit).side:
        found.append(Note(titles["has_floor"], "AURA-FLOOR-1"))
    return tuple(found)
