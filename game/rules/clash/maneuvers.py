"""What the winner of a critical win may add: the seven maneuvers, sizes, hit locations."""

from __future__ import annotations

from game.board import Board
from game.components import FIELD, Conditions, Down, Gear, Position, changed
from game.ecs import World
from game.events import Blocked, Noted, Rolled, Used
from game.flow import Option, Roll, decide
from game.grid.grid import Cell
from game.numbers import add
from game.rules.clash.gear import hands_of, let_fall, reach_of, shield_of
from game.rules.clash.harm import fall
from game.rules.clash.house import house
from game.rules.clash.position import STEEP, astride, cut_off, in_reach, level
from game.rules.clash.sheet import sheet_of
from game.rules.clash.state import Body, Plan, Underway, free, inflict, pace, sources
from game.rules.clash.stealth import notice
from game.rules.clash.trials import Test, automatic, chance, roll, skill_test
from game.rules.objectives import verdict
from game.systems.field import board_of, bodies, cells_of, size_of
from game.systems.lasting import holds
from game.systems.placing import place

RULES = {
    "bash": "CLASH-MAN-4",
    "brace": "CLASH-MAN-5",
    "disarm": "CLASH-MAN-6",
    "feint": "CLASH-MAN-7",
    "precision": "CLASH-MAN-8",
    "push": "CLASH-MAN-9",
    "trip": "CLASH-MAN-10",
}
CONTACT = ("bash", "disarm", "push", "trip")  # void against whoever the damage has knocked out (CLASH-ATK-9)
RESISTS = {
    "bash": ("athletics",),
    "disarm": ("athletics", "sleight_of_hand"),
    "push": ("athletics",),
    "trip": ("acrobatics",),
}


# Choosing


async def maneuver(world: World, plan: Plan, winner: int, loser: int) -> str:
    """CLASH-MAN-1, 2: at most one, chosen before damage is rolled; nothing when it declines."""
    options = maneuvers(world, plan, winner, loser)
    if not options:
        return ""
    about = Noted(winner, "critical_win", "CLASH-MAN-1")
    options.append(Option("no", "No maneuver", rule="CLASH-MAN-2"))
    key = await decide(winner, "maneuver", options, rule="CLASH-MAN-1", about=about)
    if key == "no":
        return ""
    plans = world.get(FIELD, Underway).plans
    world.put(FIELD, Underway((*plans[:-1], changed(plan, maneuver=key))))
    return key


def maneuvers(world: World, plan: Plan, winner: int, loser: int) -> list[Option]:
    """CLASH-MAN-3 to 12: those that the winner may choose now."""
    if world.has(winner, Down):
        return []
    found = [] if holds(world, winner, "braced") else [Option("brace", rule=RULES["brace"])]
    if not world.has(loser, Down):
        if _may_feint(world, winner, loser):
            found.append(Option("feint", rule=RULES["feint"]))
        found += _contact(world, winner, loser)
    if winner == plan.unit and not plan.power:
        found.append(Option("precision", rule=RULES["precision"]))
    return found


def _may_feint(world: World, winner: int, loser: int) -> bool:
    """It is of no use to feint twice at the same foe (CLASH-MAN-7)."""
    return loser not in sources(world, winner, "feinting")


def _contact(world: World, winner: int, loser: int) -> list[Option]:
    """CLASH-MAN-3: those that need the loser at hand."""
    found = []
    if bash_reach(world, winner) and in_reach(world, winner, loser, bash_reach(world, winner)):
        found.append(Option("bash", rule=RULES["bash"]))
    if not in_reach(world, winner, loser, reach_of(world, winner)):
        return found
    for item in dict.fromkeys(world.get(loser, Gear).held):
        found.append(Option(f"disarm {item}", rule=RULES["disarm"]))
    found.append(Option("push", rule=RULES["push"]))
    if not holds(world, loser, "prone"):
        found.append(Option("trip", rule=RULES["trip"]))
    return found


def bash_reach(world: World, unit: int) -> int:
    """CLASH-MAN-4: metres of the shield or heavy weapon it would bash with, 0 without one."""
    weapons, body = sheet_of(world).weapons, world.get(unit, Body)
    items = (*world.get(unit, Gear).held, *body.natural_weapons)
    heavy = [weapons[item].reach for item in items if item in weapons and weapons[item].heavy]
    return max([*heavy, 1 if shield_of(world, unit) else 0])


