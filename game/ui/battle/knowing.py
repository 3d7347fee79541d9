"""What the battle on the screen shows of what its lookers know, found once an answer."""

from __future__ import annotations

from game.grid.grid import Cell
from game.rules.ruleset import Overlay
from game.ui.battle.knowledge import ghost_words
from game.ui.battle.log_entries import LogEntry
from game.ui.battle.memory import Sighting
from game.ui.battle.state import Battle


def overlays(battle: Battle) -> tuple[Overlay, ...]:
    """Fog, then shroud, where the scenario has them."""
    sides = battle.lookers()
    return battle.keep(("fog", *sides), lambda: battle.knowledge.overlays(sides))


def ghosts(battle: Battle) -> dict[int, Sighting]:
    """Where those were last that are out of sight."""
    sides = battle.lookers()
    return battle.keep(("ghosts", *sides), lambda: battle.knowledge.ghosts(sides))


def shown(battle: Battle, cell: Cell, kind: str) -> bool:
    """Whether a cell is free of fog, or of shroud."""
    return all(each.cells >> cell & 1 for each in overlays(battle) if each.kind == kind)


def said(battle: Battle, cell: Cell) -> str:
    """Who was seen last on a cell; empty for nobody."""
    return ghost_words(battle.table.world, ghosts(battle), cell)


def log(battle: Battle, unit: int | None = None) -> list[LogEntry]:
    """The lines that the lookers know, of one unit or of all."""
    sides = battle.lookers()
    return battle.keep(
        ("known log", unit, *sides), lambda: battle.knowledge.log(sides, battle.battle_log.entries(unit))
    )
