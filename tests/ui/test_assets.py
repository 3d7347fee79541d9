"""Every shipped picture, font and sound can be read, shows something and keeps to assets/README.md."""

from __future__ import annotations

import ast
import itertools
import os
import re
import runpy
import wave
from pathlib import Path

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.data.paths import data
from game.data.sheets import load
from game.grid.grid import make_grid
from game.map.terrain import kinds
from game.rules import ruleset as rules_module
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.ui.board import walls
from game.ui.kit.art import find

ASSETS = data("assets")
PICTURES = sorted(ASSETS.rglob("*.svg"), key=str)
SIZES = (24, 48, 96)
BOXES = {"terrain": 64, "props": 64, "figures": 64, "frames": 64, "icons": 32}
# nanosvg, which SDL_image rasterises with, leaves these out without a word.
UNDRAWN = "text use image clipPath mask filter pattern style symbol foreignObject script"
TEXT_MARKS = "−×→←↑↓–—•·±≤≥…“”½"
HEADING_MARKS = "−×–—•·±…“”"

WANTED = {
    "terrain": """grass meadow road dirt floor sand forest brush rubble mud swamp shallow_water deep_water bridge
        swaying_bridge rock stone_wall hedge snow lava cave_floor field planks""",
    "props": "crate tree pillar table barrel statue bush well campfire tombstone cart boulder",
    "figures": """soldier kettle plate hero light elf hood robe priest summoner brute bald small ragged boss ogre giant
        troll skeleton fish civilian trickster wolf horse warhorse griffon dragon barrel ballista steed sword rapier
        blade dagger daggers offdagger greatsword twinblade mace flail club greatclub hammer axe greataxe spear pike
        halberd trident javelin staff longbow shortbow crossbow orb shield round_shield buckler tower_shield""",
    "frames": "round square hexagon diamond shield octagon selected active target facing",
    "icons": """dash shift sprint slash stab thrust shoot crush hew chop bash push strike ward gust arc_bolt throw draw
        pick_up steady recovery rally hinder dodge block predict yield shield reload end_turn wait undo redo load
        settings help log eye ruler grid speed pause play next flag crown dice hand mount gambit breath flee surrender
        waypoint info warning lock poise momentum focus defense armour speed_pool reeling knocked_down confused defeated
        heedless off_balance kneeling encumbered immobile choking wet burning warded disarmed surrounded cover
        high_ground zone concentrating stress turn defend contender overflow included_step make_room opening deploy fall
        shove step dagger sword spear mace greataxe halberd javelins longbow crossbow storm_orb""",
}
BEHIND = ["hall", "stream", "wind"]  # what goes on behind a battle
SOUNDS = sorted({path.stem for path in (ASSETS / "sounds").glob("*.wav")} - {*BEHIND})


def picture(path: Path, size: int) -> pygame.Surface:
    """The picture rasterised into a square of `size` pixels."""
    return pygame.image.load_sized_svg(str(path), (size, size))


def opaque_part(path: Path, size: int) -> pygame.Mask:
    """The pixels of the picture that are at least half opaque."""
    return pygame.mask.from_surface(picture(path, size), 127)


def name_of(path: Path) -> str:
    return path.relative_to(ASSETS).as_posix()


@pytest.mark.parametrize("folder", WANTED)
def test_every_named_picture_is_there(folder: str) -> None:
    there = {path.stem for path in (ASSETS / folder).glob("*.svg")}
    assert set(WANTED[folder].split()) - there == set()


def shown(folder: str, name: str) -> bool:
    return find(folder, name) is not None


def entries(path: Path, *keys: str) -> dict[str, object]:
    """A table of a sheet; an empty one if the ruleset has no such sheet, or the sheet no such table."""
    found = load(path).value if path.is_file() else {}
    for key in keys:
        found = found.get(key, {})
    assert isinstance(found, dict)
    return found


def verbs_in(source: str) -> set[str]:
    """The first words of the options that a module of rules offers, as far as they stand there as text."""
    found = set()
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Option" and call.args:
            key: ast.AST = call.args[0]
            while isinstance(key, ast.BinOp):
                key = key.left
            if isinstance(key, ast.JoinedStr):
                key = key.values[0]
            if isinstance(key, ast.Constant):
                found.add(str(key.value).split()[0])
    return found


@pytest.mark.parametrize("name", kinds().terrain)
def test_every_terrain_has_a_picture(name: str) -> None:
    assert shown("terrain", name)


@pytest.mark.parametrize("name", kinds().props)
def test_every_prop_has_a_picture(name: str) -> None:
    assert shown("props", name)


@pytest.mark.parametrize("name", kinds().edges)
def test_every_edge_has_a_drawing_of_its_own(name: str) -> None:
    assert name in walls.DRAWN


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_skill_and_condition_has_an_icon(ruleset: str) -> None:
    folder = data("rulesets") / ruleset
    keys = [*entries(folder / "skills.yaml"), *entries(folder / f"{ruleset}.yaml", "conditions")]
    keys += entries(folder / "conditions.yaml")
    assert [key for key in keys if not shown("icons", key)] == []


def test_every_verb_of_the_rules_has_an_icon() -> None:
    rules = Path(rules_module.__file__).parent
    verbs = set().union(*(verbs_in(path.read_text(encoding="utf-8")) for path in rules.rglob("*.py")))
    for name in SHIPPED:
        verbs |= pictured(name)
    assert {"yield", "hinder", "go", "send", "ready", "brace"} <= verbs, "the verbs were not found"
    # The turn's end is the one verb whose icon has another name; see game/ui/optionbar.py.
    assert {verb for verb in verbs - {"end"} if not shown("icons", verb)} == set()


