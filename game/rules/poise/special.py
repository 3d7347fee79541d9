"""What may be done besides skills: mounting and dismounting, coming up for air, holding one's breath."""

from __future__ import annotations

from collections.abc import Iterator

from game.components import Carried, Down
from game.ecs import World
from game.flow import Option
from game.grid.grid import cells
from game.rules.offering import Offer, Reason
from game.rules.poise.marks import Submerged
from game.rules.poise.position import distance
from game.rules.poise.riding import landings, mount_bar, mounts
from game.rules.poise.sheet import Skill
from game.rules.poise.state import steed_of
from game.rules.poise.water import breath_left, said_to_hold, swims
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, size_of, team

MOUNT = Skill(title="Mount", type="maneuver", tags=("slow",), rule="POISE-MOUNT-19")
DISMOUNT = Skill(title="Dismount", type="maneuver", tags=("slow",), rule="POISE-MOUNT-19")
SURFACE = Skill(title="Surface", type="maneuver", tags=("slow",), rule="POISE-WATER-9")
MANEUVERS = {"mount": MOUNT, "dismount": DISMOUNT, "surface": SURFACE}


def special_offers(world: World, unit: int, budget: list[Reason]) -> Iterator[Offer]:
    """Offers of what concerns the unit at all; `budget` are the reasons why it has no maneuver left."""
    if world.has(unit, Down):
        return
    if world.has(unit, Carried):
        yield _offer("dismount", DISMOUNT, _down(world, unit), [*budget, *_held(world, unit)], "reason_no_room")
    elif near := _near(world, unit):
        bars = [(steed, mount_bar(world, unit, steed)) for steed in near]
        options = [
            Option(f"mount {steed}", "Mount", unit=steed, rule="POISE-MOUNT-19") for steed, bar in bars if not bar
        ]
        found = dict.fromkeys(bar for _, bar in bars if bar)
        why = [Reason(*bar) for bar in found] if not options else []
        yield _offer("mount", MOUNT, options, [*budget, *_held(world, unit), *why], "reason_mount_far")
    if world.has(unit, Submerged):
        yield _offer("surface", SURFACE, [Option("surface", "Surface", rule="POISE-WATER-9")], budget, "")
    if swims(world, unit) and not said_to_hold(world, unit):
        gasp = [] if breath_left(world, unit) else [Reason("reason_no_breath", "POISE-WATER-8")]
        yield _offer("hold_breath", _BREATH, [Option("hold_breath", "Hold breath", rule="POISE-WATER-7")], gasp, "")


def _near(world: World, unit: int) -> list[int]:
    """Mounts of its own side, and those of others beside it."""
    own = team(world, unit)
    found = [steed for steed in mounts(world) if steed != unit]
    return [steed for steed in found if team(world, steed) == own or distance(world, unit, steed) <= 1]


_BREATH = Skill(title="Hold breath", type="maneuver", rule="POISE-WATER-7")


def _offer(verb: str, skill: Skill, options: list[Option], reasons: list[Reason], nowhere: str) -> Offer:
    """Options, or why there are none."""
    if not options and not reasons:
        reasons = [Reason(nowhere, skill.rule)]
    return Offer(verb, () if reasons else tuple(options), tuple(reasons))


def _held(world: World, unit: int) -> list[Reason]:
    """POISE-MOVE-15."""
    return [Reason("reason_immobile", "POISE-MOVE-15")] if holds(world, unit, "immobile") else []


def _down(world: World, unit: int) -> list[Option]:
    """POISE-MOUNT-19: free cells next to the mount."""
    board, steed = board_of(world), steed_of(world, unit)
    assert steed is not None
    grid, near = board.grid, board.grid.spread(cells_of(world, steed))
    ends = [cell for cell in cells(landings(world, unit)) if grid.footprint(cell, size_of(world, unit)) & near]
    return [Option("dismount " + grid.name(cell), "Dismount", cell=cell, rule="POISE-MOUNT-19") for cell in ends]
