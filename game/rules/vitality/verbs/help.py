"""Stabilizing, and commanding what one has summoned."""

from __future__ import annotations

from collections.abc import Iterator

from game.kernel.ecs import World
from game.kernel.events import Used
from game.kernel.flow import Action
from game.rules.offering import Reason
from game.rules.vitality.checks.rolls import check
from game.rules.vitality.position.sight import stand_beside
from game.rules.vitality.position.who import beings, living, summons
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of
from game.rules.vitality.verbs.deed import Deed
from game.rules.vitality.verbs.guard import stance
from game.systems.conditions import holds, lift


def stabilizing(sheet: VitalitySheet) -> Deed:
    """VITALITY-ACT-9."""
    return Deed(
        name="stabilize", rule="VITALITY-ACT-9", group="help", key=("unit",),
        price=(("ap", sheet.numbers.stabilize_ap),), reasons=_nobody, actions=_bleeding,
        perform=_stabilize, preview=previews.stabilize, held=_bleeding_later,
    )  # fmt: skip


def commanding(sheet: VitalitySheet) -> Deed:
    """VITALITY-ACT-32."""
    rule, ap = "VITALITY-ACT-32", sheet.numbers.command_ap
    return stance("command", rule, ap, "commanding", group="help", reasons=_nothing_to_command, kept=_summons)


def _near(world: World, unit: int, others: list[int]) -> list[int]:
    return [o for o in others if holds(world, o, "bleeding") and (o == unit or stand_beside(world, unit, o))]


def _nobody(world: World, unit: int) -> list[Reason]:
    near = _near(world, unit, living(world))
    return [] if near else [Reason("reason_nobody_bleeds", "VITALITY-ACT-9")]


def _bleeding(world: World, unit: int) -> Iterator[Action]:
    return (Action("stabilize", other) for other in _near(world, unit, living(world)))


def _bleeding_later(world: World, unit: int) -> Iterator[Action]:
    return (Action("stabilize", other) for other in _near(world, unit, beings(world)))


async def _stabilize(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-9: First Aid against 8."""
    world.emit(Used(unit, "stabilize", "action", (action.target,), rule="VITALITY-ACT-9"))
    passed, _, _ = await check(world, unit, "first_aid", numbers_of(world).stabilize_vs, "VITALITY-ACT-9")
    if passed:
        lift(world, action.target, "bleeding", "VITALITY-ACT-9")


def _nothing_to_command(world: World, unit: int) -> list[Reason]:
    already = [Reason("reason_already", "VITALITY-ACT-32")] if holds(world, unit, "commanding") else []
    return [*already, *([] if summons(world, unit) else [Reason("reason_no_summons", "VITALITY-ACT-32")])]


def _summons(world: World, unit: int) -> tuple[str, ...]:
    return ("",) if summons(world, unit) else ()
