"""Defend, Ready, ignoring and heeding foes, and how attacks are met (WOUNDS-ACT-8, 9, 12, POS-5, 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import game.rules.wounds.bonds as bonds
import game.rules.wounds.budget as budget
from game.kernel.components import Carried, Conditions
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Role
from game.rules.asking import ask, certain
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, at_once, detail, once, question_of
from game.rules.wounds.checks.blows import GUARDS, answered, plain_defense
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import hidden
from game.rules.wounds.riding import led
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import Body, Ignoring, Readied
from game.rules.wounds.verbs.deeds import Deed, deed, reaction
from game.rules.wounds.verbs.doing import readied
from game.systems.conditions import holds
from game.systems.field import PLACES, enemies

TRIGGERS = ("attacks", "moves", "anything")
OF_MOUNT = ("mount",)
MINDING = frozenset((Ignoring, Carried, Body, Conditions))


def guarding(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-8 and 9."""
    already, is_ready = (Reason("reason_already", rule) for rule in ("WOUNDS-ACT-8", "WOUNDS-ACT-9"))
    return (
        deed(
            sheet, "defend", "guard",
            at_once(lambda world, unit, act: inflict(world, unit, "defending", "WOUNDS-ACT-8", unit, until="turn")),
            once("defend", lambda world, unit: not holds(world, unit, "defending")), short=already, own=True,
            kinds=(Conditions,), on_command=True,
        ),
        deed(
            sheet, "get_ready", "guard", _get_ready,
            once("get_ready", lambda world, unit: not world.has(unit, Readied)), short=is_ready, own=True,
            kinds=(Readied,),
            conceivable=None,
        ),
        deed(
            sheet, "unready", "guard", at_once(lambda world, unit, act: budget.stop_waiting(world, unit)),
            once("unready", lambda world, unit: world.has(unit, Readied)), free=True, anytime=True, own=True,
            kinds=(Readied,),
        ),
    )  # fmt: skip


def minding(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-POS-5 and 9: for the unit itself, and for a mount that it leads."""
    return (
        deed(
            sheet, "ignore", "guard", at_once(partial(_mind, bonds.ignore)), _ignores, key=("unit", "how"),
            free=True, own_turn=True, label=_label, kinds=PLACES | MINDING,
        ),
        deed(
            sheet, "heed", "guard", at_once(partial(_mind, bonds.heed)), _heeds, key=("unit", "how"),
            free=True, own_turn=True, label=_label, kinds=MINDING,
        ),
    )  # fmt: skip


async def _get_ready(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ACT-9 and HD-6: which action, and for what kind of event."""
    known = (each for each in question_of(world, "readied").verbs.values() if isinstance(each, Deed))
    deeds = [each.name for each in known if each.conceivable and each.conceivable(world, unit)]
    verb = (await ask(world, unit, "ready_action", map(Action, deeds))).verb
    trigger = (await ask(world, unit, "ready_trigger", map(Action, TRIGGERS))).verb
    budget.get_ready(world, unit, verb, trigger)


def readying(deeds: tuple[Deed, ...]) -> tuple[Question, ...]:
    """WOUNDS-ACT-9, HD-6 and REACT-7: for which deed, for what, and whether it is done when that comes."""
    actions = (Verb(name=each.name, rule="WOUNDS-HD-6", group=each.group, preview=certain) for each in deeds)
    triggers = (Verb(name=each, group="guard") for each in TRIGGERS)
    return (
        detail("ready_action", "WOUNDS-ACT-9", *actions),
        detail("ready_trigger", "WOUNDS-HD-6", *triggers),
        reaction("readied", "WOUNDS-REACT-7", *(readied(each) for each in deeds)),
    )


def _minders(world: World, unit: int) -> Iterator[tuple[int, Action]]:
    """Whose heed the unit directs in its turn: its own, and that of a mount it leads; how its option tells of it."""
    yield unit, Action("")
    mount = led(world, unit)
    if mount is not None:
        yield mount, Action("", how=OF_MOUNT, by=mount)


def _ignores(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-POS-5: any foe, in the own turn; about each a unit changes its mind once a turn (house default)."""
    for who, way in _minders(world, unit):
        now = world.get(who, Ignoring)
        for foe in enemies(world, unit):
            if foe not in (*now.ignored, *now.changed) and not hidden(world, who, foe):
                yield Action("ignore", foe, how=way.how, by=way.by)


def _heeds(world: World, unit: int) -> Iterator[Action]:
    """WOUNDS-POS-9."""
    for who, way in _minders(world, unit):
        now = world.get(who, Ignoring)
        yield from (Action("heed", foe, how=way.how, by=way.by) for foe in now.ignored if foe not in now.changed)


def _label(world: World, unit: int, action: Action) -> str:
    sheet = sheet_of(world)
    title = sheet.actions[action.verb].title
    return title if action.by is None else f"{title} ({sheet.titles['of_the_mount']})"


def _mind(change: Callable[[World, int, int], None], world: World, unit: int, action: Action) -> None:
    """Whoever minds it changes its mind, and says so if it is the mount."""
    who = unit if action.by is None else action.by
    if who != unit:
        world.emit(Used(who, action.verb, "free", (action.target,), rule=sheet_of(world).actions[action.verb].rule))
    change(world, who, action.target)


def minding_flanks() -> Question:
    """WOUNDS-POS-5: whom of its flankers a unit ignores."""
    return reaction("flanked", "WOUNDS-REACT-8", Verb(name="ignore", group="guard", key=("unit",)))


def defend() -> tuple[Question, ...]:
    """WOUNDS-ACT-8 and 12: the Defense with which an attack is met."""
    met, no = map(_answer, (*GUARDS, "brace")), _answer("no", "decline")
    return (
        detail("guard", "WOUNDS-ACT-8", *met, no, moment="reaction", preview=None),
        detail("opening", "WOUNDS-ACT-12", _answer("opening"), no, moment="reaction", preview=None),
    )


def _answer(name: str, role: Role = "act") -> Verb:
    return Verb(name=name, group="guard", role=role, label=_defense, preview=previews.guard)


def _defense(world: World, unit: int, action: Action) -> str:
    """One answer to an attack, with the Defense it gives."""
    met = plain_defense(world, answered(unit, action), action.verb)
    return f"{sheet_of(world).titles[f'guard_{action.verb}']} {met.total}"
