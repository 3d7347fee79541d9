"""Everybody can tell sides and overlays apart, with or without all three kinds of cones, on any ground."""

from __future__ import annotations

import itertools
from functools import cache

import pygame
import pytest

from game.map.board import Board
from game.map.terrain import kinds
from game.ui.battle.overlays import STYLES, Layer, Overlays
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.patterns import CASING
from game.ui.kit import theme
from tests.ui.sight import VISIONS, apart, seen

SIZE = 40
FILLED = ("threat", "zone", "surrounded", "cover", "objective")

# Two patches of colour that lie apart need more than the just visible difference of 2: five times as much, and the
# palette that is made for it six times. Shapes differ too (test_theme_text.py), but are small far out.
LEAST_APART = {"default": 10.0, "contrast": 10.0, "safe": 12.0}
INKS = ("reach", "path", "zone", "surrounded", "threat", "arc", "cover", "objective")  # each has its pattern as well
INKS_APART = 9.0
# A line of ink beside every coloured line: 3 to 1 is what WCAG 2.1 asks of marks that carry meaning (1.4.11).
LINE = 3.0
# A mark counts where it changes the ground's luminance by a quarter. Of a pattern that must be a twelfth of all
# pixels, about a line of one pixel in twelve; of an outline a seventh of a band six pixels wide, about one line.
MARK, PATTERN_SHARE = 1.25, 0.08
OUTLINE, OUTLINE_SHARE = 1.5, 0.14
TINT = 2.0  # a plain tint beside the bare ground: just visible, since the outline says where it ends

palettes = pytest.mark.parametrize("palette", theme.PALETTES, ids=lambda palette: palette.key)
visions = pytest.mark.parametrize("vision", VISIONS)


@cache
def luminances(color: theme.Color) -> tuple[float, ...]:
    """What counts for contrast, per vision."""
    return tuple(theme.luminance(seen(color, vision)) + 0.05 for vision in VISIONS)


def test_full_vision_changes_nothing_and_grey_stays_grey() -> None:
    for color in ((0, 0, 0), (255, 255, 255), (12, 200, 99)):
        assert seen(color, "full") == color
    for vision in VISIONS:
        assert all(abs(channel - 128) <= 1 for channel in seen((128, 128, 128), vision))


def test_red_and_green_grow_alike_for_those_who_lack_their_cones() -> None:
    red, green = (190, 90, 60), (125, 125, 60)
    assert apart(seen(red, "deutan"), seen(green, "deutan")) < apart(red, green) / 2
    assert apart(seen(red, "protan"), seen(green, "protan")) < apart(red, green)


