"""Whether some enemy is near: mostly somebody else has moved since that was last found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from game.kernel.components import FIELD, Carried
from game.kernel.ecs import Kinds, World
from game.rules.vitality.state import conscious_enemies, is_thing

Near: TypeAlias = "Callable[[World, int, int], bool]"


def anybody_near(world: World, unit: int, near: Near, kinds: Kinds) -> bool:
    """Whether `near(world, unit, enemy)` holds for any conscious enemy.

    Of these kinds of components it looks at those of the two alone, at the field's, and at things as what covers them.
    """
    return world.renew(("near", near, unit), _somebody, _somebody_since, kinds, unit, near) is not None


def _somebody(world: World, unit: int, near: Near) -> int | None:
    """The first of them."""
    return next((foe for foe in conscious_enemies(world, unit) if near(world, unit, foe)), None)


def _somebody_since(world: World, before: int | None, entities: frozenset[int], unit: int, near: Near) -> int | None:
    concerned = unit in entities or before in entities or FIELD in entities or world.each(Carried)
    if concerned or any(is_thing(world, entity) for entity in entities):
        return _somebody(world, unit, near)
    foes = conscious_enemies(world, unit)
    return next((foe for foe in foes if foe == before or (foe in entities and near(world, unit, foe))), None)
