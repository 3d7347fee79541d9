"""Text on surfaces: cached rendering at its final size, wrapping and ellipsis."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame
import pygame_gui

from game.data import paths
from game.ui.kit.theme import Color

_KEPT = 4000  # rendered strings kept; a battle screen shows about 200
_rendered: dict[tuple[str, int, Color, bool], pygame.Surface] = {}


@lru_cache(maxsize=2)
def font_path(*, bold: bool = False) -> Path | None:
    """The shipped font, else the one pygame-gui brings, else None: pygame's own."""
    weight = "Bold" if bold else "Regular"
    own = sorted(paths.data("assets").glob(f"fonts/*{weight}.[ot]tf"))
    bundled = Path(pygame_gui.__file__).parent / "data" / f"NotoSans-{weight}.ttf"
    return next((path for path in (*own, bundled) if path.is_file()), None)


@lru_cache(maxsize=64)
def font(size: int, *, bold: bool = False) -> pygame.font.Font:
    """A font of this height in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font_path(bold=bold), size)


def forget() -> None:
    """Drop everything cached; needed after pygame.quit, which makes fonts useless."""
    font.cache_clear()
    line_height.cache_clear()
    width.cache_clear()
    wrap.cache_clear()
    shorten.cache_clear()
    _rendered.clear()


@lru_cache(maxsize=64)
def line_height(size: int, *, bold: bool = False) -> int:
    """Pixels from one line to the next."""
    return font(size, bold=bold).get_linesize()


@lru_cache(maxsize=8000)
def width(text: str, size: int, *, bold: bool = False) -> int:
    """Pixels that one line of text takes."""
    return font(size, bold=bold).size(text)[0]


def render(text: str, size: int, color: Color, *, bold: bool = False) -> pygame.Surface:
    """One line of text as a surface with per-pixel alpha; cached, so do not draw on it."""
    key = (text, size, color, bold)
    found = _rendered.pop(key, None)
    if found is None:
        found = font(size, bold=bold).render(text.replace("\x00", ""), True, color)
        if len(_rendered) >= _KEPT:
            del _rendered[next(iter(_rendered))]
    _rendered[key] = found  # put last, so that the first is the one unused for longest
    return found


def draw(
    surface: pygame.Surface,
    text: str,
    place: tuple[int, int],
    size: int,
    color: Color,
    *,
    bold: bool = False,
    align: str = "left",
    room: int | None = None,
) -> pygame.Rect:
    """Draw one line with its top left (`align` left), top middle (centre) or top right (right) at `place`.

    With `room` in pixels, what is longer ends in an ellipsis. Returns the rectangle drawn on.
    """
    if room is not None:
        text = shorten(text, size, room, bold=bold)
    image = render(text, size, color, bold=bold)
    shift = {"left": 0, "centre": image.get_width() // 2, "right": image.get_width()}[align]
    return surface.blit(image, (place[0] - shift, place[1]))


def draw_wrapped(
    surface: pygame.Surface,
    text: str,
    place: tuple[int, int],
    size: int,
    color: Color,
    room: int,
    *,
    bold: bool = False,
) -> int:
    """Draw a paragraph `room` pixels wide; the pixels of height it took."""
    x, y = place
    step = line_height(size, bold=bold)
    lines = wrap(text, size, room, bold=bold)
    for number, line in enumerate(lines):
        draw(surface, line, (x, y + number * step), size, color, bold=bold)
    return step * len(lines)


@lru_cache(maxsize=4000)
def wrap(text: str, size: int, room: int, *, bold: bool = False) -> tuple[str, ...]:
    """The lines of a text not wider than `room` pixels; a word that is too long is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, size, bold=bold) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            *whole, line = _cut(word, size, room, bold=bold)
            lines += whole
        lines.append(line)
    return tuple(lines)


def _cut(word: str, size: int, room: int, *, bold: bool) -> list[str]:
    """Pieces of a word that fit; at least one letter each."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width(pieces[-1] + letter, size, bold=bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


@lru_cache(maxsize=4000)
def shorten(text: str, size: int, room: int, *, bold: bool = False) -> str:
    """The text, or as much of it as fits into `room` pixels with an ellipsis."""
    if width(text, size, bold=bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest beginning that fits, by halving
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"
