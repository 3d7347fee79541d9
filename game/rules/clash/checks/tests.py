"""Tests: target numbers with their reasons, boons and banes, Successes, contests, and their exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Roll
from game.kernel.numbers import Breakdown, Modifier, add, at_least, counting
from game.rules.clash.house import house
from game.rules.clash.sheet import Style, sheet_of
from game.rules.clash.state import FIT, Body
from game.rules.odds import Dist, advantage, die, disadvantage, sure
from game.systems.conditions import holds
from game.systems.field import board_of, bodies

Purpose = Literal["attack", "parry", "block"]
Lines = Sequence[Modifier]


class Test(Struct, frozen=True):
    """A test before it is rolled: target number, boons (+1) and banes (−1), or a result that needs no die. `auto` is
    pass or fail and `rule` why (CLASH-TEST-7)."""

    __test__ = False  # for pytest: no collection of tests

    unit: int
    number: Breakdown
    edges: Breakdown = Breakdown("boons")
    auto: Literal["", "pass", "fail"] = ""
    rule: str = "CLASH-TEST-1"

    @property
    def net(self) -> int:
        """CLASH-TEST-5 and 6: 1 for a boon, −1 for a bane, 0 when they cancel."""
        total = self.edges.total
        return (total > 0) - (total < 0)

    @property
    def numbers(self) -> tuple[Breakdown, ...]:
        """What is shown of it."""
        return (self.number, self.edges) if self.edges.parts else (self.number,)


def automatic(unit: int, name: str, result: Literal["pass", "fail"], label: str, rule: str) -> Test:
    """CLASH-TEST-7: a test whose result is certain."""
    return Test(unit, Breakdown(name, (Modifier(0, label, rule),)), auto=result, rule=rule)


def skill_test(world: World, unit: int, skill: str, name: str = "", more: Lines = (), edges: Lines = ()) -> Test:
    """Attribute + rank + modifiers for any skill but Fighting Style (CLASH-TEST-1, 4); of two attributes that may
    govern it the better one (TEST-11)."""
    given = world, unit, skill, name, tuple(more), tuple(edges)
    if house(world).zone_modifiers:  # only these hang on anything but the unit itself
        return _skill_test(*given)
    return world.derive_of(unit, FIT, ("skill test", *given[2:]), _skill_test, *given[1:])


def _skill_test(world: World, unit: int, skill: str, name: str, more: Lines, edges: Lines) -> Test:
    sheet, body = sheet_of(world), world.get(unit, Body)
    attribute = max(sheet.main.skills[skill].governed_by, key=lambda name: body.attributes.get(name, 0))
    lines = [
        add(body.attributes.get(attribute, 0), attribute, "CLASH-TEST-11"),
        add(body.skills.get(skill, 0), sheet.titles[skill], "CLASH-TEST-1"),
        *_on_skill(world, unit, skill),
        *more,
    ]
    clumsy = skill in ("dodge", "sorcery") and not any(
        wears_trained(world, unit, each) for each in body.styles or (None,)
    )
    return Test(unit, Breakdown(name or skill, tuple(lines)), _edges(world, unit, edges, clumsy=clumsy))


def _edges(world: World, unit: int, edges: Lines, *, clumsy: bool) -> Breakdown:
    dazed = counting((holds(world, unit, "dazed"), -1, "dazed", "CLASH-COND-3"))
    return Breakdown("boons", (*dazed, *edges, *counting((clumsy, -1, "untrained armour", "CLASH-STYLE-9"))))


def _on_skill(world: World, unit: int, skill: str) -> list[Modifier]:
    """What armour, condition and ground do to a skill's target number: the scenario's `zone_modifiers` of the zones
    a unit stands in (CLASH-TEST-4)."""
    numbers = sheet_of(world).numbers
    plated = skill in ("stealth", "acrobatics") and world.get(unit, Body).level == "full"
    low = skill in ("fighting_style", "dodge", "acrobatics") and holds(world, unit, "prone")
    found = counting(
        (plated, numbers.heavy_armour, "full armour", "CLASH-ARM-7"),
        (low, numbers.prone_self, "prone", "CLASH-COND-2"),
    )
    table, board = house(world).zone_modifiers, board_of(world)
    here = bodies(world).get(unit, 0)  # off the board it stands in none
    zones = ((name, board.zone(name)) for name in table if skill in table[name])
    return found + [
        add(table[name][skill], zone.title or name, "CLASH-TEST-4")
        for name, zone in zones
        if zone is not None and zone.cells & here
    ]


def wears_trained(world: World, unit: int, style: Style | None) -> bool:
    """CLASH-STYLE-2: no armour needs no training; partial and full are separate items."""
    level = world.get(unit, Body).level
    return not level or (style is not None and f"{level}_armor" in style.gear)


def untrained_weapon(world: World, unit: int, style: Style, using: str) -> bool:
    """CLASH-STYLE-8, 11, 12: something wielded, or the bare hands used, is not in the style's list."""
    sheet = sheet_of(world)
    wielded = [
        item
        for item in (*world.get(unit, Gear).held, using)
        if item in sheet.gear.shields or (item in sheet.weapons and not sheet.weapons[item].natural)
    ]
    return any(sheet.style_item(item) not in style.gear for item in wielded)


