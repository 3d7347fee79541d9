"""convert: map files of others to ours and back, and maps to pictures and paper, with a report of what is lost."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands import common
from game.data.faults import SheetError
from game.formats import mapping, registry, saving, tiled_out
from game.formats.report import Exported, FormatError, Imported, Note, Outside

if TYPE_CHECKING:
    from game.ui.board.backdrops import Underlay

PICTURE, PAGES = ".png", ".pdf"
PAPERS = ("a4", "letter")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = common.add_parser(
        commands,
        "convert",
        "Convert maps: Quintain (.yaml), Tiled (.tmx, .tmj), Universal VTT (.uvtt, .dd2vtt, .df2vtt), Wesnoth (.map), "
        "a picture (.png), or pages to print at one inch a cell (.pdf). Says what is lost.",
        (
            "desert.tmx desert.yaml",
            "dungeon.dd2vtt dungeon.yaml --walls 50",
            "village.tmx village.yaml --mapping tiles.yaml --root ..",
            "maps/ford.yaml ford.tmj --encoding zstd",
            "maps/ford.yaml ford.png --no-grid",
            "maps/ford.yaml ford.pdf --paper letter",
            "maps/ford.yaml ford.uvtt --picture --pixels 140",
            "dungeon.dd2vtt --guess",
        ),
    )
    parser.add_argument("source", type=Path, metavar="IN", help="the map to read; its ending tells the format")
    parser.add_argument("target", type=Path, nargs="?", metavar="OUT", help="the file to write")
    parser.add_argument("--force", action="store_true", help="write over files that are there")
    parser.add_argument("--guess", action="store_true", help="only say what grid the file seems to have")
    parser.add_argument("--mapping", type=Path, metavar="FILE", help="what Tiled's tiles mean (maps/README.md)")
    parser.add_argument("--root", type=Path, metavar="FOLDER", help="tilesets may lie in this folder or below (IN's)")
    parser.add_argument(
        "--walls", type=_percent, default=0, metavar="PERCENT", help="leave out walls of less confidence (0)"
    )
    parser.add_argument(
        "--columns",
        type=int,
        default=0,
        metavar="N",
        help="cells across a Universal VTT map whose own grid is wrong",
    )
    parser.add_argument(
        "--encoding", choices=tiled_out.ENCODINGS, default="csv", help="how Tiled's layers are packed (csv)"
    )
    parser.add_argument("--staggered", action="store_true", help="write hexes as Tiled's staggered diamonds")
    parser.add_argument("--pixels", type=_pixels, default=64, metavar="N", help="pixels to a cell in pictures (64)")
    parser.add_argument("--picture", action="store_true", help="write a PNG beside a Universal VTT file, of its pixels")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="what pages to print are cut for (a4)")
    parser.add_argument("--no-grid", action="store_true", help="pictures and pages without lines between cells")
    parser.add_argument(
        "--no-backdrop", action="store_true", help="pictures and pages without the picture under the map"
    )
    parser.add_argument(
        "--view", choices=("players", "all"), default="players", help="pictures with zones, words and units, or without"
    )
    parser.set_defaults(run=run)


def _percent(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 100")
    return number


def _pixels(text: str) -> int:
    number = int(text)
    if not 8 <= number <= 256:
        raise argparse.ArgumentTypeError(f"{text} is not between 8 and 256")
    return number


def run(wanted: argparse.Namespace) -> int:
    """Convert one file; what was lost goes to the standard output."""
    try:
        return _run(wanted)
    except Outside as error:
        raise common.Trouble(f"{error}; --root FOLDER names a folder above that may be read") from error
    except (FormatError, SheetError) as error:
        raise common.Trouble(str(error)) from error


def _run(wanted: argparse.Namespace) -> int:
    meanings = mapping.load(wanted.mapping) if wanted.mapping else None
    how = registry.Reading(meanings, wanted.root, wanted.walls, wanted.columns)
    if wanted.guess:
        found = registry.guess(wanted.source, how)
        pixels = f", {found.pixels_per_cell:g} pixels to a cell" if found.pixels_per_cell else ""
        print(f"{wanted.source.name}: {found.width} x {found.height} cells, {found.grid}{pixels}")
        if found.remark:
            print(found.remark)
        return 0
    if wanted.target is None:
        raise common.Trouble("OUT is missing")
    ending = wanted.target.suffix.lower()
    pictured = ending not in (PICTURE, PAGES) and registry.format_of(wanted.target).pictured  # wrong names end it here
    if wanted.picture and not pictured:
        raise common.Trouble(f"--picture goes with Universal VTT files (.uvtt), not with {wanted.target.name}")
    imported = registry.read(wanted.source, how)
    exported = _drawn(imported, wanted) if ending in (PICTURE, PAGES) else _written(imported, wanted)
    for file in saving.save(wanted.target, exported.data, exported.pictures, force=wanted.force):
        print(f"written: {file}")
    for note in (*imported.notes, *exported.notes):
        print(note)
    if not imported.notes and not exported.notes:
        print("nothing is lost")
    return 0


def _written(imported: Imported, wanted: argparse.Namespace) -> Exported:
    board = imported.board
    pictured = registry.format_of(wanted.target).pictured
    image = _picture(imported, wanted, grid=False, secrets=False) if pictured else b""
    how = registry.Writing(wanted.encoding, wanted.staggered, image, wanted.pixels)
    found = registry.write(board, wanted.target, how)
    notes, pictures = found.notes, found.pictures
    if not pictured:
        pictures = {**imported.pictures, **pictures}
    elif wanted.picture:
        pictures = {**pictures, f"{wanted.target.stem}{PICTURE}": image}
    if (
        board.backdrop
        and not pictured
        and board.backdrop.picture not in pictures
        and wanted.target.parent != wanted.source.parent
    ):
        notes = (*notes, Note("lost", f"the backdrop {board.backdrop.picture!r} stays where it is: copy it by hand"))
    return Exported(found.data, notes, pictures)


def _drawn(imported: Imported, wanted: argparse.Namespace) -> Exported:
    """The map's looks only, as a picture or as pages."""
    everything = wanted.view == "all"
    hidden = "" if everything else "zones, words, units; "
    lost = Note("lost", f"{hidden}everything but the looks of the map")
    if wanted.target.suffix.lower() == PAGES:
        data, pages = _pages(imported, wanted, grid=not wanted.no_grid, secrets=everything)
        return Exported(data, (Note("changed", f"the map is {pages}"), lost))
    return Exported(_picture(imported, wanted, grid=not wanted.no_grid, secrets=everything), (lost,))


