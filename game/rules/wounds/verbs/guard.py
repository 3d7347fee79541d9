"""Defend, Ready, ignoring and heeding foes, and how attacks are met (WOUNDS-ACT-8, 9, 12, POS-5, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Carried, Conditions
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Role
from game.rules.offering import Reason
from game.rules.verbs import Question, Verb, ask, by_name, certain, question_of
from game.rules.wounds import bonds, budget
from game.rules.wounds.checks.blows import GUARDS, answered, plain_defense
from game.rules.wounds.harm.conditions import inflict
from game.rules.wounds.position.space import hidden
from game.rules.wounds.riding import led
from game.rules.wounds.screen import attacks
from game.rules.wounds.sheet import WoundsSheet, sheet_of
from game.rules.wounds.state import Body, Ignoring, Readied
from game.rules.wounds.verbs.deeds import Deed, deed, detail, once, reaction
from game.rules.wounds.verbs.doing import readied
from game.systems.conditions import holds
from game.systems.field import PLACES, enemies

TRIGGERS = ("attacks", "moves", "anything")
OF_MOUNT = ("mount",)
MINDING = frozenset((Ignoring, Carried, Body, Conditions))


def guarding(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-8 and 9."""
    already = Reason("reason_already", "WOUNDS-ACT-8")
    is_ready = Reason("reason_already", "WOUNDS-ACT-9")
    return (
        deed(sheet, "defend", "guard", _defend, once("defend", _undefended), short=already, own=True, on_command=True),
        deed(
            sheet, "get_ready", "guard", _get_ready, once("get_ready", _unready), short=is_ready, own=True,
            conceivable=None,
        ),
        deed(sheet, "unready", "guard", _relax, once("unready", _ready), free=True, anytime=True, own=True),
    )  # fmt: skip


def minding(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-POS-5 and 9: for the unit itself, and for a mount that it leads."""
    return (
        deed(
            sheet, "ignore", "guard", _ignore, _ignores, key=("unit", "how"), free=True, own_turn=True, label=_label,
            kinds=PLACES | MINDING,
        ),
        deed(
            sheet, "heed", "guard", _heed, _heeds, key=("unit", "how"), free=True, own_turn=True, label=_label,
            kinds=MINDING,
        ),
    )  # fmt: skip


# Defend, Ready


def _undefended(world: World, unit: int) -> bool:
    return not holds(world, unit, "defending")


async def _defend(world: World, unit: int, action: Action) -> None:
    inflict(world, unit, "defending", "WOUNDS-ACT-8", unit, until="turn")


def _ready(world: World, unit: int) -> bool:
    return world.has(unit, Readied)


def _unready(world: World, unit: int) -> bool:
    return not world.has(unit, Readied)


async def _get_ready(world: World, unit: int, action: Action) -> None:
    """WOUNDS-ACT-9 and HD-6: which action, and for what kind of event."""
    known = question_of(world, "readied").verbs.values()
    deeds = [
        each.name for each in known if isinstance(each, Deed) and each.conceivable and each.conceivable(world, unit)
    ]
    verb = (await ask(world, unit, "ready_action", map(Action, deeds))).verb
    trigger = (await ask(world, unit, "ready_trigger", map(Action, TRIGGERS))).verb
    budget.get_ready(world, unit, verb, trigger)


async def _relax(world: World, unit: int, action: Action) -> None:
    budget.stop_waiting(world, unit)


def readying(deeds: tuple[Deed, ...]) -> tuple[Question, ...]:
    """WOUNDS-ACT-9, HD-6 and REACT-7: for which deed, for what, and whether it is done when that comes."""
    actions = (Verb(name=each.name, rule="WOUNDS-HD-6", group=each.group, preview=certain) for each in deeds)
    triggers = (Verb(name=each, group="guard") for each in TRIGGERS)
    return (
        detail("ready_action", "WOUNDS-ACT-9", *actions),
        detail("ready_trigger", "WOUNDS-HD-6", *triggers),
        reaction("readied", "WOUNDS-REACT-7", *(readied(each) for each in deeds)),
    )


# Ignoring


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
        for foe in now.ignored:
            if foe not in now.changed:
                yield Action("heed", foe, how=way.how, by=way.by)


def _label(world: World, unit: int, action: Action) -> str:
    sheet = sheet_of(world)
    title = sheet.actions[action.verb].title
    return title if action.by is None else f"{title} ({sheet.titles['of_the_mount']})"


async def _ignore(world: World, unit: int, action: Action) -> None:
    bonds.ignore(world, _minder(world, unit, action), action.target)


async def _heed(world: World, unit: int, action: Action) -> None:
    bonds.heed(world, _minder(world, unit, action), action.target)


def _minder(world: World, unit: int, action: Action) -> int:
    """Who minds it, and says so if it is the mount."""
    if action.by is None:
        return unit
    world.emit(Used(action.by, action.verb, "free", (action.target,), rule=sheet_of(world).actions[action.verb].rule))
    return action.by


def minding_flanks() -> Question:
    """WOUNDS-POS-5: whom of its flankers a unit ignores."""
    return reaction("flanked", "WOUNDS-REACT-8", Verb(name="ignore", group="guard", key=("unit",)))


# Meeting attacks


def defend() -> tuple[Question, ...]:
    """WOUNDS-ACT-8 and 12: the Defense with which an attack is met."""
    met = tuple(_answer(name) for name in (*GUARDS, "brace"))
    no = _answer("no", "decline")
    return (
        Question(name="guard", moment="reaction", rule="WOUNDS-ACT-8", verbs=by_name(*met, no)),
        Question(name="opening", moment="reaction", rule="WOUNDS-ACT-12", verbs=by_name(_answer("opening"), no)),
    )


def _answer(name: str, role: Role = "act") -> Verb:
    return Verb(name=name, group="guard", role=role, label=_defense, preview=attacks.guard)


def _defense(world: World, unit: int, action: Action) -> str:
    """One answer to an attack, with the Defense it gives."""
    met = plain_defense(world, answered(unit, action), action.verb)
    return f"{sheet_of(world).titles[f'guard_{action.verb}']} {met.total}"
