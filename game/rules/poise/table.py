"""The questions and verbs of poise."""

from __future__ import annotations

from game.rules import deploying
from game.rules.poise.budget import pay, short_of
from game.rules.poise.position.space import zone_of
from game.rules.poise.sheet import PoiseSheet
from game.rules.poise.verbs import attack, guard, help, hinder, move, turn
from game.rules.poise.verbs.criticals import critical
from game.rules.verbs import Table
from game.systems.adapter import Adapter


def table(sheet: PoiseSheet) -> Table:
    """The questions and verbs of poise with this data."""
    questions = (
        turn.own_turn(sheet),
        turn.contender(),
        turn.leave(),
        *turn.terms(),
        attack.another_target(sheet),
        guard.defend(sheet),
        guard.overflow(),
        guard.defiance(),
        hinder.hindering(),
        hinder.direction(),
        help.doom(),
        *move.ends(),
        critical(sheet),
        deploying.question(),
    )
    return Table(
        titles=sheet.titles,
        questions={each.name: each for each in questions},
        short_of=short_of,
        pay=pay,
        adapter=Adapter(zone=zone_of),
    )
