"""What a chosen option does: its cost, and the rule behind it."""

from __future__ import annotations

from game.kernel.components import changed
from game.kernel.ecs import World
from game.kernel.events import Used
from game.rules.vitality import basic, breaking, hiding, holding, manoeuvres, powers, stunts
from game.rules.vitality.aiming import attack_price
from game.rules.vitality.bonds import unlean
from game.rules.vitality.figures import attacks_granted, basic_movement
from game.rules.vitality.ground import budget_of, movement, walkable
from game.rules.vitality.held import hold_action, is_attack, pick, prepare, watch
from game.rules.vitality.moving import act, force_past, jump, leave, stand_up, walk
from game.rules.vitality.sheet import numbers_of, sheet_of
from game.rules.vitality.sight import on_board
from game.rules.vitality.state import Turn, Waiting, set_pool, spend, still
from game.rules.vitality.stepping import advance_metres
from game.rules.vitality.strike import make_attack, weapon_attack
from game.rules.vitality.who import up
from game.systems.field import board_of


async def perform(world: World, unit: int, key: str, *, paid: bool = False) -> None:
    """Carry out one option of a turn; `paid` for held actions (HOLD-6)."""
    words = key.split(" ")
    verb, sheet = words[0], sheet_of(world)
    act(world, unit)
    if verb.removeprefix("throw_") in sheet.weapons:
        await _attack(world, unit, words, paid=paid)
    elif verb in sheet.abilities:
        entry = sheet.abilities[verb]
        if not paid:
            spend(world, unit, "VITALITY-ACT-41", ap=entry.ap, wp=entry.wp)
        await powers.use(world, unit, words)
    elif verb in sheet.stunts:
        await _stunt(world, unit, words)
    elif verb in sheet.main.manoeuvres and verb != "pass":
        entry_ = sheet.main.manoeuvres[verb]
        if not paid:
            spend(world, unit, entry_.rule, ap=entry_.ap)
        await manoeuvres.try_it(world, unit, verb, int(words[1]))
    elif verb in _MOVES:
        await _moves(world, unit, words, paid=paid)
    else:
        await _basic(world, unit, words, paid=paid)


_MOVES = ("walk", "advance", "jump", "pass", "stand_up", "dismount", "move", "sprint", "leave")


async def _stunt(world: World, unit: int, words: list[str]) -> None:
    together = words[-1] == "together"
    how = stunts.action_cost(world, unit, together=together) or stunts.action_cost(world, unit)
    if how is not None:
        await stunts.perform(world, unit, words, how)


# Attacks


async def _attack(world: World, unit: int, words: list[str], *, paid: bool) -> None:
    """VITALITY-ACT-1 to 3: an attack uses up one that is banked; the first of an action pays for all of them."""
    cost = 0 if paid else attack_price(world, unit)
    if cost:
        bank(world, unit)
    turn, off = world.get(unit, Turn), "off" in words
    banked = list(turn.banked)
    if banked:
        banked.remove("off" if off and "off" in banked else banked[0])
    world.put(unit, changed(turn, banked=tuple(banked)))
    attack = weapon_attack(world, unit, words, off=off)
    if attack.maneuver:
        entry = sheet_of(world).abilities[attack.maneuver]
        spend(world, unit, "VITALITY-ACT-41", wp=0 if paid else entry.wp)
        if entry.up:
            world.emit(Used(unit, attack.maneuver, "maneuver", (int(words[1]),), rule="VITALITY-ACT-41"))
            attack = changed(attack, upcast=await powers.choose_upcast(world, unit, entry))
    target = int(words[1])
    await make_attack(world, attack, target)
    await holding.happened(world, "attack", unit, target)


def bank(world: World, unit: int) -> None:
    """VITALITY-ACT-1 and 2: the Attack action is paid, its attacks wait."""
    spend(world, unit, "VITALITY-ACT-1", ap=numbers_of(world).attack_ap)
    world.put(unit, changed(world.get(unit, Turn), banked=attacks_granted(world, unit)))


