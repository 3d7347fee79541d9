"""Attacks: the roll against Evasion, reactions, misses that go on to somebody else, damage (ATK, CRIT, NL)."""

from __future__ import annotations

import game.rules.vitality.checks.numbers as figures
from game.grid.grid import Cell, cells
from game.kernel.components import Gear, Pools, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Attacked, Judged
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, add
from game.rules.asking import ask
from game.rules.vitality.budget import spend, use_attack
from game.rules.vitality.checks.numbers import attack_modes, defence, dr_power, evasion, reach, weapon_hit, weapons_of
from game.rules.vitality.checks.rolls import Thrown, defense_roll, momentum, throw
from game.rules.vitality.entries import Ability
from game.rules.vitality.gear import Spot, damage_thing, edge_thing, shot_off, thing_at
from game.rules.vitality.harm.damage import ALL, Blow, Part, blow_of, critical, merged, rolled, summed
from game.rules.vitality.harm.suffering import deal, roll_blow
from game.rules.vitality.house import house
from game.rules.vitality.position.hiding import give_away
from game.rules.vitality.position.lines import METRIC, blocked
from game.rules.vitality.position.sight import Look, between, look, on_board, sight_board
from game.rules.vitality.sheet import faces, numbers_of, sheet_of
from game.rules.vitality.state import (
    FIT,
    Attack,
    Body,
    Grudges,
    beings,
    body,
    friendly,
    host_of,
    inflict,
    is_thing,
    knows,
    pool,
    stats,
)
from game.rules.vitality.turns import waiting
from game.rules.vitality.verbs import answers
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.gear import let_fall

_BUILT = frozenset((Body,))


def weapon_attack(world: World, user: int, action: Action) -> Attack:
    """The attack that an action means: with a weapon, at whom, which Maneuver, in which hand."""
    what, thrown = sheet_of(world).arms[action.verb]
    ranged = thrown or not sheet_of(world).weapons[what].melee
    gentle, off = "gentle" in action.how, "off" in action.how
    return Attack(user, what, thrown=thrown, ranged=ranged, maneuver=action.what, gentle=gentle, off=off)


def ability_attack(user: int, action: Action, upcast: int = 0) -> Attack:
    """The same with an Ability."""
    return Attack(user, action.verb, ability=True, ranged=True, upcast=upcast, gentle="gentle" in action.how)


def ability_of(world: World, attack: Attack) -> Ability | None:
    """The Ability whose Tier counts: the one used, or the Maneuver."""
    key = attack.what if attack.ability else attack.maneuver
    return sheet_of(world).abilities[key] if key else None


def hit_bonus(world: World, attack: Attack) -> Breakdown:
    """VITALITY-ATK-5 and 6."""
    if attack.ability:
        return figures.ability_hit(world, attack.user)
    return weapon_hit(world, attack.user, sheet_of(world).weapons[attack.what])


def raised(damage: dict[str, str], up: dict[str, str], steps: int) -> dict[str, str]:
    """Dice of a sheet with so many upcast steps; dice of one type and size are added up."""
    found = dict(damage)
    for kind, dice in up.items():
        for _ in range(steps):
            many, sides = len(faces(dice)), faces(dice)[0]
            known = faces(found[kind]) if kind in found else ()
            if not known or known[0] == sides:
                found[kind] = f"{len(known) + many}d{sides}"
    return found


def blow(world: World, attack: Attack, *, grudge: bool) -> Blow:
    """VITALITY-GEAR-6, CRIT-4, ARMOR-10 to 12: dice and bonuses of an attack, before criticals."""
    ability = ability_of(world, attack)
    parts: list[Part] = []
    if not attack.ability:
        weapon = sheet_of(world).weapons[attack.what]
        bonus = stats(world, attack.user).bonus(weapon.primary)
        # The off hand adds no stat bonus.
        flat = () if attack.off or not bonus else (add(bonus, weapon.primary, "VITALITY-GEAR-6"),)
        parts.append(Part(weapon.type, faces(weapon.dice), flat))
    if ability is not None:
        parts += blow_of(raised(ability.damage, ability.up, attack.upcast)).parts
    ignores = ability.ignores if ability is not None else 0
    if grudge and knows(world, attack.user, "cursed_revenge"):
        ignores = ALL
    gentle = None
    if attack.gentle:
        gentle = 1 + (ability.tier if attack.ability and ability is not None else 0)  # NL-2, NL-3
    return Blow(merged(parts), ignores, gentle)


