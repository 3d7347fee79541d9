"""What a ruleset is: the adapter between its rules and the screen, the computer players and the tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from msgspec import Struct

from game.data.faults import SheetError, nearest, unknown
from game.grid.layout import Metric
from game.kernel.components import Side
from game.kernel.ecs import World
from game.kernel.flow import Flow, Group, Request
from game.kernel.numbers import Breakdown
from game.map.scenario import Scenario
from game.rules import registry
from game.rules.data import Folder, Layer
from game.rules.registry import Source
from game.systems.adapter import is_left as is_left  # for the screens, which know rulesets by this module alone
from game.systems.fog import fogged


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a rulebook."""

    title: str
    text: str


class Archetype(Struct, frozen=True):
    """A kind of unit that a roster may name; `points` compare rosters, 0 for what never fights by itself."""

    title: str
    points: int
    text: str = ""


class Outcome(Struct, frozen=True):
    """How a skirmish ended; no winners is a draw. `why` is a key: defeat_all, hold_zone, surrender, round_limit ..."""

    winners: tuple[int, ...]
    why: str
    rule: str = ""


class Chance(Struct, frozen=True):
    """One of several results that exclude each other."""

    label: str
    probability: float
    rule: str = ""


class Alarm(Struct, frozen=True):
    """On this cell of the path this unit may react."""

    cell: int
    unit: int
    what: str
    rule: str = ""


class Note(Struct, frozen=True):
    """A remark with the rule behind it."""

    text: str
    rule: str = ""


class Preview(Struct, frozen=True):
    """What one option would do. `chances` sum to 1; `spread` is the chance of each amount of the main number."""

    title: str
    chances: tuple[Chance, ...]
    numbers: tuple[Breakdown, ...] = ()
    spread: tuple[tuple[int, float], ...] = ()  # (damage, probability), ascending
    spread_of: str = ""
    path: tuple[int, ...] = ()
    costs: tuple[int, ...] = ()  # cumulative cost at each cell of the path
    alarms: tuple[Alarm, ...] = ()
    targets: tuple[int, ...] = ()
    area: int = 0  # a cell set
    sight: object | None = None  # game.grid.sight.Sight: what the rules looked at
    notes: tuple[Note, ...] = ()
    exact: bool = True
    fells: float = 0.0  # the chance that its target is out of the fight by it


class Refusal(Struct, frozen=True):
    """Something the unit cannot do now, with all reasons."""

    verb: str
    label: str
    reasons: tuple[Note, ...]
    family: str = ""  # see `flow.Option`
    group: Group = "turn"


class Overlay(Struct, frozen=True):
    """Cells worth tinting. `kind`: reach, zone, surrounded, threat, cover, arc, objective."""

    kind: str
    cells: int
    label: str
    unit: int | None = None
    side: int | None = None
    rule: str = ""
    costs: tuple[int, ...] = ()  # for reach: a cell set per cost


class Gauge(Struct, frozen=True):
    """A pool on the card; `base` 0 is drawn without a bar."""

    pool: str
    label: str
    now: int
    base: int
    rule: str = ""


class Tag(Struct, frozen=True):
    """A condition on the card: what it does, how it ends, and for how many `rounds`, where it is counted in them."""

    name: str
    label: str
    text: str
    ends: str = ""
    rule: str = ""
    good: bool = False
    rounds: int = 0


class Card(Struct, frozen=True):
    """What the side panel shows of a unit; `reacts` says whether it could break in on a foe that gives cause now."""

    title: str
    subtitle: str
    gauges: tuple[Gauge, ...]
    numbers: tuple[Breakdown, ...] = ()
    tags: tuple[Tag, ...] = ()
    gear: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    reacts: bool = False


