"""Clash: both sides roll; block, dodge, parry or withstand; action points; maneuvers for whoever wins."""

from __future__ import annotations

from game.components import FIELD, Side
from game.ecs import World
from game.grid.grid import Metric
from game.rules.clash import arrange as arranging
from game.rules.clash import muster as mustering
from game.rules.clash import outfit, turns, views
from game.rules.clash import rest as resting
from game.rules.clash import worth as values
from game.rules.clash.house import Settings as Settings
from game.rules.clash.sheet import ClashSheet, load_sheet
from game.rules.clash.state import Order
from game.rules.clash.stealth import unseen_by
from game.rules.clash.verbs import table
from game.rules.data import Folder
from game.rules.ruleset import Archetype
from game.rules.verbs import preview
from game.scenario import Scenario


class Clash:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "clash"
    metric: Metric = "chebyshev"
    rests = ("camp",)

    step = staticmethod(turns.step)
    outcome = staticmethod(turns.outcome)
    preview = staticmethod(preview)
    refusals = staticmethod(views.refusals)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    worth = staticmethod(values.worth)
    carried_over = staticmethod(resting.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(arranging.arrange)
    perform = staticmethod(arranging.perform)

    def __init__(self, sheet: ClashSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.archetypes = {key: Archetype(unit.title, unit.cost, unit.text) for key, unit in sheet.units.items()}
        self.settings = sheet.main.settings
        self.digest = sheet.digest
        self.table = table(sheet)
        self.verbs = tuple(self.table.questions["turn"].verbs)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """See `Hides.unseen`."""
        return unseen_by(world, world.get(side, Side).team)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = turns.outcome(world)
        resting.after(world, end.winners if end is not None else ())


def load(folder: Folder) -> Clash:
    """Clash with the sheets of a folder; SheetError lists what is wrong."""
    return Clash(load_sheet(folder))