def final_blow(world: World, attack: Attack, target: int, *, crit: bool) -> Blow:
    """The same with what a critical adds, against that target."""
    grudge = target in world.get(attack.user, Grudges).units
    key = ("blow", attack, crit, grudge)
    return world.derive_of(attack.user, _BUILT, key, lambda world: _final_blow(world, attack, crit=crit, grudge=grudge))


def certain_blow(world: World, attack: Attack, target: int, *, crit: bool) -> Blow:
    """The same without the reasons."""
    grudge = target in world.get(attack.user, Grudges).units
    key = ("certain blow", attack, crit, grudge)
    return world.derive_of(attack.user, _BUILT, key, lambda world: summed(final_blow(world, attack, target, crit=crit)))


def _final_blow(world: World, attack: Attack, *, crit: bool, grudge: bool) -> Blow:
    found = blow(world, attack, grudge=grudge)
    if not crit:
        return found
    ability = ability_of(world, attack)
    tier = ability.tier if ability is not None else None
    own = next(iter(ability.damage), "") if ability is not None else ""  # CRIT-6: the Maneuver's extra is of its type
    return critical(world, found, tier if attack.ability else None, None if attack.ability else tier, own)


def defending(world: World, attack: Attack, target: int) -> tuple[Breakdown, Look | None]:
    """The target's Evasion against this attack, and what covers it from a shot; in melee nothing does."""
    seen = look(world, attack.user, target) if attack.ranged else None
    return evasion(world, target, ranged=attack.ranged, look=seen), seen


async def make_attack(world: World, attack: Attack, target: int) -> None:
    """VITALITY-ATK-11: everything from the declaration on; costs are paid."""
    cell = world.get(target, Position).cell
    number, _ = defending(world, attack, target)
    bonus = hit_bonus(world, attack)
    shown = () if is_thing(world, target) else (bonus, number)
    world.emit(Attacked(attack.user, target, attack.what, shown, "VITALITY-ATK-1", attack.ranged))
    if is_thing(world, target):
        world.emit(Judged(attack.user, attack.what, "hit", target, rule="VITALITY-ATK-3"))
        await _hurt(world, attack, target, crit=False, halved=False)
    else:
        modes = attack_modes(world, attack.user, target, ranged=attack.ranged)
        thrown = await throw(world, attack.user, "attack", bonus, modes, "VITALITY-ATK-2", number)
        if thrown.natural == 20:
            momentum(world, attack.user, 1, "VITALITY-CINE-21")
        await _land(world, attack, target, thrown, [])
    if not attack.ability:
        # GEAR-8 and 10: what was thrown lies where the target was; a crossbow is empty
        if attack.thrown and attack.what in world.get(attack.user, Gear).held:
            let_fall(world, attack.user, attack.what, cell, "thrown", "VITALITY-GEAR-8")
        shot_off(world, attack.user, attack.what)
    give_away(world, attack.user)


