"""Gear chosen anew before the next skirmish: one unit at a time, a row for each place on it."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.kernel.components import Side, Unit
from game.rules.outfits import Outfits, Slot
from game.skirmish.linking import rested
from game.skirmish.record import Skirmish
from game.ui.kit import page, text
from game.ui.kit.form import Form
from game.ui.kit.rows import STEP, Rows, RowSpec
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button, Choice, Widget
from game.ui.kit.window import App


class Outfitting:
    """Changes `gear` (unit -> slot -> choice), and says at once what cannot be.

    `old` is the skirmish that is over, `how` the time between, `fresh` the sides whose units are new ones.
    """

    scope = "menu"

    def __init__(
        self, app: App, old: Skirmish, how: str, fresh: Mapping[str, bool], gear: dict[int, dict[str, str]]
    ) -> None:
        self.app, self.old, self.how, self.gear = app, old, how, gear
        self.world = rested(old, how)
        self.units = refittable(old, how, fresh)
        self.unit = self.units[0][0]
        self.form = Form(self.app, "unit")
        self.rows = Rows(self.app)
        self.fault = ""
        self.told = pygame.Rect(0, 0, 0, 0)

    def layout(self) -> None:
        """Place what is seen: the unit, its slots, and two buttons."""
        look, (wide, high) = self.app.look, self.app.size
        pad, top = look.px(28), look.px(76)
        self.fault = self._fault()
        specs = [self._who(), *(self._place(slot) for slot in self._slots())]
        area = pygame.Rect(pad, top, min(wide - 2 * pad, look.px(860)), look.px(STEP) * len(specs))
        area.height = min(area.height, high - top - look.px(110))
        widgets = self.rows.put(specs, area)
        button = min(look.px(200), (area.width - pad) // 2)
        back = pygame.Rect(pad, high - look.px(56), button, look.px(38))
        widgets.append(Button("back", back, "Done", Pop, hint=self.app.key("cancel"), kind="primary"))
        undo = back.move(button + look.px(12), 0)
        changed = bool(self.gear.get(self.unit))
        widgets.append(Button("undo", undo, "As it was", self._undo, enabled=changed))
        self.form.put(widgets)
        self.told = pygame.Rect(area.x, area.bottom + look.px(8), area.width, look.px(40))

    def _slots(self) -> tuple[Slot, ...]:
        rules = self.old.ruleset
        return rules.slots(self.world, self.unit) if isinstance(rules, Outfits) else ()

    def _fault(self) -> str:
        """Why the unit cannot be equipped like this; nothing if it can."""
        rules, chosen = self.old.ruleset, self.gear.get(self.unit, {})
        try:
            if chosen and isinstance(rules, Outfits):
                rules.refit(rested(self.old, self.how), self.unit, chosen)
        except ValueError as error:
            return str(error.args[0])
        return ""

    def _who(self) -> RowSpec:
        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice("unit", rect, [*self.units], self.unit, self._look_at)]

        return RowSpec(("unit",), "Unit", "", make)

    def _look_at(self, unit: int) -> Reply:
        self.unit = unit
        self.layout()
        return None

    def _place(self, slot: Slot) -> RowSpec:
        now = self.gear.get(self.unit, {}).get(slot.key, slot.now)

        def change(choice: str) -> Reply:
            self._choose(slot, choice)
            return None

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(slot.key, rect, [*slot.choices], now, change)]

        return RowSpec((slot.key,), slot.title, "", make)

    def _choose(self, slot: Slot, choice: str) -> None:
        """Note what differs from what the unit has."""
        gear = self.gear
        chosen = {key: value for key, value in gear.get(self.unit, {}).items() if key != slot.key}
        if choice != slot.now:
            chosen[slot.key] = choice
        gear.pop(self.unit, None)
        if chosen:
            gear[self.unit] = chosen
        self.layout()

    def _undo(self) -> Reply:
        self.gear.pop(self.unit, None)
        self.layout()
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: choices and buttons."""
        if command == "cancel":
            return Pop()
        if self.rows.moved(self.form, event, command):
            self.layout()
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows, and what is wrong with them."""
        look = self.app.look
        page.ground(surface, self.app, "Gear for the next skirmish")
        self.rows.draw(surface)
        if self.fault:
            words, size = f"That cannot be: {self.fault}.", look.size("body")
            text.draw_wrapped(surface, words, self.told.topleft, size, look.palette.bad, self.told.width)
        self.form.draw(surface)
        self.form.draw_tip(surface)


def refittable(old: Skirmish, how: str, fresh: Mapping[str, bool]) -> list[tuple[int, str]]:
    """The units of sides that stay and whose gear may be changed, with their sides' names."""
    rules = old.ruleset
    if not isinstance(rules, Outfits):
        return []
    world = rested(old, how)
    found = []
    for unit, entry in world.each(Unit):
        side = world.get(entry.side, Side).name
        if not fresh[side] and rules.slots(world, unit):
            found.append((unit, f"{entry.name} ({side})"))
    return found
