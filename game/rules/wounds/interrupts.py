"""Windows in which the faster act in somebody else's turn (WOUNDS-TURN-2 to 7, 11, HD-7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from game.grid.grid import first
from game.kernel.components import FIELD, Clock, Gear
from game.kernel.ecs import World
from game.kernel.events import Event
from game.kernel.flow import Option
from game.rules.windows import offer
from game.rules.wounds.actions import VERBS, choices, perform
from game.rules.wounds.house import house
from game.rules.wounds.pools import change_initiative
from game.rules.wounds.position import reaches, space
from game.rules.wounds.reactions import in_order
from game.rules.wounds.riding import led, partner, rider_of, standing_in
from game.rules.wounds.sheet import sheet_of
from game.rules.wounds.state import acts_out_of_turn, arms, free_hands, hands_of, pool, tagged, weapon
from game.rules.wounds.verbs import near_cells
from game.rules.wounds.yards import yards_hauled, yards_left
from game.systems.field import enemies, standing, team

OUT_OF_TURN = tuple(verb for verb, entry in VERBS.items() if not entry.own_turn and not entry.free)
_WISH = (Option("interrupt", rule="WOUNDS-TURN-2"),)
FREE = ("drop", "let_go", "unready")  # WOUNDS-ECON-10, GRAP-8: at any time


def eligible(world: World, unit: int) -> bool:
    """WOUNDS-TURN-2 and 7: strictly faster than whose turn it is; that it has had its own turn does not matter."""
    active = world.get(FIELD, Clock).active
    if active is None or standing_in(world, unit) <= standing_in(world, active):
        return False
    if unit in (active, partner(world, active)) or not acts_out_of_turn(world, unit):
        return False
    return rider_of(world, unit) is None or partner(world, unit) is None or tagged(world, unit, "sentient")


def out_of_turn(world: World, unit: int) -> list[Option]:
    """What a unit may do in a window: actions and movement that it can pay in full (WOUNDS-HD-7)."""
    return world.derive(("out_of_turn", unit), lambda world: list(_out_of_turn(world, unit)))


def _out_of_turn(world: World, unit: int) -> Iterator[Option]:
    for verb in OUT_OF_TURN:
        if acts_out_of_turn(world, doer(world, unit, verb)):
            yield from choices(world, unit, verb)


def doer(world: World, unit: int, verb: str) -> int:
    """Who acts: of what a rider has its mount do the mount is the one (WOUNDS-MOUNT-5, 9)."""
    mount = led(world, unit) if verb in ("ride", "command") else None
    return unit if mount is None else mount


def may_act(world: World, unit: int) -> bool:
    """Whether the unit could do anything in a window, asked before the whole list is drawn up."""
    return world.derive(("may act", unit), lambda world: _may_act(world, unit))


def _may_act(world: World, unit: int) -> bool:
    return eligible(world, unit) and _has_means(world, unit) and able(world, unit)


def _has_means(world: World, unit: int) -> bool:
    """AP or yards, the unit's or those of a mount that it leads (WOUNDS-MOVE-3, MOUNT-9)."""
    pair = (unit, led(world, unit))
    return any(
        pool(world, each, "ap") > 0 or yards_left(world, each) > 0 or yards_hauled(world, each) > 0
        for each in pair
        if each is not None
    )


def able(world: World, unit: int) -> bool:
    """Whether the unit has the AP or the yards for anything."""
    return world.derive_own(unit, "able", lambda world: _any(world, unit, _ALONE)) or _any(world, unit, _ELSE)


_ALONE = tuple(verb for verb in OUT_OF_TURN if VERBS[verb].own)  # what hangs on nobody else, and is remembered longer
_ELSE = ("move", *(verb for verb in OUT_OF_TURN if not VERBS[verb].own))  # cheap ones first


def _any(world: World, unit: int, verbs: tuple[str, ...]) -> bool:
    return any(choices(world, unit, verb) for verb in verbs)