async def _land(world: World, attack: Attack, target: int, thrown: Thrown, done: list[int]) -> bool:
    """VITALITY-ATK-12: against one target, then against whoever the miss goes on to; whether anybody was hit."""
    done.append(target)
    number, seen = defending(world, attack, target)
    hit = thrown.natural == 20 or (thrown.natural != 1 and thrown.total >= number.total)
    halved = pulled = False
    if hit and await _pulls(world, attack, target):
        hit, pulled = False, True
    if hit:
        how = "critical" if thrown.natural == 20 else "hit"
        world.emit(Judged(attack.user, attack.what, how, target, (), "VITALITY-ATK-2"))
        answer = await answers.to_hit(world, attack, target, thrown, number, done)
        if answer.parried:
            hit = False
        elif answer.instead is not None and not answer.halved:
            return await _land(world, attack, answer.instead, thrown, done)
        elif answer.instead is not None:
            target, halved = answer.instead, True
    if hit:
        await _hurt(world, attack, target, crit=thrown.natural == 20, halved=halved)
        return True
    rule = "VITALITY-CRIT-5" if thrown.natural == 1 else "VITALITY-ATK-4" if pulled else "VITALITY-ATK-2"
    world.emit(Judged(attack.user, attack.what, "miss", target, (), rule))
    for other in () if thrown.natural == 1 else next_targets(world, target, seen):
        if other not in done:
            rule = "VITALITY-COVER-6" if seen is not None and other == seen.screen else "VITALITY-ACT-30"
            world.emit(Judged(attack.user, attack.what, "goes_on", other, (), rule))
            if await _land(world, attack, other, thrown, done):
                return True
    return False


def next_targets(world: World, target: int, seen: Look | None) -> list[int]:
    """VITALITY-COVER-6, ACT-30: the body in front of the target of a shot, then the host under it."""
    host, screen = host_of(world, target), seen.screen if seen is not None else None
    below = [host] if host is not None and on_board(world, host) else []
    return below if screen is None else [screen, *below]


async def _pulls(world: World, attack: Attack, target: int) -> bool:
    """VITALITY-ATK-4: asked when an ally would be hit, or always by the setting `ask_to_miss`."""
    if not (friendly(world, attack.user, target) or house(world).ask_to_miss):
        return False
    given = (Action("hit", target), Action("miss", target))
    return (await ask(world, attack.user, "pull", given)).action.verb == "miss"


async def _hurt(world: World, attack: Attack, target: int, *, crit: bool, halved: bool) -> None:
    """VITALITY-DMG-1, and the Defense Roll that a hit of some Abilities and Maneuvers asks for."""
    found = changed(final_blow(world, attack, target, crit=crit), halved=halved)
    thrown, gentle = await roll_blow(world, attack.user, found)
    cover = look(world, attack.user, target) if attack.ranged else None  # ATK-8
    await deal(world, attack.user, target, found, cover, "VITALITY-DMG-1", thrown, gentle)
    ability = ability_of(world, attack)
    if ability is None or not ability.dr or not on_board(world, target):
        return
    power = dr_power(world, attack.user)
    passed = await defense_roll(world, target, ability.dr, power, cover, attack.user, "VITALITY-DR-1")
    if not passed:
        inflict(world, target, ability.adds, attack.user)


