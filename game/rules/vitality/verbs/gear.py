"""Switching weapons, interacting, using items, loading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache, partial

import game.rules.vitality.gear as equipment
from game.grid.grid import Cell, bits
from game.kernel.components import Gear, changed
from game.kernel.ecs import Kinds, World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.throwing import throw_dice
from game.rules.verbs import Perform, Price, at_once, unless, with_items
from game.rules.vitality.budget import DOWN, pay, short_of, spend, take_token
from game.rules.vitality.checks.rolls import defense_roll
from game.rules.vitality.entries import Item
from game.rules.vitality.gear import turn_door
from game.rules.vitality.harm.damage import blow_of
from game.rules.vitality.harm.suffering import deal, heal, roll_blow
from game.rules.vitality.position.hiding import give_away, glance, in_view
from game.rules.vitality.position.lines import METRIC
from game.rules.vitality.position.sight import area, look, on_board, stand_beside
from game.rules.vitality.sheet import VitalitySheet, faces, numbers_of, sheet_of
from game.rules.vitality.state import Turn, allies, hands_used, living, pool, up
from game.rules.vitality.turns import waiting
from game.rules.vitality.verbs.hold import Deed
from game.rules.vitality.verbs.powers import area_spots
from game.systems.conditions import holds, lift
from game.systems.field import board_of, bodies, cells_of
from game.systems.ground import doors_beside

NOTHING = "nothing"  # in hand
_ITEMS = frozenset((Gear,))
NEAR, UNPAID = Reason("reason_nothing_near", "VITALITY-ACT-5"), Reason("reason_ap", "VITALITY-ACT-6")


def handling(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-5 and 12; what is held always costs its AP."""
    interact, switch = (("ap", sheet.numbers.interact_ap),), (("ap", sheet.numbers.switch_weapons_ap),)
    return (
        Deed(
            name="interact", group="gear", key=("how", "cell", "unit", "what"), pays=False,
            rule=lambda world, unit, action: "VITALITY-COND-18" if "douse" in action.how else "VITALITY-ACT-5",
            price=lambda world, unit, action: () if _free(world, unit, action) else interact,
            reasons=lambda world, unit: [] if up(world, unit) and _quick(world, unit) else [DOWN],
            actions=_interactions, short=lambda world, unit: [NEAR if _affords(world, unit) else UNPAID],
            perform=_interact, held=interactions,
            later=lambda world, unit, action: _interacting(world, unit, action, "action"), ahead=interact,
        ),
        Deed(
            name="switch_weapons", group="gear", key=("what",), pays=False,
            rule=lambda world, unit, act: "VITALITY-ACT-13" if _costs_nothing(world, unit, act) else "VITALITY-ACT-12",
            price=lambda world, unit, action: () if _costs_nothing(world, unit, action) else switch,
            reasons=unless(_quick, "reason_ap", "VITALITY-COND-9"), actions=_switches, memo=_switching,
            short=Reason("reason_ap", "VITALITY-ACT-12"), perform=at_once(_switch), held=_choices,
            later=at_once(lambda world, unit, action: _switched(world, unit, action, free=False)),
            ruled="VITALITY-ACT-12", ahead=switch,
        ),
    )  # fmt: skip


