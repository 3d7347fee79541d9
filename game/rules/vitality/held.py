"""Paying for an action in advance, naming its trigger, and carrying it out when that happens (HOLD-6 to 10)."""

from __future__ import annotations

from msgspec.structs import replace

from game.grid.grid import cells
from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Option, decide
from game.rules.offering import Reason
from game.rules.vitality import aiming, basic, handling, hiding, holding, manoeuvres, reasons
from game.rules.vitality.figures import attacks_granted, basic_movement, weapons_of
from game.rules.vitality.ground import destinations
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import distance, stand_beside, targetable
from game.rules.vitality.state import (
    WAVERINGS,
    Leaning,
    Riding,
    Turn,
    Unloaded,
    Waiting,
    body,
    has,
    pool,
    spend,
    still,
    waver,
)
from game.rules.vitality.who import allies, beings, foes, summons, up, upright
from game.systems.field import board_of


def price(world: World, unit: int, action: str) -> tuple[int, int]:
    """AP and WP of an action when it is held, a Maneuver's included; a held Interact always costs its AP."""
    verb, _, more = action.partition(" ")
    if verb == "reload":
        return sheet_of(world).weapons[more].reload, 0
    ap, wp = reasons.price(world, verb) or (numbers_of(world).attack_ap, 0)
    return ap, wp + (sheet_of(world).abilities[more].wp if more else 0)


def actions(world: World, unit: int) -> list[str]:
    """Section 4.8: everything with an AP cost but stunts, that the unit has."""
    sheet, known = sheet_of(world), body(world, unit).abilities
    found = []
    for key in weapons_of(world, unit):
        for verb in (key, f"throw_{key}") if sheet.weapons[key].thrown else (key,):
            found.append(verb)
            found += [f"{verb} {each}" for each in known if sheet.abilities[each].kind == "maneuver"]
    found += [key for key in known if sheet.abilities[key].ap and sheet.abilities[key].kind != "maneuver"]
    found += [key for key in sheet.main.manoeuvres if key not in ("pass", "shake_off", "break_grab")]
    found += ["defend", "interact", "move", "sprint", "stabilize", "switch_places", "switch_weapons", "take_cover"]
    found += ["use_item", "hide"]
    found += [key for key in ("shake_off", "break_grab") if manoeuvres.targets(world, unit, key)]
    found += ["break_restrained"] if has(world, unit, "restrained") else []
    found += ["command"] if summons(world, unit) else []
    return found + [f"reload {weapon}" for weapon in dict.fromkeys(world.get(unit, Unloaded).items)]


def holdable(world: World, unit: int) -> list[str]:
    """Those that can be paid now."""
    return [action for action in actions(world, unit) if _payable(world, unit, action)]


def can_hold(world: World, unit: int) -> bool:
    """Whether there is any action that the unit could hold now."""
    if pool(world, unit, "ap") < 1 or not up(world, unit) or has(world, unit, "confused"):
        return False
    if world.get(unit, Turn).wavered >= WAVERINGS:
        return False
    return _payable(world, unit, "move") or any(_payable(world, unit, action) for action in actions(world, unit))


def _payable(world: World, unit: int, action: str) -> bool:
    ap, wp = price(world, unit, action)
    return 0 < ap <= pool(world, unit, "ap") and wp <= pool(world, unit, "wp")


async def hold_action(world: World, unit: int) -> None:
    """VITALITY-HOLD-6: which action, and what it waits for; paid now."""
    label = sheet_of(world).titles
    options = [
        Option(f"hold {a}", label.get(a.partition(" ")[0], ""), rule="VITALITY-HOLD-6") for a in holdable(world, unit)
    ]
    options.append(Option("no", rule="VITALITY-HOLD-6"))
    about = world.events[-1] if world.events else None
    key = await decide(unit, "hold_what", options, rule="VITALITY-HOLD-6", about=about)
    if key == "no":
        waver(world, unit)
        return
    action = key.partition(" ")[2]
    answer = await decide(unit, "trigger", triggers(world, unit), rule="VITALITY-HOLD-6", about=about)
    ap, wp = price(world, unit, action)
    spend(world, unit, "VITALITY-HOLD-6", ap=ap, wp=wp)
    trigger, *rest = answer.split(" ")
    whom = next((int(word) for word in rest if word.isdigit()), None)
    lean = world.find(unit, Leaning)
    holding.hold(world, unit, Waiting(action, trigger, whom, "forced" in rest, lean.cell if lean else None))


def refusals(world: World, unit: int) -> list[Reason]:
    """Why the unit can hold no action now; empty if it can."""
    if can_hold(world, unit):
        return []
    found = reasons.short(world, unit, 1)
    if has(world, unit, "confused"):
        found.append(Reason("reason_confused", "VITALITY-COND-15"))
    if world.get(unit, Turn).wavered >= WAVERINGS:
        found.append(Reason("reason_wavered", "VITALITY-HOLD-6"))
    return found or [Reason("reason_ap", "VITALITY-HOLD-6")]


def watch_offer(world: World, unit: int, verb: str) -> reasons.Found:
    """VITALITY-HOLD-6 in one step: an attack at the first enemy that comes into range, where there is none yet."""
    found = [*refusals(world, unit)] or reasons.short(world, unit, numbers_of(world).attack_ap)
    options, weapons = list[Option](), weapons_of(world, unit)
    armed = [key for key in weapons if key != "unarmed"]
    for key in (armed or weapons) if not found else ():
        weapon = sheet_of(world).weapons[key]
        loaded = key not in world.get(unit, Unloaded).items
        if loaded and not _in_sight(world, unit, weapon.melee or weapon.range):
            options.append(Option(f"watch {key}", rule="VITALITY-HOLD-6"))
    return options, found or [Reason("reason_in_range", "VITALITY-HOLD-6")]


