"""What the acting unit may do now, and why not the rest: the one source of legality for play, refusals and the AI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from game.components import FIELD, Carried, Clock, Down
from game.ecs import World
from game.flow import Option
from game.grid.grid import Cell, Grid, cells
from game.rules.offering import Offer, Reason
from game.rules.poise.areas import aims, around
from game.rules.poise.gear import EMPTY_HANDS, draws, lying, ready, takes, within_reach
from game.rules.poise.house import house
from game.rules.poise.legend import used_up
from game.rules.poise.marks import Afflictions, Gambit, Submerged
from game.rules.poise.pools import gainable, payable
from game.rules.poise.position import in_range, sight
from game.rules.poise.routes import allowance, destinations, steps_toward
from game.rules.poise.sheet import EMPTY, STEED, Skill, sheet_of
from game.rules.poise.special import special_offers
from game.rules.poise.state import Turn, amount, in_gambit, is_animal, movable, skills_of, steed_of, suffers
from game.rules.poise.targeting import confused_targets, out_of_water_range, targets
from game.rules.poise.terms import TERMS, may_offer
from game.systems.conditions import holds
from game.systems.field import board_of, enemies, standing


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """Every verb the unit has, in the order of the sheet, and `end`. All in the middle of its own turn."""
    return world.derive(("offers", unit), lambda world: tuple(_offers(world, unit)))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    found = list(_skill_offers(world, unit))
    yield from found
    yield from _declarations(world, unit, busy=any(offer.options for offer in found))
    yield Offer("end", (Option("end", rule="POISE-ECON-1"),))


def _skill_offers(world: World, unit: int) -> Iterator[Offer]:
    mover, spent = mover_of(world, unit), _spent(world, unit)
    of_mover = spent if mover == unit else _spent(world, mover)
    for key, skill in skills_of(world, unit).items():
        if skill.type == "reaction" and key != "sprint":
            continue
        if key not in MOVES:
            yield _skill(world, unit, key, skill, spent)
        elif mover == unit and world.has(unit, Carried):
            yield Offer(key, (), (Reason("reason_riding", "POISE-MOUNT-3"),))
        else:
            yield _skill(world, mover, key, skill, of_mover)
    if mover != unit:
        yield from _commands(world, mover, of_mover)
    yield _draw(world, unit, spent)
    if found := _pick_up(world, unit, spent):
        yield found
    yield from special_offers(world, unit, spent["maneuver"])


def _declarations(world: World, unit: int, *, busy: bool) -> Iterator[Offer]:
    """What is no skill: a final gambit while there is a skill to use (POISE-GAMBIT-1), and terms (POISE-END-3)."""
    if not busy:
        return
    if world.has(unit, Gambit):
        yield Offer("gambit", (), (Reason("reason_gambit", "POISE-GAMBIT-1"),))
    else:
        yield Offer("gambit", (Option("gambit", rule="POISE-GAMBIT-1"),))
    if may_offer(world):
        for kind in TERMS:
            yield Offer(kind, (Option(kind, rule="POISE-END-3"),))


MOVES = ("dash", "shift", "sprint")


def mover_of(world: World, unit: int) -> int:
    """POISE-MOUNT-3 and 14: who moves when this unit gives its maneuver for moving: an animal in place of its rider."""
    steed = steed_of(world, unit)
    return steed if steed is not None and is_animal(world, steed) else unit


def _skill(world: World, unit: int, key: str, skill: Skill, spent: dict[str, list[Reason]]) -> Offer:
    """One skill: its options, or why there are none."""
    reasons = spent[skill.type] + _affordable(world, unit, key, skill)
    options = [] if reasons else _options(world, unit, key, skill)
    if not reasons and not options:
        reasons = _nobody(world, unit, key, skill)
    return Offer(key, tuple(options), tuple(reasons))


def _commands(world: World, steed: int, spent: dict[str, list[Reason]]) -> Iterator[Offer]:
    """POISE-MOUNT-14: what else an animal can do in place of its rider; moves are offered as the rider's own."""
    for key, skill in skills_of(world, steed).items():
        if key in MOVES or skill.type == "reaction":
            continue
        own, title = _skill(world, steed, key, skill, spent), sheet_of(world).titles[STEED + key]
        options = (replace(option, key=STEED + option.key, label=title) for option in own.options)
        yield Offer(STEED + key, tuple(options), own.reasons)


