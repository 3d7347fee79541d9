"""What the acting unit may do now, and why not the rest: the one source of legality for play, refusals and the AI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from game.components import FIELD, Clock, Down, Gear
from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid, cells
from game.rules.poise.attack import boons, net
from game.rules.poise.moving import allowance, destinations
from game.rules.poise.pools import gainable, payable
from game.rules.poise.position import distances, in_range, sight
from game.rules.poise.sheet import EMPTY, Skill, sheet_of
from game.rules.poise.state import Turn, amount, movable, skills_of
from game.systems.field import board_of, bodies, cells_of, enemies, setting, standing, teams
from game.systems.lasting import holds


class Reason(Struct, frozen=True):
    """Why something is not possible: a key of the titles, and the rule."""

    key: str
    rule: str


class Offer(Struct, frozen=True):
    """One verb: its options, or the reasons why there are none."""

    verb: str
    title: str
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...] = ()


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """Every verb the unit has, in the order of the sheet, and `end`. All in the middle of its own turn."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    for key, skill in skills_of(world, unit).items():
        if skill.type == "reaction" and key != "sprint":
            continue
        reasons = [*_budget(world, unit, skill), *_affordable(world, unit, key, skill)]
        options = [] if reasons else list(_options(world, unit, key, skill))
        if not reasons and not options:
            reasons = _nobody(world, unit, key, skill)
        yield Offer(key, skill.title, tuple(options), tuple(reasons))
    yield _draw(world, unit)
    yield Offer("end", "End turn", (Option("end", rule="POISE-ECON-1"),))


def _budget(world: World, unit: int, skill: Skill) -> list[Reason]:
    """POISE-ECON-1 and 6: one action, one maneuver; by setting a second maneuver in place of the action."""
    turn = world.get(FIELD, Turn)
    if world.has(unit, Down):
        return [Reason("reason_defeated", "POISE-DEFEAT-3")]
    if skill.type == "action" and turn.action:
        return [Reason("reason_action_used", "POISE-ECON-1")]
    if skill.type == "maneuver" and turn.maneuver and (turn.action or not second_maneuver(world)):
        return [Reason("reason_maneuver_used", "POISE-ECON-1")]
    return []


def second_maneuver(world: World) -> bool:
    """POISE-ECON-6: whether a second maneuver may replace the action."""
    return bool(setting(world, "allow_second_maneuver", True))


def _affordable(world: World, unit: int, key: str, skill: Skill) -> list[Reason]:
    """Costs (POISE-POOL-10) and what conditions forbid."""
    found = []
    if not payable(world, unit, dict(skill.cost)):
        found.append(Reason("reason_cost", "POISE-POOL-10"))
    if key in ("dash", "sprint") and not movable(world, unit):
        found.append(Reason("reason_knocked_down", "POISE-COND-6"))
    if key == "sprint" and not found and not sprint_paces(world, unit):
        found.append(Reason("reason_not_moved", "POISE-SKILL-3"))
    if key in ("steady", "recovery") and not gainable(world, unit):
        found.append(Reason("reason_no_gain", "POISE-COND-13"))
    return found