def _picture(imported: Imported, wanted: argparse.Namespace, *, grid: bool, secrets: bool) -> bytes:
    """The map's looks as a PNG, over its backdrop where there is one."""
    common.quiet()
    from game.ui.board import map_images  # only pictures need pygame, which takes a while to load

    try:
        return map_images.png(
            imported.board, map_images.ImageOptions(wanted.pixels, grid, secrets), _under(imported, wanted)
        )
    except ValueError as problem:
        raise FormatError(f"{imported.board.name}: {problem}") from None


def _pages(imported: Imported, wanted: argparse.Namespace, *, grid: bool, secrets: bool) -> tuple[bytes, str]:
    """The map's looks as a PDF, and how it is cut, in words."""
    common.quiet()
    from game.ui.board import map_images, printing

    board, paper = imported.board, printing.PAPERS[wanted.paper]
    try:
        options = map_images.ImageOptions(grid=grid, secrets=secrets)
        return printing.pdf(board, paper, options, _under(imported, wanted)), str(printing.plan(board.grid, paper))
    except ValueError as problem:
        raise FormatError(f"{board.name}: {problem}") from None


def _under(imported: Imported, wanted: argparse.Namespace) -> Underlay | None:
    from game.ui.board import backdrops

    board = imported.board
    if wanted.no_backdrop:
        return None
    inside = imported.pictures.get(board.backdrop.picture, b"") if board.backdrop else b""
    return backdrops.of_bytes(board.backdrop, inside) or backdrops.find(board.backdrop, [wanted.source.parent])
