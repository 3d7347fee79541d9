"""Windows in which the faster act in somebody else's turn (WOUNDS-TURN-2 to 7, 11, HD-7)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from game.grid.grid import CellSet, first, union
from game.kernel.components import FIELD, Clock, Gear
from game.kernel.ecs import World, derived, derived_own
from game.kernel.events import Event
from game.kernel.flow import Action
from game.rules.asking import invite, perform
from game.rules.offering import may, options
from game.rules.verbs import Question, question_of
from game.rules.wounds.budget import acts_out_of_turn
from game.rules.wounds.gear import AT_HAND, free_hands, hands_of, melee_arms, weapon
from game.rules.wounds.house import house
from game.rules.wounds.pace import yards_left
from game.rules.wounds.position.flanks import field_of
from game.rules.wounds.position.space import BODIES, near_cells, reaches
from game.rules.wounds.riding import led, partner, standing_in
from game.rules.wounds.state import Going, pool, tagged
from game.rules.wounds.turns.reactions import in_order
from game.rules.wounds.verbs.deeds import Deed, deed_of
from game.systems.field import PLACES, board_of, bodies, carried_by, cells_of, enemies, standing, team, teams

_WISH = (Action("interrupt"),)


def eligible(world: World, unit: int) -> bool:
    """WOUNDS-TURN-2 and 7: strictly faster than whose turn it is; that it has had its own turn does not matter."""
    active = world.get(FIELD, Clock).active
    if active is None or standing_in(world, unit) <= standing_in(world, active):
        return False
    if unit in (active, partner(world, active)) or not acts_out_of_turn(world, unit):
        return False
    return carried_by(world, unit) is None or partner(world, unit) is None or tagged(world, unit, "sentient")


@lru_cache(maxsize=8)
def _names(question: Question) -> tuple[tuple[str, ...], ...]:
    """The deeds of a window: what hangs on nobody else, the rest with moves first, as they are quickest to tell, what a
    mount that is led does, and what is free."""
    deeds = [verb for verb in question.verbs.values() if isinstance(verb, Deed)]
    deeds.sort(key=lambda deed: deed.ways is None)
    kinds = [3 if deed.free else 0 if deed.alone else 2 if deed.by_mount else 1 for deed in deeds]
    return tuple(tuple(deed.name for deed, kind in zip(deeds, kinds, strict=True) if kind == each) for each in range(4))


def _open_to(world: World, unit: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The same for one unit: those of a mount that it leads are among the rest (WOUNDS-MOUNT-5, 9)."""
    alone, rest, mounted, free = _names(question_of(world, "interrupt"))
    mount = led(world, unit)
    return alone, (*rest, *mounted) if mount is not None and acts_out_of_turn(world, mount) else rest, free


def names_out_of_turn(world: World, unit: int) -> tuple[str, ...]:
    """What the unit may try in a window."""
    alone, rest, free = _open_to(world, unit)
    return (*alone, *rest, *free)


@derived()
def may_act(world: World, unit: int) -> bool:
    """Whether the unit could do anything in a window, asked before the whole list is drawn up."""
    return eligible(world, unit) and _has_means(world, unit) and able(world, unit)


def _has_means(world: World, unit: int) -> bool:
    """AP or yards, the unit's or those of a mount that it leads (WOUNDS-MOVE-3, MOUNT-9)."""
    mount = led(world, unit)
    return _means_of_its_own(world, unit) or (mount is not None and _means_of_its_own(world, mount))


@derived_own
def _means_of_its_own(world: World, unit: int) -> bool:
    return pool(world, unit, "ap") > 0 or yards_left(world, unit) > 0 or world.get(unit, Going).hauled >= 4


def able(world: World, unit: int) -> bool:
    """Whether the unit has the AP or the yards for anything."""
    return _able_alone(world, unit) or may(world, unit, "interrupt", _open_to(world, unit)[1])


@derived_own
def _able_alone(world: World, unit: int) -> bool:
    """Whether it has for what hangs on nobody else."""
    return may(world, unit, "interrupt", _names(question_of(world, "interrupt"))[0])


@derived()
def _waiting(world: World) -> list[int]:
    active = world.get(FIELD, Clock).active
    if active is None:
        return []
    pace = standing_in(world, active)
    return [unit for unit in standing(world) if pool(world, unit, "initiative") > pace and may_act(world, unit)]


