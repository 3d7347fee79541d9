"""Reading what strangers wrote: bounded bytes, JSON, numbers, compressed data and paths."""

from __future__ import annotations

import base64
import binascii
import math
import sys
import zlib
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, TypeVar

import msgspec

from game.data import disk
from game.formats.report import FormatError, Outside
from game.map.file import MAX_SIZE

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAX_BYTES = disk.MAX_BYTES
MAX_BRACKETS = 250_000
MAX_COMMAS = 4_000_000
MAX_WINDOW = 24
"""Binary logarithm of the memory that zstd may ask for."""

T = TypeVar("T")


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file; FormatError if there is none, or it is no plain file, or longer than the limit."""
    try:
        return disk.read(path, limit)
    except disk.Unreadable as problem:
        raise FormatError(f"{path.name}: {problem}") from None


def text_of(data: bytes, name: str) -> str:
    """The text of a file in UTF-8; FormatError for other bytes."""
    try:
        return disk.text_of(data)
    except disk.Unreadable as problem:
        raise FormatError(f"{name}:{problem.line + 1}:{problem.column + 1}: {problem}") from None


def decode_json(data: bytes, kind: type[T], name: str) -> T:
    """JSON bytes as structs; FormatError names the key. Keys that the structs do not have are skipped."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.count(b"[") + data.count(b"{") > MAX_BRACKETS or data.count(b",") > MAX_COMMAS:
        raise FormatError(f"{name}: more values than a map can have")
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as problem:
        raise FormatError(f"{name}: {plain(problem)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise FormatError(f"{name}: not JSON: {problem}") from None
    except RecursionError:
        raise FormatError(f"{name}: nested too deeply") from None


def convert(value: Any, kind: type[T], name: str) -> T:
    """Values whose numbers may still be text (from XML) as structs; FormatError names the key."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, ValueError, OverflowError) as problem:
        raise FormatError(f"{name}: {plain(problem)}") from None
    except RecursionError:
        raise FormatError(f"{name}: nested too deeply") from None


def plain(problem: Exception) -> str:
    """A complaint of msgspec in words: "layers.2.width: expected int >= 0"."""
    text, _, where = str(problem).partition(" - at `")
    where = where.strip("`").removeprefix("$").lstrip(".").replace("[", ".").replace("]", "").removeprefix(".")
    text = text.replace("`", "").replace("Object", "an object")[:300]
    return f"{where[:200]}: {text[:1].lower()}{text[1:]}" if where else text


def check_size(width: int, height: int, name: str) -> None:
    """FormatError for a map without cells or with more than a map can have."""
    if not 1 <= width <= MAX_SIZE or not 1 <= height <= MAX_SIZE:
        raise FormatError(f"{name}: a map of {width} x {height} cells; each must be between 1 and {MAX_SIZE}")


def check_finite(number: float, what: str, name: str) -> float:
    """The number, if it is one; FormatError for infinities and not-a-number."""
    if not math.isfinite(number):
        raise FormatError(f"{name}: {what} is {number}")
    return number


def unpack_base64(text: str, name: str, limit: int = MAX_BYTES) -> bytes:
    """The bytes of base64 text, blanks and a `data:` prefix allowed; FormatError for anything else."""
    if text.startswith("data:"):
        text = text.partition(",")[2]
    text = "".join(text.split())
    if len(text) > limit * 4 // 3 + 4:
        raise FormatError(f"{name}: more than {limit} bytes in base64")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as problem:
        raise FormatError(f"{name}: not base64: {problem}") from None


def inflate(data: bytes, method: str, size: int, name: str) -> bytes:
    """Exactly `size` bytes out of compressed ones (zlib, gzip, zstd or "" for none); never makes more than that."""
    try:
        if method in ("zlib", "gzip"):
            stream = zlib.decompressobj(zlib.MAX_WBITS | (32 if method == "gzip" else 0))
            found = stream.decompress(data, size + 1)
        elif method == "zstd":
            options = {int(zstd.DecompressionParameter.window_log_max): MAX_WINDOW}
            found = zstd.ZstdDecompressor(options=options).decompress(data, size + 1)
        elif method:
            raise FormatError(f"{name}: unknown compression {method[:40]!r}")
        else:
            found = data
    except (zlib.error, zstd.ZstdError, EOFError, MemoryError) as problem:
        raise FormatError(f"{name}: damaged {method} data: {problem}") from None
    if len(found) != size:
        more = "more than " if len(found) > size else ""
        raise FormatError(f"{name}: {size} bytes expected, {more}{min(len(found), size)} found")
    return found


def zstd_packed(data: bytes) -> bytes:
    """Bytes compressed by zstd."""
    return zstd.compress(data)


def beside(folder: Path, written: str, root: Path, name: str) -> Path:
    """The file that a map names, seen from `folder`; Outside if it lies outside `root`, links followed."""
    windows, posix = PureWindowsPath(written), PurePosixPath(written)
    if not written.isprintable() or windows.drive or windows.root or posix.root or not windows.name:
        raise FormatError(f"{name}: {written[:80]!r} is no file beside the map or below it")
    try:
        found = folder.joinpath(*windows.parts).resolve()
        inside = found.is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):
        inside = False
    if not inside:
        raise Outside(f"{name}: {written[:80]!r} leads out of the folder {root.name or '.'}")
    return found


def file_name(text: str) -> str:
    """A plain name for a file out of any words; never empty, never hidden, no longer than 80 letters."""
    clean = "".join(letter if letter.isalnum() or letter in " ._-()" else "_" for letter in text)[:80]
    return clean.strip(" .") or "map"
