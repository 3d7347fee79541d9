"""The questions and verbs of wounds, and what the systems go by."""

from __future__ import annotations

from game.rules import deploying
from game.rules.verbs import Table
from game.rules.wounds.budget import pay, short_of
from game.rules.wounds.harm.conditions import merged
from game.rules.wounds.position.flanks import melee_reach
from game.rules.wounds.sheet import WoundsSheet
from game.rules.wounds.verbs import attack, guard, help, hinder, magic, move, turn
from game.systems.adapter import Adapter


def table(sheet: WoundsSheet) -> Table:
    """The questions and verbs of wounds with this data."""
    questions = (
        *turn.questions(sheet),
        *attack.reactions(),
        *attack.details(),
        *guard.defend(),
        guard.minding_flanks(),
        *hinder.reactions(),
        hinder.disarming(),
        hinder.shoving(),
        move.landing_places(),
        magic.retrieving(),
        *help.details(),
        deploying.question(),
    )
    return Table(
        titles=sheet.titles,
        questions={each.name: each for each in questions},
        short_of=short_of,
        pay=pay,
        adapter=Adapter(merge=merged, zone=melee_reach),
    )
