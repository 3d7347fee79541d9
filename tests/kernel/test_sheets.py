"""Sheets: scalar rules, refusals with their places, conversion that reports every fault, and the writer."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.data import parser, sheets
from game.data.sheets import SheetError, dump, load


class Blade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reach: int
    id: str = ""
    price: float = 0.0
    kind: Literal["light", "heavy"] = "light"
    tags: tuple[str, ...] = ()


class Loose(msgspec.Struct, frozen=True):
    blades: dict[str, Blade]
    best: Blade | None = None
    pair: tuple[int, int] = (0, 0)


class Positive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


def lines(text: str, kind: Any = None) -> list[str]:
    """The lines of the error that a text raises."""
    with pytest.raises(SheetError) as caught:
        sheet = load(text, "s.yaml")
        sheet.convert(kind)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("7", 7),
        ("-7", -7),
        ("+2", 2),
        ("0", 0),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        *((text, text) for text in ("on", "off", "no", "yes", "y", "True", "NULL", "~", "12:30", "010", "1_000")),
        *((text, text) for text in ("2024-01-01", "1e3", "1.5e3", ".5", "1.", "0x10", "0o7", ".inf", ".nan", "1.2.3")),
        ("'7'", "7"),
        ('"true"', "true"),
        ("'null'", "null"),
        ("''", ""),
    ],
)
def test_scalars_mean_what_the_author_wrote(written: str, value: object) -> None:
    found = load(f"key: {written}").value["key"]
    assert found == value
    assert type(found) is type(value)


def test_keys_are_always_text() -> None:
    assert list(load("on: 1\n1: 2\nnull: 3\n'true': 4\n'<<': 5").value) == ["on", "1", "null", "true", "<<"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: &x 1, b: *x}", {"a": 1, "b": 1}),
        ("[&x {k: [1, 2]}, *x]", [{"k": [1, 2]}, {"k": [1, 2]}]),
        ("[&x '1', *x]", ["1", "1"]),
        ("[&x {k: &y [1]}, *y, *x]", [{"k": [1]}, [1], {"k": [1]}]),
        ("[&x {a: 1, b: 2}, {<<: *x, b: 3}]", [{"a": 1, "b": 2}, {"a": 1, "b": 3}]),
        ("[&x {a: 1, b: 2}, {b: 3, <<: *x}]", [{"a": 1, "b": 2}, {"a": 1, "b": 3}]),
        ("[&x {a: 1}, &y {a: 2, b: 2}, {<<: [*x, *y]}]", [{"a": 1}, {"a": 2, "b": 2}, {"a": 1, "b": 2}]),
        ("[&x {a: {p: 1}}, {<<: *x, a: {q: 2}}]", [{"a": {"p": 1}}, {"a": {"q": 2}}]),
        ("[&x {a: 1}, {<<: {<<: *x, b: 2}, c: 3}]", [{"a": 1}, {"a": 1, "b": 2, "c": 3}]),
        ("[&x [], {<<: *x, c: 3}]", [[], {"c": 3}]),
    ],
)
def test_anchors_and_merge_keys(text: str, value: object) -> None:
    found = load(text).value
    assert found == value


def test_what_stands_twice_by_an_alias_is_not_the_same_object() -> None:
    one, other = load("[&x {k: 1}, *x]").value
    assert one is not other


def test_faults_name_the_anchor_for_what_is_inside_and_the_alias_for_the_whole() -> None:
    sheet = load("a: &x {damage: 1, title: A}\nb: *x\nc: {<<: *x, damage: 2}\nd: &y 7\ne: *y", "s.yaml")
    assert str(sheet.fault(("b",), "no")).startswith("s.yaml:2:4: ")
    assert str(sheet.fault(("b", "damage"), "no")).startswith("s.yaml:1:16: ")
    assert str(sheet.fault(("c", "damage"), "no")).startswith("s.yaml:3:21: ")
    assert str(sheet.fault(("c", "title"), "no")).startswith("s.yaml:1:26: ")
    assert str(sheet.fault(("e",), "no")).startswith("s.yaml:5:4: ")


def test_an_alias_counts_as_if_it_were_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for before, name in itertools.pairwise("abcdefghi"):
        bomb += f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    before = time.process_time()
    (line,) = lines(bomb)
    assert "more than 400000 values in one file" in line and time.process_time() - before < 5
    (line,) = lines(f"[&a {'x' * 1000}, {', '.join(['*a'] * 5000)}]")
    assert line.endswith("more than 4000000 characters by aliases")
    (line,) = lines("[&a " + "[" * 40 + "]" * 40 + ", " + "[" * 20 + "*a" + "]" * 20 + "]")
    assert line.endswith("nested deeper than 50")
    assert load("[&a " + "[" * 29 + "1" + "]" * 29 + ", " + "[" * 20 + "*a" + "]" * 20 + "]").value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b: [1, *x]", "s.yaml:1:8: b.1: unknown alias '*x'; known: "),
        ("[&foot 1, *fot]", "s.yaml:1:11: 1: unknown alias '*fot'; known: *foot (did you mean '*foot'?)"),
        ("a: &x [1, *x]", "s.yaml:1:11: a.1: alias *x stands inside what it names"),
        ("[&x 1,\n &x 2]", "s.yaml:2:2: 1: anchor &x stands twice"),
        ("{a: 1, <<: 5}", "s.yaml:1:12: <<: '<<' takes a mapping or a list of them, such as *name"),
        ("[&x {a: 1}, {<<: [*x, 5]}]", "s.yaml:1:18: 1.<<: '<<' takes a mapping or a list of them, such as *name"),
        ("[&x {a: 1}, {<<: *x, <<: *x}]", "s.yaml:1:22: 1.<<: key '<<' stands twice; write one with a list"),
        ("[&x {a: 1}, {<<: *x, a: 1, a: 2}]", "s.yaml:1:28: 1.a: key 'a' stands twice; first on line 1"),
        ("[&x a, {*x : 1}]", "s.yaml:1:9: 1.: a key must be plain text, without anchor or tag"),
        ("a:\n  b: !!int 3", "s.yaml:2:6: a.b: tags such as tag:yaml.org,2002:int are not allowed"),
        ("a: ! 3", "s.yaml:1:4: a: tags such as ! are not allowed"),
        ("a: 1\nb: 2\na: 3", "s.yaml:3:1: a: key 'a' stands twice; first on line 1"),
        ("? [1, 2]\n: 3", "s.yaml:1:3: a key must be plain text, without anchor or tag"),
        ("", "s.yaml:1:1: the file is empty"),
        ("# only a comment\n", "s.yaml:1:1: the file is empty"),
        ("a: 1\n---\nb: 2", "s.yaml:2:1: a sheet holds one document; remove what follows '---' or '...'"),
        ("a: b\0c", "s.yaml:1:5: character U+0000 may not stand in a sheet"),
        ("ä: 1\nb: \x07", "s.yaml:2:4: character U+0007 may not stand in a sheet"),
        ("a: \ud800", "s.yaml:1:4: character U+D800 may not stand in a sheet"),
    ],
)
def test_refuses_with_place(text: str, expected: str) -> None:
    assert lines(text) == [expected]


def test_syntax_errors_name_the_place() -> None:
    (line,) = lines("a: [1, 2\nb: 3")
    assert line.startswith("s.yaml:2:")
    assert "not YAML" in line


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines("[" * 51 + "]" * 51) == [f"s.yaml:1:51: {'.'.join('0' * 50)}: nested deeper than 50"]
    assert load("[" * 50 + "]" * 50).value
    monkeypatch.setattr(parser, "MAX_NODES", 5)
    assert lines("[1, 2, 3, 4, 5]") == ["s.yaml:1:14: 4: more than 5 values in one file"]
    monkeypatch.setattr(sheets, "MAX_BYTES", 10)
    assert lines("a: 45678901") == ["s.yaml:1:1: larger than 10 characters"]


@pytest.mark.parametrize(
    "hostile", ["'[' * 50_000", "'[' * 1_000_000", "'- ' * 50_000", "'{a: ' * 50_000", "'? ' * 50_000"]
)
def test_deep_nesting_does_not_kill_the_process(hostile: str) -> None:
    code = "from game.data.sheets import load, SheetError\n"
    code += f"try:\n    load({hostile})\nexcept SheetError as e:\n    print(e.faults[0].line)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr[-500:]


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "blades.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert load(file).value == {"a": 1, "b": 2}
    file.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(SheetError, match=r"^blades.yaml:2:4: byte 0xFF is not UTF-8$"):
        load(file)
    with pytest.raises(SheetError, match=r"^gone.yaml:1:1: cannot be read: No such file"):
        load(tmp_path / "gone.yaml")
    with pytest.raises(SheetError, match="cannot be read"):
        load(tmp_path)
    monkeypatch.setattr(sheets, "MAX_BYTES", 10)
    file.write_text("a: 12345678901")
    with pytest.raises(SheetError, match="larger than 10 bytes"):
        load(file)


def test_reports_every_faulty_entry() -> None:
    text = """\
