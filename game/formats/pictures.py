"""Pictures as bytes: what kind and how big one is without decoding it, and plain ones made of coloured boxes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from msgspec import Struct

from game.formats.report import FormatError

MAX_PIXELS = 100_000_000
MAX_SIDE = 20_000

Colour = tuple[int, int, int, int]


class Look(Struct, frozen=True):
    """The ending for a file's name, and the size in pixels."""

    ending: str
    width: int
    height: int


def look(data: bytes, name: str) -> Look:
    """Kind and size of a PNG, JPEG or WebP from its first bytes; FormatError for others and for too many pixels."""
    found = _png(data) or _jpeg(data) or _webp(data)
    if found is None:
        raise FormatError(f"{name}: the picture is no PNG, JPEG or WebP")
    if not 1 <= found.width <= MAX_SIDE or not 1 <= found.height <= MAX_SIDE:
        raise FormatError(f"{name}: a picture of {found.width} x {found.height} pixels")
    if found.width * found.height > MAX_PIXELS:
        raise FormatError(f"{name}: a picture of {found.width} x {found.height}, more than {MAX_PIXELS} pixels")
    return found


def _png(data: bytes) -> Look | None:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return Look("png", *struct.unpack(">II", data[16:24]))


def _jpeg(data: bytes) -> Look | None:
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    while True:
        # As decoders do it: whatever is no marker is skipped, and so are bytes that fill up before one.
        at = data.find(b"\xff", at)
        while 0 <= at < len(data) and data[at] == 0xFF:
            at += 1
        if at < 0 or at + 8 > len(data):
            return None
        mark = data[at]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 4 : at + 8])
            return Look("jpg", width, height)
        if mark in (0xD8, 0xD9, 0xDA):  # it begins again, ends, or shows before it said how big it is
            return None
        alone = mark in (0x00, 0x01) or 0xD0 <= mark <= 0xD7
        at += 1 if alone else 1 + max(2, int.from_bytes(data[at + 1 : at + 3], "big"))


def _webp(data: bytes) -> Look | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        return Look("webp", int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1)
    if data[12:16] == b"VP8L":
        both = int.from_bytes(data[21:25], "little")
        return Look("webp", (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1)
    if data[12:16] != b"VP8 ":
        return None
    width, height = struct.unpack("<HH", data[26:30])
    return Look("webp", width & 0x3FFF, height & 0x3FFF)


def tiles(colours: Sequence[Colour], columns: int, width: int, height: int) -> bytes:
    """A PNG of boxes in rows of `columns`, each of one colour with alpha and a pixel of air around it."""
    empty = b"\0\0\0\0" * width
    lines = []
    for first in range(0, len(colours), columns):
        row = colours[first : first + columns]
        full = b"".join(b"\0\0\0\0" + bytes(colour) * (width - 2) + b"\0\0\0\0" for colour in row)
        full += empty * (columns - len(row))
        lines += [b"\0" + empty * columns, *[b"\0" + full] * (height - 2), b"\0" + empty * columns]
    size = struct.pack(">IIBBBBB", columns * width, len(lines), 8, 6, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", size),
            _chunk(b"IDAT", zlib.compress(b"".join(lines), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
