"""The first screen, and the credits."""

from __future__ import annotations

from io import BytesIO

import pygame

from game.data import paths
from game.ui.kit import save_files, text
from game.ui.kit.form import Form
from game.ui.kit.notice import Notice, help_screen
from game.ui.kit.page import Line
from game.ui.kit.screen import Push, Quit, Reply
from game.ui.kit.widgets import Button, Widget
from game.ui.kit.window import App
from game.ui.menus.loading import Loading, open_save
from game.ui.menus.settings import Settings
from game.ui.menus.setup import Setup

_CREDITS = (
    Line("Quintain", "head"),
    Line("Five tabletop combat systems on one battle map, on squares and on hexes."),
    Line("", "gap"),
    Line("Made with", "head"),
    Line("pygame-ce", "key", "window, drawing, sound (LGPL 2.1)"),
    Line("pygame-gui", "key", "text fields (MIT)"),
    Line("esper", "key", "entities and components (MIT)"),
    Line("msgspec, PyYAML", "key", "data (BSD 3-Clause, MIT)"),
    Line("Cantarell", "key", "the typeface (SIL Open Font License 1.1)"),
    Line("", "gap"),
    Line("Rules text of others", "head"),
    Line("Vitality", "key", '"Ishanekon: World Shapers, Licensed Ruletext" by Jan Luyken (CC BY 4.0), changed'),
    Line("", "gap"),
    Line("Pictures and sounds were drawn and synthesised for this game."),
)


class Title:
    """New skirmish, continue, load, replay, settings, credits, quit."""

    scope = "menu"

    def __init__(self, app: App) -> None:
        self.app = app
        self.form = Form(app, "new")
        self.backdrop: pygame.Surface | None = None

    def layout(self) -> None:
        """Place what is seen: a column of buttons; two columns where the window is low."""
        look = self.app.look
        wide, high = self.app.size
        if self.backdrop is None or self.backdrop.get_size() != self.app.size:  # it takes 50 ms to paint
            self.backdrop = _backdrop(self.app.size)
        entries = self._entries()
        step, width = look.px(46), min(look.px(280), wide // 2 - look.px(24))
        top = look.px(140) if high > look.px(480) else look.px(84)
        per_column = max(1, (high - top - look.px(16)) // step)
        columns = 1 if per_column >= len(entries) else 2
        per_column = -(-len(entries) // columns)
        left = max(look.px(16), wide // 8 - look.px(60)) if columns == 1 else (wide - 2 * width - look.px(12)) // 2
        widgets: list[Widget] = []
        for number, button in enumerate(entries):
            column, row = divmod(number, per_column)
            button.rect = pygame.Rect(left + column * (width + look.px(12)), top + row * step, width, look.px(38))
            widgets.append(button)
        self.form.put(widgets)

    def _entries(self) -> list[Button]:
        nowhere = pygame.Rect(0, 0, 0, 0)
        saves = save_files.saves()
        last = saves[0] if saves else None
        go_on = (f"Resume “{last.name}”, {last.date}",) if last else ("Nothing was saved yet",)
        return [
            Button("new", nowhere, "New skirmish", self._new, kind="primary"),
            Button("continue", nowhere, "Continue", self._continue, tip=go_on, enabled=last is not None),
            Button("load", nowhere, "Load", self._load, enabled=last is not None),
            Button("replay", nowhere, "Replay", self._replay, enabled=last is not None),
            Button("edit", nowhere, "Map editor", self._edit),
            Button("settings", nowhere, "Settings", self._settings),
            Button("help", nowhere, "Help", lambda: Push(help_screen(self.app)), hint=self.app.key("help")),
            Button("credits", nowhere, "Credits", lambda: Push(Notice(self.app, "Credits", _CREDITS))),
            Button("quit", nowhere, "Quit", Quit),
        ]

    def _new(self) -> Reply:
        return Push(Setup(self.app))

    def _continue(self) -> Reply:
        saves = save_files.saves()
        return open_save(self.app, saves[0].path) if saves else None

    def _load(self) -> Reply:
        return Push(Loading(self.app))

    def _replay(self) -> Reply:
        return Push(Loading(self.app, replay=True))

    def _edit(self) -> Reply:
        return self.app.screens.editor(self.app)

    def _settings(self) -> Reply:
        return Push(Settings(self.app))

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: buttons and help."""
        if command == "help":
            return Push(help_screen(self.app))
        return self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw backdrop, name, buttons."""
        look, p = self.app.look, self.app.look.palette
        surface.fill(p.back)
        if self.backdrop is not None:
            surface.blit(self.backdrop, (0, 0))
        button = self.form.widgets[0].rect
        size = look.size("title")
        y = button.y - text.line_height(size) - look.px(20)
        text.draw(surface, "Quintain", (button.x + look.px(2), max(0, y) + look.px(2)), size, p.back, bold=True)
        text.draw(surface, "Quintain", (button.x, max(0, y)), size, p.accent, bold=True)
        self.form.draw(surface)
        self.form.draw_tip(surface)


def _backdrop(size: tuple[int, int]) -> pygame.Surface | None:
    """The picture of the first screen, covering a window of this size; None without the file."""
    path = paths.data("assets") / "title.svg"
    if not path.is_file():
        return None
    share = max(size[0] / 1280, size[1] / 800)
    wanted = (round(1280 * share), round(800 * share))
    picture = pygame.image.load_sized_svg(BytesIO(path.read_bytes()), wanted).convert()
    found = pygame.Surface(size)
    found.blit(picture, ((size[0] - wanted[0]) // 2, (size[1] - wanted[1]) // 2))
    return found
