"""Critical effects: what overwhelming force earns besides the victory (POISE-CRIT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from game.components import Carried, Conditions, Gear, Position
from game.ecs import World
from game.events import Fell, Gained, Used
from game.flow import Option, decide
from game.grid.grid import CellSet
from game.rules.poise.gear import scatter
from game.rules.poise.marks import Crippled, Left
from game.rules.poise.pools import gain, gainable, lose
from game.rules.poise.position import METRIC, distances, sight
from game.rules.poise.routes import destinations, free_move
from game.rules.poise.sheet import Critical, sheet_of
from game.rules.poise.state import Body, movable, sheds
from game.systems.conditions import lift
from game.systems.field import board_of, cells_of, enemies, standing, team


async def critical(world: World, user: int, fallen: int, *, forced: bool) -> int | None:
    """One critical effect of the user's choice (default Second Wind); the enemy that it took something from.

    `fallen` is whose defeat earned it; `forced` that it has spent a point of defiance instead (POISE-CRIT-2).
    """
    options = list(_options(world, user, fallen, forced=forced))
    if not options:
        return None
    about = next((event for event in reversed(world.events) if _earns(event)), None)
    key = await decide(user, "critical", options, rule="POISE-CRIT-1", about=about)
    verb, _, rest = key.partition(" ")
    word, _, what = rest.partition(" ")
    target = int(word) if word.isdigit() else user
    world.emit(Used(user, verb, "free", (target,), rule=sheet_of(world).criticals[verb].rule))
    return await _apply(world, user, verb, target, what or word)


def _earns(event: object) -> bool:
    """Whether that is what critical effects are given for: a defeat, or one that was defied."""
    return isinstance(event, Fell) or (isinstance(event, Used) and event.what == "defy")


def _options(world: World, user: int, fallen: int, *, forced: bool) -> Iterator[Option]:
    table, foes = sheet_of(world).criticals, enemies(world, user)
    for pool in gainable(world, user):
        yield _option("second_wind", table, pool, user)
    afoot = movable(world, user) and not world.has(user, Carried)  # POISE-MOUNT-3
    if afoot and destinations(world, user, table["press_on"].amount):
        yield _option("press_on", table)
    paces = distances(world, user)
    for foe in foes:
        if paces[foe] <= table["dismay"].range and sight(world, foe, user).grade != "unseen":
            yield _option("dismay", table, str(foe), foe)
        if foe != fallen and _near(world, fallen, foe, table["bowl_over"].range):
            yield _option("bowl_over", table, str(foe), foe)
        if paces[foe] <= table["rattle"].range:
            yield _option("rattle", table, str(foe), foe)
        if paces[foe] <= table["knock_away"].range and world.get(foe, Gear).held:
            yield _option("knock_away", table, str(foe), foe)
    yield from _rallies(world, user, table)
    if forced:
        yield from _maims(world, fallen, table)


def _option(verb: str, table: dict[str, Critical], rest: str = "", unit: int | None = None) -> Option:
    return Option(f"{verb} {rest}".rstrip(), table[verb].title, unit=unit, rule=table[verb].rule)


def _near(world: World, fallen: int, other: int, paces: int) -> bool:
    """Whether somebody is that close to where the fallen unit is, or was."""
    cells: CellSet = cells_of(world, fallen) if world.has(fallen, Position) else world.get(fallen, Left).cells
    return board_of(world).grid.distance_sets(cells, cells_of(world, other), METRIC) <= paces


def _rallies(world: World, user: int, table: dict[str, Critical]) -> Iterator[Option]:
    """Every friend in range, with each condition that it may shed and each pool that it may gain in."""
    paces = distances(world, user)
    for friend in standing(world):
        if friend == user or team(world, friend) != team(world, user) or paces[friend] > table["rally_cry"].range:
            continue
        for item in world.get(friend, Conditions).items:
            if sheds(world, friend, item.name):
                yield _option("rally_cry", table, f"{friend} {item.name}", friend)
        for pool in gainable(world, friend):
            yield _option("rally_cry", table, f"{friend} {pool}", friend)


def _maims(world: World, creature: int, table: dict[str, Critical]) -> Iterator[Option]:
    """POISE-LEG-8: one of the creature's own skills, or its flight."""
    body, known = world.get(creature, Body), world.find(creature, Crippled) or Crippled()
    for skill in body.skills:
        if skill not in known.skills:
            yield _option("cripple", table, f"{creature} {skill}", creature)
    if body.flies and not known.flight:
        yield _option("cripple", table, f"{creature} flight", creature)


async def _apply(world: World, user: int, verb: str, target: int, what: str) -> int | None:
    """Do it; the unit that lost something in a pool, which may be its end."""
    entry = sheet_of(world).criticals[verb]
    match verb:
        case "second_wind":
            gain(world, user, what, entry.amount, entry.rule)
        case "press_on":
            await free_move(world, user, entry.amount, entry.rule)
        case "rally_cry" if what in sheet_of(world).conditions:
            lift(world, target, what, entry.rule)
        case "rally_cry":
            gain(world, target, what, entry.amount, entry.rule)
        case "knock_away":
            await scatter(world, target)
        case "cripple":
            world.emit(Gained(target, "crippled", user, entry.rule))
            known = world.find(target, Crippled) or Crippled()
            if what == "flight":
                world.put(target, Crippled(known.skills, flight=True))
            else:
                world.put(target, Crippled((*known.skills, what), known.flight))
        case _:
            pool = {"dismay": "focus", "bowl_over": "momentum", "rattle": "poise"}[verb]
            lose(world, target, pool, entry.amount, entry.rule, user)
            return target
    return None
