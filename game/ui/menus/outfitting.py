"""Gear chosen anew before the next skirmish: one unit at a time, a row for each place on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.kernel.components import Side, Unit
from game.rules.ruleset import Outfits, Slot
from game.skirmish.linking import rested
from game.ui.kit import page, text
from game.ui.kit.form import Form
from game.ui.kit.rows import STEP, Rows, RowSpec
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button, Choice, Widget

if TYPE_CHECKING:
    from game.ui.menus.next_skirmish import Following


class Outfitting:
    """Changes what `following` has noted of the units' gear, and says at once what cannot be."""

    scope = "menu"

    def __init__(self, following: Following) -> None:
        self.following, self.app = following, following.app
        self.world = rested(following.old, following.how)
        self.units = refittable(following)
        self.unit = self.units[0][0]
        self.form = Form(self.app, "unit")
        self.rows = Rows(self.app)
        self.fault = ""
        self.told = pygame.Rect(0, 0, 0, 0)

    def layout(self) -> None:
        """The unit, its slots, and two buttons."""
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
        changed = bool(self.following.gear.get(self.unit))
        widgets.append(Button("undo", undo, "As it was", self._undo, enabled=changed))
        self.form.put(widgets)
        self.told = pygame.Rect(area.x, area.bottom + look.px(8), area.width, look.px(40))

    def _slots(self) -> tuple[Slot, ...]:
        rules = self.following.battle.ruleset
        return rules.slots(self.world, self.unit) if isinstance(rules, Outfits) else ()

    def _fault(self) -> str:
        """Why the unit cannot be equipped like this; nothing if it can."""
        rules, chosen = self.following.battle.ruleset, self.following.gear.get(self.unit, {})
        try:
            if chosen and isinstance(rules, Outfits):
                rules.refit(rested(self.following.old, self.following.how), self.unit, chosen)
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
        now = self.following.gear.get(self.unit, {}).get(slot.key, slot.now)

        def change(choice: str) -> Reply:
            self._choose(slot, choice)
            return None

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(slot.key, rect, [*slot.choices], now, change)]

        return RowSpec((slot.key,), slot.title, "", make)

    def _choose(self, slot: Slot, choice: str) -> None:
        """Note what differs from what the unit has."""
        gear = self.following.gear
        chosen = {key: value for key, value in gear.get(self.unit, {}).items() if key != slot.key}
        if choice != slot.now:
            chosen[slot.key] = choice
        gear.pop(self.unit, None)
        if chosen:
            gear[self.unit] = chosen
        self.layout()

    def _undo(self) -> Reply:
        self.following.gear.pop(self.unit, None)
        self.layout()
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """Choices and buttons."""
        if command == "cancel":
            return Pop()
        if self.rows.moved(self.form, event, command):
            self.layout()
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """The rows, and what is wrong with them."""
        look = self.app.look
        page.ground(surface, self.app, "Gear for the next skirmish")
        self.rows.draw(surface)
        if self.fault:
            words, size = f"That cannot be: {self.fault}.", look.size("body")
            text.draw_wrapped(surface, words, self.told.topleft, size, look.palette.bad, self.told.width)
        self.form.draw(surface)


def refittable(following: Following) -> list[tuple[int, str]]:
    """The units of sides that stay and whose gear may be changed, with their sides' names."""
    rules = following.battle.ruleset
    if not isinstance(rules, Outfits):
        return []
    world = rested(following.old, following.how)
    found = []
    for unit, entry in world.each(Unit):
        side = world.get(entry.side, Side).name
        if not following.fresh[side] and rules.slots(world, unit):
            found.append((unit, f"{entry.name} ({side})"))
    return found
