"""Every test of the map editor's screens has its own folders and a window that nobody sees."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pytest

from game.data import paths

from .bench import Bench


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "config").mkdir()
    monkeypatch.setattr(paths, "user_data", lambda: tmp_path / "data")
    monkeypatch.setattr(paths, "user_config", lambda: tmp_path / "config")
    return tmp_path


@pytest.fixture
def bench():
    found = Bench()
    yield found
    found.desk.editor.close()


@pytest.fixture
def hexes():
    found = Bench("hex")
    yield found
    found.desk.editor.close()


@pytest.fixture(params=["square", "hex"])
def desk(request):
    found = Bench(request.param)
    yield found
    found.desk.editor.close()


@pytest.fixture(params=["drag", "keyed"])
def way(request):
    """How a tool is used: the name of what the bench does."""
    return request.param
