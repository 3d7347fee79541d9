"""One attack: threat, defend or yield, dice and what they earn (POISE-ATK-1): the only writer of `Raised`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from game.kernel.components import Down
from game.kernel.ecs import World
from game.kernel.events import Answered, Attacked, Gained, Rolled, Used
from game.kernel.flow import Action, Group, Roll
from game.rules.asking import ask, perform
from game.rules.poise.checks import numbers
from game.rules.poise.checks.numbers import earned_by, raised_by, threat
from game.rules.poise.checks.odds import Toll, Tolls, needed
from game.rules.poise.gear import scatter
from game.rules.poise.harm.conditions import inflict
from game.rules.poise.harm.defeat import defeat
from game.rules.poise.harm.pools import damage, gain, lose, spend
from game.rules.poise.position.space import free_move
from game.rules.poise.riding import unseat, whole
from game.rules.poise.screen import preview as previews
from game.rules.poise.sheet import KINDS, Critical, Cunning, PoiseSheet, Pool, Skill, sheet_of
from game.rules.poise.state import Crippled, Raised, drained, master
from game.rules.poise.verbs.shoving import Shoved, shove, shove_paces
from game.rules.verbs import Perform, Question, Verb, detail
from game.systems.conditions import lift


async def attack(world: World, user: int, key: str, target: int) -> None:
    """POISE-ATK-1 from step 3: the target answers with its numbers before it; then defence or yield, then defeat."""
    world.emit(_declared(world, user, key, target))
    await _answer(world, user, key, target)


def _declared(world: World, user: int, key: str, target: int) -> Attacked:
    ranged = sheet_of(world).skills[key].mode in ("ranged", "thrown")
    return Attacked(user, target, key, (threat(world, user, key, target),), "POISE-ATK-1", ranged)


async def _answer(world: World, user: int, key: str, target: int) -> None:
    """POISE-DEF-1: the target's choice. A defeated one has none."""
    who, about = master(world, target), _declared(world, user, key, target)
    option = await ask(world, who, "defend", _answers(world, user, key, target, about), about=about)
    await perform(world, who, "defend", option)


def _answers(world: World, user: int, key: str, target: int, about: Attacked) -> Iterator[Action]:
    """What it may answer; the actions say who strikes whom with what."""
    skill, sides = sheet_of(world).skills[key], (user, target)
    yield Action("yield", what=key, others=sides)
    for pool in numbers.defences(world, target, skill, about.numbers[0].total):
        yield Action(KINDS[pool], what=key, others=sides)
    shield = numbers.shield_of(world, target)
    if shield and not world.has(target, Raised) and not world.has(target, Down):
        yield Action(shield[0], what=key, others=sides)


async def _end(world: World, user: int, target: int, spare: int = 0) -> None:
    world.drop(target, Raised)
    await defeat(world, target, user, spare=spare)


def defend_with(pool: Pool) -> Perform:
    """POISE-DEF-2: the threat comes out of that pool."""

    async def defend(world: World, who: int, action: Action) -> None:
        user, target = action.others
        number = threat(world, user, action.what, target)
        world.emit(Answered(target, user, action.verb, (number,), "POISE-DEF-2"))
        await damage(world, target, pool, number, "POISE-DEF-2", user)
        await _end(world, user, target)

    return defend


async def raise_armour(world: World, who: int, action: Action) -> None:
    """POISE-GEAR-3: a reaction against this one attack; then the target answers it."""
    user, target = action.others
    reaction = sheet_of(world).skills[action.verb]
    raised = raised_by(world, target, reaction).total
    for pool, price in reaction.cost.items():
        spend(world, target, pool, price, reaction.rule)
    await unseat(world)
    world.emit(Used(target, action.verb, "reaction", (user,), rule=reaction.rule))
    world.put(target, Raised(raised))
    await _answer(world, user, action.what, target)


async def yield_to(world: World, who: int, action: Action) -> None:
    """POISE-YIELD-7: dice, damage, effects, then each cunning effect; dice that a defeat did not need earn more."""
    (user, target), key = action.others, action.what
    skill = sheet_of(world).skills[key]
    assert skill.yield_ is not None
    dice, before = numbers.yield_dice(world, user, key, target), whole(world, target)
    world.emit(Answered(target, user, "yield", (), "POISE-DEF-1"))
    faces = await Roll(user, "yield", dice, "POISE-YIELD-1")
    number = numbers.yield_damage(world, user, key, target, sum(faces))
    world.emit(Rolled(user, key, dice, faces, (number,), "POISE-YIELD-1"))
    flat = sum(part.value for part in number.parts[1:] if part.kind == "add")  # brawn less armour
    await damage(world, target, skill.yield_.type, number, "POISE-YIELD-1", user)
    effects = await _effects(world, user, skill, target, earned_by(world, user, skill, faces))
    if not drained(world, target) or not any(before.now):
        await _end(world, user, target)
        return

    def takes(chosen: tuple[int, ...]) -> Tolls:
        assert skill.yield_ is not None
        yield Toll("damage", skill.yield_.type, max(0, sum(chosen) + flat))
        yield from effects(earned_by(world, user, skill, chosen))

    await _end(world, user, target, len(faces) - needed(before, faces, takes))


