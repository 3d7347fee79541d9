"""The user's files: whatever lies where one is expected is told in a line, and no write loses anything."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from game.data import disk, sheets
from game.data.disk import Missing, Unreadable
from game.formats import safe
from game.formats.report import FormatError

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="No such file"):
        disk.read(tmp_path / "none")
    for path in (tmp_path, tmp_path / ("n" * 300), tmp_path / "a\0b"):
        with pytest.raises(Unreadable):
            disk.read(path)
        assert not disk.is_file(path)
    (tmp_path / "a").write_bytes(b"12345")
    assert disk.read(tmp_path / "a", 5) == b"12345"
    with pytest.raises(Unreadable, match="larger than 4 bytes"):
        disk.read(tmp_path / "a", 4)


@pipes
def test_pipes_and_devices_are_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "a.yaml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(Unreadable, match="not a plain file"):
            disk.read(path)
        with pytest.raises(sheets.SheetError, match="not a plain file"):
            sheets.load(path)
        with pytest.raises(FormatError, match="not a plain file"):
            safe.read_bytes(path)
    assert disk.listed(tmp_path, ".yaml") == []


def test_texts_may_have_a_mark_and_name_the_place_of_other_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfone\n")
    assert disk.read_text(path) == "one\n"
    for mark in (b"", b"\xef\xbb\xbf"):
        for end, why in ((b"\xff", "byte 0xFF is not UTF-8"), (b"\xe2\x82", "UTF-8")):
            path.write_bytes(mark + "one\ntwö ".encode() + end)
            with pytest.raises(Unreadable, match=why) as caught:
                disk.read_text(path)
            assert (caught.value.line, caught.value.column) == (1, 4)


def test_lists_leave_out_what_cannot_be_read(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "c.md", ".d.txt"):
        (tmp_path / name).write_text("x")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nothing")
    (tmp_path / "folder.txt").mkdir()
    assert [path.name for path in disk.listed(tmp_path, ".txt")] == ["a.txt", "b.txt"]
    assert disk.listed(tmp_path / "none", ".txt") == disk.listed(tmp_path / "a.txt", ".txt") == []


def test_older_files_move_up_only_when_the_new_one_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, older = tmp_path / "a", [tmp_path / "b", tmp_path / "c"]
    for number in range(4):
        disk.write(path, str(number), older=older)
    names = [(file.name, file.read_text()) for file in sorted(tmp_path.iterdir())]
    assert names == [("a", "3"), ("b", "2"), ("c", "1")]

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for number in range(9):
        with pytest.raises(OSError, match="No space"):
            disk.write(path, f"new {number}", older=older)
    assert [(file.name, file.read_text()) for file in sorted(tmp_path.iterdir())] == names


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "a"
    disk.write(path, "old\n")

    def failing(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OSError, match="disk full"):
        disk.write(path, "new\n")
    assert [(file.name, file.read_bytes()) for file in path.parent.iterdir()] == [("a", b"old\n")]


def test_systems_without_links_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    for number in range(3):
        disk.write(tmp_path / "a", str(number), older=[tmp_path / "b"])
    disk.write(tmp_path / "c", "c", over=False)
    with pytest.raises(FileExistsError):
        disk.write(tmp_path / "c", "d", over=False)
    assert [(file.name, file.read_text()) for file in sorted(tmp_path.iterdir())] == [
        ("a", "2"),
        ("b", "1"),
        ("c", "c"),
    ]


def test_a_file_that_is_there_stays_unless_it_may_be_written_over(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a"
    disk.write(path, "mine", over=False)
    with pytest.raises(FileExistsError):
        disk.write(path, "yours", over=False)
    assert [(file.name, file.read_text()) for file in path.parent.iterdir()] == [("a", "mine")]


def test_what_a_killed_writer_left_is_swept_away(tmp_path: Path) -> None:
    old, young, foreign = (tmp_path / name for name in (".a.x.quintain.part", ".b.y.quintain.part", "film.part"))
    for path in (old, young, foreign):
        path.write_text("half")
    for path in (old, foreign):
        os.utime(path, (time.time() - 3600,) * 2)
    disk.write(tmp_path / "a", "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.y.quintain.part", "a", "film.part"]
