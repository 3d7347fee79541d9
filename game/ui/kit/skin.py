"""Drawn parts that all screens share: grounds, buttons, marks of sides, icons, tooltips, and pygame-gui's theme."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

import pygame

from game.ui.kit import art, text, theme
from game.ui.kit.theme import Color, Look


def hexes(color: Color) -> str:
    """A colour as `#rrggbb`."""
    red, green, blue = color
    return f"#{red:02x}{green:02x}{blue:02x}"


def theme_colours(look: Look) -> dict[str, str]:
    """pygame-gui's names of colours, from our palette."""
    p = look.palette
    names = {
        "dark_bg": p.back,
        "normal_bg": p.raised,
        "hovered_bg": p.hover,
        "disabled_bg": p.panel,
        "selected_bg": theme.mix(p.raised, p.info, 0.4),
        "active_bg": p.hover,
        "normal_text": p.text,
        "hovered_text": p.text,
        "selected_text": p.text,
        "active_text": p.text,
        "disabled_text": p.dim,
        "normal_border": p.line,
        "hovered_border": p.focus,
        "selected_border": p.focus,
        "active_border": p.focus,
        "disabled_border": p.line,
        "text_cursor": p.text,
        "link_text": p.info,
        "link_hover": p.focus,
    }
    return {name: hexes(color) for name, color in names.items()}


def theme_font(look: Look) -> dict[str, str]:
    """The body font at its final size, as pygame-gui wants it."""
    found: dict[str, str] = {"name": "quintain", "size": str(look.size("body"))}
    path, bold = text.font_path(), text.font_path(bold=True)
    if path is not None:
        found["regular_path"], found["bold_path"] = str(path), str(bold or path)
    return found


def theme_of(look: Look) -> dict[str, Any]:
    """The whole theme of pygame-gui at this scale."""
    misc = {
        "border_width": str(look.px(1)),
        "shadow_width": "0",
        "shape": "rectangle",
        "padding": f"{look.px(6)},{look.px(3)}",
    }
    colours = theme_colours(look)
    line = {
        "colours": colours | {"dark_bg": colours["normal_bg"]},
        "font": theme_font(look),  # pygame-gui does not take one from the defaults
        "misc": misc | {"padding": f"{look.px(10)},0"},
    }
    return {"defaults": {"colours": colours, "misc": misc}, "text_entry_line": line}


def panel(surface: pygame.Surface, look: Look, rect: pygame.Rect, color: Color | None = None) -> None:
    """Draw the ground of a panel."""
    pygame.draw.rect(surface, color or look.palette.panel, rect, border_radius=look.px(6))


def side_mark(surface: pygame.Surface, look: Look, number: int, middle: tuple[int, int], radius: int) -> None:
    """The shape and colour of a side, outlined so that it shows on every ground."""
    color = look.palette.side(number)
    shape = theme.side_shape(number)
    if shape == "round":
        pygame.draw.circle(surface, color, middle, radius)
        pygame.draw.circle(surface, look.palette.back, middle, radius, look.px(1))
        return
    points = theme.shape_points(shape, *middle, radius)
    pygame.draw.polygon(surface, color, points)
    pygame.draw.polygon(surface, look.palette.back, points, look.px(1))


@lru_cache(maxsize=512)
def icon(name: str, size: int, color: Color) -> pygame.Surface | None:
    """An icon in one colour at its final size; None when there is none of that name."""
    path = art.find("icons", name)
    if path is None:
        return None
    found = pygame.image.load_sized_svg(BytesIO(path.read_bytes()), (size, size)).convert_alpha()
    found.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)  # keep its shape only
    found.fill((*color, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return found


def bar(surface: pygame.Surface, rect: pygame.Rect, share: float, color: Color, ground: Color) -> None:
    """A bar filled to a share of 0 to 1."""
    pygame.draw.rect(surface, ground, rect, border_radius=rect.height // 2)
    filled = rect.copy()
    filled.width = round(rect.width * min(1.0, max(0.0, share)))
    if filled.width:
        pygame.draw.rect(surface, color, filled, border_radius=rect.height // 2)


def draw_message(surface: pygame.Surface, look: Look, words: str) -> None:
    """A message below the window's heading, where no button lies."""
    if not words:
        return
    size, pad = look.size("body"), look.px(10)
    room = min(surface.get_width() - look.px(40), look.px(900))
    lines = text.wrap(words, size, room - 2 * pad)
    step = text.line_height(size)
    wide = max(text.width(line, size) for line in lines) + 2 * pad
    rect = pygame.Rect(0, 0, wide, step * len(lines) + 2 * pad)
    rect.midtop = (surface.get_width() // 2, look.px(50))
    panel(surface, look, rect, look.palette.raised)
    pygame.draw.rect(surface, look.palette.accent, rect, look.px(1), border_radius=look.px(6))
    for number, line in enumerate(lines):
        text.draw(surface, line, (rect.x + pad, rect.y + pad + number * step), size, look.palette.text)


def tooltip(
    surface: pygame.Surface,
    look: Look,
    lines: tuple[str, ...],
    at: tuple[int, int],
    *,
    above: int | None = None,
    left: int = 0,
) -> None:
    """Lines beside a point, kept inside the window; the first stands out, an empty one is a gap.

    With `above`, all of it lies over that height; with `left`, right of that place.
    """
    size, pad = look.size("small") + look.px(1), look.px(8)
    room = min(look.px(380), surface.get_width() - 4 * pad)
    wrapped = [
        (part, n == 0 and len(lines) > 1) for n, line in enumerate(lines) for part in text.wrap(line, size, room)
    ]
    step = text.line_height(size)
    wide = max(text.width(line, size, bold=bold) for line, bold in wrapped) + 2 * pad
    rect = pygame.Rect(at[0] + look.px(14), at[1] + look.px(16), wide, step * len(wrapped) + 2 * pad)
    if rect.right > surface.get_width() - pad:
        rect.right = max(wide, at[0] - look.px(8))
    if rect.bottom > surface.get_height() - pad:
        rect.bottom = max(rect.height, at[1] - look.px(8))
    if above is not None:
        rect.bottom = above - look.px(4)
    rect.x = max(rect.x, left)
    rect.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, look.palette.back, rect, border_radius=look.px(4))
    pygame.draw.rect(surface, look.palette.line, rect, look.px(1), border_radius=look.px(4))
    for number, (line, bold) in enumerate(wrapped):
        color = look.palette.text if bold or len(lines) == 1 else look.palette.dim
        text.draw(surface, line, (rect.x + pad, rect.y + pad + number * step), size, color, bold=bold)


def has_icon(name: str) -> bool:
    """Whether there is an icon of that name."""
    return art.find("icons", name) is not None
