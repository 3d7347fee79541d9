"""Maps of Battle for Wesnoth (.map): terrain codes in rows of hexes with flat tops, which are turned a quarter."""

from __future__ import annotations

import re
from pathlib import Path

from game.formats import safe
from game.formats.canvas import Canvas
from game.formats.mapping import Meaning, Overlay, words
from game.formats.report import Exported, FormatError, Guess, Imported, Note, counted
from game.formats.turning import Frame, frame_of
from game.grid.grid import Cell, CellSet, Grid, cells
from game.map.board import Board
from game.map.roster import SideSetup
from game.map.terrain import Terrain, kinds

MAX_BYTES = 4_000_000
_CELL = re.compile(r"(?:([0-9A-Za-z_]{1,30}) )?\s*([A-Za-z_][A-Za-z_|/\\]{0,9}(?:\^[A-Za-z_|/\\]{1,10})?)")
_VOID = "Xv"
_COLOURS = ("red", "blue", "green", "purple", "black", "brown", "orange", "white", "teal")
Rows = list[list[tuple[str, str]]]
"""By row and column: the name of a starting place or "", and the code."""


def read(path: Path) -> Imported:
    """The board of a .map file: starting places become sides with zones, the border around the map is left out."""
    rows, border, void = _rows(path)
    frame = _frame(rows, path.name, void=void)
    canvas = Canvas(path.stem, "hex", frame.width, frame.height, words().default)
    for effect, text in frame.remarks:
        canvas.note(effect, text)
    if border:
        canvas.note("lost", f"the border of {counted(border, 'hex', 'hexes')}")
    if void:
        canvas.note("lost", "a column of void at the left")
    for column in range(frame.width if frame.down else 0):
        canvas.terrain[canvas.grid.at(column, 0)] = "chasm"
    reader = _Codes(canvas, path.name)
    starts: dict[str, Cell] = {}
    for at, (start, code) in enumerate(pair for row in rows for pair in row):
        cell = frame.cell(at)
        canvas.put(cell, reader.meaning(code))
        if start:
            starts[start] = cell
    reader.tell()
    _sides(canvas, starts)
    return Imported(canvas.board(), canvas.notes)


def guess(path: Path) -> Guess:
    """The size that a map will have."""
    rows, _, void = _rows(path)
    frame = _frame(rows, path.name, void=void)
    return Guess("wesnoth", "hex", frame.width, frame.height, 0.0, "; ".join(text for _, text in frame.remarks))


def _frame(rows: Rows, name: str, *, void: bool) -> Frame:
    return frame_of("hex", len(rows[0]), len(rows), "x", "even" if void else "odd", name=name)


def _rows(path: Path) -> tuple[Rows, int, bool]:
    """The cells within the border, how many the border has, and whether a column of void was left out as well.

    The first column of a map may be void for the sake of its shape alone: so it is in the maps that we write.
    """
    rows = _all_rows(path)
    border = 1 if len(rows) > 2 and len(rows[0]) > 2 else 0
    around = border * (2 * len(rows) + 2 * len(rows[0]) - 4)
    inner = [row[border : len(row) - border] for row in rows[border : len(rows) - border]]
    void = len(inner[0]) > 1 and all(row[0] == ("", _VOID) for row in inner)
    inner = [row[void:] for row in inner]
    safe.check_size(len(inner[0]), len(inner), path.name)
    return inner, around, void


def _all_rows(path: Path) -> Rows:
    """The cells of a file; FormatError for rows of different lengths and for what is no code."""
    text = safe.text_of(safe.read_bytes(path, MAX_BYTES), path.name)
    lines = [line.strip() for line in text.splitlines()]
    body = [line for line in lines if line and "=" not in line]
    if not body:
        raise FormatError(f"{path.name}: no rows of terrain")
    width = body[0].count(",") + 1
    safe.check_size(max(1, width - 3), max(1, len(body) - 2), path.name)
    rows: Rows = []
    for number, line in enumerate(body):
        if line.count(",") + 1 != width:
            raise FormatError(f"{path.name}: row {number}: {width} cells expected, {line.count(',') + 1} found")
        rows.append([_pair(word.strip(), number, column, path.name) for column, word in enumerate(line.split(","))])
    return rows