def test_distance_runs_from_nothing_to_a_hundred() -> None:
    assert apart((9, 90, 200), (9, 90, 200)) == 0
    assert apart((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)


@palettes
@visions
def test_sides_can_be_told_apart(palette: theme.Palette, vision: str) -> None:
    for (one, first), (other, second) in itertools.combinations(enumerate(palette.sides, 1), 2):
        distance = apart(seen(first, vision), seen(second, vision))
        assert distance >= LEAST_APART[palette.key], f"sides {one} and {other} are only {distance:.1f} apart"


@palettes
@visions
def test_overlays_can_be_told_apart(palette: theme.Palette, vision: str) -> None:
    for one, other in itertools.combinations(INKS, 2):
        distance = apart(seen(palette.overlay(one), vision), seen(palette.overlay(other), vision))
        assert distance >= INKS_APART, f"{one} and {other} are only {distance:.1f} apart"


@palettes
@visions
def test_good_and_bad_news_can_be_told_apart(palette: theme.Palette, vision: str) -> None:
    for one, other in itertools.combinations((palette.good, palette.bad, palette.warn, palette.info), 2):
        assert apart(seen(one, vision), seen(other, vision)) >= INKS_APART


@palettes
@visions
def test_bands_of_odds_can_be_told_apart_and_grow_lighter(palette: theme.Palette, vision: str) -> None:
    bands = [seen(color, vision) for color in palette.odds]
    for one, other in itertools.pairwise(bands):
        assert apart(one, other) >= LEAST_APART[palette.key]
        assert theme.luminance(one) * 1.25 < theme.luminance(other)
    assert all(theme.contrast(color, palette.raised) >= 3 for color in bands)
    assert [palette.odds.index(palette.odds_of(share)) for share in (0, 0.2, 0.3, 0.5, 0.74, 0.76, 1)] == [
        0, 0, 1, 2, 2, 3, 3,
    ]  # fmt: skip


@palettes
@visions
@pytest.mark.parametrize("kind", ["reach", "threat", "zone", "path", "sight", "blocked", "surrounded", "cover", "arc"])
def test_coloured_lines_stand_out_from_the_ink_beside_them(palette: theme.Palette, vision: str, kind: str) -> None:
    assert theme.contrast(seen(palette.overlay(kind), vision), seen(CASING, vision)) >= LINE


def test_overlays_differ_by_pattern() -> None:
    several = [STYLES[kind].pattern for kind in ("reach", "arc", "area", *FILLED)]
    assert len(set(several)) == len(several)


def painted(name: str, palette: theme.Palette) -> tuple[pygame.Surface, dict[str, pygame.Surface]]:
    """A ground of one terrain, and the same under each kind of overlay: on four cells, the first at (1, 1)."""
    board = Board(name=name, kind="square", rows=(kinds().terrain[name].glyph * 3,) * 3)
    area = pygame.Rect(0, 0, 3 * SIZE, 3 * SIZE)
    bare = pygame.Surface(area.size)
    Ground(board).draw(bare, GroundLook(palette=palette), SIZE, area, (0, 0))
    mask = sum(1 << board.grid.at(col, row) for col in (1, 2) for row in (1, 2))
    found = {}
    for kind in ("reach", *FILLED):
        found[kind] = bare.copy()
        Overlays(board.grid).draw(found[kind], Layer(kind, mask, palette.overlay(kind)), SIZE, area, (0, 0))
    return bare, found


def shares(bare: pygame.Surface, shown: pygame.Surface, part: pygame.Rect, ratio: float) -> list[float]:
    """Per vision: how much of a part of the picture differs from the bare ground by a contrast ratio."""
    counts = [0] * len(VISIONS)
    for x in range(part.left, part.right):
        for y in range(part.top, part.bottom):
            before, after = bare.get_at((x, y)), shown.get_at((x, y))
            pair = zip(luminances((before.r, before.g, before.b)), luminances((after.r, after.g, after.b)), strict=True)
            for number, (one, other) in enumerate(pair):
                counts[number] += max(one, other) >= ratio * min(one, other)
    return [count / (part.w * part.h) for count in counts]


@palettes
@pytest.mark.parametrize("name", kinds().terrain)
def test_overlays_show_on_every_ground(palette: theme.Palette, name: str) -> None:
    bare, found = painted(name, palette)
    inside, border = pygame.Rect(SIZE + 10, SIZE + 10, 20, 20), pygame.Rect(SIZE, SIZE + 6, 6, SIZE - 6)
    for kind, shown in found.items():
        least = min(shares(bare, shown, border, OUTLINE))
        assert least >= OUTLINE_SHARE, f"the outline of {kind} is lost on {name}: {least:.2f}"
        if kind in FILLED:
            least = min(shares(bare, shown, inside, MARK))
            assert least >= PATTERN_SHARE, f"the pattern of {kind} is lost on {name}: {least:.2f}"
    ground, tint = (pygame.transform.average_color(image, inside)[:3] for image in (bare, found["reach"]))
    for vision in VISIONS:
        assert apart(seen(ground, vision), seen(tint, vision)) >= TINT, f"reach is lost on {name} to {vision}"
