"""Vitality's numbers with their reasons: Initiative, Evasion, hit bonus, Armor, Defense Rolls, skills, movement."""

from __future__ import annotations

import game.rules.vitality.state as state
from game.grid.grid import CellSet
from game.kernel.components import Down, Field, Gear, Unit
from game.kernel.ecs import World, derived
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.vitality.entries import Weapon
from game.rules.vitality.house import house
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.near import anybody_near
from game.rules.vitality.position.sight import Look, distance, hidden_from, on_board, sees, visible
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.systems.conditions import holds
from game.systems.field import board_of, bodies, cells_of

_BUILT = frozenset((Field, state.Body))
_ARMED = frozenset((Field, state.Body, Gear))
_REACHING = state.AWAKE | {state.Leaning, Gear}


def initiative(world: World, unit: int) -> Breakdown:
    """VITALITY-INIT-1 and 5: 2 × Instinct + five skills; a thing always has 0."""
    return world.derive_of(unit, state.FIT, "initiative", _initiative, unit)


def _initiative(world: World, unit: int) -> Breakdown:
    if state.is_thing(world, unit):
        return Breakdown("initiative", (add(0, "a thing", "VITALITY-INIT-5"),))
    sheet, main = state.body(world, unit), sheet_of(world).main
    lines = [add(2 * sheet.stats.instinct, "instinct", "VITALITY-INIT-1")]
    lines += [add(sheet.skills[s], _word(world, s), "VITALITY-INIT-1") for s in main.initiative if sheet.skills.get(s)]
    return Breakdown("initiative", (*lines, *_by_effects(world, unit, "initiative")))


def _by_effects(world: World, unit: int, field: str) -> list[Modifier]:
    """What the effects on a unit add to a number, each with its own rule."""
    found = ((effect, getattr(effect, field)) for _, effect in state.effects(world, unit))
    return [add(value, effect.title.lower(), effect.rule) for effect, value in found if value]


