"""Every test of the screens has its own folders and the toy ruleset beside the real ones."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pytest

from game.data import paths
from game.skirmish import record


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "config").mkdir()
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path / "config")
    return tmp_path


@pytest.fixture
def patient(monkeypatch):
    """A picture waits until a computer has answered: how many answers some pictures see hangs on no machine."""
    from game.ui.battle import table

    monkeypatch.setattr(table, "_PATIENCE", None)


@pytest.fixture
def toy(monkeypatch):
    from game.ui.kit import choices

    from .toyrules import Toy

    found = {"toy": Toy()}
    monkeypatch.setattr(choices, "rulesets", lambda: found)
    monkeypatch.setattr(record, "find_ruleset", lambda name, folder=None: found["toy"])
    return found["toy"]


@pytest.fixture
def stage(toy):
    from .stage import Stage

    made = Stage()
    yield made
    made.close()
