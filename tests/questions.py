"""What a person at the table would be asked outside the own turns: `python -m tests.questions poise,clash arena 1,2`.

Computers play; on the first side's every question it is counted whether the default order, "when it matters", would put
it to a person, and what the computer answers. Units that are asked about one event are asked once, and what to do after
the wish to act belongs to that question.
"""

from __future__ import annotations

import sys

from game.ai.controller import find_controller
from game.commands.common import scenario_of
from game.kernel.components import FIELD, Clock, Side
from game.kernel.flow import Decision
from game.skirmish.record import Skirmish, side_of, team_of
from game.ui.battle.asking import Asking

LIMIT = 1500  # answers after which a skirmish counts as it stands


class Counts:
    """What was asked, by event; `silent` was not asked, `missed` is what of that the computer used."""

    def __init__(self) -> None:
        self.events: dict[object, bool] = {}  # whether anything was done
        self.silent = self.missed = self.rounds = 0

    def put(self, skirmish: Skirmish, asked: Decision, *, used: bool) -> None:
        """Count a question, unless it goes on about an event that was asked about already."""
        session = skirmish.session
        alone = asked.declining() is None or asked.about is None
        event = (len(session.past), repr(asked.about), len(session.tape) if alone else -1)
        self.events[event] = used or self.events.get(event, False)

    def __str__(self) -> str:
        declined = sum(not used for used in self.events.values())
        figures = {"asked": len(self.events), "declined": declined, "silent": self.silent, "missed": self.missed}
        each = ", ".join(f"{name} {number / self.rounds:.2f}" for name, number in figures.items())
        return f"{self.rounds} rounds; a round and side of four {each}"


def count(ruleset: str, board: str, seed: str, player: str = "captain", limit: int = LIMIT) -> Counts:
    """What the first side is asked in one skirmish."""
    scenario = scenario_of(ruleset, board, (player,) * 4, seed)
    skirmish = Skirmish(scenario).settle()
    players = [find_controller(player, f"{seed}/{number}") for number in range(len(scenario.sides))]
    asking, found = Asking(skirmish), Counts()
    for _ in range(limit):
        asked = skirmish.session.request
        if not isinstance(asked, Decision):
            break
        world = skirmish.session.world
        number = world.get(side_of(world, asked.who), Side).number
        key = players[number - 1].choose(skirmish.session)
        if number == 1 and _outside(skirmish, asked):
            used = asked.option(key).role != "decline"
            if asking.ordered() is None:
                found.put(skirmish, asked, used=used)
            else:
                found.silent, found.missed = found.silent + 1, found.missed + used
        skirmish.answer(key)
    found.rounds = skirmish.session.world.get(FIELD, Clock).round
    return found


def _outside(skirmish: Skirmish, asked: Decision) -> bool:
    """Whether it is asked in the middle of an act that is none of the side's own."""
    world = skirmish.session.world
    active = world.get(FIELD, Clock).active
    own = active is not None and team_of(world, active) == team_of(world, asked.who)
    return not own and asked.moment in ("window", "reaction", "detail")


def main() -> None:
    """A line a ruleset and seed."""
    rulesets, board, seeds, *rest = sys.argv[1:]
    for ruleset in rulesets.split(","):
        for seed in seeds.split(","):
            print(ruleset, seed, count(ruleset, board, seed, *rest[:1]), flush=True)


if __name__ == "__main__":
    main()