def rank_key(world: World, group: tuple[int, ...]) -> tuple[int, ...]:
    """VITALITY-INIT-2 to 4, UNION-3: the mean Initiative as it was read when the round began, or is for newcomers,
    Instinct, Dexterity, side, unit; by the setting `initiative_tie: scenario` Initiative, side and unit alone.
    """
    read, first = ((unit, world.get(unit, state.Round).initiative) for unit in group), min(group)
    whole = sum(initiative(world, unit).total if then is None else then for unit, then in read)
    instinct = max(state.stats(world, unit).instinct for unit in group)
    dexterity = max(state.stats(world, unit).dexterity for unit in group)
    if house(world).initiative_tie == "scenario":
        instinct = dexterity = 0
    return -(whole // len(group)), -instinct, -dexterity, world.get(first, Unit).side, first


def order_words(world: World, unit: int) -> set[str]:
    """`first` and `last`, as effects and surprise force the unit to act."""
    words = {str(effect.order) for _, effect in state.effects(world, unit) if effect.order}
    return {*words, "last"} if holds(world, unit, "surprised") else words


def _word(world: World, key: str) -> str:
    return sheet_of(world).titles.get(key, key.replace("_", " ")).lower()


def evasion(world: World, unit: int, *, ranged: bool = False, look: Look | None = None) -> Breakdown:
    """VITALITY-DEF-2 to 4, GEAR-4, COVER-2, ACT-14: base under its cap, then shield, Buffs and cover."""
    covered = ranged and look is not None and look.grade == "half"
    key = ("evasion", covered)
    return world.derive_of(unit, state.FIT, key, lambda world: _evasion(world, unit, covered=covered))


def _evasion(world: World, unit: int, *, covered: bool) -> Breakdown:
    sheet, own = sheet_of(world), state.body(world, unit)
    lines = [
        add(own.stats.dexterity, "dexterity", "VITALITY-DEF-2"),
        add(own.stats.bonus(own.evasion_stat), f"{_word(world, own.evasion_stat)} bonus", "VITALITY-DEF-2"),
    ]
    held = [sheet.gear.shields[item] for item in world.get(unit, Gear).held if item in sheet.gear.shields]
    cap = sheet.gear.armour[own.armour].cap if own.armour else own.natural_cap
    cap += sum(shield.cap for shield in held)
    lines.append(Modifier(cap, "armour", "VITALITY-DEF-3", "most"))
    lines += [add(shield.evasion, shield.title.lower(), "VITALITY-GEAR-4") for shield in held]
    lines += [add(e.evasion, e.title.lower(), "VITALITY-DEF-4") for _, e in state.effects(world, unit) if e.evasion]
    cover, taking = sheet.numbers.cover_evasion, sheet.numbers.taking_cover_evasion
    return Breakdown("evasion", (*lines, *_behind(world, unit, cover, taking, covered=covered)))


def _behind(world: World, unit: int, cover: int, taking: int, *, covered: bool) -> list[Modifier]:
    """VITALITY-COVER-2 and ACT-14: what half cover adds, more to whoever takes it."""
    taken = covered and holds(world, unit, "taking_cover")
    half = (covered, cover, "half cover", "VITALITY-COVER-2")
    return counting(half, (taken, taking, "taking cover", "VITALITY-ACT-14"))


def weapon_hit(world: World, unit: int, weapon: Weapon) -> Breakdown:
    """VITALITY-ATK-5: the weapon's primary bonus and half its secondary one, rounded down."""
    given = unit, weapon.primary, weapon.secondary, "VITALITY-ATK-5"
    return world.derive(("hit", *given), _hit, _BUILT, *given)


@derived((Field, state.Body))
def ability_hit(world: World, unit: int) -> Breakdown:
    """VITALITY-ATK-6: the same with the creature's own stats."""
    own = state.body(world, unit)
    return _hit(world, unit, own.primary, own.secondary, "VITALITY-ATK-6")


def _hit(world: World, unit: int, primary: str, secondary: str, rule: str) -> Breakdown:
    own = state.stats(world, unit)
    first = add(own.bonus(primary), _word(world, primary), rule)
    return Breakdown("hit", (first, add(own.bonus(secondary) // 2, f"half {_word(world, secondary)}", rule)))


def dr_power(world: World, unit: int) -> int:
    """VITALITY-DR-3: the full Primary Stat."""
    own = state.body(world, unit)
    return int(getattr(own.stats, own.primary))


@derived(_ARMED)
def weapons_of(world: World, unit: int) -> list[str]:
    """Weapons at hand: held ones, natural ones, and fists (GEAR-7). Not to be changed."""
    sheet, own = sheet_of(world), state.body(world, unit)
    if own.thing:
        return []
    held = [item for item in dict.fromkeys(world.get(unit, Gear).held) if item in sheet.weapons]
    return [*held, *own.natural, *(["unarmed"] if "unarmed" not in own.natural else [])]


def strikes_into(world: World, unit: int) -> CellSet:
    """The cells that a creature reaches in melee; none off the board or down."""
    if unit not in bodies(world) or world.has(unit, Down):
        return 0
    return board_of(world).grid.within(cells_of(world, unit), reach(world, unit), METRIC)


@derived(_ARMED)
def reach(world: World, unit: int) -> int:
    """The largest melee range among its weapons at hand."""
    return max((sheet_of(world).weapons[key].melee for key in weapons_of(world, unit)), default=0)


def engaged(world: World, unit: int) -> bool:
    """VITALITY-ATK-9: whether the unit is in an enemy's melee range."""
    return anybody_near(world, unit, _strikes, _REACHING)


def _strikes(world: World, unit: int, foe: int) -> bool:
    return distance(world, foe, unit) <= reach(world, foe) and visible(world, foe, unit)


def attack_modes(world: World, user: int, target: int, *, ranged: bool) -> tuple[Modifier, ...]:
    """All that gives the attack advantage (+1) or disadvantage (-1); they cancel (CHECK-5)."""
    found: list[Modifier] = []
    for item, effect in state.effects(world, user):
        if effect.own_attacks:
            found.append(add(effect.own_attacks, effect.title.lower(), effect.rule))
        source = item.source if item.name == "frightened" else None
        if source is not None and on_board(world, source) and not hidden_from(world, source, user):
            found += counting((sees(world, user, source), -1, "frightened", "VITALITY-COND-13"))
    found += counting(
        (ranged and engaged(world, user), -1, "enemy in melee range", "VITALITY-ATK-9"),
        (state.host_of(world, target) == user, -1, "on its back", "VITALITY-ACT-28"),
        (hidden_from(world, user, target), 1, "hidden", "VITALITY-HIDE-3"),
    )
    for item, effect in state.effects(world, target):
        if item.name == "prone":
            found.append(add(-1 if ranged else 1, "target prone", "VITALITY-COND-7"))
        elif effect.against:
            found.append(add(effect.against, f"target {effect.title.lower()}", effect.rule))
    return tuple(found)


def net(world: World, modes: tuple[Modifier, ...]) -> int:
    """VITALITY-CHECK-5: any number of one kind counts once, and the two kinds cancel; or, by the setting, more win."""
    if not modes:
        return 0
    good, bad = sum(m.value > 0 for m in modes), sum(m.value < 0 for m in modes)
    return (good > bad) - (good < bad) if house(world).advantage_stacking == "majority" else bool(good) - bool(bad)


def armour(world: World, unit: int) -> Breakdown:
    """VITALITY-ARMOR-1 and 3, GEAR-3: worn or natural, less what effects take."""
    sheet, own = sheet_of(world), state.body(world, unit)
    if own.thing:
        lines = [add(sheet.gear.things[own.thing].armour, "armour", "VITALITY-ARMOR-1")]
    elif own.armour:
        worn = sheet.gear.armour[own.armour]
        lines = [add(worn.armour, worn.title.lower(), "VITALITY-GEAR-3")]
    else:
        lines = [add(own.natural_armour, "natural armour", "VITALITY-ARMOR-1")]
    return Breakdown("armour", (*lines, *_by_effects(world, unit, "armour")))


def dr_value(world: World, unit: int, stat: str, look: Look | None = None) -> Breakdown:
    """VITALITY-DR-2, DR-13, ARMOR-6: stat bonus, skill level, and cover from that side."""
    own, main = state.body(world, unit), sheet_of(world).main
    skill = main.defense_rolls[stat]
    covered, level, numbers = look is not None and look.grade == "half", own.skills.get(skill, 0), main.numbers
    lines = [add(own.stats.bonus(stat), _word(world, stat), "VITALITY-DR-2")]
    lines += counting((level, level, _word(world, skill), "VITALITY-DR-2"))
    cover = _behind(world, unit, numbers.cover_dr, numbers.taking_cover_dr, covered=covered)
    return Breakdown("defense_roll", (*lines, *cover))


def dr_modes(world: World, unit: int, stat: str) -> tuple[Modifier, ...]:
    """Advantage and disadvantage on a Defense Roll."""
    found = []
    for item, effect in state.effects(world, unit):
        if item.name == "defending":
            found.append(add(1, "defending", "VITALITY-ACT-4"))
        if stat in effect.dr_disadvantage:
            found.append(add(-1, effect.title.lower(), effect.rule))
    return tuple(found)


def defence(world: World, unit: int, kind: str, look: Look | None) -> Breakdown:
    """What answers damage of that type: Armor, or a Defense Roll's value (ARMOR-4, ARMOR-5)."""
    stat = sheet_of(world).main.damage_types[kind].defence
    return armour(world, unit) if state.is_thing(world, unit) or not stat else dr_value(world, unit, stat, look)


@derived((Field, state.Body))
def skill(world: World, unit: int, name: str) -> Breakdown:
    """VITALITY-CHECK-1: the skill's level and the bonus of its stat."""
    own, stat = state.body(world, unit), sheet_of(world).main.skills[name]
    bonus = own.stats.bonus(stat) if house(world).skill_check_includes_stat_bonus else 0
    level = own.skills.get(name, 0)
    trained = counting((level, level, _word(world, name), "VITALITY-CHECK-1"))
    return Breakdown(name, (add(bonus, _word(world, stat), "VITALITY-CHECK-1"), *trained))


def check_modes(world: World, unit: int, name: str) -> tuple[Modifier, ...]:
    """Advantage and disadvantage on a Skill Check: effects, and loud gear on Stealth (GEAR-5)."""
    return world.derive_of(unit, state.FIT, ("check modes", name), _check_modes, unit, name)


def _check_modes(world: World, unit: int, name: str) -> tuple[Modifier, ...]:
    sheet = sheet_of(world)
    found = [add(e.checks, e.title.lower(), e.rule) for _, e in state.effects(world, unit) if e.checks]
    if name == "perception" and holds(world, unit, "blinded"):
        found.append(add(-1, "blinded", "VITALITY-COND-10"))
    if name == "stealth":
        worn = state.body(world, unit).armour
        loud = [worn] if worn and sheet.gear.armour[worn].loud else []
        loud += [i for i in world.get(unit, Gear).held if i in sheet.gear.shields and sheet.gear.shields[i].loud]
        found += [add(-1, _word(world, item), "VITALITY-GEAR-5") for item in loud]
    return tuple(found)


def basic_movement(world: World, unit: int) -> Breakdown:
    """VITALITY-ECON-3 and COND-17."""
    slower = (Modifier(2, "chilled", "VITALITY-COND-17", "divide"), at_least(1, "VITALITY-COND-17"))
    whole = Breakdown("basic_movement", (add(state.body(world, unit).movement, "basic movement", "VITALITY-ECON-3"),))
    return whole.plus(*slower) if holds(world, unit, "chilled") else whole


def jump_range(world: World, unit: int, *, difficult: bool) -> Breakdown:
    """VITALITY-MOVE-4 and 5."""
    level = state.body(world, unit).skills.get("athletics", 0) // 2
    lines = counting((level, level, "half athletics", "VITALITY-MOVE-5"))
    lines += [Modifier(2, "difficult ground", "VITALITY-MOVE-4", "divide")] if difficult else []
    return Breakdown("jump", (add(numbers_of(world).jump, "jump", "VITALITY-MOVE-5"), *lines))


def attacks_granted(world: World, unit: int) -> tuple[str, ...]:
    """VITALITY-ACT-1 and 3: what one Attack action banks: Path of Attack and Multi-Wielder add to it."""
    twice = state.knows(world, unit, "path_of_attack") and state.body(world, unit).tier >= 2
    both = state.knows(world, unit, "multi_wielder") and len(one_handed(world, unit)) >= 2
    return ("main", *(("main",) if twice else ()), *(("off",) if both else ()))


def one_handed(world: World, unit: int) -> list[str]:
    """One-handed weapons in hand."""
    table = sheet_of(world).weapons
    return [item for item in world.get(unit, Gear).held if item in table and table[item].hands == 1]
