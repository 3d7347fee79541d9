"""rulesets/README.md is the example in tests/examples/d20, word for word, and its variant can be played."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from game.ai.controller import find_controller
from game.data import paths
from game.kernel.components import Down
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, verify
from tests import EXAMPLE
from tests.playing import GRIDS, skirmish, units

README = (paths.data("rulesets") / "README.md").read_text(encoding="utf-8")


def files() -> dict[str, str]:
    """Name -> what the walk-through puts into the file, all its blocks together."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in re.findall(r"^`([\w./-]+)`[^\n`]*:\n\n```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        found[name].append(text)
    return {name: "\n".join(texts) for name, texts in found.items()}


def squeezed(text: str) -> list[str]:
    """The lines that say something."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_walk_through_is_the_example() -> None:
    told = {name: text for name, text in files().items() if not name.startswith("grim/")}
    there = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".yaml", ".toml")]
    assert told.keys() == {path.relative_to(EXAMPLE).as_posix() for path in there}
    for name, text in told.items():
        assert squeezed(text) == squeezed((EXAMPLE / name).read_text(encoding="utf-8")), name


def test_the_variant_of_the_walk_through_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path)
    for name, text in files().items():
        if name.startswith("grim/"):
            path = tmp_path / "rulesets" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    rules = find_ruleset("grim")
    assert rules.archetypes["pikeman"].points == 6
    game = Skirmish(quick("arena", "grim", ("random", "random"), 2)).settle()
    game.answer(game.session.request.options[0].key)  # type: ignore[union-attr]
    assert verify(game.text()) is None


@pytest.mark.parametrize("grid", GRIDS)
def test_the_computer_plays_the_example_to_its_end(grid: str) -> None:
    game, player = skirmish("d20", grid, "end"), find_controller("berserker", 1)
    for _ in range(600):
        if game.session.request is None:
            break
        game.answer(player.choose(game.session))
    world = game.session.world
    assert game.session.request is None and game.ruleset.outcome(world) is not None
    assert any(world.has(unit, Down) for unit in units(world))
    assert verify(game.text()) is None