async def _effects(world: World, user: int, skill: Skill, target: int, earned: int) -> Callable[[int], Tolls]:
    """POISE-YIELD-4 to 6: what the yield brings besides damage, and the cunning effects earned.

    Returns what all that takes if only so many cunning effects had been earned.
    """
    assert skill.yield_ is not None
    cunning, first = skill.cunning, Shoved()
    if skill.yield_.shove_away:
        first = await shove(world, user, target, skill.yield_.shove_away + (cunning.more_shove * earned), "away")
    if skill.yield_.condition:
        inflict(world, target, skill.yield_.condition, "POISE-YIELD-6", user)
    further = [await _cunning(world, user, cunning, target) for _ in range(earned)]
    each = sheet_of(world).numbers.shove_loss

    def tolls(count: int) -> Tolls:
        assert skill.yield_ is not None
        paces = shove_paces(world, user, target, skill.yield_.shove_away + cunning.more_shove * count).total
        yield Toll("lose", "momentum", first.lost(paces, each))
        yield Toll("damage", "momentum", first.hurt(paces))
        for shoved in further[:count]:
            for pool, loss in cunning.target_lose.items():
                yield Toll("lose", pool, loss)
            paces = shove_paces(world, user, target, cunning.shove_away).total
            yield Toll("lose", "momentum", shoved.lost(paces, each))
            yield Toll("damage", "momentum", shoved.hurt(paces))

    return tolls


async def _cunning(world: World, user: int, cunning: Cunning, target: int) -> Shoved:
    """One cunning effect; how its shove went, if it is one."""
    for pool, loss in cunning.target_lose.items():
        lose(world, target, pool, loss, "POISE-YIELD-4", user)
    for pool, plus in cunning.self_gain.items():
        gain(world, user, pool, plus, "POISE-YIELD-4")
    if cunning.condition == "disarmed":
        await scatter(world, target)
    elif cunning.condition:
        inflict(world, target, cunning.condition, "POISE-YIELD-4", user)
    return await shove(world, user, target, cunning.shove_away, "away") if cunning.shove_away else Shoved()


Effect: TypeAlias = "Callable[[World, int, Action, Critical], Awaitable[None]]"


def critical(sheet: PoiseSheet) -> Question:
    """One effect of the choice of whoever has earned it."""
    whom = ("unit",)
    verbs = (
        _verb(sheet, "second_wind", "help", _rally, ("what",)),
        _verb(sheet, "press_on", "move", lambda world, user, _, each: free_move(world, user, each.amount, each.rule)),
        _verb(sheet, "dismay", "hinder", _take("focus"), whom),
        _verb(sheet, "bowl_over", "hinder", _take("momentum"), whom),
        _verb(sheet, "rattle", "hinder", _take("poise"), whom),
        _verb(sheet, "knock_away", "hinder", lambda world, user, action, _: scatter(world, action.target), whom),
        _verb(sheet, "rally_cry", "help", _rally, ("unit", "what")),
        _verb(sheet, "cripple", "hinder", _cripple, ("unit", "what", "how")),
    )
    return detail("critical", "POISE-CRIT-1", *verbs, preview=previews.critical)


def _verb(sheet: PoiseSheet, name: str, group: Group, effect: Effect, key: tuple[str, ...] = ()) -> Verb:
    entry = sheet.criticals[name]

    async def does(world: World, user: int, action: Action) -> None:
        target = user if action.unit is None else action.unit
        world.emit(Used(user, action.verb, "free", (target,), rule=entry.rule))
        await effect(world, user, action, entry)

    return Verb(name=name, rule=entry.rule, group=group, label=entry.title, key=key, perform=does)


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
        gain(world, action.target, action.what, entry.amount, entry.rule)


async def _cripple(world: World, user: int, action: Action, entry: Critical) -> None:
    target = action.target
    world.emit(Gained(target, "crippled", user, entry.rule))
    known = world.find(target, Crippled) or Crippled()
    skills = (*known.skills, action.what) if action.what else known.skills
    world.put(target, Crippled(skills, known.flight or not action.what))
