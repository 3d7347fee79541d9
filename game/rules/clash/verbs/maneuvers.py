"""What the winner of a critical win may add: the seven maneuvers, sizes, hit locations."""

from __future__ import annotations

from game.grid.masks import Cell, union
from game.kernel.components import Down, Gear, Position, changed
from game.kernel.ecs import World
from game.kernel.events import Blocked, Noted, Used
from game.kernel.flow import Action, Option
from game.kernel.numbers import counting
from game.rules.asking import ask, invite
from game.rules.clash.checks.tests import Test, automatic, roll, skill_test
from game.rules.clash.gear import hands_of, reach_of, shield_of
from game.rules.clash.harm import fall
from game.rules.clash.house import house
from game.rules.clash.position.hiding import notice
from game.rules.clash.position.space import STEEP, in_reach
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, Plan, attacks, free, inflict, opponent, pace, resolving
from game.rules.throwing import throw_dice
from game.systems.conditions import having, holds, sources
from game.systems.field import board_of, bodies, cells_of, size_of
from game.systems.gear import let_fall
from game.systems.movement import place
from game.systems.steps import astride, cut_off, level

RULES = {
    "bash": "CLASH-MAN-4", "brace": "CLASH-MAN-5", "disarm": "CLASH-MAN-6", "feint": "CLASH-MAN-7",
    "precision": "CLASH-MAN-8", "push": "CLASH-MAN-9", "trip": "CLASH-MAN-10",
}  # fmt: skip
RESISTS = {
    "bash": ("athletics",),
    "disarm": ("athletics", "sleight_of_hand"),
    "push": ("athletics",),
    "trip": ("acrobatics",),
}


async def maneuver(world: World, plan: Plan, winner: int, loser: int) -> Option | None:
    """CLASH-MAN-1, 2: at most one, chosen before damage is rolled; None when it declines."""
    about = Noted(winner, "critical_win", "CLASH-MAN-1")
    option = await invite(world, winner, "maneuver", maneuvers(world, plan, winner, loser), about=about)
    if option is not None:
        resolving(world, *attacks(world)[:-1], changed(plan, maneuver=option.action))
    return option


def maneuvers(world: World, plan: Plan, winner: int, loser: int) -> list[Action]:
    """CLASH-MAN-3 to 12: those that the winner may choose now."""
    if world.has(winner, Down):
        return []
    found = [] if holds(world, winner, "braced") else [Action("brace")]
    if not world.has(loser, Down):
        if loser not in sources(world, winner, "feinting"):  # CLASH-MAN-7: twice is of no use
            found.append(Action("feint"))
        weapons, items = (
            sheet_of(world).weapons,
            (*world.get(winner, Gear).held, *world.get(winner, Body).natural_weapons),
        )
        heavy = [weapons[item].reach for item in items if item in weapons and weapons[item].heavy]
        far = max([*heavy, 1 if shield_of(world, winner) else 0])  # metres of what it would bash with (CLASH-MAN-4)
        if far and in_reach(world, winner, loser, far):
            found.append(Action("bash"))
        if in_reach(world, winner, loser, reach_of(world, winner)):
            found += [Action("disarm", what=item) for item in dict.fromkeys(world.get(loser, Gear).held)]
            found += [Action("push"), *(() if holds(world, loser, "prone") else (Action("trip"),))]
    if winner == plan.unit and not plan.power:
        found.append(Action("precision"))
    return found


def loser_test(world: World, winner: int, loser: int, action: Action, skill: str) -> Test:
    """CLASH-SIZE-1 to 6, MAN-6: the test against a starred maneuver, or what size makes of it without a die."""
    gap = world.get(loser, Body).size - world.get(winner, Body).size
    if gap > 1:
        return automatic(loser, skill, "pass", "far bigger", "CLASH-SIZE-2")
    if gap < -1:
        return automatic(loser, skill, "fail", "far smaller", "CLASH-SIZE-4")
    item = action.what
    firm = action.verb == "disarm" and (item in sheet_of(world).gear.shields or hands_of(world, item) == 2)
    edges = counting(
        (gap > 0, 1, "bigger", "CLASH-SIZE-1"),
        (gap < 0, -1, "smaller", "CLASH-SIZE-3"),
        (firm, 1, "firm grip", "CLASH-MAN-6"),
    )
    return skill_test(world, loser, skill, edges=edges)


