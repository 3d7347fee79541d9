"""What a unit may change between two skirmishes: Combat Styles and draw weights (AURA-REST-13 and 14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.kernel.components import FIELD, changed
from game.kernel.ecs import World
from game.rules.aura.gear import bows, draw_rows
from game.rules.aura.sheet.entries import Style
from game.rules.aura.sheet.load import sheet_of
from game.rules.aura.state import Body, Camp
from game.rules.outfits import Slot, filled

NONE = ""
LEVELS = 3  # of training for each style (AURA-MPL-6)
MOST = 2
DRAW = "draw_"


def slots(world: World, unit: int) -> tuple[Slot, ...]:
    """What may be chosen after the rest that has been."""
    camp = world.find(FIELD, Camp)
    how = camp.how if camp is not None else ""
    styles = _styles(world, unit) if how == "long_rest" else ()
    return (*styles, *_bows(world, unit)) if how in ("short_rest", "long_rest") else ()


def _styles(world: World, unit: int) -> tuple[Slot, ...]:
    """AURA-MPL-6 and REST-13: one style from training 3 on and a second one from 6, chosen anew after a night."""
    body, titles = world.get(unit, Body), sheet_of(world).titles
    room = min(MOST, max(0, body.mpl) // LEVELS)
    choices = [(NONE, titles["no_style"]), *((key, _told(style)) for key, style in sheet_of(world).styles.items())]
    now = (*body.styles, *[NONE] * room)[:room]
    return tuple(
        Slot(f"style_{number}", f"{titles['slot_style']} {number}", key, tuple(choices))
        for number, key in enumerate(now, start=1)
    )


def _told(style: Style) -> str:
    fields = ("evasion", "melee_av", "accuracy", "agility", "exposing", "precise", "masab", "masdb", "ar")
    parts = [f"{name.replace('_', ' ')} {value:+d}" for name in fields if (value := getattr(style, name))]
    return f"{style.title} ({', '.join(parts)})"


def _bows(world: World, unit: int) -> tuple[Slot, ...]:
    """AURA-REST-14 and HOUSE-33: how strong the bows are, if half an hour was there to work on them."""
    titles = sheet_of(world).titles
    return tuple(
        Slot(f"{DRAW}{item}", titles[item], str(kilos), tuple(_pulls(world, unit, item)))
        for item, kilos in bows(world, unit).items()
    )


def _pulls(world: World, unit: int, item: str) -> Iterator[tuple[str, str]]:
    """Every draw weight that a unit may choose for a weapon, with what it changes."""
    titles = sheet_of(world).titles
    for row in draw_rows(world, unit, item):
        changes = [f"{titles['draw_range']} {'/'.join(f'{metres:+d}' for metres in row.range)}"]
        changes += [f"{titles['draw_damage']} {row.damage:+d}"] if row.damage else []
        yield str(row.kg), f"{row.kg} {titles['kilograms']} ({', '.join(changes)})"


def refit(world: World, unit: int, chosen: Mapping[str, str]) -> None:
    """AURA-REST-13 and 14: other styles and draw weights by slot; ValueError says why not."""
    places = filled(slots(world, unit), chosen)
    bows = {key.removeprefix(DRAW): int(kilos) for key, kilos in places.items() if key.startswith(DRAW)}
    styles = tuple(key for place, key in places.items() if key and not place.startswith(DRAW))
    if len(set(styles)) < len(styles):
        raise ValueError("a style counts only once (AURA-MPL-6)")
    body = world.get(unit, Body)
    trained = {"styles": styles} if world.get(FIELD, Camp).how == "long_rest" else {}
    train(world, unit, draws=tuple({**dict(body.draws), **bows}.items()), **trained)


def train(world: World, unit: int, **fields: object) -> None:
    """Other styles, other draw weights."""
    world.put(unit, changed(world.get(unit, Body), **fields))
