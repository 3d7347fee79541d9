"""Opposed manoeuvres, breaking free, letting go, pinning (ACT-20 to 39, COND-8, CINE-17)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import game.rules.vitality.state as state
from game.grid.hexes import HEXES
from game.grid.square import SQUARES
from game.kernel.components import Gear, Position
from game.kernel.ecs import World, derived
from game.kernel.events import ItemMoved, Judged, Used
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, alone, answer, at_once, at_units, decline, detail, unless
from game.rules.vitality.budget import update_turn
from game.rules.vitality.checks.numbers import dr_power
from game.rules.vitality.checks.rolls import best_skill, check, opposed
from game.rules.vitality.gear import part_with, take
from game.rules.vitality.harm.damage import Blow
from game.rules.vitality.harm.suffering import deal
from game.rules.vitality.position.hiding import give_away, glance
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import beside, distance, hidden_from, on_board, stand_beside, targetable
from game.rules.vitality.position.ties import get_off, get_on, landings, leave_place, load, resist, seats, tidy
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of, sheet_of
from game.rules.vitality.state import foes, free_hands, friendly, gripping, host_of, inflict, knows, rank, still, up
from game.rules.vitality.turns import waiting as holding
from game.rules.vitality.verbs.force import choose_direction, crash, crash_into, push
from game.rules.vitality.verbs.hold import Deed, only_if
from game.rules.vitality.verbs.walking import enter
from game.systems.conditions import holds, lift, sources
from game.systems.field import board_of, bodies, cells_of, riders
from game.systems.gear import lay
from game.systems.movement import place

_NEAR = state.KNOWN | {state.Leaning}
Doing: TypeAlias = "Callable[[World, int, int], Awaitable[None]]"


class Manoeuvre(NamedTuple):
    """An opposed manoeuvre: on whom it may be tried, and what it does."""

    name: str
    does: Doing
    on: Callable[[World, int, int], bool] | None = None
    bodily: bool = False  # it takes more than a movement of the hand (COVER-8)
    lets: bool = True  # an ally may let it happen
    near: Callable[[World, int], list[int]] | None = None  # whom it is tried on, if not on those within 1 m

    def targets(self, world: World, unit: int) -> list[int]:
        """VITALITY-ACT-21 and 23: on whom it may be tried now."""
        if self.near is not None:
            return self.near(world, unit)
        return [other for other in _near(world, unit) if self._fits(world, unit, other)]

    def _fits(self, world: World, unit: int, other: int) -> bool:
        if self.bodily and not stand_beside(world, unit, other):
            return False
        if self.limited(world) and (rank(world, other) - rank(world, unit)) > numbers_of(world).size_limit:
            return False
        return self.on is None or self.on(world, unit, other)

    def limited(self, world: World) -> bool:
        """VITALITY-ACT-21 and 22: whether sizes matter."""
        return sheet_of(world).main.manoeuvres[self.name].limit

    def free_hand(self, world: World, unit: int) -> bool:
        """VITALITY-ACT-26 and 35: a hand free, where it takes one, or climbing without hands."""
        if not sheet_of(world).main.manoeuvres[self.name].free_hand or free_hands(world, unit) >= 1:
            return True
        return self.name == "climb" and (knows(world, unit, "hands_free_climbing") or state.body(world, unit).beast)


@derived(_NEAR)
def _near(world: World, unit: int) -> list[int]:
    """VITALITY-ACT-23: creatures within 1 m that the unit can aim at."""
    lean = world.find(unit, state.Leaning)  # it helps to reach somebody (COVER-8)
    own, there = cells_of(world, unit) | (0 if lean is None else 1 << lean.cell), bodies(world)
    around = board_of(world).grid.within(own, 1, METRIC)
    close = (other for other in state.beings(world) if there[other] & around)
    return [other for other in close if beside(world, unit, other) and targetable(world, unit, other)]


def _climbable(world: World, unit: int, other: int) -> bool:
    if rank(world, other) <= rank(world, unit) or host_of(world, unit) is not None:
        return False
    return not still(world, unit) and not holds(world, other, "down") and bool(seats(world, unit, other))


def _unless(condition: str) -> Callable[[World, int, int], bool]:
    return lambda world, unit, other: not holds(world, other, condition) and not friendly(world, unit, other)


def droppable(world: World, unit: int) -> tuple[str, ...]:
    """VITALITY-ACT-33: what it holds; natural weapons cannot be dropped."""
    return tuple(dict.fromkeys(world.get(unit, Gear).held))


async def try_it(world: World, unit: int, way: Manoeuvre, target: int) -> None:
    """Roll, unless a willing ally does not oppose (ACT-24), and do it."""
    entry = sheet_of(world).main.manoeuvres[way.name]
    world.emit(Used(unit, way.name, "manoeuvre", (target,), rule=entry.rule))
    # ACT-24: an ally may let it happen, if it is conscious
    given = (Action("let", unit), Action("oppose", what=way.name, others=(unit,)))
    asked = way.lets and friendly(world, unit, target) and up(world, target)
    let = asked and (await ask(world, target, "oppose", given)).action.verb == "let"
    success = let or await opposed(world, entry, way.name, unit, target)
    if not friendly(world, unit, target):
        give_away(world, unit)
    if success and on_board(world, target):
        await way.does(world, unit, target)
        if way.does is _climb and host_of(world, unit) is not None and not let:
            resist(world, unit)


def _puts(condition: str, rule: str) -> Doing:
    async def does(world: World, unit: int, target: int) -> None:
        inflict(world, target, condition, unit, rule=rule)

    return does


async def _climb(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-27: on the target, in the nearest of its spaces."""
    grid, before = board_of(world).grid, holding.watch(world, *load(world, unit))
    own = world.get(unit, Position).cell
    spot = min(seats(world, unit, target), key=lambda each: (grid.distance(own, each, "chebyshev"), each))
    get_on(world, unit, target)
    place(world, unit, spot, "climb", rule="VITALITY-ACT-27")
    leave_place(world, unit)
    tidy(world)
    await holding.moved(world, before)


