"""The stamps that were kept, with their pictures: take one in hand, rename it, delete it."""

from __future__ import annotations

import pygame

from game.data.sheets import SheetError
from game.edit import files
from game.edit.clip import Clip, alone
from game.edit.sizes import body_in
from game.ui.editing import paste_preview
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.kit import page
from game.ui.kit.form import Form
from game.ui.kit.screen import Pop, Push, Reply
from game.ui.kit.widgets import Button, ListBox, Row, Widget

_WIDE, _HIGH = 112, 72  # pixels of a picture in the list
_BIGGEST, _FINEST = 36, 24  # pixels of a cell in it; finer ones are drawn at that size and shrunk


class Stamps:
    """A list with pictures over four buttons; a file that is no stamp says so."""

    scope = "menu"

    def __init__(self, desk: Desk) -> None:
        self.desk, self.app = desk, desk.app
        self.at, self.sure = 0, ""  # `sure`: the name that the next press deletes
        self.form = Form(self.app, "list")
        self.found: list[tuple[str, Clip | str]] = []
        self._read()

    def _read(self) -> None:
        self.found = [(name, _clip(name)) for name in files.stamps()]
        self.at = max(0, min(self.at, len(self.found) - 1))

    def _rect(self) -> pygame.Rect:
        return page.centred(self.app, 680, 600)

    def layout(self) -> None:
        """Place what is seen: the list over the buttons."""
        look, rect = self.app.look, self._rect()
        pad, high = look.px(18), look.px(36)
        low = rect.bottom - pad - high
        box = pygame.Rect(rect.x + pad, rect.y + look.px(52), rect.width - 2 * pad, low - rect.y - look.px(52) - pad)
        wide = (box.width - 3 * look.px(10)) // 4
        places = [pygame.Rect(box.x + n * (wide + look.px(10)), low, wide, high) for n in range(4)]
        any_ = bool(self.found)
        usable = any_ and isinstance(self.found[self.at][1], Clip)
        delete = "Really delete it" if self.sure else "Delete"
        widgets: list[Widget] = [
            ListBox("list", box, self._rows(), self.at, self._pick, self._take, look.px(_HIGH + 12)),
            Button("ok", places[0], "Take", lambda: self._take(self.at), kind="primary", enabled=usable),
            Button("rename", places[1], "Rename", self._rename, enabled=any_),
            Button("delete", places[2], delete, self._delete, enabled=any_),
            Button("cancel", places[3], "Close", Pop, hint=self.app.key("cancel")),
        ]
        self.form.put(widgets)

    def _rows(self) -> list[Row]:
        room = self.app.look.px(_WIDE), self.app.look.px(_HIGH)
        kind = self.desk.editor.draft.kind
        return [
            Row(name, _about(clip, kind), _picture(clip, room, self.app.look.palette.key)) for name, clip in self.found
        ]

    def _pick(self, at: int) -> Reply:
        self.at, self.sure = at, ""
        self.layout()
        return None

    def _take(self, at: int) -> Reply:
        clip = self.found[at][1]
        if isinstance(clip, str):
            self.app.say(clip)
            return None
        self.desk.editor.clip = clip
        self.desk.toolbox.tool = "paste"
        self.desk.serial += 1
        return Pop()

    def _rename(self) -> Reply:
        old = self.found[self.at][0]

        def ok() -> Reply:
            path = files.rename_stamp(files.stamps()[old], form.word("name"))
            self._read()
            self.at = next(n for n, (name, _) in enumerate(self.found) if name == path.stem)
            return Pop()

        form = Dialog(self.app, f"Rename {old}", lambda form: [form.entry("name", "Name")], ok, values={"name": old})
        return Push(form)

    def _delete(self) -> Reply:
        """The first press asks, the second does it."""
        name = self.found[self.at][0]
        if self.sure != name:
            self.sure = name
        else:
            self.sure = ""
            try:
                files.delete_stamp(files.stamps()[name])
            except OSError as problem:
                self.app.say(f"{name} could not be deleted: {problem}")
            self._read()
        self.layout()
        return None

    def event(self, event: pygame.event.Event, command: str | None) -> Reply:
        """React to keys and mouse: list and buttons; Esc closes."""
        return Pop() if command == "cancel" else self.form.event(event, command)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the darkened screen below."""
        page.behind(surface, self.app)
        page.window(surface, self.app, self._rect(), "Stamps")
        self.form.draw(surface)
        self.form.draw_tip(surface)


def _clip(name: str) -> Clip | str:
    try:
        return files.load_stamp(files.stamps()[name])
    except (SheetError, ValueError, OSError) as problem:
        return str(problem)


def _about(clip: Clip | str, kind: str) -> str:
    if isinstance(clip, str):
        return clip
    cells = f"{len(clip.cells)} {'hexes' if clip.kind == 'hex' else 'squares'}"
    return cells if clip.kind == kind else f"{cells}: not for this map"


def _picture(clip: Clip | str, room: tuple[int, int], palette: str) -> pygame.Surface | None:
    """What it looks like, clear where it has no cells."""
    if isinstance(clip, str) or not 0 < len(clip.cells) <= paste_preview.MOST:
        return None
    wide, high = alone(clip)[0].grid.extent_px(1)
    share = min(room[0] / wide, room[1] / high, _BIGGEST)
    image, _, _ = paste_preview.picture_of(clip, max(_FINEST, round(share)), body_in(None), palette, 255)
    return pygame.transform.smoothscale(image, (max(1, round(wide * share)), max(1, round(high * share))))
