"""What a chosen option does: budget, cost, target, effect, and what ends with it."""

from __future__ import annotations

from game.components import FIELD, Carried, Clock, Conditions, Down, Gear, changed
from game.ecs import World
from game.events import ItemMoved, Rolled, Used
from game.flow import Option, Roll, decide
from game.numbers import Breakdown, Modifier, add, at_least
from game.rules.poise.attack import attack, boons
from game.rules.poise.moving import dash, destinations, maneuver, shift, sprint, step_along
from game.rules.poise.offers import MOVES, confused_targets, in_reach, mover_of, price, usable_on
from game.rules.poise.pools import defeat, gain, release, spend
from game.rules.poise.riding import dismount, mount, mount_bar, unseat
from game.rules.poise.rolling import shies
from game.rules.poise.sheet import EMPTY, STEED, Skill, sheet_of
from game.rules.poise.shoving import shove
from game.rules.poise.special import MANEUVERS
from game.rules.poise.state import Concentration, Submerged, Turn, inflict, master, movable, skills_of, speed_of
from game.rules.poise.water import hold_breath, soak, surface
from game.systems.field import board_of
from game.systems.lasting import holds, lift


async def act(world: World, unit: int, key: str) -> None:
    """Use a skill in the unit's own turn and keep the budget (POISE-ECON-1, 6)."""
    verb, _, rest = key.partition(" ")
    if verb == "hold_breath":
        world.emit(Used(unit, verb, "free", rule="POISE-WATER-7"))
        hold_breath(world, unit)
        return
    rider, verb = unit, "dash" if verb == "dash_steps" else verb
    if verb in MOVES or verb.startswith(STEED):
        unit, verb = mover_of(world, unit), verb.removeprefix(STEED)
    skill = _NO_SKILLS[verb] if verb in _NO_SKILLS else skills_of(world, unit)[verb]
    replaces = skill.type == "maneuver" and world.get(FIELD, Turn).maneuver
    _use_up(world, skill, replaces=replaces)
    if unit != rider and skill.type != "reaction" and await shies(world, rider, unit):
        return
    before = world.get(unit, Conditions)
    if skill.type == "action":
        await _action(world, unit, verb, skill, rest)
    elif verb in MOVES:
        cell = board_of(world).grid.parse(rest) if rest else None
        await _move(world, unit, verb, skill, cell)
    elif (asked := await maneuver(world, unit, verb, skill)) is not None:
        await _stay_maneuver(world, unit, verb, skill, rest, asked)
    if skill.type == "action" or replaces:
        _shed(world, unit, before)
    if replaces and not world.has(unit, Down):
        inflict(world, unit, "heedless", "POISE-ECON-6", unit)


def _shed(world: World, unit: int, before: Conditions) -> None:
    """POISE-COND-11: conditions that last until the unit has used an action; those that came with it stay."""
    for item in before.items:
        if item.until == "action":
            lift(world, unit, item.name, "POISE-COND-11")


_DRAW = Skill(title="Draw", type="maneuver", rule="POISE-SKILL-4")
_NO_SKILLS = {"draw": _DRAW, **MANEUVERS}


def _use_up(world: World, skill: Skill, *, replaces: bool) -> None:
    turn = world.get(FIELD, Turn)
    if skill.type == "action" or replaces:
        world.put(FIELD, changed(turn, action=True, sprint=0))
    elif skill.type == "maneuver":
        world.put(FIELD, changed(turn, maneuver=True, sprint=0))


async def _move(world: World, unit: int, verb: str, skill: Skill, cell: int | None) -> None:
    if verb == "dash":
        await dash(world, unit, skill, cell)
    elif cell is not None:
        await (shift if verb == "shift" else sprint)(world, unit, skill, cell)


async def _stay_maneuver(world: World, unit: int, verb: str, skill: Skill, rest: str, asked: set[int]) -> None:
    """Maneuvers without a move; one that is not slow includes a step (POISE-ECON-7), but not for riders (MOUNT-3)."""
    if verb == "draw":
        _draw(world, unit, tuple(rest.split("+")))
    elif verb in MANEUVERS:
        _change_place(world, unit, verb, rest)
    else:
        gain(world, unit, rest, gain_of(world, unit, skill, unit).total, skill.rule)
    if "slow" not in skill.tags and movable(world, unit) and not world.has(unit, Carried):
        await _included_step(world, unit, asked)


def _change_place(world: World, unit: int, verb: str, rest: str) -> None:
    """Up on a mount, down from it, up for air; hindering may have thrown somebody down first."""
    if verb == "mount" and mount_bar(world, unit, int(rest)) is None:
        mount(world, unit, int(rest))
    elif verb == "dismount" and world.has(unit, Carried):
        dismount(world, unit, board_of(world).grid.parse(rest))
    elif verb == "surface":
        surface(world, unit)
    soak(world, unit)


async def _included_step(world: World, unit: int, asked: set[int]) -> None:
    """POISE-ECON-7: up to the unit's speed in paces, in one go, after the effect."""
    cells = destinations(world, unit, speed_of(world, unit).total)
    grid = board_of(world).grid
    options = [Option("step " + grid.name(cell), cell=cell, rule="POISE-ECON-7") for cell in cells]
    options.append(Option("stay", rule="POISE-ECON-7"))
    key = await decide(unit, "included_step", options, rule="POISE-ECON-7", about=world.events[-1])
    if key != "stay":
        await step_along(world, unit, speed_of(world, unit).total, grid.parse(key.partition(" ")[2]), asked)


