"""Maps on paper and for virtual tabletops, out of the form."""

import pygame
import pytest

from game.formats import registry

from .bench import Bench


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_pages_are_written_for_the_paper_that_is_kept(kind, folders):
    bench = Bench(kind, 9, 6)
    bench.key(ord("e"), pygame.KMOD_LCTRL)
    bench.turn_to("way", ".pdf")
    bench.turn_to("paper", "letter")
    assert "US letter" in bench.top.scroll.lines[0].words
    bench.press("ok")
    assert (folders / "data" / "exports" / "Untitled.pdf").read_bytes().startswith(b"%PDF")
    assert bench.app.prefs.paper == "letter"
    bench.key(ord("e"), pygame.KMOD_LCTRL)
    assert bench.top.values["paper"] == "letter"


def test_a_virtual_tabletop_gets_a_picture_and_the_file_that_fits_it(bench, folders):
    bench.take("edges", "line")
    bench.drag((6, 2, -0.45, -0.45), (6, 5, -0.45, 0.45))
    bench.key(ord("e"), pygame.KMOD_LCTRL)
    bench.turn_to("way", "vtt")
    bench.turn_to("pixels", 70)
    bench.press("ok")
    folder = folders / "data" / "exports"
    picture = pygame.image.load(folder / "Untitled.png")
    assert picture.get_size() == (12 * 70, 9 * 70)
    found = registry.guess(folder / "Untitled.uvtt", registry.Reading())
    assert (found.width, found.height, found.pixels_per_cell) == (12, 9, 70)
    assert len(registry.read(folder / "Untitled.uvtt", registry.Reading()).board.edges) == 4


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_the_form_keeps_its_size_and_knows_of_the_picture(kind):
    bench = Bench(kind, 9, 6)
    bench.key(ord("e"), pygame.KMOD_LCTRL)
    places, first = set(), bench.top.values["way"]
    while True:
        places.add(tuple(bench.top.form.find("ok").rect))
        if bench.top.values["way"] in ("vtt", ".uvtt"):
            said = " ".join(line.words for line in bench.top.scroll.lines)
            assert "Changed: terrain is in the picture only." in said and "no picture" not in said
        bench.press("way")
        if bench.top.values["way"] == first:
            break
    assert len(places) == 1