def _pair(word: str, row: int, column: int, name: str) -> tuple[str, str]:
    found = _CELL.fullmatch(word)
    if not found:
        raise FormatError(f"{name}: row {row}, column {column}: {word[:40]!r} is no terrain")
    return found[1] or "", found[2]


class _Codes:
    """What codes mean, and which are not known."""

    def __init__(self, canvas: Canvas, name: str) -> None:
        self.canvas, self.name = canvas, name
        self.known: dict[str, Meaning] = {}
        self.lost: dict[str, int] = {}
        self.near: dict[str, int] = {}

    def meaning(self, code: str) -> Meaning:
        """Terrain, prop and height of a code; the longest beginning that is listed counts."""
        if code not in self.known:
            self.known[code] = self._look_up(code)
        table = self.lost if code in self.lost else self.near if code in self.near else None
        if table is not None:
            table[code] += 1
        return self.known[code]

    def _look_up(self, code: str) -> Meaning:
        base, _, over = code.partition("^")
        listed = words().wesnoth
        if code in listed.base:  # the very code, whatever its parts mean by themselves
            return Meaning(listed.base[code])
        key = _beginning(base, listed.base)
        terrain = listed.base.get(key, "") or self.canvas.fill
        overlay = listed.overlay.get(_beginning(over, listed.overlay), Overlay()) if over else Overlay()
        if not key:
            self.lost[code] = 0
        elif over and not overlay.terrain and not overlay.prop:
            self.near[code] = 0
        height = max((high for begin, high in listed.raised.items() if base.startswith(begin)), default=0)
        return Meaning(overlay.terrain or terrain, overlay.prop, level=height or "")

    def tell(self) -> None:
        """Codes that became something else than they say."""
        if self.lost:
            some = ", ".join(f"{code} ({number})" for code, number in list(self.lost.items())[:6])
            self.canvas.note("lost", f"codes of no known meaning, {self.canvas.fill} instead: {some}")
        if self.near:
            total = sum(self.near.values())
            some = ", ".join(list(self.near)[:6]) + (" ..." if len(self.near) > 6 else "")
            self.canvas.note("lost", f"{counted(total, 'decoration')} that no terrain of ours has: {some}")


def _beginning(code: str, listed: dict[str, Overlay] | dict[str, str]) -> str:
    return next((code[:size] for size in range(len(code), 0, -1) if code[:size] in listed), "")


def _sides(canvas: Canvas, starts: dict[str, Cell]) -> None:
    sides = []
    for number, name in enumerate(sorted(starts, key=lambda each: (len(each), each))[:16]):
        cell, title = starts[name], f"Side {name}"
        mask = canvas.grid.spread(1 << cell)
        canvas.zone(f"start {name}", "deploy", mask, title)
        colour = _COLOURS[number] if number < len(_COLOURS) else ""
        sides.append(SideSetup(title, f"start {name}", colour))
    canvas.fields["sides"] = tuple(sides)
    if starts:
        canvas.note("changed", f"{counted(len(starts), 'starting place')} with the cells around became zones of sides")
        canvas.note("added", f"{counted(len(sides), 'side')} without units")


# Writing


def write(board: Board) -> Exported:
    """The .map file of a board of hexes, turned a quarter to the right, with a border like the cells next to it."""
    if board.kind != "hex":
        raise FormatError(f"{board.name}: Wesnoth's maps are of hexes; the editor makes squares into hexes")
    # Their columns are our rows from the last to the first, and the odd ones are shifted: a column more if need be.
    spare = 1 - board.height % 2
    wide, high = board.height + spare, board.width
    starts = _starts(board)
    body = []
    for row in range(-1, high + 1):
        line = []
        for column in range(-1, wide + 1):
            col, our_row = min(max(row, 0), high - 1), board.height - 1 - (min(max(column, 0), wide - 1) - spare)
            if our_row >= board.height:
                line.append(_VOID)
                continue
            cell = board.grid.at(col, our_row)
            inner = 0 <= row < high and 0 <= column < wide
            start = starts.get(cell, "") if inner else ""
            line.append((f"{start} " if start else "") + _code(board, cell))
        body.append(", ".join(line))
    return Exported(("\n".join(body) + "\n").encode(), tuple(_losses(board, spare)))


