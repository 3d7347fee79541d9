"""Spells, each with the version that needs a free hand (AURA-MAGIC-3 to 6)."""

from __future__ import annotations

from functools import partial

from game.kernel.components import Pools
from game.kernel.ecs import World
from game.kernel.flow import Action
from game.rules.aura.budget import Price, purses
from game.rules.aura.position.sight import sees
from game.rules.aura.position.space import far, foes
from game.rules.aura.screen import preview as previews
from game.rules.aura.sheet.entries import Spell
from game.rules.aura.sheet.load import AuraSheet
from game.rules.aura.state import Body
from game.rules.aura.verbs.attack import gain
from game.rules.aura.verbs.deeds import Deed
from game.rules.aura.verbs.fights import cast_spell
from game.rules.aura.verbs.shots import version
from game.rules.aura.verbs.targets import barred, casting_reasons
from game.rules.reasons import Reason
from game.rules.verbs import Verb
from game.systems.field import bodies, team


def bolts(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-MAGIC-3: spells that attack, those by gesture after the others."""
    found = {key: spell for key, spell in sheet.spells.items() if not spell.mends}
    bare = (_spell(key, spell, gesture=False) for key, spell in found.items())
    return (*bare, *(_spell(key, spell, gesture=True) for key, spell in found.items() if spell.gesture is not None))


def mending(sheet: AuraSheet) -> tuple[Deed, ...]:
    """AURA-MAGIC-4: spells that give Aura back."""
    return tuple(_spell(key, spell, gesture=False) for key, spell in sheet.spells.items() if spell.mends)


def _spell(key: str, spell: Spell, *, gesture: bool) -> Deed:
    name, found = f"{key}_gesture" if gesture else key, version(spell, gesture=gesture)
    how = ("spell", "gesture") if gesture else ("spell",)
    lacking = Reason("reason_no_surge", "AURA-MAGIC-4") if spell.mends else Reason("reason_range", "AURA-RNG-11")

    def fits(world: World, unit: int, target: int) -> bool:
        pools = world.get(target, Pools)
        if spell.mends and (not pools["surges"] or pools["aura"] >= pools.base_of("aura")):
            return False
        near = far(world, unit, target) <= found.range[2] and sees(world, unit, target)
        return near and (spell.mends or not barred(world, unit, target))

    def actions(world: World, unit: int) -> list[Action]:
        friends = (other for other in bodies(world) if team(world, other) == team(world, unit))
        targets = friends if spell.mends else foes(world, unit)
        return [Action(name, target, what=key, how=how) for target in targets if fits(world, unit, target)]

    verb = Verb(
        name=name, rule=spell.rule, group="help" if spell.mends else "magic", key=("unit",),
        has=lambda world, unit: any(name == key for name, _ in world.get(unit, Body).spells),
        reasons=partial(casting_reasons, spell=key, gesture=gesture), actions=actions, short=lacking,
        price=purses(Price(found.energy, found.stamina)), pays=False, preview=previews.spell,
        promise=None if spell.mends else gain,
    )  # fmt: skip
    return Deed(verb, cast_spell)
