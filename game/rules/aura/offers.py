"""What a unit may do now, and why not the rest: the one source of legality for play, refusals and computer players."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.components import Facing, Lying, Pools
from game.kernel.ecs import World
from game.rules.aura.jumping import run_up
from game.rules.aura.offers_attacks import casting, fights, maneuvers, shooting
from game.rules.aura.offers_deeds import posture, tasks, things
from game.rules.aura.offers_moves import Found, moves, shift
from game.rules.aura.pools import energy_at_hand, left
from game.rules.aura.state import PLACED, Drained, Holding, Ready, Reserved, Spent, beat, conscious, holds, spent
from game.rules.offering import Offer


def offers(world: World, unit: int) -> tuple[Offer, ...]:
    """AURA-ECON-16: every primary action of a unit."""
    return world.derive(("offers", unit, beat(world).barred), lambda world: tuple(_offers(world, unit)), _OFFERED)


def possible(world: World, unit: int, key: str) -> bool:
    """Whether a unit may begin just that now; only the offers of its kind are made."""
    verb = key.partition(" ")[0]
    for names, make in _BY_KIND:
        if verb in names:
            return any(option.key == key for name, found in make(world, unit) if name == verb for option in found[0])
    return any(option.key == key for offer in offers(world, unit) for option in offer.options)


def able(world: World, unit: int) -> bool:
    """AURA-FLOOR-4: whether a unit has a legal primary action."""
    return world.derive(("able", unit), lambda world: _able(world, unit), ABLE)


def _able(world: World, unit: int) -> bool:
    if not conscious(world, unit):
        return False
    if energy_at_hand(world, unit) >= 1:
        if not holds(world, unit, "bound"):
            return True  # to lie down or to kneel up can always be paid with one
        return any(found[0] for make in _MAKERS for _, found in make(world, unit))
    # Without Energy there are a Shift for Agility and things that are at hand for nothing.
    return bool(shift(world, unit, "shift_agile")[0]) or _at_hand(world, unit)


def _at_hand(world: World, unit: int) -> bool:
    free = any(not energy for _, energy in world.get(unit, Ready).access)
    return free and any(found[0] for _, found in things(world, unit))


def _offers(world: World, unit: int) -> Iterator[Offer]:
    for make in _MAKERS:
        for verb, (options, reasons) in walks(world, unit) if make is moves else make(world, unit):
            yield Offer(verb, tuple(options), () if options else tuple(dict.fromkeys(reasons)))


def walks(world: World, unit: int) -> tuple[tuple[str, Found], ...]:
    """Where it may go, by what it has to spend: others' pools make no difference."""
    done = spent(world, unit)
    key = ("moves", unit, left(world, unit), done.substitutes, done.heading, run_up(world, unit))
    return world.derive(key, lambda world: tuple(moves(world, unit)), PLACED)


_BY_KIND = (
    (("kneel", "stand", "drop_prone", "defend", "catch_breath", "escape"), posture),
    (("run", "quick_run", "sprint", "route", "shift", "shift_agile", "crawl", "jump", "leap", "climb"), moves),
    (("load", "equip", "stow", "pick_up"), things),
    (("strike", "subdue", "strike_shield", "punch", "subdue_punch"), fights),
    (("trip", "disarm", "trip_unarmed", "disarm_unarmed", "restrain", "push", "charge"), maneuvers),
    (("shoot", "subdue_shot", "throw", "subdue_throw"), shooting),
)
_MAKERS = (posture, moves, things, fights, maneuvers, shooting, casting, tasks)
ABLE = frozenset({*PLACED, Pools, Reserved, Spent, Ready, Drained})  # kinds that decide whether anything can be begun
_OFFERED = ABLE | {Holding, Facing, Lying}  # and what