class Uninterrupted(Struct, frozen=True):
    """On the field of a world that is only tried out: no windows are opened."""


def suppress_reactions(world: World) -> None:
    """Open no windows from now on."""
    world.put(FIELD, Uninterrupted())


async def window(world: World, name: str, about: Event, *, told: bool = False) -> bool:
    """One window; whether somebody interrupted. Who declared something loses it then, unpaid (WOUNDS-TURN-5). `told`:
    what it is about has happened and stands among the events."""
    asked = house(world).windows
    if world.has(FIELD, Uninterrupted) or asked == "none" or (asked == "declared" and name != "declared"):
        return False
    waiting = _waiting(world)
    holding = [unit for unit in _holding(world, name) if unit not in waiting]
    if (waiting or holding) and not told:
        world.emit(about)
    acted = False
    for unit in await in_order(world, waiting):
        if await _one(world, unit, name, about):
            acted = True
            if name == "declared":
                return True
    for unit in holding:
        while unit in standing(world):  # or it has left the board
            option = await invite(world, unit, "let_fall", _to_let_fall(world, unit, name), about=about)
            if option is None:
                break
            await perform(world, unit, "let_fall", option)
    return acted


async def _one(world: World, unit: int, name: str, about: Event) -> bool:
    """Ask one unit whether it acts, and only then what it does; whether that counts as an interrupt."""
    while may_act(world, unit) and await invite(world, unit, f"{name}_window", _WISH, about=about):
        option = await invite(world, unit, "interrupt", about=about)
        if option is None:
            return False
        deed = deed_of(world, "interrupt", option.action.verb)
        await perform(world, unit, "interrupt", option)
        if not deed.free:  # dropping something is no action: the window is still open
            return not deed.moves or name != "declared" or house(world).move_interrupt_cancels
    return False


@derived()
def _holding(world: World, name: str) -> list[int]:
    """WOUNDS-ECON-10: who, slow or without AP, could let something fall to some purpose."""
    might = standing(world) if name == "turn_start" else _wanting_fists(world)
    return [unit for unit in might if _to_let_fall(world, unit, name)]


def _to_let_fall(world: World, unit: int, name: str) -> list[Action]:
    """What a unit may drop so that its fists reach a foe, or for a companion whose turn begins to take it up."""
    active = world.get(FIELD, Clock).active
    if active is None or active == unit or not world.get(unit, Gear).held:
        return []
    # Whether what falls would lie in reach of a companion whose turn it is.
    fists, taker = unit in _wanting_fists(world), name == "turn_start" and team(world, unit) == team(world, active)
    taker = taker and bool(near_cells(world, cells_of(world, active)) >> first(cells_of(world, unit)) & 1)
    if not fists and not taker:
        return []
    items = [option.action for option in options(world, unit, "let_fall", "drop")]
    return [each for each in items if fists or hands_of(world, each.what) <= free_hands(world, active)]


@derived(PLACES)
def _filled_by_foes(world: World) -> dict[int, CellSet]:
    """By team the cells that its foes fill."""
    filled, fights_for = bodies(world), teams(world)
    return {
        own: union([filled[unit] for unit in standing(world) if fights_for[unit] != own])
        for own in {*fights_for.values()}
    }


@derived(BODIES | AT_HAND)
def _wanting_fists(world: World) -> list[int]:
    """Whose hands are full while a foe is beside it that none of its weapons reaches in melee."""
    return [unit for unit in standing(world) if _wants_fists(world, unit)]


def _wants_fists(world: World, unit: int) -> bool:
    """Whether that holds for one unit."""
    keys = melee_arms(world, unit)
    if "unarmed" in keys:
        return False
    grid, reach = board_of(world).grid, weapon(world, "unarmed").reach
    near, filled = field_of(grid, cells_of(world, unit), reach, -1), bodies(world)
    if not near & _filled_by_foes(world)[team(world, unit)]:
        return False
    beside = [foe for foe in enemies(world, unit) if filled[foe] & near and reaches(world, unit, "unarmed", foe)]
    return any(not any(reaches(world, unit, key, foe) for key in keys) for foe in beside)
