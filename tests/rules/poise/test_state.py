"""What a roster entry's state may say of pools: a case puts its amounts in afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from game.kernel.components import Conditions, Pools
from game.map.roster import Entry
from game.rules.poise.muster import outfit
from game.rules.poise.sheet import PoiseSheet
from game.rules.ruleset import find_ruleset


def part(kind: type[Any], **state: Any) -> Any:
    """One component of a footman whose state says that."""
    rules: Any = find_ruleset("poise")
    sheet: PoiseSheet = rules.sheet
    return next(each for each in outfit(sheet, "footman", Entry(unit="footman", state=state)) if type(each) is kind)


def test_an_empty_pool_has_its_condition_from_the_start() -> None:
    found = part(Conditions, poise=0, focus=0)
    assert [item.name for item in found.items] == ["reeling", "confused"]
    assert part(Pools, poise=0).now == (0, 20, 15)
    assert part(Conditions, poise=0, suffers=["reeling"]).items == part(Conditions, poise=0).items


def test_momentum_kept_for_after_a_ride_may_be_nothing() -> None:
    assert part(Conditions, momentum=0, mounted_on="Horse").items == ()
    assert [item.name for item in part(Conditions, momentum=0).items] == ["knocked_down"]


@pytest.mark.parametrize("state", [{"poise": -1}, {"poise": 0, "momentum": 0, "focus": 0}, {"stress": -1}])
def test_pools_below_nothing_are_refused(state: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="Footman: state"):
        part(Pools, **state)


def test_defense_of_minions() -> None:
    assert part(Pools, tier="minion").now == part(Pools, tier="minion").base == (8,)
    assert part(Pools, tier="minion", defense=5).now == (5,)
    assert part(Pools, defense=5).now == (20, 20, 15)


def test_pools_are_what_the_state_says_and_afflictions_lower_bases() -> None:
    pools = part(Pools, poise=3, afflictions=["shaken", "bruised"])
    assert (pools.now, pools.base) == ((3, 15, 10), (20, 15, 10))