def _in_sight(world: World, unit: int, metres: int) -> bool:
    return any(distance(world, unit, foe) <= metres and targetable(world, unit, foe) for foe in upright(world, unit))


def watch(world: World, unit: int, weapon: str) -> None:
    """VITALITY-HOLD-6: paid now."""
    spend(world, unit, "VITALITY-HOLD-6", ap=numbers_of(world).attack_ap)
    world.emit(Used(unit, "watch", "action", rule="VITALITY-HOLD-6"))
    lean = world.find(unit, Leaning)
    holding.hold(world, unit, Waiting(weapon, "enemy_enters_range", lean=lean.cell if lean else None))


def triggers(world: World, unit: int) -> list[Option]:
    """Section 4.8: each trigger, about each unit it may name, with and without forced movement."""
    found = []
    for key, entry in sheet_of(world).main.triggers.items():
        units: list[int | None] = [None]
        if entry.whom:
            everybody = allies(world, unit) if entry.whom == "ally" else beings(world)
            units = [other for other in everybody if other != unit]
        for other in units:
            text = key if other is None else f"{key} {other}"
            found.append(Option(text, entry.title, unit=other, rule="VITALITY-HOLD-6"))
            if entry.moves:
                found.append(Option(f"{text} forced", entry.title, unit=other, rule="VITALITY-FORCE-10"))
    return found


# When it goes off


def choices(world: World, unit: int, item: Waiting) -> list[Option]:
    """What the held action could do now, its costs aside."""
    sheet, (verb, _, more) = sheet_of(world), item.action.partition(" ")
    if is_attack(world, item):
        return _attacks(world, unit, verb, more)
    if verb in sheet.abilities:
        return aiming.ability_options(world, unit, verb)[0]
    if verb == "reload":
        return [Option(item.action, rule="VITALITY-GEAR-10")] if more in world.get(unit, Unloaded).items else []
    if verb in sheet.main.manoeuvres:
        entry = sheet.main.manoeuvres[verb]
        if entry.free_hand and not manoeuvres.hand_free(world, unit, verb):
            return []
        return [
            Option(f"{verb} {o}", entry.title, unit=o, rule=entry.rule) for o in manoeuvres.targets(world, unit, verb)
        ]
    return _plain(world, unit, verb)


def _attacks(world: World, unit: int, verb: str, maneuver: str) -> list[Option]:
    """With the Maneuver that was paid, if one was (ACT-41)."""
    if verb.removeprefix("throw_") not in weapons_of(world, unit):
        return []
    known, found = sheet_of(world).abilities, aiming.weapon_options(world, unit, verb)[0]
    plain = [option for option in found if not any(word in known for word in option.key.split())]
    if not maneuver:
        return plain
    return [replace(o, key=f"{o.key} {maneuver}") for o in plain if not o.key.endswith(" gentle")]


def _plain(world: World, unit: int, verb: str) -> list[Option]:
    grid = board_of(world).grid
    if verb in ("move", "sprint"):
        if still(world, unit):
            return []
        times = 1 if verb == "move" else numbers_of(world).sprint_factor
        where = destinations(world, unit, basic_movement(world, unit).total * times)
        return [Option(f"{verb} {grid.name(cell)}", cell=cell, rule="VITALITY-ACT-7") for cell in cells(where)]
    if verb == "stabilize":
        near = [o for o in beings(world) if has(world, o, "bleeding") and (o == unit or stand_beside(world, unit, o))]
        return [Option(f"{verb} {o}", unit=o, rule="VITALITY-ACT-9") for o in near]
    if verb == "switch_places":
        ready = [] if still(world, unit) or world.has(unit, Riding) else handling.partners(world, unit)
        return [Option(f"{verb} {o}", unit=o, rule="VITALITY-ACT-10") for o in ready]
    if verb == "switch_weapons":
        found = ["+".join(chosen) or "nothing" for chosen in basic.hands(world, unit)]
        return [Option(f"{verb} {name}", rule="VITALITY-ACT-12") for name in found]
    if verb == "interact":
        return list(handling.interactions(world, unit))
    if verb == "use_item":
        return list(handling.item_options(world, unit))
    if verb == "hide" and not hiding.unseen(world, unit):
        return []
    return [Option(verb, rule="VITALITY-HOLD-7")]


async def pick(world: World, unit: int, item: Waiting, subjects: tuple[int, ...]) -> str | None:
    """VITALITY-HOLD-7, 10: at whoever set it off, of several as the holder likes; if no enemy did, at any."""
    options, enemies = choices(world, unit, item), foes(world, unit)
    aimed = [option for option in options if option.unit in subjects]
    if not aimed and _harms(world, item):
        hostile = item.trigger != "door_opens" and any(each in enemies for each in subjects)
        others = () if hostile else enemies
        options = [option for option in options if option.unit is None or option.unit in others]
    options = aimed or options
    if not options:
        return None
    return await decide(unit, "held_action", options, rule="VITALITY-HOLD-7", about=world.events[-1])


def _harms(world: World, item: Waiting) -> bool:
    entry = sheet_of(world).abilities.get(item.action)
    return entry.kind in ("attack", "dr") if entry is not None else is_attack(world, item)


def is_attack(world: World, item: Waiting) -> bool:
    """Whether it is the Attack action with some weapon."""
    return item.action.partition(" ")[0].removeprefix("throw_") in sheet_of(world).weapons


def prepare(world: World, unit: int, item: Waiting) -> None:
    """A held attack brings all the attacks that the action grants (HOLD-8)."""
    if is_attack(world, item):
        world.put(unit, changed(world.get(unit, Turn), banked=attacks_granted(world, unit)))
