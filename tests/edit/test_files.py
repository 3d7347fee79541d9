"""Safe files: whole or not at all, backups, autosaves, recovery; whatever happens, a copy stays."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.data.sheets import SheetError
from game.edit import clip, files, paint
from game.edit.draft import Draft, changed, read
from game.edit.files import Keeper, SaveError, backup, backups, left_behind
from game.edit.history import History
from tests.edit.drafts import field


def mark(draft: Draft, number: int) -> Draft:
    return changed(draft, name=f"Version {number}")


def test_saving_keeps_three_backups(tmp_path: Path) -> None:
    path, draft = tmp_path / "maps" / "a.yaml", field()
    for number in range(6):
        files.save(mark(draft, number), path)
    names = [read(file)[0].name for file in (path, *backups(path))]
    assert names == ["Version 5", "Version 4", "Version 3", "Version 2"]
    assert sorted(file.name for file in path.parent.iterdir()) == ["a.yaml", *(f"a.yaml.bak{n}" for n in (1, 2, 3))]
    assert files.load(path)[0].text() == mark(draft, 5).text()
    assert path.stat().st_mode & 0o444 == 0o444


def test_a_file_that_cannot_be_written_back_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    files.save(mark(field(), 1), path)
    before = path.read_bytes()
    with pytest.raises(SaveError, match="surrogate"):
        files.save(changed(field(), name="\ud800"), path)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(SaveError):
        files.save(field(), folder)
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.yaml", "folder"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    files.save(mark(field(), 1), path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="No space left"):
        files.save(mark(field(), 2), path)
    assert read(path)[0].name == "Version 1"
    assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]


def test_systems_without_links_get_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "a.yaml"
    for number in range(3):
        files.save(mark(field(), number), path)
    assert [read(file)[0].name for file in (path, *backups(path))] == ["Version 2", "Version 1", "Version 0"]


def test_loading_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("name: [", encoding="utf-8")
    with pytest.raises(SheetError, match="not YAML"):
        files.load(path)
    with pytest.raises(SheetError, match="cannot be read"):
        files.load(tmp_path / "b.yaml")
    assert path.read_text(encoding="utf-8") == "name: ["


def test_kill_during_save_never_loses_a_copy(tmp_path: Path) -> None:
    """A hundred times an editor that saves without pause is killed at any moment."""
    path = tmp_path / "a.yaml"
    draft = paint.scatter(field("square", 16, 16), field("square", 16, 16).grid.everywhere, {"tree": 1}, 40, 1)
    begun = time.perf_counter()
    files.save(mark(draft, 0), path)
    pace = time.perf_counter() - begun  # how long a save takes where other things run, too
    body = mark(draft, 0).text().split("\n", 1)[1]
    picks, last = random.Random(8), 0
    command = [sys.executable, "-c", LOOP, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as saver:
        assert saver.stdout and saver.stdout.readline() == "ready\n"
        for _ in range(100):
            last = one_kill(saver, path, body, last, picks.uniform(0.0, max(0.06, 3 * pace)))
    assert last > 10, "saves were under way"


class Crash(BaseException):
    """The machine stops here."""


@pytest.mark.parametrize("call", range(6))
def test_stopping_between_any_two_steps_leaves_a_whole_file(
    call: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, done = tmp_path / "a.yaml", 0
    for number in range(5):
        files.save(mark(field(), number), path)

    def stopping(name: str) -> Callable[..., None]:
        plain = getattr(os, name)

        def wrapped(*args: object) -> None:
            nonlocal done
            done += 1
            if done > call:
                raise Crash
            plain(*args)

        return wrapped

    for name in ("replace", "rename", "link", "fsync"):
        monkeypatch.setattr(os, name, stopping(name))
    with pytest.raises(Crash):
        files.save(mark(field(), 5), path)
    monkeypatch.undo()
    assert read(path)[0].name in ("Version 4", "Version 5")
    assert len(backups(path)) >= 2
    files.save(mark(field(), 6), path)
    assert read(path)[0].name == "Version 6"


LOOP = """
import os, sys
from pathlib import Path
from game.edit import files
from game.edit.draft import changed, read
path = Path(sys.argv[1])
draft, _ = read(path)
print("ready", flush=True)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        number = int(line)
        while True:
            number += 1
            files.save(changed(draft, name=f"Version {number}"), path)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


