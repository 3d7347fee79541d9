"""Melee attacks from declaration to payment (AURA-ATK-11)."""

from __future__ import annotations

import game.rules.aura.verbs.targets as targets
from game.grid.grid import CellSet
from game.kernel.components import Position
from game.kernel.ecs import World
from game.kernel.events import Attacked, Event, Used
from game.kernel.flow import Action
from game.rules.aura.budget import Price, forget_heading, renew, set_beat, set_spent, settle_up, unaffordable
from game.rules.aura.checks.numbers import range_of, reach_of
from game.rules.aura.gear import in_hand, is_loaded, weapon
from game.rules.aura.harm.conditions import end_span, lift, span
from game.rules.aura.position.facing import attend
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import faced_cells, far, reaches
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Orders, Watch, beat, conscious, helpless
from game.rules.aura.turns.windows import leaving, out
from game.rules.aura.verbs import plans, strikes
from game.rules.aura.verbs.deeds import Doubted, Part, declared, withdraws
from game.rules.aura.verbs.maneuvers import Leaving, carry_out
from game.rules.aura.verbs.plans import Answer, attack_price
from game.rules.aura.verbs.shots import Aim, Cast, Shot, aim, attacks, cast, loose, version
from game.rules.aura.verbs.steps import agile, agile_cells
from game.rules.aura.verbs.strikes import MANEUVERS, Blow, Facts, Hit, facts
from game.systems.conditions import holds
from game.systems.field import board_of, cells_of, shape_of, team


