"""Damage, what multiplies and spares it; Aura that breaks, Death rolls and saves, fainting, waking, being let go."""

from __future__ import annotations

from game.kernel.components import Conditions, Down, Position
from game.kernel.ecs import World
from game.kernel.events import Fell, PoolChanged, Used
from game.kernel.numbers import Breakdown, Modifier, add, at_least
from game.rules.aura.budget import gain, lose, no_stamina
from game.rules.aura.checks.numbers import size_index
from game.rules.aura.checks.powers import armour_rating
from game.rules.aura.checks.rolls import throw
from game.rules.aura.harm.conditions import inflict, lift
from game.rules.aura.house import house
from game.rules.aura.sheet.entries import Weapon
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Holding, Reserved, conscious
from game.rules.throwing import throw_dice
from game.systems.conditions import holds
from game.systems.downfall import bring_down, bring_up, fell
from game.systems.movement import remove
from game.systems.pools import amount


def scaling(world: World, target: int, kind: str, doubles: int, halves: list[Modifier]) -> list[Modifier]:
    """AURA-DMG-2 to 7: doublings add up on the base, halvings multiply, and all is rounded down once."""
    body = world.get(target, Body)
    weak, tough = kind in body.weaknesses, kind in body.resistances
    times = 1 + doubles + (weak and not tough)
    lines: list[Modifier] = []
    if times > 1:
        label = "doubled" if not weak or tough else "weakness" if not doubles else "weakness and doubled"
        lines.append(Modifier(times, label, "AURA-DMG-6" if doubles else "AURA-DMG-3", "times"))
    if tough and not weak:
        halves = [*halves, Modifier(2, "resistance", "AURA-DMG-2", "divide")]
    if len(halves) > 1:  # one rounding at the end
        return [*lines, Modifier(2 ** len(halves), "halved more than once", "AURA-DMG-6", "divide")]
    return [*lines, *halves]


async def roll_dice(world: World, unit: int, dice: tuple[int, ...], brutal: int, rule: str) -> tuple[int, ...]:
    """Weapon dice; Brutal ones are thrown again until they exceed its number (AURA-GEAR-5)."""
    faces = list(await throw_dice(world, unit, "damage_roll", dice, rule))
    while low := [at for at, face in enumerate(faces) if face <= brutal < dice[at]]:
        again = await throw_dice(world, unit, "damage_roll", tuple(dice[at] for at in low), "AURA-GEAR-5")
        for at, face in zip(low, again, strict=True):
            faces[at] = face
    return tuple(dice[at] if brutal >= dice[at] else face for at, face in enumerate(faces))


def mercy(world: World, group: str, care: int) -> int:
    """The Chance roll that sparing needs; 1 or less is sure."""
    table, numbers = sheet_of(world).main.nonlethal, sheet_of(world).main.numbers
    return table.get(group, table["melee"]) - numbers.care_step * care