def _waiting(world: World) -> list[int]:
    """Everybody who could act in a window now."""
    active = world.get(FIELD, Clock).active
    if active is None:
        return []
    pace = standing_in(world, active)
    return [unit for unit in standing(world) if pool(world, unit, "initiative") > pace and may_act(world, unit)]


class Hushed(Struct, frozen=True):
    """On the field of a world that is only tried out: no windows are opened."""


def hush(world: World) -> None:
    """Open no windows from now on."""
    world.put(FIELD, Hushed())


async def window(world: World, name: str, about: Event, *, told: bool = False) -> bool:
    """One window; whether somebody interrupted. Who declared something loses it then, unpaid (WOUNDS-TURN-5).

    `told`: what it is about has happened and stands among the events.
    """
    asked = house(world).windows
    if world.has(FIELD, Hushed) or asked == "none" or (asked == "declared" and name != "declared"):
        return False
    waiting = world.derive("waiting", _waiting)
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
        await _let_fall(world, unit, name, about)
    return acted


async def _one(world: World, unit: int, name: str, about: Event) -> bool:
    """Ask one unit whether it acts, and only then what it does; whether that counts as an interrupt."""
    while may_act(world, unit) and await offer(unit, f"{name}_window", _WISH, rule="WOUNDS-TURN-4", about=about):
        free = [each for verb in FREE for each in choices(world, unit, verb)]
        uses = [*out_of_turn(world, unit), *free]
        key = await offer(unit, "interrupt", uses, rule="WOUNDS-TURN-2", about=about)
        if key is None:
            return False
        entry = VERBS[key.partition(" ")[0]]
        if entry.free:
            await perform(world, unit, key)  # dropping something is no action: the window is still open
            continue
        if not entry.moves:
            who = doer(world, unit, key.partition(" ")[0])
            change_initiative(world, who, -sheet_of(world).numbers.interrupt, "WOUNDS-TURN-3")
        await perform(world, unit, key, kind="interrupt")
        return not entry.moves or name != "declared" or house(world).move_interrupt_cancels
    return False


# Letting go


def _holding(world: World, name: str) -> list[int]:
    """WOUNDS-ECON-10: who, slow or without AP, could let something fall to some purpose."""
    return world.derive(
        ("holding", name), lambda world: [unit for unit in standing(world) if _to_let_fall(world, unit, name)]
    )


def _to_let_fall(world: World, unit: int, name: str) -> list[Option]:
    """What a unit may drop so that its fists reach a foe, or for a companion whose turn begins to take it up."""
    active = world.get(FIELD, Clock).active
    if active is None or active == unit or not world.get(unit, Gear).held:
        return []
    fists, taker = _wants_fists(world, unit), name == "turn_start" and _could_take(world, unit, active)
    return [
        each
        for each in choices(world, unit, "drop")
        if fists or (taker and hands_of(world, each.key.split(" ")[1]) <= free_hands(world, active))
    ]


def _wants_fists(world: World, unit: int) -> bool:
    """Whether its hands are full, and a foe is beside it that none of its weapons reaches in melee."""
    keys = [key for key in arms(world, unit) if weapon(world, key).kind == "melee"]
    beside = [foe for foe in enemies(world, unit) if reaches(world, unit, "unarmed", foe)]
    return "unarmed" not in keys and any(not any(reaches(world, unit, key, foe) for key in keys) for foe in beside)


def _could_take(world: World, unit: int, active: int) -> bool:
    """Whether what falls would lie in reach of a companion whose turn it is."""
    near = near_cells(world, space(world, active)) >> first(space(world, unit)) & 1
    return team(world, unit) == team(world, active) and bool(near)


async def _let_fall(world: World, unit: int, name: str, about: Event) -> None:
    """Ask one bystander again and again until it keeps the rest."""
    while key := await offer(unit, "let_fall", _to_let_fall(world, unit, name), rule="WOUNDS-ECON-10", about=about):
        await perform(world, unit, key)