def pictured(name: str) -> set[str]:
    """The verbs of a ruleset's table, by the names under which they are drawn."""
    questions = getattr(getattr(find_ruleset(name), "table", None), "questions", {})
    return {verb.family or verb.name for question in questions.values() for verb in question.verbs.values()}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_verb_of_a_ruleset_has_an_icon(name: str) -> None:
    verbs = pictured(name) or set(find_ruleset(name).verbs)
    assert [verb for verb in sorted(verbs) if verb != "end" and not shown("icons", verb)] == []


def test_every_direction_has_an_arrow() -> None:
    names = {*make_grid("square", 2, 2).names, *make_grid("hex", 2, 2).names}
    assert {name for name in names if not shown("icons", name)} == set()


@pytest.mark.parametrize("path", PICTURES, ids=name_of)
def test_picture_shows_something_at_every_size(path: Path) -> None:
    for size in SIZES:
        shown = opaque_part(path, size).count()
        assert shown >= size * size * 0.04, f"{name_of(path)} is nearly empty at {size} px"


@pytest.mark.parametrize("path", PICTURES, ids=name_of)
def test_picture_uses_only_what_is_drawn(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    found = [tag for tag in UNDRAWN.split() if re.search(rf"<{tag}\b", source)]
    assert found == []
    assert "href" not in source
    assert re.findall(r"url\((?!#)", source) == []
    assert "://" not in source.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("folder", BOXES)
def test_pictures_of_a_folder_share_one_box(folder: str) -> None:
    box = f'width="{BOXES[folder]}" height="{BOXES[folder]}" viewBox="0 0 {BOXES[folder]} {BOXES[folder]}"'
    odd = [name_of(path) for path in (ASSETS / folder).glob("*.svg") if box not in path.read_text(encoding="utf-8")]
    assert odd == []


@pytest.mark.parametrize("path", sorted((ASSETS / "terrain").glob("*.svg")), ids=name_of)
def test_terrain_covers_its_cell(path: Path) -> None:
    for size in SIZES:
        assert pygame.mask.from_surface(picture(path, size), 254).count() == size * size


def test_frame_takes_the_colour_of_its_side() -> None:
    frame = picture(ASSETS / "frames" / "round.svg", 64)
    frame.fill((200, 40, 40), special_flags=pygame.BLEND_RGB_MULT)
    middle, corner = frame.get_at((32, 32)), frame.get_at((0, 0))
    assert middle.r > 180 and middle.g < 45 and middle.a == 255
    assert corner.a == 0


def test_facing_points_east() -> None:
    shown = opaque_part(ASSETS / "frames" / "facing.svg", 64).get_bounding_rects()
    assert all(part.left >= 44 for part in shown)


@pytest.mark.parametrize("name", SOUNDS)
def test_sound_is_short_and_quiet_enough(name: str) -> None:
    path = ASSETS / "sounds" / f"{name}.wav"
    with wave.open(str(path), "rb") as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 22050)
        seconds = sound.getnframes() / sound.getframerate()
        samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
    assert seconds < 1.0
    assert path.stat().st_size < 40_000
    assert 6_000 < max(abs(sample) for sample in samples) < 24_000
    assert abs(samples[-1]) < 400, "a sound that stops abruptly clicks"


@pytest.mark.parametrize("name", BEHIND)
def test_what_goes_on_behind_a_battle_ends_where_it_begins(name: str) -> None:
    path = ASSETS / "sounds" / f"{name}.wav"
    with wave.open(str(path), "rb") as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 11025)
        samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
    assert path.stat().st_size < 160_000
    steps = [abs(one - other) for one, other in itertools.pairwise(samples)]
    assert abs(samples[0] - samples[-1]) <= max(steps)


@pytest.mark.parametrize("name", ["chime", "drum", "swing"])
def test_the_script_makes_the_sounds_that_lie_there(name: str) -> None:
    made = runpy.run_path(str(ASSETS / "sounds" / "make.py"))["samples"](name)
    with wave.open(str(ASSETS / "sounds" / f"{name}.wav"), "rb") as sound:
        samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
    assert len(made) == len(samples)
    assert all(abs(one - other) <= 2 for one, other in zip(made, samples, strict=True))


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("Cantarell-Regular.otf", TEXT_MARKS),
        ("Cantarell-Bold.otf", TEXT_MARKS),
        ("GentiumBookBasic-Bold.ttf", HEADING_MARKS),
    ],
)
def test_font_has_the_marks_the_screen_uses(name: str, marks: str) -> None:
    path = ASSETS / "fonts" / name
    assert path.stat().st_size < 400_000
    pygame.font.init()
    font = pygame.font.Font(str(path), 32)
    # A private-use character stands for "not in this font": every missing one is drawn like it.
    missing = pygame.image.tobytes(font.render("\ue123", False, "white"), "RGBA")
    absent = [mark for mark in marks if pygame.image.tobytes(font.render(mark, False, "white"), "RGBA") == missing]
    assert absent == []


def test_every_font_has_its_licence() -> None:
    families = {path.stem.split("-")[0] for path in (ASSETS / "fonts").glob("*.?tf")}
    licences = {path.stem.removeprefix("OFL-") for path in (ASSETS / "fonts").glob("OFL-*.txt")}
    assert families == licences


def test_aliases_lead_to_a_picture_and_hide_none() -> None:
    for name, other in entries(ASSETS / "aliases.yaml", "icons").items():
        assert (ASSETS / "icons" / f"{other}.svg").is_file(), name
        assert not (ASSETS / "icons" / f"{name}.svg").is_file(), name
