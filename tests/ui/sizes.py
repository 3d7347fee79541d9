"""What does not fit on a screen: widgets beside the window or over one another, and words that are cut unexplained."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.ui.kit import text, theme
from game.ui.kit.widgets import Button, ListBox

SIZES = ((1024, 640), (1280, 720), (2560, 1440))
SCALES = (100, 200)
_LEAST = 8  # pixels of width: smaller surfaces are for measuring only


class Watch:
    """Words as they are drawn on the topmost screen: which ended in an ellipsis, and which ran over the edge."""

    def __init__(self, app, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.short: list[str] = []
        self.over: list[str] = []
        self.boxes: list[tuple[str, pygame.Rect]] = []
        self._draw, self._shorten = text.draw, text.shorten
        monkeypatch.setattr(text, "draw", self.draw)

    def draw(self, surface, words, place, size, color, *, bold=False, align="left", room=None):
        """As `text.draw`, taking down what is cut."""
        found = self._draw(surface, words, place, size, color, bold=bold, align=align, room=room)
        if self.app.depth or surface.get_width() < _LEAST:
            return found
        shown = words if room is None else self._shorten(words, size, room, bold=bold)
        if shown != words:
            self.short.append(words)
        wide = text.width(shown, size, bold=bold)
        left = place[0] - {"left": 0, "centre": wide // 2, "right": wide}[align]
        box = pygame.Rect(left, place[1], wide, text.line_height(size, bold=bold))
        clip, whole = surface.get_clip(), surface.get_rect()
        if box.left < clip.left - 1 or box.right > clip.right + 1:
            self.over.append(f"{words!r} from {box.left} to {box.right} in {clip.left} to {clip.right}")
        elif clip == whole and (box.top < -2 or box.bottom > whole.bottom + 2) and surface is self.app.surface:
            self.over.append(f"{words!r} down to {box.bottom} of {whole.bottom}")
        if surface is self.app.surface:
            self.boxes.append((shown, box.inflate(-2, -size // 2).clip(clip)))
        return found


def widgets_of(screen) -> list:
    """What can be pressed on a screen."""
    form = getattr(screen, "form", None)
    buttons = [one for one in getattr(screen, "buttons", ()) if isinstance(one, Button)]
    return [*(form.widgets if form is not None else ()), *buttons]


def faults(app, watch: Watch) -> list[str]:
    """Draw the topmost screen and say what does not fit."""
    app.message = ""
    app.top.layout()  # what was painted before is painted anew
    watch.short, watch.over, watch.boxes = [], [], []
    app.gui.update(0.01)
    app._draw(app.top)
    widgets, window = widgets_of(app.top), app.surface.get_rect()
    found = [f"{one.key} at {tuple(one.rect)} is not in the window" for one in widgets if not window.contains(one.rect)]
    found += [
        f"{one.key} {tuple(one.rect)} and {other.key} {tuple(other.rect)} overlap"
        for one, other in combinations(widgets, 2)
        if one.rect.colliderect(other.rect)
    ]
    chooser = getattr(app.top, "chooser", None)
    if chooser is not None and not window.contains(chooser.rect):
        found.append(f"the choice at {tuple(chooser.rect)} is not in the window")
    found += [f"{one.key} is {tuple(one.rect.size)}" for one in widgets if min(one.rect.size) < app.look.px(12)]
    tips = "\n".join(line for one in widgets for line in (*one.tip, *one.cut(app.look)))
    tips += "\n".join(line for spot in getattr(app.top, "spots", ()) for line in spot.tip)
    lists = [one for one in widgets if isinstance(one, ListBox)]
    tips += "\n".join(line for one in lists for at in range(len(one.rows)) for line in one.cut_of(app.look, at))
    found += [f"cut: {words!r}" for words in dict.fromkeys(watch.short) if words not in tips]
    found += [
        f"{one!r} {tuple(box)} is written over {other!r} {tuple(second)}"
        for (one, box), (other, second) in combinations(watch.boxes, 2)
        if box.colliderect(second) and one != other and chooser is None
    ]
    return found + [f"over: {words}" for words in dict.fromkeys(watch.over)]


def resize(stage, size: tuple[int, int], scale: int) -> None:
    """A window of this size with everything at this scale."""
    assert scale in theme.SCALES
    stage.app.change(scale=scale)
    stage.app.event(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    stage.tick()
