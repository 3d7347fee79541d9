"""What a chosen option does to the turn: its budget, maneuvers, free declarations, and what ends with an action."""

from __future__ import annotations

from game.components import FIELD, Carried, Conditions, Down, changed
from game.ecs import World
from game.events import Used
from game.flow import Option, decide
from game.grid.grid import Cell
from game.rules.poise.doom import dally, invite
from game.rules.poise.gambit import declare
from game.rules.poise.gear import EMPTY_HANDS, draw, pick_up, reload, within_reach
from game.rules.poise.legend import shed
from game.rules.poise.marks import Doomed
from game.rules.poise.moving import dash, maneuver, shift, sprint, step_along
from game.rules.poise.offers import MOVES, mover_of
from game.rules.poise.pools import gain
from game.rules.poise.riding import dismount, mount, mount_bar
from game.rules.poise.rolling import shies
from game.rules.poise.routes import destinations, steps_toward
from game.rules.poise.sheet import STEED, Skill, sheet_of
from game.rules.poise.special import MANEUVERS
from game.rules.poise.state import Turn, amount, inflict, keeper, movable, pool_of, skills_of, speed_of
from game.rules.poise.terms import TERMS, offer_terms
from game.rules.poise.using import gain_of, use
from game.rules.poise.water import hold_breath, surface
from game.systems.field import board_of

DRAW = Skill(title="Draw", type="maneuver", rule="POISE-SKILL-4")
PICK_UP = Skill(title="Pick Up", type="maneuver", rule="POISE-SKILL-5")
_NO_SKILLS = {"draw": DRAW, "pick_up": PICK_UP, **MANEUVERS}


async def act(world: World, unit: int, key: str) -> None:
    """Use a skill in the unit's own turn and keep the budget (POISE-ECON-1, 6), or declare something."""
    verb, _, rest = key.partition(" ")
    if verb == "gambit":
        declare(world, unit)
    elif verb in TERMS:
        await offer_terms(world, unit, verb)
    elif verb == "hold_breath":
        world.emit(Used(unit, verb, "free", rule="POISE-WATER-7"))
        hold_breath(world, unit)
    else:
        await _use(world, unit, "dash" if verb == "dash_steps" else verb, rest)


def is_maneuver(world: World, verb: str) -> bool:
    """Whether an option of the turn uses a maneuver, the unit's own or its mount's."""
    key = verb.removeprefix(STEED).removesuffix("_steps")
    skill = _NO_SKILLS.get(key) or sheet_of(world).skills.get(key)
    return skill is not None and skill.type == "maneuver"


async def _use(world: World, unit: int, verb: str, rest: str) -> None:
    """One skill, of the unit itself or of the animal under it (POISE-MOUNT-14)."""
    rider = unit
    if verb in MOVES or verb.startswith(STEED):
        unit, verb = mover_of(world, unit), verb.removeprefix(STEED)
    skill = _NO_SKILLS[verb] if verb in _NO_SKILLS else skills_of(world, unit)[verb]
    replaces = skill.type == "maneuver" and world.get(FIELD, Turn).maneuver
    _use_up(world, skill, replaces=replaces)
    if unit != rider and skill.type != "reaction" and await shies(world, rider, unit):
        return
    before = world.get(unit, Conditions)
    if skill.type == "action":
        await use(world, unit, verb, skill, rest)
    elif verb in MOVES:
        cell = board_of(world).grid.parse(rest) if rest else None
        await _move(world, unit, verb, skill, cell)
    elif (asked := await maneuver(world, unit, verb, skill)) is not None:
        await _stay_maneuver(world, unit, verb, skill, rest, asked)
    if skill.type == "action" or replaces:
        shed(world, unit, before)
    if replaces and not world.has(unit, Down):
        inflict(world, unit, "heedless", "POISE-ECON-6", unit)


def _use_up(world: World, skill: Skill, *, replaces: bool) -> None:
    turn = world.get(FIELD, Turn)
    if skill.type == "action" or replaces:
        world.put(FIELD, changed(turn, action=True, sprint=0))
    elif skill.type == "maneuver":
        world.put(FIELD, changed(turn, maneuver=True, sprint=0))


async def _move(world: World, unit: int, verb: str, skill: Skill, cell: Cell | None) -> None:
    if verb == "dash":
        await dash(world, unit, skill, cell)
    elif cell is not None:
        await (shift if verb == "shift" else sprint)(world, unit, skill, cell)


async def _stay_maneuver(world: World, unit: int, verb: str, skill: Skill, rest: str, asked: set[int]) -> None:
    """Maneuvers without a move; one that is not slow includes a step (POISE-ECON-7), but not for riders (MOUNT-3)."""
    if skill is PICK_UP:
        await _pick_up(world, unit, rest, asked)
        return
    if skill is DRAW:
        draw(world, unit, () if rest == EMPTY_HANDS else tuple(rest.split("+")))
    elif verb in MANEUVERS:
        _change_place(world, unit, verb, rest)
    elif "reload" in skill.tags:
        reload(world, unit, verb)
    else:
        await _steady(world, unit, skill, rest)
    if "slow" not in skill.tags and _may_step(world, unit):
        await _included_step(world, unit, asked, destinations(world, unit, speed_of(world, unit).total))


def _may_step(world: World, unit: int) -> bool:
    return movable(world, unit) and not world.has(unit, Carried)


def _change_place(world: World, unit: int, verb: str, rest: str) -> None:
    """Up on a mount, down from it, up for air; hindering may have thrown somebody down first."""
    if verb == "mount" and mount_bar(world, unit, int(rest)) is None:
        mount(world, unit, int(rest))
    elif verb == "dismount" and world.has(unit, Carried):
        dismount(world, unit, board_of(world).grid.parse(rest))
    surface(world, unit)


async def _steady(world: World, unit: int, skill: Skill, pool: str) -> None:
    """POISE-SKILL-6; building pools in peace is noticed (POISE-POOL-7)."""
    await invite(world, unit, skill)
    before = amount(world, unit, pool)
    gain(world, unit, pool, gain_of(world, unit, skill, unit).total, skill.rule)
    world.drop(unit, Doomed)
    if amount(world, unit, pool) > before:
        dally(world, keeper(world, unit, pool), pool_of(world, unit, pool))


async def _pick_up(world: World, unit: int, rest: str, asked: set[int]) -> None:
    """POISE-SKILL-5: the step of the maneuver comes first if the thing is out of reach, else afterwards."""
    word, _, item = rest.partition(" ")
    cell = board_of(world).grid.parse(word)
    if within_reach(world, unit, cell):
        pick_up(world, unit, item, cell)
        if _may_step(world, unit):
            await _included_step(world, unit, asked, destinations(world, unit, speed_of(world, unit).total))
        return
    if _may_step(world, unit):
        await _included_step(world, unit, asked, steps_toward(world, unit, cell), stay=False)
    if not world.has(unit, Down):
        pick_up(world, unit, item, cell)


async def _included_step(world: World, unit: int, asked: set[int], cells: list[Cell], *, stay: bool = True) -> None:
    """POISE-ECON-7: up to the unit's speed in paces, in one go."""
    grid = board_of(world).grid
    options = [Option("step " + grid.name(cell), cell=cell, rule="POISE-ECON-7") for cell in cells]
    if stay or not options:
        options.append(Option("stay", rule="POISE-ECON-7"))
    key = await decide(unit, "included_step", options, rule="POISE-ECON-7", about=world.events[-1])
    if key != "stay":
        await step_along(world, unit, speed_of(world, unit).total, grid.parse(key.partition(" ")[2]), asked)
