"""What overwhelming force may earn besides the victory (POISE-CRIT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.masks import CellSet
from game.kernel.components import Carried, Conditions, Gear, Position
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.poise.harm.conditions import sheds
from game.rules.poise.harm.pools import gainable
from game.rules.poise.position.routes import destinations
from game.rules.poise.position.sight import sight
from game.rules.poise.position.space import METRIC, distances
from game.rules.poise.sheet import sheet_of
from game.rules.poise.state import Body, Crippled, Left, movable
from game.systems.field import board_of, cells_of, enemies, standing, team


def effects(world: World, user: int, fallen: int, *, forced: bool) -> Iterator[Action]:
    """The critical effects from which the user may choose.

    `fallen` is whose defeat earned it; `forced` that it has spent a point of defiance instead (POISE-CRIT-2).
    """
    table, paces = sheet_of(world).criticals, distances(world, user)
    for pool in gainable(world, user):
        yield Action("second_wind", user, what=pool)
    afoot = movable(world, user) and not world.has(user, Carried)  # POISE-MOUNT-3
    if afoot and destinations(world, user, table["press_on"].amount):
        yield Action("press_on")
    for foe in enemies(world, user):
        if paces[foe] <= table["dismay"].range and sight(world, foe, user).grade != "unseen":
            yield Action("dismay", foe)
        if foe != fallen and _near(world, fallen, foe, table["bowl_over"].range):
            yield Action("bowl_over", foe)
        if paces[foe] <= table["rattle"].range:
            yield Action("rattle", foe)
        if paces[foe] <= table["knock_away"].range and world.get(foe, Gear).held:
            yield Action("knock_away", foe)
    for friend in standing(world):
        if friend != user and team(world, friend) == team(world, user) and paces[friend] <= table["rally_cry"].range:
            yield from _rallies(world, friend)
    if forced:
        yield from _maims(world, fallen)


def _near(world: World, fallen: int, other: int, paces: int) -> bool:
    """Whether somebody is that close to where the fallen unit is, or was."""
    cells: CellSet = cells_of(world, fallen) if world.has(fallen, Position) else world.get(fallen, Left).cells
    return board_of(world).grid.distance_sets(cells, cells_of(world, other), METRIC) <= paces


def _rallies(world: World, friend: int) -> Iterator[Action]:
    """Each condition that a friend may shed and each pool that it may gain in."""
    for item in world.get(friend, Conditions).items:
        if sheds(world, friend, item.name):
            yield Action("rally_cry", friend, what=item.name)
    for pool in gainable(world, friend):
        yield Action("rally_cry", friend, what=pool)


def _maims(world: World, creature: int) -> Iterator[Action]:
    """POISE-LEG-8: one of the creature's own skills, or its flight."""
    body, known = world.get(creature, Body), world.find(creature, Crippled) or Crippled()
    for skill in body.skills:
        if skill not in known.skills:
            yield Action("cripple", creature, what=skill)
    if body.flies and not known.flight:
        yield Action("cripple", creature, how=("flight",))
