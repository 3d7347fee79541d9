"""Plain values -> YAML text that `sheets.load` reads back to the same values, stable under git diff."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any

_WIDTH = 100
_MAX_DIGITS = 40
_MAX_KEY = 1000  # libyaml looks for the colon no further than 1,024 characters away
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.+/()-]*(?: [A-Za-z0-9_.+/()-]+)*")
# Words that other YAML readers take for something else; quoted so that every reader agrees.
_TAKEN = frozenset(["yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"])
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def dump(value: Any) -> str:
    """YAML text of dicts with text keys, lists, tuples, text, numbers, booleans and None.

    Short lists and mappings of scalars stand on one line, text of several lines becomes a block.
    Raises TypeError for other values and ValueError for what YAML cannot carry (infinity, lone surrogates).
    """
    if isinstance(value, dict) and value:
        return "".join(_pair(key, each, 0) for key, each in value.items())
    if isinstance(value, (list, tuple)) and value:
        return "".join(_item(each, 0) for each in value)
    if isinstance(value, str) and "\n" in value:
        return _quote(value) + "\n"
    return _inline(value) + "\n"


def _pair(key: Any, value: Any, indent: int) -> str:
    return " " * indent + _key(key) + ":" + _after(value, indent)


def _item(value: Any, indent: int) -> str:
    if isinstance(value, dict) and not _short(value, indent):
        (first, first_value), *rest = value.items()
        head = " " * indent + "- " + _pair(first, first_value, indent + 2).lstrip(" ")
        return head + "".join(_pair(key, each, indent + 2) for key, each in rest)
    return " " * indent + "-" + _after(value, indent)


def _after(value: Any, indent: int) -> str:
    """What follows `key:` or `-`, up to and with the end of the line."""
    inner = indent + 2
    if isinstance(value, str) and _fits_block(value):
        return " " + _block(value, inner)
    if _short(value, indent):
        return f" {_inline(value)}\n"
    if isinstance(value, dict):
        return "\n" + "".join(_pair(key, each, inner) for key, each in value.items())
    return "\n" + "".join(_item(each, inner) for each in value)


def _short(value: Any, indent: int) -> bool:
    """Whether a value stands on the line of its key: a scalar, or a flat or pair-like container that fits."""
    if not isinstance(value, (dict, list, tuple)) or not value:
        return True
    inside = value.values() if isinstance(value, dict) else value
    if any(isinstance(each, dict) or (isinstance(each, str) and "\n" in each) for each in inside):
        return False
    if any(
        isinstance(part, (dict, list, tuple)) for each in inside if isinstance(each, (list, tuple)) for part in each
    ):
        return False
    return indent + len(_inline(value)) + 24 <= _WIDTH


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return _scalar(value)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key must be text, not {key!r}")
    text = _scalar(key)
    if len(text) > _MAX_KEY:
        raise ValueError(f"a key of more than {_MAX_KEY} characters")
    return text


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) >= 10**_MAX_DIGITS:
            raise ValueError(f"a whole number of more than {_MAX_DIGITS} digits")
        return str(int(value))
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and value.lower() not in _TAKEN else _quote(value)
    raise TypeError(f"cannot write {value!r} to a sheet")


def _float(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"cannot write {value!r} to a sheet")
    text = format(Decimal(repr(value)), "f")
    return text if "." in text else text + ".0"


def _quote(text: str) -> str:
    return '"' + "".join(map(_escape, text)) + '"'


def _escape(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError(f"text with half a surrogate pair: {letter!r}")
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _fits_block(text: str) -> bool:
    lines = text.split("\n")
    return len(lines) > 1 and any(lines) and all(line.isprintable() and "\ufeff" not in line for line in lines)


def _block(text: str, indent: int) -> str:
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    mark = "-" if ends == 0 else "" if ends == 1 else "+"
    # Without the number a reader would take leading spaces of the first line for indentation.
    width = "2" if body.lstrip("\n")[:1] in (" ", "") or body.startswith("\n") else ""
    lines = [" " * indent + line if line else "" for line in body.split("\n")]
    return f"|{width}{mark}\n" + "\n".join(lines) + "\n" + "\n" * max(ends - 1, 0)
