"""Wordings that players stumbled over are gone from titles and code, and stay gone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.text import names

ROOT = Path(__file__).resolve().parent.parent
GONE = (
    "is to defeat",
    "Use something now",
    "Save the turn",
    "Cost of the way",
    "Damage besides the dice",
    "in 6 a die",
    "Throw yourself between",
    'Leave it"',
    "Goes along",
    "is dead by",
    'eye on"',
    "Keep an eye on",
    "Keeps an eye on",
    "ways to go on here",
    "ways to act here",
    "React before",
    "go on from earlier",
    "it costs\n",
    "Nobody to do it to",
    'in reaction"',
    '"Go on"',
    ": Go on\n",
    'f"Answer {',
)


def texts() -> Iterator[tuple[Path, str]]:
    for folder, pattern in ((ROOT / "game", "*.py"), (ROOT / "rulesets", "*.yaml")):
        for path in sorted(folder.rglob(pattern)):
            yield path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("said", GONE)
def test_it_is_said_as_a_player_would(said: str) -> None:
    assert [path.name for path, text in texts() if said in text] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_title_ends_or_doubles_a_word(name: str) -> None:
    for key, title in find_ruleset(name).titles.items():
        words = title.split()
        assert not title.endswith((" ", " the", " a")), key
        assert all(one.lower() != other.lower() for one, other in pairwise(words)), key


@pytest.mark.parametrize(
    ("title", "inside"), [("Temporary Vitality", "temporary vitality"), ("AP", "AP"), ("DR Power", "DR Power")]
)
def test_titles_stand_in_small_letters_inside_a_sentence(title: str, inside: str) -> None:
    vitality = find_ruleset("vitality")
    key = next(key for key, shown in vitality.titles.items() if shown == title)
    assert names.lower(vitality, key) == inside
