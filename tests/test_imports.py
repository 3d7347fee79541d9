"""Who may import whom, and what the code may not contain; read off the source with `ast`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.rules.registry import SHIPPED

ROOT = Path(__file__).resolve().parent.parent

WORLD = ("kernel.numbers", "kernel.flow", "kernel.events", "kernel.ecs", "kernel.scratch", "kernel.components")
RULES = (*WORLD, "grid", "data", "map", "systems", "rules")
READS = ("rules.ruleset", "rules.data", "rules.verbs", "rules.offering")
ASKS = ("rules.asking", "rules.concern", "rules.danger", "rules.foresight", "rules.parting", "rules.supposing")
PLAY = ("kernel", "grid", "data", "map", "skirmish", "rules.ruleset", "rules.outfits", "text")

# The first row that fits counts. A name stands for a module of `game` and all that is inside it; `rules` stands for
# the modules of game/rules but no ruleset.
MAY_IMPORT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("__main__", ("commands", "data", "kernel.collecting")),
    ("commands", (*RULES, *PLAY, "ai", "cases", "commands", "formats", "ui")),
    ("grid", ("grid",)),
    ("kernel.numbers", ()),
    ("kernel.flow", ()),
    ("kernel.aging", ()),
    ("kernel.ecs", ("kernel.aging",)),
    ("kernel.events", ("kernel.numbers",)),
    ("kernel.dice", ("kernel.flow",)),
    ("kernel.components", ("grid", "kernel.numbers")),
    ("kernel.scratch", ("kernel.ecs",)),
    ("kernel.session", ("kernel.ecs", "kernel.scratch", "kernel.flow")),
    ("kernel", ()),
    ("data.disk", ()),
    ("data.faults", ()),
    ("data.paths", ()),
    ("data.parser", ("data.faults",)),
    ("data.writer", ("data.faults",)),
    ("data", ("data",)),
    ("map.notes", ()),
    ("map.roster", ("data",)),
    ("map.terrain", ("data",)),
    ("map.board", ("grid", "map")),
    ("map", ("grid", "data", "map")),
    ("skirmish.record", (*WORLD, "kernel.session", "kernel.dice", "rules.ruleset", "map.scenario", "data")),
    ("skirmish", ("kernel.ecs", "kernel.components", "rules.ruleset", "rules.outfits", "map", "skirmish")),
    ("systems", ("kernel.ecs", "kernel.components", "kernel.numbers", "kernel.events", "grid", "map", "systems")),
    *((f"rules.{name}", (*RULES, f"rules.{name}")) for name in SHIPPED),
    ("rules", RULES),
    ("cases", (*WORLD, "kernel.session", "kernel.dice", "grid", "data", "map", *READS, "ai.controller", "cases")),
    ("text", (*WORLD, "kernel.session", "grid", "map", "rules.ruleset", "skirmish.record", "text")),
    ("ai", (*PLAY, *READS, *ASKS, "rules.odds", "rules.foresight", "rules.supposing", "systems", "ai")),
    ("edit", (*WORLD, "kernel.dice", "grid", "data", "map", "rules.ruleset", "rules.outfits", "ai", "edit")),
    ("formats", ("grid", "data", "map", "formats")),
    # Only `ui.app` knows all rooms of the screen: it tells the others how to open what they do not know.
    ("ui.kit", (*PLAY, "ai", "ui.kit")),
    ("ui.board", (*PLAY, "formats", "ui.kit", "ui.board")),
    ("ui.battle", (*PLAY, *READS, *ASKS, "systems.fog", "systems.ground", "ai", "ui.kit", "ui.board", "ui.battle")),
    ("ui.editing", (*PLAY, "ai", "edit", "formats", "ui.kit", "ui.board", "ui.editing")),
    ("ui.menus", (*PLAY, "rules.houses", "ai", "ui.kit", "ui.board", "ui.battle", "ui.menus")),
    ("ui", ("ui",)),
)

ONLY_IMPORTERS = {
    "esper": ("kernel.ecs",),
    "random": ("kernel.dice",),
    "yaml": ("data.parser",),
    "pygame": ("ui",),
    "pygame_gui": ("ui",),
    "fpdf": ("ui.board.printing",),
    "backports": ("formats.safe",),
    "compression": ("formats.safe",),
    "pytiled_parser": (),  # an oracle for tests only
    "platformdirs": ("data.paths",),
    "rich": ("commands",),
}
ANYWHERE = {"msgspec", "__future__"}
NOT_IN_RULES = {"time", "datetime", "random", "asyncio", "threading", "uuid", "secrets", "os"}
BANNED_ENDINGS = ("Manager", "Handler", "Helper", "Helpers", "Utils", "Util", "Service", "Engine")
BANNED_WORDS = ("Actor", "Creature")


# Where modules no longer go in circles, and functions import nothing: neither may come back.
WITHOUT_CIRCLES = (
    "kernel", "data", "map", "skirmish", "text", "systems", "rules", *(f"rules.{name}" for name in SHIPPED),
    "cases", "ai", "edit", "formats", "grid", "ui",
)  # fmt: skip


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of the package by its name without `game.`."""
    found = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        parts = path.relative_to(ROOT / "game").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def imports(name: str) -> Iterator[tuple[str, int]]:
    """What a module imports anywhere in it, with line numbers; `from game import paths` counts as game.paths."""
    for node in ast.walk(sources()[name]):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"game.{name}:{node.lineno}: a relative import"
            whole = node.module or ""
            inside = [f"{whole}.{alias.name}" for alias in node.names if f"{whole}.{alias.name}"[5:] in sources()]
            yield from ((each, node.lineno) for each in inside)
            if len(inside) < len(node.names):
                yield whole, node.lineno


