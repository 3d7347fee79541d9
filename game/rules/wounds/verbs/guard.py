"""Defend, Ready, Seize Initiative, ignoring and heeding foes (WOUNDS-ACT-8, 9, 21, POS-5, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Gear
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Option, Roll, decide
from game.rules.offering import Reason
from game.systems.conditions import holds
from game.systems.field import board_of, teams

TRIGGERS = ("attacks", "moves", "anything")


READY = (
    *(*ATTACKS, "cast", "defend", "disarm", "grapple", "seize_initiative", "shove", "trip", "distract"),
    *("create_opening", "enter_space", "escape", "drag", "pin", "dash", "change_posture", "mount", "dismount"),
    *("regain_mount", "retrieve", "stow", "pick_up", "use_object", "use_door", "reload", "end_effect"),
    *("stabilize", "treat_condition", "treat_wound"),
)  # every action that is possible in somebody else's turn


def _defend(world: World, unit: int) -> Iterator[Option]:
    if not holds(world, unit, "defending"):
        yield option(world, "defend")


async def _do_defend(world: World, unit: int, key: str) -> None:
    inflict(world, unit, "defending", "WOUNDS-ACT-8", unit, until="turn")


def _already(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_already", "WOUNDS-ACT-8")]


def _ready(world: World, unit: int) -> Iterator[Option]:
    """WOUNDS-ACT-9."""
    if not world.has(unit, Readied):
        yield option(world, "get_ready")


async def _do_ready(world: World, unit: int, key: str) -> None:
    """WOUNDS-ACT-9 and HD-6: which action, and for what kind of event."""
    verbs = [verb for verb in READY if _conceivable(world, unit, verb)]
    about, rule = world.events[-1], "WOUNDS-HD-6"
    options = [Option(verb, rule=rule) for verb in verbs]
    verb = await decide(unit, "ready_action", options, rule="WOUNDS-ACT-9", about=about)
    options = [Option(trigger, rule=rule) for trigger in TRIGGERS]
    trigger = await decide(unit, "ready_trigger", options, rule=rule, about=about)
    world.put(unit, Readied(verb, trigger))


def _conceivable(world: World, unit: int, verb: str) -> bool:
    """Whether the unit has what an action is about, or the map has it."""
    gear, items, weapons = world.get(unit, Gear), sheet_of(world).items, sheet_of(world).weapons
    things = (*gear.held, *gear.carried)
    if verb == "cast":
        return bool(body(world, unit).spells)
    if verb == "reload":
        return any(key in weapons and weapons[key].reload for key in things)
    if verb in ("retrieve", "stow"):
        return bool(things)
    if verb == "use_object":
        return any(key in items and items[key].use for key in things)
    if verb == "end_effect":
        return any(key in items and items[key].effects for key in things)
    if verb == "use_door":
        return bool(board_of(world).doors)
    if verb in ("mount", "dismount", "regain_mount"):
        own = teams(world)[unit]
        return any(tagged(world, each, "mount") for each, team in teams(world).items() if team == own)
    return True


def _is_ready(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_already", "WOUNDS-ACT-9")]


def _unready(world: World, unit: int) -> Iterator[Option]:
    if world.has(unit, Readied):
        yield option(world, "unready")


async def _do_unready(world: World, unit: int, key: str) -> None:
    world.drop(unit, Readied)


def _seize(world: World, unit: int) -> Iterator[Option]:
    yield option(world, "seize_initiative")


async def _do_seize(world: World, unit: int, key: str) -> None:
    sides = sheet_of(world).main.dice.seize
    faces = await Roll(unit, "seize_initiative", (sides,), "WOUNDS-ACT-21")
    world.emit(Rolled(unit, "seize_initiative", (sides,), faces, (), "WOUNDS-ACT-21"))
    change_initiative(world, unit, faces[0], "WOUNDS-ACT-21")


VERBS: dict[str, Verb] = {
    **{verb: _attack(verb) for verb in ATTACKS},
    "defend": Verb(_defend, _do_defend, _already, own=True),
    "get_ready": Verb(_ready, _do_ready, _is_ready, own=True),
    "unready": Verb(_unready, _do_unready, none, free=True, own=True),
    "create_opening": Verb(_openings, _do_opening, _no_opening, kinds=WIELDED),
    "seize_initiative": Verb(_seize, _do_seize, none, own=True),
}
