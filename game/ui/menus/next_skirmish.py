"""The skirmish after this one: where it is, how the time between is spent, and who takes part."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import pygame

from game.map.roster import Entry
from game.map.scenario import Scenario
from game.rules.ruleset import Links
from game.skirmish.linking import follow
from game.skirmish.record import Skirmish
from game.text import names
from game.ui.battle.screen import BattleScreen
from game.ui.kit import choices, page
from game.ui.kit.form import Form
from game.ui.kit.page import Line, Scroll
from game.ui.kit.rows import STEP, Rows, RowSpec
from game.ui.kit.screen import Pop, Push, Reply, Reset
from game.ui.kit.widgets import Button, Choice, Widget
from game.ui.kit.window import App
from game.ui.menus.outfitting import Outfitting, refittable

_UNITS = [(False, "The same units"), (True, "The map's own units")]


class NextSkirmish:
    """After the end of a skirmish; what goes on is shown before it begins."""

    scope = "menu"

    def __init__(self, app: App, old: Skirmish) -> None:
        self.app, self.old, self.ruleset = app, old, old.ruleset
        sides = self.old.scenario.sides
        self.maps = {name: board for name, board in choices.boards().items() if len(board.sides) >= len(sides)}
        self.map = next(iter(self.maps), "")
        self.how = self.ruleset.rests[0] if isinstance(self.ruleset, Links) else ""
        self.fresh = {side.name: False for side in sides}
        self.gear: dict[int, dict[str, str]] = {}  # what units change: unit -> slot -> choice
        self.seed = str(secrets.randbelow(1_000_000))
        self.form = Form(self.app, "start")
        self.rows = Rows(self.app)
        self.words = Scroll()
        self.told = pygame.Rect(0, 0, 0, 0)
        self.scenario: Scenario | None = None

    def layout(self) -> None:
        """Place what is seen: choices above, who goes on below them, then two buttons."""
        look, (wide, high) = self.app.look, self.app.size
        pad, top = look.px(28), look.px(76)
        self._plan()
        specs = self._specs()
        area = pygame.Rect(pad, top, min(wide - 2 * pad, look.px(720)), look.px(STEP) * len(specs))
        area.height = min(area.height, (high - top) * 3 // 5)
        widgets = self.rows.put(specs, area)
        button = min(look.px(200), (area.width - 2 * pad) // 3)
        start = pygame.Rect(area.right - button, high - look.px(56), button, look.px(38))
        back = pygame.Rect(pad, start.y, button, start.height)
        ready = self.scenario is not None
        widgets.append(Button("start", start, "Start", self._start, kind="primary", enabled=ready))
        widgets.append(Button("back", back, "Back", Pop, hint=self.app.key("cancel")))
        if self._gear_may_change():
            gear = pygame.Rect(0, start.y, button, start.height)
            gear.centerx = (back.right + start.left) // 2
            widgets.append(Button("gear", gear, "Change gear", self._outfit))
        self.form.put(widgets)
        self.told = pygame.Rect(area.x, area.bottom + look.px(12), area.width, start.y - area.bottom - look.px(24))

    def _gear_may_change(self) -> bool:
        try:
            return bool(refittable(self.old, self.how, self.fresh))
        except (ValueError, LookupError):
            return False

    def _outfit(self) -> Reply:
        return Push(Outfitting(self.app, self.old, self.how, self.fresh, self.gear))

    def _plan(self) -> None:
        """The scenario of what is chosen, or why there can be none."""
        fresh = [name for name, chosen in self.fresh.items() if chosen]
        self.scenario = None
        if not self.map:
            self.words = Scroll([Line("No map has room for these sides.")])
            return
        try:
            self.scenario = follow(self.old, self.maps[self.map], self.how, fresh=fresh, seed=self.seed, gear=self.gear)
        except (ValueError, LookupError) as error:
            self.words = Scroll([Line(str(error.args[0]))])
            return
        lines = []
        for side in self.scenario.sides:
            lines += [Line(side.name, "head"), Line(", ".join(self._called(entry) for entry in side.roster))]
        self.words = Scroll(lines)

    def _called(self, entry: Entry) -> str:
        """A unit and what it brings along."""
        rules = self.ruleset
        name = entry.name or f"{entry.count} × {names.title(rules, entry.unit or entry.role or '')}"
        state = {key: value for key, value in entry.state.items() if not _book_keeping(value)}
        brought = [f"{names.title(rules, key)}: {self._told(value)}" for key, value in state.items()]
        return f"{name} ({'; '.join(brought)})" if brought else name

    def _told(self, value: object) -> str:
        """A value of a unit's state in words."""
        if isinstance(value, Mapping):
            return " ".join(self._told(each) for each in value.values())
        if isinstance(value, list | tuple):
            return ", ".join(map(self._told, value)) or "–"
        return names.title(self.ruleset, value) if isinstance(value, str) else str(value)

    def _specs(self) -> list[RowSpec]:
        rules = self.ruleset
        rests = rules.rests if isinstance(rules, Links) else ()
        specs = [
            self._choice("map", "Map", [(name, board.name) for name, board in self.maps.items()]),
            self._choice("how", "Before it", [(how, names.title(rules, how)) for how in rests]),
        ]
        return specs + [self._side(number, name) for number, name in enumerate(self.fresh)]

    def _choice(self, name: str, title: str, values: list[tuple[str, str]]) -> RowSpec:
        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(name, rect, [*values], getattr(self, name), lambda value: self._set(name, value))]

        return RowSpec((name,), title, "", make)

    def _side(self, number: int, side: str) -> RowSpec:
        def change(value: bool) -> Reply:  # noqa: FBT001  what a choice hands over
            self.fresh[side] = value
            self.layout()
            return None

        def make(rect: pygame.Rect) -> list[Widget]:
            return [Choice(f"fresh{number}", rect, [*_UNITS], self.fresh[side], change)]

        return RowSpec((f"fresh{number}",), side, "", make, side=number + 1)

    def _set(self, name: str, value: str) -> Reply:
        setattr(self, name, value)
        self.layout()
        return None

    def _start(self) -> Reply:
        if self.scenario is None:
            return None
        try:
            skirmish = Skirmish(self.scenario, self.ruleset).settle()
        except ValueError as error:
            self.app.say(f"It cannot begin: {error}")
            return None
        self.app.go(Reset(self.app.screens.title(self.app)))
        return Push(BattleScreen(self.app, skirmish))

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: choices, buttons, and the wheel over the words."""
        if command == "cancel":
            return Pop()
        used, reply = self.form.event(event, command)
        if not used:
            self.words.event(event, command, self.app.look)
        return reply

    def draw(self, surface: pygame.Surface) -> None:
        """Draw choices and who goes on."""
        page.ground(surface, self.app, "The next skirmish")
        self.rows.draw(surface)
        self.words.draw(surface, self.app.look, self.told)
        self.form.draw(surface)
        self.form.draw_tip(surface)


def _book_keeping(value: object) -> bool:
    """Whether it is nothing for players, such as when somebody slept: a table of more than words."""
    return isinstance(value, Mapping) and not all(isinstance(each, str) for each in value.values())
