"""Units can be told apart at a glance, from their silhouettes alone, and show what they have left."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pygame
import pytest
from msgspec.structs import replace

from game.data.paths import data
from game.data.sheets import load
from game.grid.grid import Kind, make_grid
from game.kernel.components import FIELD, Carried, Clock, Gear, Unit, changed
from game.kernel.flow import Decision
from game.map.board import Board
from game.map.scenario import find_scenarios, load_scenario, quick
from game.map.terrain import kinds
from game.rules.registry import SHIPPED
from game.rules.ruleset import find_ruleset
from game.rules.wounds.harm.conditions import inflict, lasting, round_number
from game.skirmish.record import Skirmish
from game.ui.board import figures, tokens
from game.ui.board.camera import STEPS
from game.ui.board.figures import figure_of
from game.ui.board.ground import Ground, GroundLook
from game.ui.board.token_marks import PARTS, shows
from game.ui.board.unit_look import HEALTH, Bar, Shown, UnitLook, looks
from game.ui.kit.theme import DEFAULT, PALETTES, SHAPES
from tests.ai import baseline

SMALL = 28
MOST = 0.7  # how much of two silhouettes together may lie in both
LIGHT = 150  # grey from which on a pixel belongs to the figure: its plate is dark
RIM = 1.6  # how much lighter a figure is than what lies about it

NATURAL = {"bite", "hooves", "troll_fist", "fists_huge", "bone_claw", "talons"}
rulesets = pytest.mark.parametrize("ruleset", SHIPPED)


@cache
def units(ruleset: str) -> dict[str, Gear]:
    """The kinds of units of a ruleset with their gear."""
    found = load(data("rulesets") / ruleset / "units.yaml").value
    return {
        sheet: Gear(tuple(unit.get("held", ())), tuple(unit.get("carried", ())))
        for sheet, unit in found.items()
        if isinstance(unit, dict)
    }


def look_of(sheet: str, gear: Gear | None, side: int = 1) -> UnitLook:
    return UnitLook(1, sheet, "", sheet, side, 1, 0, 1, None, gear=gear)


def ground(name: str, kind: Kind) -> pygame.Surface:
    board = Board(name=name, kind=kind, rows=(kinds().terrain[name].glyph * 3,) * 3)
    image = pygame.Surface((3 * SMALL, 3 * SMALL))
    Ground(board).draw(image, GroundLook(palette=DEFAULT), SMALL, image.get_rect(), (0, 0))
    return image


def seen(look: UnitLook, bare: pygame.Surface, kind: Kind) -> tuple[pygame.Mask, pygame.Surface]:
    """The silhouette of a unit in a grey picture, and that picture: what is light and was not so before."""
    image = bare.copy()
    picture, dx, dy = tokens.blit_of(look, make_grid(kind, 3, 3), SMALL, DEFAULT)
    place = pygame.Rect((42 + dx, 42 + dy), picture.get_size())
    image.blit(picture, place)
    grey = pygame.transform.grayscale(image)
    light = pygame.mask.from_threshold(grey, (255, 255, 255), (255 - LIGHT, 255 - LIGHT, 255 - LIGHT, 255))
    opaque = pygame.mask.Mask(image.get_size())
    opaque.draw(pygame.mask.from_surface(picture, 200), place.topleft)
    return light.overlap_mask(opaque, (0, 0)), grey


@rulesets
@pytest.mark.parametrize("kind", ["square", "hex"])
def test_no_two_silhouettes_are_alike_in_grey_on_any_ground(window: pygame.Surface, ruleset: str, kind: Kind) -> None:
    for name in kinds().terrain:
        bare = ground(name, kind)
        shown = {sheet: seen(look_of(sheet, gear), bare, kind)[0] for sheet, gear in units(ruleset).items()}
        for one, other in combinations(shown, 2):
            both = shown[one].overlap_area(shown[other], (0, 0))
            share = both / (shown[one].count() + shown[other].count() - both)
            assert share <= MOST, f"{one} and {other} on {name}: {share:.2f}"


@rulesets
def test_a_silhouette_stands_out_from_what_lies_about_it(window: pygame.Surface, ruleset: str) -> None:
    for name in ("snow", "sand", "grass", "deep_water", "lava"):
        bare = ground(name, "square")
        for side in range(1, len(SHAPES) + 1):
            for sheet, gear in units(ruleset).items():
                mask, grey = seen(look_of(sheet, gear, side), bare, "square")
                around = mask.convolve(pygame.mask.Mask((3, 3), fill=True))
                rim = pygame.mask.Mask(mask.get_size())
                rim.draw(around, (-1, -1))
                rim.erase(mask, (0, 0))
                inner, outer = (level(grey, part) for part in (mask, rim))
                assert inner >= RIM * outer, f"{sheet} of side {side} on {name}: {inner:.0f} on {outer:.0f}"


def level(grey: pygame.Surface, mask: pygame.Mask) -> float:
    places = [(x, y) for x in range(grey.get_width()) for y in range(grey.get_height()) if mask.get_at((x, y))]
    return sum(grey.get_at(place).r for place in places) / len(places)


@rulesets
def test_a_silhouette_fills_its_plate(window: pygame.Surface, ruleset: str) -> None:
    plate = tokens.diameter(make_grid("square", 3, 3), 1, SMALL)
    for sheet, gear in units(ruleset).items():
        box = seen(look_of(sheet, gear), ground("road", "square"), "square")[0].get_bounding_rects()
        whole = box[0].unionall(box[1:])
        assert max(whole.size) >= 0.7 * plate, (sheet, whole.size)


@rulesets
def test_every_kind_of_unit_has_a_body_and_shows_what_it_holds(ruleset: str) -> None:
    known = figures._sheet()
    for sheet, gear in units(ruleset).items():
        figure = figure_of(sheet, "", gear)
        assert sheet in known.bodies, sheet
        held = [item for item in gear.held if item not in NATURAL]
        assert len(figure.before) >= min(1, len(held)), (sheet, held)
        assert not held or known.drawn_as.get(held[0], held[0]) in figure.before or figure.before[0] == "daggers"
    assert all(figures.art.find("figures", body) for body in known.bodies.values())
    drawn = {*known.drawn_as.values(), *known.on_back.values(), *known.other_hand.values(), *known.shields}
    assert all(figures.art.find("figures", name) for name in drawn)


@rulesets
def test_every_weapon_of_the_rules_can_be_seen_in_a_hand(ruleset: str) -> None:
    folder, known = data("rulesets") / ruleset, figures._sheet()
    weapons: set[str] = set()
    for name in ("gear", "weapons"):
        found = load(folder / f"{name}.yaml").value if (folder / f"{name}.yaml").is_file() else {}
        tables = [found.get(key, {}) for key in ("weapons", "shooters", "shields")] if "armour" in found else [found]
        weapons.update(*tables)
    assert weapons
    unseen = {"unarmed", *NATURAL}
    bare = [item for item in weapons - unseen if not figures.art.find("figures", known.drawn_as.get(item, item))]
    assert bare == []


def test_a_figure_holds_what_the_unit_holds_now(window: pygame.Surface) -> None:
    sheet = "footman"
    hands = ((), ("shield",), ("sword",), ("sword", "shield"), ("mace", "shield"), ("sword", "dagger"), ("dagger",) * 2)
    found = [figure_of(sheet, "", Gear(held)) for held in hands]
    found.append(figure_of(sheet, "", Gear(("sword",), ("longbow",))))
    pictures = {pygame.image.tobytes(figures.picture(figure, 40), "RGBA") for figure in found}
    assert len(pictures) == len(found)
    assert figure_of("wolf", "", Gear(("bite",))).before == ()
    assert figure_of("", "archer", None).before == ("longbow",)


def test_of_a_stranger_something_is_seen_all_the_same(window: pygame.Surface) -> None:
    assert figure_of("wyvern", "", Gear()).body == "wyvern"  # a letter is drawn
    assert figure_of("pirate", "", Gear(("cutlass",))).before == ("blade",)
    assert figure_of("pirate", "archer", Gear()).body == "hood"
    assert figure_of("", "", None).body == "?"


def test_figures_look_the_way_the_unit_faces(window: pygame.Surface) -> None:
    grid = make_grid("hex", 3, 3)
    figure = figure_of("archer", "", Gear(("longbow",)))
    right, left = (figures.picture(figure, 40, turned=turned) for turned in (False, True))
    assert pygame.image.tobytes(pygame.transform.flip(right, True, False), "RGBA") == pygame.image.tobytes(left, "RGBA")
    look = look_of("archer", Gear(("longbow",)))
    pictures = [tokens.blit_of(replace(look, facing=facing), grid, 40, DEFAULT)[0] for facing in range(6)]
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in pictures}) == 6


def test_riders_are_drawn_on_their_mounts(window: pygame.Surface) -> None:
    on_foot, mounted = (figure_of("knight", "", Gear(("spear",)), mounted=mounted) for mounted in (False, True))
    one, other = (pygame.image.tobytes(figures.picture(figure, 40), "RGBA") for figure in (on_foot, mounted))
    assert one != other
    rules = find_ruleset("poise")
    scenario = load_scenario(find_scenarios()["poise/riders"])
    world = Skirmish(scenario, rules).settle().session.world
    riding = {look.unit for look in looks(world, rules, Shown()) if look.mounted}
    assert riding and riding == {unit for unit, _ in world.each(Carried)}


CHANGES: dict[str, dict[str, object]] = {
    "side": {"side": 2},
    "kind": {"sheet": "ogre"},
    "health": {"health": 40},
    "facing": {"facing": 2},
    "condition": {"conditions": ()},
    "number": {"number": 7},
    "pools": {"bars": (Bar("poise", 3, 12),)},
    "conditions": {"conditions": ("confused", "wet", "burning")},
    "values": {"levels": (("burning", 3),)},
    "name": {"name": "Somebody else"},
    "rounds": {"rounds": (("burning", 2),)},
    "reacts": {"reacts": True},
}


@pytest.mark.parametrize("size", STEPS)
def test_parts_are_dropped_in_one_order(window: pygame.Surface, size: int) -> None:
    """Side, kind and whose turn it is never; then, the last to go first: health, acted, facing, conditions, number."""
    kept = [shows(part, size) for part, _ in PARTS]
    assert kept == sorted(kept, reverse=True)
    grid = make_grid("square", 3, 3)
    one = replace(look_of("footman", Gear(("sword",))), facing=0, bars=(Bar("poise", 9, 12),), health=100)
    one = replace(one, conditions=("burning",))

    def drawn(look: UnitLook, *, active: bool = False) -> bytes:
        picture, dx, dy = tokens.blit_of(look, grid, size, DEFAULT, active=active)
        return pygame.image.tobytes(picture, "RGBA") + bytes((dx & 255, dy & 255))

    plain = drawn(one)
    assert drawn(one, active=True) != plain
    for part, fields in CHANGES.items():
        if (part == "health" and shows("pools", size)) or (part == "conditions" and not shows("conditions", size)):
            continue  # the bars of the pools say it; the dot is the same
        differs = drawn(replace(one, **fields)) != plain
        assert differs == shows(part, size), part


def test_many_bars_and_conditions_leave_the_figure_in_sight(window: pygame.Surface) -> None:
    """At every step at which they are drawn, more than half of the figure is still to be seen."""
    grid = make_grid("square", 3, 3)
    bare = look_of("footman", Gear(("sword", "shield")))
    full = replace(
        bare, bars=tuple(Bar(name, 9, 12) for name in "abc"), conditions=tuple("abcdefgh"), mark="R1", health=70
    )
    full = replace(full, reacts=True, rounds=(("a", 1), ("b", 12)))
    for size in (28, 40, 48, 64, 96, 128):
        pictures = []
        for look in (bare, full):
            image = pygame.Surface((2 * size, 2 * size))
            picture, dx, dy = tokens.blit_of(look, grid, size, DEFAULT)
            image.blit(picture, (size + dx, size + dy))
            pictures.append(image)
        figure = pygame.mask.from_threshold(pictures[0], (240, 236, 226), (40, 40, 50, 255))
        same = sum(
            pictures[0].get_at(place) == pictures[1].get_at(place)
            for place in ((x, y) for x in range(2 * size) for y in range(2 * size) if figure.get_at((x, y)))
        )
        assert same > 0.5 * figure.count(), size


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.key)
def test_a_token_is_drawn_once(window: pygame.Surface, palette: object) -> None:
    grid = make_grid("hex", 3, 3)
    look = look_of("archer", Gear(("longbow",)))
    first = tokens.blit_of(look, grid, 40, palette)[0]
    assert tokens.blit_of(replace(look, unit=9, cell=3), grid, 40, palette)[0] is first
    assert tokens.blit_of(replace(look, name="A. N. Other"), grid, 40, palette)[0] is first  # no room for names


@rulesets
def test_the_board_shows_what_is_left_of_a_unit(ruleset: str) -> None:
    rules = find_ruleset(ruleset)
    world = Skirmish(quick("arena", ruleset, ["human", "human"], 1), rules).settle().session.world
    found = looks(world, rules, Shown())
    assert len(found) == len(world.each(Unit))
    for look in found:
        assert look.bars and look.health == 100 and look.gear is not None
        assert look.bars[0].pool in (HEALTH, "poise", "vitality")
        assert look.mark


@rulesets
def test_who_can_still_break_in_is_seen_until_it_has_spent_what_that_takes(ruleset: str) -> None:
    skirmish = Skirmish(quick("arena", ruleset, ["squire", "squire"], 3), find_ruleset(ruleset)).settle()
    player, seen = baseline.squire(1), dict[int, set[bool]]()
    for _ in range(250):
        if not isinstance(skirmish.session.request, Decision) or any(len(found) > 1 for found in seen.values()):
            break
        for look in looks(skirmish.session.world, skirmish.ruleset, Shown()):
            seen.setdefault(look.unit, set()).add(look.reacts)
        skirmish.answer(player.choose(skirmish.session))
    assert any(len(found) > 1 for found in seen.values())


def test_the_rounds_that_a_condition_lasts_are_counted_down() -> None:
    rules = find_ruleset("wounds")
    world = Skirmish(quick("arena", "wounds", ["human", "human"], 3), rules).settle().session.world
    unit = next(unit for unit, _ in world.each(Unit))
    now = round_number(world)
    inflict(world, unit, "distracted", "WOUNDS-HIND-2", until=lasting(world, 3))
    inflict(world, unit, "defending", "WOUNDS-ACT-8", until="turn")
    for left in (3, 2, 1):
        clock = world.get(FIELD, Clock)
        world.put(FIELD, changed(clock, round=now + 3 - left))
        look = next(each for each in looks(world, rules, Shown()) if each.unit == unit)
        assert look.rounds == (("distracted", left),)
        assert "distracted" not in dict(look.levels)
