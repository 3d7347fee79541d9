"""Several units of a side that begin to move in the same beat (AURA-FLOOR-14 and HOUSE-18)."""

from __future__ import annotations

from game.kernel.ecs import World
from game.kernel.flow import Option, decide
from game.rules.aura.acts import act_together, aimed_at
from game.rules.aura.offers import offers, walks
from game.rules.aura.sheet import house
from game.rules.aura.state import beat, mark


async def together(world: World, side: int, units: list[int]) -> bool:
    """AURA-FLOOR-14: some of the side's units move in the same beat; whether any did."""
    chosen: dict[int, str] = {}
    while len(chosen) < len(units):
        options = [Option(f"with {unit}", unit=unit, rule="AURA-HOUSE-18") for unit in units if unit not in chosen]
        options.append(Option("go" if chosen else "stay", rule="AURA-HOUSE-18"))
        verb, _, rest = (await decide(side, "joint", options, rule="AURA-FLOOR-14")).partition(" ")
        if verb != "with":
            break
        attacked = any(aimed_at(world, key) is not None for key in chosen.values())
        options = _options(world, int(rest), attacked=attacked)
        key = await decide(int(rest), "joint_move", options, rule="AURA-FLOOR-14")
        if key != "stay":
            chosen[int(rest)] = key
    if not chosen:
        mark(world, looked=(*beat(world).looked, side))
        return False
    await act_together(world, sorted(chosen.items()))
    return True


def _options(world: World, unit: int, *, attacked: bool) -> list[Option]:
    """AURA-FLOOR-14: what one of several may do; attacks stay one for each beat."""
    verbs = ("run", "quick_run", "sprint", "shift", "shift_agile", "crawl")
    if house(world).joint_actions == "any":
        options = [option for offer in offers(world, unit) for option in offer.options]
        options = [option for option in options if not attacked or aimed_at(world, option.key) is None]
    else:
        options = [option for verb, found in walks(world, unit) if verb in verbs for option in found[0]]
    return [*options, Option("stay", rule="AURA-FLOOR-14")]