def _spent(world: World, unit: int) -> dict[str, list[Reason]]:
    """POISE-ECON-1 and 6, by the type of a skill why it is not to be had any more.

    One action, one maneuver; by setting a second maneuver in place of the action.
    """
    turn = world.get(FIELD, Turn)
    if world.has(unit, Down):
        down = [Reason("reason_defeated", "POISE-DEFEAT-3")]
        return {"action": down, "maneuver": down, "reaction": down}
    moved = turn.maneuver and (turn.action or not second_maneuver(world))
    return {
        "action": [Reason("reason_action_used", "POISE-ECON-1")] if turn.action else [],
        "maneuver": [Reason("reason_maneuver_used", "POISE-ECON-1")] if moved else [],
        "reaction": [],
    }


def second_maneuver(world: World) -> bool:
    """POISE-ECON-6: whether a second maneuver may replace the action."""
    return house(world).allow_second_maneuver


def _affordable(world: World, unit: int, key: str, skill: Skill) -> list[Reason]:
    """Costs (POISE-POOL-10) and what conditions forbid."""
    found = []
    if skill.cost and not payable(world, unit, skill.cost):
        found.append(Reason("reason_cost", "POISE-POOL-10"))
    if key in MOVES:
        found += _fettered(world, unit, key)
    if used_up(world, unit, key):
        found.append(Reason("reason_limit", "POISE-LEG-3"))
    if not ready(world, unit, key, skill):
        loads = "reload" in skill.tags
        found.append(Reason("reason_loaded" if loads else "reason_not_loaded", "POISE-ECON-8"))
    if skill.tags and "concentrate" in skill.tags and holds(world, unit, "choking"):
        found.append(Reason("reason_choking", "POISE-COND-15"))
    if skill.tags and "not_underwater" in skill.tags and world.has(unit, Submerged):
        found.append(Reason("reason_under_water", "POISE-WATER-5"))
    if key == "sprint" and not found and not sprint_paces(world, unit):
        found.append(Reason("reason_not_moved", "POISE-SKILL-3"))
    if key in ("steady", "recovery") and not gainable(world, unit):
        found.append(Reason("reason_no_gain", "POISE-COND-13"))
    return found


def _fettered(world: World, unit: int, key: str) -> list[Reason]:
    """Conditions that stop a move."""
    if holds(world, unit, "immobile"):
        return [Reason("reason_immobile", "POISE-MOVE-15")]
    if key == "shift":
        return []
    if suffers(world, unit, "knocked_down"):
        return [Reason("reason_knocked_down", "POISE-COND-6")]
    if holds(world, unit, "kneeling"):
        return [Reason("reason_kneeling", "POISE-COND-15")]
    winded = key == "sprint" and "winded" in world.get(unit, Afflictions).items
    return [Reason("reason_winded", "POISE-STRESS-2")] if winded else []


