"""Each kind of component has one module that writes it: systems the shared kinds, a module of the ruleset its own."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import pytest

from game.cases.running import run_file
from game.kernel import components
from game.kernel.ecs import World
from tests.playing import GRIDS, RULESETS, brawl, play, ruleset

ROOT = Path(__file__).parent.parent
SHARED = {
    "game.systems.movement": (components.Position, components.Carried, components.Facing),
    "game.systems.pools": (components.Pools,),
    "game.systems.conditions": (components.Conditions,),
    "game.systems.gear": (components.Gear, components.Lying),
    "game.systems.downfall": (components.Down,),
    "game.systems.clock": (components.Clock, components.Objectives),
    "game.systems.ground": (components.Field,),
}

SETS_UP = ("muster", "mustering", "cases", "placing", "setting")  # these make a situation, the others change it


def _module(depth: int) -> str:
    return str(sys._getframe(depth).f_globals["__name__"])


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Kind of component -> the modules that have written it."""
    found: dict[str, set[str]] = defaultdict(set)
    put, drop, spawn = World.put, World.drop, World.spawn

    def note(kind: type, depth: int = 3) -> None:
        module = _module(depth)
        if module.startswith("game.") and module.rpartition(".")[2] not in SETS_UP:
            found[kind.__name__].add(module)

    def noted_put(world: World, entity: int, component: object) -> None:
        note(type(component))
        put(world, entity, component)

    def noted_drop(world: World, entity: int, kind: type) -> None:
        note(kind)
        drop(world, entity, kind)

    def noted_spawn(world: World, *made: object) -> int:
        for component in made:
            note(type(component))
        return spawn(world, *made)

    monkeypatch.setattr(World, "put", noted_put)
    monkeypatch.setattr(World, "drop", noted_drop)
    monkeypatch.setattr(World, "spawn", noted_spawn)
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_each_kind_has_one_writer(name: str, written: dict[str, set[str]]) -> None:
    """Traced over all rule cases and random play."""
    for path in sorted((ROOT / "tests" / "rules" / name).glob("cases*.yaml")):
        assert not run_file(path, ruleset(name))
    for grid in GRIDS:
        play(brawl(name, grid, "writers"), "writers", 300)
    owners = {kind.__name__: {module} for module, kinds in SHARED.items() for kind in kinds}
    assert written.keys() & owners.keys(), "nothing was traced"
    wrong = {kind: sorted(modules) for kind, modules in written.items() if modules != owners.get(kind, modules)}
    assert not wrong, "shared kinds belong to their system"
    several = {kind: sorted(modules) for kind, modules in written.items() if len(modules) > 1}
    assert not several, "each kind has one writer"
