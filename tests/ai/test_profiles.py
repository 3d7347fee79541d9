"""Levels and characters: read from YAML, found by name, joined with the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.__main__ import main
from game.ai import profiles
from game.ai.controller import controllers, entry_of, find_controller
from game.data import paths
from game.data.sheets import SheetError

OWN = """
levels:
  veteran: {title: Veteran, text: "Has seen it all.", samples: 4, nodes: 200}
characters:
  wolfish: {title: wolfish, text: "Never alone.", weights: {alone: -0.05}}
shown: [veteran-wolfish]
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the user's own players."""
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    profiles.players.cache_clear()
    folder = tmp_path / "players"
    folder.mkdir()
    yield folder
    profiles.players.cache_clear()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("captain", "captain"),
        ("captain-steady", "captain"),
        ("recruit", "recruit"),
        ("marshal-hunter", "marshal-hunter"),
        ("hunter", "captain-hunter"),
        ("guardian", "captain-guardian"),
        ("squire", "recruit"),
        ("berserker", "captain-reckless"),
    ],
)
def test_a_player_is_found_by_level_character_both_or_an_older_name(name: str, found: str) -> None:
    assert find_controller(name, 1).name == found
    entry = entry_of(name)
    assert entry is not None and entry.name == found


@pytest.mark.parametrize(
    "name", ["sergeant", "captain-", "captain-angry", "sergeant-hunter", "captain-hunter-steady", ""]
)
def test_what_is_no_player_is_not_found(name: str) -> None:
    assert entry_of(name) is None
    with pytest.raises(LookupError, match="unknown controller"):
        find_controller(name)


def test_a_level_says_how_well_and_a_character_what_for() -> None:
    recruit, captain, marshal = (profiles.profile(name) for name in ("recruit", "captain", "marshal"))
    assert recruit and captain and marshal
    assert recruit.notices < captain.notices == marshal.notices == 1
    assert recruit.samples < captain.samples < marshal.samples
    assert captain.nodes < marshal.nodes
    hunter = profiles.profile("marshal-hunter")
    assert hunter is not None
    assert (hunter.nodes, dict(hunter.weights)) == (marshal.nodes, {"leader": -0.5, "wounded": -0.3})
    assert hunter.title == "Marshal, hunter"


def test_a_level_may_try_more_or_less_in_single_rulesets(data: Path) -> None:
    text = "{title: V, text: V., nodes: 50, rulesets: {poise: {nodes: 80}, aura: {moves: 4, finals: 1}}}"
    (data / "mine.yaml").write_text(f"levels: {{veteran: {text}}}")
    found = profiles.profile("veteran-hunter")
    assert found is not None
    assert [(each.nodes, each.moves, each.finals) for each in map(found.within, ("poise", "aura", "clash"))] == [
        (80, 12, 3),
        (50, 4, 1),
        (50, 12, 3),
    ]
    assert found.within("poise").weights == found.weights and found.within("poise").name == "veteran-hunter"


def test_lists_offer_a_sentence_for_each_and_the_captain_first() -> None:
    entries = controllers()
    assert entries[0].name == "captain"
    assert {"recruit", "marshal", "random", "first"} <= {entry.name for entry in entries}
    assert all(entry.text.endswith(".") and entry.title for entry in entries)
    assert len({entry.name for entry in entries}) == len(entries)


def test_the_users_own_files_add_players(data: Path) -> None:
    (data / "mine.yaml").write_text(OWN)
    names = [entry.name for entry in controllers()]
    assert names[0] == "captain"
    assert {"veteran-wolfish", "veteran", "captain-wolfish"} <= set(names)
    found = profiles.profile("veteran-wolfish")
    assert found is not None
    assert (found.samples, found.moves, dict(found.weights)) == (4, 12, {"alone": -0.05})
    assert profiles.profile("recruit-wolfish") is not None


def test_the_users_own_files_may_replace_players(data: Path) -> None:
    (data / "mine.yaml").write_text("levels: {captain: {title: Captain, text: Mine., samples: 7}}")
    found = profiles.profile("captain")
    assert found is not None and (found.samples, found.text) == (7, "Mine.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "levels: {x: {title: X, text: X., samples: 0}}",
            "mine.yaml:1:43: levels.x.samples: expected a whole number >= 1, found 0",
        ),
        (
            "levels: {x: {title: X, text: X., rulesets: {aura: {nodes: 0}}}}",
            "mine.yaml:1:59: levels.x.rulesets.aura.nodes: expected a whole number >= 1, found 0",
        ),
        (
            "levels: {x: {title: X, text: X., rulesets: {aurra: {nodes: 9}}}}",
            "mine.yaml:1:45: levels.x.rulesets.aurra: there is no ruleset 'aurra'",
        ),
        ("levels: {x: {title: X, text: X., smaples: 1}}", "mine.yaml:1:34: levels.x.smaples: unknown key 'smaples'"),
        (
            "characters:\n  x: {title: X, text: X., weights: {won: 1}}",
            "mine.yaml:2:37: characters.x.weights.won: unknown term 'won'",
        ),
        ("characters: {x-y: {title: X, text: X.}}", "mine.yaml:1:14: characters.x-y: 'x-y' is no name"),
        (
            "levels:\n  x: {title: X, text: X., rulesets: {poise: {counts: {dangr: 1}}}}",
            "mine.yaml:2:55: levels.x.rulesets.poise.counts.dangr: unknown term 'dangr'",
        ),
        (
            "levels:\n  x: {title: X, text: X., rulesets: {wounds: {values: {initiativ: 1}}}}",
            "mine.yaml:2:56: levels.x.rulesets.wounds.values.initiativ: unknown pool or condition 'initiativ'",
        ),
        (
            "levels:\n  x: {title: X, text: X., rulesets: {aura: {short: {stamna: [5, -1]}}}}",
            "mine.yaml:2:53: levels.x.rulesets.aura.short.stamna: unknown pool or condition 'stamna'",
        ),
        (
            "levels:\n  x: {title: X, text: X., rulesets: {aura: {short: {stamina: 5}}}}",
            "mine.yaml:2:62: levels.x.rulesets.aura.short.stamina: expected a list, found 5",
        ),
        ("shown: [captian]", "mine.yaml:1:9: shown.0: unknown player 'captian'"),
        ("also: {old: captain-hnter}", "mine.yaml:1:13: also.old: unknown player 'captain-hnter'"),
        ("levels: [", "mine.yaml:2:1: not YAML"),
    ],
)
def test_a_faulty_file_is_told_with_its_place_and_stops_nobody(
    text: str, fault: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / "mine.yaml"
    path.write_text(text)
    with pytest.raises(SheetError) as error:
        profiles.read_players(path, known=profiles.players()[0])
    assert fault in str(error.value)
    assert profiles.profile("captain") is not None, "the others are there"
    (problem,) = profiles.players()[1]
    assert fault in problem
    assert main(["arena", "idle", "--controller", "nobody"]) == 2
    assert fault in capsys.readouterr().err