def style_test(
    world: World,
    unit: int,
    purpose: Purpose,
    attributes: tuple[str, ...],
    using: str,
    more: Lines = (),
    edges: Lines = (),
) -> Test:
    """A Fighting Style test with the style and attribute that have the best chance (CLASH-STYLE-6, ATK-2, DEF-4). Of
    equal chances the higher number has more Successes: from 19 on only a 20 fails. `using` is the weapon or shield it
    is made with; bare hands are one."""
    given = world, unit, purpose, attributes, using, tuple(more), tuple(edges)
    if house(world).zone_modifiers:  # only these hang on anything but the unit itself
        return _style_test(*given)
    return world.derive_of(unit, FIT, ("style test", *given[2:]), _style_test, *given[1:])


def _style_test(
    world: World, unit: int, purpose: Purpose, attributes: tuple[str, ...], using: str, more: Lines, edges: Lines
) -> Test:
    numbers, body, harder = sheet_of(world).numbers, world.get(unit, Body), house(world).untrained_armor_minus_2

    def with_style(style: Style, attribute: str) -> Test:
        label = "Fighting Style" if len(body.styles) < 2 else f"Fighting Style ({style.name})"
        clumsy = not wears_trained(world, unit, style)
        lines = [
            add(body.attributes.get(attribute, 0), attribute, "CLASH-TEST-9"),
            add(style.rank, label, "CLASH-STYLE-1"),
            *_on_skill(world, unit, "fighting_style"),
            *counting(
                (untrained_weapon(world, unit, style, using), numbers.untrained, "untrained weapon", "CLASH-STYLE-8"),
                (clumsy and harder, numbers.untrained, "untrained armour", "CLASH-STYLE-10"),
            ),
        ]
        return Test(unit, Breakdown(purpose, (*lines, *more)), _edges(world, unit, edges, clumsy=clumsy))

    styles = body.styles or (Style("", 0),)
    tests = [with_style(style, attribute) for style in styles for attribute in attributes]
    return max(tests, key=lambda test: (passing(test.number.total, test.net), test.number.total))


async def roll(world: World, test: Test, why: str, rule: str) -> int:
    """CLASH-TEST-1 to 7: throw the die, two with a boon or bane; the Successes, 0 for a failure."""
    if test.auto:
        return int(test.auto == "pass")
    sides = sheet_of(world).numbers.die
    dice = (sides,) * (2 if test.net else 1)
    faces = await Roll(test.unit, why, dice, rule)
    kept = min(faces) if test.net > 0 else max(faces)
    number = test.number.total
    won = successes(number, kept, sides)
    world.emit(Rolled(test.unit, why, dice, faces, (*test.numbers, counted(number, kept, won)), rule))
    return won


def successes(number: int, face: int, sides: int = 20) -> int:
    """CLASH-TEST-2 and 3: a 1 passes, a 20 fails, else roll under; what a pass is worth."""
    if face != 1 and (face == sides or face > number):
        return 0
    return max(1, number - face + 1)


def counted(number: int, face: int, won: int) -> Breakdown:
    """The Successes with their lines."""
    if not won:
        return Breakdown("successes", (Modifier(0, f"failed with {face}", "CLASH-TEST-1"),))
    lines = ((number, "target number"), (-face, "die"), (1, ""))
    counted = (add(value, label, "CLASH-TEST-3") for value, label in lines)
    return Breakdown("successes", (*counted, at_least(1, "CLASH-TEST-3")))


async def contest(world: World, one: Test, other: Test, why: str, rule: str) -> bool:
    """CLASH-TEST-8: the initiator rolls first and needs more Successes than the other side."""
    mine = await roll(world, one, why, rule)
    theirs = await roll(world, other, "resist", rule)
    return mine > theirs


@lru_cache(maxsize=4096)
def spread(number: int, net: int, sides: int = 20) -> Dist:
    """The distribution of Successes."""
    kept = disadvantage(sides) if net > 0 else advantage(sides) if net < 0 else die(sides)
    return kept.map(lambda face: successes(number, face, sides))


def spread_of(test: Test) -> Dist:
    """The distribution of a test's Successes."""
    if test.auto:
        return sure(int(test.auto == "pass"))
    return spread(test.number.total, test.net)


@lru_cache(maxsize=4096)
def passing(number: int, net: int) -> float:
    """The chance to pass."""
    return float(spread(number, net).at_least(1))


def chance(test: Test) -> float:
    """The chance of a test to pass."""
    return float(spread_of(test).at_least(1))


@lru_cache(maxsize=4096)
def beats(one: Dist, other: Dist) -> float:
    """The chance that one has strictly more Successes than the other."""
    return float((one - other).at_least(1))


def wins(one: Test, other: Test) -> float:
    """The chance of the initiator of a contest."""
    return beats(spread_of(one), spread_of(other))