def sprint_paces(world: World, unit: int) -> int:
    """POISE-MOVE-4: paces the unit may sprint now and can pay, with a point of momentum left to stand on."""
    paces = allowance(world, unit, "sprint")
    if in_gambit(world, unit):
        return paces
    return min(paces, (amount(world, unit, "momentum") - 1) // sheet_of(world).numbers.sprint_cost)


def _options(world: World, unit: int, key: str, skill: Skill) -> list[Option]:
    """The options of one skill that the budget allows."""
    special = _SPECIAL.get(key) or (_areas if skill.area else _reloads if "reload" in skill.tags else None)
    if special:
        return list(special(world, unit, key, skill))
    if suffers(world, unit, "confused"):
        return [Option(key, skill.title, rule="POISE-COND-9")] if confused_targets(world, unit, skill) else []
    found = targets(world, unit, key, skill)
    return [Option(f"{key} {target}", skill.title, unit=target, rule=skill.rule) for target in found]


def _moves(world: World, unit: int, key: str, skill: Skill) -> list[Option]:
    budget = sprint_paces(world, unit) if key == "sprint" else allowance(world, unit, key)
    known = _move_options(board_of(world).grid, key, skill.title, skill.rule)
    found = [known[cell] for cell in destinations(world, unit, budget)]
    if key == "dash" and found:
        found.append(Option("dash_steps", "Dash step by step", rule=skill.rule))
    return found


@lru_cache(maxsize=64)
def _move_options(grid: Grid, key: str, title: str, rule: str) -> dict[Cell, Option]:
    """One for each cell: thousands are offered in a skirmish, ever the same ones."""
    return {cell: Option(f"{key} {grid.name(cell)}", title, cell=cell, rule=rule) for cell in cells(grid.everywhere)}


def _gains(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    for pool in gainable(world, unit):
        yield Option(f"{key} {pool}", skill.title, unit=unit, rule=skill.rule)


def _areas(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    """POISE-ATK-2: all around there is nothing to choose; a cone is aimed at a cell."""
    if skill.area != "cone":
        if around(world, unit, skill):
            yield Option(key, skill.title, rule=skill.rule)
    elif suffers(world, unit, "confused"):
        if confused_targets(world, unit, skill):
            yield Option(key, skill.title, rule="POISE-COND-9")
    else:
        grid = board_of(world).grid
        for cell in aims(world, unit, skill):
            yield Option(f"{key} {grid.name(cell)}", skill.title, cell=cell, rule=skill.rule)


def _reloads(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    yield Option(key, skill.title, unit=unit, rule=skill.rule)


def _rallies(world: World, unit: int, key: str, skill: Skill) -> Iterator[Option]:
    if suffers(world, unit, "confused"):
        if confused_targets(world, unit, skill):
            yield Option(key, skill.title, rule="POISE-COND-9")
        return
    for target in targets(world, unit, key, skill):
        for condition in EMPTY.values():
            if holds(world, target, condition):
                yield Option(f"{key} {target} {condition}", skill.title, unit=target, rule=skill.rule)


_SPECIAL: dict[str, Callable[[World, int, str, Skill], Iterable[Option]]] = {
    "dash": _moves,
    "shift": _moves,
    "sprint": _moves,
    "steady": _gains,
    "recovery": _gains,
    "rally": _rallies,
}


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
    elif all(out_of_water_range(world, unit, skill, other) for other in others if in_range(world, unit, other, skill)):
        found.append(Reason("reason_water", "POISE-WATER-4"))
    else:
        found.append(Reason("reason_cost_there", "POISE-POOL-10"))
    return found


def _draw(world: World, unit: int, spent: dict[str, list[Reason]]) -> Offer:
    """POISE-ECON-4 and SKILL-4: up to two items change place, at least one comes to hand."""
    reasons = spent["maneuver"]
    hands = () if reasons else tuple(draws(world, unit))
    if not hands and not reasons:
        reasons = [Reason("reason_nothing_carried", "POISE-SKILL-4")]
    names = ("+".join(hand) or EMPTY_HANDS for hand in hands)
    options = tuple(Option("draw " + name, "Draw", rule="POISE-SKILL-4") for name in names)
    return Offer("draw", options, tuple(reasons))


def _pick_up(world: World, unit: int, spent: dict[str, list[Reason]]) -> Offer | None:
    """POISE-SKILL-5: things within a pace, or that the maneuver's step comes near to. None when nothing lies about."""
    things = lying(world)
    if not things:
        return None
    reasons = spent["maneuver"]
    near = {(item, cell) for _, item, cell in things if not reasons and _comes_near(world, unit, cell)}
    free = sorted((cell, item) for item, cell in near if takes(world, unit, item))
    if not near and not reasons:
        reasons = [Reason("reason_nothing_lying", "POISE-SKILL-5")]
    elif not free and not reasons:
        reasons = [Reason("reason_no_hand", "POISE-GEAR-1")]
    name = board_of(world).grid.name
    options = [Option(f"pick_up {name(cell)} {item}", cell=cell, rule="POISE-SKILL-5") for cell, item in free]
    return Offer("pick_up", tuple(options), tuple(reasons))


def _comes_near(world: World, unit: int, cell: Cell) -> bool:
    return within_reach(world, unit, cell) or (movable(world, unit) and bool(steps_toward(world, unit, cell)))


def turn_options(world: World) -> list[Option]:
    """What the acting unit may do now."""
    unit = world.get(FIELD, Clock).active
    assert unit is not None
    return [option for offer in offers(world, unit) for option in offer.options]
