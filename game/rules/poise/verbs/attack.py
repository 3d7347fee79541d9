"""Attacks: skills that threaten somebody, and whom else they strike."""

from __future__ import annotations

from game.rules.poise.sheet import PoiseSheet
from game.rules.poise.verbs.skills import skill_verb
from game.rules.verbs import Question, Verb, decline, detail


def attacks(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """By falling threat."""
    skills = {key: skill for key, skill in sheet.skills.items() if skill.threat is not None}
    ordered = sorted(skills, key=lambda key: -(skills[key].threat or 0))
    return tuple(skill_verb(sheet, key, "magic" if "lightning" in skills[key].tags else "attack") for key in ordered)


def another_target(sheet: PoiseSheet) -> Question:
    """POISE-ATK-2: a skill for several targets."""
    rule, skills = "POISE-ATK-2", {key: skill for key, skill in sheet.skills.items() if skill.targets > 1}
    verbs = (Verb(name=key, rule=rule, group="attack", label=skills[key].title, key=("unit",)) for key in skills)
    return detail("another_target", rule, *verbs, decline("no", rule))