def _draw(world: World, unit: int, hand: tuple[str, ...]) -> None:
    """POISE-SKILL-4: the named items come to hand, the others are stowed."""
    gear = world.get(unit, Gear)
    have = (*gear.held, *gear.carried)
    for item in hand:
        if item not in gear.held:
            world.emit(ItemMoved(unit, item, "drawn", rule="POISE-SKILL-4"))
    for item in gear.held:
        if item not in hand:
            world.emit(ItemMoved(unit, item, "stowed", rule="POISE-SKILL-4"))
    world.put(unit, changed(gear, held=hand, carried=tuple(item for item in have if item not in hand)))


async def _action(world: World, unit: int, verb: str, skill: Skill, rest: str) -> None:
    """Pay, find the target, and do it."""
    if verb == "recovery":
        world.emit(Used(unit, verb, "action", (unit,), rule=skill.rule))
        _recover(world, unit, skill, rest)
        return
    word, _, detail = rest.partition(" ")
    target = int(word) if word else await _random_target(world, unit, confused_targets(world, unit, skill))
    for pool, cost in price(world, unit, skill, target).items():
        spend(world, unit, pool, cost, "POISE-POOL-10")
    if await _unseated(world, unit, skill, target):
        return
    if word and holds(world, unit, "confused"):  # the cost took the last focus, which counts already (POOL-10)
        target = await _random_target(world, unit, in_reach(world, unit, skill) or [target])
    world.emit(Used(unit, verb, "action", (target,), rule=skill.rule))
    if skill.threat is not None:
        await attack(world, unit, verb, target)
        return
    _targeted(world, unit, target)
    if skill.shove:
        await shove(world, unit, target, shove_of(world, unit, skill, target).total, "any")
        defeat(world, target, unit)
    elif verb == "rally":
        _rally(world, unit, skill, target, detail)
    elif "concentrate" in skill.tags:
        release(world, unit, "POISE-SKILL-11")
        world.put(unit, Concentration(verb, target))
        inflict(world, target, skill.condition, skill.rule, unit)


async def _unseated(world: World, unit: int, skill: Skill, target: int) -> bool:
    """POISE-POOL-10, MOUNT-10: whether the cost took the mount's last momentum, and the target is out of reach now."""
    mounted = world.has(unit, Carried)
    await unseat(world)
    return mounted and not world.has(unit, Carried) and not usable_on(world, unit, skill, target)


def _targeted(world: World, unit: int, target: int) -> None:
    """POISE-INIT-5: the action's target, for whose turn is next."""
    turn, target = world.get(FIELD, Turn), master(world, target)
    if world.get(FIELD, Clock).active == master(world, unit) != target:
        world.put(FIELD, changed(turn, targeted=(*turn.targeted, target)))


async def _random_target(world: World, unit: int, pool: list[int]) -> int:
    """POISE-COND-9: each as likely."""
    if len(pool) == 1:
        return pool[0]
    (face,) = await Roll(unit, "confused", (len(pool),), "POISE-COND-9")
    world.emit(Rolled(unit, "confused", (len(pool),), (face,), (), "POISE-COND-9"))
    return pool[face - 1]


def _scaled(world: World, unit: int, skill: Skill, target: int, what: str, number: int) -> Breakdown:
    """POISE-BOON-4: a utility skill's number moves by 2 per net boon, not below 0."""
    step = sheet_of(world).numbers.boon_amount
    lines = [add(number, skill.title.lower(), skill.rule)]
    lines += [Modifier(each.value * step, each.label, each.rule) for each in boons(world, unit, skill, target)]
    return Breakdown(what, (*lines, at_least(0, "POISE-BOON-4")))


def gain_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How much Steady, Recovery and Rally give."""
    return _scaled(world, unit, skill, target, "gain", skill.gain)


def shove_of(world: World, unit: int, skill: Skill, target: int) -> Breakdown:
    """How far a utility skill shoves, sizes aside."""
    return _scaled(world, unit, skill, target, "shove", skill.shove)


def _recover(world: World, unit: int, skill: Skill, pool: str) -> None:
    """POISE-SKILL-7: shed what is not persistent (POISE-COND-10), and gain."""
    table = sheet_of(world).conditions
    for name, entry in table.items():
        lasts = entry.persistent or entry.cause or (name == "choking" and world.has(unit, Submerged))
        if not lasts and not entry.good:
            lift(world, unit, name, "POISE-SKILL-7")
    soak(world, unit)
    gain(world, unit, pool, gain_of(world, unit, skill, unit).total, skill.rule)


def _rally(world: World, unit: int, skill: Skill, target: int, condition: str) -> None:
    """POISE-SKILL-8: end one of the three, then gain in its pool. A confused user takes what there is."""
    held = [each for each in EMPTY.values() if holds(world, target, each)]
    chosen = condition or (held[0] if held else "")
    if not chosen:
        return
    lift(world, target, chosen, skill.rule)
    pool = next(pool for pool, name in EMPTY.items() if name == chosen)
    gain(world, target, pool, gain_of(world, unit, skill, target).total, skill.rule)