# Movement


async def _moves(world: World, unit: int, words: list[str], *, paid: bool) -> None:
    verb, numbers = words[0], numbers_of(world)
    cell = board_of(world).grid.parse(words[1]) if len(words) > 1 else None
    if verb in ("move", "sprint"):
        times = 1 if verb == "move" else numbers.sprint_factor
        if not paid:
            spend(world, unit, "VITALITY-ACT-7", ap=numbers.move_ap if verb == "move" else numbers.sprint_ap)
        world.emit(Used(unit, verb, "action", rule="VITALITY-ACT-7" if verb == "move" else "VITALITY-ACT-8"))
        own, more = movement(world, unit), basic_movement(world, unit).total * times
        set_pool(world, unit, "movement", more if paid else own + more)
        if paid and cell is not None:
            await walk(world, unit, cell, more)
            set_pool(world, unit, "movement", 0 if still(world, unit) else own)
    elif verb == "stand_up":
        stand_up(world, unit)
    elif verb == "leave":
        leave(world, unit)
    elif cell is None:
        raise ValueError(f"{verb} needs a cell")
    elif verb == "walk":
        await walk(world, unit, cell, movement(world, unit))
    elif verb == "advance":
        await _advance(world, unit, cell)
    elif verb == "jump":
        await jump(world, unit, cell)
    elif verb == "pass":
        await force_past(world, unit, tuple(int(word) for word in words[2:]), cell)
    else:
        await basic.dismount(world, unit, cell)


async def _advance(world: World, unit: int, cell: int) -> None:
    """VITALITY-ACT-7 and 8: as many Moves as it takes, or a Sprint, and the walk."""
    for ap, metres in advance_metres(world, unit):
        if walkable(world, unit, budget_of(world, unit, metres)).everywhere >> cell & 1:
            sprint = ap >= numbers_of(world).sprint_ap
            spend(world, unit, "VITALITY-ACT-8" if sprint else "VITALITY-ACT-7", ap=ap)
            set_pool(world, unit, "movement", metres)
            await walk(world, unit, cell, metres)
            return


# The rest


async def _basic(world: World, unit: int, words: list[str], *, paid: bool) -> None:
    verb, numbers = words[0], numbers_of(world)
    simple = {
        "defend": (numbers.defend_ap, basic.defend, "VITALITY-ACT-4"),
        "take_cover": (numbers.taking_cover_ap, basic.take_cover, "VITALITY-ACT-14"),
        "command": (numbers.command_ap, basic.command, "VITALITY-ACT-32"),
        "keep_pinning": (numbers.manoeuvre_ap, basic.keep_pinning, "VITALITY-CINE-17"),
    }
    if verb in simple:
        ap, does, rule = simple[verb]
        spend(world, unit, rule, ap=0 if paid else ap)
        world.emit(Used(unit, verb, "action", rule=rule))
        does(world, unit)
    elif verb == "smash":
        if attack_price(world, unit):
            bank(world, unit)
        await breaking.smash(world, unit, " ".join(words[1:]))
    elif verb == "attack":
        bank(world, unit)
        world.emit(Used(unit, "attack", "action", rule="VITALITY-ACT-2"))
    elif verb == "hold_action":
        await hold_action(world, unit)
    elif verb == "watch":
        watch(world, unit, words[1])
    elif verb == "lean":
        basic.lean(world, unit, board_of(world).grid.parse(words[1]))
    elif verb == "unlean":
        unlean(world, unit)
    elif verb == "release":
        basic.release(world, unit, int(words[1]))
    else:
        await _small(world, unit, words, paid=paid)


