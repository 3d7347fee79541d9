"""Numbers that carry their reasons: "7 = 5 slash + 2 agility + 2 high ground − 2 armour"."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["add", "times", "divide", "least", "most", "set"]
_SIGNS = {"times": "×", "divide": "÷", "least": "at least", "most": "at most", "set": "becomes"}


class Modifier(Struct, frozen=True, gc=False):
    """One line of a breakdown, applied to the running total in its place.

    `kind`: add; times; divide (rounded down); least and most (clamp the running total); set (replaces it).
    """

    value: int
    label: str
    rule: str = ""
    kind: Kind = "add"

    def apply(self, total: int) -> int:
        """The running total after this line."""
        match self.kind:
            case "add":
                return total + self.value
            case "times":
                return total * self.value
            case "divide":
                return total // self.value
            case "least":
                return max(total, self.value)
            case "most":
                return min(total, self.value)
            case "set":
                return self.value

    def __str__(self) -> str:
        """The line as it reads after others: `+ 2 agility`, `− 2 armour`, `× 2 critical`, `at least 0`."""
        if self.kind == "add":
            return f"{'−' if self.value < 0 else '+'} {abs(self.value)} {self.label}".rstrip()
        return f"{_SIGNS[self.kind]} {self.value} {self.label}".rstrip()


class Breakdown(Struct, frozen=True, gc=False):
    """A total with its lines, applied in order from 0; `what` names the number."""

    what: str
    parts: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """The number itself."""
        total = 0
        for part in self.parts:
            total = part.apply(total)
        return total

    def plus(self, *parts: Modifier) -> Breakdown:
        """The same number with further lines."""
        return Breakdown(self.what, self.parts + parts)

    def __str__(self) -> str:
        """`7 = 5 slash + 2 agility`; a clamp is named only where it changed the total; `0 (failed with 17)`."""
        words: list[str] = []
        capped: list[str] = []
        total = 0
        for part in self.parts:
            before, total = total, part.apply(total)
            if part.kind in ("least", "most") and before == total:
                continue
            if capped and len(capped) == len(words):  # what comes after a clamp is no part of it
                words = [f"({' '.join(words)})"]
            text = str(part)
            words.append(text.removeprefix("+ ") if not words else text)
            capped = list(words) if part.kind in ("least", "most") else []
        shown = str(total).replace("-", "−")
        if len(words) == 1 and words[0].startswith("0 "):  # nothing is added up: only the reason is told
            return f"0 ({words[0].removeprefix('0 ')})"
        return f"{shown} = {' '.join(words)}" if words else shown


def add(value: int, label: str, rule: str = "") -> Modifier:
    """A line that adds `value`."""
    return Modifier(value, label, rule)


def at_least(value: int, rule: str = "") -> Modifier:
    """A floor under the running total."""
    return Modifier(value, "", rule, "least")


def counting(*lines: tuple[object, int, str, str]) -> list[Modifier]:
    """Of lines, each with what it hangs on, its value, label and rule, those that count now."""
    return [Modifier(value, label, rule) for holds, value, label, rule in lines if holds]
