"""Clash: both sides roll; block, dodge, parry or withstand; action points; maneuvers for whoever wins."""

from __future__ import annotations

from game.grid.layout import Metric
from game.kernel.components import FIELD, Side
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.asking import preview
from game.rules.clash import cases, foresight
from game.rules.clash import muster as mustering
from game.rules.clash import worth as values
from game.rules.clash.campaign import outfit, rest
from game.rules.clash.house import Settings as Settings
from game.rules.clash.position.hiding import unseen_by
from game.rules.clash.screen import card
from game.rules.clash.sheet import ClashSheet, load_sheet
from game.rules.clash.state import Order
from game.rules.clash.table import table
from game.rules.clash.turns import initiative, rounds
from game.rules.data import Folder
from game.rules.ruleset import Archetype


class Clash:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "clash"
    metric: Metric = "chebyshev"
    rests = ("camp",)

    step = staticmethod(rounds.step)
    outcome = staticmethod(rounds.outcome)
    preview = staticmethod(preview)
    refusals = staticmethod(card.refusals)
    coming = staticmethod(initiative.coming)
    overlays = staticmethod(card.overlays)
    card = staticmethod(card.card)
    worth = staticmethod(values.worth)
    value = staticmethod(foresight.value)
    team_value = staticmethod(foresight.team_value)
    arms = staticmethod(foresight.arms)
    stride = staticmethod(foresight.stride)
    carried_over = staticmethod(rest.carried_over)
    slots = staticmethod(outfit.slots)
    refit = staticmethod(outfit.refit)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)

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
        end = rounds.outcome(world)
        rest.after(world, end.winners if end is not None else ())


def load(folder: Folder) -> Clash:
    """Clash with the sheets of a folder; SheetError lists what is wrong."""
    return Clash(load_sheet(folder))
