"""Steady, Recovery, Rally, wards; doom."""

from __future__ import annotations

from game.kernel.ecs import World
from game.rules.poise.harm.pools import gainable
from game.rules.poise.sheet import PoiseSheet, Skill
from game.rules.poise.verbs.skills import gains, made, rallies, skill_verb
from game.rules.poise.verbs.use import recover, staying, steady, use
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, decline, detail


def helps(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """What gives pools back, and what wards."""
    wards = (key for key, skill in sheet.skills.items() if "concentrate" in skill.tags)
    return (
        made(sheet, "steady", "help", ("what",), gains, staying(steady), reasons=_no_gain),
        made(sheet, "recovery", "help", ("what",), gains, recover, reasons=_no_gain),
        made(sheet, "rally", "help", ("unit", "what"), rallies, use, short=_nobody_to_rally),
        *(skill_verb(sheet, key, "help") for key in wards),
    )


def _no_gain(world: World, unit: int) -> list[Reason]:
    return [] if gainable(world, unit) else [Reason("reason_no_gain", "POISE-COND-13")]


def _nobody_to_rally(world: World, unit: int, skill: Skill) -> list[Reason]:
    return [Reason("reason_nobody_to_rally", "POISE-SKILL-8")]


def doom() -> Question:
    """POISE-DOOM-2: a point for a boon."""
    spend = Verb(name="spend_doom", rule="POISE-DOOM-2", group="help")
    return detail("doom", "POISE-DOOM-2", spend, decline("no", "POISE-DOOM-2"))
