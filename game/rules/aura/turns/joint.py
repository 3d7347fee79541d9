"""Several units of a side that begin to move in the same beat (AURA-FLOOR-14 and HOUSE-18)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.flow import Action, Option
from game.rules.aura.house import house
from game.rules.aura.state import beat
from game.rules.aura.turns.able import primary
from game.rules.aura.turns.acts import act_together
from game.rules.aura.turns.beat import set_beat
from game.rules.aura.verbs.plans import aimed_at
from game.rules.verbs import ask, invite, options

MOVES = ("run", "quick_run", "sprint", "shift", "shift_agile", "crawl")


async def together(world: World, side: int, units: list[int]) -> bool:
    """AURA-FLOOR-14: some of the side's units move in the same beat; whether any did."""
    chosen: dict[int, Action] = {}
    while len(chosen) < len(units):
        others = [Action("with", unit) for unit in units if unit not in chosen]
        option = await ask(world, side, "joint", [*others, Action("go" if chosen else "stay")])
        if option.role != "act":
            break
        unit, attacked = option.action.target, any(aimed_at(world, each) is not None for each in chosen.values())
        move = await invite(world, unit, "joint_move", _moves(world, unit, attacked=attacked))
        if move is not None:
            chosen[unit] = move.action
    if not chosen:
        set_beat(world, looked=(*beat(world).looked, side))
        return False
    await act_together(world, sorted(chosen.items()))
    return True


def _moves(world: World, unit: int, *, attacked: bool) -> list[Option]:
    """AURA-FLOOR-14: what one of several may do; attacks stay one for each beat."""
    if house(world).joint_actions != "any":
        return options(world, unit, "turn", *MOVES)
    verbs = primary(world)
    found = [option for option in options(world, unit, "turn") if option.verb in verbs]
    return [option for option in found if not attacked or aimed_at(world, option.action) is None]