def done_to(
    world: World, target: int, found: Weapon, enhance: tuple[str, ...], lines: list[Modifier], dice: tuple[int, ...],
    armour: str, halves: list[Modifier],
) -> Breakdown:  # fmt: skip
    """AURA-DMG-1: what comes after these lines: enhancements, armour by a rule if it is struck, doubling, halving."""
    sheet = sheet_of(world)
    lines += [add(sheet.abilities[name].damage, sheet.titles[name].lower(), "AURA-HOUSE-6") for name in enhance]
    if armour:  # AURA-GEAR-9: a high die of a devastating weapon passes half of it
        rating, passes = armour_rating(world, target).total, 0 < found.devastate <= max(dice, default=0)
        lines.append(
            add(-(rating // 2), "half the armour", "AURA-GEAR-9") if passes else add(-rating, "armour", armour)
        )
    kind = "blunt" if found.group in ("blunt", "unarmed") else "sharp"  # AURA-HOUSE-4
    doubles = sum(1 for name in enhance if sheet.abilities[name].times)
    lines += (at_least(0, "AURA-DMG-1"), *scaling(world, target, kind, doubles, halves))
    return Breakdown("damage", tuple(line for line in lines if line.value or line.kind == "least"))


async def hurt(
    world: World, unit: int, number: Breakdown, rule: str, source: int | None, *,
    nonlethal: bool = False, fatal: bool = False, need: int = 0,
) -> None:  # fmt: skip
    """AURA-POOL-1, DEATH-2 and NL-1: damage eats Aura; without Aura it threatens the body.

    `fatal` kills whoever has no Aura left (DEATH-8, 9); `need` is the Death roll that a hazard asks for.
    """
    points = number.total
    if points <= 0:  # AURA-DMG-8
        return
    rouse(world, unit)
    before = amount(world, unit, "aura")
    if before:
        lose(world, unit, "aura", points, rule, source, number)
        if not (house(world).overflow_death_roll and points > before):
            return
    else:
        world.emit(PoolChanged(unit, "aura", 0, 0, "damage", source, (number,), rule))
    if nonlethal:
        _winded(world, unit, source)
    elif fatal:
        die(world, unit, source, "AURA-DEATH-8" if need or source is None else "AURA-DEATH-9")
    else:
        await death_roll(world, unit, source, need)


def _winded(world: World, unit: int, source: int | None) -> None:
    """AURA-NL-5 to 7: a blow that spares the life."""
    inflict(world, unit, "exhausted", "AURA-NL-5", source, "next_round")
    inflict(world, unit, "shaken", "AURA-NL-6", source, "rest")
    world.emit(Used(unit, "bruised", "free", rule="AURA-NL-7"))
    lose_stamina(world, unit, sheet_of(world).main.numbers.winded, "AURA-NL-6", source, "blow")


async def death_roll(world: World, unit: int, source: int | None, need: int, bonus: int = 0) -> None:
    """AURA-DEATH-2, 3 and 7: what a wound does; below the roll that a hazard asks for it kills (DEATH-8)."""
    face = await throw(world, unit, "death_roll", 20, 0, "AURA-DEATH-2") + bonus
    found = next(row for row in sheet_of(world).main.death_roll if face >= row.min)
    if found.dead or face < need:
        die(world, unit, source, "AURA-DEATH-3" if found.dead else "AURA-DEATH-8")
        return
    if found.exhausted:
        rule = "AURA-DEATH-10" if found.exhausted == "next_round" else "AURA-DEATH-3"
        inflict(world, unit, "exhausted", rule, source, found.exhausted)
    if found.injured:
        world.emit(Used(unit, "injured", "free", rule="AURA-DEATH-11"))
    if found.bleeding:
        inflict(world, unit, "bleeding", "AURA-DEATH-3", source)
    if found.unconscious:
        faint(world, unit, "death", "AURA-DEATH-3", source)


async def death_save(world: World, unit: int) -> None:
    """AURA-DEATH-4 and 5: once a Round while it bleeds."""
    face = await throw(world, unit, "death_save", 20, 0, "AURA-DEATH-4")
    found = next(row for row in sheet_of(world).main.death_save if face >= row.min)
    if found.dead:
        die(world, unit, None, "AURA-DEATH-4")
    elif found.unconscious:
        faint(world, unit, "death", "AURA-DEATH-4", None)
    elif found.stabilized:  # AURA-DEATH-6: no more Death Saves; injuries stay
        lift(world, unit, "bleeding", "AURA-DEATH-4")


def die(world: World, unit: int, by: int | None, rule: str) -> None:
    """The unit is dead, and off the board."""
    depart(world, unit, "dead", rule, by)


def depart(world: World, unit: int, how: str, rule: str, by: int | None = None) -> None:
    """Out of the fight for good, and off the board; whoever it holds is free."""
    bring_down(world, unit, how, rule)
    let_go(world, unit, rule)
    world.emit(Fell(unit, how, by, rule))
    if world.find(unit, Position) is not None:
        remove(world, unit, rule=rule)


# Unconsciousness


def faint(world: World, unit: int, cause: str, rule: str, source: int | None = None) -> None:
    """AURA-UNC-1: unconscious by that cause, prone, and out of the fight until it wakes."""
    awake = conscious(world, unit)
    inflict(world, unit, "unconscious", rule, source, cause)
    inflict(world, unit, "prone", "AURA-UNC-1", source)
    let_go(world, unit, "AURA-MAN-14")
    if awake:
        fell(world, unit, "unconscious", rule, source)


def lull(world: World, unit: int) -> None:
    """AURA-UNC-6: natural sleep."""
    inflict(world, unit, "asleep", "AURA-UNC-6")
    inflict(world, unit, "prone", "AURA-UNC-1")
    let_go(world, unit, "AURA-MAN-14")
    bring_down(world, unit, "asleep", "AURA-UNC-6")


def lose_stamina(world: World, unit: int, amount: int, rule: str, source: int | None, cause: str = "stamina") -> None:
    """AURA-ECON-8 and 9: Stamina lost; without any the unit faints at once (UNC-3, or UNC-4 by a blow)."""
    lost = lose(world, unit, "stamina", amount, rule, source)
    if lost and no_stamina(world, unit):
        if cause == "blow":
            faint(world, unit, "blow", "AURA-UNC-4", source)
        faint(world, unit, "stamina", "AURA-ECON-9", source)


def collapse(world: World, unit: int) -> None:
    """AURA-ECON-9: whoever has paid with the last Stamina faints once the action is over."""
    if no_stamina(world, unit) and conscious(world, unit) and not world.has(unit, Reserved):
        faint(world, unit, "stamina", "AURA-ECON-9")


def regain_aura(world: World, unit: int, amount: int, rule: str, source: int | None = None) -> None:
    """AURA-POOL-8 and DEATH-6: Aura gained ends bleeding."""
    if gain(world, unit, "aura", amount, rule, source):
        lift(world, unit, "bleeding", "AURA-DEATH-6")


def causes(world: World, unit: int) -> list[str]:
    """Why a unit is unconscious."""
    return [item.until for item in world.get(unit, Conditions).items if item.name == "unconscious"]


def recover(world: World, unit: int, cause: str, rule: str) -> None:
    """AURA-UNC-7: one cause is gone; without any left it wakes."""
    lift(world, unit, "unconscious", rule, until=cause)
    if not causes(world, unit):
        wake(world, unit, rule)


def wake(world: World, unit: int, rule: str) -> None:
    """AURA-UNC-7: awake, and prone."""
    lift(world, unit, "asleep", rule)
    down = world.find(unit, Down)
    if down is not None and down.how in ("unconscious", "asleep"):
        bring_up(world, unit)


def rouse(world: World, unit: int) -> None:
    """AURA-UNC-6 and 7: a sleeper wakes, unless it is unconscious as well."""
    if not holds(world, unit, "asleep"):
        return
    if causes(world, unit):
        lift(world, unit, "asleep", "AURA-UNC-6")
        bring_down(world, unit, "unconscious", "AURA-UNC-1")
    else:
        wake(world, unit, "AURA-UNC-6")


async def wake_up(world: World, unit: int) -> None:
    """AURA-UNC-3 to 8: the start of a Round for an unconscious unit; one d20 serves both kinds of faint."""
    if "stamina" in causes(world, unit) and not no_stamina(world, unit):
        recover(world, unit, "stamina", "AURA-UNC-8")
    faints = [cause for cause in ("stamina", "blow") if cause in causes(world, unit)]
    rule = "AURA-UNC-3" if "stamina" in faints else "AURA-UNC-4"
    if faints and await throw(world, unit, "wake_roll", 20, 0, rule) == 20:
        if no_stamina(world, unit):
            gain(world, unit, "stamina", 1, "AURA-UNC-3")
        for cause in faints:
            lift(world, unit, "unconscious", rule, until=cause)
        if not causes(world, unit):
            wake(world, unit, "AURA-UNC-7")
    if "death" in causes(world, unit) and amount(world, unit, "aura"):
        recover(world, unit, "death", "AURA-UNC-5")


# Holds


def hold(world: World, holder: int, target: int) -> None:
    """AURA-MAN-12: the one is Restrained, the other Restraining it (COND-20), if that one is still awake (MAN-14)."""
    if not conscious(world, holder):
        return
    inflict(world, target, "restrained", "AURA-MAN-12", holder)
    if is_burden(world, holder, target):
        inflict(world, holder, "restraining", "AURA-MAN-12", target)
    world.put(holder, Holding(target))


def is_burden(world: World, holder: int, target: int) -> bool:
    """AURA-COND-17: tiny prey is none."""
    return size_index(world, holder) - size_index(world, target) < 2


def let_go(world: World, holder: int, rule: str) -> None:
    """AURA-MAN-14: whoever it holds is free."""
    held = world.find(holder, Holding)
    if held is None:
        return
    world.drop(holder, Holding)
    lift(world, holder, "restraining", rule)
    lift(world, held.target, "restrained", rule, source=holder)


def holders_of(world: World, target: int) -> list[int]:
    """Who restrains a unit."""
    return [unit for unit, held in world.each(Holding) if held.target == target]
