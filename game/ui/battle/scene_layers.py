"""What a scene has painted over its ground: overlays, the lowest first, and the path of a preview."""

from __future__ import annotations

from msgspec.structs import replace

from game.grid.grid import Grid
from game.kernel.components import Side, Unit
from game.ui.battle import overlays
from game.ui.battle.overlays import Layer, PathLine
from game.ui.battle.scene import Scene
from game.ui.board.unit_look import UnitLook


def layers(scene: Scene) -> list[Layer]:
    """What is painted over the ground, the lowest first."""
    found: list[Layer] = []
    for overlay in scene.overlays:
        side = None
        if overlay.side is not None:
            row = scene.world.find(overlay.side, Side)
            side = row.number if row else None
        elif overlay.unit is not None and (unit := scene.world.find(overlay.unit, Unit)):
            row = scene.world.find(unit.side, Side)
            side = row.number if row else None
        layer = overlays.layer_of(overlay, scene.palette, side)
        # Zones of one side are one area: their tints do not add up, and no borders run through them.
        same = next((n for n, each in enumerate(found) if not layer.bands and overlays.alike(each, layer)), None)
        if same is None:
            found.append(layer)
        else:
            found[same] = replace(layer, cells=found[same].cells | layer.cells)
    reach = 0
    for layer in found:
        reach |= layer.cells if layer.kind == "reach" else 0
    if scene.dim_outside and reach:
        found.insert(0, Layer("outside", reach, (0, 0, 0), outside=True))
    if scene.options:
        found.append(Layer("options", scene.options, scene.palette.accent))
    return found


def path_of(scene: Scene, grid: Grid, units: list[UnitLook]) -> PathLine | None:
    """The preview's path, from where the mover stands, with where those stand who may react."""
    preview = scene.preview
    if preview is None or not preview.path:
        return None
    at = {look.unit: look.cell for look in units}
    path, costs = preview.path, preview.costs
    movers = [at[unit] for unit in (scene.selected, scene.active) if unit in at]
    start = min(movers, key=lambda cell: grid.distance(cell, path[0], "chebyshev"), default=path[0])
    if start != path[0] and len(costs) in (0, len(path)):
        path, costs = (start, *path), (0, *costs) if costs else ()
    alarms = tuple((alarm.cell, at.get(alarm.unit, alarm.cell)) for alarm in preview.alarms)
    return PathLine(path, costs, alarms)
