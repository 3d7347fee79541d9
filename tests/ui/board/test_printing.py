"""Maps on paper: every inch is on one page, a cell is an inch, and the pages fit the paper."""

import re
from itertools import combinations

import pygame
import pytest

from game.edit.draft import blank
from game.grid.grid import make_grid
from game.ui.board import map_images, printing


@pytest.mark.parametrize("paper", printing.PAPERS.values(), ids=list(printing.PAPERS))
@pytest.mark.parametrize(
    ("kind", "width", "height"),
    [("square", 7, 10), ("square", 30, 20), ("square", 8, 3), ("hex", 16, 12), ("hex", 1, 1)],
)
def test_the_parts_cover_the_map_once_and_fit_the_paper(paper, kind, width, height):
    grid = make_grid(kind, width, height)
    cut = printing.plan(grid, paper)
    wide, high = grid.extent_px(1)
    assert sum(w * h for _, _, w, h in cut.parts) == pytest.approx(wide * high)
    boxes = [pygame.FRect(part) for part in cut.parts]
    assert not any(a.clip(b).w * a.clip(b).h > 0.001 for a, b in combinations(boxes, 2))
    room, below = (paper.height, paper.width) if cut.turned else (paper.width, paper.height)
    assert all(w <= room - 0.8 and h <= below - 0.8 for _, _, w, h in cut.parts)


def test_the_side_that_needs_fewer_pages_is_chosen():
    assert printing.plan(make_grid("square", 10, 7), printing.PAPERS["a4"]).turned
    assert not printing.plan(make_grid("square", 7, 10), printing.PAPERS["a4"]).turned
    assert len(printing.plan(make_grid("square", 30, 20), printing.PAPERS["letter"]).parts) == 9


def test_a_pdf_has_pages_of_the_paper_with_a_picture_each(window):
    board = blank("square", 6, 12, name="Old mill").board()
    data = printing.pdf(board, printing.PAPERS["letter"], map_images.ImageOptions())
    assert data.startswith(b"%PDF")
    assert re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)[0] == (b"612.00", b"792.00")
    assert len(re.findall(rb"/Type /Page\b(?!s)", data)) == len(
        printing.plan(board.grid, printing.PAPERS["letter"]).parts
    )
    assert len(re.findall(rb"/Subtype /Image", data)) >= 1


def test_parts_of_a_map_are_cut_from_the_whole(window):
    board = blank("square", 4, 3).board()
    shot = map_images.ImageOptions(32, secrets=True)
    whole = map_images.draw(board, shot)
    area = pygame.Rect(40, 20, 60, 50)
    part = map_images.Drawn(board, shot).part(area)
    assert pygame.image.tobytes(part, "RGB") == pygame.image.tobytes(whole.subsurface(area), "RGB")


def test_too_many_pages_are_refused(window):
    with pytest.raises(ValueError, match="pages"):
        printing.pdf(blank("square", 200, 200).board(), printing.PAPERS["a4"], map_images.ImageOptions())
