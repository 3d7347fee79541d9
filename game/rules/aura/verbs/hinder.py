"""Combat Maneuvers, and breaking free of a hold."""

from __future__ import annotations

from game.grid.grid import CellSet
from game.kernel.ecs import World
from game.kernel.events import Blocked
from game.kernel.flow import Action
from game.rules.asking import ask
from game.rules.aura.budget import Price, purses
from game.rules.aura.checks.contests import ESCAPING, HOLDING
from game.rules.aura.checks.powers import fortitude
from game.rules.aura.checks.rolls import check, explode, fortitude_net
from game.rules.aura.gear import melee_weapons
from game.rules.aura.harm.conditions import lift
from game.rules.aura.harm.dying import holders_of, let_go
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import distance, foes
from game.rules.aura.screen import midway as shown
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.load import AuraSheet, sheet_of
from game.rules.aura.state import PLACED, beat, helpless, spent
from game.rules.aura.verbs.attack import blow
from game.rules.aura.verbs.deeds import Deed, plain
from game.rules.aura.verbs.details import detail
from game.rules.aura.verbs.journeys import charge, charge_price, way_charge
from game.rules.aura.verbs.targets import (
    barred,
    beside,
    bound,
    cannot_attack,
    charge_goals,
    maneuver_reasons,
    run_reasons,
)
from game.rules.reasons import Reason
from game.rules.verbs import Question, Verb
from game.systems.conditions import holds


def maneuvers() -> tuple[Deed, ...]:
    """AURA-MAN-6 to 21, but those without a weapon of Trip and Disarm."""
    return (
        blow("trip", "AURA-MAN-6", "trip", group="hinder", has=melee_weapons),
        blow("push", "AURA-MAN-18", "push", "unarmed", group="hinder"),
        blow("restrain", "AURA-MAN-12", "restrain", "unarmed", group="hinder"),
        blow("disarm", "AURA-MAN-9", "disarm", group="hinder", has=melee_weapons),
        _charge(),
        blow("trip_unarmed", "AURA-MAN-6", "trip", "unarmed", group="hinder"),
        blow("disarm_unarmed", "AURA-MAN-9", "disarm", "unarmed", group="hinder"),
    )


def _charge() -> Deed:
    """AURA-MAN-20: a Sprint that began far enough away, and a Push at its end."""

    def charges(world: World, unit: int) -> list[Action]:
        goals = charge_goals(world, unit)
        return [Action("charge", foe, how=("charge",)) for foe in foes(world, unit) if _aimed(world, unit, foe, goals)]

    verb = Verb(
        name="charge", rule="AURA-MAN-20", group="hinder", key=("unit",), actions=charges,
        reasons=lambda world, unit: [*cannot_attack(world, unit), *run_reasons(world, unit)],
        short=Reason("reason_no_run_up", "AURA-MAN-20"), sifts=True, pays=False, preview=previews.charge, memo=_run_up,
        alike=lambda world, unit: purses(charge_price(world)),
    )  # fmt: skip
    return Deed(verb, charge, moves=True, way=way_charge)


def _run_up(world: World, unit: int) -> tuple[object, frozenset[type]]:
    """What its way depends on, and at whom it may be."""
    return (spent(world, unit).heading, beat(world).barred), PLACED


def _aimed(world: World, unit: int, target: int, goals: CellSet) -> bool:
    far = distance(world, unit, target) >= sheet_of(world).main.numbers.charge
    if not far or helpless(world, target) or barred(world, unit, target):
        return False
    pushes = not maneuver_reasons(world, unit, target, "unarmed", "push")
    return pushes and bool(beside(world, unit, target) & goals) and sees(world, unit, target)


def escaping(sheet: AuraSheet) -> Deed:
    """AURA-MAN-17."""
    price, free = Price(sheet.main.costs.escape), Reason("reason_not_restrained", "AURA-MAN-17")
    verb = Verb(
        name="escape", rule="AURA-MAN-17", group="hinder", price=purses(price), pays=False, preview=shown.escape,
        reasons=lambda world, unit: [*bound(world, unit), *([] if holds(world, unit, "restrained") else [free])],
    )  # fmt: skip
    return Deed(verb, plain("AURA-MAN-17", price, _escape))


async def _escape(world: World, unit: int, action: Action) -> None:
    """AURA-MAN-17: the escaper's roll against the holder's; ties free it. Without a holder a number is to be met."""
    mine, holders = await _contest(world, unit, "escape_by"), holders_of(world, unit)
    if not holders and mine >= sheet_of(world).main.numbers.escape:
        lift(world, unit, "restrained", "AURA-MAN-17")
    elif holders and mine >= await _contest(world, holders[0], "hold_by"):
        let_go(world, holders[0], "AURA-MAN-17")
    else:
        world.emit(Blocked(unit, "escape", "AURA-MAN-17"))


async def _contest(world: World, unit: int, question: str) -> int:
    option = await ask(world, unit, question)
    if option.action.what:
        return (await check(world, unit, option.action.what, "AURA-MAN-17"))[0]
    net, guard = fortitude_net(world, unit), fortitude(world, unit)
    return await explode(world, unit, "fortitude_roll", 10, net, guard, "AURA-MAN-17")


def contests() -> tuple[Question, ...]:
    """AURA-MAN-17: by what one breaks free, and by what one holds."""

    def by(name: str) -> Verb:
        only = (Action(name, what="" if name == "fortitude" else name),)  # Fortitude is no check of a skill
        return Verb(name=name, rule="AURA-MAN-17", group="hinder", actions=lambda world, unit: only)

    return (
        detail("escape_by", "AURA-MAN-17", *map(by, ESCAPING), preview=shown.escape_by),
        detail("hold_by", "AURA-MAN-17", *map(by, HOLDING), moment="reaction", preview=shown.hold_by),
    )
