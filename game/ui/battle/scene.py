"""What the board view is asked to show; made by a screen, compared with the last one to spare drawing."""

from __future__ import annotations

from msgspec import Struct

from game.grid.grid import Cell, CellSet, EdgeId
from game.kernel.ecs import World
from game.map.board import Board
from game.rules.ruleset import Overlay, Preview, Ruleset
from game.ui.kit.theme import DEFAULT, Palette


class Scene(Struct, frozen=True):
    """One view of the board.

    `selected` and `active` are units; `options` are cells that can be chosen, `targets` units that can be, with a few
    words each (or none); `labels` are words at cells, such as chances, `ranks` such as make room for those and for
    units. `hidden` units are not drawn: what the viewing side does not know. `board` is the ground as it is now,
    where that is not the board view's own any more; `doors` are edges that are not any more what that board says.
    """

    world: World
    ruleset: Ruleset | None = None
    palette: Palette = DEFAULT
    selected: int | None = None
    active: int | None = None
    hover: Cell | None = None
    cursor: Cell | None = None
    overlays: tuple[Overlay, ...] = ()
    preview: Preview | None = None
    options: CellSet = 0
    targets: tuple[tuple[int, str], ...] = ()
    labels: tuple[tuple[Cell, str], ...] = ()
    ranks: tuple[tuple[Cell, str], ...] = ()
    aims: tuple[tuple[Cell, Cell], ...] = ()  # from who attacks to who is attacked
    acted: frozenset[int] = frozenset()  # have had their turn in this round: a small mark says so
    hidden: frozenset[int] = frozenset()
    ghosts: tuple[tuple[int, Cell], ...] = ()  # units out of sight, and where they were seen last
    board: Board | None = None
    doors: tuple[tuple[EdgeId, str], ...] = ()
    grid: bool = True
    coordinates: bool = False
    soft: bool = True
    zones: bool = True
    levels: bool = True
    dim_outside: bool = False  # darken what lies beyond the reach
    opacity: float = 1.0  # of overlays

    def shows(self, cell: Cell, kind: str) -> bool:
        """Whether a cell is not under an overlay that hides what lies outside of it: `fog` or `shroud`."""
        return all(each.cells >> cell & 1 for each in self.overlays if each.kind == kind)