sword: {reach: 1}
spear: {reech: 2}
club:
  reach: one
  kind: hevy
  tags: [blunt, 3]
axe: 7
"""
    with pytest.raises(SheetError) as caught:
        sheets.read_table(text, Blade, "b.yaml")
    assert str(caught.value).splitlines() == [
        "b.yaml:2:9: spear.reech: unknown key 'reech'; known: id, kind, price, reach, tags (did you mean 'reach'?)",
        "b.yaml:2:8: spear: key 'reach' is missing",
        "b.yaml:4:10: club.reach: expected a whole number, found 'one'",
        "b.yaml:5:9: club.kind: unknown value 'hevy'; known: heavy, light (did you mean 'heavy'?)",
        "b.yaml:6:17: club.tags.1: expected text, found 3",
        "b.yaml:7:6: axe: expected a mapping, found 7",
    ]


def test_reads_what_fits() -> None:
    table = sheets.read_table("spear: {reach: 2, price: 3, tags: [long]}", Blade)
    assert table == {"spear": Blade(2, "spear", 3.0, "light", ("long",))}
    loose = sheets.read("blades: {1: {reach: 1}}\nbest: null\npair: [1, 2]", Loose)
    assert loose == Loose({"1": Blade(1)}, None, (1, 2))


def test_unknown_keys_are_refused_in_structs_that_would_let_them_pass() -> None:
    assert lines("blades: {}\nbset: null", Loose) == [
        "s.yaml:2:1: bset: unknown key 'bset'; known: best, blades, pair (did you mean 'best'?)"
    ]


def test_faults_inside_unions_tuples_and_checks() -> None:
    assert lines("blades: {}\nbest: {reach: x}", Loose) == [
        "s.yaml:2:15: best.reach: expected a whole number, found 'x'"
    ]
    assert lines("blades: {}\npair: [1, 2, 3]", Loose) == ["s.yaml:2:7: pair: expected 2 items, found 3"]
    assert lines("[{low: 1, high: 2}, {low: 3, high: 2}]", list[Positive]) == [
        "s.yaml:1:21: 1: low is above high, found a mapping"
    ]


def test_wrong_top_type() -> None:
    assert lines("- 1", Blade) == ["s.yaml:1:1: expected a mapping, found a list"]
    with pytest.raises(SheetError, match="expected a mapping, found 'x'"):
        sheets.read_table("x", Blade)


def test_later_faults_find_their_place() -> None:
    sheet = load('rows: |\n    ..#\n    .?.\nmore: ["..", "?."]\nplain: ab\n', "m.yaml")
    assert str(sheet.fault(("rows",), "unknown glyph '?'", inside=(1, 1))) == "m.yaml:3:6: rows: unknown glyph '?'"
    assert sheet.fault(("more", 1), "bad", inside=(0, 0)).column == 15
    assert sheet.fault(("plain",), "bad", "good", inside=(0, 1)).column == 9
    assert (sheet.fault(("more", 9, "x"), "gone").line, sheet.key_fault(("plain",), "bad").column) == (4, 1)


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(blacklist_categories=("Cs",)), max_size=12),
    st.text(" \n#:-|ab01.", max_size=12),
    st.sampled_from(
        ["on", "no", "null", "true", "1", "1.5", "-", "a: b", "# x", "a #b", "[", "{a}", "'", "&a", "*a", "!"]
    ),
)
VALUES = st.recursive(
    PLAIN,
    lambda inside: st.one_of(st.lists(inside, max_size=4), st.dictionaries(st.text(max_size=8), inside, max_size=4)),
    max_leaves=12,
).filter(lambda value: value is not None)


def _bare(value: object) -> bool:
    """Whether the text of keys has only characters that can be written."""
    if isinstance(value, dict):
        return all(not any("\ud800" <= c <= "\udfff" for c in key) and _bare(each) for key, each in value.items())
    return all(map(_bare, value)) if isinstance(value, list) else True


@settings(max_examples=300, deadline=None)
@given(VALUES.filter(_bare))
def test_writing_and_reading_is_the_identity(value: Any) -> None:
    text = dump(value)
    found = load(text).value
    assert found == value
    assert repr(found).replace("-0.0", "0.0") == repr(value).replace("-0.0", "0.0")
    assert dump(found) == text


def test_dump_reads_well() -> None:
    value = {
        "name": "Ford",
        "size": [3, 2],
        "rows": "..#\n~~.\n",
        "edges": [{"at": [1, 2], "side": "e", "kind": "wall"}],
        "answer": "no",
        "sides": [{"name": "red", "roster": [{"role": "fighter", "count": 2}, {"role": "archer"}]}],
        "nothing": {},
    }
    assert dump(value) == (
        'name: Ford\nsize: [3, 2]\nrows: |\n  ..#\n  ~~.\nedges:\n  - {at: [1, 2], side: e, kind: wall}\nanswer: "no"\n'
        "sides:\n  - name: red\n    roster:\n      - {role: fighter, count: 2}\n      - {role: archer}\nnothing: {}\n"
    )


@pytest.mark.parametrize("value", [{1: 2}, [{1: 2}], {"a": object()}, {"a": b"x"}])
def test_dump_refuses_other_kinds(value: object) -> None:
    with pytest.raises(TypeError):
        dump(value)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 10**60, "\ud800", {"k" * 1001: 1}])
def test_dump_refuses_what_a_sheet_cannot_carry(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        dump(value)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=60), st.text("[]{}:,-?|>&*!%@'\"#\n ab1\t", max_size=60)))
def test_any_text_loads_or_is_a_sheet_error(text: str) -> None:
    try:
        load(text)
    except SheetError as problem:
        assert all(fault.line >= 1 and fault.column >= 1 and fault.message for fault in problem.faults)


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(st.sampled_from(list(b"[]{}:,-?|>&*!%\xc3\xff\xef\xbb\xbf\n a")), max_size=60).map(bytes),
    )
)
def test_any_bytes_load_or_are_a_sheet_error(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzz.yaml"
    file.write_bytes(raw)
    try:
        sheets.read(file, Loose)
    except SheetError as problem:
        assert problem.faults
