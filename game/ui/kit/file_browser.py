"""A window to find a file in: folders and the files that may be chosen, by mouse, keys, or by typing a path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pygame

from game.data import disk
from game.ui.kit import page, text
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Reply
from game.ui.kit.widgets import Button, Entry, ListBox, Row
from game.ui.kit.window import App

_MOST = 2000  # files and folders that are listed


class FileBrowser:
    """`act` gets the file that was chosen, after the window is closed; `endings` may say what each of them is."""

    scope = "menu"

    def __init__(
        self, app: App, title: str, folder: Path, endings: Collection[str], act: Callable[[Path], Reply]
    ) -> None:
        self.app, self.title, self.endings, self.act = app, title, endings, act
        self.folder, self.typed, self.trouble = folder, str(folder), ""
        self.found: list[Path] = []
        self.at = self.files = 0
        self.form = Form(app, "list")
        self._list()

    def _list(self) -> None:
        """What is in the folder: the folder above, folders, files that may be chosen."""
        try:
            inside = [path for path in self.folder.iterdir() if not path.name.startswith(".")]
            folders = sorted((path for path in inside if path.is_dir()), key=_name)
            files = sorted(
                (path for path in inside if path.suffix.lower() in self.endings and disk.is_file(path)), key=_name
            )
        except OSError as problem:
            folders, files = [], []
            self.trouble = f"{self.folder.name}: {problem.strerror or problem}"
        self.found = [self.folder.parent, *folders, *files][:_MOST]
        self.files = len(files)
        first = 1 + len(folders) if files else 1  # Enter goes on, not back
        self.at = min(first, len(self.found) - 1)

    def _rows(self) -> list[Row]:
        above, *rest = self.found
        rows = [Row("Folder above", str(above))]
        return [*rows, *(Row(f"{path.name}/") if path.is_dir() else Row(path.name, self._kind(path)) for path in rest)]

    def _kind(self, path: Path) -> str:
        """What a file is, where endings have words for it."""
        return self.endings.get(path.suffix.lower(), "") if isinstance(self.endings, Mapping) else ""

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 680, 600)

    def layout(self) -> None:
        """Place what is seen: a field for the path over the list, remarks, buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        field = pygame.Rect(rect.x + pad, rect.y + look.px(52), rect.width - 2 * pad, high)
        low = rect.bottom - pad - high
        box = pygame.Rect(field.x, field.bottom + pad // 2, field.width, low - look.px(34) - field.bottom - pad // 2)
        half = (box.width - pad) // 2
        self.form.put(
            [
                Entry("path", field, self.typed, self._type, self._go),
                ListBox("list", box, self._rows(), self.at, self._pick, self._open, look.px(38)),
                Button("ok", pygame.Rect(box.x, low, half, high), "Open", lambda: self._open(self.at), kind="primary"),
                Button("cancel", pygame.Rect(box.x + half + pad, low, half, high), "Cancel", Pop),
            ]
        )

    def _type(self, words: str) -> Reply:
        self.typed = words
        return None

    def _pick(self, at: int) -> Reply:
        self.at = at
        return None

    def _open(self, at: int) -> Reply:
        return self._take(self.found[at])

    def _go(self) -> Reply:
        return self._take(Path(self.typed.strip()).expanduser())

    def _take(self, path: Path) -> Reply:
        """Into a folder, or the file is chosen."""
        self.trouble = ""
        if path.is_dir():
            before = self.folder
            self.folder, self.typed = path, str(path)
            self._list()
            if before in self.found[1:]:
                self.at = self.found.index(before)  # where one came from
            self.form.focus = "list"
        elif disk.is_file(path):
            self.app.go(Pop())
            return self.act(path)
        else:
            self.trouble = f"There is no {path.name or 'such file'} here."
        self.layout()
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: field, list and buttons; Esc closes."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        look, rect = self.app.look, self._rect()
        page.behind(surface, self.app)
        page.window(surface, self.app, rect, self.title)
        kinds = ", ".join(self.endings)
        words = self.trouble or (f"Files that end in {kinds}" if self.files else f"No file here ends in {kinds}")
        place = rect.x + look.px(18), rect.bottom - look.px(18 + 36 + 26)
        color = look.palette.bad if self.trouble else look.palette.dim
        text.draw(surface, words, place, look.size("small"), color, room=rect.width - look.px(36))
        self.form.draw(surface)
        self.form.draw_tip(surface)

    def leave(self) -> None:
        """Take the text field away."""
        self.form.close()


def _name(path: Path) -> str:
    return path.name.casefold()
