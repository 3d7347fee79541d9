"""Answers to attacks and to defeat, and held breath."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.poise.harm.conditions import breath_left, hold_breath, plain, said_to_hold, swims
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import KINDS, POOLS, PoiseSheet
from game.rules.poise.verbs.strike import defend_with, raise_armour, yield_to
from game.rules.verbs import Question, Verb, at_once, by_name, detail, unless


def breathing() -> Verb:
    """POISE-WATER-7: at no cost to the turn."""
    return Verb(
        name="hold_breath", rule="POISE-WATER-7", group="guard", label="Hold breath",
        has=lambda world, unit: swims(world, unit) and not said_to_hold(world, unit), vain=plain,
        perform=at_once(_hold_breath), reasons=unless(breath_left, "reason_no_breath", "POISE-WATER-8"),
        preview=previews.hold_breath,
    )  # fmt: skip


def _hold_breath(world: World, unit: int, action: Action) -> None:
    world.emit(Used(unit, action.verb, "free", rule="POISE-WATER-7"))
    hold_breath(world, unit)


def defend(sheet: PoiseSheet) -> Question:
    """POISE-DEF-1: the target answers before a die falls."""
    return Question(name="defend", moment="reaction", rule="POISE-DEF-1", verbs=by_name(*_answers(sheet)))


def _answers(sheet: PoiseSheet) -> Iterator[Verb]:
    yield Verb(name="yield", rule="POISE-DEF-1", group="guard", perform=yield_to, preview=previews.yield_to)
    for pool in POOLS:
        yield Verb(
            name=KINDS[pool], rule="POISE-DEF-5", group="guard",
            perform=defend_with(pool), preview=previews.defend(pool),
        )  # fmt: skip
    for key, skill in sheet.skills.items():
        if skill.type == "reaction" and skill.armour:
            yield Verb(
                name=key, rule=skill.rule, group="guard", label=skill.title,
                perform=raise_armour, preview=previews.raise_armour,
            )  # fmt: skip


def overflow() -> Question:
    """POISE-DMG-2: the pool that takes what is left over."""
    pools = (Verb(name=name, group="guard") for name in (*POOLS, "defense"))
    return detail("overflow", "POISE-DMG-2", *pools, moment="reaction")


def defiance() -> Question:
    """POISE-LEG-5: a legendary creature's choice."""
    defy = Verb(name="defy", rule="POISE-LEG-5", group="guard")
    succumb = Verb(name="succumb", rule="POISE-LEG-5", role="concede")
    return detail("defiance", "POISE-LEG-5", defy, succumb, moment="reaction")