class Ruleset(Protocol):
    """The interface every ruleset implements. Everything but `muster` and `step` reads only.

    `about` says in two sentences what it is like; `rulebook` maps rule IDs to titles and texts; `titles` maps keys
    of the sheet (verbs, items, conditions, pools, questions, reasons) to English; `archetypes` are the units that
    rosters may name; `verbs` are verbs in the order that buttons show them: attacks, the strongest first, then
    moves, then the rest; `metric` is how it counts distances.
    """

    name: str
    title: str
    about: str
    rulebook: Mapping[str, Rule]
    titles: Mapping[str, str]
    archetypes: Mapping[str, Archetype]
    digest: str
    verbs: tuple[str, ...]
    metric: Metric

    def muster(self, world: World, scenario: Scenario) -> None:
        """Spawn field, sides and units with their starting components; ValueError names what is wrong."""

    def step(self, world: World) -> Flow[None]:
        """Ask for one thing, resolve it, move the clock."""

    def outcome(self, world: World) -> Outcome | None:
        """Who has won and why; None while it goes on."""

    def preview(self, world: World, request: Request, key: str) -> Preview:
        """Breakdowns and exact odds of one option."""

    def refusals(self, world: World, unit: int) -> tuple[Refusal, ...]:
        """What the unit cannot do now, each with all its reasons."""

    def overlays(self, world: World, unit: int) -> tuple[Overlay, ...]:
        """Reach, zones, threatened cells of the unit: what the rules themselves use."""

    def card(self, world: World, unit: int) -> Card:
        """What the side panel shows."""

    def acted(self, world: World) -> frozenset[int]:
        """The units that have had their turn in this round."""

    def worth(self, world: World, side: int) -> float:
        """What the computer player wants more of, seen from a side's team."""


class Arrangement(Struct, frozen=True):
    """What a rule case says of the skirmish as a whole: whose turn it is, who has acted, the ruleset's own words."""

    names: Mapping[str, int]  # of units and sides
    rest: Mapping[str, Any]  # keys that every ruleset reads for itself, such as `doom: {red: 1}`
    turn: int | None = None  # None leaves the clock as `muster` set it: the opening
    acted: tuple[int, ...] = ()  # who has had a turn in this round
    round: int = 1
    shared: tuple[str, ...] = ()  # keys that all rulesets have, in case one is misspelt

    def check(self, known: Collection[str]) -> None:
        """ValueError for a key in `rest` that is not among the ruleset's own."""
        for key in self.rest:
            if key not in known:
                message, near = unknown("key", key, known)
                near = near or nearest(key, self.shared)
                raise ValueError(f"given.{key}: {message}" + (f" (did you mean {near!r}?)" if near else ""))


@runtime_checkable
class Arranges(Protocol):
    """What a ruleset adds so that rule cases can describe its situations."""

    def arrange(self, world: World, given: Arrangement) -> None:
        """Set clock and turn, read `given.rest` and complete what the case put into components.

        Called last: units are mustered (with the case's `state`), and their pools, conditions, gear and places are
        put; a condition given by its name alone has no `rule` and `until` yet. ValueError names a key that is unknown.
        """

    def perform(self, world: World, words: str) -> Flow[None]:
        """Let something happen by itself, such as `gain 4 poise 5`: names are replaced by ids, cells are `2,0`.

        It ends as a step does: what follows every step follows this too.

        ValueError names words that it does not know.
        """