async def _shake(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-29: it lands where the host wants, even in a fire."""
    spots, before = landings(world, target, unit), holding.watch(world, *load(world, target))
    given = [Action("to", cell=cell) for cell in spots]
    get_off(world, target, (await ask(world, unit, "landing", given)).action.cell if given else None)
    glance(world)
    await enter(world, target)
    await holding.moved(world, before, forced=True)


async def _disarm(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-33 and 34: which item, and whether it is taken."""
    given = [Action("item", what=item) for item in droppable(world, target)]
    item = (await ask(world, unit, "disarm_item", given)).action.what
    part_with(world, target, item, first="held")
    cell = world.get(target, Position).cell
    world.emit(ItemMoved(target, item, "dropped", cell, "VITALITY-ACT-33"))
    if free_hands(world, unit) >= 1 and (await ask(world, unit, "take_item")).action.verb == "take":
        take(world, unit, item)
        world.emit(ItemMoved(unit, item, "picked_up", cell, "VITALITY-ACT-34"))
        return
    lay(world, item, cell)


async def _shove(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-37: 1 m in any direction; an occupied space is a collision."""
    way = await choose_direction(world, unit, target)
    metres = numbers_of(world).shove_metres
    amount, others = await push(world, unit, target, metres, dr_power(world, unit), direction=way)
    if amount and on_board(world, target):
        await deal(world, unit, target, Blow((crash(amount),)), None, "VITALITY-FORCE-3", (), 0)
    await crash_into(world, unit, others)


async def _break(world: World, unit: int, target: int) -> None:
    lift(world, unit, "grabbed", "VITALITY-ACT-39")


ALL = (
    Manoeuvre("blind", _puts("blinded", "VITALITY-ACT-25"), _unless("blinded")),
    Manoeuvre("climb", _climb, _climbable, bodily=True),
    Manoeuvre(
        "shake_off", _shake, lets=False,
        near=lambda world, unit: [each for each in riders(world, unit) if not world.get(each, state.Rider).willing],
    ),
    Manoeuvre("disarm", _disarm, lambda world, unit, o: bool(droppable(world, o)) and not friendly(world, unit, o)),
    Manoeuvre(
        "grab", _puts("grabbed", "VITALITY-ACT-35"), lambda world, _, other: not holds(world, other, "grabbed"),
        bodily=True,
    ),
    Manoeuvre("shove", _shove),
    Manoeuvre("trip", _puts("prone", "VITALITY-ACT-38"), _unless("prone")),
    Manoeuvre("break_grab", _break, lets=False, near=lambda world, unit: sources(world, unit, "grabbed")),
)  # fmt: skip


async def break_restrained(world: World, unit: int) -> None:
    """VITALITY-COND-8: a check against the DR Power of what restrains it."""
    by = sources(world, unit, "restrained")
    power = dr_power(world, by[0]) if by else numbers_of(world).hazard_power
    names = sheet_of(world).main.manoeuvres["break_grab"].by
    passed, _, _ = await check(world, unit, best_skill(world, unit, names), power, "VITALITY-COND-8")
    if passed:
        lift(world, unit, "restrained", "VITALITY-COND-8")
    world.emit(Judged(unit, "break_restrained", "success" if passed else "failure", rule="VITALITY-COND-8"))


def release(world: World, unit: int, target: int) -> None:
    """VITALITY-ACT-39: the grabber may let go at any time."""
    if unit in sources(world, target, "grabbed"):
        lift(world, target, "grabbed", "VITALITY-ACT-39")


UNIT = ("unit",)


def manoeuvres(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-20 to 39."""
    return tuple(_manoeuvre(sheet, way) for way in ALL if way.name in sheet.main.manoeuvres)


def _manoeuvre(sheet: VitalitySheet, way: Manoeuvre) -> Deed:
    entry, attempts = sheet.main.manoeuvres[way.name], at_units(way.name, way.targets)
    return Deed(
        name=way.name, rule=entry.rule, group="hinder", label=entry.title, key=UNIT, price=(("ap", entry.ap),),
        reasons=unless(way.free_hand, "reason_hand", entry.rule), actions=attempts,
        short=lambda world, unit: [_no_target(world, unit, way)], preview=previews.manoeuvre(way.name, lets=way.lets),
        perform=lambda world, unit, action: try_it(world, unit, way, action.target),
        held=lambda world, unit: attempts(world, unit) if way.free_hand(world, unit) else (),
        vain=_nobody_near if way.near is None else None,
        kept=only_if(lambda world, unit: way.near is None or way.near(world, unit)),
    )  # fmt: skip


def _nobody_near(world: World, unit: int) -> bool:
    return not _near(world, unit)


def _no_target(world: World, unit: int, way: Manoeuvre) -> Reason:
    if way.name == "shake_off":
        return Reason("reason_willing" if riders(world, unit) else "reason_no_rider", "VITALITY-ACT-31")
    if way.name == "break_grab":
        return Reason("reason_not_grabbed", "VITALITY-ACT-39")
    near = [f for f in foes(world, unit) if distance(world, unit, f) <= 1 and not hidden_from(world, f, unit)]
    climbs = way.name == "climb"
    if climbs and still(world, unit):
        return Reason("reason_still", "VITALITY-COND-8")
    if near and way.limited(world):
        return Reason("reason_too_large", "VITALITY-ACT-21")
    if climbs and any(rank(world, other) > rank(world, unit) for other in near):
        return Reason("reason_no_room", "VITALITY-ACT-27")
    if near and climbs:
        return Reason("reason_too_small", "VITALITY-ACT-26")
    return Reason("reason_nobody_near", "VITALITY-ACT-23")


def loosening(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-COND-8, ACT-39, CINE-17."""
    numbers = sheet.numbers

    def restrained(world: World, unit: int) -> bool:
        return holds(world, unit, "restrained")

    def pins(world: World, unit: int) -> bool:
        return holds(world, unit, "pinning") and not world.get(unit, state.Turn).paid_pin

    return (
        Deed(
            name="break_restrained", rule="VITALITY-COND-8", group="hinder", price=(("ap", numbers.break_ap),),
            tells=True, reasons=unless(restrained, "reason_not_restrained", "VITALITY-COND-8"),
            perform=lambda world, unit, action: break_restrained(world, unit), preview=previews.break_restrained,
            held=alone("break_restrained"), kept=only_if(restrained),
        ),
        Deed(
            name="release", rule="VITALITY-ACT-39", group="hinder", final=True, key=UNIT,
            actions=at_units("release", lambda world, unit: gripping(world, unit) if up(world, unit) else ()),
            short=Reason("reason_holds_nobody", "VITALITY-ACT-39"),
            perform=at_once(lambda world, unit, action: release(world, unit, action.target)),
        ),
        Deed(
            name="keep_pinning", rule="VITALITY-CINE-17", group="hinder", price=(("ap", numbers.manoeuvre_ap),),
            tells=True, reasons=unless(pins, "reason_not_pinning", "VITALITY-CINE-17"),
            perform=at_once(lambda world, unit, action: update_turn(world, unit, paid_pin=True)),
        ),
    )  # fmt: skip


def details() -> tuple[Question, ...]:
    """Whether an ally lets it happen, which skill, where to, what is taken."""
    names = dict.fromkeys((*SQUARES.names, *HEXES.names))
    return (
        detail(
            "oppose", "VITALITY-ACT-24", decline("let", "VITALITY-ACT-24"),
            Verb(name="oppose", rule="VITALITY-ACT-24", group="hinder", preview=previews.oppose), moment="reaction",
        ),
        detail("choose_skill", "VITALITY-CHECK-4", Verb(name="use", key=("what",), preview=previews.chosen_skill)),
        detail("direction", "VITALITY-ACT-37", *(answer(name, "VITALITY-ACT-37") for name in names)),
        detail("landing", "VITALITY-ACT-29", answer("to", "VITALITY-ACT-29", "cell")),
        detail("disarm_item", "VITALITY-ACT-33", answer("item", "VITALITY-ACT-33", "what")),
        detail(
            "take_item", "VITALITY-ACT-34", answer("take", "VITALITY-ACT-34"), decline("leave_it", "VITALITY-ACT-34")
        ),
    )  # fmt: skip
