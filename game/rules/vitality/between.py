"""Between battles: rests, durations, revival, what carries over (ROUND-3, REST, END-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.kernel.components import Conditions, Down, Gear, Lying, Pools, Position, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.bonds import tidy
from game.rules.vitality.harm import clear, die, heal
from game.rules.vitality.muster import pools_of, sheet_for
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.state import Riding, Wounds, body, change_pool, has, lift
from game.rules.vitality.who import beings, up
from game.systems.field import team

SECONDS = 12  # VITALITY-ROUND-3: five rounds are a minute out of battle, whatever a round takes in it


def seconds(rounds: int) -> int:
    """VITALITY-ROUND-3: how long an effect of so many rounds lasts out of battle."""
    return rounds * SECONDS


def perform(world: World, words: str) -> None:
    """`breather`, `rest`, `pass_time 60`, `end_battle`; ValueError for other words."""
    match words.split():
        case ["breather"]:
            breather(world)
        case ["rest"]:
            full_rest(world)
        case ["pass_time", amount]:
            pass_time(world, int(amount))
        case ["end_battle"]:
            end_battle(world)
        case _:
            raise ValueError(f"vitality cannot {words!r}")


def _alive(world: World) -> list[int]:
    """Those on the board, and those who have got away from it."""
    return [*beings(world), *(unit for unit, down in world.each(Down) if down.how == "fled")]


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
    # Those who come round by themselves first: they look after the others.
    for unit in sorted(_alive(world), key=lambda unit: not (world.find(unit, Wounds) or Wounds()).gentle):
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
    for unit in _alive(world):
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
        lift(world, unit, "grabbed", "VITALITY-COND-12")
        if not has(world, unit, "bleeding"):
            continue
        if up(world, unit) or _attended(world, unit):
            lift(world, unit, "bleeding", "VITALITY-REST-7")
        else:
            die(world, unit, None, "defeated", "VITALITY-REST-7")


# Linked skirmishes

RESTS = ("at_once", "minute", "breather", "rest")


def spend(world: World, how: str, winners: tuple[int, ...]) -> None:
    """The time between two battles, and what the winners find on the field; REST-7 comes before all."""
    end_battle(world)
    tidy(world)
    if how == "minute":
        pass_time(world, 5 * SECONDS)
    elif how == "breather":
        breather(world)
    elif how == "rest":
        full_rest(world)
    if how in ("breather", "rest"):
        _gather(world, winners)
    for unit in beings(world) if how != RESTS[0] else ():
        if up(world, unit):
            lift(world, unit, "prone", "VITALITY-ACT-40")


def _gather(world: World, winners: tuple[int, ...]) -> None:
    """House rule: units of the winners pick up again what their sheets say they have."""
    lying = list(world.each(Lying, Position))
    for unit in _alive(world):
        if world.get(unit, Unit).side not in winners:
            continue
        own, gear = body(world, unit), world.get(unit, Gear)
        missing = Counter((*own.held, *own.carried)) - Counter((*gear.held, *gear.carried))
        for row in [*lying]:
            if missing[row[1].item] > 0:
                missing[row[1].item] -= 1
                lying.remove(row)
                gear = changed(gear, carried=(*gear.carried, row[1].item))
        world.put(unit, gear)


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """VITALITY-REST-2 and 5: pools, effects and gear go on; not so the dead, prisoners, and the helpless left alone."""
    down = world.find(unit, Down)
    if (down is not None and down.how != "fled") or (
        down is None and not up(world, unit) and not _attended(world, unit)
    ):
        return None
    state = {key: value for key, value in before.items() if key not in _KEPT}
    pools, fresh = world.get(unit, Pools), pools_of(sheet_of(world), body(world, unit))
    state |= {name: pools[name] for name in _POOLS if pools[name] != fresh[name]}
    table = sheet_of(world).effects
    items = [item for item in world.get(unit, Conditions).items if table[item.name].category != "stance"]
    if items:
        state["conditions"] = [f"{item.name} {item.level}" if item.until else item.name for item in items]
    riding = world.find(unit, Riding)
    if riding is not None and riding.willing:
        state["mounted_on"] = world.get(riding.host, Unit).name
    return state | _gear_over(world, unit, before)


def _gear_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any]:
    """Gear that is lost, won or chosen anew; who has all its things begins with the same ones in hand as before."""
    own, gear = body(world, unit), world.get(unit, Gear)
    first = sheet_for(sheet_of(world), world.get(unit, Unit).sheet, dict(before))
    state: dict[str, Any] = {"armour": own.armour} if own.armour != first.armour else {}
    if Counter((*gear.held, *gear.carried)) != Counter((*own.held, *own.carried)):
        return state | {"held": list(gear.held), "carried": list(gear.carried)}
    if (own.held, own.carried) != (first.held, first.carried):
        state |= {"held": list(own.held), "carried": list(own.carried)}
    return state


_POOLS = ("vitality", "temp_vitality", "wp", "nm")
_KEPT = (*_POOLS, "conditions", "mounted_on")