def using(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ACT-17 and GEAR-10."""
    return (
        Deed(
            name="use_item", rule="VITALITY-ACT-17", group="gear", key=("what", "cell"),
            price=(("ap", sheet.numbers.use_item_ap),), actions=_items, perform=_use, held=_items,
            short=Reason("reason_no_items", "VITALITY-ACT-17"),
        ),
        Deed(
            name="reload", rule="VITALITY-GEAR-10", group="gear", key=("what",), pays=False,
            price=lambda world, unit, action: _loading(world, action.what), reasons=_cannot_load,
            actions=with_items("reload", _in_hand), perform=at_once(_load), held=with_items("reload", _unloaded),
            later=at_once(_loaded), kept=_unloaded, ahead=_loading,
        ),
    )  # fmt: skip


def _quick(world: World, unit: int) -> bool:
    return not holds(world, unit, "stunned")


def _affords(world: World, unit: int) -> bool:
    return not world.get(unit, Turn).token or pool(world, unit, "ap") >= numbers_of(world).interact_ap


def _free(world: World, unit: int, action: Action) -> bool:
    """VITALITY-ECON-7 and COND-18: with the free small action that is still there; flames are none."""
    return not world.get(unit, Turn).token and "douse" not in action.how


def _interactions(world: World, unit: int) -> Iterator[Action]:
    paid = pool(world, unit, "ap") >= numbers_of(world).interact_ap
    if not paid and world.get(unit, Turn).token:
        return iter(())
    return (each for each in interactions(world, unit) if paid or _free(world, unit, each))


def interactions(world: World, unit: int) -> Iterator[Action]:
    """VITALITY-ACT-5: doors, things on the ground, gifts, flames."""
    grid = board_of(world).grid
    for edge in sorted(doors_beside(world, unit)):
        cell, d = grid.edge_side(edge)
        yield Action("interact", cell=cell, what=grid.names[d], how=("door",), numbers=(edge,))
    for cell, item in dict.fromkeys((cell, item) for _, item, cell in equipment.lying_near(world, unit)):
        yield Action("interact", cell=cell, what=item, how=("pick",))
    around, filled = grid.within(cells_of(world, unit), 1, METRIC), bodies(world)
    near = [other for other in allies(world, unit) if filled[other] & around and stand_beside(world, unit, other)]
    for ally in near:
        if up(world, ally):
            yield from (Action("interact", ally, what=item, how=("give",)) for item in _belongings(world, unit))
    if holds(world, unit, "burning"):
        yield Action("interact", how=("douse",))
    burning = (ally for ally in near if ally != unit and holds(world, ally, "burning"))
    yield from (Action("interact", ally, how=("douse",)) for ally in burning)


def _belongings(world: World, unit: int) -> dict[str, None]:
    gear = world.get(unit, Gear)
    return dict.fromkeys((*gear.held, *gear.carried))


async def _interact(world: World, unit: int, action: Action) -> None:
    free = take_token(world, unit, free=_free(world, unit, action))
    spend(world, unit, "VITALITY-ACT-5", ap=0 if free else numbers_of(world).interact_ap)
    await _interacting(world, unit, action, "free" if free else "action")


async def _interacting(world: World, unit: int, action: Action, cost: str) -> None:
    targets = () if action.unit is None else (action.unit,)
    world.emit(Used(unit, "interact", cost, targets, rule="VITALITY-ACT-5"))
    await _WAYS[action.how[0]](world, unit, action)


async def _door(world: World, unit: int, action: Action) -> None:
    grid, edge = board_of(world).grid, action.numbers[0]
    watched = in_view(world, unit, bits(grid.cells_beside(edge)))
    opened = turn_door(world, unit, edge)
    if watched:
        give_away(world, unit)
    glance(world)
    if opened:
        await waiting.happened(world, "door", unit)


_WAYS: dict[str, Perform] = {
    "door": _door,
    "pick": at_once(lambda world, unit, action: equipment.pick_up(world, unit, action.what, action.there)),
    "give": at_once(lambda world, unit, action: equipment.give(world, unit, action.target, action.what)),
    "douse": at_once(lambda world, unit, action: lift(world, action.unit or unit, "burning", "VITALITY-COND-18")),
}


def _chosen(action: Action) -> tuple[str, ...]:
    return () if action.what == NOTHING else tuple(action.what.split("+"))


def _choices(world: World, unit: int) -> Iterator[Action]:
    return (Action("switch_weapons", what="+".join(chosen) or NOTHING) for chosen in equipment.hands(world, unit))


def _costs_nothing(world: World, unit: int, action: Action) -> bool:
    """VITALITY-ACT-13: with the drawing hands empty, or only putting away."""
    return not world.get(unit, Turn).token and _one_way(world.get(unit, Gear).held, action.what)


@lru_cache(maxsize=4096)
def _one_way(held: tuple[str, ...], what: str) -> bool:
    """Whether things are only drawn, or only put away."""
    before, now = Counter(held), Counter(() if what == NOTHING else what.split("+"))
    return not now - before or not before - now


def _switching(world: World, unit: int) -> tuple[Hashable, Kinds]:
    """What choices hang on, the items of the unit aside."""
    if not (up(world, unit) and _quick(world, unit)):
        return None, _ITEMS
    paid = pool(world, unit, "ap") >= numbers_of(world).switch_weapons_ap
    return (paid, world.get(unit, Turn).token, hands_used(world, unit, ())), _ITEMS


def _switches(world: World, unit: int) -> Iterable[Action]:
    if not up(world, unit):
        return ()
    if not short_of(world, unit, (("ap", numbers_of(world).switch_weapons_ap),)):
        return _choices(world, unit)
    return () if world.get(unit, Turn).token else filter(partial(_costs_nothing, world, unit), _choices(world, unit))


def _switch(world: World, unit: int, action: Action) -> None:
    free = take_token(world, unit, free=_costs_nothing(world, unit, action))
    spend(world, unit, "VITALITY-ACT-12", ap=0 if free else numbers_of(world).switch_weapons_ap)
    _switched(world, unit, action, free=free)


def _switched(world: World, unit: int, action: Action, *, free: bool) -> None:
    cost, rule = ("free", "VITALITY-ACT-13") if free else ("action", "VITALITY-ACT-12")
    world.emit(Used(unit, "switch_weapons", cost, rule=rule))
    equipment.switch_weapons(world, unit, _chosen(action))


def _items(world: World, unit: int) -> Iterator[Action]:
    """VITALITY-ACT-17: what it carries, and where to throw what is thrown."""
    table = sheet_of(world).gear.items
    for item, entry in ((item, table[item]) for item in _belongings(world, unit) if item in table):
        if entry.range:
            spots = area_spots(world, unit, entry.range, entry.radius)
            yield from (Action("use_item", cell=cell, what=item) for cell in spots)
        else:
            yield Action("use_item", unit, what=item)


async def _use(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-17: it is used up."""
    entry = sheet_of(world).gear.items[action.what]
    world.emit(Used(unit, action.what, "item", cell=action.cell, rule="VITALITY-ACT-17"))
    equipment.part_with(world, unit, action.what, first="carried")
    if entry.heal:
        thrown = await throw_dice(world, unit, "heal", faces(entry.heal), "VITALITY-ACT-17")
        heal(world, unit, sum(thrown), "VITALITY-ACT-17", unit)
    if entry.cures:
        lift(world, unit, entry.cures, "VITALITY-ACT-17")
    if entry.damage and action.cell is not None:
        await _burst(world, unit, entry, action.cell)


async def _burst(world: World, unit: int, entry: Item, cell: Cell) -> None:
    """VITALITY-DR-15: an item carries its own DR Power."""
    blow = blow_of(entry.damage)
    thrown, _ = await roll_blow(world, unit, blow)
    where, power = area(world, cell, entry.radius), entry.power or numbers_of(world).hazard_power
    for target in [each for each in living(world) if cells_of(world, each) & where]:
        if not on_board(world, target):
            continue
        seen = look(world, unit, target, origin=cell)
        passed = await defense_roll(world, target, entry.dr, power, seen, None, "VITALITY-DR-15")
        if not passed or entry.success == "half":
            await deal(world, unit, target, changed(blow, halved=passed), seen, "VITALITY-DMG-1", thrown, 0)


def _unloaded(world: World, unit: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(equipment.empty(world, unit)))


def _in_hand(world: World, unit: int) -> list[str]:
    return [item for item in _unloaded(world, unit) if item in world.get(unit, Gear).held]


def _loading(world: World, weapon: str) -> Price:
    return (("ap", sheet_of(world).weapons[weapon].reload),)


def _cannot_load(world: World, unit: int) -> list[Reason]:
    found = _in_hand(world, unit)
    return short_of(world, unit, _loading(world, found[0])) if found else [Reason("reason_loaded", "VITALITY-GEAR-10")]


def _load(world: World, unit: int, action: Action) -> None:
    pay(world, unit, _loading(world, action.what), "VITALITY-GEAR-10")
    _loaded(world, unit, action)


def _loaded(world: World, unit: int, action: Action) -> None:
    world.emit(Used(unit, "reload", "action", rule="VITALITY-GEAR-10"))
    equipment.load(world, unit, action.what)
