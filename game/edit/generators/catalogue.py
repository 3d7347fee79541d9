"""The kinds of ground that can be generated, and the numbers that each takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from game.edit.generators import built, wild
from game.edit.generators.plot import Plot
from game.map_notes import Recipe


class Number(Struct, frozen=True):
    """A parameter of a generator, with its bounds."""

    name: str
    title: str
    default: int
    low: int
    high: int


class Generator(Struct, frozen=True):
    """One kind of ground. `wall` tells that solid rock is between its parts, which may swallow what is cut off."""

    name: str
    title: str
    draw: Callable[[Plot, Mapping[str, int]], None]
    numbers: tuple[Number, ...]
    wall: bool = False


_THINGS = Number("things", "Furniture, %", 8, 0, 40)
_TREES = Number("trees", "Trees, %", 4, 0, 40)

GENERATORS = (
    Generator(
        "open",
        "Open field",
        wild.open_field,
        (
            Number("patches", "Patches in 1,000 cells", 12, 0, 60),
            Number("hills", "Hills", 2, 0, 12),
            _TREES,
            Number("stones", "Stones, %", 1, 0, 20),
        ),
    ),
    Generator(
        "forest",
        "Forest",
        wild.forest,
        (
            Number("density", "Density, %", 48, 10, 80),
            Number("clearings", "Clearings", 3, 0, 20),
            Number("paths", "Paths", 1, 0, 5),
        ),
    ),
    Generator(
        "cave",
        "Cave",
        wild.cave,
        (
            Number("rock", "Rock, %", 42, 20, 60),
            Number("pools", "Pools", 2, 0, 12),
            Number("litter", "Fallen stones, %", 4, 0, 30),
        ),
        wall=True,
    ),
    Generator(
        "rooms",
        "Rooms and corridors",
        built.rooms,
        (
            Number("rooms", "Rooms", 8, 1, 60),
            Number("size", "Widest room", 6, 3, 14),
            Number("loops", "More corridors", 2, 0, 20),
            Number("doors", "Shut doors, %", 70, 0, 100),
            _THINGS,
        ),
        wall=True,
    ),
    Generator(
        "village",
        "Village",
        built.village,
        (
            Number("houses", "Houses", 6, 0, 40),
            Number("fields", "Fields", 2, 0, 20),
            Number("size", "Widest house", 5, 3, 10),
            Number("windows", "Windows, %", 20, 0, 60),
            _THINGS,
        ),
    ),
    Generator(
        "ruins",
        "Ruins",
        built.ruins,
        (
            Number("buildings", "Buildings", 5, 0, 40),
            Number("size", "Widest building", 7, 4, 14),
            Number("decay", "Decay, %", 45, 0, 100),
            _THINGS,
        ),
    ),
    Generator(
        "river",
        "River with bridges",
        wild.river,
        (
            Number("width", "Width", 2, 1, 6),
            Number("bends", "Bends, %", 50, 0, 100),
            Number("bridges", "Bridges", 2, 0, 6),
            Number("fords", "Fords", 1, 0, 4),
            _TREES,
        ),
    ),
)


def find_generator(name: str) -> Generator:
    """The generator of that name; LookupError names those there are."""
    for generator in GENERATORS:
        if generator.name == name:
            return generator
    raise LookupError(f"there is no generator {name!r}; there are: {', '.join(each.name for each in GENERATORS)}")


def numbers_of(generator: Generator, recipe: Recipe) -> dict[str, int]:
    """All parameters, those of the recipe brought within their bounds; ValueError for an unknown one or no number."""
    found = {number.name: number.default for number in generator.numbers}
    for name, value in recipe.parameters.items():
        number = next((each for each in generator.numbers if each.name == name), None)
        if number is None or not isinstance(value, int):
            raise ValueError(f"{generator.name}: {name} = {value!r} is none of: {', '.join(found)}")
        found[name] = max(number.low, min(number.high, value))
    return found