async def fight(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-ATK-11: declare, W1, Agile Moves, look again, roll, what follows, pay."""
    kept, blow = world.find(unit, Answer), plans.planned_blow(world, unit, action)
    known = kept.known if kept is not None and isinstance(kept.known, Facts) else None
    price = attack_price(world, blow)
    forget_heading(world, unit)
    attend(world, unit, blow.target)
    if kept is not None and isinstance(kept.attack, Blow):
        blow, price = kept.attack, kept.price
    else:
        blow = await plans.enhancements(world, blow, price)
    about = world.emit(Attacked(unit, blow.target, action.verb, (facts(world, blow).value,), "AURA-ATK-1"))

    before = span(world, blow.target, strikes.target_conditions(world, blow))
    lift(world, unit, "defending", "AURA-ATK-14")
    gone = not blow.swift and await declared(
        world, unit, price, about, part, targets=(blow.target,), melee=True, attack=blow
    )
    if not gone:
        await _blow(world, blow, price, about, known)
    end_span(world, blow.target, before)


async def _blow(world: World, blow: Blow, price: Price, about: Event, known: Facts | None) -> None:
    """After W1: follow a target that stepped away, roll, step on; a target out of reach costs one Energy (INC-4).

    With `known` it happens together with the action that it answers, whatever that has done (INIT-4, by setting).
    """
    used = 0
    if out(world, blow.user):
        settle_up(world, blow.user, Price(1), "AURA-INC-2")
        return
    if known is None and not blow.swift:
        before, price = price, targets.blow_price(world, blow.user, blow.target, blow.item)
        if await _too_dear(world, blow, before, price, about):
            return
    if known is None and not still(world, blow):
        used = await _follow(world, blow, price.energy)
    elif known is None and not blow.swift:
        used = await _better_place(world, blow, price.energy)
    afford = blow if known is not None else plans.afforded(world, blow, price) if still(world, blow) else None
    if afford is None:
        settle_up(world, blow.user, Price(max(1, used)), "AURA-INC-4")
        world.emit(Used(blow.user, "breaks_off", "free", rule="AURA-INC-4"))
        return
    blow = afford
    if world.find(blow.target, Position) is None or world.find(blow.user, Position) is None:
        settle_up(world, blow.user, Price(1), "AURA-INC-2")
        return
    attend(world, blow.user, blow.target)
    known = known or facts(world, blow)
    hit = await strikes.resolve(world, blow, known)
    targets.bar(world, blow.user, blow.target, price.energy)
    await carry_on(world, blow, known, hit, about)

    await _attacked(world, blow, price, "AURA-ATK-1", (1 if blow.swift else price.energy) - used)


async def _attacked(world: World, made: Blow | Shot, price: Price, rule: str, uses: int) -> None:
    settle_up(world, made.user, price, rule)
    if made.swift:
        set_spent(world, made.user, swift=True)
    set_beat(world, struck=(*beat(world).struck, made.target))
    await agile(world, made.user, uses)


async def carry_on(world: World, blow: Blow, known: Facts, hit: Hit, about: Event | None) -> None:
    """What a maneuver does, if it has hit."""
    if hit.hit and blow.maneuver == "shield":
        await strikes.strike_shield(world, blow, known, hit.face)
    elif hit.hit and blow.maneuver:
        await finish(world, blow, known, hit, about)


async def _too_dear(world: World, blow: Blow, before: Price, price: Price, about: Event) -> bool:
    """AURA-ATK-12: asked again where the target has begun to defend itself, and a whole attack is needed."""
    if price.energy <= before.energy or not still(world, blow) or not renew(world, blow.user, price):
        return False
    return await withdraws(world, blow.user, about, Doubted(price, True, blow), "AURA-ATK-12")


async def finish(world: World, blow: Blow, known: Facts, hit: Hit, about: Event | None, metres: int = 1) -> bool:
    """What a maneuver that hit does; forced steps cross reaches (AURA-SWIFT-5), if it is `about` something."""
    if await strikes.also_harm(world, blow, known, hit):
        await strikes.deal(world, blow, known, hit.face, critical=hit.critical)
        if world.find(blow.target, Position) is None:
            return True
    evaded = not hit.critical and not known.auto
    opens = None if about is None else _forced(world, about)
    return await carry_out(world, blow, known, evaded=evaded, metres=metres, leaving=opens)


def _forced(world: World, about: Event) -> Leaving:
    async def forced(unit: int, there: int) -> None:
        await leaving(world, unit, there, about, forced=True)

    return forced


def still(world: World, blow: Blow) -> bool:
    """AURA-FLOOR-8: whether a blow can still be rolled: target there, in reach, in sight, and the striker free."""
    if world.find(blow.target, Position) is None or out(world, blow.user) or not in_hand(world, blow.user, blow.item):
        return False
    held = any(holds(world, blow.user, name) for name in ("restrained", "restraining", "bound"))
    near = reaches(world, blow.user, blow.target, blow.item) and sees(world, blow.user, blow.target)
    if blow.maneuver in MANEUVERS and targets.maneuver_reasons(world, blow.user, blow.target, blow.item, blow.maneuver):
        return False
    swift_ok = not blow.swift or targets.open_to_swift(world, blow.user, blow.target)
    return conscious(world, blow.user) and near and swift_ok and not held


async def _follow(world: World, blow: Blow, uses: int) -> int:
    """AURA-INC-4: Agile Moves after a target that has stepped away."""
    for made in range(uses):
        gone = world.find(blow.target, Position) is None or out(world, blow.user)
        if gone or not in_hand(world, blow.user, blow.item) or still(world, blow):
            return made
        if not await agile(world, blow.user, 1):
            return made
    return uses


async def _better_place(world: World, blow: Blow, uses: int) -> int:
    """AURA-MOVE-9: Agile Moves before the roll, offered where they help (AURA-HOUSE-22)."""
    made = 0
    while made < uses and (cells := _better_cells(world, blow)) and await agile(world, blow.user, 1, cells=cells):
        made += 1
    return made


def _better_cells(world: World, blow: Blow) -> list[int]:
    """Steps from which the blow still reaches: out of being too close, or behind the target; any, by standing order."""
    if out(world, blow.user) or unaffordable(world, blow.user, Price(0, 0, 1)):  # the last step led into a fire
        return []
    there, reach = cells_of(world, blow.target), reach_of(world, blow.user, blow.item)
    grid, size, close = board_of(world).grid, shape_of(world, blow.user), not weapon(world, blow.item).versatile
    now = grid.distance_sets(cells_of(world, blow.user), there, "chebyshev")
    close = close and blow.item != "unarmed" and now < reach
    every, unseen = world.get(blow.user, Orders).agile == "ask", _back(world, blow)
    if not (close or every or unseen):
        return []
    found = []
    for cell in agile_cells(world, blow.user):
        filled = grid.footprint(cell, size)
        metres = grid.distance_sets(filled, there, "chebyshev")
        if metres <= reach and (every or (close and metres > now) or (filled & unseen and not filled & ~unseen)):
            found.append(cell)
    return found


def _back(world: World, blow: Blow) -> CellSet:
    """AURA-FACE-3 and 6: what lies behind the target, if it faces the striker now and will not turn after it."""
    watch = world.get(blow.target, Watch)
    turns = not watch.fixed and watch.focus in (None, blow.user)
    if turns or helpless(world, blow.target) or blow.maneuver in ("disarm", "shield"):
        return 0
    front = faced_cells(world, blow.target)
    return board_of(world).grid.everywhere & ~front if front & cells_of(world, blow.user) else 0


async def shoot(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-RNG-15."""
    kept, shot = world.find(unit, Answer), plans.planned_shot(world, unit, action)
    known = kept.known if kept is not None and isinstance(kept.known, Aim) else None
    target, price = shot.target, attack_price(world, shot)
    forget_heading(world, unit)
    attend(world, unit, target)
    if kept is not None and isinstance(kept.attack, Shot):
        shot = kept.attack
    else:
        shot = await plans.enhancements(world, shot, price)
    miss = (known or aim(world, shot)).miss
    about = world.emit(Attacked(unit, target, action.verb, (miss,), "AURA-RNG-1", ranged=True))
    lift(world, unit, "defending", "AURA-ATK-14")
    if not shot.swift and await declared(world, unit, price, about, part, targets=(target,), attack=shot):
        return
    used = 0
    if known is None and not shot.swift and world.get(unit, Orders).agile == "ask":  # before the roll
        used = await agile(world, unit, price.energy)
    gone = world.find(target, Position) is None or out(world, unit)
    if not gone and known is None:
        afford = None if shot_reasons_left(world, shot) else plans.afforded(world, shot, price)
        gone, shot = afford is None, afford or shot
    if gone:
        settle_up(world, unit, Price(max(1, used)), "AURA-INC-2")
        return
    attend(world, unit, target)
    await loose(world, shot, known or aim(world, shot))
    targets.bar(world, unit, target, price.energy)
    await _attacked(world, shot, price, "AURA-RNG-1", price.energy - used)


def shot_reasons_left(world: World, shot: Shot) -> bool:
    """Whether a shot that was declared cannot be made any more."""
    empty = not shot.thrown and not is_loaded(world, shot.user, shot.item)  # AURA-ACT-1: the loaded one was struck away
    if empty or not in_hand(world, shot.user, shot.item) or holds(world, shot.user, "restrained"):
        return True
    found = targets.shot_reasons(world, shot.user, shot.target, range_of(world, shot.user, shot.item)[2])
    return any(reason.key != "reason_barred" for reason in found)


def castable(world: World, spell: Cast) -> bool:
    """Whether a spell that was declared can still be cast at its target."""
    most = version(sheet_of(world).spells[spell.spell], gesture=spell.gesture).range[2]
    held = targets.casting_reasons(world, spell.user, spell.spell, gesture=spell.gesture)
    return not held and far(world, spell.user, spell.target) <= most and sees(world, spell.user, spell.target)


async def cast_spell(world: World, unit: int, action: Action, part: Part) -> None:
    """AURA-MAGIC-1 to 6."""
    spell = plans.planned_spell(unit, action)
    price, attacking = attack_price(world, spell), attacks(world, spell.spell)
    forget_heading(world, unit)
    if spell.target != unit:
        attend(world, unit, spell.target)
    about = world.emit(Used(unit, spell.spell, "action", (spell.target,), rule="AURA-MAGIC-2"))
    lift(world, unit, "defending", "AURA-MAGIC-1")
    against = (spell.target,) if team(world, spell.target) != team(world, unit) else ()
    if await declared(world, unit, price, about, part, targets=against, attack=spell):
        return
    kept = world.find(unit, Answer)
    gone = world.find(spell.target, Position) is None or out(world, unit)
    if gone or (kept is None and not (castable(world, spell) and renew(world, unit, price))):
        settle_up(world, unit, Price(1), "AURA-INC-2")
        return
    if spell.target != unit:
        attend(world, unit, spell.target)
    if attacking:
        targets.bar(world, unit, spell.target, price.energy)
    known = kept.known if kept is not None and isinstance(kept.known, Aim) else None
    await cast(world, spell, _forced(world, about), known)
    settle_up(world, unit, price, "AURA-MAGIC-2")
    if attacking:
        set_beat(world, struck=(*beat(world).struck, spell.target))
    await agile(world, unit, price.energy)