def sprint_paces(world: World, unit: int) -> int:
    """POISE-MOVE-4: paces the unit may sprint now and can pay, with a point of momentum left to stand on."""
    price = sheet_of(world).numbers.sprint_cost
    return min(allowance(world, unit, "sprint"), (amount(world, unit, "momentum") - 1) // price)


def _options(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    """The options of one skill that the budget allows."""
    special = _SPECIAL.get(key)
    if special:
        yield from special(world, unit, key, skill)
    elif holds(world, unit, "confused"):
        if confused_targets(world, unit, skill):
            yield Option(key, skill.title, rule="POISE-COND-9")
    else:
        for target in targets(world, unit, key, skill):
            yield Option(f"{key} {target}", skill.title, unit=target, rule=skill.rule)


def _moves(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    budget = sprint_paces(world, unit) if key == "sprint" else allowance(world, unit, key)
    ends = destinations(world, unit, budget)
    known = _move_options(board_of(world).grid, key, skill.title, skill.rule)
    for cell in ends:
        yield known[cell]
    if key == "dash" and ends:
        yield Option("dash_steps", "Dash step by step", rule=skill.rule)


@lru_cache(maxsize=64)
def _move_options(grid: Grid, key: str, title: str, rule: str) -> dict[Cell, Option]:
    """One for each cell: thousands are offered in a skirmish, ever the same ones."""
    return {cell: Option(f"{key} {grid.name(cell)}", title, cell=cell, rule=rule) for cell in cells(grid.everywhere)}


def _gains(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    for pool in gainable(world, unit):
        yield Option(f"{key} {pool}", skill.title, unit=unit, rule=skill.rule)


def _rallies(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    if holds(world, unit, "confused"):
        if confused_targets(world, unit, skill):
            yield Option(key, skill.title, rule="POISE-COND-9")
        return
    for target in targets(world, unit, key, skill):
        for condition in EMPTY.values():
            if holds(world, target, condition):
                yield Option(f"{key} {target} {condition}", skill.title, unit=target, rule=skill.rule)


_SPECIAL: dict[str, Callable[[World, int, str, Skill], Iterator[Option]]] = {
    "dash": _moves,
    "shift": _moves,
    "sprint": _moves,
    "steady": _gains,
    "recovery": _gains,
    "rally": _rallies,
}


def targets(world: World, unit: int, key: str, skill: Skill) -> list[int]:
    """Whom the skill may be used on: the right team, in range (POISE-HIGH-7), seen (POISE-COVER-5), payable.

    Attacks on the defeated (POISE-DEFEAT-9) are a scenario's choice: they never help to win.
    """
    side = teams(world)
    found = []
    fallen = skill.threat is not None and setting(world, "strike_fallen", False)
    paces, near = distances(world, unit), skill.range if skill.mode == "melee" else None
    for other in bodies(world) if fallen else standing(world):
        if near is not None and paces[other] > near:
            continue  # most of them: nothing else need be looked at
        ally = side[other] == side[unit]
        wanted = other != unit if skill.target == "any_other" else ally == (skill.target == "ally_or_self")
        if wanted and usable_on(world, unit, skill, other) and payable(world, unit, price(world, unit, skill, other)):
            found.append(other)
    return found


def usable_on(world: World, unit: int, skill: Skill, other: int) -> bool:
    """Range, water (POISE-WATER-4) and sight, whatever the team."""
    if other == unit:
        return True
    if not in_range(world, unit, other, skill) or _out_of_water_range(world, unit, skill, other):
        return False
    return bool(sight(world, unit, other).grade != "unseen")


def _out_of_water_range(world: World, unit: int, skill: Skill, other: int) -> bool:
    """POISE-WATER-4: ranged skills carry five paces to whoever swims."""
    if skill.mode not in ("ranged", "thrown") or "water_ok" in skill.tags:
        return False
    if not cells_of(world, other) & board_of(world).deep:
        return False
    grid = board_of(world).grid
    near = grid.distance_sets(cells_of(world, unit), cells_of(world, other), "alternating")
    return near > sheet_of(world).numbers.water_range


def price(world: World, unit: int, skill: Skill, other: int) -> dict[str, int]:
    """POISE-BOON-4: skills without a number cost 2 focus more per net bane."""
    cost: dict[str, int] = dict(skill.cost)
    if skill.threat is None and not (skill.gain or skill.shove) and skill.mode == "ranged":
        banes = max(0, -net(world, boons(world, unit, skill, other)))
        cost["focus"] = cost.get("focus", 0) + banes * sheet_of(world).numbers.boon_amount
    return cost


def in_reach(world: World, unit: int, skill: Skill) -> list[int]:
    """POISE-COND-9: everybody else in range that it sees, friend or foe."""
    return [other for other in standing(world) if other != unit and usable_on(world, unit, skill, other)]


def confused_targets(world: World, unit: int, skill: Skill) -> list[int]:
    """Those of them for whom the skill can be paid."""
    return [other for other in in_reach(world, unit, skill) if payable(world, unit, price(world, unit, skill, other))]


def _nobody(world: World, unit: int, key: str, skill: Skill) -> list[Reason]:
    """Why a skill that could be paid has no option."""
    if key == "rally":
        return [Reason("reason_nobody_to_rally", "POISE-SKILL-8")]
    if key in _SPECIAL:
        return [Reason("reason_no_room", "POISE-MOVE-7")]
    others = enemies(world, unit) if skill.target == "enemy" else [o for o in standing(world) if o != unit]
    found = []
    if not any(in_range(world, unit, other, skill) for other in others):
        found.append(Reason("reason_out_of_range", "POISE-HIGH-7"))
    elif all(sight(world, unit, other).grade == "unseen" for other in others if in_range(world, unit, other, skill)):
        found.append(Reason("reason_unseen", "POISE-COVER-5"))
    elif all(_out_of_water_range(world, unit, skill, other) for other in others if in_range(world, unit, other, skill)):
        found.append(Reason("reason_water", "POISE-WATER-4"))
    else:
        found.append(Reason("reason_cost_there", "POISE-POOL-10"))
    return found


def _draw(world: World, unit: int) -> Offer:
    """POISE-ECON-4 and SKILL-4: up to two items change place, at least one comes to hand."""
    sheet, gear = sheet_of(world), world.get(unit, Gear)
    draw = Skill(title="Draw", type="maneuver", rule="POISE-SKILL-4")
    reasons = _budget(world, unit, draw)
    if not gear.carried and not reasons:
        reasons = [Reason("reason_nothing_carried", "POISE-SKILL-4")]
    options = []
    if not reasons:
        have = (*gear.held, *gear.carried)
        for count in (1, 2):
            for hand in combinations(have, count):
                hands = sum(sheet.weapons[item].hands for item in hand)
                if hands <= 2 and _swapped(gear, hand):
                    options.append(Option("draw " + "+".join(hand), "Draw", rule="POISE-SKILL-4"))
    return Offer("draw", "Draw", tuple(options), tuple(reasons))


def _swapped(gear: Gear, hand: tuple[str, ...]) -> bool:
    """Whether that hand takes something new and at most two items change place."""
    drawn = [item for item in hand if item not in gear.held]
    stowed = [item for item in gear.held if item not in hand]
    return bool(drawn) and len(drawn) + len(stowed) <= 2


def turn_options(world: World) -> list[Option]:
    """What the acting unit may do now."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    return [option for offer in offers(world, unit) for option in offer.options]
