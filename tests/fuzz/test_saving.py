"""Every save, stopped anywhere, refused by the disk, killed, or racing with another: nothing is ever lost."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.commands import common
from game.commands.common import Trouble
from game.data import disk, paths
from game.edit import clip, paint
from game.edit import files as maps
from game.edit.draft import changed
from game.edit.files import Keeper, SaveError
from game.edit.history import History
from game.formats import saving
from game.formats.report import FormatError
from game.ui.kit import prefs, save_files
from tests.edit.drafts import field

TROUBLES = (OSError, SaveError, FormatError, Trouble)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path / "config")


def save_map(folder: Path, number: int) -> None:
    maps.save(changed(field(), name=f"Version {number}"), folder / "a.yaml")


def save_stamp(folder: Path, number: int) -> None:
    draft = paint.level(field(), 7, number)
    maps.save_stamp(clip.copy(draft, 7), "one", folder)


def keep_map(folder: Path, number: int) -> None:
    history = History(field())
    history.do("x", changed(field(), name=f"Version {number}"))
    keeper = Keeper(Path("a.yaml"), folder)
    keeper.slot = folder / "a.yaml"  # the same one for each call
    keeper.save_now(history)


def save_game(folder: Path, number: int) -> None:
    save_files.store("Mine", f"record {number}\n" * 50)


def autosave_game(folder: Path, number: int) -> None:
    save_files.autosave(f"record {number}\n" * 50)


def save_settings(folder: Path, number: int) -> None:
    trouble = prefs.store(prefs.Prefs(volume=number))
    if trouble:
        raise OSError(trouble)


def export(folder: Path, number: int) -> None:
    saving.save(folder / "a.tmx", b"map %d" % number, {"a.png": b"picture"}, force=True)


def write_figures(folder: Path, number: int) -> None:
    common.write_text(folder / "out.json", f"figures {number}\n")


SAVES: dict[str, Callable[[Path, int], None]] = {
    save.__name__: save
    for save in (save_map, save_stamp, keep_map, save_game, autosave_game, save_settings, export, write_figures)
}


def all_files(folder: Path) -> dict[str, bytes]:
    """Everything that is there but the parts of what was not finished, the times in autosaves aside."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".part"):
            lines = [line for line in path.read_bytes().split(b"\n") if not line.startswith(b"when:")]
            found[str(path.relative_to(folder))] = b"\n".join(lines)
    return found


def refused(code: int) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize("name", SAVES)
@pytest.mark.parametrize("how", ["full", "full_at_once", "read_only", "no_rename"])
def test_a_disk_that_refuses_leaves_everything_as_it_was(
    name: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2, 3):
        SAVES[name](tmp_path, number)
    before = all_files(tmp_path)
    match how:
        case "full":
            monkeypatch.setattr(os, "fsync", refused(28))
        case "full_at_once":
            monkeypatch.setattr(os, "fdopen", refused(28))
        case "read_only":
            monkeypatch.setattr(tempfile, "mkstemp", refused(30))
        case _:
            monkeypatch.setattr(os, "replace", refused(13))
    waits = not (how == "full" and name == "write_figures")  # figures can be made again: nobody waits for the disk
    for number in (4, 5):
        if waits:
            with pytest.raises(TROUBLES):
                SAVES[name](tmp_path, number)
    monkeypatch.undo()
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path / "config")
    after = all_files(tmp_path)
    assert {path: data for path, data in after.items() if path in before} == before or how == "no_rename"
    assert next(iter(before.values())) in after.values()
    assert not list(tmp_path.rglob("*.part")) or how == "full_at_once"
    SAVES[name](tmp_path, 6)
    assert all_files(tmp_path) != before


class Crash(BaseException):
    """The machine stops here."""


@pytest.mark.parametrize("name", SAVES)
def test_stopped_between_any_two_steps_the_old_or_the_new_one_is_there(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest file is the old or the new one, and whatever was saved before is still somewhere."""
    for call in range(12):
        folder = tmp_path / str(call)
        monkeypatch.setattr(paths, "user_data", lambda folder=folder: folder / "data")
        monkeypatch.setattr(paths, "user_config", lambda folder=folder: folder / "config")
        SAVES[name](folder, 1)
        SAVES[name](folder, 2)
        second = all_files(folder)
        done = 0

        def stopping(plain: Callable[..., object], call: int = call) -> Callable[..., object]:
            def wrapped(*args: object, **more: object) -> object:
                nonlocal done
                done += 1
                if done > call:
                    raise Crash
                return plain(*args, **more)

            return wrapped

        with pytest.MonkeyPatch.context() as broken:
            for each in ("replace", "link", "fsync", "chmod", "unlink"):
                broken.setattr(os, each, stopping(getattr(os, each)))
            with contextlib.suppress(Crash):
                SAVES[name](folder, 3)
        left = all_files(folder)
        SAVES[name](folder, 3)
        third = all_files(folder)
        known = {*second.values(), *third.values()}
        assert {*left.values()} <= known, call
        main = next(path for path in second if second[path] != third[path] and ".bak" not in path and " 2" not in path)
        assert left[main] in (second[main], third[main]), call
        if name in ("save_map", "autosave_game"):
            assert {*second.values()} <= {*left.values()}, "nor has anything gone that was saved before"


LOOP = """
import os, sys
from pathlib import Path
from game.data import disk
path, who, last = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
older = [path.with_name(f"{path.name}.{n}") for n in (1, 2, 3)]
print("ready", flush=True)
for number in range(last):
    disk.write(path, f"{who} {number}\\n" * 2000, older=older)
print("done", flush=True)
"""


def writer(path: Path, who: str, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", LOOP, str(path), who, str(last)]
    found = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert found.stdout and found.stdout.readline() == "ready\n"
    return found


def whole(path: Path) -> str:
    """The one line that a whole file repeats."""
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == "" and len(lines) == 2000 and len({*lines}) == 1, path.name
    return lines[0]


def test_two_writers_at_once_leave_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    both = [writer(path, who, 60) for who in ("red", "blue")]
    for each in both:
        _, errors = each.communicate(timeout=60)
        assert each.returncode == 0, errors
    found = {whole(file) for file in tmp_path.iterdir()}
    assert found & {"red 59", "blue 59"}
    assert not list(tmp_path.glob(".*"))


def test_a_writer_killed_at_any_moment_leaves_whole_files(tmp_path: Path) -> None:
    path, dice, numbers = tmp_path / "a", random.Random(3), []
    for _ in range(6):
        killed = writer(path, "red", 10**9)
        while not path.exists():
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.05))
        os.kill(killed.pid, signal.SIGKILL)
        killed.communicate()
        for file in tmp_path.glob("a*"):
            whole(file)
        numbers.append(whole(path))
    for part in tmp_path.glob(".*"):
        os.utime(part, (1, 1))
    disk._sweep.cache_clear()
    disk.write(path, "last\n" * 2000)
    assert not list(tmp_path.glob(".*")), "what the killed have left is swept away"
