"""One attack, from the attempt to what its wound brings (WOUNDS-ATK, ACT-1 to 6, section 1.2)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.grid.grid import first
from game.kernel.components import Gear, changed
from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked, Event, Rolled, Struck
from game.kernel.flow import Option, Roll, decide
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.wounds.checks import (
    burdens,
    criticals,
    defense,
    harrying,
    hold_on,
    in_the_saddle,
    situation,
    toughness,
    weapon_check,
    wild,
)
from game.rules.wounds.effects import inflict
from game.rules.wounds.element import underwater
from game.rules.wounds.harm import after_wound, level_for, lose_hold, wound
from game.rules.wounds.leaving import bind, lay
from game.rules.wounds.pools import spend_stamina
from game.rules.wounds.position import distances, gap, seen, space
from game.rules.wounds.reactions import harrying as harry_shots
from game.rules.wounds.reactions import interposing
from game.rules.wounds.riding import on_board
from game.rules.wounds.sheet import LEVELS, Weapon, sheet_of
from game.rules.wounds.state import Opening, Stock, body, severity, weapon
from game.systems.conditions import holds, lift

Mode = Literal["standard", "quick", "strong", "nonlethal", "rebuff", "grapple"]
GUARDS = ("power", "agility", "fortitude", "willpower")


class Blow(Struct, frozen=True):
    """One attack with a weapon: `ranged` is a shot or a throw."""

    unit: int
    target: int
    key: str
    mode: Mode = "standard"
    ranged: bool = False
    instead: int | None = None  # in whose space the target counts as standing (WOUNDS-GRAP-6)

    @property
    def place(self) -> int:
        """The unit in whose space the target counts as standing."""
        return self.target if self.instead is None else self.instead

    @property
    def against(self) -> str:
        """WOUNDS-DEF-1: the Defense it is aimed at."""
        return "ranged" if self.ranged else "melee"


# Numbers


def attack_bonus(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ATK-3, 4 and 13 to 15: what is added to the dice."""
    lines = [*weapon_check(world, blow.unit, blow.key, ranged=blow.ranged), *burdens(world, blow.unit)]
    lines += situation(world, blow.unit, blow.target, ranged=blow.ranged, place=blow.place)
    lines += _range_lines(world, blow) if blow.ranged else _melee_lines(world, blow)
    return Breakdown("attack", tuple(lines))


def _range_lines(world: World, blow: Blow) -> list[Modifier]:
    """WOUNDS-HD-10, REACT-3."""
    begun = (distances(world, blow.unit)[blow.place] - 1) // increments(weapon(world, blow.key))[0]
    found = [add(-begun, "range", "WOUNDS-HD-10")] if begun > 0 else []
    return [*found, *harrying(world, blow.unit)]


def _melee_lines(world: World, blow: Blow) -> list[Modifier]:
    """WOUNDS-HD-9, ACT-4, ENV-3, MOUNT-3."""
    numbers = sheet_of(world).numbers
    found = [] if blow.mode == "rebuff" else crowding(world, blow.unit, blow.place, blow.key)
    if blow.mode == "nonlethal":
        found.append(add(numbers.nonlethal, "nonlethal", "WOUNDS-ACT-4"))
    if underwater(world, blow.unit):
        found.append(add(numbers.underwater, "under water", "WOUNDS-ENV-3"))
    return [*found, *saddle(world, blow.unit, blow.target)]


def crowding(world: World, unit: int, place: int, key: str) -> list[Modifier]:
    """WOUNDS-HD-9: a weapon used nearer than it likes best."""
    near, optimal = max(0, gap(world, unit, place)), weapon(world, key).optimal
    return [add(near - optimal, "too close", "WOUNDS-HD-9")] if near < optimal else []


def saddle(world: World, unit: int, target: int) -> list[Modifier]:
    """WOUNDS-MOUNT-3: in melee from a mount."""
    above = in_the_saddle(world, unit, target)
    return [add(sheet_of(world).numbers.mounted, "mounted", "WOUNDS-MOUNT-3")] if above else []


def increments(arm: Weapon) -> tuple[int, int]:
    """WOUNDS-HD-10: yards of a range increment, and how many there are at most."""
    return (arm.thrown.inc, arm.thrown.max_inc) if arm.thrown else (arm.inc, arm.max_inc)


