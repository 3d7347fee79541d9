"""What the options of one question promise and cost, and which of several is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from game.kernel.components import FIELD, Field, Unit
from game.kernel.ecs import World
from game.kernel.flow import Decision, Option
from game.rules.asking import promise
from game.rules.parting import Parting, Parts
from game.rules.ruleset import Preview, Ruleset
from game.rules.verbs import Price, price_of, table_of
from game.ui.battle import odds_line, option_groups

Previewing: TypeAlias = "Callable[[str], Preview | None]"


class Worths:
    """Each is found once; nothing is known where the rules have no table, or a side is asked."""

    def __init__(self, world: World, request: Decision | None, ruleset: Ruleset, preview: Previewing) -> None:
        self.world, self.request, self.ruleset, self._preview = world, request, ruleset, preview
        self.known = False
        if request is not None and world.get(FIELD, Field).table is not None:
            self.known = world.find(request.who, Unit) is not None
        self._places = {verb: at for at, verb in enumerate(ruleset.verbs)}
        self._hopes: dict[str, float | None] = {}
        self._prices: dict[str, Price] = {}
        self._daring: dict[str, bool] = {}

    def hope(self, option: Option) -> float | None:
        """What an option promises to gain; None where it promises nothing."""
        request = self.request
        if request is None or not self.known:
            return None
        if option.key not in self._hopes:
            self._hopes[option.key] = promise(self.world, request.who, request.question, option)
        return self._hopes[option.key]

    def price(self, option: Option) -> Price:
        """What an option costs as things stand."""
        request = self.request
        if request is None or not self.known:
            return ()
        if option.key not in self._prices:
            self._prices[option.key] = table_of(self.world).takes(self.world, self.listed(option))
        return self._prices[option.key]

    def listed(self, option: Option) -> Price:
        """What an option costs by its list, whatever of that stands in for what now."""
        request = self.request
        return price_of(self.world, request.who, request.question, option) if request is not None else ()

    def cost(self, option: Option) -> int:
        """The sum of what it takes."""
        return sum(amount for _, amount in self.price(option))

    def parting(self, option: Option) -> Parting | None:
        """What an option throws away; None for nothing."""
        request = self.request
        if request is None or not self.known or not isinstance(self.ruleset, Parts):
            return None
        return self.ruleset.parting(self.world, request.who, option.action)

    def disarms(self, option: Option) -> bool:
        """Whether an option throws the last weapon away: no promise says what that will cost."""
        found = self.parting(option)
        return found is not None and found.last

    def foretold(self, request: Decision, key: str) -> Preview:
        """What the rules tell of the option of that key, and what it throws away."""
        found = self.ruleset.preview(self.world, request, key)
        option = next((each for each in request.options if each.key == key), None)
        thrown = self.parting(option) if option is not None else None
        return (
            found if thrown is None else replace(found, notes=(*found.notes, odds_line.parting(self.ruleset, thrown)))
        )

    def dares(self, option: Option) -> bool:
        """Whether the verb of a move leaves to dice where it ends."""
        request = self.request
        if request is None or not is_move(option):
            return False
        if option.verb not in self._daring:
            alike = [one for one in request.options if one.verb == option.verb]
            found = [self._preview(one.key) for one in (alike[0], alike[-1])]
            self._daring[option.verb] = any(one is not None and len(one.chances) > 1 for one in found)
        return self._daring[option.verb]

    def ranked(self, options: Iterable[Option]) -> list[Option]:
        """The best first: attacks by promise, moves by cost (without dice first), the rest as listed.

        What throws the last weapon away comes after whatever else promises anything.
        """
        return sorted(options, key=self._order)

    def _order(self, option: Option) -> tuple[bool, bool, float, bool, int, int]:
        hoped = self.hope(option)
        cost = self.cost(option) if is_move(option) else 0
        return (
            hoped is None,
            hoped is not None and (hoped <= 0 or self.disarms(option)),
            -(hoped or 0.0),
            self.dares(option),
            cost,
            self._places.get(option.verb, len(self._places)),
        )

    def at(self, options: Sequence[Option]) -> list[Option]:
        """What a click takes up of the options at one place, the best first; empty where they are not alike."""
        if len(options) < 2 or not option_groups.tabbed(self.request):
            return []
        alike = all(map(is_move, options)) or any(self.hope(option) is not None for option in options)
        return self.ranked(options) if alike else []


def is_move(option: Option) -> bool:
    """Whether it is a way to a cell."""
    return option.group == "move" and option.cell is not None and option.unit is None
