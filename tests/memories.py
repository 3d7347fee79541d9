"""What is remembered must be what would be found: whatever a world knows is worked out anew and compared."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from game.ai.controller import find_controller
from game.kernel.components import Side
from game.kernel.ecs import World
from game.kernel.flow import Decision
from game.map.board import Board
from game.map.scenario import quick
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, side_of

_DERIVE, _OWN_DERIVE, _OF_DERIVE, _RENEW = World.derive, World.derive_own, World.derive_of, World.renew
_OWN: Any = (None,)  # where the world keeps what is derived from single entities
_OF: Any = (None, None)  # and from some of their components
_EVER = ("each", "primed")


def _derive(world: World, key: Any, compute: Callable[..., Any], kinds: Any = (), *given: Any) -> Any:
    memo = world.known.get(kinds)
    if memo is not None and key in memo and key not in _EVER:
        assert memo[key] == compute(world, *given), f"{key} is out of date"
    return _DERIVE(world, key, compute, kinds, *given)


def _derive_own(world: World, entity: int, key: Any, compute: Callable[..., Any], *given: Any) -> Any:
    memo = world.known.get(_OWN, {}).get(entity, {})
    if key in memo and key not in _EVER:
        assert memo[key] == compute(world, *given), f"{key} of {entity} is out of date"
    return _OWN_DERIVE(world, entity, key, compute, *given)


def _derive_of(world: World, entity: int, kinds: Any, key: Any, compute: Callable[..., Any], *given: Any) -> Any:
    memo = world.known.get(_OF, {}).get(entity, {}).get(kinds, {})
    if key in memo:
        assert memo[key] == compute(world, *given), f"{key} of {entity} is out of date"
    return _OF_DERIVE(world, entity, kinds, key, compute, *given)


def _renew(world: World, key: Any, compute: Callable[..., Any], renewed: Any, kinds: Any, *given: Any) -> Any:
    found = _RENEW(world, key, compute, renewed, kinds, *given)
    anew = compute(world, *given)
    assert found == anew, f"{key} is out of date"
    if isinstance(found, dict):
        assert [*found] == [*anew], f"{key} is in another order"
    return found


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every use of a memory is checked."""
    monkeypatch.setattr(World, "derive", _derive)
    monkeypatch.setattr(World, "derive_own", _derive_own)
    monkeypatch.setattr(World, "derive_of", _derive_of)
    monkeypatch.setattr(World, "renew", _renew)


def play(board: Board, ruleset: str, monkeypatch: pytest.MonkeyPatch, answers: int = 150) -> None:
    """Random play from now on with every memory checked."""
    watch(monkeypatch)
    skirmish = Skirmish(quick(board, ruleset, ("random", "random"), 4)).settle()
    rules = find_ruleset(ruleset)
    players = [find_controller("random", f"{number}") for number in range(2)]
    for _ in range(answers):
        request = skirmish.session.request
        if not isinstance(request, Decision):
            break
        world = skirmish.session.world
        check(world)
        rules.worth(world, side_of(world, request.who))
        side = world.get(side_of(world, request.who), Side)
        skirmish.answer(players[side.number - 1].choose(skirmish.session))


def check(world: World) -> None:
    """All that functions of the world, and of one or two values, are remembered to have found."""
    for kinds, memo in [*world.known.items()]:
        if kinds == _OWN:
            for entity, own in memo.items():
                _check_own(world, entity, own)
        elif kinds == _OF:
            for entity, parts in memo.items():
                for own in [*parts.values()]:
                    _check_own(world, entity, own)
        elif isinstance(memo, dict):
            for key, value in [*memo.items()]:
                if isinstance(key, FunctionType):
                    assert value == key(world), f"{key} is out of date"
                elif isinstance(key, tuple) and isinstance(key[0], FunctionType):
                    assert value == key[0](world, *key[1:]), f"{key} is out of date"


def _check_own(world: World, entity: int, own: dict[Any, Any]) -> None:
    for key, value in [*own.items()]:
        if isinstance(key, FunctionType):
            assert value == key(world, entity), f"{key} of {entity} is out of date"
