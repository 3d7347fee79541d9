"""Getting on and off mounts, riding, commands, calming them, and those that run away (WOUNDS-MOUNT, ACT-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import game.rules.wounds.state as state
from game.grid.grid import Cell, CellSet, cells
from game.kernel.components import Carried, Down, Pools, Position
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action, Decision, Option
from game.rules.offering import priced
from game.rules.reasons import Reason
from game.rules.ruleset import Preview
from game.rules.verbs import Price, at_cells, at_once, at_units, once
from game.rules.wounds.bonds import part_distant
from game.rules.wounds.budget import ap_in, pay_ap
from game.rules.wounds.harm.conditions import calm, control_bonus
from game.rules.wounds.harm.wounds import leave_play, unseat
from game.rules.wounds.pace import affordable, ap_for, buy, destinations, movable, purse
from game.rules.wounds.position.space import METRIC, beside, mount_of, near_cells, reachable, stops
from game.rules.wounds.riding import carries, led, note_near, part_company, seat
from game.rules.wounds.screen import preview as previews
from game.rules.wounds.screen.preview import Thrown
from game.rules.wounds.sheet import WoundsSheet
from game.rules.wounds.verbs.deeds import Deed, bars, deed, hasty, inner_words, shown, unwrapped, wrapped
from game.rules.wounds.verbs.doing import do
from game.rules.wounds.verbs.move import GROUND, IMMOBILE, NO_YARDS, PRONE, bands
from game.rules.wounds.verbs.walking import after_step, travel
from game.systems.conditions import holds, lift
from game.systems.field import board_of, carried_by, cells_of, enemies, size_of, teams
from game.systems.movement import place


def mounting(sheet: WoundsSheet) -> tuple[Deed, ...]:
    """WOUNDS-ACT-16, MOUNT-5, 8 and 9."""
    return (
        deed(
            sheet, "ride", "move", _ride, ways=_ways, key=("cell",), moves=True, by_mount=True, buys=_ride_for,
            short=_unled, kinds=GROUND, conceivable=None, effect=previews.ride,
        ),
        deed(
            sheet, "mount", "move", at_once(_mount), hasty(at_units("mount", _mountable)), key=("unit", "how"),
            short=_no_mount, kinds=state.STANCE | {state.Ridden, state.Entering, Down}, conceivable=_has_mount,
        ),
        deed(
            sheet, "dismount", "move", _dismount, hasty(at_cells("dismount", _beside_mount)), key=("cell", "how"),
            short=_not_mounted, kinds=state.STANCE | {state.Ridden, state.Entering}, conceivable=_has_mount,
        ),
        deed(
            sheet, "regain_mount", "help", lambda world, unit, action: calm(world, unit),
            once("regain_mount", lambda world, unit: (
                (mount := mount_of(world, unit)) is not None and holds(world, mount, "panicking")
            )),
            calms=True, short=_calm_already, kinds=state.STANCE, conceivable=_has_mount,
            effect=previews.trial(_calming, wild=False),
        ),
    )  # fmt: skip


def _has_mount(world: World, unit: int) -> bool:
    """Whether its side has anything to ride on."""
    own = teams(world)[unit]
    return any(state.tagged(world, each, "mount") for each, team in teams(world).items() if team == own)


def _mountable(world: World, unit: int) -> list[int]:
    """WOUNDS-ACT-16 and MOUNT-1; nobody gets on a mount that lies on the ground (WOUNDS-HD-16)."""
    if world.has(unit, Carried) or holds(world, unit, "prone") or not movable(world, unit):
        return []
    own = (other for other in beside(world, unit) if teams(world)[other] == teams(world)[unit])
    free = (other for other in own if carries(world, other, unit) and carried_by(world, other) is None)
    return [other for other in free if not state.helpless(world, other) and not holds(world, other, "prone")]


def _mount(world: World, unit: int, action: Action) -> None:
    for each in (unit, action.target):
        lift(world, each, "crouching", "WOUNDS-ACT-16")
    seat(world, unit, action.target)
    note_near(world, action.target)
    part_distant(world)


def _no_mount(world: World, unit: int) -> list[Reason]:
    if holds(world, unit, "prone"):
        return [PRONE]
    if not movable(world, unit):
        return [IMMOBILE]
    near = (other for other in beside(world, unit) if state.tagged(world, other, "mount"))
    small = any(not carries(world, other, unit) for other in near)
    return [Reason("reason_size", "WOUNDS-MOUNT-1") if small else Reason("reason_no_mount", "WOUNDS-ACT-16")]


def _beside_mount(world: World, unit: int) -> Iterable[Cell]:
    seat_ = world.find(unit, Carried)
    if seat_ is None or not movable(world, unit):
        return ()
    board, size = board_of(world), size_of(world, unit)
    grid, own = board.grid, cells_of(world, seat_.by)
    beside_it = grid.anchors_touching(near_cells(world, own) & ~own, size)
    taken = grid.anchors_touching(own | board.impassable, size)
    return cells(stops(world, unit) & beside_it & ~taken)


async def _dismount(world: World, unit: int, action: Action) -> None:
    unseat(world, unit, fall=False, rule="WOUNDS-ACT-16")
    place(world, unit, action.there, rule="WOUNDS-ACT-16")
    part_distant(world)
    await after_step(world, unit)


def _not_mounted(world: World, unit: int) -> list[Reason]:
    if not world.has(unit, Carried):
        return [Reason("reason_not_mounted", "WOUNDS-ACT-16")]
    return [] if movable(world, unit) else [IMMOBILE]


def _ways(world: World, unit: int) -> Iterator[tuple[Price, CellSet]]:
    """WOUNDS-MOUNT-5: where the mount can go; what it spends, the rider spends."""
    mount = led(world, unit)
    return iter(()) if mount is None else bands(world, mount, purse(world, mount, unit))


def _ride_for(world: World, unit: int, cost: int) -> None:
    mount = world.get(unit, Carried).by
    pay_ap(world, mount, cost, "WOUNDS-MOUNT-5")
    buy(world, mount, cost)


async def _ride(world: World, unit: int, action: Action) -> None:
    about = Used(unit, "ride", "action", (), action.cell, "WOUNDS-MOUNT-5")
    await travel(world, world.get(unit, Carried).by, action.there, "WOUNDS-MOUNT-5", about)


def _unled(world: World, unit: int) -> list[Reason]:
    mount = mount_of(world, unit)
    if mount is None:
        return []
    if state.tagged(world, mount, "sentient"):
        return [Reason("reason_sentient", "WOUNDS-MOUNT-10")]
    if holds(world, mount, "panicking"):
        return [Reason("reason_panicking", "WOUNDS-MOUNT-7")]
    return [NO_YARDS]


def command(sheet: WoundsSheet, told: Mapping[str, Deed]) -> Deed:
    """WOUNDS-MOUNT-9: a trained mount attacks or acts when it is told to, for its own AP; a pinned one only escapes."""

    def actions(world: World, unit: int) -> Iterator[Action]:
        mount = led(world, unit)
        if mount is None or not state.tagged(world, mount, "trained"):
            return
        have = state.pool(world, mount, "ap")
        for inner in told.values():
            if not (inner.reasons or bars)(world, mount):
                for price, run in priced(world, mount, inner).runs:
                    for option in run if ap_in(price) <= have else ():
                        yield wrapped("command", option.action, mount)

    async def perform(world: World, unit: int, action: Action) -> None:
        inner = unwrapped(action)
        await do(world, world.get(unit, Carried).by, told[inner.verb], inner)

    def preview(world: World, request: Decision, option: Option, title: str) -> Preview:
        inner = unwrapped(option.action)
        return shown(world, world.get(request.who, Carried).by, told[inner.verb], inner, title)

    return deed(
        sheet, "command", "attack", perform, actions, key=partial(inner_words, told), short=_untrained, lasts=False,
        by_mount=True, conceivable=None, preview=preview,
        kinds=state.WIELDED | {Pools, state.Ridden, state.Going, state.Grapple},
    )  # fmt: skip


def _untrained(world: World, unit: int) -> list[Reason]:
    mount = led(world, unit)
    if mount is None:
        return []
    trained = state.tagged(world, mount, "trained")
    return [Reason("reason_out_of_reach", "WOUNDS-HD-9") if trained else Reason("reason_untrained", "WOUNDS-MOUNT-9")]


def _calming(world: World, unit: int, act: Action) -> Thrown:
    mount = world.get(unit, Carried).by
    return control_bonus(world, unit, mount, calming=True), state.body(world, mount).control_tn, "WOUNDS-MOUNT-8"


def _calm_already(world: World, unit: int) -> list[Reason]:
    return [Reason("reason_not_panicking", "WOUNDS-MOUNT-8")] if mount_of(world, unit) is not None else []


async def flee(world: World, mount: int) -> None:
    """At the end of the turn it spends all its AP on getting away; from the edge it leaves, with any rider."""
    if not holds(world, mount, "panicking") or not state.on_board(world, mount) or world.has(mount, Down):
        return
    ap, here = state.pool(world, mount, "ap"), world.get(mount, Position).cell
    far = affordable(world, mount, ap)
    goal = min((here, *cells(destinations(world, mount, far))), key=lambda cell: _rank(world, mount, cell))
    if goal != here:
        cost = ap_for(world, mount, reachable(world, mount, far).cost(goal) or 0)
        about = world.emit(Used(mount, "flee", "free", (), goal, "WOUNDS-HD-16"))
        pay_ap(world, mount, cost, "WOUNDS-HD-16")
        buy(world, mount, cost)
        await travel(world, mount, goal, "WOUNDS-HD-16", about)
    gone = not state.on_board(world, mount) or world.has(mount, Down)
    if gone or not cells_of(world, mount) & board_of(world).grid.border:
        return
    rider = carried_by(world, mount)
    if rider is not None:
        part_company(world, rider)
        leave_play(world, rider, "fled", None, "WOUNDS-HD-16")
    leave_play(world, mount, "fled", None, "WOUNDS-HD-16")


def _rank(world: World, mount: int, cell: Cell) -> tuple[int, int, int]:
    """Nearest to the edge, then far from enemies."""
    grid = board_of(world).grid
    near = (grid.distance_sets(1 << cell, cells_of(world, foe), METRIC) for foe in enemies(world, mount))
    return grid.distance_sets(1 << cell, grid.border, METRIC), -min(near, default=0), cell