def upcast_steps(world: World, unit: int, entry: Ability, *, paid: bool = False) -> int:
    """How many times 2 WP more may be paid (CINE-19)."""
    numbers = numbers_of(world)
    if not (entry.up or entry.up_metres):
        return 0
    limit = 2 * body(world, unit).tier + (numbers.awakened_upcast if holds(world, unit, "awakened") else 0)
    return max(0, min(limit, pool(world, unit, "wp") - (0 if paid else entry.wp)) // numbers.upcast_step)


async def choose_upcast(world: World, unit: int, entry: Ability) -> int:
    """How much more is paid; the Ability's own cost is paid already."""
    step, most = numbers_of(world).upcast_step, upcast_steps(world, unit, entry, paid=True)
    given = [Action("upcast", numbers=(n * step,)) for n in range(most + 1)]
    more = (await ask(world, unit, "upcast", given)).action.numbers[0]
    spend(world, unit, "VITALITY-ACT-41", wp=more)
    return more // step


def could_fell(world: World, attack: Attack, target: int) -> bool:
    """Whether the attack might bring a creature below 1 Vitality: the target, or whom a miss goes on to."""
    if is_thing(world, target):
        return False
    entry = ability_of(world, attack)
    steps = upcast_steps(world, attack.user, entry) if entry is not None else 0
    strongest = changed(attack, upcast=steps)
    weak = world.derive(("weak", strongest), _weak, (), strongest)
    if not weak or target in weak:
        return bool(weak)
    # Mostly nobody of them stands in the way of the shot.
    open_to = between(world, attack.user, target) if attack.ranged else 0
    screened = any(cells_of(world, each) & open_to for each in weak)
    seen = look(world, attack.user, target) if screened else None
    return any(each in weak for each in next_targets(world, target, seen))


def _weak(world: World, attack: Attack) -> frozenset[int]:
    """All creatures that the attack might bring below 1 Vitality, wherever they are."""
    most, kinds = world.derive_of(attack.user, _BUILT, ("most", attack), _most, attack)
    pools = ((each, world.get(each, Pools)) for each in beings(world))
    left = [(each, now["vitality"] + now["temp_vitality"]) for each, now in pools]
    key = ("highest", most, kinds)
    return frozenset(
        [each for each, amount in left if world.derive_of(each, FIT, key, _highest, each, most, kinds) >= amount]
    )


def _most(world: World, attack: Attack) -> tuple[int, tuple[str, ...]]:
    """The highest damage of a critical hit before it meets anybody, and its types."""
    blow = _final_blow(world, attack, crit=True, grudge=False)
    most = sum(blow.dice()) + sum(line.value for part in blow.parts for line in part.flat)
    return most, tuple(part.kind for part in blow.parts)


def _highest(world: World, target: int, most: int, kinds: tuple[str, ...]) -> int:
    """The highest damage that there can be of it to a creature."""
    most -= min([0, *(defence(world, target, kind, None).total for kind in kinds)])  # ARMOR-3
    return most + most // 2 if body(world, target).vulnerable else most


def smashable(world: World, unit: int) -> list[tuple[Spot, Cell]]:
    """What can be struck: (where it is, a cell to point at). House rule: no walls, and nothing out of melee reach."""
    board, own = board_of(world), cells_of(world, unit)
    if not (board.props or board.edges):
        return []
    grid, wall = board.grid, sheet_of(world).gear.things["wall"]
    near, seen = grid.within(own, reach(world, unit), METRIC), sight_board(world)
    found: list[tuple[Spot, Cell]] = []
    for prop in board.props:
        thing = thing_at(world, prop.cell) if near >> prop.cell & 1 else None
        if thing in (None, wall) or all(blocked(seen, eye, prop.cell, 1 << prop.cell) for eye in cells(own)):
            continue
        found.append((Spot(prop.cell), prop.cell))
    beside = {grid.edge(cell, d): cell for cell in cells(own) for d in grid.layout.sides}
    for edge, cell in sorted(beside.items()):
        if edge_thing(world, edge) not in (None, wall):
            found.append((Spot(cell, edge), cell))
    return found


def weapon_for(world: World, unit: int, spot: Spot) -> str:
    """The weapon that is likely to do most to it, of those that reach it."""
    grid, table = board_of(world).grid, sheet_of(world).weapons
    far = 1 if spot.edge is not None else grid.distance_sets(cells_of(world, unit), 1 << spot.cell, METRIC)
    fitting = [key for key in weapons_of(world, unit) if table[key].melee >= max(1, far)]

    def likely(key: str) -> int:
        found = smash_blow(world, unit, key)
        return sum(sides + 1 for sides in found.dice()) + 2 * sum(line.value for line in found.parts[0].flat)

    return max(fitting, key=likely)


def smash_blow(world: World, unit: int, weapon: str) -> Blow:
    """The weapon's damage and nothing else: no roll, so no critical hit either."""
    part = Part(sheet_of(world).weapons[weapon].type, faces(sheet_of(world).weapons[weapon].dice))
    return Blow((changed(part, flat=blow(world, Attack(unit, weapon), grudge=False).parts[0].flat),))


async def smash(world: World, unit: int, spot: Spot) -> None:
    """VITALITY-ATK-3: a weapon attack without a roll; it is paid, or one that waits is used up."""
    use_attack(world, unit)
    found = smash_blow(world, unit, weapon_for(world, unit, spot))
    thrown, _ = await roll_blow(world, unit, found)
    damage_thing(world, unit, spot, sum(amount for _, amount in rolled(found, thrown).amounts))
    give_away(world, unit)
    await waiting.happened(world, "attack", unit)
