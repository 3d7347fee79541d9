"""What a turn and a round allow, and what legends may defy: writes `Turn`, `Uses`, `Defiance`, `Excess`."""

from __future__ import annotations

from game.kernel.components import FIELD, Clock, Condition, Conditions, Down, changed
from game.kernel.ecs import World
from game.rules.poise.house import house
from game.rules.poise.state import Acted, Body, Defiance, Excess, Turn, Uses, fighters, in_gambit, master
from game.rules.reasons import Reason
from game.rules.verbs import Price
from game.systems.conditions import become, lift
from game.systems.field import standing, team

ACTION: Price = (("action", 1),)
MANEUVER: Price = (("maneuver", 1),)
SECOND: Price = (("second_maneuver", 1),)  # takes the action; nothing is priced so
REACTION: Price = (("reaction", 1),)  # as many as one can pay otherwise
PRICES: dict[str, Price] = {"action": ACTION, "maneuver": MANEUVER, "reaction": REACTION}  # by the type of a skill

_DEFEATED = [Reason("reason_defeated", "POISE-DEFEAT-3")]
_NO_ACTION = [Reason("reason_action_used", "POISE-ECON-1")]
_NO_MANEUVER = [Reason("reason_maneuver_used", "POISE-ECON-1")]


def turn(world: World) -> Turn:
    """The running turn."""
    return world.get(FIELD, Turn)


def short_of(world: World, unit: int, price: Price) -> list[Reason]:
    """POISE-ECON-1 and 6: one action, one maneuver; by a setting a second maneuver in place of the action."""
    if not price:
        return []
    if world.has(unit, Down):
        return _DEFEATED
    now = turn(world)
    if price is ACTION:
        return _NO_ACTION if now.action else []
    moved = price is MANEUVER and now.maneuver and (now.action or not house(world).allow_second_maneuver)
    return _NO_MANEUVER if moved else []


def takes(world: World, price: Price) -> Price:
    """POISE-ECON-6: what a price takes in the running turn."""
    return SECOND if price is MANEUVER and turn(world).maneuver else price


def pay(world: World, unit: int, price: Price) -> None:
    """Use up what a price names."""
    for purse, _ in price:
        use_up(world, purse)


def use_up(world: World, purse: str) -> bool:
    """Use up action or maneuver; whether it was a second maneuver in place of the action (POISE-ECON-6)."""
    replaces = purse == "maneuver" and turn(world).maneuver
    if purse == "action" or replaces:
        update_turn(world, action=True, sprint=0)
    elif purse == "maneuver":
        update_turn(world, maneuver=True, sprint=0)
    return replaces


def update_turn(world: World, **fields: object) -> None:
    """Something in the running turn is different: fields of `Turn`."""
    world.put(FIELD, changed(turn(world), **fields))


def aim_at(world: World, unit: int, target: int) -> None:
    """POISE-INIT-5: the action's targets, for whose turn is next."""
    now, target = turn(world), master(world, target)
    if world.get(FIELD, Clock).active == master(world, unit) != target:
        update_turn(world, targeted=(*now.targeted, target))


def has_hurt(world: World, source: int | None, unit: int, amount: int) -> None:
    """POISE-INIT-6: damage that the acting unit has done in its turn."""
    if source is not None and master(world, source) == world.get(FIELD, Clock).active:
        update_turn(world, damage=(*turn(world).damage, (master(world, unit), amount)))


def start_turn(world: World) -> None:
    """Nothing has been done yet."""
    world.put(FIELD, Turn())


def turns_left(world: World, unit: int) -> int:
    """POISE-LEG-1: turns that a unit may still take in this round."""
    return world.get(unit, Body).turns - world.get(FIELD, Acted).units.count(unit)


def candidates(world: World, actor: int) -> list[int]:
    """POISE-INIT-4 and LEG-1: who may be next; the same unit again only if nobody else is left."""
    acted = world.get(FIELD, Acted).units
    able = [unit for unit in fighters(world) if world.get(unit, Body).turns > acted.count(unit)]
    return [unit for unit in able if unit != actor] or able


def used_up(world: World, unit: int, skill: str) -> bool:
    """POISE-LEG-3: whether a skill has been used as often as it may be in a round."""
    limits = world.get(unit, Body).limits
    if not limits:
        return False
    limit, found = dict(limits).get(skill), world.find(unit, Uses)
    return limit is not None and found is not None and found.of(skill) >= limit


def count_use(world: World, unit: int, skill: str) -> None:
    """One use more of a limited skill."""
    if skill in dict(world.get(unit, Body).limits):
        found = world.find(unit, Uses) or Uses()
        world.put(unit, Uses(tuple(sorted({**dict(found.counts), skill: found.of(skill) + 1}.items()))))


def reset_uses(world: World) -> None:
    """POISE-INIT-9: a new round."""
    for unit, _ in world.each(Uses):
        world.drop(unit, Uses)


def shed(world: World, unit: int, before: Conditions) -> None:
    """POISE-COND-11 and LEG-4: the unit has used an action; what came with that very action stays. On a legendary
    creature temporary conditions also wait for the action of an ally of whoever put them there.
    """
    for item in before.items:
        if item.until == "action":
            lift(world, unit, item.name, "POISE-COND-11")
        elif item.until == "action ally":
            _wait_for(world, unit, item, "ally")
    waiting = [(other, each) for other, now in world.each(Conditions) for each in now.items if "ally" in each.until]
    for other, item in waiting:
        assert item.source is not None
        own = team(world, item.source)
        allies = [each for each in standing(world) if each != item.source and team(world, each) == own]
        if unit in allies or not allies:
            _wait_for(world, other, item, item.until.replace("ally", "").strip())


def _wait_for(world: World, unit: int, item: Condition, until: str) -> None:
    """The rest of what it waits for; with nothing left it ends."""
    if not until:
        lift(world, unit, item.name, "POISE-LEG-4")
        return
    items, later = world.get(unit, Conditions).items, changed(item, until=until)
    become(world, unit, tuple(later if each.name == item.name else each for each in items))


def may_defy(world: World, unit: int) -> bool:
    """POISE-LEG-5: whether a defeat of the unit would be its own to accept."""
    found = world.find(unit, Defiance)
    return found is not None and found.points > 0 and not world.has(unit, Down) and not in_gambit(world, unit)


def exceed(world: World, unit: int, amount: int, source: int | None) -> None:
    """POISE-LEG-6: more damage than its pools hold, which waits for its choice."""
    before = world.find(unit, Excess)
    world.put(unit, Excess(amount + (before.amount if before else 0), source))


def take_excess(world: World, unit: int) -> Excess | None:
    """What has waited, which ends with this."""
    found = world.find(unit, Excess)
    world.drop(unit, Excess)
    return found


def use_defiance(world: World, unit: int) -> None:
    """POISE-LEG-7: a point less."""
    world.put(unit, Defiance(world.get(unit, Defiance).points - 1))
