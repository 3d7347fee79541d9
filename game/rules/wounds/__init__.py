"""Wounds: no hit points but slots for wounds, action points twice a round, interrupts by initiative."""

from __future__ import annotations

from typing import Any

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.asking import preview
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.rules.wounds import cases, foresight
from game.rules.wounds import muster as mustering
from game.rules.wounds import worth as values
from game.rules.wounds.campaign import aftermath
from game.rules.wounds.house import Settings as Settings
from game.rules.wounds.position.ground import HAZARDS
from game.rules.wounds.position.space import METRIC
from game.rules.wounds.screen import card
from game.rules.wounds.sheet import WoundsSheet, load_sheet
from game.rules.wounds.state import Round
from game.rules.wounds.table import table
from game.rules.wounds.turns import rounds, windows


class WoundsRules:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "wounds"
    hazards = HAZARDS

    step = staticmethod(rounds.step)
    outcome = staticmethod(rounds.outcome)
    preview = staticmethod(preview)
    refusals = staticmethod(card.refusals)
    coming = staticmethod(rounds.coming)
    overlays = staticmethod(card.overlays)
    card = staticmethod(card.card)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    carried_over = staticmethod(aftermath.carried_over)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)
    suppress_reactions = staticmethod(windows.suppress_reactions)

    def __init__(self, sheet: WoundsSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.settings = sheet.main.settings
        self.digest = sheet.digest
        self.archetypes = {
            # Mounts alone are no fighters: they are worth what they carry.
            key: Archetype(unit.title, 0 if "mount" in unit.tags else unit.points, unit.text)
            for key, unit in sheet.units.items()
        }
        self.table = table(sheet)
        self.verbs = tuple(self.table.questions["turn"].verbs)
        self.metric = METRIC
        self.rests = tuple(sheet.main.rests)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

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
