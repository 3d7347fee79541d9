"""Every shipped ruleset keeps the contract of game/rules/ruleset.py, on squares and on hexes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from unittest.mock import ANY

import msgspec
import pytest

from game.kernel.components import Down, Objectives, Position
from game.kernel.dice import Chooser
from game.kernel.flow import Decision
from game.map.roster import Entry
from game.rules.registry import SHIPPED
from game.rules.ruleset import Outcome
from game.skirmish.record import Skirmish, verify
from tests import contract
from tests.playing import GRIDS, RULESETS, begin, brawl, gate, pick, play, ruleset, sides, skirmish, units

SEEDS = range(20)
WINDOW = 18  # answers that are looked at closely; each seed looks at another stretch of its skirmish
ANSWERS = 120

every = pytest.mark.parametrize(("name", "grid"), [(name, grid) for name in RULESETS for grid in GRIDS])


def thorough(game: Skirmish, number: int) -> None:
    """All that is to be checked at one request; what is dear only now and then."""
    contract.check_request(game)
    request = game.session.request
    if number % 3 == 0:
        contract.check_views(game)
        contract.check_clone(game, 3)
        contract.check_rehearsal(game)
    if number % 6 == 0:
        contract.check_memory(game)
    if isinstance(request, Decision):
        keys = [option.key for option in request.options]
        if number % 10:
            chooser = Chooser(f"previews {number}")
            keys = sorted({chooser.pick(keys) for _ in range(4)})
        contract.check_previews(game, keys)
    if number % 7 == 0:
        contract.check_wrong_answers(game)
    if number % 12 == 0:
        contract.check_record(game)


def whole(game: Skirmish) -> None:
    """All that is to be checked of a skirmish as a whole."""
    contract.known(game.ruleset, tuple(game.session.world.events))
    contract.check_replay(game.settle())
    assert verify(game.text(), ruleset=game.ruleset) is None
    contract.check_undo(game)


@every
@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_keeps_the_contract(name: str, grid: str, seed: int) -> None:
    first = seed * ANSWERS // len(SEEDS)

    def check(game: Skirmish, number: int) -> None:
        if number >= first:
            thorough(game, number - first)

    game = contract.walk(begin(name, grid, seed), seed, first + WINDOW, check)
    contract.known(game.ruleset, tuple(game.session.world.events))


@every
def test_every_kind_of_unit_takes_the_field(name: str, grid: str) -> None:
    rules = ruleset(name)
    contract.check_archetypes(rules)
    field = brawl(name, grid, "kinds").scenario  # its zones have room for the biggest
    for kind in rules.archetypes:
        sides = tuple(msgspec.structs.replace(side, roster=(Entry(unit=kind),)) for side in field.sides)
        game = Skirmish(msgspec.structs.replace(field, sides=sides), rules).settle()
        contract.check_views(game)
        contract.walk(game, kind, 12, lambda game, _: contract.check_request(game))


@every
def test_a_skirmish_can_be_replayed_undone_and_done_again(name: str, grid: str) -> None:
    whole(play(skirmish(name, grid, "whole"), "whole", ANSWERS))


@every
def test_saving_and_loading_works_at_every_step(name: str, grid: str) -> None:
    contract.walk(skirmish(name, grid, "save"), "save", 30, lambda game, _: contract.check_record(game))


@every
def test_refused_answers_change_nothing_at_any_step(name: str, grid: str) -> None:
    contract.walk(skirmish(name, grid, "wrong"), "wrong", 40, lambda game, _: contract.check_wrong_answers(game))


@every
def test_every_option_has_a_preview(name: str, grid: str) -> None:
    def check(game: Skirmish, _: int) -> None:
        if isinstance(game.session.request, Decision):
            contract.check_previews(game, [option.key for option in game.session.request.options])

    contract.walk(skirmish(name, grid, "all"), "all", 40, check)


@every
def test_a_record_is_read_with_the_ruleset_that_it_names(name: str, grid: str) -> None:
    assert verify(play(skirmish(name, grid, 0), 0, 30).text()) is None


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_whoever_stands_on_an_exit_can_leave_by_it(name: str, grid: str) -> None:
    game, chooser = gate(name, grid), Chooser("gate")
    world = game.session.world
    first, (leaver, _) = sides(world)[0], units(world)
    for _ in range(40):
        request = game.session.request
        assert isinstance(request, Decision)
        ways = [option.key for option in request.options if option.verb == "leave"]
        game.answer(ways[0] if ways else pick(chooser, request))
        if ways:
            break
    assert ways and request.who == leaver
    assert world.get(first, Objectives).items[0].done == 1
    assert world.get(leaver, Down).how == "fled"
    assert not world.has(leaver, Position)
    assert game.ruleset.outcome(world) == Outcome((first,), "escape", ANY)


def fingerprint(name: str) -> str:
    """A hash of the records and events of some skirmishes; a subprocess prints it too."""
    hashed = hashlib.sha256()
    for grid in GRIDS:
        for seed in (1, 2):
            game = play(begin(name, grid, seed), seed, 60)
            hashed.update(game.text().encode())
            hashed.update(repr(game.session.world.events).encode())
    return hashed.hexdigest()


@pytest.mark.parametrize("name", RULESETS)
def test_the_same_seed_gives_the_same_record_whatever_the_hash_seed(name: str) -> None:
    code = f"from tests.test_contract import fingerprint; print(fingerprint({name!r}))"
    found = {fingerprint(name)}
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        found.add(run.stdout.strip())
    assert len(found) == 1


@pytest.mark.nightly
@every
@pytest.mark.parametrize("seed", range(100, 160))
def test_long_soak(name: str, grid: str, seed: int) -> None:
    game = contract.walk(begin(name, grid, seed), seed, 600, thorough)
    whole(game)
