"""What if this unit stood there: a world to look into, in which nothing happens.

Odds from a cell, "walk there and strike", danger of cells and the computer player's first look all ask this one piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.grid.grid import Cell
from game.kernel.ecs import World
from game.kernel.flow import Option
from game.kernel.scratch import Scratch
from game.rules.offering import options
from game.rules.verbs import Price, question_of, table_of
from game.systems.movement import place


class Supposition:
    """Suppositions about one state of a world; make a new one when that world has changed."""

    def __init__(self, world: World) -> None:
        self._state, self._known = world.save(), world.derived
        self._scratch = Scratch()

    def at(self, unit: int, cell: Cell) -> World:
        """The world as it would be with the unit's anchor on that cell, whatever it carries with it.

        It is good until the next call, and nobody else may change it. Whether the unit can stand there is the asker's
        matter.
        """
        return self.all_at({unit: cell})

    def all_at(self, places: Mapping[int, Cell]) -> World:
        """The same with several units put elsewhere, in that order."""
        self._scratch.load(self._state, self._known)
        self._scratch.events.clear()
        for unit, cell in places.items():
            place(self._scratch, unit, cell, "suppose")
        return self._scratch

    def attacks(
        self, unit: int, cell: Cell, question: str = "turn", paid: Price = ()
    ) -> tuple[World, Iterator[list[Option]]]:
        """The attacks that a unit could make from a cell once that is paid, verb by verb, and the world for asking
        their odds and prices in.
        """
        there = self.at(unit, cell)
        table_of(there).pay(there, unit, paid)
        asked = question_of(there, question)
        known = asked.verbs if asked.known is None else {*asked.known(there, unit)}
        verbs = (verb for name, verb in asked.verbs.items() if name in known)
        names = [verb.name for verb in verbs if verb.group == "attack" or verb.promise is not None]
        return there, (options(there, unit, question, name) for name in names)
