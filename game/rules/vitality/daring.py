"""Manoeuvres, leaning, pins and stunts that the acting unit may try now."""

from __future__ import annotations

from game.grid.grid import Cell, cells
from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.rules.offering import Reason
from game.rules.vitality import manoeuvres, stunts
from game.rules.vitality.bonds import riders
from game.rules.vitality.reasons import Found, short
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import distance, hidden_from, visible
from game.rules.vitality.state import AWAKE, WAVERINGS, Leaning, Turn, has, pool, still
from game.rules.vitality.who import foes, gripping, rank, up
from game.systems.field import board_of, cells_of

_PAYING = AWAKE | {Pools, Turn}


def manoeuvre_offer(world: World, unit: int, verb: str) -> Found:
    entry = sheet_of(world).main.manoeuvres[verb]
    reasons = short(world, unit, entry.ap)
    if entry.free_hand and not manoeuvres.hand_free(world, unit, verb):
        reasons.append(Reason("reason_hand", entry.rule))
    found = manoeuvres.targets(world, unit, verb) if up(world, unit) else []
    if not found:
        reasons.append(_no_target(world, unit, verb))
    title = entry.title
    options = [Option(f"{verb} {other}", title, unit=other, rule=entry.rule) for other in found]
    return ([], reasons) if reasons else (options, [])


def _no_target(world: World, unit: int, verb: str) -> Reason:
    entry = sheet_of(world).main.manoeuvres[verb]
    if verb == "shake_off":
        return Reason("reason_no_rider" if not riders(world, unit) else "reason_willing", "VITALITY-ACT-31")
    if verb == "break_grab":
        return Reason("reason_not_grabbed", "VITALITY-ACT-39")
    near = [f for f in foes(world, unit) if distance(world, unit, f) <= 1 and not hidden_from(world, f, unit)]
    if verb == "climb" and still(world, unit):
        return Reason("reason_still", "VITALITY-COND-8")
    if near and entry.limit:
        return Reason("reason_too_large", "VITALITY-ACT-21")
    if verb == "climb" and any(rank(world, other) > rank(world, unit) for other in near):
        return Reason("reason_no_room", "VITALITY-ACT-27")
    if near and verb == "climb":
        return Reason("reason_too_small", "VITALITY-ACT-26")
    return Reason("reason_nobody_near", "VITALITY-ACT-23")


def break_restrained_offer(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "restrained"):
        return [], [Reason("reason_not_restrained", "VITALITY-COND-8")]
    reasons = short(world, unit, numbers_of(world).break_ap)
    return ([], reasons) if reasons else ([Option(verb, rule="VITALITY-COND-8")], [])


def release_offer(world: World, unit: int, verb: str) -> Found:
    held = gripping(world, unit) if up(world, unit) else []
    return [Option(f"release {other}", unit=other, rule="VITALITY-ACT-39") for other in held], [
        Reason("reason_holds_nobody", "VITALITY-ACT-39")
    ]


def lean_cells(world: World, unit: int) -> list[Cell]:
    """VITALITY-COVER-8 and 10: passable neighbours without an enemy, for whoever is in full cover from an enemy."""
    if not up(world, unit) or world.has(unit, Leaning) or world.get(unit, Turn).wavered >= WAVERINGS:
        return []
    known = [foe for foe in foes(world, unit) if not hidden_from(world, foe, unit)]
    if all(visible(world, foe, unit) for foe in known if up(world, foe)):
        return []
    board, own = board_of(world), cells_of(world, unit)
    near, found = 0, []
    for d in range(board.grid.directions):
        near |= board.grid.shift(own & ~board.walls[d], d)
    taken = 0
    for foe in known:
        taken |= cells_of(world, foe)
    for cell in cells(near & ~own & ~board.impassable & ~taken):
        found.append(cell)
    return found


def lean_offer(world: World, unit: int, verb: str) -> Found:
    if has(world, unit, "stunned"):
        return [], [Reason("reason_stunned", "VITALITY-COND-9")]
    grid = board_of(world).grid
    spots = lean_cells(world, unit)
    return [Option(f"lean {grid.name(cell)}", cell=cell, rule="VITALITY-COVER-8") for cell in spots], [
        Reason("reason_no_full_cover", "VITALITY-COVER-8")
    ]


def unlean_offer(world: World, unit: int, verb: str) -> Found:
    if world.has(unit, Leaning):
        return [Option("unlean", rule="VITALITY-COVER-10")], []
    return [], [Reason("reason_not_leaning", "VITALITY-COVER-10")]


def pin_offer(world: World, unit: int, verb: str) -> Found:
    if not has(world, unit, "pinning") or world.get(unit, Turn).paid_pin:
        return [], [Reason("reason_not_pinning", "VITALITY-CINE-17")]
    reasons = short(world, unit, numbers_of(world).manoeuvre_ap)
    return ([], reasons) if reasons else ([Option(verb, rule="VITALITY-CINE-17")], [])


def can_dare(world: World, unit: int) -> bool:
    """Whether the unit could pay for any stunt now."""
    alone, together = _costs(world, unit)
    return alone is not None or together is not None


def _costs(world: World, unit: int) -> tuple[str | None, str | None]:
    """How the unit could pay for a stunt of its own, and for one together with others."""
    return world.derive(
        ("stunt_costs", unit),
        lambda world: (stunts.action_cost(world, unit), stunts.action_cost(world, unit, together=True)),
        _PAYING,
    )


def stunt_offer(world: World, unit: int, verb: str) -> Found:
    """VITALITY-CINE-1, 3, 8, 11: only listed stunts whose needs are met, alone or together."""
    alone, together = _costs(world, unit)
    if alone is None and together is None:
        rule = "VITALITY-CINE-12" if pool(world, unit, "nm") >= numbers_of(world).cinematic_nm else "VITALITY-CINE-1"
        return [], [Reason("reason_stunt_cost", rule)]
    found = stunts.options(world, unit, verb)
    options = list(found) if alone is not None else []
    firm = world.get(unit, Turn).wavered < WAVERINGS  # asking others costs nothing
    if together is not None and firm and found and stunts.partners(world, unit):
        options += [Option(f"{o.key} together", o.label, o.cell, o.unit, "VITALITY-CINE-8") for o in found]
    return options, [Reason("reason_stunt_needs", "VITALITY-CINE-3")]
