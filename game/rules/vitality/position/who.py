"""Who is who on the board: things, creatures, allies and enemies, the conscious; and what is in their hands."""

from __future__ import annotations

from game.kernel.components import Conditions, Down, Gear, Unit
from game.kernel.ecs import World, derived
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import AWAKE, KINDS, SOLID, Body, Master, body
from game.systems.conditions import holds
from game.systems.field import PLACES, bodies, teams


def is_thing(world: World, unit: int) -> bool:
    """VITALITY-BATTLE-6: objects are neither allies nor enemies."""
    return unit in _things(world)


@derived(KINDS)
def _things(world: World) -> frozenset[int]:
    return frozenset(unit for unit, own in world.each(Body) if own.sheet.thing)


def rank(world: World, unit: int) -> int:
    """The rank of its size category."""
    return _ranks(world)[unit]


@derived(KINDS)
def _ranks(world: World) -> dict[int, int]:
    sizes = sheet_of(world).main.sizes
    return {unit: sizes[own.sheet.size].rank for unit, own in world.each(Body)}


@derived(PLACES)
def living(world: World) -> list[int]:
    """Units on the board, things and those who are down among them."""
    return [unit for unit in bodies(world) if not world.has(unit, Down)]


@derived(SOLID)
def beings(world: World) -> list[int]:
    """Units on the board that are no things."""
    return [unit for unit in living(world) if not is_thing(world, unit)]


def up(world: World, unit: int) -> bool:
    """Conscious and on the board."""
    return unit in conscious(world)


@derived(AWAKE)
def conscious(world: World) -> frozenset[int]:
    """Everybody who is up."""
    return frozenset(unit for unit in living(world) if not holds(world, unit, "down"))


def foes(world: World, unit: int) -> list[int]:
    """VITALITY-BATTLE-5: everybody on the board who is no ally; things are nobody's enemies (BATTLE-6)."""
    own = teams(world)[unit]
    return world.derive(("foes", own), lambda w: [u for u in beings(w) if teams(w)[u] != own], SOLID)


def conscious_enemies(world: World, unit: int) -> list[int]:
    """The unit's enemies that are conscious."""
    own = teams(world)[unit]
    return world.derive(("conscious_enemies", own), lambda w: [foe for foe in foes(w, unit) if up(w, foe)], AWAKE)


def allies(world: World, unit: int) -> list[int]:
    """VITALITY-BATTLE-4: creatures of the unit's team, itself among them."""
    own = teams(world)[unit]
    return [other for other in beings(world) if teams(world)[other] == own]


def friendly(world: World, one: int, other: int) -> bool:
    """Whether two units are allies."""
    known = teams(world)
    return known[one] == known[other] and not is_thing(world, other)


def able(world: World, unit: int) -> bool:
    """VITALITY-END-1: whether a creature can and wants to fight."""
    return up(world, unit) and not is_thing(world, unit) and not body(world, unit).noncombatant


# Hands (GEAR-1)


def gripping(world: World, unit: int) -> list[int]:
    """Whom the unit holds in a grab."""
    return _grips(world).get(unit, [])


@derived(AWAKE)
def _grips(world: World) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each in beings(world):
        item = world.get(each, Conditions).find("grabbed")
        if item is not None and item.source is not None:
            found.setdefault(item.source, []).append(each)
    return found


def hands_used(world: World, unit: int, held: tuple[str, ...] | None = None) -> int:
    """Hands that hold something or grab somebody."""
    sheet = sheet_of(world)
    items = world.get(unit, Gear).held if held is None else held
    return sum(sheet.weapons[i].hands if i in sheet.weapons else 1 for i in items) + len(gripping(world, unit))


def free_hands(world: World, unit: int) -> int:
    """How many of its two hands are free."""
    return 2 - hands_used(world, unit)


def knows(world: World, unit: int, ability: str) -> bool:
    """Whether the unit has that Ability, Maneuver, reaction or feature."""
    return ability in body(world, unit).abilities


def charmed_by(world: World, unit: int, target: int) -> bool:
    """VITALITY-COND-14: it cannot attack whoever charmed it."""
    item = world.get(unit, Conditions).find("charmed")
    return item is not None and item.source == target


def side_of(world: World, unit: int) -> int:
    """The unit's side."""
    return world.get(unit, Unit).side


def summons(world: World, unit: int) -> list[int]:
    """The unit's own summons on the board."""
    return [each for each, master in world.each(Master) if master.unit == unit and up(world, each)]
