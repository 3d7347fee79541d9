"""Poise: three pools, defend or yield, zones of control, most affected acts next."""

from __future__ import annotations

from game.components import FIELD
from game.ecs import World
from game.rules.data import Folder
from game.rules.poise import arrange as arranging
from game.rules.poise import muster as mustering
from game.rules.poise import preview as previews
from game.rules.poise import resting, turns, views
from game.rules.poise import worth as values
from game.rules.poise.house import Settings as Settings
from game.rules.poise.legend import turns_left
from game.rules.poise.position import METRIC
from game.rules.poise.sheet import PoiseSheet, load_sheet
from game.rules.poise.state import Acted
from game.rules.poise.terms import TERMS
from game.rules.ruleset import Archetype
from game.scenario import Scenario


class Poise:
    """The ruleset object; see `game.rules.ruleset.Ruleset` and the protocols beside it."""

    name = "poise"
    terms = frozenset(TERMS)

    step = staticmethod(turns.step)
    outcome = staticmethod(turns.outcome)
    preview = staticmethod(previews.preview)
    refusals = staticmethod(views.refusals)
    overlays = staticmethod(views.overlays)
    card = staticmethod(views.card)
    worth = staticmethod(values.worth)
    carried_over = staticmethod(resting.carried_over)
    arrange = staticmethod(arranging.arrange)
    perform = staticmethod(arranging.perform)

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
        self.verbs = verbs(sheet)
        self.metric = METRIC
        self.rests = tuple(sheet.surroundings.rests)
        self.hazards = frozenset(sheet.surroundings.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        mustering.muster(world, scenario, self.sheet)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(unit for unit in world.get(FIELD, Acted).units if turns_left(world, unit) < 1)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = turns.outcome(world)
        resting.rest(world, how, end.winners if end is not None else ())


def verbs(sheet: PoiseSheet) -> tuple[str, ...]:
    """Attacks by falling threat, moves as the sheet has them, the other skills, and what is no skill."""
    attacks = [name for name, skill in sheet.skills.items() if skill.threat is not None]
    attacks.sort(key=lambda name: -(sheet.skills[name].threat or 0))
    moves = [name for name in ("dash", "dash_steps", "shift", "sprint") if name in sheet.titles]
    others = [name for name in sheet.skills if name not in (*attacks, *moves)]
    return (*attacks, *moves, *others, "draw", "pick_up", "gambit", *TERMS, "end")


def load(folder: Folder) -> Poise:
    """Poise with the sheets of a folder; SheetError lists what is wrong."""
    return Poise(load_sheet(folder))
