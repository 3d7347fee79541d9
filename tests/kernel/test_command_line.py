"""The command line: what it prints, what it writes, how it says no."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from game.data.paths import data

SIMULATE = ["simulate", "--ruleset", "poise", "--map", "arena", "--red", "first", "--blue", "random"]
COMMANDS = ["play", "simulate", "replay", "check", "rules"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a simulated skirmish."""
    assert main([*SIMULATE, "-n", "1", "--records", str(tmp_path)]) == 0
    return tmp_path / "00000.txt"


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_comes_with_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    assert "examples:\n  python -m game" in capsys.readouterr().out


def test_simulate_shows_wins_and_writes_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "deep" / "wins.json"
    assert main([*SIMULATE, "-n", "2", "--seed", "9", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "95 % interval" in shown
    assert "errors 0" in shown
    figures = json.loads(out.read_text())
    assert (figures["errors"], figures["skirmishes"], figures["seed"]) == (0, 2, "9")
    assert set(figures["sides"]) == {"Red", "Blue"}
    assert [each["controllers"] for each in figures["results"]] == [["first", "random"], ["random", "first"]]


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        main([*SIMULATE, "-n", "1", "--out", str(file)])
    assert files[0].read_text() == files[1].read_text()


def test_a_record_is_told_and_verified(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["replay", str(record)]) == 0
    assert "Round 1  [POISE-INIT-3]\n" in capsys.readouterr().out
    assert main(["replay", str(record), "--verify"]) == 0
    assert capsys.readouterr().out == f"{record}: plays out as recorded\n"


def test_a_record_that_ends_elsewhere_fails(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(record.read_text().replace("\nend ", "\nend 0"))
    assert main(["replay", str(record), "--verify"]) == 1
    assert "the world differs" in capsys.readouterr().err


def test_a_faulty_line_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("> "))
    lines[at] = "> fly to the moon"
    record.write_text("\n".join(lines))
    assert main(["replay", str(record)]) == 1
    assert f"{record}:{at + 1}: '> fly to the moon' does not fit here" in capsys.readouterr().err


def test_a_position_that_cannot_be_played_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "ruleset: clash\npositions:\n- id: odd\n"
        '  given: {board: ["A b"], each: {unit: forest_bandit}}\n  must: [{verb: fly}]\n  why: It cannot.\n'
    )
    assert main(["arena", "positions", str(path), "--seeds", "1"]) == 2
    said = capsys.readouterr().err
    assert f"{path}:3" in said and "odd" in said and "among the options" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "--ruleset", "pois", "--map", "arena"], "unknown ruleset 'pois'; known: "),
        (["simulate", "--ruleset", "pois", "--map", "arena"], "did you mean 'poise'?"),
        (["simulate", "--ruleset", "poise", "--map", "arina"], "did you mean 'arena'?"),
        (["simulate", "--ruleset", "poise", "--map", "no.yaml"], "there is no file no.yaml"),
        ([*SIMULATE, "--red", "captian"], "did you mean 'captain'?"),
        (["play", "--map", "arena", "--red", "humann"], "did you mean 'human'?"),
        (["play", "--ruleset", "poise"], "--map is missing; there are: arena"),
        (["play", "--load", "nowhere.txt"], "nowhere.txt: cannot be read: No such file or directory"),
        (["replay", "nowhere.txt"], "nowhere.txt: cannot be read: No such file or directory"),
        (["check", "nowhere.yaml"], "nowhere.yaml: cannot be read: No such file or directory"),
        (["rules", "clsh"], "unknown ruleset 'clsh'"),
        (["rules", "poise", "--cases", "nowhere.yaml"], "nowhere.yaml: cannot be read: No such file or directory"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_is_not_there_is_one_line_with_what_is(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("words", [["fight"], ["simulate"], [*SIMULATE, "-n", "0"], [*SIMULATE, "-n", "many"]], ids=str)
def test_what_argparse_refuses_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main([*SIMULATE, "-n", "1", "--out", str(tmp_path / "file" / "wins.json")]) == 2
    assert capsys.readouterr().err == f"quintain: {tmp_path / 'file'}: File exists\n"


def test_rules_are_listed_with_their_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "cases.yaml"
    cases.write_text("- {id: a, rules: [POISE-HINDER-2], given: {}, then: {}}\n")
    assert main(["rules", "poise", "--cases", str(cases)]) == 0
    listed = capsys.readouterr().out
    assert any(line.split()[:2] == ["POISE-HINDER-2", "1"] for line in listed.split("\n"))
    assert main(["rules", "poise", "--cases", str(cases), "--missing"]) == 1
    assert "POISE-HINDER-2 " not in capsys.readouterr().out


def test_rules_without_a_name_lists_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "poise  Poise\n" in capsys.readouterr().out


def test_a_failing_case_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "cases.yaml"
    given = "{grid: square, board: ['A . b'], A: {unit: footman}, b: {unit: footman, side: blue}}"
    cases.write_text(f"ruleset: poise\ncases:\n  - id: a\n    rules: [POISE-POOL-3]\n    given: {given}\n")
    cases.write_text(cases.read_text() + "    then: {A: {poise: 99}}\n")
    assert main(["check", str(cases)]) == 1
    shown = capsys.readouterr().out
    assert f"{cases}:3: a: " in shown
    assert shown.endswith("1 cases, 1 failures\n")


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.commands.simulate.simulate", interrupted)
    assert main(SIMULATE) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_closed_pipe_is_quiet(record: Path) -> None:
    command = [sys.executable, "-m", "game", "replay", str(record)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


def test_play_draws_a_picture_without_a_window(tmp_path: Path) -> None:
    picture = tmp_path / "new" / "arena.png"
    command = [sys.executable, "-m", "game", "play", "--map", "arena", "--screenshot", str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_a_display_play_names_what_needs_none(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"HOME": str(tmp_path), "SDL_VIDEODRIVER": "x11"}
    done = subprocess.run([sys.executable, "-m", "game"], capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert "simulate" in done.stderr
    assert done.stderr.count("\n") == 1


def test_play_begins_a_scenario_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (data("rulesets") / "poise" / "README.md").read_text(encoding="utf-8")
    file, picture = tmp_path / "riders.yaml", tmp_path / "riders.png"
    file.write_text(readme.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    command = [sys.executable, "-m", "game", "play", "--scenario", str(file), "--screenshot", str(picture)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert picture.stat().st_size > 1000
    assert main(["play", "--scenario", str(tmp_path / "none.yaml")]) == 2
    assert "there is no scenario or file" in capsys.readouterr().err
    named = [sys.executable, "-m", "game", "play", "--scenario", "poise/dragon", "--blue", "captain", "--screenshot"]
    subprocess.run([*named, str(picture)], check=True, capture_output=True, timeout=60)
    assert main(["play", "--scenario", "poise/dragon", "--red", "nobody"]) == 2
    assert "captain" in capsys.readouterr().err
