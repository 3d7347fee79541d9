"""Palettes can be read and told apart; text fits where it is drawn."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.ui.kit import text, theme

palettes = pytest.mark.parametrize("palette", theme.PALETTES, ids=lambda palette: palette.key)


@palettes
def test_text_can_be_read_on_every_ground(palette: theme.Palette) -> None:
    for ground in (palette.back, palette.panel, palette.raised, palette.hover):
        assert theme.contrast(palette.text, ground) >= 7
        assert theme.contrast(palette.dim, ground) >= 4.5
    assert theme.contrast(palette.ink, palette.accent) >= 7


@palettes
def test_signals_can_be_read_on_panels(palette: theme.Palette) -> None:
    for color in (palette.good, palette.bad, palette.warn, palette.info, palette.accent, palette.focus):
        assert theme.contrast(color, palette.panel) >= 4.5
        assert theme.contrast(color, palette.raised) >= 4.5


@palettes
def test_sides_stand_out_and_differ_in_shape(palette: theme.Palette) -> None:
    for color in palette.sides:
        assert theme.contrast(color, palette.panel) >= 4
        assert theme.contrast(theme.ink_on(color), color) >= 4.5
    assert len({theme.side_shape(number) for number in range(1, 7)}) == 6


@palettes
def test_sides_differ_in_colour(palette: theme.Palette) -> None:
    for one, other in itertools.combinations(palette.sides, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 60


def test_pixels_follow_the_scale() -> None:
    assert [theme.Look(scale=scale).px(20) for scale in theme.SCALES] == [15, 20, 25, 30, 35, 40, 45, 50]
    assert theme.Look(scale=75).px(0.5) == 1


def test_wrapped_lines_fit_and_lose_no_word() -> None:
    words = "A unit that leaves a zone of control is hindered by its owner. " * 4
    lines = text.wrap(words.strip(), 14, 180)
    assert len(lines) > 5
    assert all(text.width(line, 14) <= 180 for line in lines)
    assert " ".join(lines) == words.strip()


def test_a_long_word_is_cut() -> None:
    lines = text.wrap("x" * 200, 14, 100)
    assert all(text.width(line, 14) <= 100 for line in lines)
    assert "".join(lines) == "x" * 200


def test_shortened_text_fits_and_ends_in_an_ellipsis() -> None:
    short = text.shorten("The quick brown fox jumps over the lazy dog", 14, 120)
    assert short.endswith("…")
    assert 90 < text.width(short, 14) <= 120
    assert text.shorten("fox", 14, 120) == "fox"


def test_a_line_is_rendered_once() -> None:
    one = text.render("once", 14, (255, 255, 255))
    assert text.render("once", 14, (255, 255, 255)) is one
    assert text.render("once", 14, (255, 255, 254)) is not one


def test_drawing_with_room_stays_inside() -> None:
    surface = pygame.Surface((300, 40))
    drawn = text.draw(surface, "far too many words for this little place", (10, 5), 14, (255, 255, 255), room=100)
    assert drawn.right <= 110
