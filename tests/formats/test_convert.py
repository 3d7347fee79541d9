"""The command that converts maps, and the files it writes."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from game.edit.draft import blank
from game.formats import pictures, saving
from game.formats.report import FormatError
from game.map.file import load_board
from game.map.writer import dump_board
from tests.formats.samples import full, uvtt_values

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "mill.yaml"
    path.write_text(dump_board(full("square")), encoding="utf-8")
    return path


def test_there_and_back_by_command(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, back = source.with_name("mill.tmx"), source.with_name("back.yaml")
    assert main(["convert", str(source), str(target)]) == 0
    assert main(["convert", str(target), str(back)]) == 0
    assert load_board(back) == full("square")
    assert source.with_name("mill-tiles.png").is_file()
    assert "written: " in capsys.readouterr().out


def test_files_are_written_over_only_on_demand(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = source.with_name("mill.tmj")
    target.write_text("mine")
    assert main(["convert", str(source), str(target)]) == 2
    assert target.read_text() == "mine"
    assert sorted(path.name for path in source.parent.iterdir()) == ["mill.tmj", "mill.yaml"]
    assert "--force" in capsys.readouterr().err
    assert main(["convert", str(source), str(target), "--force"]) == 0
    assert json.loads(target.read_bytes())["type"] == "map"


def test_a_failed_conversion_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.tmj"
    bad.write_text("{")
    assert main(["convert", str(bad), str(tmp_path / "good.yaml")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["bad.tmj"]
    assert "not JSON" in capsys.readouterr().err


def test_a_picture_comes_out_and_stays_within_bounds(source: Path) -> None:
    target = source.with_name("mill.png")
    assert main(["convert", str(source), str(target), "--pixels", "20"]) == 0
    assert pictures.look(target.read_bytes(), "mill.png") == pictures.Look("png", 140, 100)


def test_pictures_for_players_show_no_secrets(source: Path) -> None:
    pixels = {}
    for name, options in {"players": [], "all": ["--view", "all"], "bare": ["--no-grid"]}.items():
        target = source.with_name(f"{name}.png")
        assert main(["convert", str(source), str(target), "--pixels", "24", *options]) == 0
        pixels[name] = target.read_bytes()
    assert len(set(pixels.values())) == 3
    plain = full("square")
    from msgspec.structs import replace

    bare = replace(plain, zones=(), labels=(), sides=())
    source.write_text(dump_board(bare), encoding="utf-8")
    assert main(["convert", str(source), str(source.with_name("without.png")), "--pixels", "24"]) == 0
    assert source.with_name("without.png").read_bytes() == pixels["players"]


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_pages_to_print_are_cut_for_the_paper(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, boxes = tmp_path / "mill.yaml", {}
    source.write_text(dump_board(full(kind)), encoding="utf-8")
    for paper in ("a4", "letter"):
        target = tmp_path / f"{paper}.pdf"
        assert main(["convert", str(source), str(target), "--paper", paper]) == 0
        said = capsys.readouterr().out
        assert f"written: {target}" in said and "a cell is one inch wide" in said and "lost: zones" in said
        boxes[paper] = sorted(map(float, re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", target.read_bytes())[0]))
    assert boxes == {"a4": [595.28, 841.89], "letter": [612.0, 792.0]}


def test_the_same_map_gives_the_same_pages(source: Path) -> None:
    found = []
    for name in ("one.pdf", "two.pdf"):
        assert main(["convert", str(source), str(source.with_name(name))]) == 0
        found.append(source.with_name(name).read_bytes())
    assert found[0] == found[1]
    assert b"D:20000101" in found[0]  # not today
    assert main(["convert", str(source), str(source.with_name("bare.pdf")), "--no-grid", "--view", "all"]) == 0
    assert source.with_name("bare.pdf").read_bytes() != found[0]


def test_more_pages_than_anybody_prints_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "plain.yaml"
    source.write_text(dump_board(blank("square", 256, 256).board()), encoding="utf-8")
    assert main(["convert", str(source), str(tmp_path / "plain.pdf")]) == 2
    said = capsys.readouterr().err
    assert "pages" in said and said.count("\n") == 1
    assert not (tmp_path / "plain.pdf").exists()


def test_a_picture_beside_a_file_for_virtual_tabletops(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, beside = source.with_name("table.dd2vtt"), source.with_name("table.png")
    assert main(["convert", str(source), str(target), "--picture", "--pixels", "70"]) == 0
    said = capsys.readouterr().out
    assert f"written: {target}" in said and f"written: {beside}" in said
    board = full("square")
    assert pictures.look(beside.read_bytes(), "table.png") == pictures.Look("png", 70 * board.width, 70 * board.height)
    found = json.loads(target.read_bytes())
    assert found["resolution"]["pixels_per_grid"] == 70
    assert base64.b64decode(found["image"]) == beside.read_bytes()


def test_pictures_go_beside_nothing_else(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("mill.tmx", "mill.png", "mill.pdf"):
        assert main(["convert", str(source), str(source.with_name(name)), "--picture"]) == 2
        assert "--picture goes with Universal VTT" in capsys.readouterr().err
    source.with_name("mill.png").write_bytes(b"mine")
    assert main(["convert", str(source), str(source.with_name("mill.uvtt")), "--picture"]) == 2
    assert "mill.png: there is such a file already" in capsys.readouterr().err
    assert sorted(path.name for path in source.parent.iterdir()) == ["mill.png", "mill.yaml"]


@pytest.mark.parametrize("target", ["mill.png", "mill.pdf", "mill.uvtt"])
def test_no_window_is_needed(source: Path, target: str) -> None:
    """Where there is no screen at all (a server), maps are drawn as well."""
    words = [sys.executable, "-m", "game", "convert", str(source), str(source.with_name(target)), "--pixels", "16"]
    env = {**os.environ, "SDL_VIDEODRIVER": "none", "SDL_AUDIODRIVER": "none", "DISPLAY": ""}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert source.with_name(target).is_file()


def test_vtt_pictures_go_beside_the_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room.uvtt"
    path.write_text(json.dumps(uvtt_values()))
    assert main(["convert", str(path), str(tmp_path / "out" / "room.yaml")]) == 0
    assert (tmp_path / "out" / "room.png").is_file()
    assert main(["convert", str(tmp_path / "out" / "room.yaml"), str(tmp_path / "again.dd2vtt"), "--pixels", "16"]) == 0
    assert main(["convert", str(tmp_path / "again.dd2vtt"), "--guess"]) == 0
    assert "again.dd2vtt: 8 x 6 cells, square, 16 pixels to a cell" in capsys.readouterr().out


def test_wrong_names_are_said(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(source), str(source.with_name("mill.doc"))]) == 2
    assert "map files end in .yaml" in capsys.readouterr().err
    assert main(["convert", str(source.with_name("none.tmx")), "x.yaml"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_pictures_cannot_leave_the_folder(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written there"):
        saving.save(tmp_path / "in" / "map.yaml", b"", {"../out.png": b""})
    assert not (tmp_path / "out.png").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_pipes_and_folders_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tmj")
    (tmp_path / "folder.tmj").mkdir()
    for name in ("pipe.tmj", "folder.tmj"):
        assert main(["convert", str(tmp_path / name), str(tmp_path / "out.yaml")]) == 2


def test_tilesets_outside_name_the_way_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "sand.tsx").write_text('<tileset name="sand"/>')
    source = tmp_path / "maps" / "a.tmx"
    source.write_text(
        '<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">'
        '<tileset firstgid="1" source="../sand.tsx"/>'
        '<layer width="1" height="1"><data encoding="csv">1</data></layer></map>'
    )
    words = ["convert", str(source), str(tmp_path / "a.yaml")]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "leads out of the folder" in said and "--root" in said and said.count("\n") == 1
    assert main([*words, "--root", str(tmp_path)]) == 0
    assert load_board(tmp_path / "a.yaml").rows == ("s",)
