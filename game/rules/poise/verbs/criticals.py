"""Critical effects: what overwhelming force earns besides the victory (POISE-CRIT-1): the only writer of `Crippled`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from game.kernel.ecs import World
from game.kernel.events import Gained, Used
from game.kernel.flow import Action, Group
from game.rules.poise.gear import scatter
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import gain, lose
from game.rules.poise.position.routes import free_move
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import Critical, PoiseSheet, Pool, sheet_of
from game.rules.poise.state import Crippled
from game.rules.verbs import Perform, Question, Verb, by_name
from game.systems.conditions import lift

Effect: TypeAlias = "Callable[[World, int, Action, Critical], Awaitable[None]]"


def critical(sheet: PoiseSheet) -> Question:
    """One effect of the choice of whoever has earned it."""
    whom = ("unit",)
    verbs = (
        _verb(sheet, "second_wind", "help", _gain, ("what",)),
        _verb(
            sheet, "press_on", "move", lambda world, user, _, entry: free_move(world, user, entry.amount, entry.rule)
        ),
        _verb(sheet, "dismay", "hinder", _take("focus"), whom),
        _verb(sheet, "bowl_over", "hinder", _take("momentum"), whom),
        _verb(sheet, "rattle", "hinder", _take("poise"), whom),
        _verb(sheet, "knock_away", "hinder", lambda world, user, action, _: scatter(world, action.target), whom),
        _verb(sheet, "rally_cry", "help", _rally, ("unit", "what")),
        _verb(sheet, "cripple", "hinder", _cripple, ("unit", "what", "how")),
    )
    return Question(
        name="critical", moment="detail", rule="POISE-CRIT-1", verbs=by_name(*verbs), preview=previews.critical
    )


def _verb(sheet: PoiseSheet, name: str, group: Group, effect: Effect, key: tuple[str, ...] = ()) -> Verb:
    entry = sheet.criticals[name]
    return Verb(name=name, rule=entry.rule, group=group, label=entry.title, key=key, perform=_earned(entry, effect))


def _earned(entry: Critical, effect: Effect) -> Perform:
    async def perform(world: World, user: int, action: Action) -> None:
        target = user if action.unit is None else action.unit
        world.emit(Used(user, action.verb, "free", (target,), rule=entry.rule))
        await effect(world, user, action, entry)

    return perform


async def _gain(world: World, user: int, action: Action, entry: Critical) -> None:
    gain(world, action.target, action.what, entry.amount, entry.rule)


def _take(pool: Pool) -> Effect:
    """So much out of that pool, which may be the target's end."""

    async def take(world: World, user: int, action: Action, entry: Critical) -> None:
        lose(world, action.target, pool, entry.amount, entry.rule, user)
        await defeat(world, action.target, user)

    return take


async def _rally(world: World, user: int, action: Action, entry: Critical) -> None:
    if action.what in sheet_of(world).conditions:
        lift(world, action.target, action.what, entry.rule)
    else:
        await _gain(world, user, action, entry)


async def _cripple(world: World, user: int, action: Action, entry: Critical) -> None:
    target = action.target
    world.emit(Gained(target, "crippled", user, entry.rule))
    known = world.find(target, Crippled) or Crippled()
    skills = (*known.skills, action.what) if action.what else known.skills
    world.put(target, Crippled(skills, known.flight or not action.what))
