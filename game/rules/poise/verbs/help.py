"""Steady, Recovery, Rally, wards; doom."""

from __future__ import annotations

from functools import partial

from game.rules.poise.harm.pools import gainable
from game.rules.poise.sheet import PoiseSheet
from game.rules.poise.state import Body
from game.rules.poise.verbs.skills import gains, made, nobody_ails, rallies, skill_verb
from game.rules.poise.verbs.use import recover, staying, steady, use
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb, decline, detail, unless


def helps(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """What gives pools back, and what wards."""
    calm = partial(steady, sheet.skills["steady"])
    nobody = Reason("reason_nobody_to_rally", "POISE-SKILL-8")
    wards = (key for key, skill in sheet.skills.items() if "concentrate" in skill.tags)
    return (
        made(sheet, "steady", "help", ("what",), gains, staying(calm), reasons=_no_gain, own=_BODY, besides=gainable),
        made(sheet, "recovery", "help", ("what",), gains, recover, reasons=_no_gain, own=_BODY, besides=gainable),
        made(sheet, "rally", "help", ("unit", "what"), rallies, use, short=nobody, scarce=True, vain=nobody_ails),
        *(skill_verb(sheet, key, "help") for key in wards),
    )


_BODY = frozenset((Body,))
_no_gain = unless(gainable, "reason_no_gain", "POISE-COND-13")


def doom() -> Question:
    """POISE-DOOM-2: a point for a boon."""
    spend = Verb(name="spend_doom", rule="POISE-DOOM-2", group="help")
    return detail("doom", "POISE-DOOM-2", spend, decline("no", "POISE-DOOM-2"))
