"""Between battles: rests, durations, revival, what carries over (ROUND-3, REST, END-2)."""

from __future__ import annotations

from game.components import FIELD, Conditions, Down, Pools, Unit, changed
from game.ecs import World
from game.events import Judged
from game.rules.vitality.harm import clear, die, heal
from game.rules.vitality.sheet import numbers_of
from game.rules.vitality.state import (
    Order,
    Wounds,
    beings,
    body,
    change_pool,
    has,
    lift,
    set_pool,
    up,
)
from game.systems.field import team

SECONDS = 12  # VITALITY-ROUND-3: five rounds are a minute out of battle, whatever a round takes in it


def seconds(rounds: int) -> int:
    """VITALITY-ROUND-3: how long an effect of so many rounds lasts out of battle."""
    return rounds * SECONDS


def perform(world: World, words: str) -> None:
    """`breather`, `rest`, `pass_time 60`, `end_battle`, `next_battle`; ValueError for other words."""
    match words.split():
        case ["breather"]:
            breather(world)
        case ["rest"]:
            full_rest(world)
        case ["pass_time", amount]:
            pass_time(world, int(amount))
        case ["end_battle"]:
            end_battle(world)
        case ["next_battle"]:
            next_battle(world)
        case _:
            raise ValueError(f"vitality cannot {words!r}")


def pass_time(world: World, amount: int) -> None:
    """VITALITY-REST-1: so many seconds out of battle; durations run on."""
    rounds = amount // SECONDS
    for unit, conditions in world.each(Conditions):
        kept = []
        for item in conditions.items:
            if not item.until or item.level > rounds:
                kept.append(changed(item, level=item.level - rounds) if item.until else item)
        world.put(unit, Conditions(tuple(kept)))


def breather(world: World) -> None:
    """VITALITY-REST-3 and 6: ten minutes: Temporary Vitality, half the WP, and the fallen are looked after."""
    for unit in beings(world):
        pools = world.get(unit, Pools)
        change_pool(world, unit, "temp_vitality", pools.base_of("temp_vitality"), "restore", "VITALITY-REST-3")
        wp = min(pools.base_of("wp"), pools["wp"] + pools.base_of("wp") // 2)
        change_pool(world, unit, "wp", max(wp, pools["wp"]), "restore", "VITALITY-REST-3")
        clear(world, unit, lambda item: bool(item.until), "VITALITY-REST-3")
        if has(world, unit, "down") and (world.get(unit, Wounds).gentle or _attended(world, unit)):
            lift(world, unit, "bleeding", "VITALITY-REST-3")
            rule = "VITALITY-REST-6" if world.get(unit, Wounds).gentle else "VITALITY-REST-3"
            heal(world, unit, 1 - world.get(unit, Pools)["vitality"], rule)
            if not _attended(world, unit):
                world.emit(Judged(unit, "breather", "captured", rule="VITALITY-REST-6"))


def _attended(world: World, unit: int) -> bool:
    """Whether a conscious ally is there."""
    return any(
        other != unit and up(world, other) and team(world, other) == team(world, unit) for other in beings(world)
    )


def full_rest(world: World) -> None:
    """VITALITY-REST-4 and 5: eight hours."""
    numbers = numbers_of(world)
    for unit in beings(world):
        pools = world.get(unit, Pools)
        for name in ("vitality", "temp_vitality", "wp"):
            change_pool(world, unit, name, pools.base_of(name), "restore", "VITALITY-REST-4")
        world.put(unit, Conditions())
        own = body(world, unit)
        heroic = pools.base_of("nm") > 0
        start = numbers.nm_start + max(0, own.stats.bonus("charisma")) if heroic else 0
        change_pool(world, unit, "nm", max(pools["nm"], start), "restore", "VITALITY-REST-4")


def end_battle(world: World) -> None:
    """VITALITY-END-2, REST-2, REST-7: battle-long effects stop, others stay; the bleeding are helped or die."""
    for unit in beings(world):
        lift(world, unit, "awakened", "VITALITY-END-2")
        lift(world, unit, "pinning", "VITALITY-END-2")
        if not has(world, unit, "bleeding"):
            continue
        if _attended(world, unit):
            lift(world, unit, "bleeding", "VITALITY-REST-7")
        else:
            die(world, unit, None, "defeated", "VITALITY-REST-7")


def next_battle(world: World) -> None:
    """VITALITY-REST-2 and 5: into the next battle with Status Effects and Momentum; the clock starts anew."""
    end_battle(world)
    for unit, _ in world.each(Unit):
        if world.has(unit, Down):
            continue
        pools = world.get(unit, Pools)
        set_pool(world, unit, "nm", min(pools["nm"], pools.base_of("nm")))
    world.put(FIELD, Order())
