"""Maps on paper: one inch a cell, cut into pages of A4 or US letter, as a PDF."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from math import ceil

import msgspec
import pygame
from fpdf import FPDF
from msgspec import Struct

from game.grid.grid import Grid
from game.map.board import Board
from game.ui.board.backdrops import Underlay
from game.ui.board.map_images import Drawn, ImageOptions

DOTS = 150
"""Pixels to an inch of paper, which is a cell."""
_MARGIN = 0.4  # inches that printers leave white
_FOOT = 0.25  # inches for the line under each part
_MOST = 400  # pages
_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # always the same, so that the same map gives the same file
WHITE = (255, 255, 255)

Part = tuple[float, float, float, float]
"""Left, top, width and height of what a page shows, in inches of the map."""


class Paper(Struct, frozen=True):
    """A size of paper, in inches, upright."""

    title: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210 / 25.4, 297 / 25.4), "letter": Paper("US letter", 8.5, 11.0)}


class Plan(Struct, frozen=True):
    """How a map is cut: the paper lies on its side if `turned`; `parts` row by row, `across` of them in a row."""

    paper: Paper
    turned: bool
    parts: tuple[Part, ...]
    across: int

    def __str__(self) -> str:
        """How many pages of what, in words."""
        count, down = len(self.parts), len(self.parts) // self.across
        way = "on its side" if self.turned else "upright"
        pages = f"{count} pages" if count > 1 else "1 page"
        return f"{pages} of {self.paper.title} {way}, {self.across} across and {down} down; a cell is one inch wide"


def plan(grid: Grid, paper: Paper) -> Plan:
    """The cut that needs fewer pages, upright if both need as many; each but the last shows whole inches."""
    upright, turned = _cut(grid, paper, turned=False), _cut(grid, paper, turned=True)
    return turned if len(turned.parts) < len(upright.parts) else upright


def _cut(grid: Grid, paper: Paper, *, turned: bool) -> Plan:
    wide, high = grid.extent_px(1)
    width, height = (paper.height, paper.width) if turned else (paper.width, paper.height)
    room, below = int(width - 2 * _MARGIN), int(height - 2 * _MARGIN - _FOOT)
    across, down = ceil(wide / room - 0.001), ceil(high / below - 0.001)
    parts = tuple(
        (float(x), float(y), min(room, wide - x), min(below, high - y))
        for y in range(0, down * below, below)
        for x in range(0, across * room, room)
    )
    return Plan(paper, turned, parts, across)


def pdf(board: Board, paper: Paper, shot: ImageOptions, under: Underlay | None = None) -> bytes:
    """The pages, each with its place in the whole under it; ValueError for more than anybody would print."""
    cut = plan(board.grid, paper)
    if len(cut.parts) > _MOST:
        raise ValueError(f"that would be {len(cut.parts)} pages; {_MOST} are the most")
    drawn = Drawn(board, msgspec.structs.replace(shot, pixels=DOTS, paper=WHITE), under)
    book = FPDF("landscape" if cut.turned else "portrait", "in", (paper.width, paper.height))
    book.set_auto_page_break(False)
    book.set_creation_date(_DATE)
    book.set_title(board.name)
    book.set_font("helvetica", size=8)
    for number, part in enumerate(cut.parts):
        book.add_page()
        _page(book, drawn, part, _foot(board.name, cut, number))
    return bytes(book.output())


def _page(book: FPDF, drawn: Drawn, part: Part, foot: str) -> None:
    left, top, wide, high = part
    area = pygame.Rect(round(left * DOTS), round(top * DOTS), max(1, round(wide * DOTS)), max(1, round(high * DOTS)))
    picture = io.BytesIO()
    pygame.image.save(drawn.part(area), picture, "page.jpg")
    book.image(picture, _MARGIN, _MARGIN, wide, high)
    book.set_line_width(0.005)
    book.rect(_MARGIN, _MARGIN, wide, high)
    book.text(_MARGIN, _MARGIN + high + _FOOT * 0.7, foot)


def _foot(name: str, cut: Plan, number: int) -> str:
    """Where a page belongs: its row and its place in the row."""
    row, column = divmod(number, cut.across)
    words = f"{name}, page {number + 1} of {len(cut.parts)}: row {row + 1}, column {column + 1}"
    return words.encode("latin-1", "replace").decode("latin-1")
