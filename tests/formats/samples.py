"""Boards with something of everything, and small files of each format to begin from."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

from game.formats import pictures, registry
from game.grid.grid import Kind, cells, make_grid
from game.map.board import Board, Edge, Label, Prop, Zone
from game.map.notes import Backdrop, FairnessNote, Light, Recipe
from game.map.roster import Entry, Objective, SideSetup
from game.map.terrain import kinds

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "samples"
"""Maps made by others, where there are any."""


def full(kind: Kind) -> Board:
    """A board that uses every field there is."""
    grid = make_grid(kind, 7, 5)
    facing = grid.names[0]
    west, mill = grid.at(0, 0), grid.at(3, 2)
    return Board(
        name="Mühle & <Hof>",
        kind=kind,
        rows=(".,=:_Pc", "fs*iTtb", "rm%~wWB", "SRo#HXL", "e......"),
        heights=tuple((at % 5) * 2 - 3 for at in range(35)),
        edges=(
            *(Edge(edge, "door" if edge % 5 == 0 else "wall") for edge in list(cells(grid.rim))[::2]),
            Edge(grid.edge(mill, 2 if kind == "square" else 1), "window"),
        ),
        props=(Prop(grid.at(2, 0), "crate"), Prop(grid.at(4, 4), "tree")),
        zones=(
            Zone("west", "deploy", 1 << west | 1 << grid.at(1, 1), "Left"),
            Zone("gust", "hazard", 1 << mill, "", "gale"),
            Zone("empty", "area", 0),
        ),
        labels=(Label(mill, 'A "mill"\twith <words>'.replace("\t", " ")), Label(west, "Ä")),
        rim=("n", "s"),
        sides=(
            SideSetup(
                "Red",
                "west",
                "red",
                roster=(Entry("leader", at="2,1", facing=facing, state={"stress": 2}), Entry("fighter", count=3)),
                objectives=(Objective("hold_zone", "gust", 3),),
            ),
            SideSetup("Blue", roster=(Entry(unit="guard", name="Bo", at="6,4"),)),
        ),
        round_limit=9,
        author="Ada",
        description="Two lines\nof words: #1, 'x'.",
        tags=("a", "b c"),
        backdrop=Backdrop("pictures/mill.png", 70.5, (0.25, -1.5), 60),
        lights=(Light((2.1, 1.7), 4.3, "#ffe0a0", 0.9, shadows=False), Light((0.0, 0.0), 1.0)),
        recipes=(Recipe("forest", "77", {"density": 40}, "half_turn", area=((0, 0, 8, 4),)),),
        fairness=FairnessNote("Even", "4f1d", wins={"Red": 97}),
    )


def some_board(seed: int) -> Board:
    """A small board by chance: terrain, heights, props, edges and zones anywhere."""
    dice = random.Random(seed)
    kind: Kind = dice.choice(["square", "hex"])
    grid = make_grid(kind, dice.randint(1, 9), dice.randint(1, 9))
    everywhere = list(cells(grid.everywhere))
    glyphs = list(kinds().by_glyph)
    edges = {grid.edge(cell, d) for cell in everywhere for d in grid.layout.sides if dice.random() < 0.3}
    return Board(
        name=f"Map {seed}",
        kind=kind,
        rows=tuple("".join(dice.choices(glyphs, k=grid.width)) for _ in range(grid.height)),
        heights=tuple(dice.randint(-20, 20) for _ in everywhere) if dice.random() < 0.5 else (),
        edges=tuple(Edge(edge, dice.choice(list(kinds().edges))) for edge in edges),
        props=tuple(Prop(cell, dice.choice(list(kinds().props))) for cell in everywhere if dice.random() < 0.2),
        zones=tuple(
            Zone(f"zone {number}", "area", sum(1 << cell for cell in everywhere if dice.random() < 0.4))
            for number in range(dice.randint(0, 3))
        ),
        labels=tuple(Label(cell, f"word {cell}") for cell in everywhere if dice.random() < 0.1),
    )


def uvtt_values() -> dict[str, Any]:
    """A room of 4 x 3 cells with a door to the east, a light, a pillar, and a picture."""
    room = [(1, 1), (5, 1), (5, 4), (1, 4), (1, 1)]
    pillar = [(2.2, 2.2), (2.8, 2.2), (2.8, 2.8), (2.2, 2.8), (2.2, 2.2)]
    picture = pictures.tiles([(9, 9, 9, 255)] * 48, 8, 10, 10)
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 8, "y": 6},
            "pixels_per_grid": 10,
        },
        "line_of_sight": [[{"x": x, "y": y} for x, y in room]],
        "objects_line_of_sight": [[{"x": x, "y": y} for x, y in pillar]],
        "portals": [
            {
                "position": {"x": 5, "y": 2.5},
                "bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 3}],
                "rotation": 0,
                "closed": True,
                "freestanding": False,
            }
        ],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [{"position": {"x": 3.5, "y": 2}, "range": 4, "intensity": 1, "color": "ffff8800", "shadows": True}],
        "image": base64.b64encode(picture).decode(),
    }


WESNOTH = """Mm, Gg, Gg, Gg, Mm
Gg, 1 Kh, Ch, Gs^Fp, Gg
Gg, Ww, Wwf^Bw|, Ww, Gg
Gg, Hh, Gg^Efm, 2 Kh, Gg
Mm, Gg, Gg, Gg, Mm
"""


def seeds_of(ending: str) -> list[bytes]:
    """Sound files of a format, to damage."""
    if ending == ".map":
        return [WESNOTH.encode()]
    if ending == ".uvtt":
        return [json.dumps(uvtt_values()).encode()]
    boards = [full("square"), full("hex")]
    if ending == ".yaml":
        return [registry.write(board, Path("m.yaml")).data for board in boards]
    how = [registry.Writing(encoding) for encoding in ("csv", "zlib", "zstd")]
    return [registry.write(board, Path(f"m{ending}"), each).data for board in boards for each in how]


_HOSTILE = (
    b"NaN", b"Infinity", b"-1", b"0", b"1e999", b"99999999999999999999", b"null", b"{}", b"[]", b'""', b"true",
    b"4294967295", b"../../x", b"[[[[[[", b"\xff", b"\0", b"<a>", b'"', b"}", b",", b"&x;", b"<!DOCTYPE a>",
)  # fmt: skip


def damaged(whole: bytes, seed: int) -> bytes:
    """A file after a few accidents: numbers, keys and bytes are changed, cut out, doubled or moved."""
    dice = random.Random(seed)
    data = bytearray(whole)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(data) + 1)
        to = min(len(data), at + dice.randint(0, dice.choice([3, 30, 300])))
        accident = dice.randrange(6)
        if accident == 0:
            del data[at:to]
        elif accident == 1:
            data[at:to] = dice.choice(_HOSTILE)
        elif accident == 2:
            data[at:at] = data[at:to] * dice.randint(1, 5)
        elif accident == 3 and data:
            data[at % len(data)] = dice.randrange(256)
        elif accident == 4:
            _replace_number(data, dice)
        else:
            del data[at:]
    return bytes(data)


def _replace_number(data: bytearray, dice: random.Random) -> None:
    """Put something else in the place of a number or a short word."""
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return
    at = dice.choice(digits)
    end = at
    while end < len(data) and 48 <= data[end] <= 57:
        end += 1
    data[at:end] = dice.choice(_HOSTILE)