async def _small(world: World, unit: int, words: list[str], *, paid: bool) -> None:
    verb, numbers = words[0], numbers_of(world)
    if verb == "interact":
        free = not paid and token(world, unit, free=words[1] != "douse")  # COND-18
        spend(world, unit, "VITALITY-ACT-5", ap=0 if paid or free else numbers.interact_ap)
        target = (int(words[2]),) if words[1] in ("give", "douse") and len(words) > 2 else ()
        world.emit(Used(unit, "interact", "free" if free else "action", target, rule="VITALITY-ACT-5"))
        await basic.interact(world, unit, words[1:])
    elif verb == "switch_weapons":
        chosen = () if words[1] == "nothing" else tuple(words[1].split("+"))
        free = not paid and token(world, unit, free=basic.free_switch(world, unit, chosen))
        spend(world, unit, "VITALITY-ACT-12", ap=0 if paid or free else numbers.switch_weapons_ap)
        world.emit(
            Used(unit, verb, "free" if free else "action", rule="VITALITY-ACT-13" if free else "VITALITY-ACT-12")
        )
        basic.switch_weapons(world, unit, chosen)
    elif verb == "switch_places":
        spend(world, unit, "VITALITY-ACT-10", ap=0 if paid else numbers.switch_places_ap)
        world.emit(Used(unit, verb, "action", (int(words[1]),), rule="VITALITY-ACT-10"))
        await basic.switch_places(world, unit, int(words[1]))
    elif verb == "stabilize":
        spend(world, unit, "VITALITY-ACT-9", ap=0 if paid else numbers.stabilize_ap)
        world.emit(Used(unit, verb, "action", (int(words[1]),), rule="VITALITY-ACT-9"))
        await basic.stabilize(world, unit, int(words[1]))
    elif verb == "use_item":
        spend(world, unit, "VITALITY-ACT-17", ap=0 if paid else numbers.use_item_ap)
        cell = board_of(world).grid.parse(words[2]) if len(words) > 2 else None
        world.emit(Used(unit, words[1], "item", cell=cell, rule="VITALITY-ACT-17"))
        await basic.use_item(world, unit, words[1], cell)
    elif verb == "reload":
        spend(world, unit, "VITALITY-GEAR-10", ap=0 if paid else sheet_of(world).weapons[words[1]].reload)
        world.emit(Used(unit, verb, "action", rule="VITALITY-GEAR-10"))
        basic.reload(world, unit, words[1])
    elif verb == "hide":
        spend(world, unit, "VITALITY-ACT-36", ap=0 if paid else numbers.hide_ap)
        world.emit(Used(unit, verb, "action", rule="VITALITY-ACT-36"))
        await hiding.hide(world, unit)
    elif verb == "break_restrained":
        spend(world, unit, "VITALITY-COND-8", ap=0 if paid else numbers.break_ap)
        world.emit(Used(unit, verb, "action", rule="VITALITY-COND-8"))
        await manoeuvres.break_restrained(world, unit)
    else:
        raise ValueError(f"vitality knows no action {verb!r}")


def token(world: World, unit: int, *, free: bool) -> bool:
    """VITALITY-ECON-7: take the free small action, if it is there and this may be free."""
    turn = world.get(unit, Turn)
    if not free or turn.token:
        return False
    world.put(unit, changed(turn, token=True))
    return True


# Held actions


async def carry_out(world: World, unit: int, item: Waiting, subjects: tuple[int, ...]) -> bool:
    """VITALITY-HOLD-7, 8, 10: the held action now, at whoever set it off; whether it could be done."""
    turn = world.get(unit, Turn)
    prepare(world, unit, item)
    done = False
    attack = is_attack(world, item)
    for _ in range(len(world.get(unit, Turn).banked) if attack else 1):
        if not on_board(world, unit) or not up(world, unit):
            break
        key = await pick(world, unit, item, subjects)
        if key is None:
            break
        done = True
        await perform(world, unit, key, paid=True)
        item = changed(item, action=item.action.partition(" ")[0])  # a Maneuver is paid for one attack (ACT-41)
    world.put(unit, changed(world.get(unit, Turn), banked=turn.banked, acted=turn.acted))
    return done
