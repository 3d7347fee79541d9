"""Aura: no turns, Energy and Agility spent at any time, facing, openings, Death rolls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import paths
from game.ecs import World
from game.flow import Flow, Request
from game.grid.grid import Metric
from game.rules.aura import arrange, floor, muster, preview, proving, rests, views, worth
from game.rules.aura.sheet import AuraSheet, load_sheet
from game.rules.aura.state import Spent
from game.rules.ruleset import Archetype, Arrangement, Card, Outcome, Overlay, Preview, Refusal
from game.scenario import Scenario


class Aura:
    """The ruleset object; see `game.rules.ruleset.Ruleset`."""

    name = "aura"

    def __init__(self, sheet: AuraSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.digest = sheet.digest
        self.archetypes = {key: Archetype(unit.title, unit.cost, unit.text) for key, unit in sheet.units.items()}
        self.verbs = VERBS
        self.metric: Metric = "chebyshev"
        self.rests = rests.RESTS
        self.hazards = frozenset(sheet.main.hazards)

    def muster(self, world: World, scenario: Scenario) -> None:
        """See `Ruleset.muster`."""
        muster.muster(world, scenario, self.sheet)

    def step(self, world: World) -> Flow[None]:
        """See `Ruleset.step`."""
        return floor.step(world)

    def outcome(self, world: World) -> Outcome | None:
        """See `Ruleset.outcome`."""
        return floor.outcome(world)

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
        """See `Ruleset.acted`: nobody has a turn, so those who can do nothing more in this Round."""
        return frozenset(unit for unit, done in world.each(Spent) if done.acted and views.spent_out(world, unit))

    def worth(self, world: World, side: int) -> float:
        """See `Ruleset.worth`."""
        return worth.worth(world, side)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`."""
        end = floor.outcome(world)
        rests.rest(world, how, end.winners if end is not None else ())

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """See `Links.carried_over`."""
        return rests.carried_over(world, unit, before)

    def arrange(self, world: World, given: Arrangement) -> None:
        """See `Arranges.arrange`."""
        arrange.arrange(world, given)

    def perform(self, world: World, words: str) -> Flow[None]:
        """See `Arranges.perform`."""
        return arrange.perform(world, words)


VERBS = (
    *("use", "strike", "shoot", "electric_bolt", "air_strike", "electric_bolt_gesture", "air_strike_gesture"),
    *("swift", "swift_shot", "defend", "run", "quick_run", "shift", "shift_agile", "sprint", "mend_aura", "rally"),
    *("punch", "subdue", "subdue_shot", "subdue_punch", "swift_subdue", "strike_shield"),
    *("trip", "push", "restrain", "disarm", "charge", "trip_unarmed", "disarm_unarmed"),
    *("swift_trip", "swift_push", "swift_restrain", "swift_disarm", "jump", "leap", "crawl", "climb", "kneel", "stand"),
    *("load", "equip", "stow", "pick_up", "catch_breath", "escape", "hide", "break_door", "throw", "drop_prone"),
    *("drop", "release", "press", "facing", "orders", "joint", "back", "wait"),
)


def load(folder: Path | None = None) -> Aura:
    """Aura with the sheets of a folder, by default the shipped ones; SheetError lists what is wrong."""
    sheet = load_sheet(folder or paths.data("rulesets") / "aura")
    proving.prove(sheet, folder or paths.data("rulesets") / "aura")
    return Aura(sheet)
