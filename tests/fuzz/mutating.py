"""Files as strangers, slips and crashes leave them: sound ones changed where it hurts, by a seed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from game.data.sheets import load
from game.formats.xml_tree import Element, dump, parse
from tests.formats.samples import damaged

Mutate = Callable[[bytes, int], bytes]

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**70), 10**39, 10**60, 1.5, -0.0, 1e308, 1e-9,
    float("nan"), float("inf"), "", " ", "0", "null", "x" * 300, "x" * 70_000, "../../etc/passwd", "/dev/zero",
    "C:\\x", "a\0b", "\x1b[31m", "\ud800", "\ufeff", "é" * 50, "a\nb", "{}", "[1]", "1e9", "nan", "${x}", "%s%n",
    [], {}, [[]], [{}], [0] * 3000, {"": 0}, {"x": {"y": {"z": []}}}, [None], ["x", 1, None, []],
)  # fmt: skip
"""What stands where something else is expected."""


def deep(levels: int) -> Any:
    """Lists and mappings in each other."""
    found: Any = 0
    for number in range(levels):
        found = [found] if number % 2 else {"x": found}
    return found


def changed(tree: Any, dice: random.Random) -> Any:
    """Plain values after one to four accidents: other values, keys lost, doubled, renamed or moved."""
    found = copy.deepcopy(tree)
    for _ in range(dice.randint(1, 4)):
        spots = list(_spots(found))
        if not spots:
            return dice.choice(HOSTILE)
        holder, key = dice.choice(spots)
        _accident(holder, key, spots, dice)
    return found


def _spots(tree: Any) -> Any:
    """Every place in the tree, as what holds it and its key or number."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, each in list(inside):
        yield tree, key
        yield from _spots(each)


def _accident(holder: Any, key: Any, spots: list[Any], dice: random.Random) -> None:
    match dice.randrange(7):
        case 0:
            del holder[key]
        case 1:
            other, there = dice.choice(spots)
            holder[key] = (
                copy.deepcopy(other[there]) if there in (other if isinstance(other, dict) else range(len(other))) else 0
            )
        case 2 if isinstance(holder, dict):
            holder[dice.choice(["", "x", "name", "kind", "x" * 500, str(dice.random())])] = holder.pop(key)
        case 3 if isinstance(holder, list):
            holder[key:key] = [copy.deepcopy(holder[key])] * dice.choice([1, 2, 50])
        case 4:
            holder[key] = deep(dice.choice([3, 49, 60, 400]))
        case 5 if isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
            holder[key] = holder[key] * dice.choice([-1, 0, 2, 1000]) + dice.choice([-1, 0, 1])
        case _:
            holder[key] = copy.deepcopy(dice.choice(HOSTILE))


def _text(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False).encode("utf-8", "surrogatepass")


def in_json(whole: bytes, seed: int) -> bytes:
    """A JSON file with its values changed, or its bytes."""
    dice = random.Random(seed)
    return _text(changed(json.loads(whole), dice)) if seed % 3 else damaged(whole, seed)


def in_yaml(whole: bytes, seed: int) -> bytes:
    """A sheet with its values changed (written as JSON, which is YAML too), or its bytes."""
    dice = random.Random(seed)
    return _text(changed(load(whole.decode()).value, dice)) if seed % 3 else damaged(whole, seed)


def in_xml(whole: bytes, seed: int) -> bytes:
    """An XML file with tags, attributes and texts changed, or its bytes."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return damaged(whole, seed)
    root = parse(whole, "x")
    for _ in range(dice.randint(1, 4)):
        every = list(_elements(root))
        element = dice.choice(every)
        words = [str(each) for each in HOSTILE if isinstance(each, (str, int, float)) and "\0" not in str(each)]
        match dice.randrange(6):
            case 0 if element.children:
                element.children.pop(dice.randrange(len(element.children)))
            case 1 if element.children:
                element.children += [copy.deepcopy(dice.choice(every))] * dice.choice([1, 3])
            case 2 if element.attributes:
                del element.attributes[dice.choice(list(element.attributes))]
            case 3:
                element.tag = dice.choice(["map", "layer", "data", "tileset", "object", "polygon", "x"])
            case 4:
                element.text = dice.choice(words)
            case _:
                name = dice.choice([*element.attributes, "width", "height", "gid", "points"])
                element.attributes[name] = dice.choice(words)
    return dump(root).encode("utf-8", "surrogatepass")


def _elements(root: Element) -> Any:
    yield root
    for child in root.children:
        yield from _elements(child)


def in_cells(whole: bytes, seed: int) -> bytes:
    """A Wesnoth map with its cells changed, rows lost or doubled, or its bytes."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return damaged(whole, seed)
    rows = [line.split(", ") for line in whole.decode().splitlines()]
    for _ in range(dice.randint(1, 6)):
        row = dice.choice(rows)
        match dice.randrange(5):
            case 0:
                row[dice.randrange(len(row))] = dice.choice(
                    ["1 Gg", "99999999 Gg", "Gg^", "^Gg", "", "x" * 99, "Xv", "_s^_f"]
                )
            case 1 if len(rows) > 1:
                rows.remove(row)
            case 2:
                rows += [list(row)] * dice.choice([1, 40, 300])
            case 3:
                for each in rows:
                    each.append(dice.choice(["Gg", "Wo", "Qxua"]))
            case _ if len(row) < 2000:
                row *= dice.choice([0, 2, 30])
                row += ["Gg"]
    return "\n".join(map(", ".join, rows)).encode()


def in_record(whole: bytes, seed: int) -> bytes:
    """A record with its scenario or its answers changed, or its bytes."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return damaged(whole, seed)
    lines = whole.decode().split("\n")
    if seed % 3 == 1:
        scenario = changed(json.loads(lines[2].removeprefix("scenario ")), dice)
        lines[2] = "scenario " + json.dumps(scenario)
    for _ in range(dice.randint(0 if seed % 3 == 1 else 1, 4)):
        at = dice.randrange(3, len(lines))
        match dice.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, dice.choice(lines))
            case 2:
                lines[at] = dice.choice(
                    ["> ", "> x", "* 1 2 3", "* 0", "* 99999999999", "* -1", "end", "end x", "\0", "#"]
                )
            case _:
                lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
        if len(lines) < 5:
            break
    return "\n".join(lines).encode("utf-8", "surrogatepass")
