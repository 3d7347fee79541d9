"""The size of a picture is known before it is decoded, and is what the decoder will make of it."""

from __future__ import annotations

import io
import os
import random

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest

from game.formats import pictures
from game.formats.report import FormatError
from game.ui.board import backdrops


def jpeg(width: int, height: int) -> bytes:
    out = io.BytesIO()
    pygame.image.save(pygame.Surface((width, height)), out, "a.jpg")
    return out.getvalue()


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    pygame.image.save(pygame.Surface((width, height)), out, "a.png")
    return out.getvalue()


def segment(mark: int, body: bytes) -> bytes:
    return bytes((0xFF, mark)) + (len(body) + 2).to_bytes(2, "big") + body


SMALL_FRAME = b"\x08" + (10).to_bytes(2, "big") * 2 + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"


def crafted(how: str) -> bytes:
    """A picture of 1200 x 900 pixels that a careless reader takes for one of 10 x 10."""
    data = jpeg(1200, 900)
    at = data.index(b"\xff\xc0")
    fake = segment(0xC0, SMALL_FRAME)
    hidden = {
        # Any number of fill bytes may stand before a marker.
        "fill": b"\xff\xff\xff" + segment(0xE5, b"x" * 40)[1:],
        # A segment whose end is only found by its length, with a frame inside of it.
        "inside": segment(0xE5, fake + b"x"),
        # Bytes between segments are skipped up to the next marker; 00 after FF is none.
        "rubbish": b"\x00\x01\xff\x00\x02",
        # Markers that have no length.
        "lone": b"\xff\x01",
    }[how]
    return data[:at] + hidden + data[at:]


@pytest.mark.parametrize("how", ["fill", "inside", "rubbish", "lone"])
def test_crafted_jpegs_are_as_big_as_the_decoder_makes_them(how: str) -> None:
    data = crafted(how)
    look = pictures.look(data, "a.jpg")
    assert (look.width, look.height) == (1200, 900)
    if how in ("fill", "inside"):  # the others are not even looked at by the decoder that we have today
        assert pygame.image.load(io.BytesIO(data), "a.jpg").get_size() == (1200, 900)


@pytest.mark.parametrize("make", [jpeg, png])
def test_mutated_pictures_decode_to_what_was_said_or_not_at_all(make) -> None:
    dice, data = random.Random(7), make(60, 40)
    decoded = 0
    for _ in range(1500):
        changed = bytearray(data)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(min(len(changed), 700))
            if dice.random() < 0.3:
                changed[at:at] = bytes(dice.choice((0xFF, 0, 1, 0xC0, 0xD8)) for _ in range(dice.randint(1, 4)))
            else:
                changed[at] = dice.choice((0xFF, 0, dice.randrange(256)))
        try:
            look = pictures.look(bytes(changed), "a")
        except FormatError:
            continue
        if look.width * look.height > 4_000_000:
            continue
        try:
            found = pygame.image.load(io.BytesIO(changed), f"a.{look.ending}")
        except pygame.error:
            continue
        decoded += 1
        assert found.get_size() == (look.width, look.height)
    assert decoded > 100


def test_a_picture_that_decodes_to_another_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "look", lambda data, name: pictures.Look("png", 10, 10))
    with pytest.raises(ValueError, match="20 x 10 pixels, not 10 x 10"):
        backdrops.decoded(png(20, 10), "a.png")
