"""What is wrong with a sheet: faults with a place and a remedy, and how a value fails a type."""

from __future__ import annotations

import difflib
import enum
import functools
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec

Path: TypeAlias = "tuple[str | int, ...]"
"""Keys and positions from the top of a sheet down to one value."""

Report: TypeAlias = "Callable[[Path, str, str], None]"
"""Takes the path of a bad value, a message and the proposed word ("" for none)."""

_SHOWN_KNOWN = 12
_SHOWN_TEXT = 60
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}

_strictness: dict[Any, bool] = {}


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a file; line and column count from 1, `path` is the dotted key."""

    file: str
    line: int
    column: int
    path: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: "
        key = f"{self.path}: " if self.path else ""
        hint = f" (did you mean {self.remedy!r}?)" if self.remedy else ""
        return f"{where}{key}{self.message}{hint}"


class SheetError(Exception):
    """A sheet that cannot be used; `faults` holds everything found wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word`, or "" if none is much like it."""
    names = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower()[:80], list(names), n=1, cutoff=0.6)
    return names[found[0]] if found else ""


def quoted(value: object) -> str:
    """A value as an error message shows it: short, and with its kind for containers."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = repr(value) if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN_TEXT else text[: _SHOWN_TEXT - 3] + "..."


def unknown(kind: str, word: object, known: Iterable[str]) -> tuple[str, str]:
    """Message and remedy for a word that is not among the known ones."""
    names = sorted(known)
    listed = ", ".join(names[:_SHOWN_KNOWN]) + (", ..." if len(names) > _SHOWN_KNOWN else "")
    remedy = nearest(word, names) if isinstance(word, str) else ""
    return f"unknown {kind} {quoted(word)}; known: {listed}", remedy


def examine(value: Any, kind: Any, path: Path, report: Report) -> None:
    """Report every place where a plain value does not fit a type.

    Slower than `msgspec.convert`, which stops at the first fault; meant for values it has refused.
    """
    origin = get_origin(kind)
    if origin is Annotated:
        _examine_annotated(value, kind, path, report)
    elif origin in (typing.Union, types.UnionType):
        _examine_union(value, kind, path, report)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict):
        _examine_struct(value, kind, path, report)
    elif isinstance(value, dict) and _is_a(origin, Mapping):
        _examine_mapping(value, get_args(kind), path, report)
    elif isinstance(value, list) and _is_a(origin, (Sequence, Set)):
        _examine_list(value, kind, path, report)
    else:
        _examine_leaf(value, kind, path, report)


def strict_throughout(kind: Any) -> bool:
    """Whether `msgspec.convert` alone refuses every unknown key of this type and of the types inside it."""
    if kind not in _strictness:
        _strictness[kind] = _strict(kind, set())
    return _strictness[kind]


def _strict(kind: Any, seen: set[Any]) -> bool:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in seen:
            return True
        seen.add(kind)
        inside = [field.type for field in msgspec.structs.fields(kind)]
        return bool(kind.__struct_config__.forbid_unknown_fields) and all(_strict(each, seen) for each in inside)
    if get_origin(kind) is Literal:
        return True
    return all(_strict(each, seen) for each in get_args(kind))


def _is_a(origin: Any, kinds: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, kinds)


def _examine_annotated(value: Any, kind: Any, path: Path, report: Report) -> None:
    found: list[tuple[Path, str, str]] = []
    examine(value, get_args(kind)[0], path, lambda *fault: found.append(fault))
    for fault in found:
        report(*fault)
    if not found:
        _examine_leaf(value, kind, path, report)


def _examine_union(value: Any, kind: Any, path: Path, report: Report) -> None:
    arms = [arm for arm in get_args(kind) if _same_shape(value, arm)]
    if len(arms) == 1:
        examine(value, arms[0], path, report)
    else:
        _examine_leaf(value, kind, path, report)


def _same_shape(value: Any, arm: Any) -> bool:
    """Whether a fault in `value` is best explained as a fault against this arm of a union."""
    origin = get_origin(arm) or arm
    if origin is Annotated:
        return _same_shape(value, get_args(arm)[0])
    if isinstance(value, dict):
        if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
            config = origin.__struct_config__
            return config.tag is None or value.get(config.tag_field or "") == config.tag
        return _is_a(origin, Mapping)
    if isinstance(value, list):
        return _is_a(origin, (Sequence, Set)) and origin is not str
    if isinstance(value, str):
        return origin is Literal or _is_a(origin, (str, enum.Enum))
    return value is not None and _is_a(origin, type(value))


def _examine_struct(value: dict[str, Any], kind: type[msgspec.Struct], path: Path, report: Report) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    for key in value:
        if key not in fields and key != tag:
            report((*path, key), *unknown("key", key, fields))
    sound = True

    def note(where: Path, message: str, remedy: str) -> None:
        nonlocal sound
        sound = False
        report(where, message, remedy)

    for name, field in fields.items():
        if name in value:
            examine(value[name], field.type, (*path, name), note)
        elif field.required:
            note(path, f"key {name!r} is missing", "")
    if sound:
        # What is left can only come from the struct as a whole: a check in its __post_init__.
        known = {key: each for key, each in value.items() if key in fields or key == tag}
        _examine_leaf(known, kind, path, report)


def _examine_mapping(value: dict[str, Any], args: tuple[Any, ...], path: Path, report: Report) -> None:
    key_kind, value_kind = args if len(args) == 2 else (str, Any)
    keys_only: Any = dict.__class_getitem__((key_kind, Any))
    for key, each in value.items():
        try:
            msgspec.convert({key: None}, keys_only, str_keys=True)
        except (msgspec.ValidationError, TypeError, ValueError) as problem:
            report((*path, key), *_plain(problem, key, key_kind))
        examine(each, value_kind, (*path, key), report)


def _examine_list(value: list[Any], kind: Any, path: Path, report: Report) -> None:
    args = get_args(kind)
    if _is_a(get_origin(kind), tuple) and not (len(args) == 2 and args[1] is Ellipsis):
        if len(value) != len(args):
            report(path, f"expected {len(args)} items, found {len(value)}", "")
            return
        kinds: Iterable[Any] = args
    else:
        kinds = (args[0] if args else Any,) * len(value)
    for place, (each, each_kind) in enumerate(zip(value, kinds, strict=True)):
        examine(each, each_kind, (*path, place), report)


def _examine_leaf(value: Any, kind: Any, path: Path, report: Report) -> None:
    try:
        msgspec.convert(value, kind, strict=True, str_keys=True)
    except (msgspec.ValidationError, TypeError, ValueError) as problem:
        report(path, *_plain(problem, value, kind))


@functools.cache
def _known_words(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) in (Annotated, typing.Union, types.UnionType):
        return tuple(word for arm in get_args(kind) for word in _known_words(arm))
    if get_origin(kind) is Literal:
        return tuple(str(word) for word in get_args(kind))
    if _is_a(kind, enum.Enum):
        return tuple(str(member.value) for member in kind)
    return ()


def _plain(problem: Exception, value: Any, kind: Any) -> tuple[str, str]:
    """An error of msgspec in words, with the offending value."""
    words = _known_words(kind)
    if words and isinstance(value, str):
        return unknown("value", value, words)
    text = re.sub(r" - at `[^`]*`$", "", str(problem))
    text = re.sub(r", got `[^`]*`$", "", text)
    text = re.sub(r"`([^`]*)`", lambda found: _in_words(found.group(1)), text)
    text = text[:1].lower() + text[1:]
    return f"{text}, found {quoted(value)}", ""


def _in_words(kinds: str) -> str:
    return " or ".join(_WORDS.get(each, each) for each in kinds.split(" | "))
