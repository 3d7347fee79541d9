"""Files of every kind, changed at random: a line that names the file and the place, or the thing itself; no more.

Quick here, long at night. Nothing takes over two seconds of the processor or 300 MB, and no file is touched.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cases.reading import read_cases
from game.data import paths
from game.data.faults import SheetError
from game.edit import clip, files
from game.edit.draft import from_board
from game.edit.draft import read as read_draft
from game.edit.editor import Editor
from game.formats import mapping, registry
from game.formats.report import FormatError
from game.map.scenario import find_scenarios, load_scenario
from game.rules.ruleset import declared, find_ruleset
from game.skirmish.record import RecordError, Skirmish, read
from game.ui.board import map_images
from game.ui.kit import prefs
from tests.formats.samples import full, seeds_of
from tests.playing import ruleset

from . import mutating
from .mutating import Mutate

os.environ["SDL_VIDEODRIVER"] = "dummy"

QUICK, LONG = 150, 4000
MOST_SECONDS, MOST_BYTES = 2.0, 300 * 2**20
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path / "config")


def editor(path: Path) -> None:
    found = Editor.open(path)
    assert found.issues() is not None
    board = found.draft.board()
    assert read_draft(found.draft.text())[0].text() == found.draft.text()
    if board.width * board.height <= 400:
        map_images.draw(board, map_images.ImageOptions(8, secrets=True))


def scenario(path: Path) -> None:
    load_scenario(path, declared=declared, tried=lambda each: Skirmish(each, ruleset(each.ruleset)))


def record(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    read(text, path.name, ruleset=ruleset("poise"))


def settings(path: Path) -> None:
    found, _ = prefs.load()
    assert isinstance(found, prefs.Prefs)
    found.look()


def autosave(path: Path) -> None:
    for found in files.left_behind(path.parent):
        assert isinstance(found.date, str)
        found.draft()


def sheet(path: Path) -> None:
    """A ruleset in which one sheet is another."""
    folder = path.parent
    for file in (ROOT / "rulesets" / "poise").iterdir():
        there = folder / file.name
        if not there.exists():
            there.symlink_to(file)
    find_ruleset("poise", folder)


def autosave_text() -> bytes:
    draft = from_board(full("square"))
    return files._rescue(draft, Path("mill.yaml")).encode().replace(f"process: {os.getpid()}".encode(), b"process: 0")


def stamp_text() -> bytes:
    draft = from_board(full("hex"))
    return clip.stamp_text(clip.copy(draft, draft.grid.everywhere), "one").encode()


def records() -> list[bytes]:
    whole = (ROOT / "tests/records/poise-square.txt").read_bytes()
    lines = [line for line in whole.split(b"\n") if not line.startswith(b"#")]
    return [b"\n".join([*lines[:24], lines[-2], b""])]


MAPPING = b"""default: grass
tiles:
  desert/1: sand
  desert: {terrain: sand, level: 1}
