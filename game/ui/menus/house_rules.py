"""The house rules of a skirmish that is being set up: one row each, usual values until somebody changes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pygame

from game.rules.houses import HouseRule, house_rules
from game.rules.ruleset import Ruleset
from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.rows import Rows, RowSpec
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, Choice, Widget
from game.ui.kit.window import App

Value = bool | int | float | str
Values = Mapping[str, Value]


def label(rule: HouseRule, value: Value) -> str:
    """A value of a house rule as people read it."""
    if value in rule.labels:
        return rule.labels[str(value)]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return value.replace("_", " ").capitalize() if isinstance(value, str) else f"{value:g}"


def valid(values: Values, ruleset: Ruleset) -> dict[str, Value]:
    """Those of the values that a ruleset offers."""
    offered = {rule.name: rule.values for rule in house_rules(ruleset)}
    return {name: value for name, value in values.items() if value in offered.get(name, ())}


def house_button(
    app: App,
    rect: pygame.Rect,
    ruleset: Ruleset,
    own: Values,
    values: Values,
    take: Callable[[dict[str, Value]], object],
) -> Button:
    """The way to a ruleset's house rules, with how many are changed; a scenario's `own` are its usual ones."""
    rules = tuple(msgspec.structs.replace(each, usual=own.get(each.name, each.usual)) for each in house_rules(ruleset))

    def change() -> Reply:
        return Push(HouseRules(app, ruleset.title, rules, values, take))

    return Button("house", rect, f"{len(values)} changed" if values else "As usual", change, enabled=bool(rules))


class HouseRules:
    """Rows above two buttons; every change is told at once."""

    scope = "menu"

    def __init__(
        self,
        app: App,
        title: str,
        rules: tuple[HouseRule, ...],
        values: Values,
        take: Callable[[dict[str, Value]], object],
    ) -> None:
        self.app, self.title, self.rules, self.take = app, title, rules, take
        self.values = dict(values)
        self.form = Form(app, rules[0].name)
        self.rows = Rows(app)
        self.words = pygame.Rect(0, 0, 0, 0)

    def layout(self) -> None:
        """Place what is seen: rows above two buttons."""
        look = self.app.look
        wide, high = self.app.size
        pad = look.px(28)
        self.words = pygame.Rect(pad, high - look.px(132), wide - 2 * pad, look.px(68))
        area = pygame.Rect(pad, look.px(70), min(wide - 2 * pad, look.px(860)), self.words.y - look.px(82))
        widgets: list[Widget] = self.rows.put([self._row(rule) for rule in self.rules], area)
        button = pygame.Rect(pad, high - look.px(52), min(look.px(220), (wide - 3 * pad) // 2), look.px(36))
        widgets.append(Button("back", button, "Back", Pop, kind="primary", hint=self.app.key("cancel")))
        beside = button.move(button.width + look.px(12), 0)
        widgets.append(Button("usual", beside, "As usual", self._reset, enabled=bool(self.values)))
        self.form.put(widgets)

    def _row(self, rule: HouseRule) -> RowSpec:
        def make(rect: pygame.Rect) -> list[Widget]:
            values = [(value, label(rule, value)) for value in rule.values]
            return [Choice(rule.name, rect, values, self.values.get(rule.name, rule.usual), change)]

        def change(value: Any) -> Reply:
            self._set({**self.values, rule.name: value})
            return None

        title = f"{rule.title} (changed)" if rule.name in self.values else rule.title
        return RowSpec((rule.name,), title, "", make)

    def _reset(self) -> Reply:
        self._set({})
        return None

    def _set(self, values: Values) -> None:
        usual = {rule.name: rule.usual for rule in self.rules}
        self.values = {name: value for name, value in values.items() if value != usual[name]}
        self.take(self.values)
        self.layout()

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: widgets, Esc, scrolling by wheel or by walking past the last row."""
        if command == "cancel":
            return Pop()
        if self.rows.moved(self.form, event, command):
            self.layout()
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw words beside the values, and what the rule under the pointer or in focus changes."""
        page.ground(surface, self.app, f"House rules: {self.title}")
        self.rows.draw(surface)
        hot = None if self.form.keyed else self.form.under(self.form.pointer)
        pointed = self.form.focus if hot is None else hot.key
        for rule in self.rules:
            if rule.name == pointed:
                lines = [Line(rule.text), Line(f"Usually: {label(rule, rule.usual)}", "dim")]
                Scroll(lines).draw(surface, self.app.look, self.words)
        self.form.draw(surface)
        self.form.draw_tip(surface)
