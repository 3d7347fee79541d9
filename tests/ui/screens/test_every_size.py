"""Every screen fits into every window at every scale: nothing beside it, over one another, or cut without a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from msgspec import structs

from game.ai.controller import find_controller
from game.data.paths import data
from game.edit import files, scenery
from game.edit.editor import Editor
from game.edit.symmetry import Symmetry
from game.formats import registry, saving
from game.kernel.flow import Decision, Option
from game.map.board import Light
from game.map.scenario import quick
from game.rules.houses import house_rules
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.skirmish.record import Skirmish, read
from game.ui.battle.chooser import Chooser
from game.ui.battle.handover import Curtain
from game.ui.battle.menu import Saving, menu
from game.ui.battle.prompts import StandingOrders
from game.ui.battle.replay import Replay
from game.ui.battle.screen import BattleScreen
from game.ui.editing import importing, map_files
from game.ui.editing import menu as editor_menu
from game.ui.editing.comparing import Comparing
from game.ui.editing.recovery import Recovery
from game.ui.editing.screen import EditorScreen
from game.ui.kit import commands
from game.ui.kit.file_browser import FileBrowser
from game.ui.kit.notice import SCOPES, Broken, Palette, help_screen
from game.ui.kit.screen import Pop, Push, Reset
from game.ui.menus.ending import Ending
from game.ui.menus.house_rules import HouseRules
from game.ui.menus.keys import Keys, Listening
from game.ui.menus.loading import Loading
from game.ui.menus.next_skirmish import NextSkirmish
from game.ui.menus.settings import Settings
from game.ui.menus.setup import Setup
from game.ui.menus.title import Title
from tests.formats.samples import full, uvtt_values
from tests.ui.sizes import SCALES, SIZES, Watch, faults, resize

from .stage import Stage

BEACH = """<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
<tileset firstgid="1" source="../ground.tsx"/>
<layer id="1" name="a" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"""
ROUNDS_IN = 24  # answers after which a table is looked at
NEEDS_MORE = ("light", "zone", "side", "goals", "reserve", "crop", "symmetrise", "stamp", "stamps", "mend", "backups")
"""Forms for which the map must have something."""

windows = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
scales = pytest.mark.parametrize("scale", SCALES)


@cache
def played(ruleset: str, moment: str) -> str:
    """The record of a skirmish up to a turn with much to choose, to a question in another's turn, or to the end."""
    skirmish = Skirmish(quick("arena", ruleset, ["human", "human"], 3), find_ruleset(ruleset)).settle()
    player, answers = find_controller("squire", 1), 0
    while isinstance(request := skirmish.session.request, Decision):
        turn = request.moment == "own_turn" and len(request.options) > 12
        if answers >= ROUNDS_IN and {"turn": turn, "asked": request.moment != "own_turn", "end": False}[moment]:
            break
        skirmish.answer(player.choose(skirmish.session))
        answers += 1
    return skirmish.text()


