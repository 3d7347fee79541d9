"""Walking, jumping, pushing past, standing up, leaving; changing places."""

from __future__ import annotations

from collections.abc import Iterator

from game.grid.masks import Cell, CellSet, bits, cells
from game.grid.paths import Reach
from game.kernel.ecs import World
from game.kernel.events import Answered
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.reasons import Reason
from game.rules.verbs import Price, Question, answer, at_cells, at_once, at_units, decline, detail, unless
from game.rules.vitality.budget import fixed, short_of, spend
from game.rules.vitality.checks.numbers import basic_movement
from game.rules.vitality.position.ground import budget_of, destinations, movement, routes, walkable
from game.rules.vitality.position.ties import landings, load
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of
from game.rules.vitality.state import host_of, still, up
from game.rules.vitality.turns import waiting
from game.rules.vitality.verbs.answers import partners, swap
from game.rules.vitality.verbs.hold import Deed
from game.rules.vitality.verbs.walking import (
    advance_metres,
    dismount,
    farthest,
    force_past,
    jump,
    jumps,
    leave,
    stand_up,
    walk,
)
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of
from game.systems.pools import reset

NO_ROOM = Reason("reason_no_room", "VITALITY-MOVE-3")
CELL = ("cell",)


def moves(sheet: VitalitySheet) -> tuple[Deed, ...]:
    """VITALITY-ECON-3, MOVE-1 to 8, ACT-7, 8, 31, 40; house rule of END-1: who is free to move leaves by an exit."""
    numbers, rule = sheet.numbers, "VITALITY-END-1"
    off = unless(lambda world, unit: cells_of(world, unit) & board_of(world).exits, "reason_no_exit", rule)
    return (
        Deed(
            name="walk", rule="VITALITY-ECON-3", group="move", key=CELL, reasons=fixed,
            ways=lambda world, unit: [((), destinations(world, unit, movement(world, unit), farthest(world, unit)))],
            short=NO_ROOM, perform=lambda world, unit, action: walk(
                world, unit, action.there, movement(world, unit), _path(world, unit, action.there)
            ),
            preview=previews.walk,
        ),
        Deed(
            name="advance", rule="VITALITY-ACT-7", group="move", key=CELL,
            reasons=lambda world, unit: fixed(world, unit) or short_of(world, unit, (("ap", numbers.move_ap),)),
            ways=_advances, short=NO_ROOM,
            perform=_advance, preview=previews.advance,
        ),
        _faster("move", "VITALITY-ACT-7", numbers.move_ap, 1),
        _faster("sprint", "VITALITY-ACT-8", numbers.sprint_ap, numbers.sprint_factor),
        Deed(
            name="jump", rule="VITALITY-MOVE-5", group="move", key=CELL, reasons=fixed,
            ways=lambda world, unit: [((), bits(jumps(world, unit)))], short=NO_ROOM,
            perform=jump, preview=previews.jump,
        ),
        Deed(
            name="pass", rule="VITALITY-MOVE-7", group="move", key=("cell", "others"),
            actions=lambda world, unit: _passes(world, unit) if up(world, unit) else (),
            short=Reason("reason_no_way_past", "VITALITY-MOVE-8"), preview=previews.force_past, perform=force_past,
        ),
        Deed(
            name="stand_up", rule="VITALITY-ACT-40", group="move", reasons=_cannot_stand,
            perform=at_once(lambda world, unit, action: stand_up(world, unit)),
        ),
        Deed(
            name="dismount", rule="VITALITY-ACT-31", group="move", key=CELL, reasons=_cannot_dismount,
            actions=at_cells("dismount", _landings), short=Reason("reason_no_room", "VITALITY-ACT-31"),
            perform=dismount,
        ),
        Deed(
            name="leave", rule=rule, final=True, perform=at_once(leave), vain=off,
            reasons=lambda world, unit: fixed(world, unit) or off(world, unit),
        ),
    )  # fmt: skip


def _advances(world: World, unit: int) -> list[tuple[Price, CellSet]]:
    """Farther than the pool goes: with as many Moves as it takes, or a Sprint."""
    most = farthest(world, unit)
    nearer = destinations(world, unit, movement(world, unit), most)
    found: list[tuple[Price, CellSet]] = []
    for ap, metres in advance_metres(world, unit):
        far = destinations(world, unit, metres, most)
        found.append(((("ap", ap),), far & ~nearer))
        nearer |= far
    return found


