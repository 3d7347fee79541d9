"""Exact odds of contests: who comes first, who breaks free, checks."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

from game.grid.masks import Cell
from game.kernel.ecs import World
from game.kernel.numbers import Breakdown
from game.rules.aura.checks.numbers import initiative_dice
from game.rules.aura.checks.odds import faces_of, one_die
from game.rules.aura.checks.powers import fortitude
from game.rules.aura.checks.rolls import check_bonus, check_net, fortitude_net, may_roll_initiative
from game.rules.aura.harm.dying import holders_of
from game.rules.aura.house import house
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.turns.windows import Racing, foremost
from game.rules.aura.verbs.travel import ascent
from game.rules.odds import Dist, dice, disadvantage, explode, opposed
from game.systems.conditions import holds

ESCAPING = ("fortitude", "leg", "arm")  # AURA-MAN-17: by what one breaks free
HOLDING = ("arm", "fortitude")  # and by what one holds


def race_odds(world: World, unit: int, racing: Racing, *, rolls: bool) -> Fraction:
    """AURA-INIT-10: the chance to be first, if all who are asked after it roll."""
    done, later = dict(racing.rolled), racing.units[racing.units.index(unit) + 1 :]
    still = [other for other in later if may_roll_initiative(world, other)]
    ways = [(done, Fraction(1))]
    for other in [unit, *still] if rolls else still:
        ways = [
            (rolled | {other: total}, part * thrown.exactly(total))
            for thrown in (_initiative(world, other),)
            for rolled, part in ways
            for total, _ in thrown.items()
        ]
    return sum((part for rolled, part in ways if foremost(world, racing.units, rolled) == unit), Fraction(0))


def initiative_odds(world: World, unit: int, actor: int, *, rolls: bool) -> Fraction:
    """AURA-INIT-2 and 3: the chance that a challenge wins, if the actor rolls."""
    if not rolls:
        return Fraction(1)
    win, tie, _ = opposed(_initiative(world, unit), _initiative(world, actor))
    return win + (tie if house(world).initiative_tie == "challenger" else 0)


def ahead_odds(world: World, actor: int, challengers: tuple[int, ...]) -> Fraction:
    """AURA-INIT-2, 3 and 9: the chance that an actor's one roll keeps all its challengers behind it."""
    own, theirs = _initiative(world, actor), [_initiative(world, unit) for unit in challengers]
    less = 1 if house(world).initiative_tie == "challenger" else 0
    parts = (own.exactly(total) * prod(each.at_most(total - less) for each in theirs) for total, _ in own.items())
    return sum(parts, Fraction(0))


def _initiative(world: World, unit: int) -> Dist:
    sizes = initiative_dice(world, unit)
    if not holds(world, unit, "dazed"):
        return dice(*sizes)
    return dice(*sizes[:-1]) + disadvantage(sizes[-1])


Way = tuple[int, int, int]  # sides of the die (a d10 explodes), its net advantage, and what is added


def escape_odds(world: World, unit: int, way: str) -> Fraction:
    """AURA-MAN-17: the chance to break free one way, if the holder answers each roll in its best; ties free."""
    mine, holders = _way(world, unit, way), holders_of(world, unit)
    if not holders:
        return _thrown(*mine).at_least(sheet_of(world).main.numbers.escape)
    return _freed(mine, tuple(_way(world, holders[0], reply) for reply in HOLDING))


def holding_odds(world: World, unit: int, way: str, against: int) -> Fraction:
    """AURA-MAN-17: the chance to keep hold one way against what the escaper has rolled."""
    return _thrown(*_way(world, unit, way)).at_least(against + 1)


def _way(world: World, unit: int, way: str) -> Way:
    if way == "fortitude":
        return 10, fortitude_net(world, unit), fortitude(world, unit).total
    return 20, check_net(world, unit, way), check_bonus(world, unit, way).total


@lru_cache(maxsize=1024)
def _thrown(sides: int, net: int, bonus: int) -> Dist:
    """A check, or Fortitude cut off where it has exploded ten times."""
    die = one_die(sides, net)
    return (explode(die, 10) if sides == 10 else die) + bonus


@lru_cache(maxsize=1024)
def _freed(mine: Way, replies: tuple[Way, ...]) -> Fraction:
    own, theirs = _thrown(*mine), [_thrown(*reply) for reply in replies]
    parts = (own.exactly(total) * min(each.at_most(total) for each in theirs) for total, _ in own.items())
    return sum(parts, Fraction(0))


def climb_odds(world: World, unit: int, cell: Cell) -> dict[str, Fraction]:
    """AURA-ACT-14: how likely a climb comes to what."""
    bonus = check_bonus(world, unit, "climb").total
    found: dict[str, Fraction] = {}
    for face, part in faces_of(check_net(world, unit, "climb")):
        how = ascent(world, unit, cell, face + bonus, face).how
        found[how] = found.get(how, Fraction(0)) + part
    return found


def check_odds(net: int, bonus: Breakdown, need: int) -> Fraction:
    """The chance that a d20 and a bonus come to a number."""
    return one_die(20, net).at_least(need - bonus.total)