def _starts(board: Board) -> dict[Cell, str]:
    """The middle of each side's zone -> the number of its side."""
    found: dict[Cell, str] = {}
    for side in board.sides:
        mask = board.zone_cells(side.zone)
        if mask:
            middle = _middle(board.grid, mask)
            found.setdefault(middle, str(len(found) + 1))
    return found


def _middle(grid: Grid, mask: CellSet) -> Cell:
    """The middle of a zone: the same one for the zone that a starting place there becomes."""
    # The middle has the most neighbours in the zone, even where the rim cuts it off.
    inside = {cell: sum(mask >> there & 1 for there in grid.neighbours(cell)) for cell in cells(mask)}
    inner = [cell for cell, beside in inside.items() if beside == max(inside.values())]
    whole = [cell for cell in cells(mask) if grid.spread(1 << cell) == mask]
    around = mask if whole else grid.spread(1 << inner[len(inner) // 2])
    return next(cell for cell in cells(around) if grid.spread(1 << cell) == around)


def _code(board: Board, cell: Cell) -> str:
    listed = words().to_wesnoth
    code = listed.terrain.get(board.terrain(cell).id, "Gg")
    prop = board.prop(cell)
    over = listed.props.get(prop.id, "") if prop and prop.id else ""
    return f"{_bare(code)}^{over}" if over else code


def _bare(code: str) -> str:
    """The code of the ground that a terrain's code leaves under another overlay."""
    base = code.partition("^")[0]
    ground = words().wesnoth.base.get(_beginning(base, words().wesnoth.base), "")
    return words().to_wesnoth.terrain.get(ground, base).partition("^")[0]


def _losses(board: Board, spare: int) -> list[Note]:
    found = [Note("changed", "the map is turned a quarter to the right: its hexes have points, Wesnoth's flat tops")]
    if spare:
        found.append(Note("added", "a column of void, because Wesnoth's maps begin with a column that is not shifted"))
    found.append(Note("added", "a border of one hex, like the cells beside it"))
    listed = words().to_wesnoth.props
    props = [prop for prop in board.props if prop.kind not in listed]
    for what, there in (
        (counted(len(board.edges), "edge"), board.edges),
        ("closed sides of the map", board.rim),
        (counted(len(props), "prop"), props),
        ("heights but for those of hills", any(board.heights)),
        ("zones but for the middle of where sides begin", board.zones),
        (counted(len(board.labels), "label"), board.labels),
        ("units, objectives and colours of sides", board.sides),
        ("author, description and tags", board.author or board.description or board.tags),
        ("backdrop and lights", board.backdrop or board.lights),
        ("recipes and the fairness remark", board.recipes or board.fairness),
        ("the fog", board.fog != "off"),
        ("comments", board.comments),
    ):
        if there:
            found.append(Note("lost", what))
    blurred = sorted({kind.title.lower() for kind in _blurred(board)})
    if blurred:
        found.append(Note("changed", f"terrain that Wesnoth does not tell apart: {', '.join(blurred)}"))
    return found


def _blurred(board: Board) -> list[Terrain]:
    """The terrains that would come back as others."""
    listed = words().wesnoth
    found = []
    for glyph in board.by_glyph:
        kind = kinds().by_glyph[glyph]
        code = words().to_wesnoth.terrain.get(kind.id, "Gg")
        base, _, over = code.partition("^")
        back = listed.overlay.get(_beginning(over, listed.overlay), Overlay()).terrain if over else ""
        if (listed.base.get(code) or back or listed.base.get(_beginning(base, listed.base), "")) != kind.id:
            found.append(kind)
    return found