@cache
def at_run_time() -> dict[str, set[str]]:
    """Module -> those that it imports when it runs; names for types alone are no import."""
    found = {}
    for name, tree in sources().items():
        for_types = {
            inner.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in node.body
        }
        wanted = {module[5:] for module, line in imports(name) if module.startswith("game.") and line not in for_types}
        found[name] = (wanted & sources().keys()) - {name}
    return found


def circle_from(name: str) -> list[str]:
    """The shortest way from a module's imports back to it; empty where there is none."""
    ways = [[name]]
    seen: set[str] = set()
    for way in ways:
        for wanted in sorted(at_run_time()[way[-1]]):
            if wanted == name:
                return [*way, name]
            if wanted not in seen:
                seen.add(wanted)
                ways.append([*way, wanted])
    return []


def without_circles() -> list[str]:
    """All modules of these areas."""
    return [name for name in modules() if any(within(name, area) for area in WITHOUT_CIRCLES)]


def test_no_module_imports_itself_by_way_of_others() -> None:
    circles = {name: way for name in without_circles() if (way := circle_from(name))}
    assert not circles, "\n".join(" -> ".join(way) for way in circles.values())


def test_no_function_imports_anything() -> None:
    found = [
        f"game.{name}:{node.lineno}"
        for name in without_circles()
        for function in ast.walk(sources()[name])
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    assert not found


def within(name: str, area: str) -> bool:
    """Whether a module lies in an area; rulesets do not lie in `rules`."""
    if area == "rules" and any(within(name, f"rules.{each}") for each in SHIPPED):
        return False
    return name == area or name.startswith(area + ".")


def modules() -> list[str]:
    """All modules that say something; the package itself only says what it is."""
    return [name for name in sources() if name]


@pytest.mark.parametrize("name", modules())
def test_a_module_imports_only_what_its_row_allows(name: str) -> None:
    row = next((allowed for area, allowed in MAY_IMPORT if within(name, area)), None)
    assert row is not None, f"game.{name} stands in no row of MAY_IMPORT"
    for wanted, line in imports(name):
        top, _, rest = wanted.partition(".")
        if top == "game":
            assert any(within(rest, area) for area in row), f"game.{name}:{line} may not import {wanted}"
        elif top in ONLY_IMPORTERS:
            allowed = ONLY_IMPORTERS[top]
            assert any(within(name, area) for area in allowed), f"game.{name}:{line}: only {allowed} import {top}"
        else:
            assert top in sys.stdlib_module_names or top in ANYWHERE, f"game.{name}:{line} imports {wanted}"


def in_flows() -> list[str]:
    """Modules whose code runs inside flows."""
    return [name for name in sources() if name.partition(".")[0] in ("rules", "systems")]


@pytest.mark.parametrize("name", in_flows())
def test_rules_know_no_clock_and_no_chance(name: str) -> None:
    for wanted, line in imports(name):
        assert wanted.partition(".")[0] not in NOT_IN_RULES, f"game.{name}:{line} imports {wanted}"


@pytest.mark.parametrize("name", in_flows())
def test_no_try_or_with_around_an_await(name: str) -> None:
    for node in ast.walk(sources()[name]):
        if isinstance(node, (ast.Try, ast.With, ast.AsyncWith)):
            awaits = [inner for inner in ast.walk(node) if isinstance(inner, ast.Await)]
            assert not awaits, f"game.{name}:{node.lineno}: an await inside try or with"


@pytest.mark.parametrize("name", in_flows())
def test_rules_keep_no_state_in_modules(name: str) -> None:
    tree = sources()[name]
    hashing = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__hash__"]
    exempt = {inner for node in hashing for inner in ast.walk(node)}
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Global), f"game.{name}:{node.lineno}: global"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node not in exempt:
            differs = node.func.id in ("id", "hash")
            assert not differs, f"game.{name}:{node.lineno}: {node.func.id}() differs from run to run"


@pytest.mark.parametrize("name", modules())
def test_names_say_what_things_are(name: str) -> None:
    for node in ast.walk(sources()[name]):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            plain = "".join(word.capitalize() for word in node.name.split("_"))
            bad = plain.endswith(BANNED_ENDINGS) or any(word in plain for word in BANNED_WORDS)
            assert not bad, f"game.{name}:{node.lineno}: {node.name}"


@pytest.mark.parametrize("name", modules())
def test_modules_say_what_lives_in_them(name: str) -> None:
    assert ast.get_docstring(sources()[name]), f"game.{name} has no docstring"


def test_the_table_is_not_out_of_date() -> None:
    for area, _ in MAY_IMPORT:
        later = area in ("__main__", "systems")
        assert later or any(within(name, area) for name in sources()), f"no module game.{area}"
