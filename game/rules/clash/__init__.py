"""Clash: both sides roll; block, dodge, parry or withstand; action points; maneuvers for whoever wins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import paths
from game.components import FIELD
from game.ecs import World
from game.flow import Flow, Request
from game.grid.grid import Metric
from game.rules.clash import arrange, muster, outfit, preview, rest, turns, views, worth
from game.rules.clash.sheet import ClashSheet, load_sheet
from game.rules.clash.state import Order
from game.rules.ruleset import Archetype, Arrangement, Card, Outcome, Overlay, Preview, Refusal, Slot
from game.scenario import Scenario


class Clash:
    """The ruleset object; see `game.rules.ruleset.Ruleset`."""

    name = "clash"
    metric: Metric = "chebyshev"
    rests = ("camp",)

    def __init__(self, sheet: ClashSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.archetypes = {key: Archetype(unit.title, unit.cost, unit.text) for key, unit in sheet.units.items()}
        self.digest = sheet.digest
        self.verbs = verbs(sheet)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        muster.muster(world, scenario, self.sheet)

    def step(self, world: World) -> Flow[None]:
        """See `Ruleset.step`."""
        return turns.step(world)

    def outcome(self, world: World) -> Outcome | None:
        """See `Ruleset.outcome`."""
        return turns.outcome(world)

    def preview(self, world: World, request: Request, key: str) -> Preview:
        """See `Ruleset.preview`."""
        return preview.preview(world, request, key)

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """See `Ruleset.refusals`."""
        return views.refusals(world, unit)

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """See `Ruleset.overlays`."""
        return views.overlays(world, unit)

    def card(self, world: World, unit: int) -> Card:
        """See `Ruleset.card`."""
        return views.card(world, unit)

    def acted(self, world: World) -> frozenset[int]:
        """See `Ruleset.acted`."""
        return frozenset(world.get(FIELD, Order).acted)

    def worth(self, world: World, side: int) -> float:
        """See `Ruleset.worth`."""
        return worth.worth(world, side)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = turns.outcome(world)
        rest.after(world, end.winners if end is not None else ())

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """See `Links.carried_over`."""
        return rest.carried_over(world, unit, before)

    def slots(self, world: World, unit: int) -> tuple[Slot, ...]:
        """See `Outfits.slots`."""
        return outfit.slots(world, unit)

    def refit(self, world: World, unit: int, chosen: Mapping[str, str]) -> None:
        """See `Outfits.refit`."""
        outfit.refit(world, unit, chosen)

    def arrange(self, world: World, given: Arrangement) -> None:
        """See `Arranges.arrange`."""
        arrange.arrange(world, given)

    def perform(self, world: World, words: str) -> Flow[None]:
        """See `Arranges.perform`."""
        return arrange.perform(world, words)


def verbs(sheet: ClashSheet) -> tuple[str, ...]:
    """Attacks, moves, what one does to others, oneself and things, and the turn."""
    abilities = [key for key, power in sheet.abilities.items() if not power.free]
    attacks = ("strike", "shoot", "throw", *sheet.spells, *abilities, *sheet.gear.items)
    moves = ("move", "dash", "disengage", "stand", "jump")
    others = ("grapple", "release", "let_go", "search", "sneak")
    things = ("quick_draw", "draw", "stow", "pick_up", "reload", "door", "drop", "leave", "save", "end")
    return tuple(dict.fromkeys((*attacks, *moves, *others, *things)))


def load(folder: Path | None = None) -> Clash:
    """Clash with the sheets of a folder, by default the shipped ones; SheetError lists what is wrong."""
    return Clash(load_sheet(folder or paths.data("rulesets") / "clash"))