# The loser's test


def loser_test(world: World, winner: int, loser: int, key: str, skill: str) -> Test:
    """CLASH-SIZE-1 to 6, MAN-6: the test against a starred maneuver, or what size makes of it without a die."""
    gap = world.get(loser, Body).size - world.get(winner, Body).size
    if gap > 1:
        return automatic(loser, skill, "pass", "far bigger", "CLASH-SIZE-2")
    if gap < -1:
        return automatic(loser, skill, "fail", "far smaller", "CLASH-SIZE-4")
    edges = []
    if gap:
        edges.append(add(1, "bigger", "CLASH-SIZE-1") if gap > 0 else add(-1, "smaller", "CLASH-SIZE-3"))
    verb, _, item = key.partition(" ")
    if verb == "disarm" and (item in sheet_of(world).gear.shields or hands_of(world, item) == 2):
        edges.append(add(1, "firm grip", "CLASH-MAN-6"))
    return skill_test(world, loser, skill, edges=edges)


def best_skill(world: World, winner: int, loser: int, key: str) -> str:
    """The skill with which the loser resists best."""
    skills = RESISTS[key.partition(" ")[0]]
    return max(skills, key=lambda skill: chance(loser_test(world, winner, loser, key, skill)))


async def _resisting_skill(world: World, winner: int, loser: int, key: str) -> str:
    """CLASH-MAN-6: the loser picks where there are two; not where size has decided already."""
    verb = key.partition(" ")[0]
    if len(RESISTS[verb]) == 1 or loser_test(world, winner, loser, key, RESISTS[verb][0]).auto:
        return RESISTS[verb][0]
    about = Used(winner, verb, "maneuver", (loser,), rule=RULES[verb])
    options = [Option(skill, rule="CLASH-MAN-6") for skill in RESISTS[verb]]
    return await decide(loser, "resist", options, rule="CLASH-MAN-6", about=about)


# Doing it


async def follow_up(world: World, plan: Plan, winner: int, loser: int, key: str) -> None:
    """CLASH-ATK-9, step 9: the maneuver's effect; a contact maneuver on an unconscious loser is void."""
    verb, _, item = key.partition(" ")
    if verb == "precision" or verdict(world) is not None or world.has(winner, Down):
        return
    if verb in CONTACT and world.has(loser, Down):
        world.emit(Blocked(winner, "void_maneuver", "CLASH-ATK-9"))
        return
    if verb == "trip" and holds(world, loser, "prone"):
        world.emit(Blocked(winner, "already_prone", "CLASH-MAN-12"))  # a bola was quicker (CLASH-GEAR-7)
        return
    if verb == "disarm" and item not in world.get(loser, Gear).held:
        world.emit(Blocked(winner, "already_dropped", "CLASH-MAN-6"))  # the blow was enough (CLASH-DMG-13)
        return
    world.emit(Used(winner, verb, "maneuver", (winner if verb == "brace" else loser,), rule=RULES[verb]))
    if verb == "brace":
        inflict(world, winner, "braced", "CLASH-MAN-5", winner)
    elif verb == "feint":
        if await roll(world, skill_test(world, winner, "deception"), "feint", "CLASH-MAN-7"):
            inflict(world, winner, "feinting", "CLASH-MAN-7", loser)
    else:
        skill = await _resisting_skill(world, winner, loser, key)
        test = loser_test(world, winner, loser, key, skill)
        if test.auto == "pass":
            world.emit(Blocked(winner, "too_big", test.rule))
        elif test.auto:
            world.emit(Noted(loser, "too_small", test.rule))
        if not await roll(world, test, "resist", RULES[verb]):
            await _suffer(world, winner, loser, verb, item)


async def _suffer(world: World, winner: int, loser: int, verb: str, item: str) -> None:
    """The loser has failed its test."""
    if verb == "bash":
        inflict(world, loser, "dazed", "CLASH-MAN-4", winner)
    elif verb == "trip":
        inflict(world, loser, "prone", "CLASH-MAN-10", winner)
    elif verb == "disarm":
        let_fall(world, loser, item, world.get(loser, Position).cell, "dropped", "CLASH-MAN-6")
    else:
        await push(world, winner, loser, "CLASH-MAN-9")


