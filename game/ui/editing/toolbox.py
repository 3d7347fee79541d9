"""What the mapmaker has in hand: layer, tool, and what each layer is painted with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from game.edit.draft import Draft
from game.edit.shapes import Brush, Join
from game.map.roster import Role


class Layer(Struct, frozen=True):
    """A part of the map that is edited apart from the rest."""

    name: str
    title: str
    tip: str


LAYERS = (
    Layer("terrain", "Terrain", "The ground of each cell"),
    Layer("elevation", "Elevation", "Raise, lower, set or smooth the ground"),
    Layer("edges", "Edges", "Walls, fences, windows and doors on the borders of cells"),
    Layer("props", "Props", "Things that stand in a cell"),
    Layer("zones", "Zones", "Where sides deploy, objectives, exits, dangers"),
    Layer(
        "units", "Units", "Click to put a unit there, click a unit to change it, drag it elsewhere; the wheel turns it"
    ),
    Layer("labels", "Labels", "Click a cell to write there"),
    Layer("lights", "Picture and lights", "Click to place a light, drag to move it; a picture lies under the map"),
)


HELD = {"terrain": "terrain", "edges": "edge", "props": "prop"}
"""Layers with a second thing for the right button, and the field of the first."""


class Tool(Struct, frozen=True):
    """A way to choose cells or borders. `layers` are those on which it works, all if empty."""

    name: str
    title: str
    tip: str
    layers: tuple[str, ...] = ()


_CELLS = ("terrain", "elevation", "props", "zones")
_DRAWN = (*_CELLS, "edges")

TOOLS = (
    Tool("brush", "Brush", "Paint freely; Shift+click: a line from the last place; on edges it follows the borders"),
    Tool("line", "Line", "Drag from one end to the other", _DRAWN),
    Tool("rectangle", "Rectangle", "Drag from corner to corner; on edges a wall about it", _DRAWN),
    Tool("hexagon", "Hexagon", "Drag from the middle outwards; a diamond on squares", _DRAWN),
    Tool("ellipse", "Ellipse", "Drag from corner to corner", _DRAWN),
    Tool("fill", "Fill", "All connected cells of the same terrain", _DRAWN),
    Tool("scatter", "Scatter", "Drop things at random under the brush, by weights and seed", ("terrain", "props")),
    Tool("eraser", "Eraser", "Back to nothing: this layer, or all of them"),
    Tool("eyedropper", "Eyedropper", "Take what lies there in hand; Alt+click or right click with any tool"),
    Tool("select", "Select", "Drag a rectangle; Shift adds, Ctrl subtracts, both intersect"),
    Tool("lasso", "Lasso", "Draw round the cells"),
    Tool("wand", "Wand", "All connected cells of the same terrain, or all of them on the map"),
    Tool("paste", "Paste", "Put the clipboard down; [ and ] turn it, { and } mirror it"),
)


@dataclass
class Toolbox:
    """Everything in hand; the screen's panels change it, the tools read it."""

    layer: str = "terrain"
    tool: str = "brush"
    size: int = 1
    shape: Brush = "disc"
    hollow: bool = False
    blend: bool = False
    diagonals: bool = False
    walls: bool = True
    everywhere: bool = False  # the wand: also cells that do not hang together
    terrain: str = "forest"
    height: Literal["up", "down", "set", "smooth"] = "up"
    level: int = 1
    edge: str = "wall"
    prop: str = "tree"
    remark: bool = False  # on the layer of labels: comments for co-authors in place of words on the map
    zone: str = ""
    side: int = 0
    role: Role = "fighter"
    unit: str = ""  # a unit of the ruleset in place of the role
    mixture: str = "woodland"
    weights: dict[str, dict[str, int]] = field(default_factory=dict)  # of mixtures that were changed
    second: dict[str, str] = field(default_factory=dict)  # by layer: what the right button paints with
    density: int = 25
    seed: int = 1
    every_layer: bool = False  # the eraser
    join: Join = "replace"
    only_empty: bool = False

    def tools(self) -> list[Tool]:
        """The tools that work on this layer."""
        return [tool for tool in TOOLS if self.works(tool)]

    def works(self, tool: Tool) -> bool:
        """Whether a tool does anything on this layer."""
        return not tool.layers or self.layer in tool.layers

    def take_layer(self, name: str) -> None:
        """Work on a layer; a tool that does not work there is put down for the brush."""
        self.layer = name
        if self.tool not in (tool.name for tool in self.tools()):
            self.tool = "brush"

    def swap(self) -> bool:
        """The second thing comes into the hand, the first becomes the second; False if there is none."""
        name = HELD.get(self.layer)
        if name is None or self.layer not in self.second:
            return False
        first = getattr(self, name)
        setattr(self, name, self.second[self.layer])
        self.second[self.layer] = first
        return True

    def drop_missing(self, draft: Draft) -> None:
        """Let go of zones and sides that the map does not have."""
        if draft.zone(self.zone) is None:
            self.zone = draft.zones[0].name if draft.zones else ""
        self.side = max(0, min(self.side, len(draft.sides) - 1))


def layer_of(name: str) -> Layer:
    """The layer of that name; StopIteration if there is none."""
    return next(layer for layer in LAYERS if layer.name == name)


def tool_of(name: str) -> Tool:
    """The tool of that name; StopIteration if there is none."""
    return next(tool for tool in TOOLS if tool.name == name)