async def _advance(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-7 and 8: as many Moves as it takes, or a Sprint, and the walk."""
    ways = _ways(world, unit)
    cost = ways.cost(action.there)
    for ap, metres in advance_metres(world, unit):
        if cost is not None and cost <= budget_of(world, unit, metres):
            sprint = ap >= numbers_of(world).sprint_ap
            spend(world, unit, "VITALITY-ACT-8" if sprint else "VITALITY-ACT-7", ap=ap)
            reset(world, unit, "movement", metres)
            await walk(world, unit, action.there, metres, ways.path(action.there))
            return


def _ways(world: World, unit: int) -> Reach:
    """Where it could walk in this turn."""
    return walkable(world, unit, budget_of(world, unit, farthest(world, unit)))


def _path(world: World, unit: int, cell: Cell) -> tuple[Cell, ...]:
    return _ways(world, unit).path(cell)


def _faster(name: str, rule: str, ap: int, times: int) -> Deed:
    """VITALITY-ACT-7 and 8: more metres; as a held action they are walked at once, or lost."""

    def metres(world: World, unit: int) -> int:
        return basic_movement(world, unit).total * times

    def places(world: World, unit: int) -> list[Cell]:
        return [] if still(world, unit) else list(cells(destinations(world, unit, metres(world, unit))))

    def now(world: World, unit: int, action: Action) -> None:
        reset(world, unit, "movement", movement(world, unit) + metres(world, unit))

    async def later(world: World, unit: int, action: Action) -> None:
        own, more = movement(world, unit), metres(world, unit)
        reset(world, unit, "movement", more)
        await walk(world, unit, action.there, more)
        reset(world, unit, "movement", 0 if still(world, unit) else own)

    return Deed(
        name=name, rule=rule, group="move", key=CELL, price=(("ap", ap),), paid_by="VITALITY-ACT-7", tells=True,
        reasons=fixed, perform=at_once(now), held=at_cells(name, places), later=later,
    )  # fmt: skip


def _passes(world: World, unit: int) -> Iterator[Action]:
    return (Action("pass", cell=cell, others=past) for cell, past in routes(world, unit))


def _cannot_stand(world: World, unit: int) -> list[Reason]:
    if not holds(world, unit, "prone"):
        return [Reason("reason_not_prone", "VITALITY-ACT-40")]
    short = movement(world, unit) < numbers_of(world).stand_metres
    return fixed(world, unit) or ([Reason("reason_movement", "VITALITY-ACT-40")] if short else [])


def _landings(world: World, unit: int) -> list[Cell]:
    host = host_of(world, unit)
    return [] if host is None else landings(world, unit, host, unit)  # HIDE-10


def _cannot_dismount(world: World, unit: int) -> list[Reason]:
    if host_of(world, unit) is None:
        return [Reason("reason_not_riding", "VITALITY-ACT-31")]
    held = fixed(world, unit) or movement(world, unit) < numbers_of(world).dismount_metres
    return [Reason("reason_movement", "VITALITY-ACT-31")] if held else []


def switching(sheet: VitalitySheet) -> Deed:
    """VITALITY-ACT-10."""
    swaps = at_units("switch_places", partners)
    return Deed(
        name="switch_places", rule="VITALITY-ACT-10", group="move", key=("unit",),
        price=(("ap", sheet.numbers.switch_places_ap),), tells=True, reasons=_cannot_switch,
        actions=swaps, perform=_switch,
        held=lambda world, unit: () if still(world, unit) or host_of(world, unit) is not None else swaps(world, unit),
    )  # fmt: skip


def _cannot_switch(world: World, unit: int) -> list[Reason]:
    riding = [Reason("reason_riding", "VITALITY-ACT-11")] if host_of(world, unit) is not None else []
    nobody = [] if partners(world, unit) else [Reason("reason_nobody_swaps", "VITALITY-ACT-11")]
    return [*fixed(world, unit), *riding, *nobody]


async def _switch(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-10: the ally pays 1 RP, or nothing happens."""
    ally = action.target
    if (await ask(world, ally, "switch_places", (Action("agree", unit), Action("refuse")))).role == "decline":
        world.emit(Answered(ally, unit, "refuse", (), "VITALITY-ACT-10"))
        return
    spend(world, ally, "VITALITY-ECON-6", rp=numbers_of(world).switch_places_rp)
    before = waiting.watch(world, *load(world, unit), *load(world, ally))
    await swap(world, unit, ally, "VITALITY-ACT-10")
    await waiting.moved(world, before)


def details() -> tuple[Question, ...]:
    """What others are asked about moves."""
    rule = "VITALITY-ACT-10"
    return (detail("switch_places", rule, answer("agree", rule), decline("refuse", rule), moment="reaction"),)
