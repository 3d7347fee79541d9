"""The checks of tests/contract.py let a sound ruleset pass and find what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from game.kernel.components import FIELD, Clock, Pools, changed
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option, Request, decide
from game.rules.ruleset import Card, Chance, Preview, Refusal
from game.skirmish.record import Skirmish
from tests import contract
from tests.options import option
from tests.toy import Toy, duel


def thorough(game: Skirmish, number: int) -> None:
    contract.check_request(game)
    contract.check_views(game)
    contract.check_clone(game, 5)
    contract.check_rehearsal(game)
    contract.check_memory(game)
    contract.check_wrong_answers(game)
    contract.check_record(game)
    if isinstance(game.session.request, Decision):
        contract.check_previews(game, [option.key for option in game.session.request.options])


def run(rules: Toy) -> None:
    """Everything, on a few duels."""
    for seed in range(4):
        game = Skirmish(replace(duel(), seed=seed), rules)
        contract.walk(game, seed, 25, thorough)
        contract.known(rules, tuple(game.session.world.events))
        contract.check_replay(game.settle())
        contract.check_undo(game)


def test_a_sound_ruleset_passes() -> None:
    run(Toy())


class Unsure(Toy):
    """Chances that do not add up."""

    def preview(self, world: World, request: Request, key: str) -> Preview:
        return replace(super().preview(world, request, key), chances=(Chance("maybe", 0.9),))


class Meddling(Toy):
    """A preview that leaves something behind."""

    def preview(self, world: World, request: Request, key: str) -> Preview:
        clock = world.get(FIELD, Clock)
        world.put(FIELD, changed(clock, turn=clock.turn + 1))
        return super().preview(world, request, key)


class Lawless(Toy):
    """A rule ID that stands in no rulebook."""

    def _options(self, world: World, unit: int) -> list[Option]:
        return [*super()._options(world, unit), option("dance", rule="TOY-DANCE-1")]


class Silent(Toy):
    """A refusal without a reason."""

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        return (Refusal("dance", "Dance", ()),)


class Forgetful(Toy):
    """A rule that counts outside the world."""

    def __init__(self) -> None:
        self.steps = 0

    async def step(self, world: World) -> None:
        self.steps += 1
        world.emit(changed(world.get(FIELD, Clock), turn=self.steps))
        await super().step(world)


class Hasty(Toy):
    """A unit that is healed whenever somebody looks at its card."""

    def card(self, world: World, unit: int) -> Card:
        pools = world.get(unit, Pools)
        world.put(unit, pools.with_("life", pools["life"] + 1))
        return super().card(world, unit)


class Dreamer(Toy):
    """Something remembered under a key that leaves out what it depends on."""

    def card(self, world: World, unit: int) -> Card:
        return world.derive("card", lambda where: Toy.card(self, where, unit))


class Nameless(Toy):
    """A question to somebody who is not there."""

    async def step(self, world: World) -> None:
        await decide(99, "who", [option("a"), option("b")])
        await super().step(world)


@pytest.mark.parametrize("make", [Unsure, Meddling, Lawless, Silent, Forgetful, Hasty, Dreamer, Nameless])
def test_an_unsound_one_does_not(make: Callable[[], Toy]) -> None:
    with pytest.raises((AssertionError, KeyError)):
        run(make())
