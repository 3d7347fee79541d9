"""Small changes to a module's source, each of which makes a mutant: what could be written wrongly, and was not.

Every change is a piece of text put for another. Left alone is what only tells or declares: texts, annotations, imports,
asserts, the fields of a class.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple


class Edit(NamedTuple):
    """One change of a text: from `start` to `end` it says `new` instead. `kind`: the operator; `inside`: of what.

    `function`: first and last line of the function around it, or nothing.
    """

    start: int
    end: int
    new: str
    kind: str
    inside: str
    function: tuple[int, ...] = ()


class Mutant(NamedTuple):
    """One change in one module. `key` depends on the changed line and its function, not on what stands around them."""

    module: str
    path: Path
    edit: Edit
    line: int
    shown: str
    key: str

    @property
    def id(self) -> str:
        """A short name, the same on every machine."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]

    def source(self) -> str:
        """The module's text with the change."""
        text = self.path.read_text(encoding="utf-8")
        return text[: self.edit.start] + self.edit.new + text[self.edit.end :]

    def rank(self, seed: object) -> str:
        """By this the mutants are drawn."""
        return hashlib.sha256(f"{seed}\n{self.key}".encode()).hexdigest()


def mutants(module: str, path: Path) -> list[Mutant]:
    """All mutants of a module, from top to bottom."""
    text = path.read_text(encoding="utf-8")
    seen = Counter[str]()
    found = []
    for edit in sorted(set(_Reader(text).module())):
        first = text.rfind("\n", 0, edit.start) + 1
        last = text.find("\n", edit.start)
        line, old = text[first:last], text[edit.start : edit.end]
        brief = " ".join(old.split())
        new = edit.new if len(edit.new) < 40 else f"{edit.new[:36]} ..."
        rest = text[edit.end : last] if edit.end < last else ""
        shown = f"{text[first : edit.start].lstrip()}[{brief} -> {new or 'nothing'}]{rest}"
        place = edit.start - first - (len(line) - len(line.lstrip()))
        key = f"{module} {edit.inside} {line.strip()} {place} {edit.kind} {edit.new}"
        seen[key] += 1
        number = text.count("\n", 0, edit.start) + 1
        found.append(Mutant(module, path, edit, number, shown, f"{key} {seen[key]}"))
    return found


_COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
    ast.Is: (r"\bis\b", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
}
_SETS: dict[type[ast.operator], tuple[str, str]] = {ast.BitAnd: ("&", "|"), ast.BitOr: (r"\|", "&")}
_TELLING = ("__repr__", "__str__", "__hash__")
_OF_TYPES = ("isinstance", "issubclass", "TypeVar", "NewType", "cast")
_PLAIN = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Await)
_LISTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Reader:
    """Walks through a module's tree and yields the edits."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.names: list[str] = []
        self.kinds: dict[str, str] = {}  # the annotations of the function's own arguments
        self.yields = 0
        self.within: tuple[int, ...] = ()

    def module(self) -> Iterator[Edit]:
        for node in ast.parse(self.text).body:
            yield from self.visit(node)

    # Places

    def offset(self, line: int, column: int) -> int:
        """The tree counts columns in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def make(self, start: int, end: int, new: str, kind: str) -> Edit:
        return Edit(start, end, new, kind, ".".join(self.names), self.within)

    def edit(self, node: ast.expr | ast.stmt, new: str, kind: str) -> Edit:
        return self.make(*self.span(node), new, kind)

    def between(self, left: ast.expr, right: ast.expr, sign: str, new: str, kind: str) -> Iterator[Edit]:
        """The sign between two operands, unless a comment stands there."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.text[start:end]
        found = None if "#" in gap else re.search(sign, gap)
        if found:
            yield self.make(start + found.start(), start + found.end(), new, kind)

    # The tree

    def visit(self, node: ast.AST) -> Iterator[Edit]:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.JoinedStr)):
            return
        if isinstance(node, _Function):
            yield from self.function(node)
        elif isinstance(node, ast.ClassDef):
            self.names.append(node.name)
            for inner in node.body:
                if not isinstance(inner, (ast.Assign, ast.AnnAssign)):
                    yield from self.visit(inner)
            self.names.pop()
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
                yield from self.visit(node.value)
        else:
            yield from self.statement(node)
            yield from self.expression(node)
            for each in self.parts(node):
                yield from self.visit(each)

    def parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """What lies within, without what only speaks of types."""
        if isinstance(node, ast.Call):
            of_types = isinstance(node.func, ast.Name) and node.func.id in _OF_TYPES
            yield node.func
            yield from [arg for arg in node.args if not of_types or not _is_type(arg)]
            yield from [keyword.value for keyword in node.keywords if keyword.arg != "strict"]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from node.orelse
        elif isinstance(node, ast.arguments):
            yield from [*node.defaults, *(each for each in node.kw_defaults if each is not None)]
        else:
            yield from ast.iter_child_nodes(node)

    def function(self, node: _Function) -> Iterator[Edit]:
        if node.name in _TELLING:
            return
        args = [*node.args.posonlyargs, *node.args.args]
        before = self.kinds, self.yields, self.within
        self.kinds = {arg.arg: ast.unparse(arg.annotation) for arg in args if arg.annotation}
        self.yields = sum(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node))
        assert node.end_lineno is not None
        self.within = min(node.lineno, *(each.lineno for each in node.decorator_list), node.lineno), node.end_lineno
        self.names.append(node.name)
        yield from self.visit(node.args)
        for each in node.body:
            yield from self.visit(each)
        self.names.pop()
        self.kinds, self.yields, self.within = before

    def statement(self, node: ast.AST) -> Iterator[Edit]:
        if isinstance(node, ast.Expr):
            lone = isinstance(node.value, (ast.Yield, ast.YieldFrom)) and self.yields < 2
            if isinstance(node.value, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom)) and not lone:
                yield self.edit(node, "pass", "dropped line")
        elif isinstance(node, ast.AugAssign):
            yield self.edit(node, "pass", "dropped line")
            yield from self.operator(node.op, node.target, node.value)
        elif isinstance(node, (ast.If, ast.While)):
            if isinstance(node, ast.If) and _is_guard(node):
                yield self.edit(node.test, "False", "dropped guard")
            yield from self.negated(node.test)
            for each in node.body if not isinstance(node, ast.If) or not _is_guard(node) else ():
                if isinstance(each, ast.Continue):
                    yield self.edit(each, "pass", "dropped guard")

    def expression(self, node: ast.AST) -> Iterator[Edit]:
        if isinstance(node, ast.Compare):
            for (left, right), sign in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
                yield from self.between(left, right, *_COMPARE[type(sign)], "comparison")
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in pairwise(node.values):
                yield from self.between(left, right, rf"\b{old}\b", new, "and/or")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start = self.span(node)[0]
            gap = re.match(r"not\s*", self.text[start:])
            assert gap is not None
            yield self.make(start, start + gap.end(), "", "not")
        elif isinstance(node, ast.BinOp):
            yield from self.operator(node.op, node.left, node.right)
        elif isinstance(node, ast.Constant):
            yield from self.constant(node)
        elif isinstance(node, ast.Call):
            yield from self.call(node)
        elif isinstance(node, ast.IfExp):
            yield from self.negated(node.test)
        elif isinstance(node, ast.comprehension):
            for each in node.ifs:
                yield from self.negated(each)

    def negated(self, test: ast.expr) -> Iterator[Edit]:
        if isinstance(test, _PLAIN):
            yield self.edit(test, f"not {self.text[slice(*self.span(test))]}", "not")

    def operator(self, sign: ast.operator, left: ast.expr, right: ast.expr) -> Iterator[Edit]:
        if type(sign) in _ARITHMETIC and not _is_listed(left) and not _is_listed(right):
            yield from self.between(left, right, *_ARITHMETIC[type(sign)], "arithmetic")
        elif type(sign) in _SETS and not _is_type(left) and not _is_type(right):
            yield from self.between(left, right, *_SETS[type(sign)], "sets")

    def constant(self, node: ast.Constant) -> Iterator[Edit]:
        if isinstance(node.value, bool):
            yield self.edit(node, str(not node.value), "true/false")
        elif isinstance(node.value, int):
            yield self.edit(node, str(node.value + 1), "number")
            yield self.edit(node, str(node.value - 1), "number")
        elif isinstance(node.value, float) and node.value >= 0.01:  # below that it is a tolerance
            yield self.edit(node, str(node.value + 1), "number")

    def call(self, node: ast.Call) -> Iterator[Edit]:
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            yield self.edit(node.func, "max" if node.func.id == "min" else "min", "min/max")
        for one, other in pairwise(node.args):
            if isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id != other.id:
                kind = self.kinds.get(one.id)
                if kind is not None and kind == self.kinds.get(other.id):
                    (start, first), (second, end) = self.span(one), self.span(other)
                    swapped = f"{other.id}{self.text[first:second]}{one.id}"
                    yield self.make(start, end, swapped, "swapped arguments")


def _is_guard(node: ast.If) -> bool:
    """An `if` that only leaves early."""
    leaves = (ast.Return, ast.Continue, ast.Break)
    return not node.orelse and len(node.body) == 1 and isinstance(node.body[0], leaves)


def _is_listed(node: ast.expr) -> bool:
    """Texts and lists are added too, but not subtracted: such a mutant would die of it at once."""
    return isinstance(node, _LISTS) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_type(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_type(node.left) or _is_type(node.right)
    if isinstance(node, ast.Tuple):
        return all(_is_type(each) for each in node.elts)
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in ("int", "str", "bool", "float", "tuple", "dict", "list") or bool(re.match(r"_?[A-Z]\w*[a-z]", name))
