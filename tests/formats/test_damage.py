"""Damaged files of every format: a clear error or a board, in bounded time, and nothing else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.data.sheets import SheetError
from game.formats import registry
from game.formats.report import FormatError
from tests.formats.samples import damaged, seeds_of

ENDINGS = (".yaml", ".tmx", ".tmj", ".uvtt", ".map")
LONGEST = 5.0
"""Seconds for one small file, on a machine with other things to do."""


def try_one(path: Path, data: bytes) -> str:
    """The message of the error, "" for a board; anything but FormatError and SheetError is a failure."""
    path.write_bytes(data)
    begun = time.monotonic()
    try:
        registry.read(path)
        message = ""
    except (FormatError, SheetError) as error:
        message = str(error)
        assert message and "Traceback" not in message
    assert time.monotonic() - begun < LONGEST
    assert path.read_bytes() == data, "reading never changes a file"
    return message


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ENDINGS), st.integers(0, 10**9))
def test_damaged_files(tmp_path_factory: pytest.TempPathFactory, ending: str, seed: int) -> None:
    seeds = seeds_of(ending)
    try_one(tmp_path_factory.getbasetemp() / f"bad{ending}", damaged(seeds[seed % len(seeds)], seed))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(ENDINGS), st.binary(max_size=200))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, ending: str, data: bytes) -> None:
    try_one(tmp_path_factory.getbasetemp() / f"any{ending}", data)


@pytest.mark.parametrize("ending", ENDINGS)
def test_sound_files_are_read(tmp_path: Path, ending: str) -> None:
    for data in seeds_of(ending):
        assert try_one(tmp_path / f"good{ending}", data) == ""


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ENDINGS)
def test_ten_thousand_damaged_files(tmp_path: Path, ending: str) -> None:
    seeds, refused = seeds_of(ending), 0
    for seed in range(10_000):
        refused += try_one(tmp_path / f"bad{ending}", damaged(seeds[seed % len(seeds)], seed)) != ""
    assert 1000 < refused < 10_000, "some damage is fatal, and some is not"
