"""Skills that shove without an attack, hindering in zones of control, and where shoves lead."""

from __future__ import annotations

from game.grid.hexes import HEXES
from game.grid.square import SQUARES
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import PoiseSheet
from game.rules.poise.verbs.skills import skill_verb
from game.rules.verbs import Question, Verb, decline, detail


def shoves(sheet: PoiseSheet) -> tuple[Verb, ...]:
    """Actions that neither attack nor help: they shove, those from afar by magic."""
    others = ((key, skill) for key, skill in sheet.skills.items() if skill.type == "action" and skill.threat is None)
    found = ((key, skill) for key, skill in others if not skill.gain and "concentrate" not in skill.tags)
    return tuple(skill_verb(sheet, key, "hinder" if skill.area else "magic") for key, skill in found)


def hindering() -> Question:
    """POISE-HINDER-2, 9, MOUNT-7: whoever has a unit in its zone; of rider and mount it names whom it costs."""
    hinder = Verb(
        name="hinder", group="hinder", key=("others",), preview=previews.hinder,
        rule=lambda world, unit, action: "POISE-MOUNT-7" if action.others else "POISE-HINDER-2",
    )  # fmt: skip
    no = decline("no", "POISE-HINDER-9")
    return detail("hinder", "POISE-HINDER-9", hinder, no, moment="reaction", preview=None)


def direction() -> Question:
    """POISE-SHOVE-1: the direction, which is kept for the whole shove."""
    names = dict.fromkeys((*SQUARES.names, *HEXES.names))
    verbs = (Verb(name=name, rule="POISE-SHOVE-1", group="hinder") for name in names)
    return detail("shove", "POISE-SHOVE-1", *verbs)