layers: {Walls: {edge: wall}, Notes: ignore}
objects: {Spawn: {zone: deploy}, Sign: {label: true}}
"""
SETTINGS = (
    b'{"scale": 150, "palette": "safe", "speed": 2, "window": [1280, 800], "keys": {"undo": ["u"]}, "volume": 3,'
    b'"set_up": {"ruleset": "poise", "map": "arena", "seats": [{"name": "Red", "controller": "human"}],'
    b'"house": {"poise": {"x": 1}}}, "orders": []}'
)


class Kind:
    """A kind of file: its name, sound ones, what reads it, and how it is changed."""

    def __init__(
        self, name: str, sound: Callable[[], list[bytes]], reads: Callable[[Path], Any], mutate: Mutate, share: int = 1
    ) -> None:
        self.name, self.sound, self.reads, self.mutate, self.share = name, sound, reads, mutate, share


def shipped() -> list[bytes]:
    return [path.read_bytes() for name, path in sorted(find_scenarios().items()) if name.startswith("poise/")]


KINDS = {
    "map": Kind("map.yaml", lambda: seeds_of(".yaml"), editor, mutating.in_yaml),
    "board": Kind("board.yaml", lambda: seeds_of(".yaml"), registry.read, mutating.in_yaml),
    "scenario": Kind("scenario.yaml", shipped, scenario, mutating.in_yaml, 3),
    "sheet": Kind(
        "units.yaml", lambda: [(ROOT / "rulesets/poise/units.yaml").read_bytes()], sheet, mutating.in_yaml, 6
    ),
    "cases": Kind(
        "cases.yaml",
        lambda: [(ROOT / "tests/rules/poise/cases-position.yaml").read_bytes()[:4000].rpartition(b"\n- ")[0]],
        read_cases,
        mutating.in_yaml,
    ),
    "record": Kind("record.txt", records, record, mutating.in_record, 2),
    "settings": Kind("config/settings.json", lambda: [SETTINGS], settings, mutating.in_json),
    "stamp": Kind("stamp.yaml", lambda: [stamp_text()], files.load_stamp, mutating.in_yaml),
    "autosave": Kind("data/autosave/a.yaml", lambda: [autosave_text()], autosave, mutating.in_yaml),
    "mapping": Kind("mapping.yaml", lambda: [MAPPING], mapping.load, mutating.in_yaml),
    "tmx": Kind("map.tmx", lambda: seeds_of(".tmx"), registry.read, mutating.in_xml),
    "tmj": Kind("map.tmj", lambda: seeds_of(".tmj"), registry.read, mutating.in_json),
    "uvtt": Kind("map.uvtt", lambda: seeds_of(".uvtt"), registry.read, mutating.in_json),
    "wesnoth": Kind("map.map", lambda: seeds_of(".map"), registry.read, mutating.in_cells),
}
PLACED = ("sheet", "scenario", "cases", "map", "board", "mapping")


def most() -> int:
    """The most memory that this process ever took."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def one(kind: str, path: Path, data: bytes) -> str:
    """What was said of a file, "" if it was sound; anything but one line for each fault is a failure."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    begun, said = time.process_time(), ""
    try:
        KINDS[kind].reads(path)
    except SheetError as error:
        said = str(error)
        assert error.faults
        for line in said.split("\n") if kind in PLACED else ():
            file, number, column, _ = line.split(":", 3)
            assert file.endswith(".yaml") and int(number) >= 1 and int(column) >= 1, line
    except (FormatError, RecordError) as error:
        said = str(error)
        assert said.startswith(path.name), said[:200]
        assert "\n" not in said or kind == "record", said[:200]
    except ValueError as error:
        assert kind == "stamp" and "stamp has a zone" in str(error), repr(error)
        said = str(error)
    assert "Traceback" not in said
    assert time.process_time() - begun < MOST_SECONDS
    if kind != "settings":  # what cannot be read there is put aside
        assert path.read_bytes() == data, "reading never changes a file"
    return said


@pytest.fixture(autouse=True)
def _uncollected() -> Iterator[None]:
    """A collection of all that other tests left behind would count as a reader's time."""
    gc.disable()
    yield
    gc.enable()


def many(kind: str, folder: Path, count: int) -> int:
    """How many of so many changed files were refused."""
    each = KINDS[kind]
    path = folder / each.name
    path.parent.mkdir(parents=True, exist_ok=True)
    sound, before, refused = each.sound(), most(), 0
    for data in sound:
        assert one(kind, path, data) == ""
    for seed in range(max(6, count // each.share)):
        refused += one(kind, path, each.mutate(sound[seed % len(sound)], seed)) != ""
    assert most() - before < MOST_BYTES
    return refused


@pytest.mark.parametrize("kind", KINDS)
def test_changed_files_are_read_or_refused_with_file_and_place(kind: str, tmp_path: Path) -> None:
    refused = many(kind, tmp_path, QUICK)
    assert refused or kind == "settings"


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_changed_files(kind: str, tmp_path: Path) -> None:
    many(kind, tmp_path, LONG)