@pytest.fixture
def fits(folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Puts a screen on top of those that there are, looks at it, and takes it away again."""
    stage = Stage()
    stage.app.change(speed=0, handover=False)
    stage.app.go(Push(Title(stage.app)))
    watch, wrong = Watch(stage.app, monkeypatch), list[str]()

    def look(name: str, screen: object = None, *, keys: str = "", wheel: int = 0) -> None:
        if screen is not None:
            stage.app.go(Push(screen))
        stage.tick(3)
        wrong.extend(f"{name}: {fault}" for fault in faults(stage.app, watch))
        for key in keys:
            stage.key(ord(key), typed=key)
            wrong.extend(f"{name}, key {key}: {fault}" for fault in faults(stage.app, watch))
        for _ in range(wheel):  # what lies further down
            screen.rows.scroll(screen.rows.fits)
            wrong.extend(f"{name}, further down: {fault}" for fault in faults(stage.app, watch))
        if screen is not None:
            while stage.top is not screen:
                stage.app.go(Pop())
            stage.app.go(Pop())

    look.stage = stage
    yield look
    assert not wrong, "\n".join(wrong)


@windows
@scales
def test_menus(fits, size: tuple[int, int], scale: int) -> None:
    app = fits.stage.app
    resize(fits.stage, size, scale)
    fits("title")
    fits("set-up", Setup(app))
    fits("settings", Settings(app), wheel=2)
    for group in SCOPES:
        fits(f"keys {group}", Keys(app, group))
    fits("a key", Listening(app, commands.COMMANDS[0], lambda key: None))
    fits("loading", Loading(app))
    fits("help", help_screen(app))
    fits("broken", Broken(app, ValueError("a long description of what went wrong " * 4), Path("a/save"), Path("b/c")))
    for ruleset in SHIPPED:
        rules = find_ruleset(ruleset)
        fits(f"house rules of {ruleset}", HouseRules(app, rules.title, house_rules(rules), {}, lambda _: None))


@pytest.mark.parametrize(("size", "scale"), [(SIZES[0], 100), (SIZES[0], 200), (SIZES[1], 200)], ids=str)
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_tables(fits, ruleset: str, size: tuple[int, int], scale: int) -> None:
    """The windows with the least room: what fits into them fits into the others."""
    app = fits.stage.app
    resize(fits.stage, size, scale)
    fits("turn", BattleScreen(app, read(played(ruleset, "turn"))), keys="12345678")
    fits("question", BattleScreen(app, read(played(ruleset, "asked"))))


@windows
@scales
def test_the_screens_about_a_table(fits, size: tuple[int, int], scale: int) -> None:
    app = fits.stage.app
    resize(fits.stage, size, scale)
    over = read(played("poise", "end"))
    fits("end", Ending(app, over))
    fits("next skirmish", NextSkirmish(app, over))
    fits("replay", Replay(app, over))
    battle = BattleScreen(app, read(played("poise", "turn")))
    app.go(Push(battle))
    fits("turn")
    fits("menu", menu(battle))
    fits("orders", StandingOrders(app, battle.table))
    fits("saving", Saving(app, battle.table))
    fits("search", Palette(app, "board", lambda name: None))
    fits("curtain", Curtain(battle, "turn"))


@windows
@scales
def test_the_editor(fits, size: tuple[int, int], scale: int) -> None:
    app = fits.stage.app
    resize(fits.stage, size, scale)
    desk = EditorScreen(app, Editor.open(data("maps") / "old-town.yaml"), find_ruleset("poise"))
    app.go(Push(desk))
    fits("desk", keys="12345678")
    forms = {name: partial(desk.open_form, name) for name in editor_menu._FORMS if name not in NEEDS_MORE}
    forms |= {name: partial(desk.open_form, name, 0) for name in ("zone", "side", "goals", "reserve")}
    for name, opened in forms.items():
        reply = opened()
        if isinstance(reply, Push):
            fits(f"form {name}", reply.screen)
    fits("files", FileBrowser(app, "Open", data("maps"), (".yaml",), lambda path: None))
    fits("recovery", Recovery(app, (), Pop))
    app.go(Reset(Title(app)))
    desk.editor.close()


@windows
@scales
def test_the_editor_with_something_to_change(fits, folders: Path, size: tuple[int, int], scale: int) -> None:
    """What needs a light, a selection, a stamp, a fault, a backup or an earlier state first."""
    app = fits.stage.app
    resize(fits.stage, size, scale)
    path = folders / "a map with a rather long name of its own.yaml"
    path.write_bytes((data("maps") / "old-town.yaml").read_bytes())
    editor = Editor.open(path)
    desk = EditorScreen(app, editor, find_ruleset("poise"))
    app.go(Push(desk))
    editor.do("Add a light", partial(scenery.add_light, light=Light(at=(3.5, 3.5), range=4)))
    for _ in range(2):
        editor.save()
        editor.do("Words", partial(structs.replace, description=f"{editor.draft.description} More."))
    editor.select(editor.draft.grid.everywhere & 0xFFFF)
    for name, more in (("light", (0,)), ("backups", ()), ("compare", ()), ("stamp", ())):
        fits(f"form {name}", desk.open_form(name, *more).screen)
    fits("before and after", Comparing(desk, editor.history.commands[0].draft, editor.draft))
    for name in ("Stamp", "a stamp with a long name " * 3):
        files.save_stamp(editor.clip, name.strip())
    (folders / "data" / "stamps" / "broken.yaml").write_text("what: is this", encoding="utf-8")
    stamps = desk.open_form("stamps").screen
    fits("form stamps", stamps)
    stamps.at = len(stamps.found) - 1
    fits("form stamps, the last one", stamps)
    desk.open_form("crop")
    fits("crop")
    desk.open_form("crop")
    desk.open_form("mend")
    desk.tab = "check"
    fits("mend")
    editor.symmetry = Symmetry("half_turn")
    desk.open_form("symmetrise")
    fits("symmetrise")
    app.go(Reset(Title(app)))
    editor.close()


@windows
@scales
def test_maps_of_other_programs(fits, folders: Path, size: tuple[int, int], scale: int) -> None:
    """Each step of the wizard: where the tilesets are, whether that is the grid, what is lost."""
    app = fits.stage.app
    resize(fits.stage, size, scale)
    desk = EditorScreen(app, Editor.open(data("maps") / "old-town.yaml"), find_ruleset("poise"))
    app.go(Push(desk))
    room, mill, beach = folders / "room.uvtt", folders / "mill.tmx", folders / "maps" / "beach.tmx"
    room.write_text(json.dumps(uvtt_values()), encoding="utf-8")
    found = registry.write(full("square"), mill)
    saving.save(mill, found.data, found.pictures)
    beach.parent.mkdir()
    beach.write_text(BEACH)
    fits("tilesets elsewhere", importing.confirm(desk, beach).screen)
    for path in (room, mill):
        wizard = importing.confirm(desk, path).screen
        fits(f"grid of {path.name}", wizard)
        fits(f"report of {path.name}", importing._report(desk, path, registry.read(path, registry.Reading())))
    wizard.trouble = f"Not read: {'there is something wrong with this file ' * 3}"
    fits("grid with a fault", wizard)
    fits("a bad file", map_files.unreadable(app, mill, ValueError("a long reason why it cannot be read " * 4)))
    app.go(Reset(Title(app)))
    desk.editor.close()


@windows
@scales
def test_a_long_choice_moves_along(fits, size: tuple[int, int], scale: int) -> None:
    app = fits.stage.app
    resize(fits.stage, size, scale)
    words = [f"Number {number}: {'a long description ' * 4}" for number in range(60)]
    chooser = Chooser(app, [Option(str(number), "strike") for number in range(60)], words, (size[0] - 9, size[1] - 9))
    assert app.surface.get_rect().contains(chooser.rect)
    for way, last in ((1, 59), (-1, 0)):
        while chooser.at != last:
            chooser.move(way)
            assert chooser.first <= chooser.at < chooser.first + chooser.rows
    chooser.move(-1)
    chooser.draw(app.surface)
    chooser.hover((chooser.rect.centerx, chooser.rect.y + chooser.step // 2))
    assert chooser.option.key == str(60 - chooser.rows)
    assert chooser.click((chooser.rect.centerx, chooser.rect.bottom - chooser.step // 2)) == "59"