async def _resisting_skill(world: World, winner: int, loser: int, action: Action) -> str:
    """CLASH-MAN-6: the loser picks where there are two; not where size has decided already."""
    skills = RESISTS[action.verb]
    if len(skills) == 1 or loser_test(world, winner, loser, action, skills[0]).auto:
        return skills[0]
    about = Used(winner, action.verb, "maneuver", (loser,), rule=RULES[action.verb])
    given = [Action(skill) for skill in skills]
    return (await ask(world, loser, "resist", given, rule="CLASH-MAN-6", about=about)).verb


async def brace(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-5."""
    world.emit(Used(winner, "brace", "maneuver", (winner,), rule="CLASH-MAN-5"))
    inflict(world, winner, "braced", "CLASH-MAN-5", winner)


async def feint(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-7: by a test of Deception."""
    loser = opponent(world, winner)
    world.emit(Used(winner, "feint", "maneuver", (loser,), rule="CLASH-MAN-7"))
    if await roll(world, skill_test(world, winner, "deception"), "feint", "CLASH-MAN-7"):
        inflict(world, winner, "feinting", "CLASH-MAN-7", loser)


async def bash(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-4."""
    if await _gives_way(world, winner, action):
        inflict(world, opponent(world, winner), "dazed", "CLASH-MAN-4", winner)


async def trip(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-10 and 12; a bola may have been quicker (CLASH-GEAR-7)."""
    loser = opponent(world, winner)
    if not world.has(loser, Down) and holds(world, loser, "prone"):
        world.emit(Blocked(loser, "already_prone", "CLASH-MAN-12"))
    elif await _gives_way(world, winner, action):
        inflict(world, loser, "prone", "CLASH-MAN-10", winner)


async def disarm(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-6; the blow may have been enough (CLASH-DMG-13)."""
    loser = opponent(world, winner)
    if not world.has(loser, Down) and action.what not in world.get(loser, Gear).held:
        world.emit(Blocked(loser, "already_dropped", "CLASH-MAN-6"))
    elif await _gives_way(world, winner, action):
        let_fall(world, loser, action.what, world.get(loser, Position).cell, "dropped", "CLASH-MAN-6")


async def push_back(world: World, winner: int, action: Action) -> None:
    """CLASH-MAN-9."""
    if await _gives_way(world, winner, action):
        await push(world, winner, opponent(world, winner), "CLASH-MAN-9")


async def _gives_way(world: World, winner: int, action: Action) -> bool:
    """Whether the loser fails its test; a contact maneuver on an unconscious one is void (CLASH-ATK-9)."""
    loser, rule = opponent(world, winner), RULES[action.verb]
    if world.has(loser, Down):
        world.emit(Blocked(winner, "void_maneuver", "CLASH-ATK-9"))
        return False
    world.emit(Used(winner, action.verb, "maneuver", (loser,), rule=rule))
    skill = await _resisting_skill(world, winner, loser, action)
    test = loser_test(world, winner, loser, action, skill)
    if test.auto == "pass":
        world.emit(Blocked(loser, "too_big", test.rule))
    elif test.auto:
        world.emit(Noted(loser, "too_small", test.rule))
    return not await roll(world, test, "resist", rule)


async def push(world: World, winner: int, loser: int, rule: str) -> None:
    """CLASH-MAN-9 and GRID-9: straight back; blocked by walls, bodies and the map's edge; over ledges it falls."""
    for _ in range(pace(world, sheet_of(world).numbers.push, 1)):
        there = pushed_to(world, winner, loser)
        if there is None:
            world.emit(Blocked(loser, "push", "CLASH-GRID-9"))
            return
        await shift_to(world, loser, there, "shove", rule)
        if world.has(loser, Down):
            return


async def shift_to(world: World, unit: int, there: Cell, how: str, rule: str) -> None:
    """Forced movement of one step: no budget, no provoking (CLASH-MOVE-5); it may end in a fall (CLASH-DMG-4)."""
    board = board_of(world)
    before = level(board, cells_of(world, unit))
    place(world, unit, there, how, rule=rule)
    loosen(world)
    await notice(world)
    numbers, drop = sheet_of(world).numbers, before - level(board, cells_of(world, unit))
    metres = drop * numbers.level_m if drop >= STEEP else 0
    metres += numbers.pit_m if cells_of(world, unit) & board.tagged("pit") else 0
    if metres:
        await fall(world, unit, metres)


def pushed_to(world: World, winner: int, loser: int) -> Cell | None:
    """Where a push by one cell ends, None where it does not move: the whole footprint must find free ground
    (CLASH-GRID-9)."""
    board, here = board_of(world), cells_of(world, loser)
    d = board.grid.direction_sets(cells_of(world, winner), here)
    there = board.grid.step(world.get(loser, Position).cell, d) if d is not None else None
    if d is None or there is None:
        return None
    cells = board.grid.footprint(there, size_of(world, loser))
    barred = board.impassable & ~board.tagged("pit")  # a pit is no obstacle to whoever is pushed
    if not cells or cells & barred or astride(board, cells) or cut_off(board.grid, here, d, board.walls, barred):
        return None
    taken = union(filled for other, filled in bodies(world).items() if other != loser)
    return None if cells & taken or level(board, cells) - level(board, here) >= STEEP else there


def loosen(world: World) -> None:
    """CLASH-COND-4: a hold ends when the two are more than a metre apart."""
    here, touch = bodies(world), sheet_of(world).numbers.touch
    for unit in having(world, "grappled"):
        for holder in sources(world, unit, "grappled"):
            if unit not in here or holder not in here or not in_reach(world, holder, unit, touch):
                free(world, unit, holder, "CLASH-COND-4")


async def wounded_place(world: World, plan: Plan, *, precise: bool) -> str:
    """CLASH-DMG-13 and MAN-8: chosen with Precision, else rolled if the option is on; nothing without either."""
    if precise:
        about = Used(plan.unit, "precision", "maneuver", (plan.target,), rule="CLASH-MAN-8")
        where = (await ask(world, plan.unit, "location", about=about)).verb
    elif not house(world).hit_locations:
        return ""
    else:
        die, locations = sheet_of(world).numbers.location_die, sheet_of(world).main.locations
        (face,) = await throw_dice(world, plan.unit, "location", (die,), "CLASH-DMG-13")
        where = next(name for name, entry in locations.items() if face in entry.faces)
    world.emit(Noted(plan.target, f"hit_{where}", "CLASH-DMG-13"))
    return where if house(world).hit_locations else ""


async def resist(world: World, plan: Plan, where: str) -> None:
    """CLASH-DMG-13: what a hurt head, arm or leg may bring."""
    unit, rule = plan.target, "CLASH-DMG-13"
    if world.has(unit, Down) or where == "torso":
        return
    if where == "legs":
        inflict(world, unit, "slowed", rule, plan.unit)
        return
    item = item_in(world, unit, where) if where != "head" else ""
    if (where != "head" and not item) or await roll(world, skill_test(world, unit, "athletics"), "resist", rule):
        return
    if where == "head":
        inflict(world, unit, "dazed", rule, plan.unit)
    else:
        let_fall(world, unit, item, world.get(unit, Position).cell, "dropped", rule)


def item_in(world: World, unit: int, arm: str) -> str:
    """What that arm holds: the first thing the weapon arm, a second one or the shield the other."""
    shields, held = sheet_of(world).gear.shields, world.get(unit, Gear).held
    if both := [item for item in held if hands_of(world, item) == 2]:
        return both[0]
    first = [item for item in held if item not in shields][:1]
    rest = [item for at, item in enumerate(held) if not first or at != held.index(first[0])]
    return next(iter(first if arm == "weapon_arm" else rest), "")
