"""Where files are: the data that ships with the game, and the user's own folders."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent


def data(folder: str) -> Path:
    """The shipped folder `assets`, `maps` or `rulesets`: beside `game/` in a checkout, inside it in a wheel."""
    checkout = _PACKAGE.parent / folder
    if checkout.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file():
        return checkout
    return _PACKAGE / "shipped" / folder


def user_data() -> Path:
    """The user's folder for saves, records, own maps and rulesets; made by the first that writes there."""
    return platformdirs.user_data_path("quintain", appauthor=False)


def user_config() -> Path:
    """The user's folder for settings; made by the first that writes there."""
    return platformdirs.user_config_path("quintain", appauthor=False)
