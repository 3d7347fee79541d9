"""Grappling and breaking free; maneuvers of whoever wins critically; how the others resist."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Conditions
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.clash.budget import POINT
from game.rules.clash.checks.tests import contest, roll, skill_test
from game.rules.clash.gear import free_hands
from game.rules.clash.position.space import reach_cells
from game.rules.clash.screen import preview as previews
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, free, inflict
from game.rules.clash.verbs import maneuvers as doing
from game.rules.clash.verbs.attack import begin_act, rivals
from game.rules.clash.verbs.strike import others_cells
from game.rules.clash.verbs.walking import held_fast
from game.rules.reasons import Reason
from game.rules.verbs import Perform, Previewing, Question, Verb, at_units, detail, unless
from game.systems.conditions import holds, lift, sources
from game.systems.field import bodies

STRUGGLE = ("athletics", "acrobatics")


def grapples() -> tuple[Verb, ...]:
    """CLASH-ACT-3 and 9."""
    return (
        Verb(
            name="grapple", rule="CLASH-ACT-3", group="hinder", key=("unit",), price=POINT,
            has=lambda world, unit: world.get(unit, Body).hands, actions=at_units("grapple", _in_touch), scarce=True,
            reasons=unless(free_hands, "reason_no_hand", "CLASH-ACT-3"),
            short=Reason("reason_nobody_to_grapple", "CLASH-ACT-3"),
            perform=_grapple, preview=previews.grapple,
        ),
        Verb(
            name="release", rule="CLASH-ACT-9", group="hinder", key=("unit", "what"), price=POINT,
            has=held_fast, actions=_ways_out, own=frozenset((Conditions,)), perform=_release, preview=previews.release,
        ),
    )  # fmt: skip


def _in_touch(world: World, unit: int) -> list[int]:
    near, there = reach_cells(world, unit, sheet_of(world).numbers.touch), bodies(world)
    if not near & others_cells(world, unit):
        return []
    found = [foe for foe in rivals(world, unit) if near & there[foe]]
    return [foe for foe in found if unit not in sources(world, foe, "grappled")]


async def _grapple(world: World, unit: int, action: Action) -> None:
    """CLASH-ACT-3: Athletics against the target's choice; a win holds it (CLASH-COND-4)."""
    target, rule = action.target, "CLASH-ACT-3"
    begin_act(world, unit)
    about = world.emit(Used(unit, "grapple", "action", (target,), rule=rule))
    skill = (await ask(world, target, "resist", [Action(skill) for skill in STRUGGLE], rule=rule, about=about)).verb
    mine, theirs = skill_test(world, unit, "athletics"), skill_test(world, target, skill)
    if await contest(world, mine, theirs, "grapple", rule):
        inflict(world, target, "grappled", rule, unit)


def _ways_out(world: World, unit: int) -> Iterator[Action]:
    """CLASH-ACT-9: out of a net, and out of each hold; the holders are named where there are several."""
    holders = sources(world, unit, "grappled")
    if len(holders) == 1:
        yield Action("release", what="hold")
    else:
        yield from (Action("release", holder) for holder in holders)
    if holds(world, unit, "entangled"):
        yield Action("release", what="net")


async def _release(world: World, unit: int, action: Action) -> None:
    """CLASH-ACT-9: out of a hold by a contest, out of a net by Athletics (CLASH-COND-11)."""
    named = (action.unit,) if action.unit is not None else ()
    begin_act(world, unit)
    world.emit(Used(unit, "release", "action", named, rule="CLASH-ACT-9"))
    if action.what == "net":
        if await roll(world, skill_test(world, unit, "athletics"), "release", "CLASH-COND-11"):
            lift(world, unit, "entangled", "CLASH-COND-11")
        return
    holder = named[0] if named else sources(world, unit, "grappled")[0]
    about = Used(unit, "release", "action", (holder,), rule="CLASH-ACT-9")
    skill = (await ask(world, unit, "with_what", about=about)).verb
    mine, theirs = skill_test(world, unit, skill), skill_test(world, holder, "athletics")
    if await contest(world, mine, theirs, "release", "CLASH-ACT-9"):
        free(world, unit, holder, "CLASH-ACT-9")


def with_what() -> Question:
    """CLASH-ACT-9: the skill with which one breaks free."""
    verbs = (Verb(name=name, rule="CLASH-ACT-9", group="hinder") for name in STRUGGLE)
    return detail("with_what", "CLASH-ACT-9", *verbs, preview=previews.with_what)


def resist() -> Question:
    """CLASH-ACT-3 and MAN-6: the skill with which one resists; rule and choice are given with the question."""
    verbs = (Verb(name=name, group="hinder") for name in (*STRUGGLE, "sleight_of_hand"))
    return detail("resist", "", *verbs, moment="reaction", preview=previews.resist)


def maneuver() -> Question:
    """CLASH-MAN-1 to 12: at most one for whoever wins critically, done once the damage is."""
    verbs = (
        _maneuver("bash", doing.bash, previews.resisted),
        _maneuver("brace", doing.brace),
        _maneuver("disarm", doing.disarm, previews.resisted, key=("what",)),
        _maneuver("feint", doing.feint, previews.tested("deception")),
        _maneuver("precision", None, previews.precision),
        _maneuver("push", doing.push_back, previews.resisted),
        _maneuver("trip", doing.trip, previews.resisted),
    )
    no = Verb(name="no", rule="CLASH-MAN-2", label="No maneuver", role="decline")
    return detail("maneuver", "CLASH-MAN-1", *verbs, no, preview=None)


def _maneuver(name: str, perform: Perform | None, preview: Previewing | None = None, key: tuple[str, ...] = ()) -> Verb:
    return Verb(name=name, rule=doing.RULES[name], group="hinder", key=key, perform=perform, preview=preview)
