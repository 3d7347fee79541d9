"""Shots and throws: Miss Chance, the Hit roll, and what it does (AURA-RNG-15)."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from game.grid.grid import Cell, CellSet
from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Answered, Rolled, Used
from game.kernel.numbers import Breakdown, Modifier, add, counting
from game.rules.aura.checks.guards import coverage, ranged_evasion
from game.rules.aura.checks.numbers import miss_modifier, proficient, range_of, style_sum
from game.rules.aura.checks.rolls import Rungs, chance, explode, net_advantage, throw
from game.rules.aura.gear import break_worn, draw_row, in_hand, shoot_off, weapon
from game.rules.aura.harm.conditions import hampered
from game.rules.aura.harm.damage import done_to, mercy, roll_dice
from game.rules.aura.harm.dying import hurt
from game.rules.aura.house import house
from game.rules.aura.position.sight import aware, view
from game.rules.aura.position.space import at, faces, far
from game.rules.aura.sheet.entries import Trio
from game.rules.aura.sheet.load import dice_of, sheet_of
from game.rules.aura.state import Body, helpless, spent
from game.rules.aura.verbs.strikes import Hit, end_guard, expose, spend_enhancements
from game.systems.gear import let_fall


class Shot(Struct, frozen=True):
    """A ranged attack: with what, at whom, and how it is meant. `item` may be a spell."""

    user: int
    target: int
    item: str
    thrown: bool = False
    swift: bool = False
    nonlethal: bool = False
    care: int = 0  # steps of +3 Miss Chance (AURA-NL-4)
    enhance: tuple[str, ...] = ()


class Aim(Struct, frozen=True):
    """The numbers of a shot, known before a die falls."""

    miss: Breakdown  # without the Ranged Evasion roll
    guard: Breakdown | None  # None: no roll is possible
    hit: tuple[Modifier, ...]  # Advantage and Disadvantage on the Hit roll
    defence: tuple[Modifier, ...]
    ties: bool
    crit: int
    slip: int
    coverage: int
    stand: CellSet = 0  # where a caster stood


def aim(world: World, shot: Shot) -> Aim:
    """AURA-RNG-3 to 7, 11 and 13: everything about a shot but its dice, as it is when it is launched (RNG-12)."""
    found = weapon(world, shot.item)
    items = world.get(shot.target, Conditions)
    numbers, precise = sheet_of(world).main.numbers, found.precise + style_sum(world, shot.user, "precise", shot.item)
    return Aim(
        miss=Breakdown(
            "miss_chance",
            (*miss_modifier(world, shot.user, shot.item, thrown=shot.thrown).parts, *situation(world, shot)),
        ),
        guard=_guard(world, shot),
        hit=tuple(hit_sources(world, shot, range_of(world, shot.user, shot.item))),
        defence=tuple(defence_sources(world, shot)),
        ties="defending" in items,
        crit=numbers.critical - precise,
        slip=max(1, numbers.slip + found.exposing + style_sum(world, shot.user, "exposing", shot.item)),
        coverage=coverage(world, shot.target),
    )


def situation(world: World, shot: Shot) -> list[Modifier]:
    """AURA-RNG-6, 7, COVER-3 and NL-4: what of the situation moves the Miss Chance."""
    main, row = sheet_of(world).main, sheet_of(world).main.sizes[world.get(shot.target, Body).size]
    size = row.miss if house(world).miss_chance_size == "ranged_table" else row.chart
    lines = [add(size, f"{world.get(shot.target, Body).size} size", "AURA-RNG-6"), *_movement(world, shot)]
    cover = view(world, shot.user, shot.target).grade if house(world).cover else "none"
    lines += counting(
        (cover == "partial", main.numbers.partial_cover, "partial cover", "AURA-COVER-3"),
        (cover == "heavy", main.numbers.heavy_cover, "heavy cover", "AURA-COVER-3"),
        (shot.care, main.numbers.care * shot.care, "care to spare", "AURA-NL-4"),
    )
    return [line for line in lines if line.value]


def _movement(world: World, shot: Shot) -> list[Modifier]:
    """AURA-RNG-7 and UNC-2."""
    numbers, items = sheet_of(world).main.numbers, world.get(shot.target, Conditions)
    unaware = not aware(world, shot.target, shot.user) and not spent(world, shot.target).ran
    if helpless(world, shot.target) or "restrained" in items or unaware:
        return [add(numbers.still, "not moving", "AURA-RNG-7")]
    if spent(world, shot.target).fast:
        return [add(numbers.fast, "sprinting or zig-zag", "AURA-RNG-7")]
    return []


def _guard(world: World, shot: Shot) -> Breakdown | None:
    """AURA-RNG-5 and FACE-4: nothing for the unaware and the helpless, no shield from behind."""
    if helpless(world, shot.target) or not aware(world, shot.target, shot.user):
        return None
    return ranged_evasion(world, shot.target, shield=faces(world, shot.target, shot.user))


def hit_sources(world: World, shot: Shot, trio: Trio) -> list[Modifier]:
    """AURA-RNG-11, GEN-6, COND-11 and 12: Advantage and Disadvantage on the Hit roll."""
    metres = far(world, shot.user, shot.target)
    lines = counting((metres <= trio[0], 1, "near", "AURA-RNG-11"), (metres > trio[1], -1, "far", "AURA-RNG-11"))
    return lines + hampered(world.get(shot.user, Conditions), "dazed", "blinded")


def defence_sources(world: World, shot: Shot) -> list[Modifier]:
    """What changes the Ranged Evasion roll: conditions, and not facing the shot (AURA-FACE-4)."""
    lines = hampered(world.get(shot.target, Conditions), "prone", "dazed", "blinded", "surprised")
    return lines + counting((not faces(world, shot.target, shot.user), -1, "not faced", "AURA-FACE-4"))


def finds(known: Aim, face: int, rolled: int | None) -> bool:
    """AURA-RNG-2, 8 and 13: whether a Hit roll finds its target; `rolled` is the Ranged Evasion roll, if any."""
    if face == 1:
        return False
    if face >= known.crit:
        return True
    miss = known.miss.total + (rolled or 0)
    return face > miss if known.ties and rolled is not None else face >= miss


def missed_by(known: Aim, face: int, rolled: int | None) -> str:
    """The rule by which a Hit roll missed: a natural 1, a tie that a Defending target wins, or the Miss Chance."""
    if face == 1:
        return "AURA-RNG-8"
    return "AURA-RNG-13" if face == known.miss.total + (rolled or 0) else "AURA-RNG-2"


def harm(world: World, shot: Shot, known: Aim, dice: tuple[int, ...], face: int, *, critical: bool) -> Breakdown:
    """AURA-RNG-9 and 10, THROW-3: dice and draw weight, armour, then what halves."""
    found = weapon(world, shot.item)
    lines = [add(sum(dice), "dice", "AURA-RNG-10")]
    if found.draw:
        lines.append(add(draw_row(world, shot.user, shot.item).damage, "draw weight", "AURA-DRAW-1"))
    halves = []
    if not proficient(world, shot.user, found.mpr):
        halves.append(Modifier(2, "not proficient", "AURA-MPL-3", "divide"))
    if shot.thrown and not found.thrown and face != 20:  # AURA-DMG-11: a natural 20, however Precise
        halves.append(Modifier(2, "not made for throwing", "AURA-THROW-3", "divide"))
    armour = "AURA-RNG-9" if not critical and face < known.coverage else ""
    return done_to(world, shot.target, found, shot.enhance, lines, dice, armour, halves)


def brutality(world: World, shot: Shot) -> int:
    """AURA-GEAR-5: the number that each die must exceed."""
    found = weapon(world, shot.item)
    return max(found.brutal, found.brutal_thrown) if shot.thrown else found.brutal


async def loose(world: World, shot: Shot, known: Aim) -> Hit:
    """AURA-RNG-15 from the Miss Chance on: one atom that nothing interrupts."""
    end_guard(world, shot.user)
    spend_enhancements(world, shot.user, shot.enhance)
    where = at(world, shot.target)
    rolled = await evade(world, shot, known)
    face = await hit_roll(world, shot.user, shot.target, known, rolled)
    critical = face >= known.crit
    dealt, hit = 0, finds(known, face, rolled)
    if not hit:
        world.emit(Answered(shot.target, shot.user, "evade", (), missed_by(known, face, rolled)))
    else:
        if critical:
            world.emit(Used(shot.user, "critical_hit", "free", (shot.target,), rule="AURA-DMG-9"))
        dealt = await _deal(world, shot, known, face, critical=critical)
    _leave_hand(world, shot, where)
    return Hit(face, hit=hit, critical=critical, harm=dealt)


async def evade(world: World, shot: Shot, known: Aim) -> int | None:
    """AURA-RNG-5 and 15: the Ranged Evasion roll, before the Hit roll; tells the Miss Chance."""
    rolled, net, why = None, net_advantage(known.defence), "ranged_evasion_roll"
    if known.guard is not None:
        rolled = await explode(world, shot.target, why, 4, net, known.guard, "AURA-RNG-5")
    lines = known.miss.parts if rolled is None else (*known.miss.parts, add(rolled, "Ranged Evasion", "AURA-RNG-5"))
    world.emit(Rolled(shot.user, "miss_chance", (), (), (Breakdown("miss_chance", lines),), "AURA-RNG-3"))
    return rolled


async def hit_roll(world: World, user: int, target: int, known: Aim, rolled: int | None) -> int:
    """AURA-RNG-8: the Hit roll, and who is Exposed by it; `rolled` is the Ranged Evasion roll, if any."""
    stakes = partial(_finding, known, rolled)
    face = await throw(world, user, "hit_roll", 20, net_advantage(known.hit), "AURA-RNG-2", stakes=stakes)
    expose(world, user, target, face, known.slip, known.crit, "AURA-RNG-8")
    return face


def _finding(known: Aim, rolled: int | None) -> Rungs:
    hits = {face: "critical_hit" if face >= known.crit else "hit" for face in range(1, 21)}
    return tuple((face, hit if finds(known, face, rolled) else "missed", "AURA-RNG-2") for face, hit in hits.items())


async def _deal(world: World, shot: Shot, known: Aim, face: int, *, critical: bool) -> int:
    found, need = weapon(world, shot.item), mercy(world, "ranged", shot.care)
    spares = shot.nonlethal and (need <= 1 or await chance(world, shot.user, need, "AURA-NL-3"))
    dice = await roll_dice(world, shot.user, dice_of(found.damage), brutality(world, shot), "AURA-RNG-10")
    if face == 20 and found.devastate:
        break_worn(world, shot.target)
    number = harm(world, shot, known, dice, face, critical=critical)
    await hurt(world, shot.target, number, "AURA-RNG-10", shot.user, nonlethal=spares)
    return number.total


def _leave_hand(world: World, shot: Shot, cell: Cell) -> None:
    """AURA-THROW-1 and ACT-1: a thrown weapon lies where its target stood, a loaded one is empty."""
    found = weapon(world, shot.item)
    if not (shot.thrown or found.leaves):
        shoot_off(world, shot.user, shot.item)
    elif in_hand(world, shot.user, shot.item):  # not knocked out of it in the same moment
        let_fall(world, shot.user, shot.item, cell, "thrown", "AURA-THROW-1")
