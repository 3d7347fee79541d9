"""Wounds: no hit points but slots for wounds, action points twice a round, interrupts by initiative."""

from __future__ import annotations

from typing import Any

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.base import Base, table_of
from game.rules.data import Folder
from game.rules.wounds import cases, foresight
from game.rules.wounds import muster as mustering
from game.rules.wounds import worth as values
from game.rules.wounds.budget import pay, short_of
from game.rules.wounds.campaign import rest
from game.rules.wounds.harm.conditions import merged
from game.rules.wounds.house import Settings as Settings
from game.rules.wounds.house import house
from game.rules.wounds.position.flanks import melee_reach
from game.rules.wounds.position.ground import HAZARDS
from game.rules.wounds.position.space import METRIC
from game.rules.wounds.screen import card
from game.rules.wounds.sheet import WoundsSheet, load_sheet
from game.rules.wounds.state import Round
from game.rules.wounds.turns import rounds, windows
from game.rules.wounds.verbs import attack, guard, help, hinder, magic, move, turn
from game.systems.adapter import Adapter

ADAPTER = Adapter(merge=merged, zone=melee_reach)


class WoundsRules(Base):
    """The ruleset object."""

    name = "wounds"
    on_board = ("health", "ap", "stamina")
    metric = METRIC
    hazards = HAZARDS

    step = staticmethod(rounds.step)
    outcome = staticmethod(rounds.outcome)
    coming = staticmethod(rounds.coming)
    overlays = staticmethod(card.overlays)
    card = staticmethod(card.card)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    wholeness = staticmethod(values.health)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    prospect = staticmethod(foresight.prospect)
    vain = staticmethod(foresight.vain)
    carried_over = staticmethod(rest.carried_over)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)
    thrown = staticmethod(attack.thrown)
    suppress_reactions = staticmethod(windows.suppress_reactions)

    def __init__(self, sheet: WoundsSheet) -> None:
        questions = (
            *turn.questions(sheet), *attack.reactions(), *attack.details(), *guard.defend(), guard.minding_flanks(),
            *hinder.reactions(), move.landing_places(), magic.retrieving(), *help.details(),
        )  # fmt: skip
        table = table_of(sheet.titles, questions, short_of, pay, ADAPTER)
        # Mounts alone are no fighters: they are worth what they carry.
        super().__init__(sheet, sheet.main, table, lambda unit: 0 if "mount" in unit.tags else unit.points)
        self.rests = tuple(sheet.main.rests)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)
        rest.parse(house(world).camp)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Round).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`: rests ask and throw dice, so that the next skirmish begins with them."""

    def settings_after(self, how: str) -> dict[str, Any]:
        """See `CampDecisions.settings_after`."""
        return {"camp": self.sheet.main.rests[how]}


def load(folder: Folder) -> WoundsRules:
    """The ruleset with the sheets of a folder; SheetError lists what is wrong."""
    return WoundsRules(load_sheet(folder))