def damage_bonus(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-ATK-2 and ENV-4: Strength and the weapon's damage, halved under water."""
    arm = weapon(world, blow.key)
    lines = [add(arm.damage, arm.title.lower(), "WOUNDS-ATK-2")]
    if underwater(world, blow.unit) and not arm.aquatic:
        lines.append(Modifier(2, "under water", "WOUNDS-ENV-4", "divide"))
    lines.append(add(body(world, blow.unit).attribute("Str"), "Str", "WOUNDS-ATK-2"))
    return Breakdown("damage", tuple(lines))


def hard(world: World, blow: Blow) -> Breakdown:
    """WOUNDS-WND-5 and 6, HD-11: the Toughness that this weapon meets."""
    arm = weapon(world, blow.key)
    piercing = 0 if blow.mode == "nonlethal" else arm.armor_piercing
    return toughness(world, blow.target, piercing=piercing, bypass=arm.bypass_armor)


def plain_defense(world: World, blow: Blow, guard: str = "") -> Breakdown:
    """WOUNDS-ACT-8 and DEF-11: the Defense that is met and later taken off the damage."""
    if guard in GUARDS:
        return defense(world, blow.target, guard, blow.unit)
    found, opening = defense(world, blow.target, blow.against, blow.unit), opened(world, blow)
    if guard == "opening" and opening is not None:
        return Breakdown(found.what, (add(opening, "opening", "WOUNDS-ACT-12"),))
    if guard == "brace":
        found = found.plus(add(sheet_of(world).numbers.defend, "defending", "WOUNDS-ACT-8"))
    return found


def opened(world: World, blow: Blow) -> int | None:
    """WOUNDS-ACT-12: the result that the target may use as its Defense against this rebuff."""
    found = world.find(blow.target, Opening) if blow.mode == "rebuff" else None
    return dict(found.results).get(blow.unit) if found is not None else None


def guards(world: World, blow: Blow) -> list[str]:
    """WOUNDS-ACT-8: how the target may meet an attack that it sees."""
    if not holds(world, blow.target, "defending") or not seen(world, blow.target, blow.unit):
        return []
    return [*GUARDS, "brace"]


def final_level(world: World, blow: Blow, final: int) -> int:
    """WOUNDS-WND-3 and the step of Quick Attack (WOUNDS-ACT-2) or Rebuff (WOUNDS-REACT-1)."""
    grade = level_for(world, final)
    if blow.mode == "quick":
        return max(0, grade - 1)
    return min(5, grade + 1) if blow.mode == "rebuff" and grade else grade


_RULES: dict[Mode, str] = {
    "standard": "WOUNDS-ACT-1",
    "quick": "WOUNDS-ACT-2",
    "strong": "WOUNDS-ACT-3",
    "nonlethal": "WOUNDS-ACT-4",
    "rebuff": "WOUNDS-REACT-1",
    "grapple": "WOUNDS-GRAP-1",
}
_SHOT: tuple[Mode, str] = ("standard", "WOUNDS-ATK-4")


def rule_of(blow: Blow) -> str:
    """The rule by which an attack is made; shots and throws have their own."""
    return _SHOT[1] if blow.ranged else _RULES[blow.mode]


def told(world: World, blow: Blow) -> Attacked:
    """The event of an attack as it is now, with what is added to the dice."""
    return Attacked(blow.unit, blow.target, blow.key, (attack_bonus(world, blow),), rule_of(blow))


def blow_told(event: Attacked) -> Blow:
    """The attack with a weapon that an event tells of."""
    mode: Mode = next(mode for mode, rule in (*_RULES.items(), _SHOT) if rule == event.rule)
    return Blow(event.unit, event.target, event.what, mode, event.rule == _SHOT[1])


# The flow


async def attack(world: World, blow: Blow) -> None:
    """The pipeline from step 3 on."""
    about = told(world, blow)
    world.emit(about)
    spent = await harry_shots(world, blow.unit, about) if blow.ranged else ()
    if blow.target not in spent:  # WOUNDS-TURN-10: who has harried this attempt has had its reaction to it
        target = await interposing(world, blow.unit, blow.target, about)
        if target != blow.target:
            blow = changed(blow, target=target, instead=blow.target)
    if not await steady(world, blow.unit):
        world.emit(Struck(blow.unit, blow.target, blow.key, "miss", (), "WOUNDS-ENV-7"))
        return
    met = await meet(world, blow, told(world, blow))
    if blow.ranged:
        _loose(world, blow)
    thrown = await wild(world, blow.unit, "attack", attack_bonus(world, blow), "WOUNDS-ATK-1")
    criticals(world, blow.unit, (blow.target,), thrown)
    await _land(world, blow, thrown.total, met)


async def steady(world: World, unit: int) -> bool:
    """WOUNDS-ENV-7: a swimmer or climber must keep its hold, or misses and sinks or falls."""
    if await hold_on(world, unit):
        return True
    await lose_hold(world, unit, "WOUNDS-ENV-7")
    return False


async def meet(world: World, blow: Blow, about: Event) -> Breakdown:
    """WOUNDS-ACT-8 and 12: the Defense this attack meets, by the defender's choice."""
    if opened(world, blow) is not None:
        options = [guard_option(world, blow, key, "WOUNDS-ACT-12") for key in ("opening", "no")]
        if await decide(blow.target, "opening", options, rule="WOUNDS-ACT-12", about=about) == "opening":
            return plain_defense(world, blow, "opening")
    choices = guards(world, blow)
    if not choices:
        return plain_defense(world, blow)
    options = [guard_option(world, blow, key) for key in (*choices, "no")]
    guard = await decide(blow.target, "guard", options, rule="WOUNDS-ACT-8", about=about)
    met = plain_defense(world, blow, guard)
    world.emit(Answered(blow.target, blow.unit, guard, (met,), "WOUNDS-ACT-8"))
    return met


def guard_option(world: World, blow: Blow, key: str, rule: str = "WOUNDS-ACT-8") -> Option:
    """One answer to an attack, with the Defense it gives."""
    title = sheet_of(world).titles[f"guard_{key}"]
    return Option(key, f"{title} {plain_defense(world, blow, key).total}", rule=rule)


def _loose(world: World, blow: Blow) -> None:
    """WOUNDS-HD-4 and HD-11: a shot leaves the quiver, what is thrown leaves the hand."""
    arm, stock = weapon(world, blow.key), world.get(blow.unit, Stock)
    if arm.shots:
        unloaded = (*stock.unloaded, blow.key) if arm.reload else stock.unloaded
        world.put(blow.unit, changed(stock, shots=stock.shots - 1, unloaded=unloaded))
    elif arm.thrown or arm.lands:
        gear = world.get(blow.unit, Gear)
        held = list(gear.held)
        held.remove(blow.key)
        world.put(blow.unit, changed(gear, held=tuple(held)))
        lay(world, blow.unit, blow.key, first(space(world, blow.target)), "thrown", "WOUNDS-HD-11")


async def _land(world: World, blow: Blow, result: int, met: Breakdown) -> None:
    """Steps 8 to 14: hit or miss, damage, level, wound, properties."""
    arm, harm = weapon(world, blow.key), damage_bonus(world, blow)
    reach = result + harm.total if arm.penetrating and blow.mode != "grapple" else result
    if reach < met.total:
        world.emit(Struck(blow.unit, blow.target, blow.key, "miss", (met,), "WOUNDS-ATK-1"))
        return
    if blow.mode == "grapple":
        world.emit(Struck(blow.unit, blow.target, blow.key, "hit", (met,), "WOUNDS-GRAP-1"))
        bind(world, blow.unit, blow.target, "WOUNDS-GRAP-1")
        return
    extra = await _strong(world, blow)
    final = Breakdown(
        "final_damage",
        (
            add(result, "attack", "WOUNDS-WND-4"),
            add(harm.total, "damage", "WOUNDS-ATK-11" if arm.penetrating else "WOUNDS-ATK-2"),
            *extra,
            add(-met.total, "Defense", "WOUNDS-DEF-11"),
            add(-hard(world, blow).total, "toughness", "WOUNDS-WND-5"),
        ),
    )
    rule = "WOUNDS-ATK-11" if arm.penetrating else "WOUNDS-ATK-1"
    world.emit(Struck(blow.unit, blow.target, blow.key, "hit", (met, harm, hard(world, blow), final), rule))
    grade = final_level(world, blow, final.total)
    if blow.mode == "nonlethal" and grade > 1:
        grade = await _choose_level(world, blow, grade)
    spared = blow.unit if blow.mode == "nonlethal" else None
    landed = await wound(world, blow.target, grade, blow.unit, _wound_rule(blow), spared=spared)
    if on_board(world, blow.target):
        _properties(world, blow, final.total, landed)
    await after_wound(world, blow.target, landed) if landed else None


def _wound_rule(blow: Blow) -> str:
    rules = {"quick": "WOUNDS-ACT-2", "rebuff": "WOUNDS-REACT-1", "nonlethal": "WOUNDS-ACT-5"}
    return rules.get(blow.mode, "WOUNDS-WND-3")


async def _strong(world: World, blow: Blow) -> list[Modifier]:
    """WOUNDS-ACT-3: a die more, once it has hit."""
    if blow.mode != "strong":
        return []
    sides = sheet_of(world).main.dice.strong
    faces = await Roll(blow.unit, "strong_attack", (sides,), "WOUNDS-ACT-3")
    world.emit(Rolled(blow.unit, "strong_attack", (sides,), faces, (), "WOUNDS-ACT-3"))
    return [add(faces[0], "strong attack", "WOUNDS-ACT-3")]


async def _choose_level(world: World, blow: Blow, grade: int) -> int:
    """WOUNDS-ACT-5: any level up to the one that was dealt."""
    options = [Option(LEVELS[level], rule="WOUNDS-ACT-5") for level in range(grade)]
    key = await decide(blow.unit, "wound_level", options, rule="WOUNDS-ACT-5", about=world.events[-1])
    return LEVELS.index(key) + 1


def _properties(world: World, blow: Blow, final: int, landed: int) -> None:
    """WOUNDS-HD-11: concussive and slicing weapons, unless they strike to subdue (WOUNDS-ACT-4); venom."""
    arm = weapon(world, blow.key)
    if arm.concussive and final >= 0 and blow.mode != "nonlethal":
        spend_stamina(world, blow.target, arm.concussive, "WOUNDS-HD-11", verb="lose")
    if arm.slicing and landed >= 2 and blow.mode != "nonlethal":
        inflict(world, blow.target, "bleeding", "WOUNDS-HD-11", blow.unit, level=landed - 1)
    if landed and not blow.ranged and holds(world, blow.unit, "coated") and severity(world, blow.target):
        lift(world, blow.unit, "coated", "WOUNDS-COND-16")
        poison = sheet_of(world).main.poisons["venom"]
        inflict(world, blow.target, "poisoned", "WOUNDS-COND-16", blow.unit, level=poison.level)
