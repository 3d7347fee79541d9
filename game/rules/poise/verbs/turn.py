"""The own turn, who opens, final gambits, terms, and ending the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.kernel.components import Carried, Down, Gear, Side, Unit
from game.kernel.ecs import World, derived_of
from game.kernel.events import Blocked, Used
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.poise.budget import turn, update_turn
from game.rules.poise.harm.conditions import release
from game.rules.poise.harm.defeat import declare_gambit
from game.rules.poise.riding import mover_of
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import STEED, PoiseSheet
from game.rules.poise.state import Body, Gambit, skills_of
from game.rules.poise.turns.rounds import end_turn
from game.rules.poise.verbs.attack import attacks
from game.rules.poise.verbs.gear import handling, reloads
from game.rules.poise.verbs.guard import breathing
from game.rules.poise.verbs.help import helps
from game.rules.poise.verbs.hinder import shoves
from game.rules.poise.verbs.move import changes, moves
from game.rules.poise.verbs.skills import of_mount
from game.rules.verbs import Question, Verb, by_name, decline, detail, unless
from game.systems.clock import go
from game.systems.downfall import fell
from game.systems.field import standing, team

TERMS = ("truce", "surrender")


def own_turn(sheet: PoiseSheet) -> Question:
    """POISE-ECON-1: attacks by falling threat, moves, the other skills, what a mount does, and what is no skill."""
    others = {verb.name: verb for verb in (*helps(sheet), *reloads(sheet), *shoves(sheet))}
    skills, fixed = (*attacks(sheet), *moves(sheet)), (*handling(), *changes(), breathing())
    mounted = (of_mount(sheet, verb) for verb in (*attacks(sheet), *others.values()))
    listed = (others[key] for key in sheet.skills if key in others)
    verbs = by_name(*skills, *listed, *fixed, *mounted, *declarations())
    return Question(name="turn", moment="own_turn", rule="POISE-ECON-1", verbs=verbs, known=known)


def known(world: World, unit: int) -> Iterable[str]:
    """Every verb the unit has, in the order of the sheet; declarations last."""
    if world.has(unit, Carried):  # its mount's are among them
        return _known(world, unit)
    return _known_on_foot(world, unit)


@derived_of((Body, Carried, Down, Gear))
def _known_on_foot(world: World, unit: int) -> tuple[str, ...]:
    return tuple(_known(world, unit))


def _known(world: World, unit: int) -> Iterator[str]:
    mover = mover_of(world, unit)
    for key, skill in skills_of(world, unit).items():
        if skill.type != "reaction" or skill.moves:
            yield key
    yield "dash_steps"
    if mover != unit:
        for key, skill in skills_of(world, mover).items():
            if skill.type != "reaction" and not skill.moves:
                yield STEED + key
    yield from _HANDLING
    yield from _CHANGES if not world.has(unit, Down) else ()
    yield from _DECLARATIONS


def declarations() -> tuple[Verb, ...]:
    """POISE-GAMBIT-1; END-3: at the start of every turn, and once in it; and the end of the turn."""

    def begun(world: World, unit: int) -> bool:
        now = turn(world)
        return now.action or now.maneuver or now.offered

    return (
        Verb(
            name="gambit", rule="POISE-GAMBIT-1", beside="any", perform=declare_gambit, preview=previews.gambit,
            reasons=unless(lambda world, unit: not world.has(unit, Gambit), "reason_gambit", "POISE-GAMBIT-1"),
        ),
        *(
            Verb(name=name, rule="POISE-END-3", role="concede", beside="any", vain=begun, perform=perform)
            for name, perform in (("truce", _offer_truce), ("surrender", _offer_surrender))
        ),
        Verb(name="end", rule="POISE-ECON-1", role="end_turn", perform=end_turn),
    )  # fmt: skip


async def _offer_truce(world: World, unit: int, action: Action) -> None:
    """POISE-END-3: a truce needs all the other sides."""
    if all(await _answers(world, unit, action.verb)):
        go(world, "truce", active=None)
    else:
        world.emit(Blocked(unit, action.verb, "POISE-END-3"))


async def _offer_surrender(world: World, unit: int, action: Action) -> None:
    """POISE-END-3: a surrender needs one of them."""
    if not any(await _answers(world, unit, action.verb)):
        world.emit(Blocked(unit, action.verb, "POISE-END-3"))
        return
    for each in standing(world):
        if world.get(each, Unit).side == world.get(unit, Unit).side:
            release(world, each, "POISE-SKILL-11")
            fell(world, each, "surrendered", "POISE-END-3")


async def _answers(world: World, unit: int, kind: str) -> list[bool]:
    """Which of the other sides that still fight accept."""
    own, told = team(world, unit), Used(unit, kind, "free", rule="POISE-END-3")
    update_turn(world, offered=True)
    world.emit(told)
    given = (Action("accept"), Action("refuse"))
    fighting = {world.get(each, Unit).side for each in standing(world) if team(world, each) != own}
    sides = [side for side, _ in world.each(Side) if side in fighting]
    return [(await ask(world, side, kind, given, about=told)).verb == "accept" for side in sides]


def terms() -> tuple[Question, ...]:
    """POISE-END-3: the other sides' answers."""
    accept = Verb(name="accept", rule="POISE-END-3", role="concede")
    refuse = decline("refuse", "POISE-END-3")
    return tuple(detail(kind, "POISE-END-3", accept, refuse, moment="terms") for kind in TERMS)


def contender() -> Question:
    """POISE-INIT-2: whom a side sends to roll for the first turn."""
    return detail("contender", "POISE-INIT-2", Verb(name="send", rule="POISE-INIT-2", key=("unit",)), moment="opening")


def leave() -> Question:
    """POISE-END-2: on an exit."""
    return detail("leave", "POISE-END-2", Verb(name="leave", rule="POISE-END-2"), decline("stay", "POISE-END-2"))


_HANDLING = tuple(verb.name for verb in handling())
_CHANGES = (*(verb.name for verb in changes()), breathing().name)
_DECLARATIONS = tuple(verb.name for verb in declarations())