@runtime_checkable
class Links(Protocol):
    """What a ruleset adds so that one skirmish can follow another. `rests` are the ways to spend the time between."""

    title: str
    rests: tuple[str, ...]

    def rest(self, world: World, how: str) -> None:
        """Change the world of a skirmish that is over by the time between it and the next, as of one of `rests`."""

    def carried_over(self, world: World, unit: int, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """A unit's `state` for the roster of the next skirmish, after `rest`; `before` is the one it came with.

        None when it takes no further part.
        """


@runtime_checkable
class Declares(Protocol):
    """What a ruleset adds whose scenarios may have `settings` of its own, beside those of `scenario.Shared`."""

    settings: Struct
    """The defaults, as its main sheet has them; the struct tells names and kinds."""


@runtime_checkable
class CampDecisions(Protocol):
    """What a ruleset with `Links` adds if its rests ask and throw dice: they are played when the next one begins."""

    def settings_after(self, how: str) -> dict[str, Any]:
        """The settings with which the next skirmish begins by a rest, one of `rests`."""


@runtime_checkable
class SuppressesReactions(Protocol):
    """What a ruleset adds whose units break in on each other: plans reckon that nobody will, and need not ask."""

    def suppress_reactions(self, world: World) -> None:
        """From now on nobody is asked whether it breaks in; for worlds that are only tried out."""


@runtime_checkable
class Negotiates(Protocol):
    """What a ruleset adds whose sides may give up or come to terms: computer players answer offers and make none."""

    terms: frozenset[str]
    """The keys of such offers."""


def terms_of(ruleset: object) -> frozenset[str]:
    """The keys of such offers, none where there are none: `isinstance` would take longer than all the rest."""
    return getattr(ruleset, "terms", frozenset())


def offers_terms(ruleset: Ruleset, key: str) -> bool:
    """Whether an option is such an offer."""
    return key in terms_of(ruleset)


@runtime_checkable
class Headlines(Protocol):
    """What a ruleset adds where round and name do not say whose move it is: the bar over the board shows it."""

    def headline(self, world: World) -> tuple[str, ...]:
        """What follows the name of whoever acts, such as "has the floor", and more for where there is room."""


@runtime_checkable
class Foresees(Protocol):
    """A ruleset in which units take turns: who is likely to be next, as things stand."""

    def coming(self, world: World) -> tuple[int, ...]:
        """Units that have a turn to come in this round, the next one first; only as many as can be told."""


@runtime_checkable
class Wears(Protocol):
    """What a ruleset adds that can say how much is left of a unit; for others it is the share of all its pools."""

    def wholeness(self, world: World, unit: int) -> float:
        """From 0 for who is as good as out of the fight to 1; its own components alone tell."""


@runtime_checkable
class ShowsOnBoard(Protocol):
    """For rulesets that choose the bars of their tokens: names of pools, and `health` for `Wears.wholeness`.

    Without it they are the first gauges of the card.
    """

    on_board: tuple[str, ...]


@runtime_checkable
class ReadsHazards(Protocol):
    """What a ruleset adds that knows dangerous ground: the words of maps, or their first word, that it acts on."""

    hazards: frozenset[str]


def reads_hazard(ruleset: Ruleset, effect: str) -> bool:
    """Whether a hazard of a map, such as `fire` or `current e 2`, means anything to the ruleset."""
    known: frozenset[str] = getattr(ruleset, "hazards", frozenset())  # see `terms_of`
    return effect.split(" ")[0] in known


@runtime_checkable
class Hides(Protocol):
    """What a ruleset adds in which units hide: the screen shows a side no more than it knows."""

    def unseen(self, world: World, side: int) -> frozenset[int]:
        """The units whose place nobody of the side's team knows; none of its own are among them."""


def hidden_from(rules: object, world: World, side: int) -> frozenset[int]:
    """The units that nobody of a side's team knows the place of: those that hide by the rules, and those in the fog."""
    unseen = getattr(rules, "unseen", None)  # see `terms_of`
    hiding: frozenset[int] = unseen(world, side) if unseen is not None else frozenset()
    return hiding | fogged(world, world.get(side, Side).team)


def find_ruleset(name: str, folder: Path | None = None, layers: tuple[Layer, ...] = ()) -> Ruleset:
    """The ruleset of that name, its sheets read from `folder` or where they are, with layers laid over them.

    LookupError names the rulesets there are, or says why not this one; SheetError what is wrong in a sheet.
    """
    return _loaded(registry.source(name), folder, layers)


def find_rulesets() -> tuple[dict[str, Ruleset], tuple[str, ...]]:
    """Every ruleset that can be used, by name, and what is wrong with the others; nothing of theirs is raised."""
    every = registry.sources()
    faults = list(every.faults.values())
    found: dict[str, Ruleset] = {}
    for name, source in every.found.items():
        try:
            found[name] = _loaded(source)
        except (LookupError, SheetError, OSError) as error:
            faults.append(str(error.args[0] if error.args else error))
    return found, tuple(faults)


def declared(name: str) -> type[Struct]:
    """The struct of the settings of the ruleset of that name, without reading its sheets; LookupError as above."""
    return cast("type[Struct]", registry.source(name).code.Settings)


def _loaded(source: Source, folder: Path | None = None, layers: tuple[Layer, ...] = ()) -> Ruleset:
    sheets = Folder(folder or source.folder, (*source.layers, *layers))
    found = source.code.load(sheets) if not source.package else _foreign(source, sheets)
    if source.variant is not None:  # the object was made just now, and nobody else has it
        found.name, found.title, found.about = source.name, source.variant.title, source.variant.about
    return cast(Ruleset, found)


def _foreign(source: Source, sheets: Folder) -> Any:
    """What a package's code makes of its sheets; LookupError for whatever goes wrong in it, but for its sheets."""
    told = f"ruleset {source.name!r} of the package {source.package!r} cannot be used"
    try:
        found = source.code.load(sheets)
    except SheetError:
        raise
    except (Exception, SystemExit) as error:
        raise LookupError(f"{told}: {type(error).__name__}: {error}") from error
    members = (*Ruleset.__annotations__, *(name for name in vars(Ruleset) if not name.startswith("_")))
    if missing := [name for name in members if not hasattr(found, name)]:
        raise LookupError(f"{told}: it has no {', '.join(missing)}")
    return found
