"""How many presses the common things take: two, by keys three to walk and attack (to the foe, the plan, the deed)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.data import paths
from game.rules.registry import SHIPPED
from tests.inputs import THINGS, presses

MOST = {("keys", "walk and attack"): 3}


@pytest.mark.nightly
@pytest.mark.parametrize("device", ["keys", "mouse"])
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_common_things_take_few_presses(
    ruleset: str, device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("user_data", "user_config"):
        monkeypatch.setattr(paths, name, lambda: tmp_path)
    found = {thing: presses(ruleset, device, thing) for thing in THINGS}
    print(ruleset, device, found)
    assert found["end the turn"]
    assert found["attack a neighbour"]
    assert all((count or 0) <= MOST.get((device, thing), 2) for thing, count in found.items()), found
