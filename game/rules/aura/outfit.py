"""What a unit may change between two skirmishes: after a night, its Combat Styles (AURA-REST-13)."""

from __future__ import annotations

from collections.abc import Mapping

from game.components import FIELD, changed
from game.ecs import World
from game.rules.aura.entries import Style
from game.rules.aura.sheet import sheet_of
from game.rules.aura.state import Body, Camp
from game.rules.outfits import filled
from game.rules.ruleset import Slot

NONE = ""
LEVELS = 3  # of training for each style (AURA-MPL-6)
MOST = 2


def slots(world: World, unit: int) -> tuple[Slot, ...]:
    """AURA-MPL-6 and REST-13: one style from training 3 on and a second one from 6, chosen anew after a night."""
    camp, body, titles = world.find(FIELD, Camp), world.get(unit, Body), sheet_of(world).titles
    if camp is None or camp.how != "long_rest":
        return ()
    room = min(MOST, max(0, body.mpl) // LEVELS)
    choices = [(NONE, titles["no_style"]), *((key, _told(style)) for key, style in sheet_of(world).styles.items())]
    now = (*body.styles, *[NONE] * room)[:room]
    return tuple(
        Slot(f"style_{number}", f"{titles['slot_style']} {number}", key, tuple(choices))
        for number, key in enumerate(now, start=1)
    )


def _told(style: Style) -> str:
    """A style with what it changes."""
    fields = ("evasion", "melee_av", "accuracy", "agility", "exposing", "precise", "masab", "masdb", "ar")
    parts = [f"{name.replace('_', ' ')} {value:+d}" for name in fields if (value := getattr(style, name))]
    return f"{style.title} ({', '.join(parts)})"


def refit(world: World, unit: int, chosen: Mapping[str, str]) -> None:
    """AURA-REST-13: other styles by slot; ValueError says why not."""
    styles = tuple(key for key in filled(slots(world, unit), chosen).values() if key)
    if len(set(styles)) < len(styles):
        raise ValueError("a style counts only once (AURA-MPL-6)")
    world.put(unit, changed(world.get(unit, Body), styles=styles))
