"""Between battles: rests, durations, revival, what carries over (ROUND-3, REST, END-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.kernel.components import Conditions, Down, Gear, Pools, Unit, changed
from game.kernel.ecs import World
from game.kernel.events import Judged
from game.rules.vitality.harm.suffering import die, heal
from game.rules.vitality.muster import pools_of, sheet_for
from game.rules.vitality.position.ties import tidy
from game.rules.vitality.sheet import sheet_of
from game.rules.vitality.state import Rider, Wounds, beings, body, host_of, up
from game.systems.conditions import become, holds, lift
from game.systems.field import team
from game.systems.gear import outfit, things
from game.systems.pools import change

SECONDS = 12  # VITALITY-ROUND-3: five rounds are a minute out of battle, whatever a round takes in it


def happen(world: World, words: str) -> None:
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
    return [*beings(world), *(unit for unit, down in world.each(Down) if down.how == "fled")]


def pass_time(world: World, amount: int) -> None:
    """VITALITY-REST-1: so many seconds out of battle; durations run on."""
    rounds = amount // SECONDS
    for unit, conditions in world.each(Conditions):
        kept = [item for item in conditions.items if not item.until or item.level > rounds]
        become(world, unit, tuple(changed(i, level=i.level - rounds) if i.until else i for i in kept))


def breather(world: World) -> None:
    """VITALITY-REST-3 and 6: ten minutes: Temporary Vitality, half the WP, and the fallen are looked after."""
    # Those who come round by themselves first: they look after the others.
    for unit in sorted(_alive(world), key=lambda unit: not (world.find(unit, Wounds) or Wounds()).gentle):
        pools = world.get(unit, Pools)
        change(world, unit, "temp_vitality", pools.base_of("temp_vitality"), "restore", "VITALITY-REST-3")
        wp = min(pools.base_of("wp"), pools["wp"] + pools.base_of("wp") // 2)
        change(world, unit, "wp", max(wp, pools["wp"]), "restore", "VITALITY-REST-3")
        for item in [each for each in world.get(unit, Conditions).items if each.until]:
            lift(world, unit, item.name, "VITALITY-REST-3")
        if holds(world, unit, "down") and (world.get(unit, Wounds).gentle or _attended(world, unit)):
            lift(world, unit, "bleeding", "VITALITY-REST-3")
            rule = "VITALITY-REST-6" if world.get(unit, Wounds).gentle else "VITALITY-REST-3"
            heal(world, unit, 1 - world.get(unit, Pools)["vitality"], rule)
            if not _attended(world, unit):
                world.emit(Judged(unit, "breather", "captured", rule="VITALITY-REST-6"))


def _attended(world: World, unit: int) -> bool:
    others = (other for other in beings(world) if other != unit and up(world, other))
    return any(team(world, other) == team(world, unit) for other in others)


def full_rest(world: World) -> None:
    """VITALITY-REST-4 and 5: eight hours."""
    for unit in _alive(world):
        pools = world.get(unit, Pools)
        for name in ("vitality", "temp_vitality", "wp"):
            change(world, unit, name, pools.base_of(name), "restore", "VITALITY-REST-4")
        become(world, unit, ())
        start = pools_of(sheet_of(world), body(world, unit))["nm"]
        change(world, unit, "nm", max(pools["nm"], start), "restore", "VITALITY-REST-4")


def end_battle(world: World) -> None:
    """VITALITY-END-2, REST-2, REST-7: battle-long effects stop, others stay; the bleeding are helped or die."""
    for unit in beings(world):
        lift(world, unit, "awakened", "VITALITY-END-2")
        lift(world, unit, "pinning", "VITALITY-END-2")
        lift(world, unit, "grabbed", "VITALITY-COND-12")
        if not holds(world, unit, "bleeding"):
            continue
        if up(world, unit) or _attended(world, unit):
            lift(world, unit, "bleeding", "VITALITY-REST-7")
        else:
            die(world, unit, None, "defeated", "VITALITY-REST-7")


RESTS = ("at_once", "minute", "breather", "rest")


def after(world: World, how: str, winners: tuple[int, ...]) -> None:
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
    lying = [item for _, item, _ in things(world)]
    for unit in _alive(world):
        if world.get(unit, Unit).side not in winners:
            continue
        own, gear = body(world, unit), world.get(unit, Gear)
        missing = Counter((*own.held, *own.carried)) - Counter((*gear.held, *gear.carried))
        for item in [*lying]:
            if missing[item] > 0:
                missing[item] -= 1
                lying.remove(item)
                gear = changed(gear, carried=(*gear.carried, item))
        outfit(world, unit, gear)


def carried_over(world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
    """VITALITY-REST-2 and 5: pools, effects and gear go on; not so the dead, prisoners, and the helpless left alone."""
    down = world.find(unit, Down)
    gone = down.how != "fled" if down is not None else not up(world, unit) and not _attended(world, unit)
    if gone:
        return None
    state = {key: value for key, value in before.items() if key not in _KEPT}
    own, gear, sheet = body(world, unit), world.get(unit, Gear), sheet_of(world)
    pools, fresh = world.get(unit, Pools), pools_of(sheet, own)
    state |= {name: pools[name] for name in _POOLS if pools[name] != fresh[name]}
    items = [item for item in world.get(unit, Conditions).items if sheet.effects[item.name].category != "stance"]
    if items:
        state["conditions"] = [f"{item.name} {item.level}" if item.until else item.name for item in items]
    host = host_of(world, unit)
    if host is not None and world.get(unit, Rider).willing:
        state["mounted_on"] = world.get(host, Unit).name
    # Gear that is lost, won or chosen anew; who has all its things begins with the same ones in hand as before
    first = sheet_for(sheet, world.get(unit, Unit).sheet, dict(before))
    if own.armour != first.armour:
        state["armour"] = own.armour
    if Counter((*gear.held, *gear.carried)) != Counter((*own.held, *own.carried)):
        state |= {"held": list(gear.held), "carried": list(gear.carried)}
    elif (own.held, own.carried) != (first.held, first.carried):
        state |= {"held": list(own.held), "carried": list(own.carried)}
    return state


_POOLS = ("vitality", "temp_vitality", "wp", "nm")
_KEPT = (*_POOLS, "conditions", "mounted_on")
