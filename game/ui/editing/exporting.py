"""Writing the map for others: pictures with or without grid and secrets, and files of other programs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pygame

from game.data import paths
from game.data.sheets import SheetError
from game.edit.draft import Draft
from game.formats import registry, safe, saving
from game.formats.report import Exported, FormatError
from game.ui.board import backdrops, map_images, printing
from game.ui.editing.desk import Desk
from game.ui.editing.dialog import Dialog
from game.ui.editing.picture_form import shot_of
from game.ui.kit.page import Line
from game.ui.kit.rows import RowSpec
from game.ui.kit.screen import Pop, Push, Reply

_WAYS: list[tuple[object, str]] = [
    (".png", "Picture (PNG)"),
    (".pdf", "To print: one inch a cell (PDF)"),
    ("vtt", "Virtual tabletop: PNG and its UVTT"),
    *((each.endings[0], f"{each.title} ({each.endings[0]})") for each in registry.FORMATS if each.name != "quintain"),
]
_GRID: list[tuple[object, str]] = [(True, "With grid"), (False, "Without grid")]
_VIEW: list[tuple[object, str]] = [(False, "For players: no secrets"), (True, "Everything")]
_SIZES: list[tuple[object, str]] = [(n, f"{n} pixels to a cell") for n in (16, 32, 48, 64, 70, 96, 100, 128, 140, 200)]


_ENDINGS = {"vtt": ".uvtt"}
_PAPERS: list[tuple[object, str]] = [(name, f"{paper.title}") for name, paper in printing.PAPERS.items()]


def export(desk: Desk) -> Reply:
    """As what, how, and where; the losses are told, and nothing is written over unasked."""
    draft = desk.editor.draft
    stem = desk.editor.path.stem if desk.editor.path else safe.file_name(draft.name)
    values: dict[str, object] = {
        "way": ".png", "pixels": 64, "grid": True, "secrets": False, "backdrop": True, "name": stem,
        "paper": desk.app.prefs.paper,
    }  # fmt: skip
    losses = _Losses(draft)

    def target() -> Path:
        words = form.word("name")
        if not words:
            raise ValueError("the file needs a name")
        path = Path(words).expanduser()
        path = path if path.is_absolute() else folder() / path
        ending = _ENDINGS.get(form.word("way"), form.word("way"))
        return path if path.suffix.lower() == ending else path.with_name(f"{path.name}{ending}")

    def ok() -> Reply:
        path = target()
        sure = form.values.get("sure") == str(path)
        if path.exists() and not sure:
            form.values["sure"] = str(path)
            raise ValueError(f"there is a {path.name} already; press Export again to replace it")
        try:
            found = _written(desk, form, path)
            saving.save(path, found.data, found.pictures, force=sure)
        except (FormatError, SheetError) as problem:
            raise ValueError(f"not written: {problem}") from None
        if form.values["paper"] != desk.app.prefs.paper:
            desk.app.change(paper=form.word("paper"))
        desk.app.say(f"Written: {path}")
        return Pop()

    form = Dialog(
        desk.app, "Export", partial(_rows, draft), ok, values=values, label="Export", preview=partial(_preview, desk),
        least=5 + (draft.backdrop is not None),
        notes=lambda form: losses.lines(form.word("way"), form.word("paper")), width=760,
    )  # fmt: skip
    return Push(form)


def _rows(draft: Draft, form: Dialog) -> list[RowSpec]:
    way = form.word("way")
    found = [form.choice("way", "As", _WAYS, anew=True)]
    if way == ".pdf":
        found.append(form.choice("paper", "Paper", _PAPERS))
    if way in (".png", ".uvtt", "vtt"):
        found.append(form.choice("pixels", "Size", _SIZES))
    if way in (".png", ".pdf"):
        found += [form.choice("grid", "Lines", _GRID), form.choice("secrets", "Zones, words, units", _VIEW)]
        if draft.backdrop is not None:
            found.append(form.choice("backdrop", "Picture under it", [(True, "Shown"), (False, "Left out")]))
    return [*found, form.entry("name", "Name of the file", f"In {folder()}")]


def _preview(desk: Desk, form: Dialog, room: tuple[int, int]) -> pygame.Surface | None:
    draft, way, under = desk.editor.draft, form.word("way"), _under(desk, form)
    match way:
        case ".pdf":
            return _sheets(draft, form, room, under)
        case "vtt":
            return shot_of(draft, room, under, grid=False)
        case ".png":
            return shot_of(draft, room, under, grid=bool(form.values["grid"]), secrets=_secrets(form))
        case _:
            return None


def folder() -> Path:
    """Where exported files go unless told otherwise."""
    return paths.user_data() / "exports"


class _Losses:
    """What each format would lose, asked once."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.found: dict[str, list[Line]] = {}

    def lines(self, ending: str, paper: str = "") -> list[Line]:
        """The report for a way to export, in words."""
        if ending == ".pdf":
            return [Line(f"{printing.plan(self.draft.grid, printing.PAPERS[paper])}.")]
        if ending not in self.found:
            self.found[ending] = self._asked(ending)
        return self.found[ending]

    def _asked(self, ending: str) -> list[Line]:
        if ending == ".png":
            return [Line("Players see neither zones nor words nor units.", "dim")]
        beside = [Line("The picture lies beside the file, with the same pixels to a cell.", "dim")]
        try:
            notes = registry.losses(self.draft.strict_board(), _ENDINGS.get(ending, ending))
        except (FormatError, SheetError) as problem:
            return [Line(str(problem))]
        told = [Line(f"{note.effect.capitalize()}: {note.text}.") for note in notes] or [Line("Nothing is lost.")]
        return [*(beside if ending == "vtt" else ()), *told]