def one_kill(saver: subprocess.Popen[str], path: Path, body: str, last: int, seconds: float) -> int:
    """Let a child save from a number on, kill it after some seconds, and read what is there: its number."""
    assert saver.stdin and saver.stdout
    saver.stdin.write(f"{last}\n")
    saver.stdin.flush()
    child = int(saver.stdout.readline())
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    assert saver.stdout.readline() == "gone\n"
    found = []
    for file in (path, *backups(path)):
        name, rest = file.read_text(encoding="utf-8").split("\n", 1)
        assert rest == body, file.name
        found.append(int(name.removeprefix("name: Version ")))
    assert found == sorted(found, reverse=True)
    assert found[0] >= last
    for part in path.parent.glob(".*.part"):
        part.unlink()
    return found[0]


# Autosaves and recovery


def painted(history: History, count: int) -> None:
    for number in range(count):
        history.do("Paint", paint.level(history.draft, 1 << history.draft.grid.at(number % 8, number // 8), number + 1))


def test_autosave_every_so_many_commands(tmp_path: Path) -> None:
    history, keeper = History(field()), Keeper(Path("a.yaml"), tmp_path, every=5)
    painted(history, 4)
    assert not keeper.note(history)
    assert [*tmp_path.iterdir()] == []
    history.undo()
    assert keeper.note(history)
    (found,) = left_behind(tmp_path)
    assert found.draft().text() == history.draft.text()
    assert (found.rescue.file, found.rescue.name, found.rescue.process) == ("a.yaml", "Field", os.getpid())
    assert found.date
    assert not keeper.note(history)


def test_what_is_safe_leaves_no_autosave(tmp_path: Path) -> None:
    history, keeper = History(field()), Keeper(None, tmp_path, every=1)
    painted(history, 1)
    assert keeper.note(history)
    history.undo()
    assert not keeper.note(history)
    assert [*tmp_path.iterdir()] == []
    painted(history, 2)
    keeper.save_now(history)
    assert len(left_behind(tmp_path)) == 1
    keeper.forget()
    keeper.forget()
    assert left_behind(tmp_path) == []


def test_recovery_after_a_crash(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom game.edit import files, paint\n"
        "from game.edit.draft import blank\nfrom game.edit.history import History\n"
        "keeper = files.Keeper(Path('mill.yaml'), Path(sys.argv[1]), every=1)\n"
        "history = History(blank('hex', 5, 4, name='Mill'))\n"
        "history.do('Paint', paint.terrain(history.draft, 7, 'mud'))\nkeeper.note(history)\n"
        "print('ready', flush=True)\nsys.stdin.readline()\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crashing:
        assert crashing.stdout and crashing.stdout.readline() == "ready\n"
        assert left_behind(tmp_path) == []  # it still runs, its work is its own
        crashing.kill()
    (tmp_path / "junk.yaml").write_text("name: [", encoding="utf-8")
    (found,) = left_behind(tmp_path)
    assert found.draft().rows[0].startswith("mmm")
    assert (found.rescue.name, found.rescue.file) == ("Mill", "mill.yaml")
    found.discard()
    assert left_behind(tmp_path) == []
    assert (tmp_path / "junk.yaml").exists()
    assert left_behind(tmp_path / "nowhere") == []


def test_two_maps_of_one_name_have_slots_of_their_own(tmp_path: Path) -> None:
    slots = {Keeper(path, tmp_path).slot for path in (Path("a/x.yaml"), Path("b/x.yaml"), None, None)}
    assert len(slots) == 4


def test_stamps_are_kept_by_name(tmp_path: Path) -> None:
    draft = paint.terrain(field(), 7, "mud")
    taken = clip.copy(draft, 7)
    path = files.save_stamp(taken, "Mud: a/b", tmp_path)
    assert path.name == "Mud ab.yaml"
    assert files.stamps(tmp_path) == {"Mud ab": path}
    assert len(files.load_stamp(path).cells) == 3
    files.save_stamp(clip.copy(draft, 3), "Mud: a/b", tmp_path)
    assert len(files.load_stamp(path).cells) == 2
    assert len(files.load_stamp(backup(path, 1)).cells) == 3
    with pytest.raises(ValueError, match="letters or digits"):
        files.save_stamp(taken, "///", tmp_path)
    assert files.stamps(tmp_path / "nowhere") == {}
