"""The own turn, who opens, final gambits, terms, and ending the turn."""

from __future__ import annotations

from collections.abc import Iterator

from game.ecs import World
from game.flow import Action
from game.rules.offering import Reason
from game.rules.poise.gambit import declare
from game.rules.poise.riding import mover_of
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import STEED, PoiseSheet
from game.rules.poise.state import Gambit, skills_of
from game.rules.poise.turns.rounds import end_turn
from game.rules.poise.turns.terms import TERMS, may_offer, offer_terms
from game.rules.poise.verbs.attack import attacks
from game.rules.poise.verbs.details import decline, detail
from game.rules.poise.verbs.gear import handling, reloads
from game.rules.poise.verbs.guard import breathing
from game.rules.poise.verbs.help import helps
from game.rules.poise.verbs.hinder import shoves
from game.rules.poise.verbs.move import changes, moves
from game.rules.poise.verbs.skills import able
from game.rules.verbs import Question, Verb, by_name


def own_turn(sheet: PoiseSheet) -> Question:
    """POISE-ECON-1: attacks by falling threat, moves, the other skills, what a mount does, and what is no skill."""
    skills = {verb.name: verb for verb in (*helps(sheet), *reloads(sheet), *shoves(sheet))}
    mounted = (*attacks(sheet, steed=True), *helps(sheet, steed=True), *shoves(sheet, steed=True))
    return Question(
        name="turn",
        moment="own_turn",
        rule="POISE-ECON-1",
        verbs=by_name(
            *attacks(sheet),
            *moves(sheet),
            *(skills[key] for key in sheet.skills if key in skills),
            *handling(),
            *changes(),
            breathing(),
            *mounted,
            *reloads(sheet, steed=True),
            *declarations(),
        ),
        known=known,
    )


def known(world: World, unit: int) -> Iterator[str]:
    """Every verb the unit has, in the order of the sheet; declarations last."""
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
    yield from _CHANGES if able(world, unit) else ()
    yield from _DECLARATIONS


def declarations() -> tuple[Verb, ...]:
    """POISE-GAMBIT-1, END-3: while there is a skill to use; and the end of the turn."""
    return (
        Verb(
            name="gambit", rule="POISE-GAMBIT-1", beside=True, reasons=_declared, perform=_gambit,
            preview=previews.gambit,
        ),
        Verb(name="truce", rule="POISE-END-3", role="concede", beside=True, has=_may_offer, perform=_terms),
        Verb(name="surrender", rule="POISE-END-3", role="concede", beside=True, has=_may_offer, perform=_terms),
        Verb(name="end", rule="POISE-ECON-1", role="end_turn", perform=_end),
    )  # fmt: skip


def _declared(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_gambit", "POISE-GAMBIT-1")] if world.has(unit, Gambit) else []


async def _gambit(world: World, unit: int, action: Action) -> None:
    declare(world, unit)


def _may_offer(world: World, unit: int) -> bool:
    return may_offer(world)


async def _terms(world: World, unit: int, action: Action) -> None:
    await offer_terms(world, unit, action.verb)


async def _end(world: World, unit: int, action: Action) -> None:
    await end_turn(world, unit)


_HANDLING = tuple(verb.name for verb in handling())
_CHANGES = (*(verb.name for verb in changes()), breathing().name)
_DECLARATIONS = tuple(verb.name for verb in declarations())


# Other questions


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
