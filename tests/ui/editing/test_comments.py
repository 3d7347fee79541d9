"""What authors tell each other on a map: written, shown, carried along, kept in the file, and hidden from players."""

import pygame
import pytest

from game.edit import scenery
from game.edit.draft import changed, read
from game.edit.reshape import flip
from game.formats import registry
from game.map.file import load_board
from game.ui.board import map_images


def write(desk, spot, words, by="Ann"):
    desk.take("labels")
    desk.chip("Comments")
    desk.drag(spot)
    desk.fill(text=words, by=by)
    desk.key(pygame.K_RETURN)


def test_a_comment_is_written_changed_and_taken_away(desk):
    write(desk, (4, 3), "Too far?")
    (found,) = desk.draft.comments
    assert (found.text, found.by) == ("Too far?", "Ann")
    assert desk.draft.labels == ()
    desk.drag((4, 3))
    assert desk.top.values == {"text": "Too far?", "by": "Ann"}
    desk.fill(text="Just right")
    desk.press("ok")
    assert [each.text for each in desk.draft.comments] == ["Just right"]
    desk.drag((7, 5))
    assert desk.top.values["by"] == "Ann", "who wrote last is remembered"
    desk.key(pygame.K_ESCAPE)
    desk.key(ord("z"), pygame.KMOD_LCTRL)
    assert [each.text for each in desk.draft.comments] == ["Too far?"]
    desk.drag((4, 3))
    desk.fill(text=" ")
    desk.press("ok")
    assert desk.draft.comments == ()


def test_the_file_keeps_it_and_the_map_carries_it_along(desk):
    write(desk, (0, 0), "Corner")
    text = desk.draft.text()
    assert read(text)[0].comments == desk.draft.comments == load_board(text).comments
    after = flip(desk.draft, "horizontal").draft
    assert after.comments[0].at[0] > 10
    assert changed(desk.draft, comments=()).board().digest == desk.draft.board().digest


def test_it_is_seen_in_the_editor_only(desk):
    bare = map_images.png(desk.draft.board(), map_images.ImageOptions(32, secrets=True))
    write(desk, (4, 3), "Secret")
    assert map_images.png(desk.draft.board(), map_images.ImageOptions(32, secrets=True)) == bare
    size, (x, y) = desk.desk.pane.camera.size, desk.spot(4, 3, 0.3, -0.3)
    paper = desk.app.surface.subsurface((x - 4, y - size // 5, 8, size * 2 // 5))
    assert (250, 240, 180) in {tuple(paper.get_at((n, m))[:3]) for n in range(8) for m in range(paper.get_height())}


@pytest.mark.parametrize("ending", [".uvtt", ".map"])
def test_other_programs_are_not_told(hexes, ending):
    hexes.desk.editor.do("Comment", lambda draft: scenery.comment(draft, (1.5, 1.5), "Secret"))
    notes = registry.losses(hexes.draft.strict_board(), ending)
    assert "comments" in [note.text for note in notes]
