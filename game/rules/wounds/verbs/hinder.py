"""Hindering and grappling: checks against a creature without a wound (WOUNDS-HIND, GRAP, ACT-13 to 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.kernel.components import Carried, Conditions, Down, Gear
from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked
from game.kernel.flow import Action
from game.kernel.numbers import Breakdown, Modifier, add
from game.rules.asking import ask
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Question, Verb, at_once, at_units, detail, once
from game.rules.wounds.bonds import may_enter, opponents, part, part_all, pin, pinners, unpin
from game.rules.wounds.budget import keepers, retrieve
from game.rules.wounds.checks import blows
from game.rules.wounds.checks.rolls import combat_check, defense, judge, ordinary, steps_beyond, wild
from game.rules.wounds.gear import drop_item, melee_arms, weapon
from game.rules.wounds.harm.conditions import inflict, lasting
from game.rules.wounds.harm.wounds import lay_low, unseat
from game.rules.wounds.pace import set_pace
from game.rules.wounds.position.space import aims, beside, foes, gap, hidden, seen
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.screen.preview import Effect, Throw, Thrown, trial
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import STANCE, WIELDED, Entering, Grapple, body, helpless, immobile, tagged
from game.rules.wounds.turns.reactions import HOWS
from game.rules.wounds.verbs.attack import blow_of, by_its_arms, melee_price
from game.rules.wounds.verbs.deeds import Deed, bars, deed, reaction
from game.rules.wounds.verbs.move import IMMOBILE
from game.rules.wounds.verbs.strike import attack
from game.rules.wounds.verbs.walking import push
from game.systems.conditions import lift
from game.systems.field import PLACES, board_of, enemies

OUT_OF_REACH = Reason("reason_out_of_reach", "WOUNDS-ACT-20")
NOT_GRAPPLING = Reason("reason_not_grappling", "WOUNDS-GRAP-4")
NOTHING_HELD = Reason("reason_nothing_held", "WOUNDS-HIND-1")
FOE = ("unit",)


def hindrances(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-HIND-1 to 4: against foes in reach of a melee weapon."""
    return (
        deed(
            sheet, "disarm", "hinder", _disarm, _disarms, key=("unit", "how", "what"), kinds=WIELDED,
            short=lambda world, unit: [NOTHING_HELD if in_melee(world, unit) else OUT_OF_REACH],
            effect=trial(lambda world, unit, act: (
                blows.weapon_bonus(world, unit, act.how[0], act.target),
                defense(world, act.target, "agility", unit).total, "WOUNDS-HIND-1",
            )),
        ),
        _aimed(sheet, "distract", _distract, effect=previews.distract),
        _aimed(sheet, "shove", _shove, effect=trial(_powerful("WOUNDS-HIND-3")), on_command=True),
        _aimed(sheet, "trip", _trip, effect=trial(_powerful("WOUNDS-HIND-4")), on_command=True),
    )  # fmt: skip


