"""Stabilizing, and commanding what one has summoned."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.reasons import Reason
from game.rules.verbs import at_units, unless
from game.rules.vitality.checks.rolls import check
from game.rules.vitality.position.sight import stand_beside
from game.rules.vitality.screen import preview as previews
from game.rules.vitality.sheet import VitalitySheet, numbers_of
from game.rules.vitality.state import beings, living, summons
from game.rules.vitality.verbs.guard import stance
from game.rules.vitality.verbs.hold import Deed, only_if
from game.systems.conditions import holds, lift


def stabilizing(sheet: VitalitySheet) -> Deed:
    """VITALITY-ACT-9."""
    rule = "VITALITY-ACT-9"

    def near(world: World, unit: int, others: list[int]) -> list[int]:
        return [o for o in others if holds(world, o, "bleeding") and (o == unit or stand_beside(world, unit, o))]

    def bleeding(world: World, unit: int) -> list[int]:
        return near(world, unit, living(world))

    return Deed(
        name="stabilize", rule=rule, group="help", key=("unit",), price=(("ap", sheet.numbers.stabilize_ap),),
        tells=True, reasons=unless(bleeding, "reason_nobody_bleeds", rule), actions=at_units("stabilize", bleeding),
        perform=_stabilize, preview=previews.stabilize,
        held=at_units("stabilize", lambda world, unit: near(world, unit, beings(world))),
    )  # fmt: skip


async def _stabilize(world: World, unit: int, action: Action) -> None:
    """VITALITY-ACT-9: First Aid against 8."""
    passed, _, _ = await check(world, unit, "first_aid", numbers_of(world).stabilize_vs, "VITALITY-ACT-9")
    if passed:
        lift(world, action.target, "bleeding", "VITALITY-ACT-9")


def commanding(sheet: VitalitySheet) -> Deed:
    """VITALITY-ACT-32."""

    def reasons(world: World, unit: int) -> list[Reason]:
        already = [Reason("reason_already", "VITALITY-ACT-32")] if holds(world, unit, "commanding") else []
        return [*already, *([] if summons(world, unit) else [Reason("reason_no_summons", "VITALITY-ACT-32")])]

    ap, kept = sheet.numbers.command_ap, only_if(summons)
    return stance("command", "VITALITY-ACT-32", ap, "commanding", group="help", reasons=reasons, kept=kept)
