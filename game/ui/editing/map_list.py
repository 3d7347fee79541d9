"""The list of all maps, to open one in place of the map that is being drawn."""

from __future__ import annotations

from game.map.library import find_maps
from game.ui.editing import importing, map_files
from game.ui.editing.desk import Desk
from game.ui.kit.picker import Picker
from game.ui.kit.screen import Push, Reply


def open_map(desk: Desk) -> Reply:
    """A list of closed maps and all files of maps, after a question if the open map is not saved."""

    def show() -> Reply:
        maps, before = find_maps(), map_files.closed(desk.app)
        rows = [*before, *((name, str(path.parent)) for name, path in maps.items())]
        other = ("Other programs", lambda: importing.ask(desk))

        def take(at: int) -> Reply:
            if at >= len(before):
                return map_files.load(desk, [*maps.values()][at - len(before)])
            map_files.change(desk, map_files.reopened(desk.app, at))
            return None

        return Push(Picker(desk.app, "Open a map", rows, take, other=other))

    return map_files.unless_unsaved(desk, show)
