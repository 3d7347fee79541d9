"""The kinds of ground that can be generated, and the numbers that each takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from game.edit.generators import built, wild
from game.edit.generators.plot import Plot
from game.edit.knowledge import knowledge
from game.map.notes import Recipe


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
    wall: bool = False

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Its parameters, from the sheet."""
        found = knowledge().numbers[self.name]
        return tuple(Number(name, each.title, each.usual, each.low, each.high) for name, each in found.items())


GENERATORS = (
    Generator("open", "Open field", wild.open_field),
    Generator("forest", "Forest", wild.forest),
    Generator("cave", "Cave", wild.cave, wall=True),
    Generator("rooms", "Rooms and corridors", built.rooms, wall=True),
    Generator("village", "Village", built.village),
    Generator("ruins", "Ruins", built.ruins),
    Generator("river", "River with bridges", wild.river),
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