def _written(desk: Desk, form: Dialog, path: Path) -> Exported:
    draft, ending = desk.editor.draft, form.word("way")
    pixels = form.number("pixels", 8, 256)
    if ending == ".png":
        shot = map_images.ImageOptions(pixels, bool(form.values["grid"]), _secrets(form))
        return Exported(map_images.png(draft.board(), shot, _under(desk, form)))
    if ending == ".pdf":
        view = map_images.ImageOptions(grid=bool(form.values["grid"]), secrets=_secrets(form))
        return Exported(printing.pdf(draft.board(), printing.PAPERS[form.word("paper")], view, _under(desk, form)))
    board = draft.strict_board()
    image = b""
    if registry.format_of(path).pictured:
        image = map_images.png(board, map_images.ImageOptions(pixels, grid=False), _under(desk, form))
    found = registry.write(board, path, registry.Writing(picture=image, pixels=pixels))
    if ending == "vtt":
        return msgspec.structs.replace(found, pictures={**found.pictures, f"{path.stem}.png": image})
    return found


def _sheets(draft: Draft, form: Dialog, room: tuple[int, int], under: backdrops.Underlay | None) -> pygame.Surface:
    """A small picture of the map, cut as the pages cut it."""
    image = shot_of(draft, room, under, grid=False, secrets=_secrets(form), paper=printing.WHITE).copy()
    across = image.get_width() / draft.grid.extent_px(1)[0]
    for part in printing.plan(draft.grid, printing.PAPERS[form.word("paper")]).parts:
        place = pygame.Rect(*(round(each * across) for each in part))
        pygame.draw.rect(image, (250, 246, 236), place.inflate(1, 1), 2)
        pygame.draw.rect(image, (24, 20, 16), place, 1)
    return image


def _secrets(form: Dialog) -> bool:
    return bool(form.values["secrets"])


def _under(desk: Desk, form: Dialog) -> backdrops.Underlay | None:
    """The map's backdrop, unless it shall be left out."""
    wanted = form.values["backdrop"] or form.values["way"] not in (".png", ".pdf")
    return backdrops.find(desk.editor.draft.backdrop, [desk.folder]) if wanted else None