def grapples(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-GRAP-1 to 9, ACT-15."""
    harder = add(sheet.numbers.pin, "pin", "WOUNDS-GRAP-7")
    return (
        deed(
            sheet, "grapple", "hinder", lambda world, unit, act: attack(world, blow_of("grapple", world, unit, act)),
            _grapples, key=("unit", "what"), short=_no_grapple, alike=partial(melee_price, sheet.actions["grapple"].ap),
            kinds=WIELDED | {Grapple}, effect=previews.weapon_attack(partial(blow_of, "grapple")),
        ),
        deed(
            sheet, "drag", "hinder", _drag, once("drag", _may_drag), own=True, short=_no_drag,
            effect=trial(lambda world, unit, act: (
                blows.drag_bonus(world, unit), blows.drag_tn(world, unit), "WOUNDS-GRAP-4"
            )),
        ),
        deed(
            sheet, "pin", "hinder", _pin, _pins, key=FOE, short=NOT_GRAPPLING, kinds=PLACES | {Grapple},
            effect=trial(_powerful("WOUNDS-GRAP-7", harder)),
        ),
        deed(
            sheet, "let_go", "hinder",
            at_once(lambda world, unit, act: (unpin if act.what == "pin" else part)(
                world, unit, act.target, "WOUNDS-GRAP-8"
            )),
            _let_gos, final=True, key=("unit", "what"), free=True, anytime=True, own=True, kinds=(Grapple,),
        ),
        deed(
            sheet, "escape", "hinder", _escape, _escapes, key=("what", "how"), reasons=_bars_but_pin,
            short=Reason("reason_not_held", "WOUNDS-ACT-15"), kinds=PLACES | {Grapple, Conditions}, on_command=True,
            effect=trial(lambda world, unit, act: (
                combat_check(world, unit, act.how[0]), blows.escape_tn(world, unit, act.what), "WOUNDS-ACT-15"
            )),
        ),
        deed(
            sheet, "enter_space", "move", _enter, _enterable, key=("unit", "how"), short=_no_entry,
            kinds=STANCE | {Entering}, effect=trial(_by_choice("WOUNDS-ACT-13", combat_check)),
        ),
    )  # fmt: skip


def _powerful(rule: str, *more: Modifier) -> Throw:
    def throw(world: World, unit: int, act: Action) -> Thrown:
        bonus = combat_check(world, unit, "power", act.target).plus(*more)
        return bonus, blows.power_tn(world, act.target, unit).total, rule

    return throw


def _by_choice(rule: str, bonus: Callable[[World, int, str, int], Breakdown]) -> Throw:
    return lambda world, unit, act: (
        bonus(world, unit, act.how[0], act.target), blows.power_tn(world, act.target, unit).total, rule
    )  # fmt: skip


def in_melee(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-20: foes in reach of some equipped melee weapon."""
    struck = {target for target, _, way in aims(world, unit) if way == "melee"}
    return [foe for foe in enemies(world, unit) if foe in struck] if struck else []


def _aimed(sheet: WoundsSheet, name: str, perform: Perform, effect: Effect, *, on_command: bool = False) -> Deed:
    return deed(
        sheet, name, "hinder", perform, at_units(name, in_melee), key=FOE, short=OUT_OF_REACH, memo=by_its_arms,
        on_command=on_command, effect=effect,
    )  # fmt: skip


def _disarms(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-HIND-1: with a weapon in reach, one thing in the target's hands."""
    for foe, key, way in aims(world, unit):
        if way == "melee" and foe in enemies(world, unit):
            for item in dict.fromkeys(world.get(foe, Gear).held):
                yield Action("disarm", foe, what=item, how=(key,))


async def _disarm(world: World, unit: int, action: Action) -> None:
    """The target chooses before the dice fall: its Agility Defense, or, unless helpless, a weapon check of its own."""
    foe, item, (arm,) = action.target, action.what, action.how
    about = Attacked(unit, foe, "disarm", (blows.weapon_bonus(world, unit, arm, foe),), "WOUNDS-HIND-1")
    world.emit(about)
    arms_ = [] if helpless(world, foe) else melee_arms(world, foe)
    ways = (Action("agility"), *(Action("roll", what=key) for key in arms_))
    chosen = (await ask(world, foe, "disarm", ways, about=about)).action
    thrown = await wild(world, unit, "disarm", blows.weapon_bonus(world, unit, arm, foe), "WOUNDS-HIND-1", foe)
    if chosen.what:
        bonus = blows.weapon_bonus(world, foe, chosen.what, unit)
        tn = await wild(world, foe, "disarm", bonus, "WOUNDS-HIND-1", unit)
    else:
        met = defense(world, foe, "agility", unit)
        world.emit(Answered(foe, unit, "agility", (met,), "WOUNDS-HIND-1"))
        tn = met.total
    if judge(world, unit, foe, "disarm", thrown >= tn, "WOUNDS-HIND-1") and item in world.get(foe, Gear).held:
        drop_item(world, foe, item, "WOUNDS-HIND-1")


async def _distract(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HIND-2: an ordinary contest, ties for the actor (WOUNDS-CORE-5)."""
    foe = action.target
    mine = await ordinary(world, unit, "distract", blows.deception(world, unit, "Prs"), "WOUNDS-HIND-2")
    theirs = await ordinary(world, foe, "distract", blows.deception(world, foe, "Prc"), "WOUNDS-HIND-2")
    if judge(world, unit, foe, "distract", mine >= theirs, "WOUNDS-CORE-5"):
        inflict(world, foe, "distracted", "WOUNDS-HIND-2", unit, until=lasting(world, 1))


async def _power(world: World, unit: int, foe: int, why: str, rule: str, *more: Modifier) -> int:
    return await _against(world, unit, foe, why, combat_check(world, unit, "power", foe).plus(*more), rule)


async def _against(
    world: World, unit: int, foe: int, why: str, bonus: Breakdown, rule: str, judged: str = "WOUNDS-HIND-0"
) -> int:
    """A check against the better of two Defenses: the margin."""
    tn = blows.power_tn(world, foe, unit)
    world.emit(Attacked(unit, foe, why, (bonus, tn), rule))
    thrown = await wild(world, unit, why, bonus, rule, foe)
    judge(world, unit, foe, why, thrown >= tn.total, judged)
    return thrown - tn.total


async def _shove(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HIND-3: a yard, and one more for every third point, where the actor likes."""
    foe = action.target
    margin = await _power(world, unit, foe, "shove", "WOUNDS-HIND-3")
    if margin < 0:
        return
    if world.has(foe, Carried):
        unseat(world, foe, fall=True, rule="WOUNDS-HD-16")
    grid, yards = board_of(world).grid, range(1, 2 + steps_beyond(margin, 3))
    ways = [Action("push", what=name, numbers=(far,)) for name in grid.names for far in yards]
    chosen = (await ask(world, unit, "shove", ways)).action
    await push(world, foe, grid.parse_direction(chosen.what), chosen.numbers[0], "WOUNDS-HD-33")


async def _trip(world: World, unit: int, action: Action) -> None:
    """WOUNDS-HIND-4."""
    if await _power(world, unit, action.target, "trip", "WOUNDS-HIND-4") >= 0:
        lay_low(world, action.target, "WOUNDS-HIND-4", unit)


def _why_not(world: World, unit: int, foe: int) -> Reason | None:
    """WOUNDS-GRAP-1: why these two cannot grapple."""
    if abs(body(world, unit).size - body(world, foe).size) >= sheet_of(world).numbers.size_gap:
        return Reason("reason_size", "WOUNDS-GRAP-1")
    if tagged(world, unit, "no_grapple") or tagged(world, foe, "no_grapple"):
        return Reason("reason_form", "WOUNDS-GRAP-1")
    return None


def _near(world: World, unit: int) -> list[int]:
    return [foe for foe in foes(world, unit) if gap(world, unit, foe) <= 0 and seen(world, unit, foe)]


def _grapples(world: World, unit: int) -> Iterator[Action]:
    keys = [key for key in melee_arms(world, unit) if not weapon(world, key).reach]
    held = world.get(unit, Grapple).others
    near = (foe for foe in _near(world, unit) if foe not in held and _why_not(world, unit, foe) is None)
    return (Action("grapple", foe, what=key) for foe in near for key in keys)


def _no_grapple(world: World, unit: int) -> list[Reason]:
    near = _near(world, unit)
    found = [reason for foe in near if (reason := _why_not(world, unit, foe)) is not None]
    key = "reason_no_short_weapon" if near else "reason_out_of_reach"
    return list(dict.fromkeys(found)) or [Reason(key, "WOUNDS-GRAP-1")]


def _may_drag(world: World, unit: int) -> bool:
    return bool(world.get(unit, Grapple).others) and not world.has(unit, Carried) and not immobile(world, unit)


def _no_drag(world: World, unit: int) -> list[Reason]:
    return [IMMOBILE if world.get(unit, Grapple).others and immobile(world, unit) else NOT_GRAPPLING]


async def _drag(world: World, unit: int, action: Action) -> None:
    others = world.get(unit, Grapple).others
    thrown = await wild(world, unit, "drag", blows.drag_bonus(world, unit), "WOUNDS-GRAP-4", *others)
    if judge(world, unit, others[0], "drag", thrown >= blows.drag_tn(world, unit), "WOUNDS-GRAP-4"):
        set_pace(world, unit, drag=sheet_of(world).numbers.drag_ap)


async def _pin(world: World, unit: int, action: Action) -> None:
    """WOUNDS-GRAP-7."""
    harder = add(sheet_of(world).numbers.pin, "pin", "WOUNDS-GRAP-7")
    if await _power(world, unit, action.target, "pin", "WOUNDS-GRAP-7", harder) >= 0:
        pin(world, unit, action.target, "WOUNDS-GRAP-7")


def _pins(world: World, unit: int) -> Iterator[Action]:
    pinned = world.get(unit, Grapple).pins
    return (Action("pin", foe) for foe in opponents(world, unit) if foe not in pinned)


def _let_gos(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-GRAP-8: the one who holds may let go of the pin, or of the grapple."""
    pinned = world.get(unit, Grapple).pins
    return (Action("let_go", other, what=what) for other in pinned for what in ("pin", "grapple"))


def _bars_but_pin(world: World, unit: int) -> list[Reason]:
    """WOUNDS-GRAP-8: whoever is pinned may escape, helpless as it is."""
    return [] if "pinned" in world.get(unit, Conditions) and not world.has(unit, Down) else bars(world, unit)


def _escapes(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-ACT-15 and GRAP-8: what a unit may escape from; a pin goes before the grapple."""
    now = world.get(unit, Conditions)
    found = ("held", "held" in now), ("grapple", opponents(world, unit))
    restraints = ["pin"] if "pinned" in now else [what for what, bound in found if bound]
    return (Action("escape", what=what, how=(how,)) for what in restraints for how in HOWS)


async def _escape(world: World, unit: int, action: Action) -> None:
    what, (how,) = action.what, action.how
    thrown = await wild(world, unit, "escape", combat_check(world, unit, how), "WOUNDS-ACT-15")
    if not judge(world, unit, unit, "escape", thrown >= blows.escape_tn(world, unit, what), "WOUNDS-ACT-15"):
        return
    if what == "pin":
        for pinner in pinners(world, unit):
            unpin(world, pinner, unit, "WOUNDS-GRAP-8")
    elif what == "held":
        for caster, kept in keepers(world, unit, "held"):
            retrieve(world, caster, kept, "WOUNDS-ACT-15")
        lift(world, unit, "held", "WOUNDS-ACT-15")
    else:
        part_all(world, unit, "WOUNDS-GRAP-9")


def _enterable(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-ACT-13; riders go where their mount goes."""
    known = world.find(unit, Entering)
    for other in () if world.has(unit, Carried) else beside(world, unit):
        if world.has(other, Carried) or hidden(world, unit, other):
            continue  # the space is its mount's, or nobody knows whose
        alike = abs(body(world, unit).size - body(world, other).size) < sheet_of(world).numbers.size_gap
        if alike and other in enemies(world, unit) and other not in (known.spaces if known else ()):
            for how in HOWS:
                yield Action("enter_space", other, how=(how,))


async def _enter(world: World, unit: int, action: Action) -> None:
    other, rule = action.target, "WOUNDS-ACT-13"
    bonus = combat_check(world, unit, action.how[0], other)
    if await _against(world, unit, other, "enter_space", bonus, rule, rule) >= 0:
        may_enter(world, unit, other)


def _no_entry(world: World, unit: int) -> list[Reason]:
    near = any(not hidden(world, unit, foe) for foe in beside(world, unit) if foe in enemies(world, unit))
    return [Reason("reason_size" if near else "reason_nobody", "WOUNDS-ACT-13")]


def reactions() -> tuple[Question, ...]:
    """WOUNDS-GRAP-3 and 6: clinging to whoever moves away, another one in the way of a blow; WOUNDS-HIND-1 and 3: how
    one holds on to a thing, and whither one shoves."""
    cling = Verb(name="cling", rule="WOUNDS-GRAP-3", group="hinder", preview=previews.reacting(previews.cling))
    effect = trial(_by_choice("WOUNDS-GRAP-6", blows.interpose_bonus))
    interpose = Verb(name="interpose", group="guard", key=("unit", "how"), preview=previews.reacting(effect))
    split = Verb(name="split", group="hinder", key=("numbers",))
    ways = (Verb(name="agility", group="guard"), Verb(name="roll", group="guard", key=("what",)))
    return (
        reaction("cling", "WOUNDS-REACT-5", cling),
        detail("cling_split", "WOUNDS-GRAP-3", split),
        reaction("interpose", "WOUNDS-REACT-6", interpose),
        detail("disarm", "WOUNDS-HIND-1", *ways, moment="reaction"),
        detail("shove", "WOUNDS-HIND-3", Verb(name="push", group="hinder", key=("what", "numbers"))),
    )