# Pushing


async def push(world: World, winner: int, loser: int, rule: str) -> None:
    """CLASH-MAN-9 and GRID-9: straight back; blocked by walls, bodies and the map's edge; over ledges it falls."""
    metres = pace(world, sheet_of(world).numbers.push, 1)
    for _ in range(metres):
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
    """Where a push by one cell ends, None where it does not move."""
    board = board_of(world)
    d = board.grid.direction_sets(cells_of(world, winner), cells_of(world, loser))
    if d is None:
        return None
    there = board.grid.step(world.get(loser, Position).cell, d)
    if there is None or not _room(world, board, loser, there, d):
        return None
    return there


def _room(world: World, board: Board, unit: int, there: Cell, d: int) -> bool:
    """CLASH-GRID-9: the whole footprint must find free ground."""
    grid, here = board.grid, cells_of(world, unit)
    cells = grid.footprint(there, size_of(world, unit))
    barred = board.impassable & ~board.tagged("pit")  # a pit is no obstacle to whoever is pushed
    if not cells or cells & barred or astride(board, cells) or cut_off(grid, here, d, board.walls, barred):
        return False
    if level(board, cells) - level(board, here) >= STEEP:
        return False
    return not any(filled & cells for other, filled in bodies(world).items() if other != unit)


def loosen(world: World) -> None:
    """CLASH-COND-4: a hold ends when the two are more than a metre apart."""
    here, touch = bodies(world), sheet_of(world).numbers.touch
    for unit, _ in world.each(Conditions):
        for holder in sources(world, unit, "grappled"):
            if unit not in here or holder not in here or not in_reach(world, holder, unit, touch):
                free(world, unit, holder, "CLASH-COND-4")


# Hit locations


async def wounded_place(world: World, plan: Plan, chosen: str) -> str:
    """CLASH-DMG-13 and MAN-8: chosen with Precision, else rolled if the option is on; nothing without either."""
    locations = sheet_of(world).main.locations
    if chosen == "precision":
        about = Used(plan.unit, "precision", "maneuver", (plan.target,), rule="CLASH-MAN-8")
        options = [Option(name, rule="CLASH-MAN-8") for name in locations]
        where = await decide(plan.unit, "location", options, rule="CLASH-MAN-8", about=about)
    elif not house(world).hit_locations:
        return ""
    else:
        die = sheet_of(world).numbers.location_die
        (face,) = await Roll(plan.unit, "location", (die,), "CLASH-DMG-13")
        where = next(name for name, entry in locations.items() if face in entry.faces)
        world.emit(Rolled(plan.unit, "location", (die,), (face,), (), "CLASH-DMG-13"))
    world.emit(Noted(plan.target, f"hit_{where}", "CLASH-DMG-13"))
    return where if house(world).hit_locations else ""


async def resist(world: World, plan: Plan, where: str) -> None:
    """CLASH-DMG-13: what a hurt head, arm or leg may bring."""
    unit = plan.target
    if world.has(unit, Down) or where == "torso":
        return
    if where == "legs":
        inflict(world, unit, "slowed", "CLASH-DMG-13", plan.unit)
        return
    item = item_in(world, unit, where) if where != "head" else ""
    if where != "head" and not item:
        return
    if await roll(world, skill_test(world, unit, "athletics"), "resist", "CLASH-DMG-13"):
        return
    if where == "head":
        inflict(world, unit, "dazed", "CLASH-DMG-13", plan.unit)
    else:
        let_fall(world, unit, item, world.get(unit, Position).cell, "dropped", "CLASH-DMG-13")


def item_in(world: World, unit: int, arm: str) -> str:
    """What that arm holds: the first thing the weapon arm, a second one or the shield the other."""
    shields, held = sheet_of(world).gear.shields, world.get(unit, Gear).held
    both = [item for item in held if hands_of(world, item) == 2]
    if both:
        return both[0]
    first = [item for item in held if item not in shields][:1]
    rest = list(held)
    for item in first:
        rest.remove(item)
    return next(iter(first if arm == "weapon_arm" else rest), "")
