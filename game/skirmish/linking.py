"""One skirmish after another: how the first ended is what the next one starts from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from game.kernel.components import Side, Unit
from game.kernel.ecs import World
from game.map.board import Board
from game.map.roster import Entry, SideSetup
from game.map.scenario import Scenario
from game.map.writer import dump_board
from game.rules.outfits import Outfits
from game.rules.ruleset import CampDecisions, Links, Ruleset
from game.skirmish.record import Skirmish

Gear = Mapping[int, Mapping[str, str]]
"""Unit -> slot -> choice, by the keys of `Outfits.slots`."""


def rested(skirmish: Skirmish, how: str) -> World:
    """The world of a skirmish that is over, after the time until the next; `how` as for `follow`, which see."""
    rules = skirmish.ruleset
    if not isinstance(rules, Links):
        raise ValueError(f"the ruleset {rules.title} does not know of one skirmish after another")
    if skirmish.session.request is not None:
        raise ValueError("the skirmish is not over yet")
    how = how or rules.rests[0]
    if how not in rules.rests:
        raise LookupError(f"there is no rest {how!r}; there are: {', '.join(rules.rests)}")
    world = World(skirmish.session.world.save())
    rules.rest(world, how)
    return world


def refit(rules: Ruleset, world: World, gear: Gear) -> None:
    """Change the gear of rested units; ValueError tells whose cannot be so."""
    for unit, chosen in gear.items():
        if not isinstance(rules, Outfits):
            raise ValueError(f"gear is not changed between skirmishes of {rules.title}")
        try:
            rules.refit(world, unit, chosen)
        except ValueError as error:
            raise ValueError(f"{world.get(unit, Unit).name}: {error.args[0]}") from None


def follow(
    skirmish: Skirmish,
    board: Board,
    how: str,
    *,
    fresh: Collection[str] = (),
    seed: int | str = 0,
    gear: Gear | None = None,
) -> Scenario:
    """The scenario of the next skirmish on a board: the same sides with whoever is left of them, after a rest.

    `how` is one of the ruleset's `rests`, the first if empty; the sides named in `fresh` come with the map's own units;
    `gear` is what units change before it. ValueError tells why there can be none, LookupError names an unknown rest or
    side.
    """
    world, rules, old = rested(skirmish, how), skirmish.ruleset, skirmish.scenario
    assert isinstance(rules, Links)
    how = how or rules.rests[0]
    refit(rules, world, gear or {})
    strange = set(fresh) - {side.name for side in old.sides}
    if strange:
        raise LookupError(f"there is no side {min(strange)!r}; there are: {', '.join(side.name for side in old.sides)}")
    if len(board.sides) < len(old.sides):
        raise ValueError(f"the map {board.name!r} has places for {len(board.sides)} sides, not for {len(old.sides)}")
    sides = [
        _side(rules, world, side, setup, place, fresh=setup.name in fresh)
        for (side, _), setup, place in zip(world.each(Side), old.sides, board.sides, strict=False)
    ]
    return Scenario(
        old.ruleset,
        dump_board(board),
        tuple(sides),
        board.name,
        deployment=old.deployment,
        settings={**old.settings, **(rules.settings_after(how) if isinstance(rules, CampDecisions) else {})},
        seed=seed,
        round_limit=board.round_limit,
    )


def _side(rules: Links, world: World, side: int, setup: SideSetup, place: SideSetup, *, fresh: bool) -> SideSetup:
    """The side at its place on the new map, with the map's objectives for it."""
    roster = place.roster if fresh else _left(rules, world, side, setup.roster)
    if not roster:
        raise ValueError(f"{setup.name} has nobody left for another skirmish")
    return replace(place, name=setup.name, team=setup.team, controller=setup.controller, roster=roster)


def _left(rules: Links, world: World, side: int, roster: Sequence[Entry]) -> tuple[Entry, ...]:
    """Whoever goes on to the next skirmish, one entry each."""
    before = [entry for entry in roster for _ in range(entry.count)]
    # A side is followed by its units. Whoever came later (with somebody, as mounts do) or changed sides is not of the
    # roster.
    units = [unit for unit, _ in world.each(Unit) if unit > side]
    found = []
    for unit, entry in zip(units, before, strict=False):
        state = rules.carried_over(world, unit, entry.state)
        if state is not None:
            name = world.get(unit, Unit).name
            found.append(replace(entry, count=1, name=name, at="", facing="", state=state))
    return tuple(found)
