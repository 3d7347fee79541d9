"""What stunts do when they succeed (section 4.6)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from game.kernel.components import Pools, changed
from game.kernel.ecs import World
from game.kernel.events import Rolled
from game.kernel.flow import Roll
from game.rules.vitality import things
from game.rules.vitality.harm import deal, die, roll_blow
from game.rules.vitality.kinds import Stunt
from game.rules.vitality.sight import METRIC, distance, on_board, sees, targetable
from game.rules.vitality.state import Turn, body, change_pool, inflict
from game.rules.vitality.stunts import recover, shed_mental, stunt_blow, stunt_dice
from game.rules.vitality.turncoat import turn_coat
from game.rules.vitality.who import allies, foes, is_thing, living, up, upright
from game.systems.field import board_of, cells_of

Deed: TypeAlias = "Callable[[World, int, Stunt, list[str], tuple[int, ...]], Awaitable[None]]"


async def _strike(world: World, unit: int, stunt: Stunt, targets: list[int], extra: int) -> None:
    """The stunt's damage, rolled once, to all of them."""
    blow = stunt_blow(world, unit, stunt, extra)
    thrown, _ = await roll_blow(world, unit, blow)
    for target in targets:
        if on_board(world, target):
            await deal(world, unit, target, blow, None, stunt.rule, thrown, 0)


async def _pin(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """VITALITY-CINE-17: damage, and Restrained as long as the unit stays and pays."""
    targets = [int(word) for word in words if word.isdigit()]
    await _strike(world, unit, stunt, targets, len(others))
    held = [target for target in targets if on_board(world, target)]
    if held:
        inflict(world, unit, "pinning", unit)
        world.put(unit, changed(world.get(unit, Turn), paid_pin=True))
    for target in held:
        inflict(world, target, "restrained", unit, until="pinned", rule="VITALITY-CINE-17")


async def _blow(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    await _strike(world, unit, stunt, [int(words[0])], len(others))


async def _collapse(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """A thing comes down on everybody within 2 m of it."""
    grid = board_of(world).grid
    cell = grid.parse(words[0])
    near = grid.disc(cell, stunt.radius, METRIC)
    targets = [o for o in sorted({*foes(world, unit), *allies(world, unit)}) if cells_of(world, o) & near]
    things.damage_thing(world, unit, words[0], 10_000)
    for thing in [each for each in living(world) if is_thing(world, each) and cells_of(world, each) >> cell & 1]:
        die(world, thing, unit, rule=stunt.rule)
    await _strike(world, unit, stunt, targets, len(others))
    for target in targets:
        if on_board(world, target):
            inflict(world, target, "prone", unit, rule=stunt.rule)


async def _rally(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """Temporary Vitality for allies within 10 m, and one Mental Status Effect less."""
    dice = stunt_dice(world, unit, stunt, len(others))
    thrown = await Roll(unit, "rally", dice, stunt.rule)
    world.emit(Rolled(unit, "rally", dice, thrown, (), stunt.rule))
    for ally in allies(world, unit):
        if not up(world, ally) or distance(world, unit, ally) > stunt.range:
            continue
        pools = world.get(ally, Pools)
        most = max(pools["temp_vitality"], pools.base_of("temp_vitality"))
        after = min(pools["temp_vitality"] + sum(thrown), most)
        change_pool(world, ally, "temp_vitality", after, "restore", stunt.rule, unit)
        shed_mental(world, ally)


async def _turncoat(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """One minion, and one more for each further participant: those nearest to it (CINE-10)."""
    first = int(words[0])
    turn_coat(world, unit, first)
    more = [f for f in upright(world, unit) if body(world, f).minion and sees(world, unit, f)]
    more = [foe for foe in more if targetable(world, unit, foe)]
    more.sort(key=lambda foe: (distance(world, first, foe), foe))
    for foe in more[: len(others)]:
        turn_coat(world, unit, foe)


async def _awakening(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """Whoever has taken part awakens as well (CINE-10)."""
    for each in (unit, *others):
        recover(world, each)


async def _banish(world: World, unit: int, stunt: Stunt, words: list[str], others: tuple[int, ...]) -> None:
    """VITALITY-CINE-20: summoned and extraplanar enemies leave the battle, from farther off with others (CINE-10)."""
    metres = stunt.range * (2 + len(others)) // 2
    for foe in foes(world, unit):
        away = body(world, foe).summoned or body(world, foe).extraplanar
        if away and distance(world, unit, foe) <= metres:
            die(world, foe, unit, "banished", "VITALITY-CINE-20")


DEEDS: dict[str, Deed] = {
    "pin_the_line": _pin,
    "mighty_blow": _blow,
    "collapse": _collapse,
    "rally": _rally,
    "turncoat": _turncoat,
    "awakening": _awakening,
    "banish": _banish,
}
