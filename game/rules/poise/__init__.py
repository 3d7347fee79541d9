"""Poise: three pools, defend or yield, zones of control, most affected acts next."""

from __future__ import annotations

from game.kernel.components import FIELD
from game.kernel.ecs import World
from game.map.scenario import Scenario
from game.rules.asking import preview
from game.rules.data import Folder
from game.rules.poise import cases, foresight
from game.rules.poise import muster as mustering
from game.rules.poise import worth as values
from game.rules.poise.campaign import rest
from game.rules.poise.house import Settings as Settings
from game.rules.poise.legend import turns_left
from game.rules.poise.position.space import METRIC
from game.rules.poise.screen import card
from game.rules.poise.sheet import PoiseSheet, load_sheet
from game.rules.poise.state import Acted
from game.rules.poise.table import table
from game.rules.poise.turns import rounds
from game.rules.poise.verbs.turn import TERMS
from game.rules.ruleset import Archetype


class Poise:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "poise"
    terms = frozenset(TERMS)

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
    carried_over = staticmethod(rest.carried_over)
    arrange = staticmethod(cases.arrange)
    perform = staticmethod(cases.perform)

    def __init__(self, sheet: PoiseSheet) -> None:
        self.sheet = sheet
        self.title = sheet.title
        self.about = sheet.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.archetypes = {
            # An animal without a rider stands still (POISE-MOUNT-13).
            key: Archetype(unit.title, 0 if unit.mount == "animal" else unit.cost, unit.text)
            for key, unit in sheet.units.items()
        }
        self.settings = sheet.settings
        self.digest = sheet.digest
        self.table = table(sheet)
        self.verbs = tuple(self.table.questions["turn"].verbs)
        self.metric = METRIC
        self.rests = tuple(sheet.surroundings.rests)
        self.hazards = frozenset(sheet.surroundings.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet, self.table)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(unit for unit in world.get(FIELD, Acted).units if turns_left(world, unit) < 1)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = rounds.outcome(world)
        rest.rest(world, how, end.winners if end is not None else ())


def load(folder: Folder) -> Poise:
    """Poise with the sheets of a folder; SheetError lists what is wrong."""
    return Poise(load_sheet(folder))
