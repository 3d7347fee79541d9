"""Wounds: no hit points but slots for wounds, action points twice a round, interrupts by initiative."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import paths
from game.components import FIELD
from game.ecs import World
from game.flow import Flow, Request
from game.rules.ruleset import Archetype, Arrangement, Card, Outcome, Overlay, Preview, Refusal
from game.rules.wounds import arrange, muster, preview, series, turns, views, worth
from game.rules.wounds.position import METRIC
from game.rules.wounds.sheet import WoundsSheet, load_sheet
from game.rules.wounds.state import Round
from game.scenario import Scenario


class WoundsRules:
    """The ruleset object; see `game.rules.ruleset.Ruleset`."""

    name = "wounds"

    def __init__(self, sheet: WoundsSheet) -> None:
        self.sheet = sheet
        self.title = sheet.main.title
        self.about = sheet.main.about
        self.rulebook = sheet.rulebook
        self.titles = sheet.titles
        self.digest = sheet.digest
        self.archetypes = {
            # Mounts alone are no fighters: they are worth what they carry.
            key: Archetype(unit.title, 0 if "mount" in unit.tags else unit.points, unit.text)
            for key, unit in sheet.units.items()
        }
        self.verbs = (*sheet.actions, "long", "leave", "end")
        self.metric = METRIC
        self.rests = tuple(sheet.main.rests)

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
        return frozenset(world.get(FIELD, Round).acted)

    def worth(self, world: World, side: int) -> float:
        """See `Ruleset.worth`."""
        return worth.worth(world, side)

    def rest(self, world: World, how: str) -> None:
        """See `Links.rest`: rests ask and throw dice, so that the next skirmish begins with them."""

    def settings_after(self, how: str) -> dict[str, Any]:
        """See `Camps.settings_after`."""
        return {"camp": self.sheet.main.rests[how]}

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """See `Links.carried_over`."""
        return series.carried_over(world, unit, before)

    def arrange(self, world: World, given: Arrangement) -> None:
        """See `Arranges.arrange`."""
        arrange.arrange(world, given)

    def perform(self, world: World, words: str) -> Flow[None]:
        """See `Arranges.perform`."""
        return arrange.perform(world, words)


def load(folder: Path | None = None) -> WoundsRules:
    """The ruleset with the sheets of a folder, by default the shipped ones; SheetError lists what is wrong."""
    return WoundsRules(load_sheet(folder or paths.data("rulesets") / "wounds"))
